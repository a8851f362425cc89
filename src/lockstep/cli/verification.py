"""The command ``lockstep verify``: programs run one after another, with their evidence as it comes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from click import UsageError

from lockstep.files import relative
from lockstep.findings import Finding, FindingError, near
from lockstep.snippets.program import RECORD, load_programs
from lockstep.snippets.record import load_record, write_record
from lockstep.snippets.verification import Launcher, has_cuda, not_installed, verify
from lockstep.snippets.verification.recording import UPDATE, gone, outdated, summary, updated
from lockstep.snippets.verification.showing import report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from lockstep.project import Project
    from lockstep.snippets.program import Program
    from lockstep.snippets.verification import Outcome

SIGNS = {"passed": "[green]passed[/]", "failed": "[red]failed[/]", "not-run": "[yellow]not run[/]"}


def verify_programs(project: Project, files: Sequence[Path], *, update: bool, allow_not_run: bool) -> bool:
    """Run the programs ``files``, or all of the project's, and print what was seen; tell whether all is well.

    Raises:
        FindingError: there is no snippets folder, or the record cannot be written.
        UsageError: a file is no program, or something is not installed.
    """
    programs, unreadable = load_programs(project)
    if unreadable:
        raise FindingError(*unreadable)
    programs = {name: program for name, program in programs.items() if name.endswith(".py")}
    chosen = {_name(file, project, programs): None for file in files} if files else dict.fromkeys(programs)
    if missing := not_installed():
        raise UsageError(missing)
    from rich.console import Console  # noqa: PLC0415 - part of the test extra

    console = Console(highlight=False, soft_wrap=True)
    outcomes = _run_all([programs[name] for name in chosen], project, console)
    statuses = [outcome.status for outcome in outcomes.values()]
    good = "failed" not in statuses
    if update:
        _update(project, programs, outcomes, console)
    else:
        good = _compare(project, programs, outcomes, console, everything=not files) and good
    console.print(summary(*(statuses.count(status) for status in ("passed", "failed", "not-run"))), markup=False)
    if not {"passed", "failed"} & set(statuses) and not (statuses and allow_not_run):
        hint = (
            "; --allow-not-run allows it"
            if statuses
            else f": there is none in {relative(project.snippets, project.root)}/"
        )
        console.print(f"no program was executed{hint}", markup=False)
        return False
    return good


def _name(file: Path, project: Project, programs: Mapping[str, Program]) -> str:
    """Find a program by its file, or by its name as pages write it."""
    for name in (relative(Path.cwd().joinpath(file).resolve(), project.snippets), file.as_posix()):
        if name in programs:
            return name
    raise UsageError(f"{file}: no such program ({near(file.name, programs)})")


def _run_all(programs: Sequence[Program], project: Project, console: Console) -> dict[str, Outcome]:
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    outcomes: dict[str, Outcome] = {}
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    # Where there is no terminal, the lines of the verdicts are all there is.
    progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with Launcher() as launcher, progress:
        for number, program in enumerate(programs, 1):
            task = progress.add_task(f"{number} of {len(programs)}: {program.path}", total=None)
            outcome = outcomes[program.name] = verify(program, launcher=launcher)
            progress.remove_task(task)
            _print(outcome, report(outcome, project, program.name), console)
    return outcomes


def _print(outcome: Outcome, text: str, console: Console) -> None:
    from rich.markup import escape  # noqa: PLC0415

    seconds = f" ({outcome.duration:.1f} s)" if outcome.duration else ""
    said = f"{outcome.path}{seconds}: {outcome.evidence}" if outcome.passed else text
    console.print(f"{SIGNS[outcome.status]} {escape(said)}")
    # A pipe is read while the run goes on.
    sys.stdout.flush()


def _update(
    project: Project, programs: Mapping[str, Program], outcomes: Mapping[str, Outcome], console: Console
) -> None:
    path = relative(project.snippets / RECORD, project.root)
    record, _ = load_record(project)
    new = updated(record, programs, outcomes, cuda=has_cuda())
    try:
        write_record(new, project)
    except OSError as error:
        message = f"the file cannot be written: {error.strerror or error}"
        raise FindingError(Finding(path, 1, 1, "LS008", message)) from None
    changed = sum(new.programs.get(name) != record.programs.get(name) for name in {*new.programs, *record.programs})
    console.print(f"{path}: {len(new.programs)} on record, {changed} changed", markup=False)


def _compare(
    project: Project,
    programs: Mapping[str, Program],
    outcomes: Mapping[str, Outcome],
    console: Console,
    *,
    everything: bool,
) -> bool:
    """Print what the record has to be updated for; tell whether it is up to date."""
    record, faults = load_record(project)
    lines = [str(fault) for fault in faults]
    if not faults:
        lines += outdated(record, programs, outcomes)
    if everything:
        lines += [f"{name} is on record, but there is no such program" for name in gone(record, programs)]
    for line in lines:
        console.print(f"out of date: {line}", markup=False)
    if lines:
        console.print(f"the record is out of date: {UPDATE}", markup=False)
    return not lines
