"""Blocks that only Python-Markdown knows, written so that any reader of Markdown takes them for what they are.

The content of a tab or of a callout with exclamation marks is indented: others would take it for code.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TAB = re.compile(r'(?P<prefix>[> ]*)={3}[!+]*[ ]+"(?P<title>.*)"[ ]*$')
CALLOUT = re.compile(
    r'(?P<prefix>[> ]*)(?:!!!|\?\?\?\+?)[ ]?(?P<type>[\w-]+)(?:[ ]+[\w-]+)*(?:[ ]+"(?P<title>.*)")?[ ]*$'
)
# What the first line of either has.
SIGNS = ("===", "!!!", "???")
INDENT = 4


def spread(lines: Sequence[str]) -> list[str]:
    """Write tabs one below the other, each below its label, and callouts as quotes."""
    text = "\n".join(lines)
    if not any(sign in text for sign in SIGNS):
        return list(lines)
    out: list[str] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        opening = TAB.match(line) or CALLOUT.match(line)
        number += 1
        if not opening:
            out.append(line)
            continue
        prefix = opening["prefix"]
        content = list(_content(lines[number:], prefix))
        number += len(content)
        inner = spread(content)
        while inner and not inner[-1].strip():
            inner.pop()
        blank = prefix.rstrip(" ")
        if out and out[-1].strip(" >"):
            out.append(blank)
        if opening.re is TAB:
            out += [f"{prefix}**{opening['title']}**", blank, *inner, blank]
        else:
            quoted = [line[len(prefix) :].rstrip() for line in inner]
            head = f"[!{opening['type'].upper()}] {opening['title'] or ''}".rstrip()
            out += [*(f"{prefix}> {text}".rstrip() for text in (head, *quoted)), blank]
    return out


def _content(lines: Sequence[str], prefix: str) -> Iterator[str]:
    """Take the lines that are indented behind a prefix, without that, and the blank ones among them."""
    taken: list[str] = []
    for line in lines:
        inside = line[len(prefix) : len(prefix) + INDENT]
        if line.strip(" >") and (not line.startswith(prefix) or inside.strip()):
            break
        taken.append(line)
    while taken and not taken[-1].strip(" >"):
        taken.pop()
    for line in taken:
        yield prefix + line[len(prefix) + INDENT :] if line.strip(" >") else line
