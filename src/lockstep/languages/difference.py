"""What changed between two texts of a section, for a translator: paragraph by paragraph, and in them word by word."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from lockstep.fences import scan_fences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# A list's items and a table's rows are compared one by one.
ITEM = re.compile(r"[> ]*(?:[-*+]|\d+[.)])[ ]|[> ]*\|")
# A piece of text: SAME, taken away or put in.
SAME, OLD, NEW = "=", "-", "+"
Piece = tuple[str, str]
# Of two paragraphs, from here on one is the other's new version.
ALIKE = 0.4


def compare_texts(old: str, new: str) -> Iterator[list[Piece]]:
    """List the paragraphs that changed, each as pieces; those that are only wrapped in another way are the same.

    A paragraph that is whole of one kind was taken away or put in. Code is compared line by line.
    """
    before, after = list(_paragraphs(old)), list(_paragraphs(new))
    matcher = SequenceMatcher(None, [_key(one) for one in before], [_key(one) for one in after], autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind == "equal":
            continue
        yield from _changed(before[i:j], after[k:m])


def _paragraphs(text: str) -> Iterator[list[str]]:
    """Take a text apart at empty lines, items, rows and fences: prose as its words, code as its lines."""
    lines = text.split("\n")
    fences = {fence.line: fence for fence in scan_fences(lines)[0]}
    words: list[str] = []
    number = 1
    while number <= len(lines):
        line = lines[number - 1]
        fence = fences.get(number)
        if words and (fence or not line.strip(" >") or ITEM.match(line)):
            yield words
            words = []
        if fence:
            yield [one + "\n" for one in lines[number - 1 : fence.end]]
            number = fence.end
        else:
            words += line.split()
        number += 1
    if words:
        yield words


def _key(paragraph: Sequence[str]) -> str:
    return "".join(paragraph)


def _changed(before: Sequence[list[str]], after: Sequence[list[str]]) -> Iterator[list[Piece]]:
    """Pair paragraphs that are versions of each other, in order."""
    rest = list(after)
    for old in before:
        at = next((index for index, new in enumerate(rest) if _similar(old, new)), None)
        if at is None:
            yield [(OLD, _join(old))]
            continue
        for new in rest[:at]:
            yield [(NEW, _join(new))]
        yield _words(old, rest[at])
        del rest[: at + 1]
    for new in rest:
        yield [(NEW, _join(new))]


def _similar(old: Sequence[str], new: Sequence[str]) -> bool:
    return old[0].endswith("\n") == new[0].endswith("\n") and similarity(old, new) >= ALIKE


def similarity(old: Sequence[str], new: Sequence[str]) -> float:
    """Say how much of two lists of words is the same, from 0 to 1."""
    return SequenceMatcher(None, old, new, autojunk=False).ratio()


def _words(old: Sequence[str], new: Sequence[str]) -> list[Piece]:
    pieces: list[Piece] = []
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append((SAME, _join(old[i:j])))
            continue
        if j > i:
            pieces.append((OLD, _join(old[i:j])))
        if m > k:
            pieces.append((NEW, _join(new[k:m])))
    return pieces


def _join(words: Sequence[str]) -> str:
    return "".join(words) if words and words[0].endswith("\n") else " ".join(words)


def mark(pieces: Sequence[Piece], paint: Callable[[str, str], str] = lambda _, text: text) -> str:
    """Write a paragraph with what was taken away and put in marked, as ``git diff --word-diff`` does.

    ``paint`` is given each mark's kind and text, for a terminal.
    """
    out = []
    for kind, text in pieces:
        body = text.rstrip("\n")
        end = text[len(body) :]
        if kind == OLD:
            body = paint(OLD, f"[-{body}-]")
        elif kind == NEW:
            body = paint(NEW, f"{{+{body}+}}")
        out.append(body + (end or " "))
    return "".join(out).rstrip()
