"""What the pages say: sentences in every language, one translating the other, with gaps for names and numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

TEXTS = Path(__file__).parent / "texts"
SOURCE = "en"
# Folder below docs = language tag: the source and eleven translations.
TAGS = {
    "en": "en",
    "pt": "pt-BR",
    "tr": "tr",
    "es": "es",
    "fr": "fr",
    "de": "de",
    "it": "it",
    "pl": "pl",
    "ru": "ru",
    "ar": "ar",
    "ja": "ja",
    "zh": "zh",
}
UNSPACED = ("ja", "zh")
CODE = ("mode", "dynamic", "fullgraph", "backend", "cache_size_limit", "run_all()", "torch.compile", "options")
NAMES = ("GPT-2", "ViT", "**ResNet**", "BERT", "*Whisper*", "T5", "RTX 4090", "A100", "DETR", "Llama-3")
# The sentences with a term of the glossary, by the line in [wrong] that says it by another word.
WITHOUT_TERM = {"compiler": (6, 0), "cache": (8, 1), "batch size": (2, 3)}
WITHOUT_NAME = (4, 2)


@cache
def vocabulary(language: str) -> dict[str, list[str]]:
    """Read a language's texts by their kind."""
    found: dict[str, list[str]] = {}
    for line in (TEXTS / f"{language}.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = lines = []
        elif line:
            lines.append(line)
    return found


def size(kind: str) -> int:
    """Count the texts of a kind."""
    return len(vocabulary(SOURCE)[kind])


@dataclass(frozen=True)
class Phrase:
    """A text in every language: the kind and number of its sentence, and what is in its gaps.

    One with a ``language`` of its own says the same in all of them, in that language.
    """

    kind: str
    number: int
    gaps: tuple[tuple[str, str], ...] = ()
    language: str = ""

    def text(self, language: str) -> str:
        """Say it in a language."""
        text = vocabulary(self.language or language)[self.kind][self.number]
        for name, value in self.gaps:
            text = text.replace(f"{{{name}}}", value)
        return text

    def left(self) -> Phrase:
        """Leave it in the source language."""
        return replace(self, language=SOURCE)

    @property
    def has_gap(self) -> bool:
        """Whether something stands in it that is the same in every language."""
        return bool(re.search(r"\{\w\}", vocabulary(SOURCE)[self.kind][self.number]))


@dataclass(frozen=True)
class Same:
    """A text that is the same in every language: a name, a number, code."""

    said: str

    def text(self, language: str) -> str:
        """Say it."""
        return self.said


@dataclass(frozen=True)
class Link:
    """A link; ``target`` is taken as it is, ``{lang}`` in it is the page's language."""

    words: Phrase | Same
    target: str
    title: Phrase | None = None
    form: str = "inline"

    def text(self, language: str) -> str:
        """Write it in Markdown or HTML."""
        target = self.target.replace("{lang}", language)
        words = self.words.text(language)
        if self.form == "html":
            return f'<a href="{target}">{words}</a>'
        title = f' "{self.title.text(language)}"' if self.title else ""
        return f"([{words}]({target}{title}))"


@dataclass(frozen=True)
class Image:
    """An image."""

    words: Phrase | Same
    target: str
    title: Phrase | None = None
    form: str = "inline"

    def text(self, language: str) -> str:
        """Write it in Markdown or HTML."""
        words = self.words.text(language)
        if self.form == "html":
            return f'<img src="{self.target}" alt="{words}">'
        title = f' "{self.title.text(language)}"' if self.title else ""
        return f"![{words}]({self.target}{title})"


Piece = Phrase | Same | Link | Image


def join(pieces: list[Piece], language: str) -> str:
    """Say several texts in a row."""
    texts = [piece.text(language) for piece in pieces]
    return ("" if language in UNSPACED else " ").join(text for text in texts if text)


@dataclass
class Speaker:
    """Draws texts, none of them twice in a row."""

    random: Random
    drawn: dict[str, list[int]] = field(default_factory=dict)

    def say(self, kind: str, number: int | None = None) -> Phrase:
        """Draw a text of a kind and fill its gaps."""
        if number is None:
            rest = self.drawn.setdefault(kind, [])
            if not rest:
                rest += self.random.sample(range(size(kind)), size(kind))
            number = rest.pop()
        gaps = {
            "c": f"`{self.random.choice(CODE)}`",
            "n": str(self.random.randrange(2, 900)),
            "m": self.random.choice(NAMES),
        }
        used = vocabulary(SOURCE)[kind][number]
        return Phrase(kind, number, tuple((name, value) for name, value in gaps.items() if f"{{{name}}}" in used))

    def sentences(self, least: int, most: int) -> list[Piece]:
        """Draw some sentences."""
        return [self.say("sentences") for _ in range(self.random.randint(least, most))]
