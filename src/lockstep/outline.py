"""What a page is made of, as Python-Markdown reads it: its fences, headings and callouts, and the lines they are on.

Whether ``## Modes`` is a heading depends on all that stands above it: a list item, a comment, an HTML block. So the
question goes to Python-Markdown's own block parser, with a mark on every line in question, and the answer is where the
marks end up. Nothing is rendered. The extensions are those whose blocks hold other blocks; a site that lacks one of
them has no use for its notation. Headings written in HTML are none here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from threading import local
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions.footnotes import FootnoteExtension
from markdown.util import AtomicString

from lockstep.fences import normalize, scan_fences
from lockstep.parts import LEVELS, MARK, Part, Reader

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lockstep.fences import Fault, Fence

EXTENSIONS = (
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
    "pymdownx.details",
    "pymdownx.quotes",
    "pymdownx.tabbed",
)
OPTIONS = {"pymdownx.quotes": {"callouts": True}, "pymdownx.tabbed": {"alternate_style": True}}

# Blanks, quote signs and the markers of list items before a block.
LEADING = r"(?P<leading>(?:[> ]|[-*+:][ ]|\d+[.)][ ])*)"
HASHES = re.compile(LEADING + r"(?P<hashes>#{1,6})(?P<title>.*)$")
UNDERLINE = re.compile(r"[> ]*(?:=+|-+)[ ]*$")
ATTRIBUTES = re.compile(r"(?:^|[ ]+)\{:?[ ]*[^}\n ][^\n]*\}[ ]*$")
QUOTED = re.compile(LEADING + r"(?<=>)[ ]*\[!(?P<type>[\w-]+)(?P<rest>(?:[ ]*\|[ ]*[\w-]+)*\][-+]?)(?P<title>.*)$")
BLOCK = re.compile(LEADING + r'(?:!!!|\?\?\?\+?)[ ]?(?P<type>[\w-]+)(?P<rest>(?:[ ]+[\w-]+)*)(?P<title>[ ]+".*")?[ ]*$')
CUT = re.compile(LEADING + r"-+8<-")
MARKUP = re.compile(r"[\\_\[<&]|[ ]{2}\n")
CODE_SPAN = re.compile(r"(`+)(.+?)(?<!`)\1(?!`)", re.DOTALL)
EMPHASIS = re.compile(r"\*+(?=[^\s*])|(?<=[^\s*])\*+")
COMMENT = re.compile(r"<!--.*?--!?>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: ``level`` from 1 to 6, its explicit ``id`` (empty where it has none), its line, counted from 1."""

    level: int
    id: str
    title: str
    line: int


@dataclass(frozen=True, slots=True)
class Callout:
    """A callout's first line, counted from 1, as the match of ``QUOTED`` or ``BLOCK``."""

    line: int
    match: re.Match[str]

    @property
    def quoted(self) -> bool:
        """Whether the callout is a quote (``> [!TIP]``) and not a block (``!!! tip``)."""
        return self.match.re is QUOTED


# The tabs that a fence stands in, from the outside: the number of each set of tabs on the page, and of the tab in it.
Tabs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """A page's parts, each in order.

    ``fences`` are those that readers see as blocks of code; ``faults`` is what was meant for one; ``cuts`` are the
    numbers of the lines outside fences that begin with ``--8<--`` and are shown as text. ``tabs`` are those that fences
    stand in, by the fence's line. ``parts`` are all that a translation has too, headings and fences among them.
    """

    fences: tuple[Fence, ...]
    faults: tuple[Fault, ...]
    headings: tuple[Heading, ...]
    callouts: tuple[Callout, ...]
    cuts: tuple[int, ...]
    tabs: Mapping[int, Tabs]
    parts: tuple[Part, ...]


def read_outline(lines: Sequence[str]) -> Outline:
    """Read a page's Markdown, given without front matter."""
    return _read("\n".join(lines))


# An author who saves one page of a served site should not wait for all the others to be read again.
@lru_cache(maxsize=2048)
def _read(text: str) -> Outline:
    lines = text.split("\n")
    found, faults = scan_fences(lines)
    fences = {fence.line: fence for fence in found}
    callouts: dict[int, Callout] = {}
    cuts: set[int] = set()
    wrong = {fault.line: fault for fault in faults}
    marked: list[str] = []
    behind = 0
    plain = [normalize(line) for line in lines]
    for number, line in enumerate(plain, 1):
        if number <= behind:
            continue
        mark = f"\ue000{number}\ue001"
        if number in fences:
            behind = fences[number].end
            marked.append(fences[number].prefix + mark)
        elif hashes := HASHES.match(line):
            # Without the blank, which would make a title of braces an attribute list.
            marked.append(hashes["leading"] + hashes["hashes"] + mark + hashes["title"].lstrip())
        elif callout := QUOTED.match(line) or BLOCK.match(line):
            callouts[number] = Callout(number, callout)
            marked.append(line + mark if callout.re is QUOTED else f'{line[: callout.end("rest")]} "{mark}"')
        elif number in wrong or CUT.match(line):
            cuts |= {number} - wrong.keys()
            marked.append(line + mark)
        elif line and number < len(plain) and UNDERLINE.match(plain[number]) and not line.endswith(">"):
            attributes = ATTRIBUTES.search(line)
            at = attributes.start() if attributes else len(line)
            marked.append(line[:at] + mark + line[at:])
        else:
            marked.append(line)
    places = _Places(marked)
    seen = {number: fence for number, fence in fences.items() if number not in places.unseen}
    headings = tuple(places.headings(plain))
    titled = {number: callout.match["title"] or "" for number, callout in callouts.items()}
    tabs = places.tabs()
    return Outline(
        tuple(seen.values()),
        tuple(fault for number, fault in wrong.items() if number not in places.unseen),
        headings,
        tuple(callout for number, callout in callouts.items() if number in places.titles),
        tuple(sorted(cuts - places.unseen)),
        tabs,
        places.parts(Reader(plain, places.stash, set(seen), titled), [heading.line for heading in headings]),
    )


