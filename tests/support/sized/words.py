"""What the pages say beside the texts that they share with :mod:`support.planted`, in three languages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from support.planted.words import CODE, NAMES, Speaker

if TYPE_CHECKING:
    from support.planted.words import Piece

# Folder below docs = language tag.
LANGUAGES = {"en": "en", "pt": "pt-BR", "tr": "tr"}
SOURCE = "en"


@cache
def texts() -> dict[str, list[dict[str, str]]]:
    """Read the texts by their kind; each in all languages."""
    found: dict[str, list[dict[str, str]]] = {}
    for line in (Path(__file__).parent / "texts.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = lines = []
        elif line:
            lines.append(dict(zip(LANGUAGES, line.split(" | "), strict=True)))
    return found


@dataclass(frozen=True)
class Text:
    """A text of a kind, with what is in its gaps; ``number`` counts those that say the same."""

    kind: str
    index: int
    gaps: tuple[tuple[str, str], ...] = ()
    number: int = 0

    def text(self, language: str) -> str:
        """Say it in a language."""
        text = texts()[self.kind][self.index][language]
        for name, value in self.gaps:
            text = text.replace(f"{{{name}}}", value)
        return f"{text} {self.number + 1}" if self.number else text


@dataclass(frozen=True)
class Sentence:
    """A sentence of an opener and a clause."""

    opener: Text
    clause: Text

    def text(self, language: str) -> str:
        """Say it in a language."""
        return f"{self.opener.text(language)} {self.clause.text(language)}."


class Author(Speaker):
    """Draws texts; sentences are put together of two halves, so that few are the same on a large site."""

    def sentences(self, least: int, most: int) -> list[Piece]:
        """Draw some sentences."""
        number = self.random.randint(least, most)
        return [self._sentence() if self.random.random() < 0.7 else self.say("sentences") for _ in range(number)]

    def draw(self, kind: str) -> Text:
        """Draw a text of this module's own."""
        gaps = {
            "c": f"`{self.random.choice(CODE)}`",
            "n": str(self.random.randrange(2, 900)),
            "m": self.random.choice(NAMES),
        }
        index = self.random.randrange(len(texts()[kind]))
        used = texts()[kind][index][SOURCE]
        return Text(kind, index, tuple((name, value) for name, value in gaps.items() if f"{{{name}}}" in used))

    def _sentence(self) -> Piece:
        return Sentence(self.draw("openers"), self.draw("clauses"))  # type: ignore[return-value]
