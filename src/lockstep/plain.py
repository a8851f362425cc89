"""Markdown for what reads a site without a browser: texts and tables, and the HTML that stands among them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# What would be taken for markup; an underscore within a word is not.
MARKUP = re.compile(r"[\\`*<\[\]]|(?<![^\W_])_|[_](?![^\W_])")
BLANKS = re.compile(r"[ \t\n]+")
MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*", "code": "`", "samp": "`", "tt": "`"}
CODE = {"code", "samp", "tt"}
PARAGRAPHS = {"p", "div", "section", "figure", "figcaption", "details", "summary", "ul", "ol", "dl", "dt", "dd"}
SILENT = {"script", "style"}


def escape(text: str) -> str:
    """Write a text so that no reader of Markdown takes any of it for markup."""
    return MARKUP.sub(lambda match: f"\\{match[0]}", text)


def table(header: Sequence[str], rows: Iterable[Sequence[str]], numbers: Iterable[int] = ()) -> list[str]:
    """Write a table.

    Args:
        header: the columns' titles, as Markdown.
        rows: the cells of each row, as Markdown.
        numbers: the indices of the columns that hold numbers.
    """
    right = set(numbers)
    ruler = ["---:" if index in right else "---" for index in range(len(header))]
    return [_row(header), _row(ruler), *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells) + " |"


def to_markdown(html: str) -> str:
    """Turn HTML into Markdown: texts, emphasis, code, links, images, paragraphs, items of lists, tables."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        # The pieces of what is being read, and those of the elements around it: a cell holds what a page does.
        self.pieces: list[str] = []
        self.outer: list[list[str]] = []
        self.links: list[str | None] = []
        self.rows: list[list[str]] = []
        self.code = self.silent = 0

    def text(self) -> str:
        """Put the pieces together."""
        lines = (" ".join(line.split()) for line in "".join(self.pieces).split("\n"))
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.silent += tag in SILENT
        self.code += tag in CODE
        if tag in MARKS:
            self.pieces.append(MARKS[tag])
        elif tag == "q":
            self.pieces.append("“")
        elif tag == "br":
            self.pieces.append(" ")
        elif tag in PARAGRAPHS:
            self.pieces.append("\n\n")
        elif tag == "li":
            self.pieces.append("\n- ")
        elif tag == "a":
            self.links.append(attributes.get("href"))
            self.pieces.append("[" if self.links[-1] else "")
        elif tag == "img" and attributes.get("src"):
            self.pieces.append(f"![{escape(attributes.get('alt') or '')}]({attributes['src']})")
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.outer.append(self.pieces)
            self.pieces = []

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT and self.silent > 0
        self.code -= tag in CODE and self.code > 0
        if tag in MARKS:
            self.pieces.append(MARKS[tag])
        elif tag == "q":
            self.pieces.append("”")
        elif tag in PARAGRAPHS:
            self.pieces.append("\n\n")
        elif tag == "a" and self.links:
            href = self.links.pop()
            self.pieces.append(f"]({href})" if href else "")
        elif tag in ("td", "th") and self.outer:
            cell = self.text()
            self.pieces = self.outer.pop()
            if self.rows:
                self.rows[-1].append(cell)
        elif tag == "table" and self.rows:
            width = max(map(len, self.rows))
            head, *rest = [[*row, *[""] * (width - len(row))] for row in self.rows]
            self.pieces.append("\n\n" + "\n".join(table(head, rest)) + "\n\n")
            self.rows = []

    def handle_data(self, data: str) -> None:
        if not self.silent:
            text = BLANKS.sub(" ", data)
            self.pieces.append(text if self.code else escape(text))
