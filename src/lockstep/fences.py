"""Finding the fenced blocks of a Markdown page, line by line, as pymdownx.superfences does.

Fences stand in lists, tabs, callouts and block quotes, so a fence has a prefix (blanks and ``>``) that its body
repeats. What is found here are runs of lines: whether one of them is code that readers see, or stands in a comment or
in an indented block of code, is told by :mod:`lockstep.outline`, which pages are read with.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from markdown.extensions.attr_list import get_attrs_and_remainder
from pygments.lexers import get_lexer_by_name
from pygments.lexers.python import Python2Lexer, PythonConsoleLexer, PythonLexer
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

TAB = 4
UNUSUAL = "\x02\x03\r\t"
OPENING = re.compile(r"(?P<prefix>[> ]*)(?P<mark>`{3,}|~{3,})(?P<header>.*)$")
# Markdown takes this for a list item whose text begins with backticks, and its last line for an opening.
BEHIND_MARKER = re.compile(r"[> ]*(?:(?:[-*+]|\d+[.)])[ ]+)+(?P<mark>`{3,}|~{3,})[^`]*$")
HEADER = re.compile(
    r"""(?x)
    (?:[ ]*\.?(?P<language>[\w#.+-]+)(?=[ ]|$))?
    (?:
        [ ]*\{(?P<attributes>.*)\}
        | (?P<options>(?:[ ]*[a-zA-Z][a-zA-Z0-9_]*(?:=(?P<quote>"|').*?(?P=quote))?(?=[ ]|$))+)
    )?
    [ ]*$
    """
)
OPTION = re.compile(r"""(?P<name>[a-zA-Z][a-zA-Z0-9_]*)(?:=(?P<quote>"|')(?P<value>.*?)(?P=quote))?""")
# What pymdownx.highlight takes without an attribute list; anything else, and the fence is no fence.
OPTIONS = {
    "hl_lines": re.compile(r"\d+(?:-\d+)?(?:[ ]+\d+(?:-\d+)?)*$"),
    "linenums": re.compile(r"\d"),
    "title": re.compile(""),
    "title_mode": re.compile(""),
}
# Their lexer is Python's, they are not.
LIKE_PYTHON = {"bazel", "starlark", "sage"}


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block.

    ``line`` and ``end`` are the numbers of its opening and closing line, ``column`` that of its first character, all
    counted from 1; ``prefix`` is what stands before the fence on its opening line, with tabs expanded; ``mark`` are its
    backticks or tildes; ``language`` is in lower case, empty where none is given; ``classes`` are those of an attribute
    list; ``body`` are the lines between, without the prefix and with tabs expanded. ``readable`` is false where the
    header has a form that superfences does not take for a fence's.
    """

    line: int
    end: int
    column: int
    prefix: str
    mark: str
    header: str
    language: str
    classes: tuple[str, ...]
    body: tuple[str, ...]
    readable: bool = True

    @property
    def is_python(self) -> bool:
        """Whether the fence shows Python, by any of the names that the highlighter knows it by."""
        return _is_python(self.language)


@dataclass(frozen=True, slots=True)
class Fault:
    """What was meant for a fence and is none: where, what is wrong, and how to mend it."""

    line: int
    column: int
    message: str
    hint: str


@cache
def _is_python(language: str) -> bool:
    try:
        lexer = get_lexer_by_name(language) if language else None
    except ClassNotFound:
        return False
    return isinstance(lexer, PythonLexer | Python2Lexer | PythonConsoleLexer) and language not in LIKE_PYTHON


def normalize(lines: Sequence[str]) -> list[str]:
    """Prepare a page's lines as Python-Markdown does before anything else looks at them."""
    text = "\n".join(lines)
    # One search for each is sooner done than one for all.
    if any(sign in text for sign in UNUSUAL):
        lines = [line.replace("\x02", "").replace("\x03", "").rstrip("\r").expandtabs(TAB) for line in lines]
    return [line if line[:1] != " " or line.strip(" ") else "" for line in lines]


def scan_fences(lines: Sequence[str], normal: Sequence[str] = ()) -> tuple[list[Fence], list[Fault]]:
    """Find the outermost fences, and what is wrong with those that are none or that have an unreadable header.

    A fence that is never closed, or whose body leaves its list item or quote, is none; as in superfences, the search
    goes on behind the line that ended it. One with an unreadable header is none for superfences, which then takes its
    last line for an opening: here it is a fence all the same, so that a page has this one fault and no more.

    Args:
        lines: the page's Markdown.
        normal: what :func:`normalize` makes of them, for who has it.
    """
    plain = normal or normalize(lines)
    fences: list[Fence] = []
    faults: list[Fault] = []
    number = 0
    while number < len(plain):
        if "```" not in plain[number] and "~~~" not in plain[number]:
            number += 1
            continue
        opening = OPENING.match(plain[number])
        if opening and not _is_code_span(opening):
            column = len(lines[number]) - len(lines[number].lstrip("> \t")) + 1
            fence, end = _read(plain, number, opening, column)
            if fence and fence.readable:
                fences.append(fence)
            elif fence:
                fences.append(fence)
                message = f"the fence's header cannot be read: {fence.header}"
                faults.append(Fault(number + 1, column, message, "write other options into braces: { .language … }"))
            else:
                message = f"the fence that opens here is never closed by {opening['mark']} in its list item or quote"
                faults.append(Fault(number + 1, column, message, "close it at the same indentation"))
            number = end
            continue
        behind = BEHIND_MARKER.match(plain[number])
        if behind:
            column = lines[number].index(behind["mark"]) + 1
            message = "a fence cannot begin on the line of a list item's marker"
            faults.append(Fault(number + 1, column, message, "begin it on a line of its own, indented"))
        number += 1
    return fences, faults


def _is_code_span(opening: re.Match[str]) -> bool:
    """Whether an opening is inline code: backticks with one more behind them, unless it is in an option's text."""
    header = opening["header"]
    return opening["mark"][0] == "`" and "`" in header and not HEADER.match(header)


def _read(lines: Sequence[str], start: int, opening: re.Match[str], column: int) -> tuple[Fence | None, int]:
    """Read a fence from its opening line; return it, or None, and the index of the line to go on with."""
    prefix, mark, header = opening["prefix"], opening["mark"], opening["header"]
    quotes = prefix.count(">")
    body: list[str] = []
    for number in range(start + 1, len(lines)):
        line = lines[number]
        margin = re.match(r"[> ]*", line[: len(prefix)])[0]  # type: ignore[index]
        content = line[len(margin) :]
        # Every line of a quote says so; pymdownx.quotes does not know the lazy ones.
        if margin.count(">") != quotes:
            return None, number + 1
        if content and len(margin) < len(prefix):
            return None, number + 1
        if content.rstrip(" ") == mark:
            language, classes, readable = _header(header)
            fence = Fence(
                start + 1, number + 1, column, prefix, mark, header.strip(), language, classes, tuple(body), readable
            )
            return fence, number + 1
        body.append(content)
    return None, len(lines)


def _header(header: str) -> tuple[str, tuple[str, ...], bool]:
    match = HEADER.match(header)
    if not match:
        words = re.findall(r"[\w#.+-]+", header)
        return (words[0].lstrip(".").lower() if words else ""), (), False
    if match["attributes"] is None:
        options = OPTION.finditer(match["options"] or "")
        readable = all(
            option["name"] in OPTIONS and OPTIONS[option["name"]].match(option["value"] or option["name"])
            for option in options
        )
        return (match["language"] or "").lower(), (), readable
    attributes, _ = get_attrs_and_remainder(match["attributes"])
    classes = [value or "" for name, value in attributes if name == "."]
    language = match["language"] or (classes.pop(0) if classes else "")
    return language.lower(), tuple(classes), True
