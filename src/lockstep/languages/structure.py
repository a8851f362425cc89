"""Whether a section of a translation is made as its source is: fences, tables, callouts, tabs, paragraphs, items.

Parts that hold others (a callout, a quote, a set of tabs) are paired first, then what is in them, so that one that is
lost is one finding. Within a kind, parts are paired in order, at the least cost: a lost paragraph is the one whose
length, code and links none of the others has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeVar

import yaml
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from lockstep.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pygments.lexer import Lexer

    from lockstep.fences import Fence
    from lockstep.parts import Link, Part

    Fences = Mapping[int, Fence]

INCLUDE = re.compile(r"\s*-+8<-+\s+(?P<target>.*\S)\s*$")
# Its body says what to show, in every language the same.
BENCHMARK = "benchmark"
LABELS = "labels"
# Their contents are texts, which are translated, or what a program printed.
TEXTS = {"", "text", "txt", "plain", "output", "markdown", "md", "html", "console", "shell-session", "pycon", "diff"}
CODE = re.compile(r"\w+(?:[./:=]+\w+)+|\w*[\d_]\w*")
# What it costs to leave a part without a partner; one that is put beside a wrong partner may cost less than two.
ALONE = 1.0
HOLDERS = ("callout", "quote", "tabs", "table")
TEXT = ("paragraph", "item", "term", "definition", "footnote")
# What is compared with what.
GROUPS = (("heading",), ("fence", "code"), ("table",), ("callout", "quote"), ("tabs",), *((kind,) for kind in TEXT))
KINDS = {kind: group for group in GROUPS for kind in group}
NAMES = {
    "paragraph": "paragraph",
    "item": "list item",
    "term": "term",
    "definition": "definition",
    "footnote": "footnote",
    "fence": "block of code",
    "code": "block of code",
    "callout": "callout",
    "quote": "quote",
    "tabs": "set of tabs",
    "table": "table",
}
CODES = {"fence": "LS231", "code": "LS231", "table": "LS232", "callout": "LS233", "quote": "LS233", "tabs": "LS234"}
LOST_TEXT = "LS237"

T = TypeVar("T")


@dataclass(slots=True)
class Node:
    """A part and the parts in it."""

    part: Part
    inside: list[Node] = field(default_factory=list)

    def all(self) -> Iterator[Part]:
        """List the part and everything in it."""
        yield self.part
        for node in self.inside:
            yield from node.all()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: the page's path, the line of the section, its parts and the page's fences by line."""

    path: str
    line: int
    parts: Sequence[Part]
    fences: Fences

    def fence(self, part: Part) -> Fence | None:
        """Find the fence that a part stands for."""
        return self.fences.get(part.line)


@dataclass(slots=True)
class Compared:
    """What a comparison came to.

    ``findings``; the ``pairs`` of parts that stand for each other; those of the source that none stands for, as the
    outermost of them (``gone``) and all of them (``lost``).
    """

    findings: list[Finding] = field(default_factory=list)
    pairs: list[tuple[Part, Part]] = field(default_factory=list)
    lost: list[Part] = field(default_factory=list)
    gone: list[Node] = field(default_factory=list)

    def beside(self, line: int) -> int:
        """Find the translation's line that stands for a line of the source, or for the nearest above it."""
        return max((have.line for have, want in self.pairs if want.line <= line), default=0)


def compare_sections(ours: Side, theirs: Side) -> Compared:
    """Compare a translation's section with its source's."""
    made = Compared()
    if _same(ours, theirs):
        made.pairs += zip(ours.parts, theirs.parts, strict=True)
        return made
    _compare(tree(ours.parts), tree(theirs.parts), ours, theirs, made)
    for node in made.gone:
        made.findings.append(_lost(node, made.beside(node.part.line) or ours.line, ours, theirs))
        made.lost += node.all()
    return made


def _same(ours: Side, theirs: Side) -> bool:
    """Tell whether two sections are made alike, as nearly all are, without looking for what stands for what."""
    return len(ours.parts) == len(theirs.parts) and all(
        one.kind == other.kind
        and one.depth == other.depth
        and (one.detail == other.detail or one.kind not in CODES)
        and (one.kind != "fence" or _signature(one, ours) == _signature(other, theirs))
        for one, other in zip(ours.parts, theirs.parts, strict=True)
    )


def tree(parts: Sequence[Part]) -> list[Node]:
    """Put parts into those that they stand in."""
    top: list[Node] = []
    open_: list[Node] = []
    base = min((part.depth for part in parts), default=0)
    for part in parts:
        del open_[max(0, part.depth - base) :]
        node = Node(part)
        (open_[-1].inside if open_ else top).append(node)
        if part.kind in HOLDERS:
            open_.append(node)
    return top


