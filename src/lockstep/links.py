"""Finding the links of a Markdown page that have a scheme of ours, as Python-Markdown reads them.

Whether ``[a](b)`` is a link depends on all that stands around it: a code span, a comment, an indented block. As in
:mod:`lockstep.outline`, the question goes to Python-Markdown, with a mark on every address in question. Browsers take
more for an address with that scheme than authors should write (``BENCHMARK:``, ``&#98;enchmark:``), and in more places:
an image, raw HTML. All of it is found.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from html.parser import HTMLParser
from threading import local
from typing import TYPE_CHECKING, Literal, TypeAlias

from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from lockstep.fences import scan_fences
from lockstep.outline import make_converter
from lockstep.parts import MARK

if TYPE_CHECKING:
    from collections.abc import Sequence
    from xml.etree.ElementTree import Element

    from markdown import Markdown

# Around the inline patterns (20), which make links.
BEFORE_INLINE, BEHIND_INLINE = 21, 19
# What a link, an image or HTML begins with, or the mark of an address.
LINKED = re.compile("[\\[<\ue000]")

# What Python-Markdown puts in the place of an entity or a tag, of an escaped character, and of a lone ampersand.
PLACEHOLDER = re.compile("\x02(?:wzxhzdk:(?P<raw>[0-9]+)|(?P<character>[0-9]+)|amp)\x03")
# Browsers leave them out of an address, wherever they are.
NO_ADDRESS = re.compile(r"[\x00-\x20]")
# The attributes of HTML that hold addresses.
ADDRESSES = (
    "action",
    "background",
    "cite",
    "data",
    "formaction",
    "href",
    "ping",
    "poster",
    "src",
    "srcset",
    "xlink:href",
)

Form: TypeAlias = Literal["link", "image", "html", "definition"]
"""A link; an image; anything else in HTML; the definition of an address that nothing on the page refers to."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link: its text without markup, and its address behind the scheme.

    ``line`` counts from 1, and so do ``column``, of its opening bracket, and ``address_column``, of the address behind
    the scheme. For a link by reference, they are those of the definition; for what is no link, ``column`` is that of
    the address with its scheme, and the text is empty.
    """

    text: str
    address: str
    line: int
    column: int
    address_column: int
    form: Form = "link"


def find_links(lines: Sequence[str], scheme: str) -> tuple[Link, ...]:
    """List the links of a page, given without front matter, whose address begins with ``scheme``, in its order.

    What is no link but has such an address comes last.
    """
    text = "\n".join(lines)
    # Most pages have none at all, as the signs before their colons tell.
    if "&" not in text and not _ending(scheme).search(text):
        return ()
    # Of others, that is told sooner of all lines at once, without any kind of blank.
    solid = "".join(html.unescape(text).split()).casefold()
    if scheme not in solid or not any(scheme in _plain(line) for line in lines):
        return ()
    return _find(text, scheme)


def address_of(value: str | None, scheme: str) -> str | None:
    """Read an attribute as browsers do: what is behind the scheme, ``None`` for another address."""
    address = NO_ADDRESS.sub("", html.unescape(value or ""))
    return address[len(scheme) :] if address[: len(scheme)].casefold() == scheme else None


def written(text: str, md: Markdown) -> str:
    """Put what the author wrote in the place of Python-Markdown's placeholders."""

    def original(match: re.Match[str]) -> str:
        if match["raw"]:
            raw = md.htmlStash.rawHtmlBlocks[int(match["raw"]) :][:1]
            return html.unescape(raw[0]) if raw and isinstance(raw[0], str) else ""
        return chr(int(match["character"])) if match["character"] else "&"

    return PLACEHOLDER.sub(original, text)


@cache
def _ending(scheme: str) -> re.Pattern[str]:
    """Match the last letter of a scheme, or what browsers leave out of an address, before a colon."""
    # Colons are few, and looked for first.
    return re.compile(rf":(?<=[{re.escape(scheme[-2])}\x00-\x20]:)", re.IGNORECASE)


def _plain(line: str) -> str:
    return NO_ADDRESS.sub("", html.unescape(line)).casefold()


