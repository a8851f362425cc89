"""What a page is made of, as Python-Markdown reads it: its fences, headings and callouts, and the lines they are on.

Whether ``## Modes`` is a heading depends on all that stands above it: a list item, a comment, an HTML block. So the
question goes to Python-Markdown's own block parser, with a mark on every line in question, and the answer is where the
marks end up: an outline renders nothing. The extensions are those whose blocks hold other blocks; a site that lacks one
of them has no use for its notation. Headings written in HTML are none here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import local
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions.footnotes import FootnoteExtension

from lockstep.fences import TAB, normalize, scan_fences
from lockstep.files import PAGES
from lockstep.inline import read_simple
from lockstep.partreader import Reader
from lockstep.parts import LEVELS, MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from markdown.blockprocessors import BlockProcessor

    from lockstep.fences import Fault, Fence
    from lockstep.parts import Part

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
UNDERLINES = (">", " ", "=", "-")
# A heading as most are: a text and nothing but its id behind it.
NAMED = re.compile(r"(?P<title>[^{}\n#]*[^{}\n# ])[ ]+\{[ ]?#(?P<id>[\w-]+)[ ]?\}")
ATTRIBUTES = re.compile(r"(?:^|[ ]+)\{:?[ ]*[^}\n ][^\n]*\}[ ]*$")
QUOTED = re.compile(LEADING + r"(?<=>)[ ]*\[!(?P<type>[\w-]+)(?P<rest>(?:[ ]*\|[ ]*[\w-]+)*\][-+]?)(?P<title>.*)$")
BLOCK = re.compile(LEADING + r'(?:!!!|\?\?\?\+?)[ ]?(?P<type>[\w-]+)(?P<rest>(?:[ ]+[\w-]+)*)(?P<title>[ ]+".*")?[ ]*$')
CUT = re.compile(LEADING + r"-+8<-")
# What each of them has.
CALLOUTS, CUT_SIGN = ("[!", "!!!", "???"), "-8<"
# Without any of these, nothing in a text is put aside as HTML, and all stays as it is.
HTML = ("<", "&#")
# A block that none but the processor of paragraphs takes: on no line does anything stand where a block could begin.
PARAGRAPH = re.compile(r"(?!\d)(?:[^\s#=\-*_+>!?:\[|~\x02][^|\x02\n]*(?:\n|\Z))+")
# A heading by hashes alone in its block.
ONE_HEADING = re.compile(r"#{1,6}[^\s#\\|\x02][^\n\\|\x02]*")
# What a block has, one or the other, that a processor takes for its own. What is indented may belong to what is above.
INDENT = " " * TAB
SIGNS = {
    "admonition": ("!!!", INDENT),
    "details": ("???", INDENT),
    "tabbed": ("===", INDENT),
    "markdown_block": ("\x02", "\x02"),
    "indent": (INDENT, INDENT),
    "defindent": (INDENT, INDENT),
    "code": (INDENT, INDENT),
    "table": ("|", "|"),
    "hashheader": ("#", "#"),
    "deflist": (":", ":"),
    "quote": (">", ">"),
    "footnote": ("[^", "[^"),
    "reference": ("]:", "]:"),
}
# Characters that no alphabet has: ours, and nothing where an author has them.
OWN = "\ue000\ue001\ue002\ue003"
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

    def level(self, line: int) -> int:
        """Find the level of the section that a line is in; 1 above the first heading."""
        return next((heading.level for heading in reversed(self.headings) if heading.line < line), 1)


def read_outline(lines: Sequence[str]) -> Outline:
    """Read a page's Markdown, given without front matter."""
    end = len(lines)
    # Python-Markdown puts some behind every page.
    while end and not lines[end - 1]:
        end -= 1
    return _read(tuple(lines[:end]))


