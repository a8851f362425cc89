"""What holds for every program while it runs: no network, no coroutine left unawaited, its shown output kept.

Imported only by processes that run a program; it needs no torch.
"""

from __future__ import annotations

import contextlib
import gc
import inspect
import io
import socket
import sys
import types
import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator

    from _typeshed import ReadableBuffer

LOCAL = {"127.0.0.1", "::1", "localhost"}
# Calls that ask a name server.
LOOKUPS = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"}
# Characters of printed text that a page may show.
MOST_SHOWN = 20_000
# How deep a coroutine's origin is looked for.
ORIGIN_DEPTH = 16


class NoNetworkError(PermissionError):
    """A program has asked for the network."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("programs run without a network")


def refuse_network() -> None:
    """Refuse every socket but local ones (AF_UNIX) in this process, for good."""
    unix = getattr(socket, "AF_UNIX", None)

    def refuse(event: str, arguments: tuple[Any, ...]) -> None:
        if not event.startswith("socket."):
            return
        if event in LOOKUPS:
            raise NoNetworkError
        if unix is None:
            # Windows makes pairs of sockets from local connections.
            if event == "socket.connect" and arguments[1][0] not in LOCAL:
                raise NoNetworkError
        # A family of -1 is that of a socket which is open already.
        elif event == "socket.__new__" and arguments[1] not in (unix, -1):
            raise NoNetworkError

    # Unlike a replaced function, an audit hook cannot be undone by the program, and serves C code too.
    sys.addaudithook(refuse)


class Coroutines:
    """Watches for coroutines that are made and never awaited, which Python only warns of."""

    def __init__(self, file: str) -> None:
        """Watch those made by the program ``file``."""
        self._file = file
        self._forgotten: list[tuple[str, int]] = []
        sys.set_coroutine_origin_tracking_depth(ORIGIN_DEPTH)
        # Called by the interpreter whatever the program does with its warnings.
        warn = warnings._warn_unawaited_coroutine  # type: ignore[attr-defined]

        def note(coroutine: types.CoroutineType[Any, Any, Any]) -> None:
            self._note(coroutine)
            warn(coroutine)

        warnings._warn_unawaited_coroutine = note  # type: ignore[attr-defined]

    def _note(self, coroutine: types.CoroutineType[Any, Any, Any]) -> None:
        lines = [line for name, line, _ in coroutine.cr_origin or () if name == self._file]
        if lines:
            self._forgotten.append((coroutine.__qualname__, lines[0]))

    def forgotten(self, *, at_the_end: bool = False) -> tuple[str, int] | None:
        """Name the first coroutine that was dropped without being awaited, and the line that made it.

        ``at_the_end`` counts those that still wait.
        """
        if at_the_end and not self._forgotten:
            for found in gc.get_objects():
                if type(found) is types.CoroutineType and inspect.getcoroutinestate(found) == inspect.CORO_CREATED:
                    self._note(found)
        return self._forgotten[0] if self._forgotten else None


class Printed:
    """What was written to ``sys.stdout`` under `keep`, as text."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._data = bytearray()

    @property
    def text(self) -> str:
        """Give the text, with ``\\n`` line ends."""
        return self._data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")

    @contextlib.contextmanager
    def keep(self) -> Generator[None]:
        """Keep what is written, and let it through."""
        before = sys.stdout
        before.flush()
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(_Tee(before.fileno(), self._data)), encoding="utf-8", errors=before.errors
        )
        try:
            yield
        finally:
            with contextlib.suppress(ValueError, OSError):
                # The program may have closed it, or put another in its place.
                sys.stdout.flush()
            sys.stdout = before


class _Tee(io.RawIOBase):
    """Writes to a file descriptor and keeps the beginning."""

    def __init__(self, descriptor: int, kept: bytearray) -> None:
        self._out = io.FileIO(descriptor, "w", closefd=False)
        self._kept = kept

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._out.fileno()

    def write(self, data: ReadableBuffer) -> int:
        written = self._out.write(data) or 0
        # One more than may be shown, so that too much is seen to be too much.
        self._kept += bytes(data)[:written][: 4 * MOST_SHOWN + 1 - len(self._kept)]
        return written
