"""Putting finished HTML in the place of a fence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.fences import find_fences

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
    for fence in find_fences(lines):
        html = render(fence)
        if html is None:
            continue
        out += lines[done : fence.end] if keep else lines[done : fence.line - 1]
        # A block of its own at the fence's place in its list item, tab or quote.
        blank = fence.prefix.rstrip(" ")
        out += [blank, fence.prefix + md.htmlStash.store(html), blank]
        done = fence.end
    return out + lines[done:]
