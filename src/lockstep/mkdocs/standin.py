"""What does the same as something of upstream's in less time, and how to know whether that is still what was read."""

from __future__ import annotations

import inspect
import linecache
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from lockstep.store import digest

if TYPE_CHECKING:
    from collections.abc import Mapping

BEGINNING = re.compile(r"([ \t]*)(@|def |async def )")
DEFINITION = ("def ", "async def ")
BRACKETS = ")]}"


class StandIn(NamedTuple):
    """``new`` is put in the place of the attribute ``name`` of a class or a module."""

    owner: object
    name: str
    new: object


def changed(known: Mapping[str, str], plain: Mapping[str, Any]) -> list[str]:
    """Name what of upstream is not what was read, or is not there.

    Args:
        known: digests of the sources that were read, by name.
        plain: what upstream has by those names; ``None``, or nothing at all, where it has nothing.
    """
    return [name for name, read in known.items() if _source(plain.get(name)) != read]


def _source(what: Any) -> str | None:  # noqa: ANN401 (untyped upstream)
    if isinstance(what, re.Pattern):
        return digest(what.pattern, str(what.flags))
    # To find a class in its file, all of that is parsed; what it does is in its functions.
    parts = [one for one in vars(what).values() if inspect.isfunction(one)] if isinstance(what, type) else [what]
    try:
        return digest(*map(source, parts))
    except (OSError, TypeError):
        return None


def source(what: Any) -> str:  # noqa: ANN401 (untyped upstream)
    """Read the source of a function, as `inspect.getsource` does, which takes it apart to find where it ends.

    A block ends where a line begins no further right than it did, unless that closes a bracket or is a comment. Where
    that is within a text, too little is read: but the beginning of the text, which is not what was known either.

    Raises:
        OSError: it cannot be read.
        TypeError: it has none.
    """
    code = getattr(inspect.unwrap(what), "__code__", None)
    lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :] if code else []
    begun = BEGINNING.match(lines[0]) if lines else None
    if not begun:
        return inspect.getsource(what)
    indent, decorated, end = len(begun[1]), begun[2] == "@", 1
    for number, line in enumerate(lines[1:], 2):
        text = line.lstrip()
        if decorated:
            decorated = not text.startswith(DEFINITION)
        elif text and len(line) - len(text) <= indent and text[0] not in BRACKETS:
            # What comes behind a comment tells whether it is the block's.
            if text[0] != "#":
                break
            continue
        if text:
            end = number
    return "".join(lines[:end])
