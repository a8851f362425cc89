"""The start of a translation: the source page with all that stays in place, and every section marked as to do.

A mark stands below each heading, and behind the title and the description. Until it is deleted, the section counts as
missing, and the check reports it. The evidence is there from the start: it says which text the translator was given.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import yaml

from lockstep.fences import TAB
from lockstep.languages.record import write_record
from lockstep.languages.sections import META, TO_DO, TOP, below_heading, sections

if TYPE_CHECKING:
    from lockstep.languages.pages import Page

# What stands before a heading in a quote or in a list.
PREFIX = re.compile(r"(?:[> \t]|[-*+:][ ]+|\d+[.)][ ]+)*(?=#|\S)")
BULLET = re.compile(r"(?:[-*+:]|\d+[.)])[ ]+")


def skeleton(source: Page, path: str) -> str:
    """Make the text of a new translation, which is to be written to ``path``.

    Raises:
        FindingError: the source's front matter takes no lines.
    """
    known = sections(source)
    front = source.text.split("\n")[: source.body_line - 1]
    if front:
        front = _front(front)
    body = source.lines
    mark = f"<!-- {TO_DO} -->"
    out = [mark, ""] if TOP in known else []
    below = {below_heading(heading.line, body) - 1: heading.line for heading in source.outline.headings if heading.id}
    for number, line in enumerate(body, 1):
        out.append(line)
        if number in below:
            match = PREFIX.match(body[below[number] - 1])
            prefix = BULLET.sub(" " * TAB, match[0] if match else "")
            out += [prefix.rstrip(), prefix + mark]
            if number < len(body) and body[number].strip(" >\t"):
                out.append(prefix.rstrip())
    text = "\n".join([*front, *out])
    return write_record(text, {key: section.fingerprint for key, section in known.items()}, path)


def _front(lines: list[str]) -> list[str]:
    """Mark the texts of the front matter."""
    out = list(lines)
    node = yaml.compose("\n".join(lines[1:]).partition("\n---")[0].partition("\n...")[0])
    if not isinstance(node, yaml.MappingNode) or node.flow_style:
        return out
    for key, value in reversed(node.value):
        if key.value not in META.values() or not isinstance(value, yaml.ScalarNode) or not value.value.strip():
            continue
        start, end = value.start_mark.line + 1, value.end_mark.line + 1
        if value.style in ("|", ">"):
            out[start] = f"{out[start].rstrip()}  # {TO_DO}"
        else:
            text = (
                out[start].rstrip() if start == end else f"{key.value}: {json.dumps(value.value, ensure_ascii=False)}"
            )
            out[start : end + 1] = [f"{text}  # {TO_DO}"]
    return out
