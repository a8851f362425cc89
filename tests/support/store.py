"""A process that keeps something, beside others."""

from pathlib import Path

from lockstep.store import Store, digest


def fill(root: Path, limit: int) -> None:
    """Put in and take out what others put in and take out at the same time."""
    store = Store(root, limit)
    for number in range(60):
        key = digest(str(number))
        store.put(key, key * 50)
        # Another may have dropped it again.
        assert store.get(key) in (None, key * 50)
    store.close()
