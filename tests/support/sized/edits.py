"""Edits as an author makes them: a sentence of a page of the source language, changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from support.sized.words import LANGUAGES, SOURCE

if TYPE_CHECKING:
    from pathlib import Path

    from support.sized.plan import Plan

MARK = "Revision {number} says it in other words."


@dataclass(frozen=True)
class Edited:
    """A page that was edited: its file below the built site, and the text that is new on it."""

    page: str
    mark: str


class Editor:
    """Edits one page of a folder, and puts it back."""

    def __init__(self, docs: Path, plan: Plan, *, below: str = SOURCE) -> None:
        """Take the folder of the pages, the site's plan, and the source language's folder below it."""
        # One from the middle that is there in every language: its translations fall behind.
        middle = len(plan.names) // 2
        self.name = next(
            name for name in (*plan.names[middle:], *plan.names) if plan.languages[name] == frozenset(LANGUAGES)
        )
        self.file = docs / below / self.name
        self.text = self.file.read_text("utf-8")
        _, heading, body = self.text.partition("{ #start }")
        self.at = len(self.text) - len(body)
        assert heading
        # A heading may have a line of dashes or the like below it.
        while self.text[self.at] in "\n=":
            self.at += 1

    def edit(self, number: int) -> Edited:
        """Put a sentence before the first one, another for each number."""
        mark = MARK.format(number=number)
        self.file.write_text(f"{self.text[: self.at]}{mark} {self.text[self.at :]}", "utf-8")
        return Edited(f"{self.name.removesuffix('.md')}/index.html", mark)

    def restore(self) -> None:
        """Put the page back as it was."""
        self.file.write_text(self.text, "utf-8")
