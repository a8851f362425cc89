"""Whether a section of a translation is made as its source is: fences, tables, callouts, tabs, paragraphs, items.

Parts that hold others (a callout, a quote, a set of tabs, a term) are paired first, then what is in them, so that one
that is lost is one finding; so are texts lost in a row. Within a kind, parts are paired in order, at the least cost: a
lost paragraph is the one whose length, code and links none of the others has. Where others may be as well, the finding
names them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.findings import Finding
from lockstep.languages.alignment import ALONE, Aligned, align
from lockstep.languages.code import BLOCKS, INCLUDE, code_lines, signature
from lockstep.languages.likeness import unlike
from lockstep.languages.nodes import Compared, Gone, Node, Side, tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lockstep.fences import Fence
    from lockstep.parts import Part

    Fences = Mapping[int, Fence]

# What it adds that something else stands above or below it.
APART = 0.1
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
FORMS = {
    "fence": "a block of code in a fence",
    "code": "an indented block of code",
    "callout": "a callout",
    "quote": "a quote",
}
CODES = {"fence": "LS231", "code": "LS231", "table": "LS232", "callout": "LS233", "quote": "LS233", "tabs": "LS234"}
LOST_TEXT = "LS237"
# So many lines are listed one by one, and one more.
MOST = 4


def compare_sections(ours: Side, theirs: Side) -> Compared:
    """Compare a translation's section with its source's."""
    made = Compared()
    if _same(ours, theirs):
        made.pairs += zip(ours.parts, theirs.parts, strict=True)
        made.sure += made.pairs
        return made
    _compare(tree(ours.parts), tree(theirs.parts), ours, theirs, made)
    for gone in made.gone:
        made.findings.append(_lost(gone, made.beside(gone.nodes[0].part.line) or ours.line, ours, theirs))
        made.lost += [part for node in gone.nodes for part in node.all()]
    return made


def _same(ours: Side, theirs: Side) -> bool:
    """Tell whether two sections are made alike, as nearly all are, without looking for what stands for what."""
    if len(ours.parts) != len(theirs.parts):
        return False
    for one, other in zip(ours.parts, theirs.parts, strict=True):
        if one.kind != other.kind or one.depth != other.depth or _empty(one, other):
            return False
        if one.kind in CODES and one.detail != other.detail:
            return False
        if one.kind == "fence" and not _same_code(one, other, ours, theirs):
            return False
    if not any(part.kind == "tabs" for part in ours.parts):
        return True
    labels = [[part.text for part in side.parts if part.kind == "label"] for side in (ours, theirs)]
    return _in_order(labels[0], labels[1])


def _same_code(one: Part, other: Part, ours: Side, theirs: Side) -> bool:
    mine, yours = ours.fence(one), theirs.fence(other)
    # Most is the same to the letter, and need not be read.
    alike = mine and yours and (mine.language, mine.body) == (yours.language, yours.body)
    return bool(alike) or _signature(one, ours) == _signature(other, theirs)


def _compare(
    ours: Sequence[Node], theirs: Sequence[Node], here: Side, there: Side, made: Compared, *, sure: bool = True
) -> None:
    places = [_places(nodes) for nodes in (ours, theirs)]

    def cost(one: Node, other: Node) -> float:
        apart = sum(mine != yours for mine, yours in zip(places[0][id(one)], places[1][id(other)], strict=True))
        return _cost(one, other, here, there) + APART * apart

    groups = {KINDS[node.part.kind]: None for node in (*theirs, *ours) if node.part.kind in KINDS}
    for kinds in groups:
        mine = [node for node in ours if node.part.kind in kinds]
        yours = [node for node in theirs if node.part.kind in kinds]
        # As many texts here as there stand for each other, one by one; so do headings, of which the first is on both.
        same = kinds == ("heading",) or (kinds[0] in TEXT and len(mine) == len(yours))
        aligned = Aligned(list(zip(mine, yours, strict=False))) if same else align(mine, yours, cost)
        gone: list[Node] = []
        for have, want in aligned.pairs:
            if have and want:
                made.pairs.append((have.part, want.part))
                certain = sure and (len(mine) == len(yours) or (kinds == ("heading",) and have is mine[0]))
                if certain:
                    made.sure.append((have.part, want.part))
                made.findings += _differ(have, want, here, there)
                # Where a tab is lost, all that is in it is; where it is in another place, that is too.
                if have.part.kind != "tabs" or _same_tabs(have, want):
                    _compare(have.inside, want.inside, here, there, made, sure=certain)
            elif want:
                gone.append(want)
            elif have:
                made.findings.append(_added(have, aligned.others.get(id(have), ()), here, there))
        for run in _runs(gone, theirs):
            made.gone.append(Gone(run, [other for node in run for other in aligned.others.get(id(node), ())]))
    texts, originals = _rest(ours), _rest(theirs)
    made.pairs += zip(texts, originals, strict=False)
    if sure and len(texts) == len(originals):
        made.sure += zip(texts, originals, strict=True)


def _places(nodes: Sequence[Node]) -> dict[int, tuple[str, str]]:
    """Say of each what stands above and below it."""
    kinds = ["", *(node.part.kind for node in nodes), ""]
    return {id(node): around for node, around in zip(nodes, zip(kinds, kinds[2:], strict=False), strict=True)}


def _runs(gone: Sequence[Node], siblings: Sequence[Node]) -> list[list[Node]]:
    """Put texts together that follow each other: they are lost as one."""
    places = {id(node): at for at, node in enumerate(siblings)}
    runs: list[list[Node]] = []
    for node in gone:
        if runs and node.part.kind in TEXT and places[id(node)] == places[id(runs[-1][-1])] + 1:
            runs[-1].append(node)
        else:
            runs.append([node])
    return runs


def _same_tabs(have: Node, want: Node) -> bool:
    return have.part.detail == want.part.detail and _in_order(_labels(have), _labels(want))


def _labels(node: Node) -> list[str]:
    return [one.part.text for one in node.inside if one.part.kind == "label"]


def _in_order(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Tell whether tabs whose labels are the same in both languages, as names are, come in the same order."""
    have, want = ([label for label in some if label in others] for some, others in ((ours, theirs), (theirs, ours)))
    return have == want or len(have) != len(want)


