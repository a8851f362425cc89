"""Reading the parts of a page out of the tree that Python-Markdown's own parsers made of it.

:mod:`lockstep.outline` runs those; :mod:`lockstep.parts` says what a part is.
"""

from __future__ import annotations

import html
import re
from bisect import bisect
from itertools import accumulate
from typing import TYPE_CHECKING

from lockstep.parts import AMPERSAND, BLOCKS, LEVELS, MARK, MARKED, OWN_KEY, Inline, Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set
    from xml.etree.ElementTree import Element

WORD = re.compile(r"\w+")
# What may have no text.
EMPTY = ("item", "cell")


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
        self.text = "\n".join(lines)
        # Where each line begins in the text.
        self.starts = list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
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
            part = self.add("footnote", note)
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
        tag = str(element.tag)
        if tag == "p":
            self.add("paragraph", element)
        elif tag in LEVELS:
            self.line = self.headings[self.section] if self.section < len(self.headings) else self.line
            self.section += 1
            self.add("heading", element)
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
        else:
            self.other(element, tag, (element.get("class") or "").split())

    def other(self, element: Element, tag: str, classes: Sequence[str]) -> None:
        """Read a block that is told by its classes, or one that holds others."""
        if tag in ("blockquote", "details") or "admonition" in classes:
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
        if not children:
            self.add(kind, element)
            return
        blocks = [index for index, child in enumerate(children) if child.tag in BLOCKS]
        first = blocks[0] if blocks else len(children)
        inline = Inline(self.stash)
        inline.string(element.text)
        for child in children[:first]:
            inline.element(child)
            inline.string(child.tail)
        if not "".join(inline.text).strip() and first < len(children) and children[first].tag == "p":
            self.add(kind, children[first])
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
            self.add("cell", cell)
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
            named = self.add("label", label)
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

    def add(self, kind: str, element: Element) -> Part | None:
        """Add a part made of the texts of an element."""
        text = element.text or ""
        if not len(element) and not ("&" in text or "\x02" in text or MARKED in text):
            return self.plain(kind, text)
        inline = Inline(self.stash)
        inline.string(text)
        for child in element:
            inline.element(child)
            inline.string(child.tail)
        return self.put(kind, inline)

    def plain(self, kind: str, written: str) -> Part | None:
        """Add a part that is nothing but a text, as most are."""
        text = " ".join(written.split())
        if not text and kind not in EMPTY:
            return None
        if text and kind != "heading":
            self.seek(written.strip(), "|" if kind == "cell" else "")
        part = Part(kind, self.line, self.section, text, text, "", (), self.depth)
        self.parts.append(part)
        return part

    def put(self, kind: str, inline: Inline) -> Part | None:
        """Add a part, and the fences whose marks stand in its text; an empty one is none."""
        text = "".join(inline.text)
        marks = [int(number) for number in MARK.findall(text)] if MARKED in text else []
        text = (MARK.sub("", text) if marks else text).strip()
        made = None
        if text or inline.links or kind in EMPTY:
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
        if self.line < last and start in (line := self.lines[self.line - 1]) and sign in line:
            return
        for number in self.holding(start, last):
            if sign in self.lines[number - 1]:
                self.line = number
                return
        # A link's target, or a mark of emphasis, may stand between two words.
        words = WORD.findall(start)[:8]
        most, begin = 0, " "
        for number in self.holding(words[0], last) if words else ():
            if sign in self.lines[number - 1]:
                have = self.words(number)
                while (longer := f"{begin}{words[most]} ") in have:
                    most, begin = most + 1, longer
                    self.line = number
                    if most == len(words):
                        return

    def holding(self, text: str, last: int) -> Iterator[int]:
        """Number the lines that hold a text, from here on and before the last; all, where there is no text."""
        if not text:
            yield from range(self.line, last)
            return
        whole, starts, number = self.text, self.starts, self.line
        at = starts[number - 1] if number <= len(starts) else len(whole)
        # What begins on a line ends there.
        end = starts[last - 1] if last <= len(starts) else len(whole)
        while (at := whole.find(text, at, end)) >= 0:
            number = bisect(starts, at, lo=number - 1)
            yield number
            at = starts[number] if number < len(starts) else len(whole)

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
