"""Titles of callouts in the page's language.

A callout is ``> [!TIP]`` (GitHub's notation), ``!!! tip`` or ``??? tip`` (Python-Markdown's). Without a title of its
own it gets the type's name, and that in the page's language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.findings import Finding, near
from lockstep.messages import mark as _
from lockstep.outline import read_outline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lockstep.messages import Messages


TITLES = {
    "note": _("Note"),
    "tip": _("Tip"),
    "important": _("Important"),
    "warning": _("Warning"),
    "caution": _("Caution"),
    "abstract": _("Summary"),
    "info": _("Info"),
    "success": _("Success"),
    "question": _("Question"),
    "failure": _("Failure"),
    "danger": _("Danger"),
    "bug": _("Bug"),
    "example": _("Example"),
    "quote": _("Quote"),
}


def title_callouts(
    lines: Sequence[str], path: str, messages: Messages, offset: int = 0
) -> tuple[list[str], list[Finding]]:
    """Give every callout without a title of its own the translated name of its type.

    A title that is there but empty (``!!! tip ""``) stays: it means none.

    Args:
        lines: the page's Markdown.
        path: the page's path below the project's root, for findings.
        messages: the page's language.
        offset: how many lines of the file stand above ``lines`` (front matter).
    """
    out = list(lines)
    findings = []
    for callout in read_outline(lines).callouts:
        index, match = callout.line - 1, callout.match
        kind = match["type"].lower()
        if kind not in TITLES:
            at = (path, callout.line + offset, lines[index].index(match["type"]) + 1)
            findings.append(Finding(*at, "LS121", f"unknown type of callout '{match['type']}'", near(kind, TITLES)))
        elif not (match["title"] or "").strip():
            title = messages(TITLES[kind])
            before = match.string[: match.end("rest")]
            out[index] = before + (f" {title}" if callout.quoted else f' "{title}"')
    return out, findings
