"""What was worked out once, kept on disk by everything that it depends on, below ``.cache/lockstep/``.

An entry's key is a digest of all that its value was made of, so an entry is never out of date: what depends on
something else has another key. It is safe to delete at any time, to share between builds that run at the same time, and
to leave behind half written: an entry is put in place whole, and one that cannot be read is as if it were not there. A
disk that is full or read-only costs time, and nothing else.
"""

from __future__ import annotations

import contextlib
import json
import os
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

# Of the environment.
SWITCH, OFF = "LOCKSTEP_ACCELERATION", "off"
FOLDER = ".cache/lockstep"
# Bytes. What has not been asked for the longest goes first.
LIMIT = 256 * 1024 * 1024
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


class Store:
    """Values of JSON by key, in a folder; without one, nothing is kept."""

    def __init__(self, root: Path | None, limit: int = LIMIT) -> None:
        """Keep what is put in below ``root``, the project's folder.

        Args:
            root: the project's folder; ``None`` to keep nothing.
            limit: how many bytes may stay there when the store is closed.
        """
        self.folder = root / FOLDER if root else None
        self.limit = limit
        self.used: set[str] = set()
        self.grown = False

    def get(self, key: str) -> Any:  # noqa: ANN401 (whatever was put in)
        """Take what is kept; ``None`` where there is nothing, or nothing that can be read."""
        if not self.folder:
            return None
        try:
            data = self._file(key).read_bytes()
        except OSError:
            return None
        seal, _, text = data.partition(b"\n")
        # The key is in it: an entry that has got another one's name is none.
        if seal.decode("ascii", "replace") != digest(key, text):
            return None
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return None
        self.used.add(key)
        return value

    def put(self, key: str, value: object) -> None:
        """Keep a value, unless the disk refuses it or JSON has no such values."""
        if not self.folder:
            return
        try:
            text = json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()
        except (TypeError, ValueError, RecursionError):
            return
        file = self._file(key)
        # No other process writes to a file of this name, and none reads it before it is whole.
        part = file.with_name(f"{file.name}.{os.getpid()}.part")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if not self.grown:
                _mark(self.folder)
            part.write_bytes(digest(key, text).encode() + b"\n" + text)
            part.replace(file)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()
            return
        self.used.add(key)
        self.grown = True

    def close(self) -> None:
        """Remember what was used, and drop what was not for the longest time where there is too much."""
        if not self.folder or not self.grown:
            return
        self.grown = False
        files = list(_entries(self.folder))
        size = sum(stat.st_size for _, stat in files)
        if size <= self.limit:
            return
        for key in self.used:
            with contextlib.suppress(OSError):
                os.utime(self._file(key))
        for entry, stat in sorted(files, key=lambda file: (file[0].name in self.used, file[1].st_mtime_ns)):
            if size <= self.limit:
                break
            with contextlib.suppress(OSError):
                Path(entry.path).unlink()
            size -= stat.st_size

    def _file(self, key: str) -> Path:
        return Path(self.folder or "", key[:2], key)


# Keeps nothing.
NOTHING = Store(None)


def allowed() -> bool:
    """Whether a shorter way to the same result may be taken."""
    return os.environ.get(SWITCH, "").lower() != OFF


def open_store(root: Path) -> Store:
    """Open the store of a project, unless nothing is to be kept."""
    return Store(root) if allowed() else NOTHING


def _mark(folder: Path) -> None:
    """Keep the folder out of backups and of git."""
    for name, text in ((TAG, SIGNATURE), (".gitignore", "*\n")):
        file = folder / name
        if not file.exists():
            file.write_text(text, "utf-8")


def _entries(folder: Path) -> Iterator[tuple[os.DirEntry[str], os.stat_result]]:
    """List what is kept; another build may take something of it away meanwhile."""
    with contextlib.suppress(OSError):
        for group in os.scandir(folder):
            if group.is_dir():
                for entry in os.scandir(group.path):
                    with contextlib.suppress(OSError):
                        yield entry, entry.stat(follow_symlinks=False)
