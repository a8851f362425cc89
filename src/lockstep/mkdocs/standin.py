"""What does the same as something of upstream's in less time, and is put in its place."""

from __future__ import annotations

from typing import NamedTuple


class StandIn(NamedTuple):
    """``new`` is put in the place of the attribute ``name`` of a class or a module."""

    owner: object
    name: str
    new: object
