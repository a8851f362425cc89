"""Running the process that measures a cell, and telling how it ended."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Protocol

from lockstep.benchmarks.measuring.job import ARMS, EVENTS, GO, Job, Reader
from lockstep.benchmarks.measuring.reasons import MEMORY, scrubbed
from lockstep.compiler import compiler
from lockstep.processes import running

if TYPE_CHECKING:
    from collections.abc import Callable

    from lockstep.benchmarks.measuring.job import ArmName, Stage
    from lockstep.processes import Output, Running

CHILD = "lockstep.benchmarks.measuring.child"
# Seconds between looks at a process.
LOOK = 0.1
# Variables of the user's shell that would change what is measured, or fill the output.
DROPPED = re.compile(
    r"TORCH_(LOGS|TRACE|COMPILE_DEBUG).*|TORCHDYNAMO_.*|PYTHON(OPTIMIZE|WARNINGS|INSPECT|STARTUP|DEVMODE)"
)


class Stopped(Exception):  # noqa: N818 - asked for
    """The user wants no more, or the time for all cells is over."""


class Turns(Protocol):
    """Says when a cell may do what others must not disturb, or would be disturbed by."""

    def prepare(self) -> bool:
        """Ask to build and compile."""

    def sample(self) -> bool:
        """Ask to take samples."""


@dataclass(slots=True)
class Account:
    """What is known of a cell: facts of each arm by the field names of ``Arm``, and what is known of both."""

    arms: dict[ArmName, dict[str, Any]] = field(default_factory=lambda: {arm: {} for arm in ARMS})
    correctness: dict[str, Any] | None = None
    warnings: list[str] = field(default_factory=list)
    stage: Stage = "build"
    arm: ArmName | None = None
    ready: bool = False
    ended: bool = False

    def note(self, event: dict[str, Any]) -> None:
        """Take an event of the process."""
        if "stage" in event:
            self.stage, self.arm = event["stage"], event["arm"]
        elif "facts" in event:
            self.arms[event["arm"]].update(event["facts"])
        elif "failed" in event:
            self.arms[event["arm"]].update(event["failed"], stage=self.stage)
        elif "correctness" in event:
            self.correctness = event["correctness"]
        elif "warning" in event:
            self.warnings.append(event["warning"])
        self.ready |= "ready" in event
        self.ended |= "end" in event

    def died(self, status: str, reason: str) -> None:
        """Record that the process ended before its time: a failure of the arm that it was at, or of both."""
        for arm in (self.arm,) if self.arm else ARMS:
            # One that had failed before keeps its own reason.
            if "status" not in self.arms[arm]:
                self.arms[arm].update(status=status, stage=self.stage, reason=reason)

    def open(self) -> tuple[ArmName, ...]:
        """Name the arms of which nobody knows yet how they end."""
        return tuple(arm for arm in ARMS if "status" not in self.arms[arm])


@dataclass(frozen=True, slots=True)
class Watching:
    """What the host has to do with a cell while it is measured.

    ``timeout`` is in seconds, without waiting for others. ``stop`` tells whether to give up; ``turns`` says when it may
    do what; ``staged`` is told of every new stage; ``jobs`` are as many as prepare side by side.
    """

    timeout: float
    stop: Callable[[], bool]
    turns: Turns
    staged: Callable[[Account], None]
    jobs: int = 1


def measure(job: Job, watching: Watching) -> Account:
    """Measure a cell in a process of its own, and whatever happens to that process, say so.

    Where an arm takes the process with it, the other one is measured in a second process.

    Raises:
        Stopped: ``stop`` said so; every process is gone.
    """
    account = Account()
    _attempt(job, account, watching)
    left = tuple(arm for arm in account.open() if arm in job.arms)
    if left and not account.ended:
        account.ended = account.ready = False
        _attempt(replace(job, arms=left), account, watching)
    for arm in account.open():
        account.arms[arm].update(status="not-run")
    return account


def _attempt(job: Job, account: Account, watching: Watching) -> None:
    while not watching.turns.prepare():
        _pause(watching)
    with TemporaryDirectory(prefix="lockstep-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        events = Reader(folder / EVENTS)
        command = [sys.executable, "-P", "-m", CHILD]
        env = measuring_environment(job.threads, watching.jobs) | _in_folder(folder)
        killed = _killed_for_memory()
        with running(command, env=env, cwd=folder, given=replace(job, folder=name).dump()) as process:
            code = _watch(process, events, folder / GO, account, watching)
        for event in events.new():
            account.note(event)
    if code is None:
        account.died("timeout", f"stopped after {watching.timeout:g} s")
    elif code or not account.ended:
        account.died(*_death(code, process.output(), oom=_killed_for_memory() > killed))


def _watch(process: Running, events: Reader, go: Path, account: Account, watching: Watching) -> int | None:
    """Follow a process, and let it sample when it is its turn; give its exit status, or None if it is late."""
    end = time.monotonic() + watching.timeout
    while (code := process.wait(LOOK)) is None and time.monotonic() < end:
        if watching.stop():
            raise Stopped
        for event in events.new():
            before = account.stage, account.arm
            account.note(event)
            if before != (account.stage, account.arm):
                watching.staged(account)
        if account.ready and not go.exists():
            waiting = time.monotonic()
            while not watching.turns.sample():
                _pause(watching)
            go.touch()
            end += time.monotonic() - waiting
    return code


def _pause(watching: Watching) -> None:
    if watching.stop():
        raise Stopped
    time.sleep(LOOK)


def measuring_environment(threads: int, jobs: int = 1) -> dict[str, str]:
    """Give the environment of a measuring process: the user's, without what would change or disturb measuring.

    Of ``jobs`` that compile side by side, each is to start as many processes as it has cores for.
    """
    kept = {name: value for name, value in os.environ.items() if not DROPPED.fullmatch(name)}
    own = {
        "OMP_NUM_THREADS": str(threads),
        "MKL_NUM_THREADS": str(threads),
        "HF_HUB_OFFLINE": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "TRANSFORMERS_VERBOSITY": "error",
        "PYTHONUNBUFFERED": "1",
    }
    if cxx := compiler():
        own["CXX"] = cxx
    if jobs > 1:
        kept.setdefault("TORCHINDUCTOR_COMPILE_THREADS", str(max(1, (os.cpu_count() or 1) // jobs)))
    return {**kept, **own}


def _in_folder(folder: Path) -> dict[str, str]:
    """Have compilation start cold in every cell, and leave nothing."""
    return {
        "TORCHINDUCTOR_CACHE_DIR": str(folder / "inductor"),
        "TRITON_CACHE_DIR": str(folder / "triton"),
        "HF_HOME": str(folder / "huggingface"),
    }


def _death(code: int, output: Output, *, oom: bool) -> tuple[str, str]:
    """Tell what ended a process: status and reason."""
    said = str(output)
    if oom or MEMORY.search(said):
        return "oom", "the process ran out of memory and was killed" if oom else "the process ran out of memory"
    if code < 0:
        name = f"signal {-code}"
        with contextlib.suppress(ValueError):
            name = signal.Signals(-code).name
        return "crash", f"the process was ended by {name}"
    last = scrubbed(output.last_lines(1).rpartition("\n")[2])
    return "crash", f"the process ended with exit status {code}" + (f": {last}" if last else "")


def _killed_for_memory() -> int:
    """Count the processes that Linux has killed so far because memory ran out."""
    with contextlib.suppress(OSError):
        found = re.search(r"^oom_kill (\d+)", Path("/proc/vmstat").read_text(), re.MULTILINE)
        return int(found[1]) if found else 0
    return 0
