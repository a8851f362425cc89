"""What was worked out once, kept on disk by everything that it depends on, below ``.cache/lockstep/``.

An entry's key is a digest of all that its value was made of, so an entry is never out of date: what depends on
something else has another key. All entries are in one file of SQLite, which is safe to delete at any time, to share
between builds that run at the same time, and to leave behind by a build that is killed; an entry that is not whole is
as if it were not there, and so is a file that is damaged. A disk that is full or read-only costs time, and nothing
else.
"""

from __future__ import annotations

import contextlib
import json
import marshal
import os
import time
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from zlib import crc32

try:
    import sqlite3
except ImportError:  # A Python that was built without it keeps nothing.
    sqlite3 = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Of the environment.
SWITCH, OFF = "LOCKSTEP_ACCELERATION", "off"
FOLDER = ".cache/lockstep"
# Its number says how entries are kept: with another, it is another file.
FILE = "kept-1.sqlite"
# Of ``marshal``: the last that holds no more than a tree, so that what is in itself is no value.
FORM = 2
# Bytes. What has not been asked for the longest goes first.
LIMIT = 256 * 1024 * 1024
# Bytes that are held back, to be written together: no other build waits long for that.
TOGETHER = 4 * 1024 * 1024
# Another build may be writing. Seconds.
PATIENCE_S = 5.0
# By the convention of programs that make backups.
TAG = "CACHEDIR.TAG"
SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55\n# Made by Lockstep; safe to delete.\n"
DIGEST = 16  # Bytes: two things that differ have the same digest less often than disks fail.


def digest(*parts: str | bytes) -> str:
    """Make one digest of several texts; where one ends and the next begins makes a difference."""
    made = blake2b(digest_size=DIGEST)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        made.update(b"%d:" % len(data))
        made.update(data)
    return made.hexdigest()


def encode(value: Any) -> bytes | None:  # noqa: ANN401 (whatever is to be kept)
    """Write a value as it is kept; ``None`` where that cannot be done.

    Only the Python that has written it reads it again, so this is in its own form, which takes a third of the time of
    JSON. That has no kinds of text but its own, for which JSON stands in.
    """
    with contextlib.suppress(ValueError):
        return marshal.dumps(value, FORM)
    try:
        return marshal.dumps(json.loads(json.dumps(value)), FORM)
    except (TypeError, ValueError, RecursionError):
        return None


def decode(text: bytes) -> Any:  # noqa: ANN401 (whatever was written)
    """Read a value; ``None`` where it is none."""
    try:
        # What is kept is what Lockstep has written, and whole.
        return marshal.loads(text)  # noqa: S302
    except (EOFError, TypeError, ValueError):
        return None


