"""What pages are made of, and how each language writes it down: wrapped, aligned and quoted in a way of its own."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from support.planted.words import SOURCE, Phrase, Piece, Same, join

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTHS = {"en": 88, "pt": 110, "tr": 72, "de": 64, "fr": 96, "ru": 80, "ar": 90}


@dataclass(frozen=True)
class Line:
    """A line of a page and whose it is, by ``id()``; one without a text is only a place."""

    text: str | None
    owners: tuple[int, ...] = ()

    def owned(self, by: object) -> Line:
        """Add an owner."""
        return Line(self.text, (*self.owners, id(by)))

    def behind(self, prefix: str) -> Line:
        """Put something before the text."""
        return self if self.text is None else Line((prefix + self.text).rstrip(), self.owners)


@dataclass
class Item:
    """An item of a list, a row of a table, a tab, a definition: its texts and what is in it."""

    pieces: list[Piece] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    gone: bool = False


@dataclass
class Block:
    """A block of a page: its kind, what is in it, and in which languages it stands (all, where none is named)."""

    kind: str
    number: int
    pieces: list[Piece] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    languages: frozenset[str] = frozenset()

    def all(self) -> Iterable[Block]:
        """List the block and those in it."""
        yield self
        for inner in (*self.blocks, *(block for item in self.items for block in item.blocks)):
            yield from inner.all()


def write(block: Block, language: str) -> list[Line]:
    """Write a block in a language."""
    if block.languages and language not in block.languages:
        return []
    style = Random(f"{block.number} {language}")
    lines = WRITERS[block.kind](block, language, style)
    return [line.owned(block) for line in lines]


def write_all(blocks: Iterable[Block], language: str) -> list[Line]:
    """Write blocks, a blank line between them."""
    lines: list[Line] = []
    for block in blocks:
        more = write(block, language)
        if lines and any(line.text is not None for line in more):
            lines.append(Line(""))
        lines += more
    return lines


def wrap(text: str, language: str, style: Random) -> list[str]:
    """Break a text into lines, as long as the language's authors have them, or not at all."""
    width = WIDTHS.get(language)
    if not width or style.random() < 0.2:
        return [text]
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _lines(texts: Iterable[str]) -> list[Line]:
    return [Line(text) for text in texts]


def _indented(lines: Iterable[Line], by: str = "    ") -> list[Line]:
    return [line.behind(by) for line in lines]


def _gone(block: Block, language: str, style: Random) -> list[Line]:
    return [Line(None)]


def _paragraph(block: Block, language: str, style: Random) -> list[Line]:
    return _lines(wrap(join(block.pieces, language), language, style))


def _list(block: Block, language: str, style: Random) -> list[Line]:
    start = block.facts.get("start")
    marker = style.choice("-*") if start is None else ""
    loose = any(item.blocks for item in block.items)
    lines: list[Line] = []
    for number, item in enumerate(block.items):
        if item.gone:
            lines.append(Line(None).owned(item))
            continue
        if loose and lines:
            lines.append(Line(""))
        mark = f"{marker} " if start is None else f"{start + number}. "
        text = _lines(wrap(join(item.pieces, language), language, style))
        own = [text[0].behind(mark), *(line.behind("  " if start is None else "    ") for line in text[1:])]
        for inner in item.blocks:
            if inner.kind != "list":
                own.append(Line(""))
            own += _indented(write(inner, language))
        lines += [line.owned(item) for line in own]
    return lines


def _passage(block: Block, language: str, style: Random) -> list[Line]:
    return _lines(["```python", f'--8<-- "{block.facts["target"]}"', "```"])


def _results(block: Block, language: str, style: Random) -> list[Line]:
    labels = [f"labels: {{{block.facts['subset']}: {join(block.pieces, language)!r}}}"] if block.pieces else []
    return _lines(["```benchmark", f"results: {block.facts['name']}", *labels, "```"])


def _terms(block: Block, language: str, style: Random) -> list[Line]:
    options = [f"terms: [{', '.join(block.facts['terms'])}]", f"definitions: {block.facts['definitions']}"]
    return _lines(["```glossary", *options, *block.facts.get("more", ()), "```"])


