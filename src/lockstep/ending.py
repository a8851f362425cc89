"""The end of a process that has made much: Python looks through all of it, several times, before it goes.

Nothing of that is seen by anyone, unless something that is left has to do something at its end, as a file has that
holds back what was written into it.
"""

from __future__ import annotations

import atexit
import gc
import sys
from io import IOBase
from itertools import compress


def end_at_once() -> None:
    """Have this process end without looking for garbage, where nothing that is left then has anything to do."""
    # Once, however often this is called.
    atexit.unregister(_spare)
    atexit.register(_spare)


def _spare() -> None:
    left = gc.get_objects()
    kinds = {kind for kind in set(map(type, left)) if any("__del__" in vars(base) for base in kind.__mro__)}
    standard: list[object] = []
    for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__):
        buffer = getattr(stream, "buffer", None)
        standard += [stream, buffer, getattr(buffer, "raw", None)]
    # By identity: what is left may be anything, and equal to anything.
    known = set(map(id, standard))
    # There may be a million.
    at_work = compress(left, map(kinds.__contains__, map(type, left)))
    if all(id(one) in known or _is_closed(one) for one in at_work):
        gc.freeze()


def _is_closed(one: object) -> bool:
    try:
        return isinstance(one, IOBase) and one.closed
    except ValueError:
        # One that what it writes to was taken from.
        return False
