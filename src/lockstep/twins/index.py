"""The index of a site for tools, ``llms.txt``: its pages in one language, in the order of its navigation.

The form is that of https://llmstxt.org: a title, a summary in a quote, and lists of links below headings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NAME = "llms.txt"
# Readers of the form take the rest of a line for what it is; a tag would be none of the text.
MARKUP = re.compile(r"[\\\[\]]|<(?=[A-Za-z/!?])")


@dataclass(frozen=True, slots=True)
class Entry:
    """A page: what it is called, where its twin is, what it is about."""

    title: str
    address: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the navigation, with the pages in it and below it."""

    title: str
    entries: tuple[Entry, ...]


def render_index(title: str, summary: str, notes: Iterable[str], parts: Iterable[Part]) -> str:
    """Write the index.

    Args:
        title: the site's name.
        summary: what the site is.
        notes: paragraphs, as Markdown.
        parts: the sections, in order; those without pages are left out.
    """
    blocks = [f"# {_line(title)}"]
    if summary:
        blocks.append(f"> {_line(summary)}")
    blocks += notes
    for part in parts:
        if part.entries:
            blocks += [f"## {_line(part.title)}", "\n".join(_entries(part.entries))]
    return "\n\n".join(blocks) + "\n"


def _entries(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        about = f": {_line(entry.description)}" if entry.description else ""
        yield f"- [{_line(entry.title)}]({entry.address}){about}"


def _line(text: str) -> str:
    line = MARKUP.sub(lambda match: f"\\{match[0]}", " ".join(text.split()))
    # One alone would find another behind the link, and make code of the address between them.
    return line.replace("`", "\\`") if line.count("`") % 2 else line
