"""A page in every language: its front matter, its sections, and what each line of it belongs to."""

from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from support.planted.blocks import Block, Line, write_all
from support.planted.words import SOURCE, Piece, join

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass
class Section:
    """A section. One without a level is what stands above the first heading.

    ``linked`` says that other sections link to it; ``closed`` that no fault is to be planted here; ``bare`` leaves its
    heading out, ``without_id`` its id.
    """

    id: str
    level: int
    title: list[Piece]
    blocks: list[Block]
    linked: bool = False
    closed: bool = False
    bare: bool = False
    without_id: bool = False

    def all(self) -> list[Block]:
        """List its blocks and those in them."""
        return [inner for block in self.blocks for inner in block.all()]


@dataclass
class Front:
    """The front matter's texts, and how it is spoilt.

    ``record`` holds entries in the place of true ones, ``None`` for one that is not there; ``extra`` more of them.
    """

    title: list[Piece]
    description: list[Piece]
    to_do: str = ""
    broken: str = ""
    record: dict[str, str | None] = field(default_factory=dict)
    extra: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Page:
    """A page; ``languages`` are the folders it is there in."""

    name: str
    number: int
    front: Front
    sections: list[Section]
    languages: frozenset[str]


@dataclass
class Written:
    """A page's file: its text, and the lines (from, to) of each object and each line of the front matter."""

    text: str
    places: dict[int, tuple[int, int]]
    front: dict[str, int]

    def lines(self, what: object) -> set[int]:
        """List the lines of a section, a block or an item."""
        first, last = self.places[id(what)]
        return set(range(first, last + 1))

    def above(self, section: Section, what: object) -> set[int]:
        """List the lines of a section down to a place in it: what is lost there is reported at one of them."""
        return set(range(self.places[id(section)][0], self.places[id(what)][0] + 1))


def write_page(page: Page, language: str, record: Mapping[str, str]) -> Written:
    """Write a page in a language, with the fingerprints of the source's sections."""
    style = Random(f"{page.number} {language}")
    head, places = _front(page.front, language, record, style)
    lines: list[Line] = [Line(text) for text in head]
    for section in page.sections:
        own: list[Line] = []
        if section.level and not section.bare:
            own += [line.owned(section.title) for line in _heading(section, language, page.number)]
        if section.level and section.bare:
            own.append(Line(None).owned(section.title))
        body = write_all(section.blocks, language)
        own += [*([Line("")] if own and own[0].text is not None and body else []), *body]
        lines += [line.owned(section) for line in own]
        lines.append(Line(""))
    texts: list[str] = []
    found: dict[int, tuple[int, int]] = {}
    for line in lines:
        # A place without a line is on the one above.
        number = len(texts) + (line.text is not None)
        for owner in line.owners:
            first, last = found.get(owner, (number, number))
            found[owner] = (min(first, number), max(last, number))
        if line.text is not None:
            texts.append(line.text)
    text = "\n".join(texts).rstrip("\n") + "\n"
    if style.random() < 0.1:
        text = text.replace("\n", "\r\n")
    return Written(text, found, places)


def _heading(section: Section, language: str, number: int) -> list[Line]:
    title = join(section.title, language)
    mark = "" if section.without_id else f" {{ #{section.id} }}"
    style = Random(f"{number} {section.id} {language}")
    if section.level <= 2 and style.random() < 0.15:
        return [Line(f"{title}{mark}"), Line(("=" if section.level == 1 else "-") * style.randint(3, 30))]
    closing = f" {'#' * section.level}" if style.random() < 0.05 and not mark else ""
    return [Line(f"{'#' * section.level} {title}{mark}{closing}")]


def _front(front: Front, language: str, record: Mapping[str, str], style: Random) -> tuple[list[str], dict[str, int]]:
    lines = ["---"]
    places: dict[str, int] = {}
    if front.title:
        places["title"] = len(lines) + 1
        text = json.dumps(join(front.title, language), ensure_ascii=False)
        lines.append(f"title: {text}{'  # lockstep: to do' if front.to_do == 'title' else ''}")
    if front.description:
        places["description"] = len(lines) + 1
        text = join(front.description, language)
        if style.random() < 0.3 and front.to_do != "description":
            lines.append("description: >-")
            lines += [f"  {line}" for line in textwrap.wrap(text, 70, break_on_hyphens=False)]
        else:
            quoted = "'" + text.replace("'", "''") + "'"
            lines.append(f"description: {quoted}{'  # lockstep: to do' if front.to_do == 'description' else ''}")
    entries = [(key, value) for key, value in ({**record, **front.record}).items() if value]
    if front.broken == "no record":
        lines.append("translates: all")
    elif language != SOURCE or front.extra:
        places["translates"] = len(lines) + 1
        lines.append("translates:")
        for key, value in [*entries, *front.extra] if language != SOURCE else front.extra:
            places[key] = len(lines) + 1
            lines.append(f"  {key}: {value}")
    if len(lines) == 1:
        return [], {}
    if front.broken == "no mapping":
        return ["---", "- title", "- description", "---", ""], places
    if front.broken == "no YAML":
        lines.insert(1, "tags: [a, b")
    if front.broken != "never closed":
        lines.append("---")
    lines.append("")
    return lines, places
