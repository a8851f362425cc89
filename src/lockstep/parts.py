"""The parts of a page that a translation has too: paragraphs, list items, tables, callouts, tabs, links, images.

They are read from the tree that Python-Markdown's own parsers make of the page (:mod:`lockstep.partreader` walks it),
so that nothing inside a fence, a comment or a code span is taken for what it looks like. What authors write in HTML is
read as HTML.
"""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from xml.etree.ElementTree import Element

# Two characters that no alphabet has, the line's number between them.
MARK = re.compile("\ue000([0-9]+)\ue001")
MARKED = "\ue000"
LEVELS = {f"h{level}": level for level in range(1, 7)}
BLOCKS = {*LEVELS, "p", "ul", "ol", "dl", "pre", "table", "blockquote", "div", "details", "hr"}
APART = ("br", "li", "td", "th", "dt", "dd", "summary", "figcaption")
# What Python-Markdown leaves in a text for a piece of HTML, for a character that was escaped, for an ampersand.
STASHED = re.compile("\x02wzxhzdk:(?P<number>[0-9]+)\x03")
ESCAPED = re.compile("\x02(?P<code>[0-9]+)\x03")
AMPERSAND = "\x02amp\x03"
# At the end of a tab's label: a key of the author's own.
OWN_KEY = re.compile(r"\s*\{:?[ ]*#(?P<key>[\w-]+)[ ]*\}\s*$")
# Where it stands, readers are shown code.
GAP = "\ue002"


class Link(NamedTuple):
    """A link, or an image: where it leads as the page writes it, the line of that, and what kind it is.

    ``alt`` are the words for those who do not see an image.
    """

    target: str
    line: int
    image: bool
    alt: str = ""


# A tuple is made in a fraction of the time, and every page has a hundred.
class Part(NamedTuple):
    """A part of a page.

    ``kind`` is ``heading``, ``paragraph``, ``item`` (of a list), ``term``, ``definition``, ``cell``, ``title`` (an
    author's own, of a callout), ``label`` (of a tab), ``footnote``, ``html``, or, without a text: ``table``, ``fence``,
    ``code``, ``callout``, ``quote``, ``tabs``. ``line`` counts from 1; ``section`` is the number of headings down to
    here. ``detail`` is a table's size (``3x2``), a callout's type, the number of tabs, the key that a label names.
    ``text`` is what readers see, in one line; in ``prose``, code spans are :data:`GAP`. ``depth`` counts the tables,
    callouts, quotes and tabs that the part stands in.
    """

    kind: str
    line: int
    section: int
    text: str = ""
    prose: str = ""
    detail: str = ""
    links: tuple[Link, ...] = ()
    depth: int = 0


class Inline:
    """Gathers the text and the links of one part."""

    def __init__(self, stash: Sequence[object]) -> None:
        """Take the converter's stash of raw HTML."""
        self.stash = stash
        self.text: list[str] = []
        self.prose: list[str] = []
        self.links: list[tuple[str, bool, str]] = []

    def string(self, text: str | None) -> None:
        """Add a text, and the HTML in it."""
        if not text:
            return
        if "\x02" not in text and "&" not in text:
            self.text.append(text)
            self.prose.append(text)
            return
        last = 0
        for match in STASHED.finditer(text) if "\x02" in text else ():
            self.plain(text[last : match.start()])
            piece = self.stash[int(match["number"])] if int(match["number"]) < len(self.stash) else ""
            self.html(piece if isinstance(piece, str) else "")
            last = match.end()
        self.plain(text[last:])

    def plain(self, text: str) -> None:
        """Add a text without HTML."""
        if "\x02" in text:
            text = ESCAPED.sub(lambda match: chr(int(match["code"])), text.replace(AMPERSAND, "&"))
        text = html.unescape(text)
        self.text.append(text)
        self.prose.append(text)

    def html(self, piece: str) -> None:
        """Add a piece of raw HTML: the text and the links in it."""
        reader = _Html(self)
        reader.feed(piece)
        reader.close()

    def element(self, element: Element) -> None:
        """Add an inline element, without what stands behind it."""
        if element.tag == "code":
            self.text.append(html.unescape("".join(element.itertext()).replace(AMPERSAND, "&")))
            self.prose.append(GAP)
            return
        if element.tag == "a" and "footnote-ref" not in (element.get("class") or ""):
            self.link(element.get("href"))
        if element.tag == "img":
            self.image(element.get("src"), element.get("alt"))
        if element.tag == "sup" and (element.get("id") or "").startswith("fnref"):
            return
        if element.tag == "br":
            self.plain(" ")
        self.string(element.text)
        for child in element:
            self.element(child)
            self.string(child.tail)

    def image(self, target: str | None, alt: str | None) -> None:
        """Add an image and the words for those who do not see it; badges have them in any language."""
        prose, self.prose = self.prose, []
        self.string(alt)
        words, self.prose = " ".join("".join(self.prose).split()), [*prose, " "]
        self.link(target, image=True, alt=words)

    def link(self, target: str | None, *, image: bool = False, alt: str = "") -> None:
        """Add where a link leads."""
        if target is not None:
            if "\x02" in target:
                target = ESCAPED.sub(lambda match: chr(int(match["code"])), target.replace(AMPERSAND, "&"))
            self.links.append((html.unescape(target), image, alt))

    def part(self, kind: str, line: int, section: int, depth: int, place: Callable[[str, int], int]) -> Part:
        """Make the part; ``place`` finds the line of a link's target, from a line on."""
        text = _squeeze("".join(self.text))
        prose = text if self.text == self.prose else _squeeze("".join(self.prose))
        links = tuple([Link(target, place(target, line), image, alt) for target, image, alt in self.links])
        return Part(kind, line, section, text, prose, "", links, depth)


def _squeeze(text: str) -> str:
    return " ".join((MARK.sub(" ", text) if MARKED in text else text).split())


class _Html(HTMLParser):
    def __init__(self, inline: Inline) -> None:
        super().__init__()
        self.inline = inline
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.silent += tag in ("script", "style")
        if tag == "a":
            self.inline.link(attributes.get("href"))
        if tag == "img":
            self.inline.image(attributes.get("src"), attributes.get("alt"))
        self.part(tag)

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style")
        self.part(tag)

    def part(self, tag: str) -> None:
        """Keep words apart that readers see apart."""
        if tag in BLOCKS or tag in APART:
            self.inline.plain(" ")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.inline.plain(data)
