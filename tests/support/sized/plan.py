"""What stands where: names of pages, the navigation, and which pages each language has."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from support.sized.words import LANGUAGES, SOURCE, Text, texts

# Pages of a section and sections of a part, as sites have them whose readers find their way.
PAGES, SECTIONS = 10, 5
UNTRANSLATED = 0.08
HOME = "index.md"


@dataclass(frozen=True)
class Place:
    """A section of the navigation: its part's title, its own, and its pages."""

    part: Text
    section: Text
    pages: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """The pages' names, the navigation, and the folders of the languages that each page is there in."""

    names: tuple[str, ...]
    places: tuple[Place, ...]
    languages: dict[str, frozenset[str]]


def make_plan(seed: int, pages: int) -> Plan:
    """Plan a site.

    Args:
        seed: the same gives the same plan.
        pages: the number of pages in the source language; four at least.
    """
    if pages < 4:
        raise ValueError("a site has four pages at least")
    places: list[Place] = []
    left = pages - 1
    while left:
        number = len(places)
        part, section = divmod(number, SECTIONS)
        folder = f"{_slug('parts', part)}/{_slug('sections', section)}"
        # A small site has more than one section too.
        size = min(left, PAGES, max(1, (pages - 1) // 2))
        own = [f"{folder}/page-{one + 1:02}.md" for one in range(size)]
        left -= size
        places.append(Place(_title("parts", part), Text("sections", section), tuple(own)))
    names = (HOME, *(name for place in places for name in place.pages))
    random = Random(f"{seed} languages")
    missing = {
        language: set(random.sample(names[1:], max(1, round(UNTRANSLATED * pages))))
        for language in LANGUAGES
        if language != SOURCE
    }
    languages = {
        name: frozenset(language for language in LANGUAGES if name not in missing.get(language, ())) for name in names
    }
    return Plan(names, tuple(places), languages)


def _title(kind: str, number: int) -> Text:
    round_, index = divmod(number, len(texts()[kind]))
    return Text(kind, index, number=round_)


def _slug(kind: str, number: int) -> str:
    return _title(kind, number).text(SOURCE).lower().replace(" ", "-")
