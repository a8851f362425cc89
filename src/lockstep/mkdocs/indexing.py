"""What is known here of how Material's search reads a page: the same sections, in an eighth of the time.

Its parser is made of Python's ``HTMLParser``, which asks for every tag again what HTML allows anywhere, and compares
all elements around a text with all that are left out. What Python-Markdown writes is simpler: tags with attributes
between double quotes, texts, comments. Where a page holds anything else, it is read by the parser that it always was.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape
from typing import Any, NamedTuple

from material.plugins.search import plugin  # type: ignore[import-untyped]
from material.plugins.search.plugin import Element, Parser, Section  # type: ignore[import-untyped]

from lockstep.mkdocs.standin import StandIn

# Of the classes that are stood in for, as they were read: Material for MkDocs 9.
KNOWN = {
    "Parser": "0364b20207022c301a8f3dc3033c9e32",
    "Section": "6b941787d01be79866fada7b8ba044ec",
    "Element": "323d3cb808bc5d87eeb582416126723c",
}
PLAIN = {"Parser": Parser, "Section": Section, "Element": Element}
# How a program begins, as Pygments marks its words, and what follows where there is nothing but those.
PROGRAM = "<pre><span></span><code>"
WORD = r'[^<>]++|<span class="(?!linenodiv")[\w -]++">[^<>]++</span>'
WORDS = re.compile(rf'(?P<words>(?:{WORD}|<span class="hll">(?:{WORD})++</span>)++)</code></pre>')
# What stands between "<" and ">": a comment, or a tag.
HEAD = re.compile(
    r"""(?x)
    !--[^<>-]*(?:-[^<>-]+)*--
    | (?P<end>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]*)
      (?P<attributes>(?:\s+[a-zA-Z_:][\w:.-]*(?:="[^"<>]*")?(?=[\s/]|$))*)
      \s*(?P<empty>/?)
    """
)
# As Python and Pygments write what has a meaning in HTML.
ENTITY = re.compile("&(?:amp|lt|gt|quot|#39);")
TAG = re.compile("<[^>]*>")
ATTRIBUTE = re.compile(r'([a-zA-Z_:][\w:.-]*)(?:="([^"]*)")?')
# Elements whose contents are no HTML.
RAW = frozenset(
    ("iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp")
)
HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
LEFT_OUT = frozenset(("object", "script", "style"))
KEPT = frozenset(("code", "li", "ol", "p", "pre", "sub", "sup", "ul"))
# Elements whose attributes count.
LEADING = frozenset((*HEADINGS, "a"))
# Those in which not all is read as elsewhere; and those that are not read here, with what Material calls the heading
# of what has none.
MATTERING, UNKNOWN = frozenset((*HEADINGS, "object", "pre")), RAW | {"hx"}
# What a tag does to what is read.
NOTHING, EMPTY, OPENS, OPENS_KEPT, CLOSES, CLOSES_KEPT, MATTERS = range(7)
OPENING = (OPENS, OPENS_KEPT)
# What is looked for in the attributes of any element.
EXCLUDED, NUMBERS = "data-search-exclude", "linenodiv"
TOLD = re.compile(f"(?i){EXCLUDED}|{NUMBERS}")
# Of a link that leads somewhere, and is not looked at any closer.
NAMED = re.compile("(?i)(?:class|id)=")
CLOSED = float("inf")


class _UnknownError(Exception):
    """The page holds what is not known here."""


class Quick(Parser):  # type: ignore[misc]
    """Material's parser, with another way to do the same; ``data`` are the sections of what was fed, at once."""

    def feed(self, content: str) -> None:
        """Read a page."""
        try:
            self.data = _Reading().read(content)
        except (_UnknownError, ValueError):
            super().feed(content)


class _Head(NamedTuple):
    """What stands between "<" and ">": ``does`` is what it does where nothing around it matters."""

    does: int
    tag: str = ""
    attributes: str = ""
    end: bool = False
    # Whether its element ends where it begins.
    empty: bool = False


# Most of them are the same on all pages.
@lru_cache(maxsize=4096)
def _head(written: str) -> _Head:
    """Read what stands between "<" and ">"."""
    match = HEAD.fullmatch(written)
    if not match:
        raise _UnknownError
    if match["tag"] is None:
        return _Head(NOTHING)
    tag, attributes = match["tag"].lower(), match["attributes"]
    end, empty = bool(match["end"]), bool(match["empty"])
    if (end and (attributes or empty)) or tag in UNKNOWN:
        raise _UnknownError
    if tag in plugin.void:
        return _Head(NOTHING)
    told = tag in MATTERING or (attributes and (TOLD.search(attributes) or (tag == "a" and NAMED.search(attributes))))
    if end:
        does = CLOSES_KEPT if tag in KEPT else CLOSES
    elif told or (empty and tag in KEPT):
        does = MATTERS
    elif empty:
        does = EMPTY
    else:
        does = OPENS_KEPT if tag in KEPT else OPENS
    return _Head(does, tag, attributes, end, empty)


class _Reading:
    def __init__(self) -> None:
        self.context: list[str] = []
        # How deep those are that are a heading's link to itself.
        self.links: list[int] = []
        self.skip = set(LEFT_OUT)
        self.skipping = False
        self.section: Any = None
        self.data: list[Any] = []

    def read(self, content: str) -> list[Any]:
        first, *others = content.split(PROGRAM)
        self.pieces(first)
        for other in others:
            words = WORDS.match(other)
            if words and self.program(words["words"]):
                self.pieces(other[words.end() :])
            else:
                self.pieces(PROGRAM + other)
        return self.data

    def pieces(self, content: str) -> None:
        """Read what is no program: a text, and tags with a text behind each."""
        text, *pieces = content.split("<")
        self.text(text)
        context, (place, depth) = self.context, self.simple()
        for piece in pieces:
            head, closed, written = piece.partition(">")
            does, tag, attributes, end, empty = _head(head if closed else "")
            if does == NOTHING or (does == EMPTY and depth <= len(context) + 1):
                pass
            elif place is not None and does in OPENING:
                context.append(tag)
                if does == OPENS_KEPT:
                    place.append(f"<{tag}>")
            elif place is not None and end and depth <= len(context):
                if context and context[-1] == tag:
                    context.pop()
                    if does == CLOSES_KEPT:
                        _close(place, tag)
            else:
                place, depth = self.tag(tag, attributes, end=end, empty=empty)
            if place is None:
                self.text(written)
            elif written:
                _add(place, written)

    def tag(self, tag: str, attributes: str, *, end: bool, empty: bool) -> tuple[list[str] | None, float]:
        """Read a tag, whatever is around it, and see where what follows belongs."""
        if not end:
            self.start(tag, attributes)
        if end or empty:
            self.end(tag)
        return self.simple()

    def simple(self) -> tuple[list[str] | None, float]:
        """Find where what follows belongs, where all of that is the text of a section; and how deep its heading is."""
        section, context = self.section, self.context
        if not section or self.skipping or self.links or "pre" in context or section.el.tag in context:
            return None, CLOSED
        return section.text, section.depth

    def program(self, words: str) -> bool:
        """Read a program as one text, where nothing but its words counts: they are most of what a page is made of."""
        place, depth = self.simple()
        data = TAG.sub("", words)
        plain = not data.isspace() and words.count("&") == len(ENTITY.findall(words))
        if place is None or depth > len(self.context) + 1 or not plain:
            return False
        place += "<pre>", "<code>", data.replace("&quot;", '"').replace("&#39;", "'"), "</code>", "</pre>"
        return True

    def start(self, tag: str, attributes: str) -> None:
        self.context.append(tag)
        if tag not in LEADING and not (attributes and TOLD.search(attributes)):
            if self.section is None:
                self.preface()
            if tag in self.skip:
                self.skipping = True
            elif tag in KEPT and not self.skipping:
                self.place().append(f"<{tag}>")
            return
        named = _attributes(attributes)
        if tag == "a" and named.get("class") == "headerlink":
            self.links.append(len(self.context))
        if tag in HEADINGS and "id" in named:
            depth = len(self.context)
            if tag != "h1" and not self.data:
                self.section = Section(Element("hx"), depth)
                self.data.append(self.section)
            self.section = Section(Element(tag, named), depth)
            if self.data:
                self.section.id = named["id"]
            self.data.append(self.section)
        self.preface()
        if EXCLUDED in named or named.get("class") == NUMBERS:
            self.skip.add(tag)
        self.look()
        if not self.skipping and tag in KEPT:
            self.place().append(f"<{tag}>")

    def end(self, tag: str) -> None:
        context = self.context
        if not context or context[-1] != tag:
            return
        if self.section.depth > len(context):
            for section in reversed(self.data):
                if section.depth <= len(context):
                    self.section.depth = CLOSED
                    self.section = section
                    break
        if self.links and self.links[-1] == len(context):
            self.links.pop()
        context.pop()
        if tag in self.skip:
            if tag not in LEFT_OUT:
                self.skip.remove(tag)
            self.look()
            return
        if not self.skipping and tag in KEPT:
            _close(self.place(), tag)

    def text(self, written: str) -> None:
        if self.skipping or not written:
            return
        if self.section is None:
            self.preface()
        section, context = self.section, self.context
        data = unescape(written) if "&" in written else written
        blank, code = data.isspace(), "pre" in context
        if not code:
            data = " " if blank else data.replace("\n", " ")
        if not blank:
            data = escape(data, quote=False)
        if section.el.tag in context:
            if not self.links:
                section.title.append(data)
        elif not blank or code or not section.text or not section.text[-1].isspace():
            section.text.append(data)

    def preface(self) -> None:
        if self.section is None:
            self.section = Section(Element("hx"))
            self.data.append(self.section)

    def look(self) -> None:
        """See whether what follows is left out."""
        self.skipping = not self.skip.isdisjoint(self.context)

    def place(self) -> list[str]:
        """Find where what follows belongs."""
        section = self.section
        return section.title if section.el.tag in self.context else section.text  # type: ignore[no-any-return]


def _add(place: list[str], written: str) -> None:
    """Add a text to what belongs together."""
    entities = "&" in written
    data = unescape(written) if entities else written
    if not data.isspace():
        data = data.replace("\n", " ")
        place.append(escape(data, quote=False) if entities else data.replace(">", "&gt;"))
    elif not place or not place[-1].isspace():
        place.append(" ")


def _close(place: list[str], tag: str) -> None:
    """End an element that is kept, or leave it out where there is nothing in it."""
    first = place.index(f"<{tag}>")
    # Mostly the last one is a text.
    if all(place[number].isspace() for number in range(len(place) - 1, first, -1)):
        del place[first:]
    else:
        place.append(f"</{tag}>")


def _attributes(written: str) -> dict[str, str | None]:
    """Read attributes; of those with the same name, the last counts."""
    named = {match[1].lower(): match[2] for match in ATTRIBUTE.finditer(written)}
    if any("&" in (named.get(name) or "") for name in ("id", "class")):
        raise _UnknownError
    return named


STAND_INS = (StandIn(plugin, "Parser", Quick),)
