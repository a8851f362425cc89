"""What a file from outside may not bring into a page: what a browser would run, and what an author has to answer for.

Translators write words. The elements and attributes around them are the source's, or the page's own, apart from those
that only mark words up; a difference from the source is allowed by a page's author, and not by who made it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from lockstep.languages.contents import ALLOW, ALLOWED
from lockstep.languages.exchange.units import has_heading
from lockstep.languages.sections import META
from lockstep.outline import read_outline, to_html

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lockstep.fences import Fence
    from lockstep.languages.sections import Section

# What Markdown makes, and what marks up words and nothing else.
HARMLESS = re.compile(
    "a|abbr|b|bdi|bdo|blockquote|br|cite|code|dd|del|dfn|dl|dt|em|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|rp|rt|ruby|s|samp"
    "|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|var|wbr"
)
WITHOUT_END = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# Authors may leave their ends out.
MAY_END = {"p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "rp", "rt"}
# Words, and how they are read.
WORDS = {"title", "alt", "aria-label", "lang", "dir", "hreflang", "start"}
ADDRESSES = {"href", "src", "cite"}
SCHEMES = {"http", "https", "mailto", "benchmark"}
SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
IGNORED = re.compile(r"[\x00-\x20]")
# Of tables and footnotes, whose names may be translated.
MADE = re.compile(r"text-align: (?:left|right|center);|footnote(?:-ref|-backref)?|fn(?:ref\d*)?:.*")
FENCE_TITLE = re.compile(r"""\b(?:title|label)=(?:"[^"]*"|'[^']*')""")


def visible(text: str) -> bool:
    """Tell whether readers see anything of a text: blanks and marks of direction are nothing."""
    return any(unicodedata.category(character)[0] not in "ZC" for character in text)


def brought_in(section: Section, *known: Section) -> Iterator[str]:
    """Name what is in a section, in none of those that are ``known``, and nothing that a translation brings in."""
    allowed = {code for one in known for code in _allowed(one)}
    mine, theirs = _markup(section), [_markup(one) for one in known]
    pieces = {piece for one in theirs for piece in one.pieces}
    yield from (line for code, line in _allowed(section).items() if code not in allowed)
    yield from (shown for piece, shown in mine.pieces.items() if piece not in pieces)
    for tag in mine.open:
        if all(mine.open[tag] != one.open.get(tag, 0) for one in theirs):
            yield f"<{tag}>, which is never closed" if mine.open[tag] > 0 else f"</{tag}>, which closes nothing"
    headers = {_header(fence) for one in known for fence in read_outline(_lines(one)).fences}
    for fence in read_outline(_lines(section)).fences:
        if "=" in _header(fence) and _header(fence) not in headers:
            yield f"{fence.mark}{fence.header}"


def _allowed(section: Section) -> dict[str, str]:
    """Map the differences that a section allows to the lines that do; the reason may be put in other words."""
    found = {}
    for line in _lines(section):
        if "<!--" in line and (match := ALLOW.match(line)):
            known = ALLOWED.match(match["rest"])
            found[known["code"] if known else match["rest"]] = line.strip()
    return found


def _header(fence: Fence) -> str:
    return " ".join(FENCE_TITLE.sub("", fence.header).split())


def _lines(section: Section) -> list[str]:
    return section.text.split("\n")


@dataclass(slots=True)
class _Markup:
    """The elements and attributes of a text that need an answer, each with how to show it; what is open at its end."""

    pieces: dict[tuple[str, ...], str] = field(default_factory=dict)
    open: dict[str, int] = field(default_factory=dict)


def _markup(section: Section) -> _Markup:
    if section.id in META:
        # Themes put them into their templates as they are.
        return _read_html(section.text)
    return _read(section.title if has_heading(section) else "", section.text)


@lru_cache(maxsize=1024)
def _read(title: str, text: str) -> _Markup:
    lines = text.split("\n")
    for fence in reversed(read_outline(lines).fences):
        # Code is shown, and compared by itself.
        lines[fence.line - 1 : fence.end] = [fence.prefix.rstrip()]
    # A sign before the title keeps it from being a list or a quote.
    return _read_html("\n".join(to_html(part) for part in (f"# {title}", "\n".join(lines))))


def _read_html(text: str) -> _Markup:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    """Reads rendered HTML as a browser does, whatever notation it came from."""

    def __init__(self) -> None:
        super().__init__()
        self.found = _Markup()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "h1":
            return
        if not HARMLESS.fullmatch(tag):
            self.found.pieces[tag,] = f"<{tag}>"
        if tag not in WITHOUT_END | MAY_END:
            self.found.open[tag] = self.found.open.get(tag, 0) + 1
        for name, value in attrs:
            if not _harmless(name, value or ""):
                self.found.pieces[tag, name, value or ""] = f"<{tag} {name}={value}>" if value else f"<{tag} {name}>"

    def handle_endtag(self, tag: str) -> None:
        if tag not in WITHOUT_END | MAY_END | {"h1"}:
            self.found.open[tag] = self.found.open.get(tag, 0) - 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if self.cdata_elem:
            self.found.pieces[self.cdata_elem, data] = f"<{self.cdata_elem}>"

    def handle_decl(self, decl: str) -> None:
        self.found.pieces["!", decl] = f"<!{decl}>"

    def handle_pi(self, data: str) -> None:
        self.found.pieces["?", data] = f"<?{data}>"


def _harmless(name: str, value: str) -> bool:
    if name in ADDRESSES:
        scheme = SCHEME.match(IGNORED.sub("", value))
        return not scheme or scheme[1].casefold() in SCHEMES
    return name in WORDS or bool(name in ("id", "class", "style", "href") and MADE.fullmatch(value))
