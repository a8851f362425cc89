"""A page's twin: all that readers see of the page, as Markdown that any tool understands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import yaml

from lockstep.fences import OPTION
from lockstep.outline import read_outline
from lockstep.twins.layout import spread
from lockstep.twins.prose import simplify, squeeze

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lockstep.fences import Fence
    from lockstep.twins.prose import Replace, Resolve

# In the place of a block: nothing in it is touched.
BLOCK = re.compile("^(?P<prefix>.*?)\ue006(?P<number>[0-9]+)\ue007(?P<rest>.*)$")
SIGNS = "\ue004\ue005\ue006\ue007"
OWN = re.compile(f"[{SIGNS}]")
# Of several words, so that none of them alone is a value of YAML's, or an address. What a text may not begin with may
# stand in it, but for a colon and a number sign.
PLAIN = re.compile(
    r"(?:[^\W\d_]\w*[ ,.]|[0-9]+ [^\W\d_])[\w ,.()/+\-\[\]{}\"'`*!?;=%&|@~$<>–—…“”‘’«»]*(?<! )|https://[\w./~-]+"
)
INDENT = 4


@dataclass(frozen=True, slots=True)
class Block:
    """A fence of a page, as it stands in the twin.

    ``start`` and ``end`` are the indices of its first and last line, ``prefix`` what stands before the fence; ``text``
    is the Markdown in its place.
    """

    start: int
    end: int
    prefix: str
    text: str


def render_twin(
    lines: Sequence[str],
    blocks: Sequence[Block],
    facts: dict[str, str],
    *,
    resolve: Resolve,
    replace: Replace,
    notice: str = "",
) -> str:
    """Write a page's twin.

    Args:
        lines: the page's Markdown, without front matter.
        blocks: what stands in the place of its fences, in order.
        facts: what its front matter says: title, description, language, canonical address.
        resolve: finds the address that readers are led to, for one that the page has.
        replace: finds what stands in the place of a link, for its text and address; none where the link stays.
        notice: what readers are told of the page before anything else, as Markdown.
    """
    outline = read_outline(lines)
    code = [_indented(lines, part.line, part.text) for part in outline.parts if part.kind == "code" and part.text]
    kept = sorted([*blocks, *(block for block in code if block)], key=lambda block: block.start)
    lines = _own(lines)
    out: list[str] = []
    done = 0
    for number, block in enumerate(kept):
        out += [*lines[done : block.start], f"{block.prefix}\ue006{number}\ue007"]
        done = block.end + 1
    out += lines[done:]
    text = squeeze("\n".join(_tidy(spread(simplify("\n".join(out), resolve, replace).split("\n")))))
    body = "\n".join([_restore(line, kept) if "\ue006" in line else line for line in text.split("\n")])
    head = "".join(_fact(name, value) for name, value in facts.items())
    parts = [f"---\n{head}---"]
    if not any(heading.level == 1 for heading in outline.headings):
        parts.append(f"# {facts['title']}")
    if notice:
        parts.append(f"> {notice}")
    return "\n\n".join([*parts, body.strip("\n")]) + "\n"


def _own(lines: Sequence[str]) -> Sequence[str]:
    """Leave out characters that stand for something here."""
    text = "\n".join(lines)
    # One search for each is sooner done than one for all, and hardly any text has one.
    return [OWN.sub("\ufffd", line) for line in lines] if any(sign in text for sign in SIGNS) else lines


@lru_cache(maxsize=64)
def _fact(name: str, value: str) -> str:
    """Write a line of front matter. Most need no marks, and to find out in general takes its time."""
    if PLAIN.fullmatch(value):
        return f"{name}: {value}\n"
    return yaml.safe_dump({name: value}, allow_unicode=True, width=float("inf"))


def code_block(fence: Fence, lines: Sequence[str]) -> str:
    """Write a fence with nothing in its header but its language and its title.

    Args:
        fence: the fence.
        lines: from its first to its last line, its code in place.
    """
    mark = lines[-1].removeprefix(fence.prefix).strip()
    title = next((match["value"] for match in OPTION.finditer(fence.header) if match["name"] == "title"), "")
    header = f'{fence.language} title="{title}"' if title else fence.language
    body = [line.removeprefix(fence.prefix) for line in lines[1:-1]]
    # Blank lines may lack the prefix's end.
    body = [line if line.strip(" >") else "" for line in body]
    return "\n".join([mark + header, *body, mark])


def _indented(lines: Sequence[str], line: int, text: str) -> Block | None:
    """Find the indented block of code whose text begins on a line; none where it is not found there."""
    start = line - 1
    wanted = text.strip("\n").split("\n")
    found = [one.strip() for one in lines[start : start + len(wanted)]]
    if found != [one.strip() for one in wanted] or not lines[start].startswith(" " * INDENT):
        return None
    margin = len(lines[start]) - len(lines[start].lstrip()) - (len(wanted[0]) - len(wanted[0].lstrip()))
    prefix = lines[start][: max(0, margin - INDENT)]
    body = [one[len(prefix) :].rstrip() for one in lines[start : start + len(wanted)]]
    return Block(start, start + len(wanted) - 1, prefix, "\n".join(body))


def _tidy(lines: Sequence[str]) -> list[str]:
    """Take away the blanks that tags and attributes have left; two at the end of a line break it."""
    return [
        line.rstrip() + ("  " if line.endswith("  ") and line.strip() else "") if line[-1:].isspace() else line
        for line in lines
    ]


def _restore(line: str, kept: Sequence[Block]) -> str:
    match = BLOCK.match(line)
    if not match:
        return line
    prefix, block = match["prefix"], kept[int(match["number"])]
    return "\n".join([(prefix + text if text else prefix.rstrip()) for text in block.text.split("\n")])
