import pytest

from support.project import PROGRAM, PROJECT, RESULTS, record


@pytest.fixture
def project(tmp_path):
    """A small project in three languages, without pages."""
    for folder in ("docs/en", "docs/pt", "docs/tr", "snippets", "benchmarks/results"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "snippets/a.py").write_text(PROGRAM)
    (tmp_path / "benchmarks/results/numbers.json").write_text(RESULTS)
    record(tmp_path)
    return tmp_path
