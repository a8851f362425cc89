"""A stack with few frames, so that a text need not be deep to be too deep."""

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager

FRAMES = 300
LEVELS = 120


@contextmanager
def few_frames() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + FRAMES)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def deep_list() -> str:
    return "\n".join("    " * level + "- x" for level in range(LEVELS))
