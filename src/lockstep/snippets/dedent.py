"""Taking the common indentation off a region without touching what its strings hold."""

from __future__ import annotations

import io
import tokenize
from dataclasses import dataclass
from functools import reduce
from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

BLANKS = " \t\f"
NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a file's lines break, by their numbers.

    ``statements`` are the lines on which a statement begins: their indentation means something. ``strings`` are the
    lines that begin inside a string: their blanks are part of its value.
    """

    statements: frozenset[int] = frozenset()
    strings: frozenset[int] = frozenset()


def read_layout(text: str) -> Layout | None:
    """Read a Python file's layout; ``None`` where its lines cannot be told apart."""
    statements, strings = set(), set()
    begins = True
    # The starts of formatted strings that are open: Python 3.12 and later give their parts one by one.
    opened: list[int] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            name = tokenize.tok_name[token.type]
            if begins and token.type not in NO_CODE:
                statements.add(token.start[0])
                begins = False
            if token.type == tokenize.NEWLINE:
                begins = True
            elif token.type == tokenize.STRING:
                strings |= set(range(token.start[0] + 1, token.end[0] + 1))
            elif name.endswith("STRING_START"):
                opened.append(token.start[0])
            elif name.endswith("STRING_END"):
                strings |= set(range(opened.pop() + 1, token.end[0] + 1))
    except (tokenize.TokenError, SyntaxError):
        return None
    return Layout(frozenset(statements), frozenset(strings))


def dedent(lines: Sequence[tuple[int, str]], layout: Layout) -> list[str]:
    """Take off the indentation that a region's statements have in common.

    A comment, or a line that continues a statement, may stand further left, and loses what it has of it; a line that
    begins inside a string loses nothing. Where blanks and tabs are mixed so that statements have nothing in common,
    all stays as it is.

    Args:
        lines: the region's lines with their numbers in the file.
        layout: the file's; an empty one makes every line count.
    """
    code = [(number, line) for number, line in lines if line.strip() and number not in layout.strings]
    # A region inside a statement, such as the items of a list, has its lines to go by.
    leading = [line for number, line in code if number in layout.statements] or [line for _, line in code]
    margin = reduce(_common, map(_indentation, leading)) if leading else ""
    return [
        line if number in layout.strings else line[len(_common(margin, _indentation(line))) :] for number, line in lines
    ]


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip(BLANKS))]


def _common(one: str, other: str) -> str:
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(character for character, _ in pairs)
