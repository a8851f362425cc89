"""Running a command that may hang, crash, leave children behind or write without end."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

# Bytes kept from each end of the output.
KEPT = 32 * 1024
# Seconds to wait for the end of the output once every process of the group has been killed.
DRAIN = 5.0
# Marks a process and, by inheritance, its descendants: those that leave its group are found by it.
MARK = "LOCKSTEP_RUN"
# Enough for the error that matters, short enough for a report on a screen.
SHOWN_LINES = 20


@dataclass(frozen=True, slots=True)
class Output:
    """What a process wrote to stdout and stderr, together.

    All of it is in ``head`` unless it was too long: then ``dropped`` bytes are missing between ``head`` and ``tail``.
    """

    head: str = ""
    tail: str = ""
    dropped: int = 0

    def __str__(self) -> str:
        """Show the output, with a line in place of what was dropped."""
        return f"{self.head}\n[... {self.dropped:,} bytes ...]\n{self.tail}" if self.dropped else self.head

    def last_lines(self, count: int = SHOWN_LINES) -> str:
        """Show the last lines, where errors are."""
        lines = str(self).rstrip().splitlines()
        return "\n".join(["[...]", *lines[-count:]] if len(lines) > count else lines)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit status (negative: the signal that ended it), or None at the time limit.

    ``orphaned`` says that nobody knows, since the process that had started it was gone before.
    """

    code: int | None
    output: Output
    seconds: float
    orphaned: bool = False


class Running:
    """A command that was started."""

    def __init__(self, process: subprocess.Popen[bytes], drain: Drain) -> None:
        """Take the process, and what reads its output."""
        self._process, self._drain = process, drain

    def wait(self, seconds: float) -> int | None:
        """Give its exit status (negative: the signal that ended it), or None if it goes on after ``seconds``."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def output(self) -> Output:
        """Give what it has written so far, to stdout and stderr together."""
        return self._drain.output()


@contextlib.contextmanager
def running(command: Sequence[str], *, env: Mapping[str, str], cwd: Path, given: bytes = b"") -> Iterator[Running]:
    """Start a command with ``given`` as its whole input; no descendant outlives the block.

    A descendant that leaves the process group (``setsid``), and its parent, and the environment that it was given,
    escapes.
    """
    mark = secrets.token_hex(8)
    reading, writing = os.pipe()
    drain = Drain(reading)
    try:
        process = _start(command, {**env, MARK: mark}, cwd, writing, given)
    except OSError:
        os.close(reading)
        raise
    finally:
        os.close(writing)
    drain.start()
    try:
        yield Running(process, drain)
    finally:
        below = descendants(process.pid)
        kill_group(process)
        process.wait()
        for other in {*below, *marked(mark)}:
            kill(other)
        drain.join(DRAIN)


def run(command: Sequence[str], *, env: Mapping[str, str], cwd: Path, limit: float) -> Ended:
    """Run a command with stdin closed for at most ``limit`` seconds; no descendant outlives it, as in `running`."""
    started = time.monotonic()
    with running(command, env=env, cwd=cwd) as process:
        code = process.wait(limit)
    return Ended(code, process.output(), time.monotonic() - started)


def descendants(pid: int) -> list[int]:
    """List the processes below one that is still there."""
    # Part of the extras that run programs or models.
    import psutil  # type: ignore[import-untyped]  # noqa: PLC0415

    try:
        return [child.pid for child in psutil.Process(pid).children(recursive=True)]
    except psutil.Error:
        return []


def marked(mark: str) -> list[int]:
    """List the processes that were started with this mark in their environment."""
    import psutil  # noqa: PLC0415

    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == mark:
                found.append(process.pid)
    return found


def kill(pid: int) -> None:
    """End a process, if it is there and may be ended."""
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


class Drain(threading.Thread):
    """Reads a pipe to its end, whatever its length, and keeps both ends of what came."""

    def __init__(self, reading: int) -> None:
        """Take the end to read from, and close it when done."""
        # A descendant that escaped may hold the pipe open; it must not hold the host.
        super().__init__(daemon=True)
        self._reading = reading
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = self._dropped = 0

    def run(self) -> None:
        """Read to the end."""
        with os.fdopen(self._reading, "rb", buffering=0) as pipe:
            while chunk := pipe.read(64 * 1024):
                room = KEPT - len(self._head)
                self._head += chunk[:room]
                if len(chunk) > room:
                    self._keep_tail(chunk[room:])

    def _keep_tail(self, chunk: bytes) -> None:
        self._tail.append(chunk)
        self._tail_size += len(chunk)
        while self._tail_size - len(self._tail[0]) > KEPT:
            gone = len(self._tail.popleft())
            self._tail_size -= gone
            self._dropped += gone

    def output(self) -> Output:
        """Give what has come so far."""
        tail = b"".join(self._tail)
        cut = tail[-KEPT:]
        dropped = self._dropped + len(tail) - len(cut)
        if not dropped:
            return Output(_text(bytes(self._head) + cut))
        return Output(_text(bytes(self._head)), _text(cut), dropped)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")


def _start(
    command: Sequence[str], env: Mapping[str, str], cwd: Path, writing: int, given: bytes
) -> subprocess.Popen[bytes]:
    # A file holds any length without a second party that has to write it; at its end, or empty, it reads as closed.
    with tempfile.TemporaryFile() as stdin:
        stdin.write(given)
        stdin.seek(0)
        return subprocess.Popen(  # noqa: S603 - the command is our own
            command,
            env=env,
            cwd=cwd,
            stdin=stdin,
            stdout=writing,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # without effect on Windows
        )


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """End a process that leads a group, and the group."""
    if sys.platform == "win32":
        process.kill()
        return
    # The group outlives its leader as long as it has members.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
