"""Finding the fenced blocks of a Markdown page, line by line, as pymdownx.superfences does.

Fences stand in lists, tabs, callouts and block quotes, so a fence has a prefix (blanks and ``>``) that its body
repeats. What stands inside a fence is never a heading, a directive or another fence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name
from pygments.lexers.python import Python2Lexer, PythonConsoleLexer, PythonLexer
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TAB = 4
OPENING = re.compile(
    r"""(?x)
    (?P<prefix>[>\ \t]*)
    (?P<fence>`{3,}|~{3,})
    (?P<header>[^\n]*)$
    """
)
HEADER = re.compile(
    r"""(?x)
    (?:[ \t]*\.?(?P<language>[\w#.+-]+)(?=[\t ]|$))?
    (?:
        [ \t]*\{(?P<attributes>[^\n]*)\}
        | (?P<options>(?:[ \t]*[a-zA-Z]\w*(?:=(?P<quote>"|').*?(?P=quote))?(?=[\t ]|$))+)
    )?
    [ \t]*$
    """
)
CLASS = re.compile(r"""(?:"[^"]*"|'[^']*'|[^\s"']+)+""")


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block.

    ``line`` and ``end`` are the numbers of its opening and closing line, counted from 1; ``prefix`` is what stands
    before the fence on its opening line; ``language`` is in lower case, empty where none is given; ``classes`` are
    those of an attribute list; ``body`` are the lines between, without the prefix. ``readable`` is false where the
    header has a form that Markdown does not take for a fence's.
    """

    line: int
    end: int
    prefix: str
    header: str
    language: str
    classes: tuple[str, ...]
    body: tuple[str, ...]
    readable: bool = True

    @property
    def column(self) -> int:
        """The column of the fence's first character, counted from 1."""
        return len(self.prefix) + 1

    @property
    def is_python(self) -> bool:
        """Whether the fence shows Python, by any of the names that the highlighter knows it by."""
        return _is_python(self.language)


@cache
def _is_python(language: str) -> bool:
    try:
        lexer = get_lexer_by_name(language) if language else None
    except ClassNotFound:
        return False
    return isinstance(lexer, PythonLexer | Python2Lexer | PythonConsoleLexer)


def find_fences(lines: Sequence[str]) -> list[Fence]:
    """Find the outermost fences of a page.

    An opening that is never closed, or whose body leaves its list item or quote, is no fence.
    """
    fences: list[Fence] = []
    number = 0
    while number < len(lines):
        opening = OPENING.match(lines[number])
        # A run of backticks with one more behind it is a code span.
        if opening and not (opening["fence"][0] == "`" and "`" in opening["header"]):
            fence, number = _read(lines, number, opening)
            if fence:
                fences.append(fence)
        else:
            number += 1
    return fences


def _read(lines: Sequence[str], start: int, opening: re.Match[str]) -> tuple[Fence | None, int]:
    """Read a fence from its opening line; return it, or None, and the index of the line to go on with."""
    prefix = opening["prefix"]
    width, quotes = len(prefix.expandtabs(TAB)), prefix.count(">")
    closing = re.compile(re.escape(opening["fence"]) + r"[ \t]*$")
    body: list[str] = []
    for number in range(start + 1, len(lines)):
        inside, rest = _split(lines[number], width)
        if inside.count(">") != quotes:
            return None, number + 1
        if rest.strip() and len(inside.expandtabs(TAB)) < width:
            return None, number + 1
        if closing.match(rest) and len(inside.expandtabs(TAB)) >= width:
            language, classes, readable = _header(opening["header"])
            header = opening["header"].strip()
            fence = Fence(start + 1, number + 1, prefix, header, language, classes, tuple(body), readable)
            return fence, number + 1
        body.append(rest)
    return None, len(lines)


def _split(line: str, width: int) -> tuple[str, str]:
    """Split a line behind as much of its blanks and quote signs as the opening line has."""
    taken, index = 0, 0
    while index < len(line) and taken < width and line[index] in "> \t":
        taken += TAB - taken % TAB if line[index] == "\t" else 1
        index += 1
    return line[:index], line[index:]


def _header(header: str) -> tuple[str, tuple[str, ...], bool]:
    match = HEADER.match(header)
    if not match:
        words = re.findall(r"[\w#.+-]+", header)
        return (words[0].lstrip(".").lower() if words else ""), (), False
    items = CLASS.findall(match["attributes"] or "")
    classes = [item[1:] for item in items if item.startswith(".")]
    language = match["language"] or (classes.pop(0) if classes else "")
    return language.lower(), tuple(classes), True


def outside(lines: Sequence[str], fences: Iterable[Fence]) -> list[str]:
    """Blank out the fences' lines, so that what is left can be searched with line numbers intact."""
    kept = list(lines)
    for fence in fences:
        kept[fence.line - 1 : fence.end] = [""] * (fence.end - fence.line + 1)
    return kept