def _rest(nodes: Sequence[Node]) -> list[Part]:
    """Take what is compared by its text alone."""
    return [node.part for node in nodes if node.part.kind in ("cell", "title", "label")]


def _cost(one: Node, other: Node, here: Side, there: Side) -> float:
    mine, yours = one.part, other.part
    if mine.kind != yours.kind:
        return 1.5 * ALONE
    if mine.kind == "term" and one.inside and other.inside:
        # A term is a word or two: what is said of it tells more.
        return unlike(one.inside[0].part, other.inside[0].part)
    if mine.kind in TEXT:
        return unlike(mine, yours)
    if mine.kind == "fence":
        return _unlike_fences(mine, yours, here, there)
    if mine.kind in ("table", "tabs", "callout") and mine.detail != yours.detail:
        # One that was changed; of another type, only where there is nothing better.
        return (1.5 if mine.kind == "callout" else 0.9) * ALONE
    return abs(len(one.inside) - len(other.inside)) / (1 + len(one.inside) + len(other.inside))


def _signature(part: Part, side: Side) -> tuple[str, ...]:
    fence = side.fence(part)
    return signature(fence) if fence else ()


def _unlike_fences(mine: Part, yours: Part, here: Side, there: Side) -> float:
    one, other = here.fence(mine), there.fence(yours)
    if not one or not other:
        # One with a fault of its own can stand for any.
        return ALONE / 2 if one or other else 0
    if _signature(mine, here) == _signature(yours, there):
        # The same for the check; of several such, one that is the same to the letter is the one.
        return 0 if one.body == other.body else 0.2 * ALONE
    if one.language != other.language:
        return 1.2 * ALONE
    length, wanted = (len(code_lines(fence.language, fence.body)) for fence in (one, other))
    return (0.9 if length != wanted else 0.6) * ALONE


