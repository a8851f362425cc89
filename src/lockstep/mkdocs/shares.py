"""Processes beside this one that make a share of the pages, where there are processors for them.

They are forks, so nothing has to be carried there: each knows the site as it was when its work began. What it has made
comes back through a pipe, page by page, in order. Where processes cannot be forked, or one of them fails, the pages are
made in this one.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import weakref
from contextlib import suppress
from typing import TYPE_CHECKING

from lockstep.copies import POSSIBLE, fork

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    # Makes something, and says what came of it; nothing where that has failed.
    Work = Callable[[str], bytes]
    # Says what others have in common with it, that would be made for each process; ``None`` where that is nothing.
    Common = Callable[[str], Hashable | None]

# Less is made sooner than processes are.
LEAST = 32
# More of them would wait for this one.
MOST = 8
# How much more than another one of them may be given, for the sake of what it has made for it already: what it makes
# meanwhile has to wait for its turn.
APART = 16
# Bytes before what came of a page, which say how many that is.
LENGTH = 8
# Bytes that a process may be ahead.
AHEAD = 1024 * 1024


def processors() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def divide(names: Sequence[str], count: int, common: Common) -> list[list[str]]:
    """Divide what there is to make among processes: in turn, but what has something in common stays together.

    Args:
        names: what there is to make, in the order in which it will be asked for.
        count: how many processes there are.
        common: says what it has in common with others.
    """
    shares: list[list[str]] = [[] for _ in range(count)]
    known: dict[Hashable, list[str]] = {}
    for name in names:
        least = min(shares, key=len)
        key = common(name)
        share = known.get(key, least)
        if len(share) - len(least) >= APART:
            share = least
        if key is not None:
            known[key] = share
        share.append(name)
    return shares


class Shares:
    """What is made by others, while this process makes what is in between."""

    def __init__(self, names: Sequence[str] = (), work: Work | None = None, common: Common = lambda name: None) -> None:
        """Begin.

        Args:
            names: what there is to make, in the order in which it will be asked for.
            work: makes it.
            common: says what it has in common with others.
        """
        count = min(processors(), MOST) if POSSIBLE and work and len(names) >= LEAST else 1
        # By name, where what came of it will be read.
        self.made: dict[str, int] = {}
        pipes: list[int] = []
        processes: list[int] = []
        if count > 1:
            # Looking for garbage in what is shared would copy all of it, here and there.
            gc.freeze()
        for share in divide(names, count, common)[1:]:
            reading, writing = os.pipe()
            pipes.append(reading)
            process = fork()
            if not process and work:
                _make(share, work, writing, pipes)
            os.close(writing)
            processes.append(process)
            self.made |= dict.fromkeys(share, reading)
        self.end = weakref.finalize(self, _end, pipes, processes)

    def take(self, name: str) -> bytes:
        """Wait for what was made elsewhere; nothing where it was not, or has failed there."""
        reading = self.made.pop(name, None)
        if reading is None:
            return b""
        made = _read(reading, int.from_bytes(_read(reading, LENGTH), "big"))
        if not self.made:
            self.end()
        return made


def _make(names: Sequence[str], work: Work, writing: int, pipes: Sequence[int]) -> None:
    """Make a share; this never returns into what the process was doing."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        # What is said is said again by the one who asked.
        logging.getLogger("mkdocs").handlers.clear()
        for pipe in pipes:
            os.close(pipe)
        _enlarge(writing)
        with os.fdopen(writing, "wb") as answers:
            for name in names:
                try:
                    made = work(name)
                except Exception:
                    # Whoever asked meets it, too.
                    made = b""
                answers.write(len(made).to_bytes(LENGTH, "big") + made)
                answers.flush()
    finally:
        os._exit(0)


def _enlarge(pipe: int) -> None:
    with suppress(ImportError, AttributeError, OSError):
        import fcntl  # noqa: PLC0415 (not on every system)

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, AHEAD)


def _read(pipe: int, length: int) -> bytes:
    """Read so many bytes; nothing where they do not come."""
    parts = []
    while length:
        part = os.read(pipe, min(length, AHEAD))
        if not part:
            return b""
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _end(pipes: Sequence[int], processes: Sequence[int]) -> None:
    if processes:
        gc.unfreeze()
    for pipe in pipes:
        os.close(pipe)
    for process in processes:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
