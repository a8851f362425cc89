"""What a check has to say: one place, one code, one sentence, one way to mend it."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, order=True, slots=True)
class Finding:
    """Something wrong in an author's file.

    ``path`` is relative to the project's root, with forward slashes; ``line`` and ``column`` count from 1;
    ``hint`` says how to mend it.
    """

    path: str
    line: int
    column: int
    code: str
    message: str
    hint: str = ""

    def __post_init__(self) -> None:
        """Keep the finding to one line that can be printed, whatever author's text stands in it."""
        object.__setattr__(self, "path", printable(self.path))
        object.__setattr__(self, "message", printable(" ".join(self.message.split())))
        object.__setattr__(self, "hint", printable(" ".join(self.hint.split())))

    def fields(self) -> tuple[str, int, int, str, str, str]:
        """Give what it is made of, in the order in which one is made."""
        return self.path, self.line, self.column, self.code, self.message, self.hint

    def __str__(self) -> str:
        """Render the finding in the one line that linters print."""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.path}:{self.line}:{self.column} {self.code} {self.message}{hint}"


def printable(text: str) -> str:
    """Escape control characters, line breaks and halves of characters, which no page can hold either."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


class FindingError(Exception):
    """Input that cannot be used, carrying the findings that say why."""

    def __init__(self, *findings: Finding) -> None:
        """Take one or more findings."""
        super().__init__("\n".join(map(str, findings)))
        self.findings = findings


def near(name: str, names: Iterable[str]) -> str:
    """Offer the names closest to a mistyped one, or else all there are.

    Returns a sentence fragment for a finding's hint.
    """
    known = sorted(names)
    if not known:
        return "there are none yet"
    by_fold = {candidate.casefold(): candidate for candidate in reversed(known)}
    typed = name.casefold()
    begun = [fold for fold in sorted(by_fold) if typed and fold.startswith(typed)]
    close = list(dict.fromkeys([*begun, *difflib.get_close_matches(typed, by_fold, n=3, cutoff=0.5)]))[:3]
    if close:
        return "did you mean " + " or ".join(f"'{by_fold[fold]}'" for fold in close) + "?"
    shown = ", ".join(f"'{candidate}'" for candidate in known[:8])
    return f"known: {shown}" + (", …" if len(known) > 8 else "")
