"""A project in a temporary folder, and programs written into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lockstep.project import load_project
from lockstep.snippets.program import load_program
from lockstep.snippets.verification import Launcher, verify

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lockstep.snippets.verification import Outcome

# For tests of what must not depend on how a program's process is started.
both = pytest.mark.parametrize("launcher", ["server", "process"], indirect=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.lockstep]\n")
    (tmp_path / "snippets").mkdir()
    return tmp_path


@pytest.fixture
def launcher(request: pytest.FixtureRequest) -> Launcher:
    """Run programs as forks of the server that all tests share, or with "process" in processes of their own."""
    if getattr(request, "param", "server") == "process":
        return Launcher(fork=False)
    return request.getfixturevalue("torch_server")


@pytest.fixture
def verified(project: Path, launcher: Launcher) -> Callable[..., Outcome]:
    def run(text: str, *, name: str = "program.py", timeout: float | None = None) -> Outcome:
        file = project / "snippets" / name
        file.write_text(text, encoding="utf-8")
        return verify(load_program(file, load_project(project)), timeout=timeout, launcher=launcher)

    return run