# An author who saves one page of a served site should not wait for all the others to be read again.
@lru_cache(maxsize=PAGES)
def _read(lines: tuple[str, ...]) -> Outline:
    plain = normalize(lines)
    found, faults = scan_fences(lines, plain)
    fences = {fence.line: fence for fence in found}
    callouts: dict[int, Callout] = {}
    cuts: set[int] = set()
    wrong = {fault.line: fault for fault in faults}
    marked: list[str] = []
    behind = 0
    text = "\n".join(plain)
    if any(sign in text for sign in OWN):
        plain = text.translate(dict.fromkeys(map(ord, OWN), "\ufffd")).split("\n")
    # Many a page has no such thing at all.
    callout_signs, include_sign = any(sign in text for sign in CALLOUTS), CUT_SIGN in text
    for number, line in enumerate(plain, 1):
        if number <= behind:
            continue
        if not line:
            marked.append(line)
            continue
        mark = f"\ue000{number}\ue001"
        if number in fences:
            behind = fences[number].end
            marked.append(fences[number].prefix + mark)
        # Nearly no line has the characters that the patterns ask for.
        elif "#" in line and (hashes := HASHES.match(line)):
            # Without the blank, which would make a title of braces an attribute list.
            marked.append(hashes["leading"] + hashes["hashes"] + mark + hashes["title"].lstrip())
        elif callout_signs and (
            ("[!" in line and (callout := QUOTED.match(line)))
            or (("!!!" in line or "???" in line) and (callout := BLOCK.match(line)))
        ):
            callouts[number] = Callout(number, callout)
            marked.append(line + mark if callout.re is QUOTED else f'{line[: callout.end("rest")]} "{mark}"')
        elif number in wrong or (include_sign and CUT_SIGN in line and CUT.match(line)):
            cuts |= {number} - wrong.keys()
            marked.append(line + mark)
        elif (
            number < len(plain)
            and plain[number][:1] in UNDERLINES
            and UNDERLINE.match(plain[number])
            and not line.endswith(">")
        ):
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


def to_html(text: str) -> str:
    """Render a text as HTML, to see what is in it: a site has extensions and a theme of its own."""
    return _converter().convert(text)


_own = local()


def _converter() -> Markdown:
    """Take this thread's converter, which takes longer to make than a page to read."""
    md: Markdown | None = getattr(_own, "converter", None)
    # One that an error has stopped in the middle of a page is not used again.
    if not md or md.parser.state:
        md = _own.converter = make_converter()
    md.reset()
    return md


def make_converter() -> Markdown:
    """Make a converter that reads what every page may hold; one can read any number, one after another."""
    md = Markdown(extensions=list(EXTENSIONS), extension_configs=OPTIONS, tab_length=TAB)
    # Registries sort out what they hold each time that they are asked; nothing is registered from here on.
    known = md.parser.blockprocessors
    signs = {id(known[name]): pair for name, pair in SIGNS.items()}
    asked = [(processor, *signs.get(id(processor), ("", ""))) for processor in known]
    parse = partial(_parse_blocks, known["paragraph"], known["hashheader"], asked)
    md.parser.parseBlocks = parse  # type: ignore[method-assign]
    inline = md.treeprocessors["inline"]
    inline.inlinePatterns = list(inline.inlinePatterns)  # type: ignore[attr-defined]
    return md


def _parse_blocks(
    paragraph: BlockProcessor,
    heading: BlockProcessor,
    processors: Sequence[tuple[BlockProcessor, str, str]],
    parent: Element,
    blocks: list[str],
) -> None:
    """Do what Python-Markdown does, without asking all of its processors for what surely is a paragraph or heading."""
    while blocks:
        block = blocks[0]
        if PARAGRAPH.fullmatch(block):
            paragraph.run(parent, blocks)
            continue
        if ONE_HEADING.fullmatch(block):
            heading.run(parent, blocks)
            continue
        for processor, sign, other in processors:
            if (
                (sign in block or other in block)
                and processor.test(parent, block)
                and processor.run(parent, blocks) is not False
            ):
                break