def align(ours: Sequence[T], theirs: Sequence[T], cost: Callable[[T, T], float]) -> list[tuple[T | None, T | None]]:
    """Pair two lists in order at the least cost; whoever has no partner stands beside ``None``."""
    if len(ours) == len(theirs) and all(cost(one, other) < ALONE for one, other in zip(ours, theirs, strict=True)):
        return list(zip(ours, theirs, strict=True))
    rows, columns = len(ours), len(theirs)
    best = [[ALONE * (i + j) for j in range(columns + 1)] for i in range(rows + 1)]
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            best[i][j] = min(
                best[i - 1][j - 1] + cost(ours[i - 1], theirs[j - 1]),
                best[i - 1][j] + ALONE,
                best[i][j - 1] + ALONE,
            )
    pairs: list[tuple[T | None, T | None]] = []
    i, j = rows, columns
    while i or j:
        if i and j and best[i][j] == best[i - 1][j - 1] + cost(ours[i - 1], theirs[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((ours[i], theirs[j]))
        elif i and best[i][j] == best[i - 1][j] + ALONE:
            i -= 1
            pairs.append((ours[i], None))
        else:
            j -= 1
            pairs.append((None, theirs[j]))
    return pairs[::-1]


def _compare(ours: Sequence[Node], theirs: Sequence[Node], here: Side, there: Side, made: Compared) -> None:
    def cost(one: Node, other: Node) -> float:
        return _cost(one, other, here, there)

    groups = {KINDS[node.part.kind]: None for node in (*theirs, *ours) if node.part.kind in KINDS}
    for kinds in groups:
        mine = [node for node in ours if node.part.kind in kinds]
        yours = [node for node in theirs if node.part.kind in kinds]
        # As many texts here as there stand for each other, one by one.
        same = kinds[0] in TEXT and len(mine) == len(yours)
        for have, want in zip(mine, yours, strict=True) if same else align(mine, yours, cost):
            if have and want:
                made.pairs.append((have.part, want.part))
                made.findings += _differ(have, want, here, there)
                # Where a tab is lost, all that is in it is.
                if have.part.kind != "tabs" or have.part.detail == want.part.detail:
                    _compare(have.inside, want.inside, here, there, made)
            elif want and kinds != ("heading",):
                made.gone.append(want)
            elif have and kinds != ("heading",):
                made.findings.append(_added(have, here, there))
    made.pairs += zip(_rest(ours), _rest(theirs), strict=False)


def _rest(nodes: Sequence[Node]) -> list[Part]:
    """Take what is compared by its text alone."""
    return [node.part for node in nodes if node.part.kind in ("cell", "title", "label")]


def _cost(one: Node, other: Node, here: Side, there: Side) -> float:
    mine, yours = one.part, other.part
    if mine.kind == "heading":
        return 0
    if mine.kind != yours.kind:
        return 2 * ALONE
    if mine.kind in TEXT:
        return _unlike(mine, yours)
    if mine.kind == "fence":
        return _unlike_fences(mine, yours, here, there)
    if mine.kind in ("table", "tabs", "callout") and mine.detail != yours.detail:
        # One that was changed; of another type, only where there is nothing better.
        return (1.5 if mine.kind == "callout" else 0.9) * ALONE
    return abs(len(one.inside) - len(other.inside)) / (1 + len(one.inside) + len(other.inside))


def _unlike(mine: Part, yours: Part) -> float:
    """Say how little two texts look like one and its translation: by length, and by the code, numbers and links."""
    longer, shorter = sorted((len(mine.text) + 5, len(yours.text) + 5), reverse=True)
    length = 1 - shorter / longer
    one, other = _marks(mine.text, mine.links), _marks(yours.text, yours.links)
    marks = 1 - len(one & other) / len(one | other) if one | other else 0.3
    return 0.4 * length + 0.59 * marks


@lru_cache(maxsize=4096)
def _marks(text: str, links: tuple[Link, ...]) -> frozenset[str]:
    return frozenset((*CODE.findall(text), *(link.target.rpartition("/")[2] for link in links)))


def _signature(part: Part, side: Side) -> tuple[str, ...]:
    """Say what of a fence is the same in every language: the passages it includes, or its language and length."""
    fence = side.fence(part)
    if not fence:
        return ()
    includes = tuple(match["target"].replace("'", '"') for line in fence.body if (match := INCLUDE.match(line)))
    if includes:
        return includes
    if fence.language == BENCHMARK:
        return (BENCHMARK, *_asked(tuple(fence.body)))
    if fence.language in TEXTS:
        return (fence.language,)
    return (fence.language, str(_lines(fence)))


@lru_cache(maxsize=4096)
def _asked(body: tuple[str, ...]) -> tuple[str, ...]:
    """Tell what a block asks to be shown. Labels are texts, which are translated: what they are labels of counts."""
    try:
        node = yaml.compose("\n".join(body), Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError):
        node = None
    if not isinstance(node, yaml.MappingNode):
        return tuple(" ".join(line.split()) for line in body if line.strip())
    asked = []
    for key, value in node.value:
        if key.value == LABELS and isinstance(value, yaml.MappingNode):
            said = ", ".join(sorted(str(name.value) for name, _ in value.value))
        else:
            said = " ".join(str(yaml.serialize(value)).split()).removesuffix(" ...")
        asked.append(f"{key.value}: {said}")
    return tuple(asked)


def _lines(fence: Fence) -> int:
    """Count the lines of a fence that are code."""
    return _count_lines(fence.language, fence.body)


@lru_cache(maxsize=4096)
def _count_lines(language: str, body: tuple[str, ...]) -> int:
    """Count the lines of code; comments are texts, which may be wrapped in another way."""
    lexer = _lexer(language)
    if not lexer:
        return sum(bool(line.strip()) for line in body)
    code = "".join(
        re.sub(r"[^\n]", "", value) if str(kind).startswith("Token.Comment") else value
        for kind, value in lexer.get_tokens("\n".join(body))
    )
    return sum(bool(line.strip()) for line in code.split("\n"))


@cache
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language)
    except ClassNotFound:
        return None


def _unlike_fences(mine: Part, yours: Part, here: Side, there: Side) -> float:
    if _signature(mine, here) == _signature(yours, there):
        return 0
    one, other = here.fence(mine), there.fence(yours)
    if not one or not other:
        # One with a fault of its own can stand for any.
        return ALONE / 2
    return (0.9 if one.language == other.language else 1.2) * ALONE


def _differ(have: Node, want: Node, here: Side, there: Side) -> Iterator[Finding]:
    mine, yours = have.part, want.part
    at = (here.path, mine.line, 1, CODES.get(mine.kind, ""))
    where = f"{there.path}:{yours.line}"
    if mine.kind == "fence":
        yield from _fences(mine, yours, here, there)
    elif mine.kind == "table" and mine.detail != yours.detail:
        message = f"the table has {_size(mine)}, that of {where} has {_size(yours)}"
        yield Finding(*at, message, "translate every row and every column")
    elif mine.kind == "callout" and mine.detail != yours.detail:
        message = f"the callout is of type '{mine.detail}', that of {where} is of type '{yours.detail}'"
        yield Finding(*at, message, "types are the same in every language")
    elif mine.kind == "tabs" and mine.detail != yours.detail:
        yield Finding(
            *at, f"the number of tabs is {mine.detail}, at {where} it is {yours.detail}", "translate every tab"
        )


def _fences(mine: Part, yours: Part, here: Side, there: Side) -> Iterator[Finding]:
    have, want = _signature(mine, here), _signature(yours, there)
    one, other = here.fence(mine), there.fence(yours)
    if have == want or not one or not other:
        return
    at = (here.path, mine.line, one.column, "LS231")
    where = f"{there.path}:{yours.line}"
    includes = [any(map(INCLUDE.match, fence.body)) for fence in (one, other)]
    if any(includes):
        shown = [
            f"shows {_listed(what)}" if is_in else "shows no passage"
            for what, is_in in zip((have, want), includes, strict=True)
        ]
        yield Finding(
            *at, f"the block {shown[0]}, that of {where} {shown[1]}", "passages are the same in every language"
        )
    elif BENCHMARK in (one.language, other.language):
        message = f"the block says {_listed(have[1:])}, that of {where} says {_listed(want[1:])}"
        if one.language != other.language:
            message = f"the block is of the language '{one.language}', that of {where} of '{other.language}'"
        yield Finding(*at, message, "tables of results are the same in every language")
    elif one.language != other.language:
        message = f"the block is of the language '{one.language}', that of {where} of '{other.language}'"
        yield Finding(*at, message, "code is the same in every language")
    else:
        message = f"the block has {_count(_lines(one), 'line')} of code, that of {where} has {_lines(other)}"
        yield Finding(*at, message, "code is the same in every language, comments apart")


def _lost(node: Node, above: int, here: Side, there: Side) -> Finding:
    part = node.part
    message = f"the {_name(part, there)} of {there.path}:{part.line} is missing{_quoted(node, there)}"
    return Finding(here.path, above, 1, CODES.get(part.kind, LOST_TEXT), message, "translate it below this line")


def _added(node: Node, here: Side, there: Side) -> Finding:
    part = node.part
    message = f"a {_name(part, here)} that is not in the section at {there.path}:{there.line}{_quoted(node, here)}"
    hint = "what is said in one language is said in all"
    return Finding(here.path, part.line, 1, CODES.get(part.kind, LOST_TEXT), message, hint)


def _name(part: Part, side: Side) -> str:
    fence = side.fence(part)
    if fence and fence.language == BENCHMARK:
        return "table of results"
    return "passage" if fence and any(map(INCLUDE.match, fence.body)) else NAMES[part.kind]


def _quoted(node: Node, side: Side) -> str:
    """Begin to quote a part."""
    fence = side.fence(node.part)
    text = node.part.text or next((part.text for part in node.all() if part.text), "")
    if fence:
        text = next((line.strip() for line in fence.body if line.strip()), "")
    words = text.split()
    return f": '{' '.join(words[:6])}{' …' if len(words) > 6 else ''}'" if words else ""


def _listed(names: Sequence[str]) -> str:
    return ", ".join(name.strip('"') for name in names) or "nothing"


def _size(part: Part) -> str:
    rows, _, columns = part.detail.partition("x")
    return f"{_count(int(rows), 'row')} and {_count(int(columns), 'column')}"


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"
