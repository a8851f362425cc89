"""How long an edit takes to show while the site is served."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from support.server import Server
from support.sized.spent import RunError, processor_s, take_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from support.sized.edits import Edited, Editor

POLL_S = 0.005
# A server is at rest when it has used less of a processor than this for so long.
REST, REST_S = 0.1, 0.75
PATIENCE_S = 600


@dataclass(frozen=True)
class Shown:
    """What one edit took, from saving on.

    ``file_s`` is the time until the page's file was new, ``wall_s`` until the server handed the new page out, which
    MkDocs does not before a build has ended; ``cpu_s`` is what the server and all processes below it used of the
    processor until it was at rest again (to a hundredth of a second), its looking for changes included.
    """

    file_s: float
    wall_s: float
    cpu_s: float


def serve_edits(
    root: Path, editor: Editor, numbers: range, variables: Mapping[str, str], memory: int = 0
) -> list[Shown]:
    """Serve a project, edit a page of it once for each number, and put it back.

    ``memory`` are the bytes that are used for a moment before each: see `take_memory`.
    """
    server = Server(root, variables=variables, patience_s=PATIENCE_S)
    try:
        _rest(server)
        found = []
        for number in numbers:
            take_memory(memory)
            cpu = processor_s(server.process.pid)
            begin = time.perf_counter()
            edited = editor.edit(number)
            _until(server, lambda: edited.mark in _file(server, edited))  # noqa: B023 (called at once)
            file = time.perf_counter() - begin
            _until(server, lambda: edited.mark in server.get(edited.page.removesuffix("index.html")))  # noqa: B023
            wall = time.perf_counter() - begin
            _rest(server)
            found.append(Shown(file, wall, processor_s(server.process.pid) - cpu))
        return found
    finally:
        # Deletes nothing: see ``Bench._away``.
        server.kill()
        editor.restore()


def _file(server: Server, edited: Edited) -> str:
    # The folder may be put in place at this moment.
    for folder in sorted(server.home.glob("lockstep_*/site")) or sorted(server.home.glob("mkdocs_*")):
        with suppress(OSError):
            return (folder / edited.page).read_text("utf-8")
    return ""


def _until(server: Server, holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not holds():
        if server.process.poll() is not None or time.monotonic() > end:
            raise RunError(f"the edit never showed:\n{server.log}")
        time.sleep(POLL_S)


def _rest(server: Server) -> None:
    """Wait until the server does nothing but look for changes."""
    end = time.monotonic() + PATIENCE_S
    before = processor_s(server.process.pid)
    while time.monotonic() < end:
        time.sleep(REST_S)
        now = processor_s(server.process.pid)
        if now - before < REST * REST_S:
            return
        before = now
    raise RunError(f"the server is never at rest:\n{server.log}")
