"""Putting finished HTML in the place of a fence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.outline import read_outline

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown import Markdown

    from lockstep.fences import Fence


def replace_fences(
    md: Markdown, lines: list[str], render: Callable[[Fence], str | None], *, keep: bool = False
) -> list[str]:
    """Put HTML in the place of the fences that ``render`` returns some for, or below them with ``keep``."""
    out: list[str] = []
    done = 0
    for fence in read_outline(lines).fences:
        html = render(fence)
        if html is None:
            continue
        out += lines[done : fence.end] if keep else lines[done : fence.line - 1]
        # A block of its own at the fence's place in its list item, tab or quote. Where it takes the fence's place, it
        # takes as many lines, so that what follows keeps its number.
        blank = fence.prefix.rstrip(" ")
        replaced = 0 if keep else fence.end - fence.line + 1
        block = [blank, fence.prefix + md.htmlStash.store(html), blank]
        out += block + [blank] * (replaced - len(block))
        done = fence.end
    return out + lines[done:]
