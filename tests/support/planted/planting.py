"""Faults planted all over a site, each in a place of its own."""

from __future__ import annotations

from itertools import cycle
from random import Random
from typing import TYPE_CHECKING

# Their kinds register themselves.
from support.planted import headings, structures, texts  # noqa: F401
from support.planted.faults import KINDS, Fault, Kind, Spot
from support.planted.whole import WHOLE
from support.planted.words import SOURCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.planted.site import Site

# For how many places a kind looks before it is taken to have no more.
TRIES = 3000
FRONT = -1


class Planter:
    """Plants faults in a site, which is written afterwards."""

    def __init__(self, site: Site, seed: int) -> None:
        """Take the site and a seed."""
        self.site, self.random = site, Random(seed)
        self.taken: set[tuple[str, str, int]] = set()
        self.faults: list[Fault] = []

    def plant(self, number: int) -> list[Fault]:
        """Plant a number of faults, of each kind as many as of the others while there are places for it."""
        sources = {name: self._kind(one) for name, one in sorted(KINDS.items())} | {
            name: iter(plant(self.site)) for name, plant in WHOLE.items()
        }
        turns = cycle(list(sources))
        while sources and len(self.faults) < number:
            name = next(turns)
            fault = next(sources[name], None) if name in sources else None
            if fault:
                self.faults.append(fault)
            else:
                sources.pop(name, None)
        return self.faults

    def _kind(self, kind: Kind) -> Iterator[Fault]:
        for _ in range(TRIES):
            number = self.random.randrange(len(self.site.pages))
            page = self.site.pages[number]
            languages = [SOURCE] if kind.source else sorted(page.languages - {SOURCE})
            if not languages:
                continue
            language = self.random.choice(languages)
            index = self.random.randrange(len(page.sections))
            wanted = self._wanted(kind, index, len(page.sections))
            keys = {(language, page.name, one) for one in wanted}
            whole = set(range(FRONT, len(page.sections)))
            if keys & self.taken or page.sections[index].closed:
                continue
            own = self.site.page(language, number)
            # Of a page that has lost or moved a section, the numbers are no longer the source's.
            if [one.id for one in own.sections] != [one.id for one in page.sections]:
                continue
            place = kind.plant(Spot(self.site, language, own, index, self.random))
            if place:
                moved = [one.id for one in own.sections] != [one.id for one in page.sections]
                self.taken |= {(language, page.name, one) for one in whole} if moved else keys
                path = f"docs/{language}/{page.name}"
                yield Fault(kind.name, path, kind.codes, kind.also, place, (language, page.name))

    @staticmethod
    def _wanted(kind: Kind, index: int, sections: int) -> set[int]:
        if kind.scope == "front":
            return {FRONT}
        if kind.scope == "page":
            return set(range(FRONT, sections))
        return set(range(index - 1, index + 3)) if kind.scope == "neighbours" else {index}
