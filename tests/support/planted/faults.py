"""Faults: where each kind is planted, and which findings speak of it.

A kind is a function that spoils a page of one language, in one section, and says on which lines a finding may stand; it
returns ``None``, with nothing changed, where the section has no place for it. The modules beside this one hold them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from support.planted.blocks import Block
from support.planted.words import Image, Link, Phrase, Piece, Speaker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from support.planted.pages import Page, Section, Written
    from support.planted.site import Site

Place = Callable[["Written"], set[int]]


@dataclass
class Spot:
    """A section of a page in one language, to plant a fault in; ``section`` is the language's own."""

    site: Site
    language: str
    page: Page
    index: int
    random: Random

    @property
    def section(self) -> Section:
        """The section."""
        return self.page.sections[self.index]

    @property
    def speaker(self) -> Speaker:
        """Who says something else."""
        return Speaker(self.random)

    def neighbour(self, by: int) -> Section | None:
        """Take the section above or below, where there is one."""
        at = self.index + by
        return self.page.sections[at] if 0 <= at < len(self.page.sections) else None

    def blocks(self, kind: str) -> list[Block]:
        """List the section's blocks of a kind, in any depth, those of every language."""
        return [block for block in self.section.all() if block.kind == kind and not block.languages]

    def pick(self, kind: str, test: Callable[[Block], bool] = lambda _: True) -> Block | None:
        """Draw one of them."""
        found = [block for block in self.blocks(kind) if test(block)]
        return self.random.choice(found) if found else None

    def new(self, kind: str, **parts: object) -> Block:
        """Make a block."""
        return Block(kind, self.random.randrange(10**6, 10**9), **parts)  # type: ignore[arg-type]

    def pieces(self, what: type, form: str) -> Iterator[tuple[object, list[Piece], int]]:
        """List the links or images that are written in one form: whose they are, in which list, and where in it."""
        for block in self.section.all():
            for owner in (block, *block.items):
                for at, piece in enumerate(owner.pieces):
                    if isinstance(piece, what) and piece.form == form and not block.languages:  # type: ignore[attr-defined]
                        yield owner, owner.pieces, at


@dataclass(frozen=True)
class Kind:
    """A kind of fault: its findings' codes, the codes of what follows from it, and what it needs for itself.

    ``scope`` is ``section``, ``neighbours`` (the sections above and below too), ``front`` (the front matter) or
    ``page``; ``source`` says that it is one of the source language.
    """

    name: str
    codes: frozenset[str]
    plant: Callable[[Spot], Place | None]
    scope: str = "section"
    also: frozenset[str] = frozenset()
    source: bool = False


@dataclass(frozen=True)
class Fault:
    """A planted fault: its kind, its file, what findings it has there, and where.

    ``page`` is the language and name of the page that it is on, ``None`` for one of another file.
    """

    kind: str
    path: str
    codes: frozenset[str]
    also: frozenset[str]
    place: Place
    page: tuple[str, str] | None = None

    def lines(self, site: Site) -> set[int]:
        """List the lines that a finding may stand on, once the site is written."""
        return self.place(site.written[self.page]) if self.page else self.place(None)  # type: ignore[arg-type]


KINDS: dict[str, Kind] = {}


def kind(
    name: str, *codes: str, scope: str = "section", also: tuple[str, ...] = (), source: bool = False
) -> Callable[[Callable[[Spot], Place | None]], Callable[[Spot], Place | None]]:
    """Register a kind of fault."""

    def register(plant: Callable[[Spot], Place | None]) -> Callable[[Spot], Place | None]:
        assert name not in KINDS
        KINDS[name] = Kind(name, frozenset(codes), plant, scope, frozenset(also), source)
        return plant

    return register


def on(what: object) -> Place:
    """Expect a finding on one of an object's lines."""
    return lambda written: written.lines(what)


def above(section: Section, what: object) -> Place:
    """Expect a finding between a section's heading and a place in it."""
    return lambda written: written.above(section, what)


def entry(name: str) -> Place:
    """Expect a finding on a line of the front matter."""
    return lambda written: {written.front[name]}


def anywhere(written: Written) -> set[int]:
    """Expect a finding on any line."""
    return set(range(1, written.text.count("\n") + 2))


def first_line(_: Written) -> set[int]:
    """Expect a finding on the first line."""
    return {1}


def lose(spot: Spot, block: Block | None) -> Place | None:
    """Take a block away."""
    if not block:
        return None
    block.kind, block.blocks, block.items = "gone", [], []
    return above(spot.section, block)


def left(pieces: list[Piece]) -> list[Piece]:
    """Leave texts in the source language."""
    return [
        piece.left()
        if isinstance(piece, Phrase)
        else replace(piece, words=piece.words.left())
        if isinstance(piece, (Link, Image)) and isinstance(piece.words, Phrase)
        else piece
        for piece in pieces
    ]
