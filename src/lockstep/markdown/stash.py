"""Putting finished HTML in the place of a fence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE

from lockstep.outline import read_outline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from xml.etree.ElementTree import Element

    from markdown import Markdown

    from lockstep.fences import Fence


class Unwrap(Treeprocessor):
    """Lets HTML stand at the end of a quote: a blank behind its placeholder would leave it inside a paragraph."""

    # Behind the inline patterns, as the last to touch a text.
    PRIORITY = 0

    def run(self, root: Element) -> None:
        """Strip the paragraphs that hold one placeholder and blanks."""
        for paragraph in root.iter("p"):
            text = (paragraph.text or "").strip()
            if not len(paragraph) and HTML_PLACEHOLDER_RE.fullmatch(text):
                paragraph.text = text


def replace_fences(md: Markdown, lines: list[str], render: Callable[[Fence], str | None]) -> list[str]:
    """Put HTML in the place of the fences that ``render`` returns some for."""
    out: list[str] = []
    done = 0
    for fence in read_outline(lines).fences:
        html = render(fence)
        if html is None:
            continue
        block = stashed(md, fence.prefix, html)
        # As many lines, so that what follows keeps its number.
        missing = fence.end - fence.line + 1 - len(block)
        out += [*lines[done : fence.line - 1], *block, *[fence.prefix.rstrip(" ")] * missing]
        done = fence.end
    return out + lines[done:]


def put_below(md: Markdown, lines: list[str], notes: Iterable[tuple[int, str, str]]) -> list[str]:
    """Put HTML below lines.

    Args:
        md: the converter.
        lines: the page's Markdown.
        notes: the index of a line, what stands before a block at its place, and the HTML, in order of line.
    """
    out: list[str] = []
    done = 0
    for index, prefix, html in notes:
        out += [*lines[done : index + 1], *stashed(md, prefix, html)]
        done = index + 1
    return out + lines[done:]


def stashed(md: Markdown, prefix: str, html: str) -> list[str]:
    """Make finished HTML a block of its own: lines, in the list item, tab or quote that ``prefix`` stands for."""
    blank = prefix.rstrip(" ")
    return [blank, prefix + md.htmlStash.store(html), blank]
