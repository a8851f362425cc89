"""Putting finished HTML in the place of a fence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE

from lockstep.outline import read_outline

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from xml.etree.ElementTree import Element

    from markdown import Markdown

    from lockstep.fences import Fence
    from lockstep.outline import Outline

# On a converter: lines, and the outline that they have.
LEFT = "lockstep_outline"


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


def outline_of(md: Markdown, lines: list[str]) -> Outline:
    """Read the outline of a page that is being converted, unless one of us has left it to those that come after."""
    left = vars(md).get(LEFT)
    return left[1] if left and left[0] == lines else read_outline(lines)


def leave(md: Markdown, lines: list[str], outline: Outline) -> None:
    """Leave the outline of lines that were changed without changing it."""
    vars(md)[LEFT] = (lines, outline)


def may_hold(lines: list[str], languages: Collection[str]) -> bool:
    """Whether there may be a fence of one of these languages: most pages have none, and need not be read for it."""
    marked = [line.lower() for line in lines if "```" in line or "~~~" in line]
    return any(language in line for line in marked for language in languages)


def replace_fences(
    md: Markdown, lines: list[str], languages: Collection[str], render: Callable[[Fence], str]
) -> list[str]:
    """Put HTML in the place of the fences of some languages."""
    if not may_hold(lines, languages):
        return lines
    out: list[str] = []
    done = 0
    outline = outline_of(md, lines)
    for fence in outline.fences:
        if fence.language not in languages:
            continue
        html = render(fence)
        block = stashed(md, fence.prefix, html)
        # As many lines, so that what follows keeps its number.
        missing = fence.end - fence.line + 1 - len(block)
        out += [*lines[done : fence.line - 1], *block, *[fence.prefix.rstrip(" ")] * missing]
        done = fence.end
    out += lines[done:]
    leave(md, out, replace(outline, fences=tuple(one for one in outline.fences if one.language not in languages)))
    return out


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