@lru_cache(maxsize=256)
def _find(text: str, scheme: str) -> tuple[Link, ...]:
    lines = text.split("\n")
    places: list[tuple[int, int]] = []

    def mark(number: int, match: re.Match[str]) -> str:
        places.append((number, match.end()))
        return f"{match[0]}\ue000{len(places) - 1}\ue001"

    # Fences go, as superfences takes them: those that turn out to be no code for readers too.
    fences = {fence.line: fence for fence in scan_fences(lines)[0]}
    marked: list[str] = []
    behind = 0
    for number, line in enumerate(lines, 1):
        if number in fences:
            behind = fences[number].end
            marked.append(f"{fences[number].prefix}\ue000\ue001")
        elif number > behind:
            marked.append(re.sub(re.escape(scheme), partial(mark, number), line, flags=re.IGNORECASE))
    md, collector = _converter(scheme)
    others = _Others(scheme)
    others.feed(md.convert("\n".join(marked)))
    used = {address for _, address in (*collector.found, *others.found)}
    definitions = [address_of(url, scheme) for url, _ in md.references.values()]
    unused = [address for address in definitions if address is not None and address not in used]

    def link(text: str, address: str, form: Form) -> Link:
        place = MARK.match(address)
        if place is None:
            # The scheme is written in another way.
            number = next(number for number, line in enumerate(lines, 1) if scheme in _plain(line))
            return Link(text, address, number, 1, 1, form)
        number, end = places[int(place[1])]
        start = end - len(scheme)
        column = _opening(lines[number - 1], start) if form == "link" else start
        return Link(text, address[place.end() :], number, column + 1, end + 1, form)

    return (
        *(link(text, address, "link") for text, address in collector.found),
        *(link("", address, form) for form, address in others.found),
        *(link("", address, "definition") for address in unused),
    )


_own = local()


def _converter(scheme: str) -> tuple[Markdown, _Collector]:
    """Take this thread's converter, which takes longer to make than a page to read, and what collects its links."""
    made: tuple[Markdown, _Collector] | None = getattr(_own, "made", None)
    # One that an error has stopped in the middle of a page is not used again.
    if not made or made[0].parser.state:
        md = make_converter()
        made = _own.made = (md, _Collector(md))
        md.treeprocessors.register(_Skipper(md), "lockstep-skip", BEFORE_INLINE)
        md.treeprocessors.register(made[1], "lockstep-links", BEHIND_INLINE)
    made[0].reset()
    made[1].scheme, made[1].found = scheme, []
    return made


class _Skipper(Treeprocessor):
    """Spares texts that can have no link the search for every kind of markup that there is."""

    def run(self, root: Element) -> None:
        for element in root.iter():
            if element.text and not LINKED.search(element.text):
                element.text = AtomicString(element.text)


class _Collector(Treeprocessor):
    """Takes the links, and their addresses off the page."""

    scheme: str
    found: list[tuple[str, str]]

    def run(self, root: Element) -> None:
        for link in root.iter("a"):
            address = address_of(written(link.get("href", ""), self.md), self.scheme)
            if address is not None:
                del link.attrib["href"]
                self.found.append((written("".join(link.itertext()), self.md), address))


class _Others(HTMLParser):
    """Takes what has such an address without being a link."""

    def __init__(self, scheme: str) -> None:
        super().__init__()
        self.scheme = scheme
        self.found: list[tuple[Form, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        addresses = [value for name, value in attrs if name in ADDRESSES]
        # <benchmark:…>, which would be a link with another scheme, is an element of that name.
        for address in (address_of(value, self.scheme) for value in (tag, *addresses)):
            if address is not None:
                self.found.append(("image" if tag == "img" else "html", address))


def _opening(line: str, end: int) -> int:
    """Find the bracket that opens the link whose address begins at ``end``."""
    closing = re.search(r"\]\([ ]*<?$", line[:end])
    depth = 0
    for index in range(closing.start() if closing else -1, -1, -1):
        depth += (line[index] == "]") - (line[index] == "[")
        if not depth:
            return index
    # A definition, or a text that begins on the line above.
    return len(line[:end]) - len(line[:end].lstrip(" >"))
