"""The parts of two sections that are compared, each with the parts in it, and what a comparison comes to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lockstep.fences import Fence
    from lockstep.findings import Finding
    from lockstep.parts import Part

    Fences = Mapping[int, Fence]

HOLDERS = ("callout", "quote", "tabs", "table")


@dataclass(slots=True)
class Node:
    """A part and the parts in it."""

    part: Part
    inside: list[Node] = field(default_factory=list)

    def all(self) -> Iterator[Part]:
        """List the part and everything in it."""
        yield self.part
        for node in self.inside:
            yield from node.all()


@dataclass(frozen=True, slots=True)
class Gone:
    """What a translation has lost in one place: one part, or several texts; ``others`` may be meant in their stead."""

    nodes: Sequence[Node]
    others: Sequence[Node]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: the page's path, the line of the section, its parts and the page's fences by line."""

    path: str
    line: int
    parts: Sequence[Part]
    fences: Fences

    def fence(self, part: Part) -> Fence | None:
        """Find the fence that a part stands for."""
        return self.fences.get(part.line)


@dataclass(slots=True)
class Compared:
    """What a comparison came to.

    ``findings``; the ``pairs`` of parts that stand for each other, and those among them that do so for ``sure``, while
    of the others one was lost or added, and which one is a guess; those of the source that none stands for, as the
    outermost of them (``gone``) and all of them (``lost``).
    """

    findings: list[Finding] = field(default_factory=list)
    pairs: list[tuple[Part, Part]] = field(default_factory=list)
    sure: list[tuple[Part, Part]] = field(default_factory=list)
    lost: list[Part] = field(default_factory=list)
    gone: list[Gone] = field(default_factory=list)

    def beside(self, line: int) -> int:
        """Find the translation's line that stands for a line of the source, or for the nearest above it."""
        return max((have.line for have, want in self.pairs if want.line <= line), default=0)


def tree(parts: Sequence[Part]) -> list[Node]:
    """Put parts into those that they stand in."""
    top: list[Node] = []
    open_: list[Node] = []
    base = min((part.depth for part in parts), default=0)
    for part in parts:
        del open_[max(0, part.depth - base) :]
        node = Node(part)
        beside = open_[-1].inside if open_ else top
        if part.kind == "definition":
            # A term holds what is said of it.
            beside = next((one.inside for one in reversed(beside) if one.part.kind == "term"), beside)
        beside.append(node)
        if part.kind in HOLDERS:
            open_.append(node)
    return top