class _Places:
    """Where the marks ended up."""

    def __init__(self, marked: list[str]) -> None:
        md = _converter()
        text = "\n".join([*marked, "", ""])
        if any(sign in text for sign in HTML):
            text = "\n".join(md.preprocessors["html_block"].run(text.split("\n")))
        self.root = Element("div")
        md.parser.parseChunk(self.root, text)
        self.inline = md.treeprocessors["inline"]
        self.attributes = md.treeprocessors["attr_list"]
        self.stash = md.htmlStash.rawHtmlBlocks
        self.notes = _footnotes(md)
        # In a comment, or in an indented block of code: nothing there is what it looks like.
        self.unseen: set[int] = set()
        self.titles: set[int] = set()
        self.tabbed: list[Element] = []
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
            text, tail = parent.text, parent.tail
            if text and "<!--" in text:
                self._comments(text)
            if tail and "<!--" in tail:
                self._comments(tail)
            named, alert = parent.get("class"), parent.get("data-alert")
            if not named and not alert and parent.tag != "summary":
                continue
            classes = (named or "").split()
            if "admonition-title" in classes or parent.tag == "summary":
                self.titles |= _marks("".join(parent.itertext()))
            if alert and len(parent):
                self.titles |= _marks("".join(parent[0].itertext()))
            if "tabbed-content" in classes:
                self.tabbed.append(parent)

    def tabs(self) -> dict[int, Tabs]:
        """Map the lines that are in tabs to those tabs."""
        found: dict[int, Tabs] = {}
        # An outer set comes before those in it.
        for number, tabbed in enumerate(self.tabbed):
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
            whole = "".join(element.itertext())
            marks = _marks(whole)
            if not len(element) and (named := NAMED.fullmatch(whole)):
                whole = element.text = named["title"].rstrip()
                element.set("id", named["id"])
            elif "{" in whole:
                self.attributes.run(element)
                whole = "".join(element.itertext())
            title = MARK.sub("", whole).strip()
            # One that no line was suspected of is somewhere below the last.
            line = min(marks) if marks else _search(lines, line, title)
            yield Heading(LEVELS[element.tag], element.get("id") or "", title, line)

    def parts(self, reader: Reader, headings: Sequence[int]) -> tuple[Part, ...]:
        """List the parts; from here on, the tree has its inline markup read."""
        notes = Element("div")
        for text in self.notes.values():
            SubElement(notes, "p").text = text
        for root in (self.root, notes):
            self._inline(root)
        lines = [_defined(reader.lines, name) for name in self.notes]
        return reader.read(self.root, headings, list(zip(notes, lines, strict=True)))

    def _inline(self, root: Element) -> None:
        left: list[Element] = []
        braces = tails = False
        for element in list(root.iter()):
            text, tail = element.text, element.tail
            if tail and not tail.isspace():
                tails = True
                braces = braces or "{" in tail
            if not text or text.isspace():
                continue
            braces = braces or "{" in text
            # Each text would be searched for every kind of markup that there is, and most have one or none.
            if len(element) or not read_simple(element):
                left.append(element)
        if tails:
            self.inline.run(root)
        else:
            for element in left:
                # Its own text is read as that of an element in another.
                around = Element("div")
                around.append(element)
                self.inline.run(around)
        # Those of headings are read already.
        if braces:
            self.attributes.run(root)


def _footnotes(md: Markdown) -> dict[str, str]:
    """Map the names of footnotes to their texts, which the block parser keeps apart."""
    for extension in md.registeredExtensions:
        if isinstance(extension, FootnoteExtension):
            return dict(extension.footnotes)
    return {}


def _defined(lines: Sequence[str], name: str) -> int:
    """Find the line of a footnote's text: what it says may stand elsewhere too."""
    return next((number for number, line in enumerate(lines, 1) if line.lstrip(" >").startswith(f"[^{name}]:")), 1)


def _marks(text: str) -> set[int]:
    return {int(number) for number in MARK.findall(text)}


def _search(lines: Sequence[str], start: int, title: str) -> int:
    return next((number for number, line in enumerate(lines, 1) if number >= start and title in line), start)
