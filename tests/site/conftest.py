"""The real site, built once, as a reader gets it."""

from pathlib import Path

import pytest

from support.project import SmallProject, make_project, mkdocs

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site; building it strictly, without torch, is itself the first test."""
    folder = tmp_path_factory.mktemp("site")
    run = mkdocs("build", "--strict", "--site-dir", str(folder), cwd=ROOT)
    assert run.code == 0, run.output
    return folder


@pytest.fixture
def small(tmp_path: Path) -> SmallProject:
    return make_project(tmp_path)
