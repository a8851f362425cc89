"""Showing how a run of measurements goes on: a line for each cell, and where it stands."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from typing import TYPE_CHECKING

import click

from lockstep.benchmarks.derived import decimals, speed_up, time
from lockstep.benchmarks.measuring.running import Estimate, Run
from lockstep.cli.common import CLEAN, FINDINGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console
    from rich.progress import Progress, TaskID

    from lockstep.benchmarks.derived import Estimate as Number
    from lockstep.benchmarks.measuring.keeping import Keeper
    from lockstep.benchmarks.measuring.machine import Machine
    from lockstep.benchmarks.measuring.planning import Planned
    from lockstep.benchmarks.measuring.running import Settings
    from lockstep.benchmarks.measuring.supervising import Account
    from lockstep.benchmarks.model import Arm, Cell, CellKey

# What shells say of a program that a signal ended.
SIGNALLED = 128
# Times a second: what is shown is not to disturb what is measured.
REFRESH = 2
STAGES = {"build": "building", "first-call": "first call", "correctness": "comparing", "samples": "samples"}


def show_plan(planned: Sequence[Planned], left: Sequence[Planned], settings: Settings) -> None:
    """List the cells of a plan, and about how long those will take that are not in the file."""
    for one in planned:
        click.echo(f"{one}: {'to be measured' if one in left else 'in the file'}")
    seconds = Estimate(settings.budget).total(left)
    click.echo(f"{_cells(len(planned))}, {len(left)} to be measured, about {duration(seconds)} if compiling is quick")


def show_run(
    left: Sequence[Planned], machine: Machine, settings: Settings, keeper: Keeper, *, kept: int, file: str
) -> int:
    """Measure what is left of a plan, and show it; give the exit status.

    Raises:
        FindingError: the file is no result file any more.
        OSError: it cannot be written.
    """
    from rich.console import Console  # noqa: PLC0415 - part of the extra that measuring needs

    console = Console(highlight=False, soft_wrap=True)
    software = machine.software
    said = f"{machine.hardware.device}, {settings.device}, torch {software.torch}, transformers {software.transformers}"
    console.print(f"{said}: {_cells(len(left))} to measure" + (f", {kept} in {file}" if kept else ""), markup=False)
    caught: list[int] = []
    with _Display(console, len(left)) as display:
        run = Run(settings, keeper, display)
        with _interrupted_by(run, caught):
            unmeasured = run.measure(left)
    done = kept + len(left) - len(unmeasured)
    console.print(f"{file}: {_cells(done)}" if done else "nothing was measured", markup=False)
    if not unmeasured:
        return CLEAN
    console.print(f"{_cells(len(unmeasured))} left: the same command goes on from here", markup=False)
    return SIGNALLED + caught[0] if caught else FINDINGS


@contextlib.contextmanager
def _interrupted_by(run: Run, caught: list[int]) -> Iterator[None]:
    """Have Ctrl-C, and a polite request to end, stop a run at once but in order."""

    def stop(number: int, _frame: object) -> None:
        caught.append(number)
        run.stop()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Display:
    """A listener that prints; on a terminal, with what is being done below."""

    def __init__(self, console: Console, total: int) -> None:
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

        self._console, self._total = console, total
        self._remaining = 0.0
        self._number = 0
        self._tasks: dict[CellKey, TaskID] = {}
        columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
        # Where there is no terminal, the lines of the verdicts are all there is.
        self._progress: Progress = Progress(
            *columns, console=console, transient=True, disable=not console.is_terminal, refresh_per_second=REFRESH
        )

    def __enter__(self) -> _Display:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()
        sys.stdout.flush()

    def started(self, planned: Planned, remaining: float) -> None:
        self._remaining = remaining
        self._tasks[planned.key] = self._progress.add_task(str(planned), total=None)

    def staged(self, planned: Planned, account: Account) -> None:
        doing = " ".join(part for part in (account.arm, STAGES[account.stage]) if part)
        left = f", about {duration(self._remaining)} left" if self._remaining else ""
        self._progress.update(self._tasks[planned.key], description=f"{planned}: {doing}{left}")

    def finished(self, planned: Planned, cell: Cell, seconds: float, remaining: float) -> None:
        self._number += 1
        self._remaining = remaining
        self._progress.remove_task(self._tasks.pop(planned.key))
        counter = f"[{self._number}/{self._total}]"
        more = f"; about {duration(self._remaining)} left" if self._number < self._total else ""
        self._console.print(f"{counter} {verdict(planned, cell)} ({duration(seconds)}{more})", markup=False)
        for warning in cell.warnings:
            self._console.print(f"    {warning}", markup=False)
        # A pipe is read while the run goes on.
        sys.stdout.flush()


def verdict(planned: Planned, cell: Cell) -> str:
    """Say in one line what came of a cell."""
    parts = [f"{planned}: eager {_shown(cell.eager)}, compiled {_shown(cell.compiled)}"]
    if ratio := speed_up(cell):
        interval = f" ({ratio.low:.2f} to {ratio.high:.2f})" if ratio.interval else ""
        parts.append(f"speed-up {ratio.value:.2f}{interval}")
    return ", ".join(parts)


def _shown(arm: Arm) -> str:
    if found := time(arm):
        return f"{_rounded(found)} ms"
    stage = f" at {arm.stage}" if arm.stage else ""
    return f"{arm.status}{stage}" + (f" [{arm.reason}]" if arm.reason else "")


def _rounded(number: Number) -> str:
    places = decimals(number)
    return f"{number.value:.{max(0, places or 0)}f}"


def duration(seconds: float) -> str:
    """Say a time as people do."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


def _cells(number: int) -> str:
    return f"{number} cell{'' if number == 1 else 's'}"
