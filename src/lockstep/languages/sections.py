"""A page's sections: what one translation's text is bound to, and the fingerprint that binds it.

A section is a heading with its id and its own text, up to the next heading. What stands above the first heading is a
section too, and so are the title and the description in the front matter; their ids begin with a point, which no
heading's id does by habit.

A fingerprint ignores what readers never see: white space, line endings, wrapping, comments, the look of a table's
ruler, the tags of layout around a text. In code, indentation is text and counts. An include counts by its line, which
names the passage; what the passage holds is bound by its own evidence. No ids and no levels: those are compared by
themselves.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING

import yaml

from lockstep.files import PAGES
from lockstep.outline import read_outline
from lockstep.parts import Link, Part
from lockstep.yamltext import compose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lockstep.languages.pages import Page
    from lockstep.outline import Heading, Outline

TITLE, DESCRIPTION, SOCIAL, TOP = ".title", ".description", ".social_title", ".top"
# The front matter's texts that readers see.
META = {TITLE: "title", DESCRIPTION: "description", SOCIAL: "social_title"}

# Below a heading, or behind a title in the front matter: the text is still the source's.
TO_DO = "lockstep: to do"
MARKER = re.compile(rf"[> \t]*<!--[ \t]*{TO_DO}[ \t]*-->[ \t]*$")
META_MARKER = re.compile(rf"#[ \t]*{TO_DO}[ \t]*$")

# Letters that make no word and that YAML takes for nothing but a text.
LETTERS = "bcdfghjklmnpqrstvwxz"
LENGTH = 9
MOST = len(LETTERS) ** LENGTH
FINGERPRINT = re.compile(f"[{LETTERS}]{{{LENGTH}}}")

COMMENT = re.compile(r"(?ms)^[> \t]*<!--.*?-->[ \t]*$")
RULER = re.compile(r"[> ]*\|?[ ]*:?-+:?[ ]*(?:\|[ ]*:?-+:?[ ]*)*\|?[ ]*$")
LAYOUT = re.compile(r"[> ]*(?:</?(?:div|section|article|aside|main|header|footer|figure|center)\b[^<>]*>[ ]*)+$")
# What a quote, a tag or a ruler has.
UNEVEN = re.compile("[<>|]")
QUOTES = re.compile(r"(?:[ \t]*>)+[ ]?")
HASHES = re.compile(r"(?:[> \t]|[-*+:][ ]|\d+[.)][ ])*#{1,6}")
UNDERLINE = re.compile(r"[> \t]*(?:=+|-+)[ \t]*")
WORD = re.compile(r"\w+(?:['’\-.]\w+)*")
# Not text that anyone translates.
WORDLESS = ("code", "fence", "html")


@dataclass(frozen=True)
class Section:
    """A section of a page.

    ``line`` is its heading's line in the file; ``text`` its lines, as the author wrote them, without the heading;
    ``counts`` makes what counts of them; the lines of ``parts`` are the file's; ``to_do`` is the line of the mark that
    says it is not translated yet, 0 where there is none.
    """

    id: str
    title: str
    line: int
    text: str
    counts: Callable[[], str] = field(compare=False, repr=False)
    parts: tuple[Part, ...] = ()
    to_do: int = 0

    # Those of the source are asked for once for each language, those of translations hardly ever.
    @cached_property
    def fingerprint(self) -> str:
        """What a translation's record has, where it translates this very text."""
        return fingerprint(self.counts())

    @property
    def heading(self) -> str:
        """What readers see of its title."""
        return next((part.text for part in self.parts if part.kind == "heading"), self.title)

    @property
    def words(self) -> int:
        """Count the words of its prose; those of the front matter's texts are all of them."""
        if self.id in META:
            return count_words(self.text)
        return sum(count_words(part.text) for part in self.parts if part.kind not in WORDLESS)


def sections(page: Page) -> dict[str, Section]:
    """List a page's sections by id, in order.

    A heading without an id belongs to the section above it, and a second one of the same id to the first: both are
    findings of their own.
    """
    return dict(_sections(page.text, page.body_line))


@lru_cache(maxsize=PAGES)
def _sections(text: str, body_line: int) -> tuple[tuple[str, Section], ...]:
    lines = text.split("\n")
    offset = body_line - 1
    found = {section.id: section for section in _meta(lines[:offset])}
    body = lines[offset:]
    outline = read_outline(body)
    heads: list[tuple[str, str, int, list[tuple[int, int]], list[int]]] = []
    by_id: dict[str, int] = {}
    starts = [heading.line for heading in outline.headings]
    heads.append((TOP, "", 1, [(1, (starts or [len(body) + 1])[0])], [0]))
    for number, heading in enumerate(outline.headings, 1):
        end = starts[number] if number < len(starts) else len(body) + 1
        at = by_id.get(heading.id, len(heads) - 1) if heading.id in by_id or not heading.id else None
        if at is None:
            by_id[heading.id] = len(heads)
            heads.append((heading.id, heading.title, heading.line, [(heading.line, end)], [number]))
        else:
            heads[at][3].append((heading.line, end))
            heads[at][4].append(number)
    reader = _Text(body, outline)
    marked = TO_DO in text
    by_heading: dict[int, list[Part]] = defaultdict(list)
    for part in outline.parts:
        by_heading[part.section].append(part)
    for key, title, line, spans, numbers in heads:
        parts = tuple(move(part, offset) for number in numbers for part in by_heading[number])
        if key == TOP and not parts:
            continue
        whole = "\n".join([reader.raw(*spans[0]), *("\n".join(body[start - 1 : end - 1]) for start, end in spans[1:])])
        mark = next(filter(None, (reader.marker(*span) for span in spans if marked)), 0)
        found[key] = Section(
            key,
            title,
            line + offset,
            whole.strip("\n"),
            partial(reader.spans, spans),
            parts,
            mark and mark + offset,
        )
    return tuple(found.items())


