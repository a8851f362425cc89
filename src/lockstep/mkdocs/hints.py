"""Hears from the system that something may have been saved, where it tells (Linux).

It is told of what it forgets, of folders that are links, and on disks of other machines of nothing: whoever waits here
looks now and then all the same, and looks for himself what it was.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from watchdog.observers.api import BaseObserver, ObservedWatch

# Not that a file was read: every build reads all of them.
KINDS: list[type[FileSystemEvent]] = [
    *(DirCreatedEvent, DirDeletedEvent, DirMovedEvent),
    *(FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent),
]


class Hints(FileSystemEventHandler):
    """Listens at files and folders."""

    def __init__(self) -> None:
        """Listen nowhere yet."""
        self._heard = Event()
        self._observer: BaseObserver | None = None
        # By path: the folder that is listened at, as it was then, and whether to its depth.
        self._places: dict[str, tuple[tuple[int, int] | None, bool]] = {}
        self._watches: dict[str, ObservedWatch] = {}

    def follow(self, paths: Iterable[str]) -> None:
        """Listen at those of the paths that are there, in each folder to its depth: in ones that came anew, too."""
        if sys.platform != "linux":
            return
        folders: dict[str, bool] = {}
        for path in paths:
            deep = os.path.isdir(path)  # noqa: PTH112 (many times a minute)
            # A file may be replaced by another.
            folder = path if deep else str(Path(path).parent)
            folders[folder] = folders.get(folder, False) or deep
        begun = bool(self._places)
        for folder, deep in folders.items():
            place = _place(folder), deep
            if self._places.get(folder) == place:
                continue
            self._places[folder] = place
            # There may be no more to be had, or another version of the library: then there are no hints from here.
            with suppress(Exception):
                self._listen(folder, deep=deep)
            # What was saved in one that is new, until now.
            if begun:
                self.wake()

    def _listen(self, folder: str, *, deep: bool) -> None:
        from watchdog.observers.inotify import InotifyObserver  # noqa: PLC0415 (on Linux alone)

        if self._observer is None:
            observer = InotifyObserver()
            observer.start()
            self._observer = observer
        if folder in self._watches:
            self._observer.unschedule(self._watches.pop(folder))
        self._watches[folder] = self._observer.schedule(self, folder, recursive=deep, event_filter=KINDS)

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Tell whoever waits; what it was is looked for."""
        # A folder that went and came back may be listened at no more.
        for path in (event.src_path, event.dest_path):
            self._places.pop(os.fsdecode(path), None)
        self.wake()

    def wake(self) -> None:
        """Let whoever waits go on."""
        self._heard.set()

    def wait(self, timeout_s: float) -> bool:
        """Wait for a hint; returns whether there has been one since this was asked last."""
        heard = self._heard.wait(timeout_s)
        # Not one that comes just after the time was over.
        if heard:
            self._heard.clear()
        return heard

    def close(self) -> None:
        """Listen no more."""
        if self._observer:
            self._observer.stop()
            self._observer.join()
            self._observer = None


def _place(folder: str) -> tuple[int, int] | None:
    try:
        found = os.stat(folder)  # noqa: PTH116 (many times a minute)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino
