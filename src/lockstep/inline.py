"""The inline markup of the texts that have little of it, as Python-Markdown would read it.

Most texts have none, or code, a link, an emphasis; Python-Markdown searches each for everything that there is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from markdown.util import AtomicString, code_escape

if TYPE_CHECKING:
    from collections.abc import Sequence

# What more than code, plain links and emphasis by asterisks may be made of.
MARKUP = re.compile(r"[_\[<&]")
CODE_SPAN = re.compile(r"`([^`]+)`")
LINK = re.compile(
    r"""(?P<image>!?)\[(?P<text>[^\[\]<&_!]*)\]\((?P<target>[\w./#:?=&%~+,;@-]+)(?:[ \n]"[^"'()\[\]<>&*_`]*")?\)"""
)
# What has none of these, and no break, is nothing but text.
INLINE = re.compile(r"[\\{`*_\[<&\ue003]")
# Apart from the patterns: one that is a set of characters and nothing else is searched for in a fraction of the time.
BREAK = "  \n"
# Around the number of a piece of a text that was read before the rest of it.
PIECE = "\ue003"
EMPHASIS = re.compile(r"\*+(?=[^\s*])|(?<=[^\s*])\*+")
ASTERISKS = re.compile(r"\*+")


def read_simple(element: Element) -> bool:
    """Read the inline markup of a text that has code, plain links and emphasis by asterisks only; leave any other.

    Returns whether it is read.
    """
    text = element.text or ""
    if isinstance(text, AtomicString):
        return True
    broken = BREAK in text
    if not broken and not INLINE.search(text):
        element.text = AtomicString(text)
        return True
    if broken or "\\" in text or "{" in text or "``" in text or PIECE in text:
        return False
    made: list[Element] = []

    def keep(child: Element) -> str:
        made.append(child)
        return f"{PIECE}{len(made) - 1}{PIECE}"

    def code(match: re.Match[str]) -> str:
        child = Element("code")
        child.text = AtomicString(code_escape(match[1].strip()))
        return keep(child)

    def link(match: re.Match[str]) -> str:
        # Such a text is left as it is, and so to Python-Markdown.
        if not _in_pairs(match["text"]):
            return match[0]
        if match["image"]:
            if "*" in match["text"] or PIECE in match["text"]:
                return match[0]
            return keep(Element("img", src=match["target"], alt=match["text"]))
        child = Element("a", href=match["target"])
        _fill(child, match["text"], made)
        return keep(child)

    if "`" in text:
        text = CODE_SPAN.sub(code, text)
        if "`" in text:
            return False
    if "](" in text:
        text = LINK.sub(link, text)
    if MARKUP.search(text) or not _in_pairs(text):
        return False
    _fill(element, text, made)
    return True


def _in_pairs(text: str) -> bool:
    """Tell whether each asterisk surely begins or ends an emphasis, or all stand alone."""
    if "*" not in text:
        return True
    runs = list(EMPHASIS.finditer(text))
    if not runs:
        return True
    if len(runs) % 2 or len(runs) != len(ASTERISKS.findall(text)):
        return False
    return all(
        len(one[0]) < 3
        and one[0] == other[0]
        and not text[one.end()].isspace()
        and not text[other.start() - 1].isspace()
        for one, other in zip(runs[::2], runs[1::2], strict=True)
    )


def _fill(element: Element, text: str, made: Sequence[Element]) -> None:
    """Put a text into an element, without its emphasis and with the elements that were made of pieces of it."""
    # Emphasis is told by what stands beside it, which may be such a piece.
    first, *rest = (EMPHASIS.sub("", text) if "*" in text else text).split(PIECE)
    element.text = AtomicString(first)
    for number, tail in zip(rest[::2], rest[1::2], strict=True):
        element.append(made[int(number)])
        element[-1].tail = AtomicString(tail)
