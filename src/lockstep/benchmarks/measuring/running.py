"""Measuring the cells of a plan, one after another, until all are there, time is up, or the user wants no more."""

from __future__ import annotations

import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from lockstep.benchmarks.measuring import cells
from lockstep.benchmarks.measuring.job import Job
from lockstep.benchmarks.measuring.supervising import Stopped, Watching, measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lockstep.benchmarks.measuring.keeping import Keeper
    from lockstep.benchmarks.measuring.planning import Planned
    from lockstep.benchmarks.measuring.supervising import Account
    from lockstep.benchmarks.model import Cell

State: TypeAlias = Literal["expected", "preparing", "ready", "sampling", "waiting", "through"]

# Seconds that a cell takes beside its samples, before any has been measured: importing, building, compiling.
UNKNOWN = 60.0
SIDE_BY_SIDE = "First calls and compilation ran beside those of {} other cells; samples were taken alone."


@dataclass(frozen=True, slots=True)
class Settings:
    """How cells are measured; times in seconds. ``jobs`` cells are prepared side by side, and sampled in turn."""

    device: str
    threads: int
    seed: int
    budget: int
    timeout: float
    time_limit: float | None = None
    jobs: int = 1


class Listener(Protocol):
    """Is told how a run goes on. Several threads may call at once where several cells are prepared side by side."""

    def started(self, planned: Planned, remaining: float) -> None:
        """Measuring of a cell begins; all that is left will take about ``remaining`` seconds."""

    def staged(self, planned: Planned, account: Account) -> None:
        """A cell has come to its next stage."""

    def finished(self, planned: Planned, cell: Cell, seconds: float, remaining: float) -> None:
        """A cell has been measured, or has failed, and is in the file; the rest takes about ``remaining`` seconds."""


@dataclass(slots=True)
class Estimate:
    """How long cells take, learnt from those that are through."""

    budget: float
    seen: dict[str, list[float]] = field(default_factory=dict)

    def learn(self, planned: Planned, seconds: float) -> None:
        """Take what a cell took: its share, where several were prepared side by side."""
        self.seen.setdefault(planned.workload.id, []).append(seconds)

    def of(self, planned: Planned) -> float:
        """Estimate a cell in seconds, from those of the same model if there are any, or else from all."""
        same = self.seen.get(planned.workload.id) or [second for one in self.seen.values() for second in one]
        return statistics.mean(same) if same else UNKNOWN + self.budget

    def total(self, planned: Iterable[Planned]) -> float:
        """Estimate several cells."""
        return sum(map(self.of, planned))


class Queue:
    """Turns for cells that are prepared side by side: while one takes its samples, none prepares."""

    def __init__(self, members: int) -> None:
        """Expect so many."""
        self.lock = threading.Lock()
        self.states: list[State] = ["expected"] * members

    def seats(self) -> list[Seat]:
        """Give one to each member."""
        return [Seat(self, number) for number in range(len(self.states))]


class Seat:
    """The place of one cell in a queue."""

    def __init__(self, queue: Queue, number: int) -> None:
        """Take the queue and the place there."""
        self._queue, self._number = queue, number

    def prepare(self) -> bool:
        """Ask to prepare. One whose process died, and who begins anew, waits for the others to be through."""
        return self._move({"through", "waiting"}, "preparing", "waiting", at_once="expected")

    def sample(self) -> bool:
        """Ask to take samples, which needs all others to be prepared, and none to take any."""
        return self._move({"through", "waiting", "ready"}, "sampling", "ready")

    def leave(self) -> None:
        """Be through."""
        with self._queue.lock:
            self._queue.states[self._number] = "through"

    def _move(self, others: set[State], to: State, otherwise: State, at_once: State | None = None) -> bool:
        with self._queue.lock:
            states = self._queue.states
            rest = {state for number, state in enumerate(states) if number != self._number}
            allowed = states[self._number] == at_once or rest <= others
            states[self._number] = to if allowed else otherwise
            return allowed


class Run:
    """A run over a plan."""

    def __init__(self, settings: Settings, keeper: Keeper, listener: Listener) -> None:
        """Prepare; nothing is started."""
        self.estimate = Estimate(settings.budget)
        self._settings, self._keeper, self._listener = settings, keeper, listener
        self._stop = threading.Event()
        self._writing = threading.Lock()
        self._end: float | None = None

    def stop(self) -> None:
        """Want no more: what is being measured is dropped."""
        self._stop.set()

    def measure(self, planned: Sequence[Planned]) -> list[Planned]:
        """Measure cells and write each to the file as it is through; give those that are left.

        Raises:
            FindingError: the file is no result file any more.
            OSError: it cannot be written.
        """
        if self._settings.time_limit is not None:
            self._end = time.monotonic() + self._settings.time_limit
        left: list[Planned] = []
        waiting = list(planned)
        while waiting:
            wave, waiting = waiting[: self._settings.jobs], waiting[self._settings.jobs :]
            fitting = [one for one in wave if self._fits(one)]
            left += [one for one in wave if one not in fitting]
            left += self._wave(fitting, waiting)
        return left

    def _fits(self, planned: Planned) -> bool:
        if self._over():
            return False
        if self._end is None or not self.estimate.seen:
            return True
        return self.estimate.of(planned) * self._settings.jobs <= self._end - time.monotonic()

    def _over(self) -> bool:
        return self._stop.is_set() or (self._end is not None and time.monotonic() >= self._end)

    def _wave(self, wave: Sequence[Planned], waiting: Sequence[Planned]) -> list[Planned]:
        seats = Queue(len(wave)).seats()
        with ThreadPoolExecutor(max(1, len(wave))) as pool:
            running = [pool.submit(self._cell, one, seat, wave, waiting) for one, seat in zip(wave, seats, strict=True)]
        return [one for one, cell in zip(wave, running, strict=True) if not cell.result()]

    def _cell(self, planned: Planned, seat: Seat, wave: Sequence[Planned], waiting: Sequence[Planned]) -> bool:
        """Measure one cell; tell whether it is in the file."""
        try:
            return self._measured(planned, seat, wave, waiting)
        except BaseException:
            # The file cannot be written: whatever the others find would be lost.
            self.stop()
            raise
        finally:
            seat.leave()

    def _measured(self, planned: Planned, seat: Seat, wave: Sequence[Planned], waiting: Sequence[Planned]) -> bool:
        settings = self._settings
        started = time.monotonic()
        self._listener.started(planned, self.estimate.total([*wave, *waiting]))
        job = Job(
            folder="",
            building=planned.suite.building,
            recipe=planned.recipe,
            batch_size=planned.workload.batch_size,
            dtype=planned.workload.dtype or "float32",
            device=settings.device,
            mode=planned.mode,
            threads=settings.threads,
            seed=settings.seed,
            budget=settings.budget,
        )
        watching = Watching(
            timeout=settings.timeout,
            stop=self._over,
            turns=seat,
            staged=lambda account: self._listener.staged(planned, account),
            jobs=settings.jobs,
        )
        try:
            account = measure(job, watching)
        except Stopped:
            return False
        cell = cells.cell(planned.workload, planned.mode, account)
        if len(wave) > 1:
            cell = cell.model_copy(update={"warnings": (*cell.warnings, SIDE_BY_SIDE.format(len(wave) - 1))})
        seconds = time.monotonic() - started
        with self._writing:
            self._keeper.add(cell)
            self.estimate.learn(planned, seconds / len(wave))
            self._listener.finished(planned, cell, seconds, self.estimate.total(waiting))
        return True
