"""Verifies a project's programs in pytest: each file below its snippets folder is a test.

Loaded in every project that pytest runs in: what verification needs is imported when a program is verified.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from pathlib import Path

    from lockstep.project import Project
    from lockstep.snippets.verification import Outcome

PROJECT: pytest.StashKey[Project | None] = pytest.StashKey()

Collected = pytest.Collector | list[pytest.Collector] | None


class ProgramError(Exception):
    """A program was not verified; carries the outcome that says why."""

    def __init__(self, outcome: Outcome) -> None:
        """Take the failed outcome."""
        super().__init__(str(outcome))


class ProgramFile(pytest.File):
    """A file below the snippets folder."""

    def collect(self) -> Iterable[ProgramItem]:
        """Give the file's one test."""
        name = self.path.resolve().relative_to(self.config.stash[PROJECT].snippets).as_posix()  # type: ignore[union-attr]
        yield ProgramItem.from_parent(self, name=name)


class ProgramItem(pytest.Item):
    """The verification of one program."""

    def runtest(self) -> None:
        """Run the program; its evidence goes to the reports as the property ``lockstep``."""
        from lockstep.snippets.program import load_program  # noqa: PLC0415
        from lockstep.snippets.verification import verify  # noqa: PLC0415

        project = self.config.stash[PROJECT]
        assert project is not None  # noqa: S101 - collected only in a project
        outcome = verify(load_program(self.path.resolve(), project))
        if outcome.evidence:
            self.user_properties.append(("lockstep", json.dumps(asdict(outcome.evidence))))
        if not outcome.passed:
            raise ProgramError(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> object:  # type: ignore[override]
        """Show the program's failure, not this module's."""
        from lockstep.findings import FindingError  # noqa: PLC0415

        if isinstance(excinfo.value, (ProgramError, FindingError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Name the program as its project does."""
        return self.path, 0, self.nodeid.partition("::")[0]


def pytest_configure(config: pytest.Config) -> None:
    """Find the project that pytest's root folder is in."""
    from lockstep.findings import FindingError  # noqa: PLC0415
    from lockstep.project import find_root, load_project  # noqa: PLC0415

    root = find_root(config.rootpath)
    try:
        config.stash[PROJECT] = load_project(root) if root else None
    except FindingError as error:
        raise pytest.UsageError(str(error)) from None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Generator[None, Collected, Collected]:
    """Take the programs over from other collectors, which would import them."""
    others = yield
    if _is_program(file_path, parent.config):
        return [ProgramFile.from_parent(parent, path=file_path)]
    return others


def _is_program(path: Path, config: pytest.Config) -> bool:
    project = config.stash[PROJECT]
    if path.suffix != ".py" or project is None or not (file := path.resolve()).is_relative_to(project.snippets):
        return False
    return not any(part.startswith((".", "__")) for part in file.relative_to(project.snippets).parts)
