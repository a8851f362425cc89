"""The parts of a page that a translation has too: paragraphs, list items, tables, callouts, tabs, links, images.

They are read from the tree that Python-Markdown's own parsers make of the page (:mod:`lockstep.outline` runs them), so
that nothing inside a fence, a comment or a code span is taken for what it looks like. What authors write in HTML is
read as HTML.
"""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence, Set
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
WORD = re.compile(r"\w+")
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
            target = ESCAPED.sub(lambda match: chr(int(match["code"])), target.replace(AMPERSAND, "&"))
            self.links.append((html.unescape(target), image, alt))

    def part(self, kind: str, line: int, section: int, depth: int, place: Callable[[str, int], int]) -> Part:
        """Make the part; ``place`` finds the line of a link's target, from a line on."""
        whole, without_code = "".join(self.text), "".join(self.prose)
        text = _squeeze(whole)
        prose = text if whole == without_code else _squeeze(without_code)
        links = tuple(Link(target, place(target, line), image, alt) for target, image, alt in self.links)
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


class Reader:
    """Reads the parts out of a page's tree, inline markup included."""

    def __init__(
        self, lines: Sequence[str], stash: Sequence[object], fences: Set[int], titled: Mapping[int, str]
    ) -> None:
        """Take what the tree does not say.

        Args:
            lines: the page's lines.
            stash: the raw HTML that the converter put aside.
            fences: the lines on which fences open.
            titled: the callouts that have a title of their own: line and title.
        """
        self.lines, self.stash, self.fences, self.titled = lines, stash, fences, titled
        self._words: dict[int, str] = {}
        self.parts: list[Part] = []
        self.headings: Sequence[int] = ()
        self.section = 0
        self.depth = 0
        self.line = 1

    def read(self, root: Element, headings: Sequence[int], notes: Sequence[tuple[Element, int]]) -> tuple[Part, ...]:
        """Walk through the tree; ``headings`` are the lines of its headings, ``notes`` the footnotes and theirs."""
        self.headings = headings
        self.walk(root)
        for note, line in notes:
            self.line, self.section = line, len(headings)
            part = self.add("footnote", [note])
            if part:
                section = sum(start <= part.line for start in headings)
                self.parts[-1] = self.parts[-1]._replace(section=section)
        return tuple(self.parts)

    def walk(self, parent: Element) -> None:
        """Read a block that holds blocks."""
        for element in parent:
            self.block(element)

    def block(self, element: Element) -> None:
        """Read one block."""
        tag, classes = str(element.tag), (element.get("class") or "").split()
        if tag in LEVELS:
            self.line = self.headings[self.section] if self.section < len(self.headings) else self.line
            self.section += 1
            self.add("heading", [element])
        elif tag == "p":
            self.add("paragraph", [element])
        elif tag in ("ul", "ol", "dl"):
            self.walk(element)
        elif tag in ("li", "dt", "dd"):
            self.item(element, {"li": "item", "dt": "term", "dd": "definition"}[tag])
        elif tag == "pre":
            self.code(element)
        elif tag == "table":
            self.table(element)
        elif tag == "blockquote" and not element.get("data-alert"):
            self.bare("quote")
            self.depth += 1
            self.walk(element)
            self.depth -= 1
        elif tag in ("blockquote", "details") or "admonition" in classes:
            self.callout(element, element.get("data-alert") or next((c for c in classes if c != "admonition"), ""))
        elif "tabbed-set" in classes:
            self.tabs(element)
        elif tag not in ("hr", "input"):
            if (element.text or "").strip() or any(child.tag not in BLOCKS for child in element):
                self.item(element, "paragraph")
            else:
                self.walk(element)

    def item(self, element: Element, kind: str) -> None:
        """Read a block that may begin with a text and may hold blocks."""
        children = list(element)
        blocks = [index for index, child in enumerate(children) if child.tag in BLOCKS]
        first = blocks[0] if blocks else len(children)
        inline = Inline(self.stash)
        inline.string(element.text)
        for child in children[:first]:
            inline.element(child)
            inline.string(child.tail)
        if not "".join(inline.text).strip() and first < len(children) and children[first].tag == "p":
            self.add(kind, [children[first]])
            first += 1
        else:
            self.put(kind, inline)
        for child in children[first:]:
            self.block(child)
            if (child.tail or "").strip():
                rest = Inline(self.stash)
                rest.string(child.tail)
                self.put("paragraph", rest)

    def code(self, element: Element) -> None:
        """Read an indented block of code."""
        marked = "".join(element.itertext())
        # Whole fences have gone where a mark is; what is left is not the author's text.
        text = "" if MARK.search(marked) else html.unescape(marked.replace(AMPERSAND, "&"))
        first = next((line.strip() for line in text.split("\n") if line.strip()), "")
        self.seek(first)
        self.parts.append(Part("code", self.line, self.section, text=text, depth=self.depth))

    def table(self, element: Element) -> None:
        """Read a table: its size, and its cells as parts of their own."""
        rows = list(element.iter("tr"))
        if len(rows) == 2 and not any(len(cell) or (cell.text or "").strip() for cell in rows[1]):
            rows.pop()  # Python-Markdown puts an empty one below a head that has none
        cells = [cell for row in rows for cell in row]
        at = len(self.parts)
        self.bare("table")
        self.depth += 1
        for cell in cells:
            self.add("cell", [cell])
        self.depth -= 1
        columns = max((len(row) for row in rows), default=0)
        first = next((part.line for part in self.parts[at + 1 :]), self.line)
        self.parts[at] = self.parts[at]._replace(line=first, detail=f"{len(rows)}x{columns}")

    def callout(self, element: Element, kind: str) -> None:
        """Read a callout; the first block in it is its title."""
        title = element[0] if len(element) else element
        numbers = [int(number) for number in MARK.findall("".join(title.itertext()))]
        number = next(iter(numbers), 0)
        self.line = number or self.line
        self.bare("callout", kind)
        self.depth += 1
        if own := self.titled.get(number, "").strip():
            inline = Inline(self.stash)
            inline.plain(own.strip('"'))
            self.put("title", inline)
        for child in element[1:] if numbers else element:
            self.block(child)
        self.depth -= 1

    def tabs(self, element: Element) -> None:
        """Read a set of tabs: their labels, then what is in them."""
        labels: list[Element] = []
        contents: list[Element] = []
        for child in element:
            classes = (child.get("class") or "").split()
            labels += child if "tabbed-labels" in classes else [child] if child.tag == "label" else []
            contents += child if "tabbed-content" in classes else []
        at = len(self.parts)
        self.bare("tabs", str(len(labels)))
        self.depth += 1
        for label, content in zip(labels, contents, strict=False):
            named = self.add("label", [label])
            if named and (own := OWN_KEY.search(named.text)):
                text, prose = (OWN_KEY.sub("", said) for said in (named.text, named.prose))
                self.parts[-1] = named._replace(text=text, prose=prose, detail=own["key"])
            self.walk(content)
        self.depth -= 1
        if at + 1 < len(self.parts):
            self.parts[at] = self.parts[at]._replace(line=self.parts[at + 1].line)

    def bare(self, kind: str, detail: str = "") -> None:
        """Add a part without a text."""
        self.parts.append(Part(kind, self.line, self.section, detail=detail, depth=self.depth))

    def add(self, kind: str, elements: Sequence[Element]) -> Part | None:
        """Add a part made of the texts of elements."""
        inline = Inline(self.stash)
        for element in elements:
            inline.string(element.text)
            for child in element:
                inline.element(child)
                inline.string(child.tail)
        return self.put(kind, inline)

    def put(self, kind: str, inline: Inline) -> Part | None:
        """Add a part, and the fences whose marks stand in its text; an empty one is none."""
        text = "".join(inline.text)
        marks = [int(number) for number in MARK.findall(text)] if MARKED in text else []
        text = (MARK.sub("", text) if marks else text).strip()
        made = None
        if text or inline.links or kind in ("item", "cell"):
            if kind == "paragraph" and not "".join(inline.prose).strip():
                # Nothing but images.
                kind = "html"
            if text and kind != "heading":
                self.seek(text, "|" if kind == "cell" else "")
            made = inline.part(kind, self.line, self.section, self.depth, self.place)
            self.parts.append(made)
        for number in marks:
            self.line = max(self.line, number)
            if number in self.fences:
                self.parts.append(Part("fence", number, self.section, depth=self.depth))
        return made

    def seek(self, text: str, sign: str = "") -> None:
        """Move on to the line where a text begins: the first below that holds its first words, if there is one.

        Such a line also has the ``sign`` of what the text stands in.
        """
        start = text.partition("\n")[0].strip()
        last = self.headings[self.section] if self.section < len(self.headings) else len(self.lines) + 1
        for number in range(self.line, last):
            if start in self.lines[number - 1] and sign in self.lines[number - 1]:
                self.line = number
                return
        # A link's target, or a mark of emphasis, may stand between two words.
        words = WORD.findall(start)[:8]
        for count in range(len(words), 0, -1):
            wanted = f" {' '.join(words[:count])} "
            for number in range(self.line, last):
                if wanted in self.words(number) and sign in self.lines[number - 1]:
                    self.line = number
                    return

    def words(self, number: int) -> str:
        """List the words of a line, each between blanks."""
        known = self._words.get(number)
        if known is None:
            known = self._words[number] = f" {' '.join(WORD.findall(self.lines[number - 1]))} "
        return known

    def place(self, target: str, line: int) -> int:
        """Find the line that a link's target stands on, from the part's line on."""
        found = (number for number in range(line, len(self.lines) + 1) if target in self.lines[number - 1])
        return next(found, line)
