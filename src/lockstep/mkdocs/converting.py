"""What is known here of the insides of Python-Markdown: the same HTML, from less work.

A converter takes longer to set up than many a page takes to read, and is made to be used again; MkDocs sets one up for
each page. Every text is tried on every pattern of what may stand in a line, most of which need a character that is not
there; and what stands between two elements, mostly a line break, is taken for a text.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from threading import local
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree.ElementTree import Element

import markdown
from markdown.inlinepatterns import Pattern
from markdown.treeprocessors import InlineProcessor
from markdown.util import INLINE_PLACEHOLDER_PREFIX, AtomicString
from mkdocs.structure import pages

from lockstep.mkdocs.standin import StandIn

try:
    from re import _constants, _parser  # type: ignore[attr-defined]
except ImportError:
    # Of the patterns of another Python, nothing is known.
    _parser = None

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# Private names.
HANDLE, APPLY, ANCESTORS, PROCESS = (
    f"_InlineProcessor__{name}" for name in ("handleInline", "applyPattern", "build_ancestors", "processPlaceholders")
)
# Of what is stood in for, as it was read: Python-Markdown 3.11, MkDocs 1.6.
KNOWN = {
    HANDLE: "1efc342d6c65059eabb9335a3d594e1b",
    APPLY: "a249803bda8ed9971e0598b5169cc8dd",
    ANCESTORS: "5f318dc70e85d467c8ec8111c463fab3",
    PROCESS: "07b748d96bec719e20fa57d78d9a366e",
    "run": "4532c2edd6d8cb2a3695cb0ec725c8f8",
    "getCompiledRegExp": "4b85b0bd570306c78ebe0bc8a6c2a877",
    "render": "ff25c5b972008935ba8fd3c7196570d3",
}
PLAIN: dict[str, Any] = {
    **{name: getattr(InlineProcessor, name, None) for name in (HANDLE, APPLY, ANCESTORS, PROCESS, "run")},
    "getCompiledRegExp": getattr(Pattern, "getCompiledRegExp", None),
    "render": pages.Page.render,
}
# Extensions that are, after a reset, as they were at first.
RESET = frozenset(
    (
        *("abbr", "admonition", "attr_list", "def_list", "fenced_code", "footnotes", "md_in_html", "meta"),
        *("sane_lists", "tables", "toc"),
        *("lockstep.benchmarks", "lockstep.callouts", "lockstep.commands", "lockstep.languages", "lockstep.reference"),
        *("lockstep.snippets", "lockstep.tabs"),
        *("pymdownx.betterem", "pymdownx.caret", "pymdownx.details", "pymdownx.emoji", "pymdownx.highlight"),
        *("pymdownx.inlinehilite", "pymdownx.keys", "pymdownx.mark", "pymdownx.quotes", "pymdownx.smartsymbols"),
        *("pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tasklist", "pymdownx.tilde"),
    )
)
BUILTIN = "markdown.extensions."
# Sets of characters: a match has at least one of each.
Needs = tuple[frozenset[str], ...]
# Patterns, and at which place each of them is.
Chosen = list[tuple[int, Pattern]]
# So many sets of signs, at most, have their patterns kept: a language's texts have some hundred.
SETS = 2048


class _Needed(NamedTuple):
    """What patterns need of a text.

    ``needs`` are those of each pattern, none where they are not known; ``signs`` all characters that are in any of
    them; ``any_of`` finds what any pattern needs, where all are known; ``chosen`` are those that may match, by the
    signs that a text has.
    """

    needs: list[tuple[Pattern, Needs]]
    signs: frozenset[str]
    any_of: re.Pattern[str] | None
    chosen: dict[frozenset[str], Chosen]


def _handle(self: Any, data: str, patternIndex: int = 0) -> str:  # noqa: ANN401, N803 (as upstream has it)
    """Put placeholders in the place of what patterns match, as Python-Markdown does."""
    if isinstance(data, AtomicString):
        return data
    found = _settled(self)
    if found.any_of and not found.any_of.search(data):
        return data
    apply = self._InlineProcessor__applyPattern
    left = _choose(found, data)
    while left:
        for number, pattern in left:
            if number < patternIndex:
                continue
            before = data
            matched, start = True, 0
            while matched:
                data, matched, start = apply(pattern, data, number, start)
            if data is not before:
                # Others may match in what it is now.
                patternIndex = number + 1  # noqa: N806 (as upstream has it)
                left = _choose(found, data)
                break
        else:
            break
    return data


def _choose(found: _Needed, data: str) -> Chosen:
    """Choose the patterns that may match in a text, by the signs that it has."""
    there = found.signs.intersection(data)
    chosen = found.chosen.get(there)
    if chosen is None:
        if len(found.chosen) >= SETS:
            found.chosen.clear()
        chosen = found.chosen[there] = [
            (number, pattern)
            for number, (pattern, needs) in enumerate(found.needs)
            if not any(map(there.isdisjoint, needs))
        ]
    return chosen


def _run(self: Any, tree: Element, ancestors: list[str] | None = None) -> Element:  # noqa: ANN401 (as upstream has it)
    """Go through a tree, and put elements in the place of what patterns match, as Python-Markdown does."""
    any_of = _settled(self).any_of
    if not any_of:
        made: Element = PLAIN["run"](self, tree, ancestors)
        return made
    needs = any_of.search
    handle, process = getattr(self, HANDLE), getattr(self, PROCESS)
    self.stashed_nodes = {}
    first = [] if ancestors is None else ancestors[:]
    self.parent_map = {child: parent for parent in tree.iter() for child in parent}
    getattr(self, ANCESTORS)(tree, first)
    stack: list[tuple[Element, list[str]]] = [(tree, first)]
    # What is put in behind has its turn, too.
    for element, parents in stack:
        self.ancestors = parents
        if element is not tree:
            parents.append(element.tag.lower())
        made_within = []
        for child in element:
            text = child.text
            # Another kind of text may be one that is left alone, or is none afterwards.
            if text and (needs(text) or text.__class__ is not str) and not isinstance(text, AtomicString):
                parents.append(child.tag.lower())
                child.text = None
                within = process(handle(text), child)
                self.parent_map.update((one, child) for one, _ in within)
                stack += within
                made_within.append((child, within))
                parents.pop()
            tail = child.tail
            if tail and (needs(tail) or tail.__class__ is not str):
                # Takes up what stands in front of the first element.
                before: Any = Element("d")
                handled = handle(tail)
                child.tail = None
                behind = process(handled, before, False)
                if before.tail:
                    child.tail = before.tail
                place = list(element).index(child) + 1
                for one, _ in reversed(behind):
                    self.parent_map[one] = element
                    element.insert(place, one)
            if len(child):
                self.parent_map[child] = element
                stack.append((child, parents[:]))
        for child, within in made_within:
            for number, (one, _) in enumerate(within):
                child.insert(number, one)
    return tree


def _settled(processor: Any) -> _Needed:  # noqa: ANN401 (as upstream has it)
    """Find what texts must have, for a page that is being read."""
    settled = getattr(processor.md, "settled", {})
    found: _Needed | None = settled.get(processor)
    if found is None:
        found = settled[processor] = _needing((*processor.inlinePatterns,))
    return found


# Those of a converter, which may be one of a few; each is kept alive by that.
@lru_cache(maxsize=4)
def _needing(patterns: tuple[Pattern, ...]) -> _Needed:
    """Find what a text must have for each pattern, and for any."""
    needs = [_needed(pattern) for pattern in patterns]
    any_of = None
    if all(needs):
        firsts = [first for first, *_ in needs]
        literals = [_literal(pattern.getCompiledRegExp()) for pattern in patterns]
        # What is put aside already is looked for, too.
        signs = {INLINE_PLACEHOLDER_PREFIX[0]}.union(
            *(first for first, literal in zip(firsts, literals, strict=True) if not literal)
        )
        any_of = re.compile(
            "|".join([f"[{re.escape(''.join(sorted(signs)))}]", *map(re.escape, filter(None, literals))])
        )
    every = frozenset[str]().union(*(one for several in needs for one in several))
    return _Needed([*zip(patterns, needs, strict=True)], every, any_of, {})


def _needed(pattern: Pattern) -> Needs:
    """Find what a text must have for a pattern to match; nothing where that is not known."""
    if type(pattern).getCompiledRegExp is not Pattern.getCompiledRegExp:
        return ()
    return needed(pattern.getCompiledRegExp())


@cache
def needed(regex: re.Pattern[str]) -> Needs:
    """Find sets of characters of which every match of a regular expression has at least one each."""
    if _parser is None:
        return ()
    return tuple(dict.fromkeys(_characters(_parser.parse(regex.pattern, regex.flags), regex.flags)))


def _literal(regex: re.Pattern[str]) -> str:
    """Find the text that is all that a regular expression matches, such as a break of two blanks; else, nothing."""
    parsed = [*_parser.parse(regex.pattern, regex.flags)]
    plain = not regex.flags & re.IGNORECASE and all(kind is _constants.LITERAL for kind, _ in parsed)
    return "".join(chr(value) for _, value in parsed) if plain else ""


def _characters(parsed: Iterable[tuple[Any, Any]], flags: int) -> Iterable[frozenset[str]]:
    # What stands for more than itself is not looked into, nor is what this does not know.
    if flags & re.IGNORECASE:
        return
    for kind, value in parsed:
        if kind is _constants.LITERAL:
            yield frozenset(chr(value))
        elif kind is _constants.IN and all(one is _constants.LITERAL for one, _ in value):
            yield frozenset(chr(number) for _, number in value)
        elif kind is _constants.SUBPATTERN:
            yield from _characters(value[3], flags | value[1])
        elif kind in (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT) and value[0]:
            yield from _characters(value[2], flags)
        elif kind is _constants.BRANCH:
            branches = [[*_characters(branch, flags)] for branch in value[1]]
            if all(branches):
                yield frozenset[str]().union(*(min(branch, key=len) for branch in branches))


class _Converter(markdown.Markdown):
    """A converter that knows whether it has come to the end of its page."""

    idle = False

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 (as upstream has them)
        super().__init__(**options)
        # What holds until the end of the page, since none of its extensions registers anything after it was set up.
        self.settled: dict[object, Any] = {}
        self.levels: dict[object, bool] = {}

    def is_block_level(self, tag: Any) -> bool:  # noqa: ANN401 (as upstream has it)
        # Of a list of a hundred, for every element three times.
        known = self.levels.get(tag)
        if known is None:
            known = self.levels[tag] = super().is_block_level(tag)
        return known

    def convert(self, source: str) -> str:
        self.settled.clear()
        self.levels.clear()
        html = super().convert(source)
        self.idle = True
        return html


class _Module(local):
    """Stands for the module of Python-Markdown where MkDocs asks it for a converter: each thread has its own."""

    key = ""
    converter: _Converter | None = None

    def __getattr__(self, name: str) -> object:
        return getattr(markdown, name)

    def Markdown(self, *, extensions: Sequence[Any], extension_configs: Mapping[str, Any]) -> markdown.Markdown:  # noqa: N802
        """Make a converter, or take the last one again."""
        configs = dict(extension_configs)
        if not all(isinstance(name, str) and name.removeprefix(BUILTIN) in RESET for name in extensions):
            return markdown.Markdown(extensions=extensions, extension_configs=configs)
        key, converter = repr((extensions, configs)), self.converter
        if converter and converter.idle and self.key == key:
            converter.reset()
            converter.idle = False
        else:
            converter = _Converter(extensions=extensions, extension_configs=configs)
            self.key, self.converter = key, converter
        return converter


STAND_INS = (
    StandIn(InlineProcessor, HANDLE, _handle),
    StandIn(InlineProcessor, "run", _run),
    StandIn(pages, "markdown", _Module()),
)