def _differ(have: Node, want: Node, here: Side, there: Side) -> Iterator[Finding]:
    mine, yours = have.part, want.part
    at = (here.path, mine.line, 1, CODES.get(mine.kind, ""))
    where = f"{there.path}:{yours.line}"
    if mine.kind != yours.kind:
        # A fence of no language looks like an indented block.
        if not any(fence and not fence.language for fence in (here.fence(mine), there.fence(yours))):
            message = f"{FORMS[mine.kind]} stands where {where} has {FORMS[yours.kind]}"
            yield Finding(*at, message, "it has the same form in every language")
    elif mine.kind == "fence":
        yield from _fences(mine, yours, here, there)
    elif mine.kind == "table" and mine.detail != yours.detail:
        message = f"the table has {_size(mine)}, that of {where} has {_size(yours)}"
        yield Finding(*at, message, "translate every row and every column")
    elif mine.kind == "table":
        for one, other in zip(_rest(have.inside), _rest(want.inside), strict=False):
            if _empty(one, other):
                yield _emptied("cell", one, other, here, there)
    elif _empty(mine, yours):
        yield _emptied("list item", mine, yours, here, there)
    elif mine.kind == "callout" and mine.detail != yours.detail:
        message = f"the callout is of type '{mine.detail}', that of {where} is of type '{yours.detail}'"
        yield Finding(*at, message, "types are the same in every language")
    elif mine.kind == "tabs" and mine.detail != yours.detail:
        yield Finding(
            *at, f"the number of tabs is {mine.detail}, at {where} it is {yours.detail}", "translate every tab"
        )
    elif mine.kind == "tabs" and not _same_tabs(have, want):
        message = f"the tabs are {', '.join(_labels(have))}, at {where} they are {', '.join(_labels(want))}"
        yield Finding(*at, message, "they come in the same order in every language")


def _empty(mine: Part, yours: Part) -> bool:
    """Tell whether a cell or an item, which may be empty, has lost what is in its source's."""
    return mine.kind in ("cell", "item") and bool(yours.text) and not mine.text and not mine.links


def _emptied(kind: str, mine: Part, yours: Part, here: Side, there: Side) -> Finding:
    words = yours.text if len(yours.text) < 50 else f"{yours.text[:48]} …"
    message = f"the {kind} of {there.path}:{yours.line} is empty here: '{words}'"
    code = CODES["table"] if kind == "cell" else LOST_TEXT
    return Finding(here.path, mine.line, 1, code, message, "translate it")


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
    elif named := BLOCKS.get(other.language) or BLOCKS.get(one.language):
        message = f"the block says {_listed(have[1:])}, that of {where} says {_listed(want[1:])}"
        if one.language != other.language:
            message = f"the block is of the language '{one.language}', that of {where} of '{other.language}'"
        yield Finding(*at, message, f"{named[1]} the same in every language")
    elif one.language != other.language:
        message = f"the block is of the language '{one.language}', that of {where} of '{other.language}'"
        yield Finding(*at, message, "code is the same in every language")
    else:
        lines, wanted = (code_lines(fence.language, fence.body) for fence in (one, other))
        message = f"the block has {_count(len(lines), 'line')} of code, that of {where} has {len(wanted)}"
        if len(lines) == len(wanted):
            said, original = next(pair for pair in zip(lines, wanted, strict=True) if pair[0] != pair[1])
            message = f"the block says '{said}', that of {where} says '{original}'"
        yield Finding(*at, message, "code is the same in every language, comments and texts apart")


def _lost(gone: Gone, above: int, here: Side, there: Side) -> Finding:
    node, *more = gone.nodes
    part, name, at = node.part, _name(node, there), f"{there.path}:{node.part.line}"
    if more:
        names = "terms with their definitions" if name.startswith("term ") else f"{name}s"
        number = len(gone.nodes)
        message = f"{number} {names} from {at} on are missing"
        if gone.others:
            message = f"{number} {names} are missing, most likely those from {at} on"
    else:
        message = f"the {name} of {at} is missing"
        if gone.others:
            message = f"a {name} is missing, most likely that of {at}, perhaps {_others(gone.others)}"
    message += _quoted(node, there)
    return Finding(here.path, above, 1, CODES.get(part.kind, LOST_TEXT), message, "translate it below this line")


def _added(node: Node, others: Sequence[Node], here: Side, there: Side) -> Finding:
    part, name, at = node.part, _name(node, here), f"{there.path}:{there.line}"
    message = f"a {name} that is not in the section at {at}"
    if others:
        message = f"a {name} that is not in the section at {at}, this one or {_others(others)}"
    hint = "what is said in one language is said in all"
    code = CODES.get(part.kind, LOST_TEXT)
    return Finding(here.path, part.line, 1, code, message + _quoted(node, here), hint)


def _others(nodes: Sequence[Node]) -> str:
    *first, last = [str(node.part.line) for node in nodes]
    if len(first) > MOST:
        return f"another of the lines {first[0]} to {last}"
    return f"that of line {', '.join(first)} or {last}" if first else f"that of line {last}"


def _name(node: Node, side: Side) -> str:
    part = node.part
    if part.kind == "term" and node.inside:
        return "term with its definition"
    fence = side.fence(part)
    if fence and fence.language in BLOCKS:
        return BLOCKS[fence.language][0]
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
