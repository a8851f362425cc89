"""Sees what an author saves. It takes the place of the observer of MkDocs' server, whose methods it has.

That one forgets a folder for good once it is removed, as a checkout of another branch does, refuses one that is not
there yet, first looks when the first build is over, and takes an editor's own files for pages.
"""

from __future__ import annotations

import os
import re
import stat
import time
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from watchdog.events import FileModifiedEvent

from lockstep.mkdocs.hints import Hints

if TYPE_CHECKING:
    from collections.abc import Iterator

    from watchdog.events import FileSystemEventHandler

    # Every file, and what changes when it is written or replaced.
    State = tuple[int, int, int]
    Snapshot = dict[str, State]

# Of what was changed or shown last, an author will most likely change more: that is looked at all the time.
OFTEN_S = 0.05
MOST = 32
# Looking at everything takes a share of a processor, however much there is.
SHARE = 0.05
INTERVAL_S = (0.15, 1.0)
# And a larger one where the system says that something was saved, which something else may be all the time.
SHARE_HEARD = 0.25
# A save may be several steps: a probe, a backup, a new file in the old one's place. Then nothing changes for a while.
QUIET_S = 0.15
# One file whose contents were written anew is whole sooner than that.
SOON_S = 0.05
# What never comes to rest is built as it is.
LONGEST_S = 5.0
# What editors and systems put beside a file that is being edited: no one's page, and often there for hours.
NOT_OURS = re.compile(
    r".*~|#.*#|\.#.*|\..*\.sw[a-p]|4913|.*\.kate-swp|.*___jb_(tmp|old)___|\.goutputstream-\w+|\.~lock\..*"
    r"|\.DS_Store|\.git|__pycache__|\.ipynb_checkpoints"
)