class Store:
    """Texts, bytes, numbers, and lists and dictionaries of them, by key, in a folder; without one, nothing is kept.

    A key says which Python has written it, as ``installed`` does: no other may read it.
    """

    def __init__(self, root: Path | None, limit: int = LIMIT) -> None:
        """Keep what is put in below ``root``, the project's folder.

        Args:
            root: the project's folder; ``None`` to keep nothing.
            limit: how many bytes may stay there when the store is closed.
        """
        self.folder = root / FOLDER if root and sqlite3 else None
        self.limit = limit
        self.used: set[str] = set()
        # The keys that were on disk when one was asked for first, and those that were put in since.
        self.known: set[str] | None = None
        # What is not written yet.
        self.held: dict[str, bytes] = {}
        self.size = 0
        self.grown = False
        # What has failed once is not waited for a second time.
        self.failed = False
        self.base: sqlite3.Connection | None = None
        # A connection is of no use in a fork of the process that has made it.
        self.process = os.getpid()

    def has(self, key: str) -> bool:
        """Whether something is kept, whole or not."""
        if key in self.held:
            return True
        # Most of what a build asks for is there, or nothing is; the file would be locked and looked at for each.
        if self.known is None:
            found = self._ask(lambda base: base.execute("SELECT key FROM kept").fetchall())
            self.known = {one for (one,) in found or ()}
        return key in self.known

    def get(self, key: str) -> Any:  # noqa: ANN401 (whatever was put in)
        """Take what is kept; ``None`` where there is nothing, or nothing that can be read."""
        text = self.held.get(key)
        if text is None and self.has(key):
            text = self._ask(lambda base: self._text(base, key))
        value = None if text is None else decode(text)
        if value is not None:
            self.used.add(key)
        return value

    def put(self, key: str, value: object) -> None:
        """Keep a value, unless the disk refuses it or it cannot be written."""
        text = encode(value) if self.folder else None
        if text is not None:
            self.hold(key, text)

    def hold(self, key: str, text: bytes) -> None:
        """Keep a value that is encoded already."""
        self.held[key] = text
        self.used.add(key)
        if self.known is not None:
            self.known.add(key)
        self.size += len(text)
        if self.size > TOGETHER:
            self._write()

    def close(self) -> None:
        """Write what is held back, and drop what was not used for the longest time where there is too much."""
        self._write()
        if self.grown:
            self._ask(self._drop, change=True)
            # Not ``execute``, which leaves most of it undone.
            self._ask(lambda base: base.executescript("BEGIN IMMEDIATE; PRAGMA incremental_vacuum; COMMIT"))
        self.grown = False
        if self.base and self.process == os.getpid():
            self.base.close()
        self.base = None

    def _write(self) -> None:
        if self.held:
            self._ask(self._insert, change=True)
        self.held, self.size = {}, 0

    def _ask(self, work: Callable[[sqlite3.Connection], Any], *, change: bool = False) -> Any:  # noqa: ANN401
        """Do something with what is on disk; ``None`` where that cannot be done.

        Args:
            work: takes the connection.
            change: whether that changes anything: then it is done as one, in a file that is made where there is none.
        """
        if not self.folder or self.failed or self.process != os.getpid():
            return None
        try:
            if not self.base:
                if not change and not (self.folder / FILE).exists():
                    return None
                self.base = self._open(self.folder)
            if not change:
                return work(self.base)
            with self.base:
                # Not when it comes to writing: two that have read, and wait for each other then, would both fail.
                self.base.execute("BEGIN IMMEDIATE")
                work(self.base)
        except (sqlite3.OperationalError, OSError):
            # Locked for too long, full, read-only, no folder.
            self.failed = True
        except sqlite3.DatabaseError:
            self._discard(self.folder)
        return None

    def _open(self, folder: Path) -> sqlite3.Connection:
        file = folder / FILE
        if not file.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _mark(folder)
        # The server builds in threads, one after the other.
        base = sqlite3.connect(file, timeout=PATIENCE_S, check_same_thread=False, isolation_level=None)
        # What the system loses when it falls over is found out by its seal.
        base.execute("PRAGMA synchronous = OFF")
        if not base.execute("PRAGMA page_count").fetchone()[0]:
            base.execute("PRAGMA auto_vacuum = INCREMENTAL")
        base.execute("CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, used INTEGER, seal INTEGER, text BLOB)")
        return base

    def _text(self, base: sqlite3.Connection, key: str) -> bytes | None:
        found = base.execute("SELECT seal, text FROM kept WHERE key = ?", (key,)).fetchone()
        # The key is in it: an entry that has got another one's name is none.
        return found[1] if found and isinstance(found[1], bytes) and found[0] == _seal(key, found[1]) else None

    def _insert(self, base: sqlite3.Connection) -> None:
        now = time.time_ns()
        rows = ((key, now, _seal(key, text), text) for key, text in self.held.items())
        base.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", rows)
        self.grown = True

    def _drop(self, base: sqlite3.Connection) -> None:
        over = _size(base) - self.limit
        if over <= 0:
            return
        now = time.time_ns()
        base.executemany("UPDATE kept SET used = ? WHERE key = ?", ((now, key) for key in self.used))
        for key, size in base.execute("SELECT key, length(text) FROM kept ORDER BY used").fetchall():
            base.execute("DELETE FROM kept WHERE key = ?", (key,))
            over -= size
            # What is left of a page of the file is not counted in an entry's size.
            if over <= 0 and (over := _size(base) - self.limit) <= 0:
                break

    def _discard(self, folder: Path) -> None:
        """Make an end of a file that is damaged: the next entry begins a new one."""
        if self.base:
            self.base.close()
            self.base = None
        for name in (FILE, f"{FILE}-journal"):
            with contextlib.suppress(OSError):
                (folder / name).unlink()


# Keeps nothing.
NOTHING = Store(None)


def allowed() -> bool:
    """Whether a shorter way to the same result may be taken."""
    return os.environ.get(SWITCH, "").lower() != OFF


def open_store(root: Path) -> Store:
    """Open the store of a project, unless nothing is to be kept."""
    return Store(root) if allowed() else NOTHING


def _seal(key: str, text: bytes) -> int:
    """Sum up an entry, to see that it is whole."""
    return crc32(text, crc32(key.encode()))


def _size(base: sqlite3.Connection) -> int:
    """Measure what is in use of the file, in bytes."""
    asked = ("page_size", "page_count", "freelist_count")
    page, count, free = (base.execute(f"PRAGMA {name}").fetchone()[0] for name in asked)
    return int(page * (count - free))


def _mark(folder: Path) -> None:
    """Keep the folder out of backups and of git."""
    for name, text in ((TAG, SIGNATURE), (".gitignore", "*\n")):
        file = folder / name
        if not file.exists():
            file.write_text(text, "utf-8")
