"""What a process takes: time of the processor, time on the clock, memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from lockstep.processes import descendants
from support.project import environment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SAMPLE_S = 0.2
# A program that needs next to no memory itself.
BARE = (sys.executable, "-I", "-S")
LAUNCH = Path(__file__).with_name("launch.py")
TAKE = "import sys; b'x' * int(sys.argv[1])"


class RunError(Exception):
    """A command that was to be measured has failed; the text is what it said."""


@dataclass(frozen=True)
class Spent:
    """What a command took.

    ``cpu_s`` is user and system time of its process and of all those below it that have ended. ``process_mib`` is the
    most that any single one of them had in memory; where several work at once, ``tree_mib`` says more: the most that
    they were seen to have together, five times a second. What several processes share counts once, as far as none
    outside shares it too. It is ``None`` where nobody watched, the system does not tell, or nothing was seen.
    """

    cpu_s: float
    wall_s: float
    process_mib: float
    tree_mib: float | None = None

    def __add__(self, other: Spent) -> Spent:
        """Add what another took after it."""
        return Spent(
            self.cpu_s + other.cpu_s,
            self.wall_s + other.wall_s,
            max(self.process_mib, other.process_mib),
            None if self.tree_mib is None or other.tree_mib is None else max(self.tree_mib, other.tree_mib),
        )


def run(
    command: Sequence[str],
    folder: Path,
    variables: Mapping[str, str] | None = None,
    *,
    memory: int = 0,
    watched: bool = False,
) -> Spent:
    """Run a command and measure it.

    Args:
        command: the program and its arguments.
        folder: where it runs.
        variables: of its environment, beside those of this one.
        memory: bytes that are used for a moment before it starts: see `take_memory`.
        watched: whether the memory of all its processes is watched, which costs it time of the processor.

    Raises:
        RunError: its exit status is not 0.
    """
    take_memory(memory)
    answer, ours = os.pipe()
    with tempfile.TemporaryFile() as said, os.fdopen(answer, "rb") as took:
        process = subprocess.Popen(
            (*BARE, LAUNCH, str(ours), *command),
            cwd=folder,
            env=environment() | dict(variables or {}),
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            pass_fds=(ours,),
        )
        os.close(ours)
        watch = _Memory(process.pid)
        if watched:
            watch.start()
        text = took.read()
        process.wait()
        if watched:
            watch.stop()
        # Without a program to start, it says nothing there.
        found = json.loads(text) if text else {"status": process.returncode}
        if found["status"]:
            said.seek(0)
            raise RunError(f"{' '.join(command)} (status {found['status']})\n{said.read().decode('utf-8', 'replace')}")
    return Spent(found["cpu_s"], found["wall_s"], found["process_mib"], watch.most_mib)


def take_memory(size: int) -> None:
    """Use so many bytes of memory for a moment, though at most half of what is free, and give them back.

    The host of a virtual machine takes back what is free there, and gives it again page by page, to whoever uses it
    next: to write to a page for the first time took 40 microseconds in the place of 3 on one such machine. A build
    would pay for that, or not, by what was done before it.
    """
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    subprocess.run((*BARE, "-c", TAKE, str(min(size, free // 2))), check=True)


def processor_s(pid: int) -> float:
    """Read how long a running process and all those below it, ended or not, have used the processor so far."""
    used = 0.0
    for one in (pid, *descendants(pid)):
        with suppress(psutil.Error):
            times = psutil.Process(one).cpu_times()
            used += times.user + times.system + times.children_user + times.children_system
    return used


class _Memory(threading.Thread):
    """Watches the memory of those below a process."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.ended = pid, threading.Event()
        self.most_mib: float | None = None

    def run(self) -> None:
        if not psutil.LINUX:
            return
        while not self.ended.wait(SAMPLE_S):
            self.most_mib = max(self.most_mib or 0, sum(map(_share_mib, descendants(self.pid))))

    def stop(self) -> None:
        self.ended.set()
        self.join()


def _share_mib(pid: int) -> float:
    # A process that has just ended has none.
    with suppress(psutil.Error):
        return float(psutil.Process(pid).memory_full_info().pss / 1024**2)
    return 0