_own = local()


def _converter() -> Markdown:
    """Take this thread's converter, which takes longer to make than a page to read."""
    md: Markdown | None = getattr(_own, "converter", None)
    # One that an error has stopped in the middle of a page is not used again.
    if not md or md.parser.state:
        md = _own.converter = Markdown(extensions=list(EXTENSIONS), extension_configs=OPTIONS, tab_length=4)
    md.reset()
    return md


class _Places:
    """Where the marks ended up."""

    def __init__(self, marked: list[str]) -> None:
        md = _converter()
        lines = [*marked, "", ""]
        lines = md.preprocessors["html_block"].run(lines)
        self.root = Element("div")
        md.parser.parseChunk(self.root, "\n".join(lines))
        self.inline = md.treeprocessors["inline"]
        self.attributes = md.treeprocessors["attr_list"]
        self.stash = md.htmlStash.rawHtmlBlocks
        self.notes = _footnotes(md)
        # In a comment, or in an indented block of code: nothing there is what it looks like.
        self.unseen: set[int] = set()
        self.titles: set[int] = set()
        for html in md.htmlStash.rawHtmlBlocks:
            self._comments(str(html))
        self._walk(self.root)

    def _comments(self, text: str) -> None:
        for comment in COMMENT.findall(text):
            self.unseen |= _marks(comment)

    def _walk(self, element: Element) -> None:
        for parent in element.iter():
            if parent.tag == "code":
                self.unseen |= _marks("".join(parent.itertext()))
            self._comments(parent.text or "")
            self._comments(parent.tail or "")
            classes = (parent.get("class") or "").split()
            if "admonition-title" in classes or parent.tag == "summary":
                self.titles |= _marks("".join(parent.itertext()))
            if parent.get("data-alert") and len(parent):
                self.titles |= _marks("".join(parent[0].itertext()))

    def tabs(self) -> dict[int, Tabs]:
        """Map the lines that are in tabs to those tabs."""
        found: dict[int, Tabs] = {}
        sets = (element for element in self.root.iter() if "tabbed-content" in (element.get("class") or "").split())
        # An outer set comes before those in it.
        for number, tabbed in enumerate(sets):
            for index, block in enumerate(tabbed):
                for line in _marks("".join(block.itertext())):
                    found[line] = (*found.get(line, ()), (number, index))
        return found

    def headings(self, lines: Sequence[str]) -> Iterator[Heading]:
        """List the headings, each on the line of its mark."""
        line = 1
        for element in self.root.iter():
            if element.tag not in LEVELS:
                continue
            marks = _marks("".join(element.itertext()))
            self.attributes.run(element)
            title = MARK.sub("", "".join(element.itertext())).strip()
            # One that no line was suspected of is somewhere below the last.
            line = min(marks) if marks else _search(lines, line, title)
            yield Heading(LEVELS[element.tag], element.get("id") or "", title, line)

    def parts(self, reader: Reader, headings: Sequence[int]) -> tuple[Part, ...]:
        """List the parts; from here on, the tree has its inline markup read."""
        notes = Element("div")
        for text in self.notes:
            SubElement(notes, "p").text = text
        for root in (self.root, notes):
            for element in list(root.iter()):
                # Each text would be searched for every kind of markup that there is, and most have one or none.
                if element.text and not len(element) and not MARKUP.search(element.text):
                    _code_spans(element)
            self.inline.run(root)
            self.attributes.run(root)
        return reader.read(self.root, headings, list(notes))


def _code_spans(element: Element) -> None:
    """Read the inline markup of a text that can have code and emphasis by asterisks only."""
    text = element.text or ""
    last: Element | None = None
    end = 0
    element.text = None
    for match in [*CODE_SPAN.finditer(text), None]:
        plain = AtomicString(EMPHASIS.sub("", text[end : match.start() if match else len(text)]))
        if last is None:
            element.text = plain
        else:
            last.tail = plain
        if match:
            end = match.end()
            last = SubElement(element, "code")
            last.text = AtomicString(match[2].strip())


def _footnotes(md: Markdown) -> list[str]:
    """List the texts of footnotes, which the block parser keeps apart."""
    for extension in md.registeredExtensions:
        if isinstance(extension, FootnoteExtension):
            return list(extension.footnotes.values())
    return []


def _marks(text: str) -> set[int]:
    return {int(number) for number in MARK.findall(text)}


def _search(lines: Sequence[str], start: int, title: str) -> int:
    return next((number for number, line in enumerate(lines, 1) if number >= start and title in line), start)