def move(part: Part, offset: int) -> Part:
    """Number a part's lines from the top of the file."""
    if not offset:
        return part
    kind, line, section, text, prose, detail, links, depth = part
    if links:
        links = tuple([Link(link.target, link.line + offset, link.image, link.alt) for link in links])
    # As the class makes them, without the function that takes the fields by name.
    return tuple.__new__(Part, (kind, line + offset, section, text, prose, detail, links, depth))


def fingerprint(text: str) -> str:
    """Make the fingerprint of a text that is already free of what does not count."""
    number = int.from_bytes(hashlib.sha256(unicodedata.normalize("NFC", text).encode("utf-8", "replace")).digest())
    # A small number is divided sooner.
    number %= MOST
    letters = []
    for _ in range(LENGTH):
        number, rest = divmod(number, len(LETTERS))
        letters.append(LETTERS[rest])
    return "".join(letters)


@lru_cache(maxsize=16384)
def count_words(text: str) -> int:
    """Count the words of a text that readers see."""
    return len(WORD.findall(text))


def below_heading(line: int, lines: Sequence[str]) -> int:
    """Number the first line behind a heading: one that is underlined has two."""
    under = line < len(lines) and UNDERLINE.fullmatch(lines[line]) and not HASHES.match(lines[line - 1])
    return line + 2 if under else line + 1


def _meta(front: Sequence[str]) -> Iterator[Section]:
    """Read the front matter's texts, each with its line."""
    if not front:
        return
    try:
        node = compose("\n".join(front[1:]).partition("\n---")[0].partition("\n...")[0] + "\n")
    except (yaml.YAMLError, ValueError, RecursionError):
        return
    if not isinstance(node, yaml.MappingNode):
        return
    places: Mapping[str, tuple[str, int]] = {
        key.value: (value.value, key.start_mark.line + 2)
        for key, value in node.value
        if isinstance(key, yaml.ScalarNode) and isinstance(value, yaml.ScalarNode)
    }
    for name, key in META.items():
        text, line = places.get(key, ("", 1))
        if text.strip():
            mark = line if META_MARKER.search(front[line - 1]) else 0
            yield Section(name, key, line, text, partial(_squeeze, text), to_do=mark)


def _squeeze(text: str) -> str:
    return "".join(text.split())


class _Text:
    """The text of a page's lines, without what does not count."""

    def __init__(self, lines: Sequence[str], outline: Outline) -> None:
        self.lines = lines
        self.fences = {fence.line: fence for fence in outline.fences}
        self.code = {part.line: part.text for part in outline.parts if part.kind == "code" and part.text}
        self.headings: dict[int, Heading] = {heading.line: heading for heading in outline.headings}

    def below(self, start: int) -> int:
        """Number the first line behind the heading on line ``start``; that line itself where there is none."""
        return below_heading(start, self.lines) if start in self.headings else start

    def raw(self, start: int, end: int) -> str:
        """Take lines as they stand, without the heading that they begin with."""
        return "\n".join(self.lines[self.below(start) - 1 : end - 1]).strip("\n")

    def marker(self, start: int, end: int) -> int:
        """Find the line of a mark that says the lines are still to be translated; 0 where there is none."""
        number = start
        while number < end:
            if number in self.fences:
                number = self.fences[number].end
            elif "<!--" in self.lines[number - 1] and MARKER.match(self.lines[number - 1]):
                return number
            number += 1
        return 0

    def spans(self, spans: Sequence[tuple[int, int]]) -> str:
        """Take what counts of the lines of a section: those of one heading or of several."""
        return "".join(self.span(*span) for span in spans)

    def span(self, start: int, end: int) -> str:
        """Take what counts of the lines of one heading."""
        if start >= end:
            return ""
        heading = self.headings.get(start)
        out = [_squeeze(heading.title)] if heading else []
        prose: list[str] = []
        number = self.below(start)
        while number < end:
            fence = self.fences.get(number)
            code = self.code.get(number)
            if fence:
                out.append(_prose(prose))
                prose = []
                body = "\n".join(line.rstrip() for line in fence.body)
                out.append(f"\n{_squeeze(fence.header)}\n{body}\n")
                number = fence.end + 1
            elif code is not None:
                out.append(_prose(prose))
                prose = []
                body = "\n".join(line.rstrip() for line in code.rstrip().split("\n"))
                out.append(f"\n\n{body}\n")
                number += max(1, len(code.rstrip().split("\n")))
            else:
                prose.append(self.lines[number - 1])
                number += 1
        return "".join([*out, _prose(prose)])


def _prose(lines: Sequence[str]) -> str:
    """Take what counts of lines that are no code."""
    text = "\n".join(lines)
    if "<!--" in text:
        text = COMMENT.sub("", text)
    if not UNEVEN.search(text):
        return _squeeze(text)
    out = []
    depth = 0
    for line in text.split("\n"):
        quotes = QUOTES.match(line) if ">" in line else None
        now = quotes[0].count(">") if quotes else 0
        own = line[quotes.end() :] if quotes else line
        if not own.strip() or ("<" in own and LAYOUT.fullmatch(own)):
            continue
        if now != depth:
            out.append(f"\n{'>' * now}\n")
            depth = now
        ruler = "|" in own and RULER.fullmatch(own)
        out.append(_squeeze(re.sub("-+", "-", own) if ruler else own))
    return "".join(out)
