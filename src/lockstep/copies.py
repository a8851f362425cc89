"""Copies of this process that wait where they were made, to do more work from the state that it had there.

A build changes what it works on as it goes from language to language, so what it knew of the first is gone in the end.
A fork keeps all of it, and costs next to nothing until it is used. Where processes cannot be forked, there are none.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import select
import signal
import sys
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Work = Callable[[Any], Any]

POSSIBLE = hasattr(os, "fork") and sys.platform != "darwin"
# A copy that does not answer in this time is given up: whoever asked does the work in another way.
PATIENCE_S = 3.0


def fork() -> int:
    """Fork this process: as ``os.fork``, without its warning of threads: a copy takes no lock of those."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


class Copy:
    """One that waits for work."""

    def __init__(self, work: Work) -> None:
        """Make it.

        Args:
            work: what it does with each question; both that and the answer are as JSON has them.
        """
        asking, asked = os.pipe()
        answered, answering = os.pipe()
        self.process = fork()
        if not self.process:
            _wait(work, asking, answering)
        os.close(asking)
        os.close(answering)
        self.asked, self.answered = asked, answered

    def tell(self, question: object) -> None:
        """Have it begin."""
        # One that has ended says so when it is asked for its answer.
        with suppress(OSError):
            os.write(self.asked, json.dumps(question).encode() + b"\n")

    def answer(self) -> Any:  # noqa: ANN401 (whatever the work answers)
        """Wait for its answer; ``None`` where it has failed, or takes too long."""
        try:
            return json.loads(self._answer())
        except (OSError, ValueError):
            return None

    def _answer(self) -> bytes:
        answer = b""
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([self.answered], [], [], PATIENCE_S)
            part = os.read(self.answered, 65536) if ready else b""
            if not part:
                raise TimeoutError
            answer += part
        return answer

    def end(self) -> None:
        """End it."""
        os.close(self.asked)
        os.close(self.answered)
        try:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        except (ProcessLookupError, ChildProcessError):
            # Somebody else has seen its end.
            pass


def ask(copies: Sequence[Copy], question: object) -> list[Any]:
    """Have several do their work side by side; ``None`` for each that has failed, or takes too long."""
    for copy in copies:
        copy.tell(question)
    return [copy.answer() for copy in copies]


def _wait(work: Work, asking: int, answering: int) -> None:
    """Do work until nobody can ask for more; this never returns into what the process was doing."""
    status = 1
    try:
        # Collecting garbage would touch, and so copy, all that is shared.
        gc.disable()
        logging.disable()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # Sockets that are listened at, and the other copies' pipes, which would never be closed otherwise.
        kept = sorted((0, 1, 2, asking, answering))
        for low, high in zip(kept, [*kept[1:], os.sysconf("SC_OPEN_MAX")], strict=True):
            os.closerange(low + 1, high)
        with os.fdopen(asking, encoding="utf-8") as questions:
            for question in questions:
                answer = work(json.loads(question))
                os.write(answering, json.dumps(answer).encode() + b"\n")
        status = 0
    finally:
        os._exit(status)