class Watcher:
    """Looks at files and folders, whether or not they are there, and tells whoever asked when they have changed."""

    def __init__(self) -> None:
        """Watch nothing yet; nothing is told before :meth:`start`."""
        self._lock = Lock()
        self._handlers: dict[str, list[FileSystemEventHandler]] = {}
        self._recursive: dict[str, bool] = {}
        self._seen: dict[str, Snapshot] = {}
        # Files that are looked at often, and what they were when that was done last.
        self._near: dict[str, State | None] = {}
        self._took_s = 0.0
        self._changes: set[str] = set()
        self._stopped = Event()
        self._hints = Hints()
        self._thread = Thread(target=self._run, name="lockstep-watcher", daemon=True)

    def see(self, path: str, *, recursive: bool = True) -> None:
        """Remember what is there now, so that what is saved from now on is a change."""
        path = str(Path(path).absolute())
        with self._lock:
            if path not in self._seen:
                self._recursive[path] = recursive
                self._seen[path] = snapshot(path, recursive=recursive)

    def schedule(self, handler: FileSystemEventHandler, path: str, *, recursive: bool = True) -> str:
        """Tell a handler of every change at a path; returns what :meth:`unschedule` takes."""
        path = str(Path(path).absolute())
        self.see(path, recursive=recursive)
        with self._lock:
            self._handlers.setdefault(path, []).append(handler)
        return path

    def unschedule(self, path: str) -> None:
        """Tell nobody any more of changes at a path."""
        with self._lock:
            for known in (self._handlers, self._recursive, self._seen):
                known.pop(path, None)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()
        self._hints.wake()

    def join(self, timeout: float | None = None) -> None:
        """Wait for the end of the last look."""
        if self._thread.ident:
            self._thread.join(timeout)

    def draw_near(self, path: str) -> None:
        """Look at a file more often than at the others, which is more often than at those of before."""
        with self._lock:
            self._near.pop(path, None)
            self._near[path] = _state(path)
            if len(self._near) > MOST:
                del self._near[next(iter(self._near))]

    def take(self) -> set[str]:
        """Take the files that were changed, replaced, made or removed since this was asked for."""
        with self._lock:
            changes, self._changes = self._changes, set()
        return changes

    def _run(self) -> None:
        looked, heard = time.monotonic(), False
        while not self._stopped.is_set():
            self._hints.follow(self._recursive.copy())
            heard |= self._hints.wait(OFTEN_S)
            since = time.monotonic() - looked
            least, most = INTERVAL_S
            if (
                (heard and since >= self._took_s / SHARE_HEARD)
                or self._is_near_changed()
                or since >= min(max(self._took_s / SHARE, least), most)
            ):
                # What is heard from now on may be of later.
                heard = False
                self.look()
                looked = time.monotonic()
                with self._lock:
                    self._near = {path: _state(path) for path in self._near}
        self._hints.close()

    def _is_near_changed(self) -> bool:
        with self._lock:
            near = list(self._near.items())
        return any(_state(path) != state for path, state in near)

    def look(self) -> None:
        """Look once, and where something has changed tell of it when it has come to rest."""
        begin = time.perf_counter()
        now = self._look()
        self._took_s = time.perf_counter() - begin
        if not self._changed(now):
            return
        end = time.monotonic() + LONGEST_S
        while time.monotonic() < end:
            if self._stopped.wait(SOON_S if self._is_written_anew(now) else QUIET_S):
                return
            before, now = now, self._look()
            if before == now:
                break
        # What was there in between only, such as an editor's probe, has changed nothing.
        changed = self._changed(now)
        files = {file for path in changed for file in self._files_changed(path, now[path])}
        for file in files:
            self.draw_near(file)
        with self._lock:
            self._changes |= files
            self._seen.update({path: now[path] for path in changed if path in self._seen})
            handlers = [(path, handler) for path in changed for handler in self._handlers.get(path, ())]
        for path, handler in handlers:
            handler.on_any_event(FileModifiedEvent(path))

    def _files_changed(self, path: str, now: Snapshot) -> set[str]:
        seen = self._seen.get(path, {})
        return {file for file, _ in seen.items() ^ now.items()}

    def _is_written_anew(self, now: dict[str, Snapshot]) -> bool:
        """Whether what has changed is one file, which is there, as it was, and is not empty."""
        files = {file for path in self._changed(now) for file in self._files_changed(path, now[path])}
        if len(files) != 1:
            return False
        file = files.pop()
        with self._lock:
            states = [some.get(file) for some in (*now.values(), *self._seen.values())]
        here = [state for state in states if state]
        return len(here) > 1 and all(size for _, size, _ in here) and len({node for *_, node in here}) == 1

    def _look(self) -> dict[str, Snapshot]:
        with self._lock:
            paths = dict(self._recursive)
        return {path: snapshot(path, recursive=recursive) for path, recursive in paths.items()}

    def _changed(self, now: dict[str, Snapshot]) -> list[str]:
        with self._lock:
            return [path for path, files in now.items() if path in self._seen and self._seen[path] != files]


def snapshot(path: str, *, recursive: bool = True) -> Snapshot:
    """Take down every file at a path or below it; nothing where nothing is."""
    return dict(_files(path, recursive, ()))


def _state(path: str) -> State | None:
    try:
        found = os.stat(path)  # noqa: PTH116 (many times a second)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _files(path: str, recursive: bool, above: tuple[tuple[int, int], ...]) -> Iterator[tuple[str, State]]:
    try:
        found = os.stat(path)  # noqa: PTH116 (many times a minute, of every file)
    except (OSError, ValueError):
        return
    if not stat.S_ISDIR(found.st_mode):
        yield path, (found.st_mtime_ns, found.st_size, found.st_ino)
        return
    # A link may lead back to a folder that it is in.
    here = (found.st_dev, found.st_ino)
    if here in above or (above and not recursive):
        return
    try:
        names = os.listdir(path)  # noqa: PTH208 (the same)
    except OSError:
        return
    for name in names:
        if not NOT_OURS.fullmatch(name):
            yield from _files(os.path.join(path, name), recursive, (*above, here))  # noqa: PTH118 (the same)
