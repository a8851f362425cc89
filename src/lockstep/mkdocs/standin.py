"""What does the same as something of upstream's in less time, and how to know whether that is still what was read."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from lockstep.store import digest

if TYPE_CHECKING:
    from collections.abc import Mapping


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
        return digest(*map(inspect.getsource, parts))
    except (OSError, TypeError):
        return None
