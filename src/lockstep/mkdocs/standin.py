"""What does the same as something of upstream's in less time, and how to know whether that is still what was read."""

from __future__ import annotations

import inspect
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
        plain: what upstream has by those names; ``None`` where it has nothing.
    """
    return [name for name, read in known.items() if _source(plain[name]) != read]


def _source(what: Any) -> str | None:  # noqa: ANN401 (untyped upstream)
    try:
        return digest(inspect.getsource(what))
    except (OSError, TypeError):
        return None