def _code(block: Block, language: str, style: Random) -> list[Line]:
    mark = block.facts.get("mark", "```")
    header = block.facts["language"] + block.facts.get("options", "")
    body: list[str] = []
    for line in block.facts["body"]:
        if not isinstance(line, str):
            text = join([line], language)
            # One language has the comment on two lines.
            middle = text.rfind(" ", 0, len(text) * 2 // 3)
            halves = [text[:middle], text[middle + 1 :]] if middle > 0 and style.random() < 0.3 else [text]
            body += [f"# {half}" for half in halves]
        else:
            body.append(line)
    return _lines([f"{mark}{header}", *body, mark])


def _callout(block: Block, language: str, style: Random) -> list[Line]:
    kind, form = block.facts["type"], block.facts["form"]
    title = join(block.pieces, language)
    inner = write_all(block.blocks, language)
    if form == "quote":
        head = Line(f"> [!{kind.upper()}]{' ' + title if title else ''}")
        return [head, *(line.behind("> ") for line in inner)]
    head = Line(f"{form} {kind}" + (f' "{title}"' if title else ""))
    return [head, *_indented(inner)]


def _tabs(block: Block, language: str, style: Random) -> list[Line]:
    lines: list[Line] = []
    for item in block.items:
        if item.gone:
            lines.append(Line(None).owned(item))
            continue
        own = [Line(f'=== "{join(item.pieces, language)}"'), Line("")]
        own += _indented(write_all(item.blocks, language))
        lines += [*([Line("")] if lines else []), *(line.owned(item) for line in own)]
    return lines


def _table(block: Block, language: str, style: Random) -> list[Line]:
    rows = [[join([piece], language) for piece in item.pieces] for item in block.items if not item.gone]
    columns = len(rows[0])
    aligned = style.random() < 0.5
    widths = [max(len(row[column]) for row in rows) if aligned else 0 for column in range(columns)]
    edge = "|" if style.random() < 0.8 or columns == 1 else ""

    def line(cells: Iterable[str], fill: str = " ") -> str:
        blank = " " if aligned or fill == " " else ""
        joined = f"{blank}|{blank}".join(cell.ljust(width, fill) for cell, width in zip(cells, widths, strict=True))
        return f"{edge}{blank if edge else ''}{joined}{blank if edge else ''}{edge}".strip()

    ruler = line(
        [style.choice(["---", ":---", ":---:", "---:"]) if not aligned else "---" for _ in range(columns)], "-"
    )
    texts = [line(row) for row in rows]
    items = [item for item in block.items if not item.gone]
    body = [Line(text).owned(item) for text, item in zip(texts, items, strict=True)]
    return [body[0], Line(ruler), *body[1:]]


def _html(block: Block, language: str, style: Random) -> list[Line]:
    text = join(block.pieces, language)
    form = block.facts["form"]
    if form == "details":
        summary = join(block.facts["summary"], language)
        return _lines(["<details>", f"<summary>{summary}</summary>", f"<p>{text}</p>", "</details>"])
    if form == "figure":
        return _lines(["<figure>", f"  {text}", "</figure>"])
    if form == "div":
        return _lines(['<div class="wide" markdown>', "", *wrap(text, language, style), "", "</div>"])
    return _lines([f"<p>{text}</p>"])


def _comment(block: Block, language: str, style: Random) -> list[Line]:
    if "allow" in block.facts:
        text = f"lockstep: allow {block.facts['allow']}"
        reason = join(block.pieces, language)
        return _lines([f"<!-- {text} ({reason}) -->" if reason else f"<!-- {text} -->"])
    if "to do" in block.facts:
        return _lines(["<!-- lockstep: to do -->"])
    text = join(block.pieces, language)
    if style.random() < 0.3:
        return _lines(["<!--", "## Old { #old }", text, "-->"])
    return _lines([f"<!-- {text} -->"])


def _definitions(block: Block, language: str, style: Random) -> list[Line]:
    lines: list[Line] = []
    for item in block.items:
        if item.gone:
            lines.append(Line(None).owned(item))
            continue
        term, *rest = item.pieces
        own = _lines([join([term], language), f":   {join(rest, language)}"])
        lines += [*([Line("")] if lines else []), *(line.owned(item) for line in own)]
    return lines


def _footnote(block: Block, language: str, style: Random) -> list[Line]:
    name = block.facts["name"]
    text = wrap(join(block.pieces, language) + f"[^{name}]", language, style)
    note = Line(f"[^{name}]: {join(block.items[0].pieces, language)}").owned(block.items[0])
    return [*_lines(text), Line(""), note]


def _plain(block: Block, language: str, style: Random) -> list[Line]:
    return _lines(block.facts["lines"])


WRITERS = {
    "gone": _gone,
    "paragraph": _paragraph,
    "names": _paragraph,
    "image": _paragraph,
    "list": _list,
    "passage": _passage,
    "results": _results,
    "terms": _terms,
    "code": _code,
    "callout": _callout,
    "tabs": _tabs,
    "table": _table,
    "html": _html,
    "comment": _comment,
    "definitions": _definitions,
    "footnote": _footnote,
    "plain": _plain,
}

__all__ = ["SOURCE", "Block", "Item", "Line", "Phrase", "Same", "write", "write_all"]
