"""The pages, drawn from a seed: what a real page is made of, and nothing that only a check would look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.planted.making import CODE, TYPES, Maker
from support.planted.pages import Front, Page, Section
from support.planted.words import NAMES, Image, Link, Piece, Same
from support.sized.words import Author, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from support.planted.blocks import Block
    from support.sized.plan import Plan

REGIONS = ("define", "compile", "run")
PICTURES = ("times.svg", "parts.svg", "columns.svg")
WEIGHTS = {
    "paragraph": 8,
    "linked": 8,
    "list": 5,
    "numbered": 2,
    "nested": 1,
    "code in a list": 0.5,
    "code": 4,
    "callout": 3,
    "tabs": 2,
    "table": 3,
    "image": 0.5,
}
WITH_PROGRAM, WITH_RESULTS = 0.6, 0.15


class SizedMaker(Maker):
    """Makes the pages of one site."""

    def __init__(self, seed: int, plan: Plan, programs: Sequence[str], results: Sequence[str]) -> None:
        """Take the seed, the plan, and the names of the programs and the results that pages show."""
        super().__init__(seed, 0, programs)
        self.names, self.languages, self.results = list(plan.names), plan.languages, results

    def page(self, number: int, name: str) -> Page:
        """Make one."""
        self.name = name
        self.speaker = self.author = Author(self.random)
        self.rank = 0
        subject = Same(f"{NAMES[number % len(NAMES)].strip('*')} {number + 1}")
        title: list[Piece] = [self.author.draw("topics"), Same("–"), subject]  # type: ignore[list-item]
        sections = [Section("start", 1, [*title], [self.make("paragraph"), self.make("linked")])]
        headings = self.random.sample(range(12), 9)
        for index in range(self.random.randint(5, 8)):
            level = 3 if index and self.random.random() < 0.3 else 2
            # Half of the headings are shared with the planted site's texts.
            heading = self.author.say("headings", headings.pop()) if index % 2 else self._question(headings.pop())
            sections.append(Section(f"part-{index}", level, [heading], [self.make(kind) for kind in self.kinds()]))
        # The first two pages show everything, so that a small site does too.
        if number < 2 or self.random.random() < WITH_PROGRAM:
            self._programs(sections, self.programs[number % len(self.programs)])
        if number < 2 or self.random.random() < WITH_RESULTS:
            sections[-2].blocks.append(self._results())
        if number < 2:
            sections[1].blocks += [self.make(kind) for kind in ("tabs", "table", "callout", "image")]
        return Page(name, number, Front(title, self.author.sentences(1, 1)), sections, self.languages[name])

    def kinds(self) -> list[str]:
        """Draw what a section has: text, and mostly something more."""
        kinds = [self.random.choice(("paragraph", "linked"))]
        for kind in self.random.choices(list(WEIGHTS), list(WEIGHTS.values()), k=self.random.choice((0, 1, 1, 2, 3))):
            # Two lists in a row would run into each other.
            if kind not in ("paragraph", "linked") and kinds[-1] not in ("paragraph", "linked"):
                kinds.append("paragraph")
            kinds.append(kind)
        return kinds

    def link(self) -> Link:
        """Make a link: to a section of this page, to a page or a section of it, mostly near by, or to another site."""
        words = self.author.say("links")
        draw = self.random.random()
        if draw < 0.15:
            return Link(words, f"#part-{self.random.choice((1, 2))}")
        if draw < 0.85:
            here = self.names.index(self.name)
            near = self.names[max(0, here - 8) : here + 9]
            others = [one for one in (near if draw < 0.6 else self.names) if one != self.name]
            return Link(words, self.to(self.random.choice(others)) + self.random.choice(("", "#part-1", "#part-2")))
        return Link(words, f"https://docs.example.org/manual/{self.random.randrange(40)}")

    def _question(self, index: int) -> Piece:
        return Text("questions", index)  # type: ignore[return-value]

    def code(self, number: int | None = None) -> Block:
        """Make a block of code; never one without a language, which nothing would be done for."""
        return super().code(self.random.randrange(len(CODE) - 1) if number is None else number)

    def _image(self) -> Block:
        return self.block("image", pieces=[Image(self.author.say("alts"), self._picture())])

    def _picture(self) -> str:
        return self.to(f"../assets/{self.random.choice(PICTURES)}")

    def _callout(self) -> Block:
        facts = {"type": self.random.choice(TYPES[:5]), "form": "quote"}
        title: list[Piece] = [self.author.say("titles")] if self.random.random() < 0.3 else []
        return self.block("callout", pieces=title, blocks=[self.make("paragraph")], facts=facts)

    def _programs(self, sections: list[Section], name: str) -> None:
        with_level = [section for section in sections if section.level > 1]
        for section, region in zip((with_level[0], with_level[1], with_level[-1]), REGIONS, strict=True):
            section.blocks.append(self.block("passage", facts={"target": f"{name}:{region}"}))

    def _results(self) -> Block:
        return self.block("results", facts={"name": self.random.choice(self.results)})
