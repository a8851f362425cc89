"""What is known here of how Material's search reads a page: the same sections, in a quarter of the time.

Its parser is made of Python's ``HTMLParser``, which asks for every tag again what HTML allows anywhere, and compares
all elements around a text with all that are left out. What Python-Markdown writes is simpler: tags with attributes
between double quotes, texts, comments. Where a page holds anything else, it is read by the parser that it always was.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Any

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
# A program, as Pygments marks its words; a text, a word of a program, an element with nothing but a text in it, a tag,
# or a comment. What looks like a program and is none is given up at once: nothing in it could be read in another way.
TOKEN = re.compile(
    r"""(?x)
    <pre><span></span><code>(?P<program>(?:[^<>]++|<span\ class="(?!linenodiv")\w++">[^<>]++</span>)++)</code></pre>
    | (?P<text>[^<]+)
    | <span\ class="(?!linenodiv")\w+">(?P<word>[^<]+)</span>
    | <(?P<leaf>(?:[ap]|code|d[dt]|li|t[dh])\b)(?P<about>(?:\ [a-z-]+="[^"]*")*)>(?P<alone>[^<]+)</(?P=leaf)>
    | <(?P<end>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]*)
      (?P<attributes>(?:\s+[a-zA-Z_:][\w:.-]*(?:="[^"]*")?(?=[\s/>]))*)
      \s*(?P<empty>/?)>
    | <!--[^<>-]*(?:-[^<>-]+)*-->
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
# What is looked for in the attributes of any element.
EXCLUDED, NUMBERS = "data-search-exclude", "linenodiv"
TOLD = re.compile(f"(?i){EXCLUDED}|{NUMBERS}")
# Of a link that leads somewhere, and is not looked at any closer.
NAMED = re.compile("(?:class|id)=")
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


class _Reading:
    def __init__(self) -> None:
        self.context: list[str] = []
        # Of each of those, whether it is a heading's link to itself.
        self.links: list[bool] = []
        self.skip = set(LEFT_OUT)
        self.skipping = False
        self.section: Any = None
        self.data: list[Any] = []

    def read(self, content: str) -> list[Any]:
        self.tokens(content, 0, len(content))
        return self.data

    def tokens(self, content: str, position: int, last: int) -> None:
        for token in TOKEN.finditer(content, position, last):
            if token.start() != position:
                raise _UnknownError
            position = token.end()
            program, text, word, leaf, about, alone, end, tag, attributes, empty = token.groups()
            if text is not None:
                self.text(text)
            elif leaf is not None:
                self.leaf(leaf, about, alone)
            elif program is not None:
                self.program(content, token)
            elif word is not None:
                self.leaf("span", "", word)
            elif tag is None:
                continue
            elif end:
                if attributes or empty:
                    raise _UnknownError
                self.end(tag if tag.islower() else tag.lower())
            else:
                tag = tag if tag.islower() else tag.lower()
                self.start(tag, attributes)
                if empty:
                    self.end(tag)
        if position != last:
            raise _UnknownError

    def program(self, content: str, token: re.Match[str]) -> None:
        """Read a program as one text, where nothing but its words counts: they are most of what a page is made of."""
        self.start("pre", "")
        section, data = self.section, TAG.sub("", token["program"])
        plain = (
            data.count("&") == len(ENTITY.findall(data))
            and section.depth <= len(self.context)
            and section.el.tag not in self.context
        )
        if "span" in self.skip or not (plain or self.skipping):
            self.tokens(content, token.start() + len("<pre>"), token.end())
            return
        self.start("code", "")
        if not self.skipping:
            section.text.append(data.replace("&quot;", '"').replace("&#39;", "'"))
        self.end("code")
        self.end("pre")

    def start(self, tag: str, attributes: str) -> None:
        if tag in RAW:
            raise _UnknownError
        if tag in plugin.void:
            return
        self.context.append(tag)
        self.links.append(False)
        if tag not in LEADING and not (attributes and TOLD.search(attributes)):
            if self.section is None:
                self.preface()
            if tag in self.skip:
                self.skipping = True
            elif tag in KEPT and not self.skipping:
                self.place().append(f"<{tag}>")
            return
        named = _attributes(attributes)
        if tag == "a":
            self.links[-1] = named.get("class") == "headerlink"
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
        context.pop()
        self.links.pop()
        if tag in self.skip:
            if tag not in LEFT_OUT:
                self.skip.remove(tag)
            self.look()
            return
        if self.skipping or tag not in KEPT:
            return
        data, opening = self.place(), f"<{tag}>"
        first = data.index(opening)
        # Mostly the last one is a text.
        if all(data[number].isspace() for number in range(len(data) - 1, first, -1)):
            del data[first:]
        else:
            data.append(f"</{tag}>")

    def leaf(self, tag: str, attributes: str, written: str) -> None:
        """Read an element with nothing but a text in it: mostly, there is no more to it than where it begins and ends.

        What is asked at its beginning and its end is the same without it, unless a section ends there.
        """
        if (
            self.section is None
            or tag in self.skip
            or self.section.depth > len(self.context) + 1
            or (attributes and (TOLD.search(attributes) or (tag == "a" and NAMED.search(attributes))))
            or (tag in KEPT and (True in self.links or (unescape(written) if "&" in written else written).isspace()))
        ):
            self.start(tag, attributes)
            self.text(written)
            self.end(tag)
        elif tag in KEPT and not self.skipping:
            place = self.place()
            place.append(f"<{tag}>")
            self.text(written)
            place.append(f"</{tag}>")
        else:
            self.text(written)

    def text(self, written: str) -> None:
        if self.skipping:
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
            if True not in self.links:
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


def _attributes(written: str) -> dict[str, str | None]:
    """Read attributes; of those with the same name, the last counts."""
    named = {match[1].lower(): match[2] for match in ATTRIBUTE.finditer(written)}
    if any("&" in (named.get(name) or "") for name in ("id", "class")):
        raise _UnknownError
    return named


STAND_INS = (StandIn(plugin, "Parser", Quick),)
