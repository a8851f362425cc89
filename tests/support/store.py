"""What is kept on disk, as it stands there; and processes that keep something, beside others and without a place."""

import resource
import sqlite3
from contextlib import closing
from pathlib import Path

from lockstep.store import FILE, FOLDER, TOGETHER, Store, digest

KEY = digest("a key")


def base(root: Path) -> sqlite3.Connection:
    return sqlite3.connect(root / FOLDER / FILE)


def texts(root: Path) -> dict[str, bytes]:
    with closing(base(root)) as connection:
        return dict(connection.execute("SELECT key, text FROM kept ORDER BY key"))


def rewrite(root: Path, column: str, value: object, key: str = KEY) -> None:
    with closing(base(root)) as connection, connection:
        connection.execute(f"UPDATE kept SET {column} = ? WHERE key = ?", (value, key))


def size(root: Path) -> int:
    return (root / FOLDER / FILE).stat().st_size


def fill(root: Path, limit: int, times: int = 20) -> None:
    """Put in and take out what others put in and take out at the same time, and close that often."""
    for time in range(times):
        store = Store(root, limit)
        for number in range(60):
            key = digest(str(number))
            # Another may have dropped it again.
            assert store.get(key) in (None, key * 50)
            if (number + time) % 3:
                store.put(key, key * 50)
        store.close()


def limited(root: Path) -> None:
    """Keep something where no file may grow beyond what is there."""
    size = (root / FOLDER / FILE).stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    store = Store(root)
    for number in range(100):
        store.put(digest(f"limited {number}"), "x" * TOGETHER)
    store.close()
