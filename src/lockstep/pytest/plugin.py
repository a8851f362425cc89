"""Verifies a project's programs in pytest: each file below its snippets folder is a test.

Loaded in every project that pytest runs in: what verification needs is imported when a program is verified.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from lockstep.project import Project
    from lockstep.snippets.verification import Launcher, Outcome

Collected = pytest.Collector | list[pytest.Collector] | None

ALLOW = "--allow-not-run"
# Names of the properties that reports carry: what a program did, and how the verdict is to be counted.
EVIDENCE, STATUS = "lockstep", "lockstep-status"


@dataclass
class State:
    """What the plugin knows of a session: its project, the verdicts so far, and what runs programs."""

    project: Project | None
    verdicts: dict[str, tuple[str, str]] = field(default_factory=dict)
    launcher: Launcher | None = None


STATE: pytest.StashKey[State] = pytest.StashKey()


class ProgramError(Exception):
    """A program was not verified; the message says why."""


class ProgramFile(pytest.File):
    """A file below the snippets folder."""

    def collect(self) -> Iterable[ProgramItem]:
        """Give the file's one test."""
        project = self.config.stash[STATE].project
        assert project is not None  # noqa: S101 - collected only in a project
        yield ProgramItem.from_parent(self, name=self.path.resolve().relative_to(project.snippets).as_posix())


class ProgramItem(pytest.Item):
    """The verification of one program."""

    def runtest(self) -> None:
        """Run the program; its evidence goes to the reports as the property ``lockstep``."""
        from lockstep.snippets.program import load_program  # noqa: PLC0415
        from lockstep.snippets.record import load_record  # noqa: PLC0415
        from lockstep.snippets.verification import Launcher, verify  # noqa: PLC0415
        from lockstep.snippets.verification.recording import differing_output  # noqa: PLC0415

        state = self.config.stash[STATE]
        project = state.project
        assert project is not None  # noqa: S101 - collected only in a project
        state.launcher = state.launcher or Launcher()
        self.user_properties.append((STATUS, "failed"))
        program = load_program(self.path.resolve(), project)
        outcome = verify(program, launcher=state.launcher)
        if outcome.evidence:
            self.user_properties.append((EVIDENCE, json.dumps(asdict(outcome.evidence))))
        if outcome.status == "not-run":
            self._count("not-run")
            pytest.skip(outcome.reason)
        if not outcome.passed:
            raise ProgramError(self._report(outcome, project))
        if difference := differing_output(load_record(project)[0], program, outcome):
            raise ProgramError(f"{program.path}: {difference}")
        self._count("passed")

    def _count(self, status: str) -> None:
        self.user_properties[:] = [found for found in self.user_properties if found[0] != STATUS] + [(STATUS, status)]

    def _report(self, outcome: Outcome, project: Project) -> str:
        from lockstep.snippets.verification.showing import report  # noqa: PLC0415

        return report(outcome, project, self.name)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> object:  # type: ignore[override]
        """Show the program's failure, not this module's."""
        from lockstep.findings import FindingError  # noqa: PLC0415

        if isinstance(excinfo.value, (ProgramError, FindingError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Name the program as its project does."""
        return self.path, 0, self.nodeid.partition("::")[0]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one option."""
    parser.getgroup("lockstep").addoption(
        ALLOW,
        action="store_true",
        help="pass although no program was executed, since this machine lacks what all of them need",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Find the project that pytest's root folder is in."""
    from lockstep.findings import FindingError  # noqa: PLC0415
    from lockstep.project import find_root, load_project  # noqa: PLC0415

    root = find_root(config.rootpath)
    try:
        config.stash[STATE] = State(load_project(root) if root else None)
    except FindingError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the process that ran the programs."""
    state = config.stash.get(STATE, None)
    if state and state.launcher:
        state.launcher.close()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Generator[None, Collected, Collected]:
    """Take the programs over from other collectors, which would import them."""
    others = yield
    project = parent.config.stash[STATE].project
    if project and _is_program(file_path, project):
        return [ProgramFile.from_parent(parent, path=file_path)]
    return others


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Have a program that was not run reported at its own place."""
    report = yield
    if isinstance(item, ProgramItem) and report.skipped and isinstance(report.longrepr, tuple):
        report.longrepr = (str(item.path), 1, report.longrepr[2])
    return report


class Counting:
    """Counts the verdicts of one session, on the controller as well where workers run the programs."""

    def __init__(self, config: pytest.Config) -> None:
        """Count into pytest's state."""
        self.state = config.stash[STATE]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a program's verdict."""
        status = dict(report.user_properties).get(STATUS)
        if report.when == "call" and isinstance(status, str):
            reason = report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else ""
            self.state.verdicts[report.nodeid.partition("::")[0]] = (status, reason)


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Begin to count."""
    session.config.pluginmanager.register(Counting(session.config))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run that has verified nothing."""
    if hasattr(session.config, "workerinput"):
        return
    if _nothing_verified(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """State what became of the programs, always."""
    from lockstep.snippets.verification.recording import summary  # noqa: PLC0415

    verdicts = config.stash[STATE].verdicts
    failure = _nothing_verified(config)
    if not verdicts and not failure:
        return
    statuses = [status for status, _ in verdicts.values()]
    terminalreporter.write_sep("=", "programs")
    for path, (status, reason) in sorted(verdicts.items()):
        if status == "not-run":
            terminalreporter.write_line(f"not run: {path}: {reason}")
    terminalreporter.write_line(summary(*(statuses.count(status) for status in ("passed", "failed", "not-run"))))
    if failure:
        terminalreporter.write_line(f"ERROR: {failure}", red=True)


def _nothing_verified(config: pytest.Config) -> str:
    """Say why a run that was to verify programs has verified none; empty if it has, or was not to."""
    state = config.stash[STATE]
    project = state.project
    if project is None or config.option.collectonly or config.getoption(ALLOW):
        return ""
    statuses = [status for status, _ in state.verdicts.values()]
    if statuses and set(statuses) == {"not-run"}:
        return f"no program was executed: run them where their needs are met, or allow it with {ALLOW}"
    if not statuses and _asks_for_programs(config, project) and not _has_programs(project):
        return f"there is no program in {project.snippets.relative_to(project.root).as_posix()}/"
    return ""


def _asks_for_programs(config: pytest.Config, project: Project) -> bool:
    """Tell whether the run's arguments, or the paths configured for a run without, name the snippets folder."""
    explicit = config.args_source == pytest.Config.ArgsSource.ARGS
    names = config.args if explicit else [*config.getini("testpaths"), *config.args]
    base = config.invocation_params.dir if explicit else config.rootpath
    paths = [(base / Path(name.partition("::")[0])).resolve() for name in names]
    # A project without programs need have no folder for them, unless it is named.
    return any(path == project.snippets or project.snippets in path.parents for path in paths) or (
        project.snippets.is_dir() and any(path in project.snippets.parents for path in paths)
    )


def _has_programs(project: Project) -> bool:
    return any(_is_program(file, project) for file in project.snippets.rglob("*.py"))


def _is_program(path: Path, project: Project) -> bool:
    if path.suffix != ".py" or not (file := path.resolve()).is_relative_to(project.snippets):
        return False
    return not any(part.startswith((".", "__")) for part in file.relative_to(project.snippets).parts)
