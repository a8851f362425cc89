"""The pages of a clean site, drawn from a seed: with everything that a check could take for a fault."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from functools import partial
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from support.planted.blocks import Block, Item
from support.planted.pages import Front, Page, Section
from support.planted.words import NAMES, SOURCE, TAGS, Image, Link, Phrase, Piece, Same, Speaker, size

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FOLDERS = ("", "guide/", "reference/", "howto/deep/")
PICTURES = ("times.svg", "parts.svg", "window.png", "columns.svg", "memory.png")
# Of the glossary.
TERMS = ("compiler", "graph break", "batch size", "kernel", "cache", "tensor", "PyTorch")
RESULTS = ("small", "large", "edge", "server")
TYPES = ("note", "tip", "important", "warning", "caution", "info")
SYSTEMS = ("Linux", "macOS", "Windows", "Docker")
ALL = frozenset(TAGS)
CODE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("bash", ("#comment", "pip install torch==2.{n}", "#comment", "python run.py --steps {n}")),
    ("yaml", ("#comment", "mode: default", "steps: {n}", "#comment", "cache: {size: {k}}")),
    ("json", ("{", '  "mode": "default",', '  "steps": {n}', "}")),
    ("console", ("$ python run.py --steps {n}", "done in {n} s")),
    ("text", ("## Not a heading { #none }", "- not an item", "=== not a tab", "{n} rows")),
    ("toml", ("#comment", "[tool.run]", "steps = {n}", 'mode = "fast"')),
    ("", ("plain text, {n} lines", "> no quote")),
)
SHOWN = ("```python", "# not run { #here }", "print({n})", "```", "", "~~~", "## Nothing", "~~~")
WEIGHTS = {
    "paragraph": 9,
    "linked": 6,
    "list": 4,
    "numbered": 2,
    "nested": 2,
    "code in a list": 1,
    "code": 3,
    "shown": 1,
    "callout": 3,
    "tabs": 2,
    "table": 3,
    "image": 2,
    "html": 2,
    "comment": 1,
    "definitions": 1,
    "footnote": 1,
    "names": 1,
    "abbreviations": 1,
    "rule": 1,
    "terms": 1,
}


class Maker:
    """Makes the pages of one site."""

    def __init__(self, seed: int, pages: int, programs: Sequence[str]) -> None:
        """Take the seed, the number of pages, and the names of the programs that they show, two passages each."""
        self.random = Random(seed)
        self.numbers = count(1)
        self.programs = programs
        self.names = [f"{FOLDERS[number % len(FOLDERS)]}page-{number:03}.md" for number in range(pages)]
        others = sorted(ALL - {SOURCE})
        self.languages = {
            name: frozenset({SOURCE})
            if number % 30 == 29
            else ALL - ({self.random.choice(others)} if self.random.random() < 0.3 else set())
            for number, name in enumerate(self.names)
        }

    def pages(self) -> list[Page]:
        """Make them all."""
        return [self.page(number, name) for number, name in enumerate(self.names)]

    def page(self, number: int, name: str) -> Page:
        """Make one."""
        self.name = name
        self.speaker = Speaker(self.random)
        self.rank = 0
        subject = Same(self.random.choice(NAMES).strip("*"))
        titles = self.random.sample(range(size("headings")), size("headings"))
        title: list[Piece] = [self.speaker.say("headings", titles.pop()), Same("–"), subject]
        front = Front(
            title if self.random.random() < 0.8 else [],
            self.speaker.sentences(1, 1) if self.random.random() < 0.8 else [],
        )
        sections: list[Section] = []
        if self.random.random() < 0.1:
            sections.append(Section(".top", 0, [], [self.make("paragraph")]))
        sections.append(Section("start", 1, [*title], [self.make("paragraph"), self.make("linked")]))
        for index in range(self.random.randint(5, 8)):
            level = 3 if index and self.random.random() < 0.3 else 2
            heading: list[Piece] = [self.speaker.say("headings", titles.pop())]
            kinds = self.kinds()
            if index == 0:
                # Every kind has its turn, on a small site too.
                kinds += ["paragraph", list(WEIGHTS)[number % len(WEIGHTS)]]
            blocks = [self.make(kind) for kind in kinds]
            sections.append(Section(f"part-{index}", level, heading, blocks, linked=index in (1, 2)))
        self._programs(sections, self.programs[number % len(self.programs)])
        if self.random.random() < 0.5:
            sections[-3].blocks.append(self._results())
        if len(self.languages[name]) > 1 and self.random.random() < 0.3:
            sections.insert(-1, self._allowed(sections, titles.pop()))
        return Page(name, number, front, sections, self.languages[name])

    def kinds(self) -> list[str]:
        """Draw what a section has; two lists or two paragraphs of HTML in a row would run into each other."""
        kinds = [self.random.choice(("paragraph", "linked"))]
        for kind in self.random.choices(list(WEIGHTS), list(WEIGHTS.values()), k=self.random.choice((0, 1, 1, 2, 3))):
            if kind not in ("paragraph", "linked") and kinds[-1] not in ("paragraph", "linked"):
                kinds.append("paragraph")
            kinds.append(kind)
        return kinds

    def block(self, kind: str, **parts: object) -> Block:
        """Make a block with a number of its own."""
        return Block(kind, next(self.numbers), **parts)  # type: ignore[arg-type]

    def make(self, kind: str) -> Block:
        """Make a block of a kind that :data:`WEIGHTS` names."""
        makers: dict[str, Callable[[], Block]] = {
            "paragraph": self._paragraph,
            "linked": self._linked,
            "list": self._list,
            "numbered": partial(self._list, start=self.random.choice((1, 3, 7))),
            "nested": partial(self._list, nested=True),
            "code in a list": partial(self._list, code=True),
            "code": self.code,
            "shown": self._shown,
            "callout": self._callout,
            "tabs": self._tabs,
            "table": self._table,
            "image": self._image,
            "html": self._html,
            "comment": self._comment,
            "definitions": self._definitions,
            "footnote": self._footnote,
            "names": self._names,
            "abbreviations": partial(self._plain, "*[CPU]: Central Processing Unit", "*[RAM]: Random Access Memory"),
            "terms": self._terms,
            "rule": partial(self._plain, self.random.choice(("***", "* * *", "___"))),
        }
        return makers[kind]()

    def link(self) -> Link:
        """Make a link: to a section of this page or of another, translated or not, to a file, to another site."""
        words = self.speaker.say("links")
        title = self.speaker.say("alts") if self.random.random() < 0.3 else None
        form = "html" if self.random.random() < 0.15 else "inline"
        if form == "html":
            title = None
        draw = self.random.random()
        if draw < 0.15:
            return Link(words, f"#part-{self.random.choice((1, 2))}", title, form)
        if draw < 0.65:
            name = self.random.choice([one for one in self.names if one != self.name])
            anchor = self.random.choice(("", "#part-1", "#part-2"))
            return Link(words, f"{self.to(name)}{anchor}", title, form)
        if draw < 0.75:
            alone = [one for one in self.names if len(self.languages[one]) == 1]
            name = self.random.choice(alone or self.names)
            return Link(words, f"{self.to(name)}#part-1", title, form)
        if draw < 0.85:
            return Link(words, f"https://docs.example.org/{{lang}}/manual/{self.random.randrange(40)}", title, form)
        return Link(words, f"https://example.com/a_b/{self.random.randrange(40)}?x=1&y=2#top", title, form)

    def to(self, name: str) -> str:
        """Write the way from this page to a file."""
        return posixpath.relpath(name, posixpath.dirname(self.name) or ".")

    def code(self, number: int | None = None) -> Block:
        """Make a block of code with comments, which are translated."""
        language, lines = CODE[number] if number is not None else self.random.choice(CODE)
        gaps = {"{n}": str(self.random.randrange(2, 900)), "{k}": str(self.random.randrange(2, 900))}
        body: list[str | Phrase] = []
        for line in lines:
            if line == "#comment":
                body.append(self.speaker.say("comments"))
                continue
            body.append(re.sub(r"\{[nk]\}", lambda match: gaps[match[0]], line))
        options = self.random.choice(("", "", ' title="run"', ' hl_lines="2"')) if language else ""
        return self.block("code", facts={"language": language, "options": options, "body": body})

    def _paragraph(self) -> Block:
        return self.block("paragraph", pieces=self.speaker.sentences(1, 4))

    def _linked(self) -> Block:
        pieces = self.speaker.sentences(1, 3)
        pieces.insert(self.random.randint(1, len(pieces)), self.link())
        return self.block("paragraph", pieces=pieces)

    def _shown(self) -> Block:
        body = [line.replace("{n}", str(self.random.randrange(100))) for line in SHOWN]
        return self.block("code", facts={"language": "markdown", "mark": "````", "body": body})

    def _image(self) -> Block:
        title = self.speaker.say("alts") if self.random.random() < 0.3 else None
        return self.block("image", pieces=[Image(self.speaker.say("alts"), self._picture(), title)])

    def _picture(self) -> str:
        return self.to(f"../assets/{self.random.choice(PICTURES)}")

    def _comment(self) -> Block:
        return self.block("comment", pieces=self.speaker.sentences(1, 1))

    def _definitions(self) -> Block:
        terms = [self.speaker.say("terms", number) for number in range(size("terms"))]
        return self.block("definitions", items=[Item([term, *self.speaker.sentences(1, 1)]) for term in terms])

    def _footnote(self) -> Block:
        facts = {"name": f"n{next(self.numbers)}"}
        note = Item(self.speaker.sentences(1, 1))
        return self.block("footnote", pieces=self.speaker.sentences(1, 2), items=[note], facts=facts)

    def _names(self) -> Block:
        names = ", ".join(self.random.sample(NAMES, 4))
        return self.block("names", pieces=[Same(f"{names}: {self.random.randrange(10)} × Transformer, CPU.")])

    def _plain(self, *lines: str) -> Block:
        return self.block("plain", facts={"lines": lines})

    def _terms(self) -> Block:
        facts = {"terms": self.random.sample(TERMS, 3), "definitions": self.random.choice(self.names)}
        return self.block("terms", facts=facts)

    def _list(self, *, start: int | None = None, nested: bool = False, code: bool = False) -> Block:
        items = [Item([self.speaker.say("items")]) for _ in range(self.random.randint(3, 5))]
        if code:
            items[1].blocks.append(self.code())
        if nested:
            inner = [Item([self.speaker.say("items")]) for _ in range(2)]
            items[0].blocks.append(self.block("list", items=inner))
        elif self.random.random() < 0.3:
            items[-1].pieces.append(self.link())
        return self.block("list", items=items, facts={} if start is None else {"start": start})

    def _callout(self) -> Block:
        form = self.random.choice(("quote", "quote", "!!!", "???", "???+"))
        title: list[Piece] = [self.speaker.say("titles")] if self.random.random() < 0.5 else []
        blocks = [self.make("paragraph")]
        if self.random.random() < 0.4:
            blocks.append(self.code())
        facts = {"type": self.random.choice(TYPES[:5] if form == "quote" else TYPES), "form": form}
        return self.block("callout", pieces=title, blocks=blocks, facts=facts)

    def _tabs(self) -> Block:
        system = self.random.random() < 0.5
        chosen = self.random.sample(SYSTEMS, 3)
        items = []
        for number in range(3):
            label: Piece = Same(chosen[number]) if system else self.speaker.say("labels", number)
            blocks = [self.make("paragraph")]
            if self.random.random() < 0.6:
                blocks.append(self.code())
            items.append(Item([label], blocks))
        return self.block("tabs", items=items)

    def _table(self) -> Block:
        self.rank += 1
        head = Item([self.speaker.say("heads", number) for number in range(size("heads"))])
        rows = [
            Item(
                [Same(f"`{name}_{self.rank}`"), self.speaker.say("cells"), Same(self.random.choice(("CPU", "–", "12")))]
            )
            for name in self.random.sample(("mode", "size", "depth", "rate", "seed"), self.random.randint(2, 5))
        ]
        return self.block("table", items=[head, *rows])

    def _html(self) -> Block:
        form = self.random.choice(("paragraph", "details", "figure", "div"))
        facts: dict[str, object] = {"form": form}
        pieces = self.speaker.sentences(1, 2)
        if form == "paragraph":
            pieces.append(replace(self.link(), form="html", title=None))
        if form == "figure":
            pieces = [Image(self.speaker.say("alts"), self._picture(), form="html")]
        if form == "details":
            facts["summary"] = [self.speaker.say("titles")]
        # Code spans are none in HTML; HTML knows no ``**``.
        if form in ("paragraph", "details"):
            pieces = [piece for piece in pieces if not (isinstance(piece, Phrase) and piece.gaps)] or [
                self.speaker.say("sentences", 13)
            ]
        return self.block("html", pieces=pieces, facts=facts)

    def _programs(self, sections: list[Section], name: str) -> None:
        with_level = [section for section in sections if section.level]
        for section, region in zip((with_level[2], with_level[-1]), ("setup", "run"), strict=True):
            section.blocks.append(self.block("passage", facts={"target": f"{name}:{region}", "region": region}))

    def _results(self) -> Block:
        name = self.random.choice(RESULTS)
        pieces: list[Piece] = [self.speaker.say("labels")] if self.random.random() < 0.3 else []
        return self.block("results", pieces=pieces, facts={"name": name, "subset": name})

    def _allowed(self, sections: list[Section], title: int) -> Section:
        """Make a section in which one language differs from the source, and says why."""
        languages = sorted(self.languages[self.name] - {SOURCE})
        one = self.random.choice(languages)
        code = self.random.choice(("LS237", "LS239", "LS235", "LS231"))
        allow = self.block(
            "comment", pieces=[self.speaker.say("titles")], facts={"allow": code}, languages=frozenset({one})
        )
        common = self.make("paragraph")
        common.pieces.append(self.speaker.say("sentences", 3))
        rest = ALL - {one}
        if code == "LS237":
            own = [replace(self.make("paragraph"), languages=rest)]
        elif code == "LS239":
            said = self.make("paragraph")
            left = replace(said, pieces=[piece.left() for piece in said.pieces if isinstance(piece, Phrase)])
            own = [replace(said, languages=rest), replace(left, languages=frozenset({one}))]
        elif code == "LS235":
            said = self.make("paragraph")
            links = (Link(self.speaker.say("links", 0), f"https://example.com/video/{n}") for n in range(2))
            own = [
                replace(said, pieces=[*said.pieces, link], languages=languages_)
                for link, languages_ in zip(links, (rest, frozenset({one})), strict=True)
            ]
        else:
            own = [replace(self.code(), languages=rest)]
        blocks = [allow, common, *own]
        return Section(f"allowed-{len(sections)}", 2, [self.speaker.say("headings", title)], blocks, closed=True)
