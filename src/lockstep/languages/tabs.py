"""What a content tab is called in every language: its key, by which sets of tabs are linked with each other.

The key is the source's label at the same place, since labels are texts, which are translated. An author can name one,
as ids of headings are named: ``=== "GPU (placa de vídeo) { #gpu }"``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.findings import Finding
from lockstep.languages.nodes import Side
from lockstep.languages.sections import sections
from lockstep.languages.structure import compare_sections

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from lockstep.languages.pages import Page
    from lockstep.languages.sections import Section
    from lockstep.parts import Part

Keys = tuple[str, ...]
"""The keys of one set of tabs, in order."""


def tab_key(label: str) -> str:
    """Make the key of a label: in lower case, hyphens for blanks. ``C``, ``C++`` and ``C#`` are three."""
    return "-".join(label.casefold().split())


def tab_keys(page: Page, source: Page | None) -> tuple[Keys, ...]:
    """List the keys of a page's sets of tabs, in the page's order; an outer set comes before those in it.

    Args:
        page: the page.
        source: the page that it translates; ``None`` or the page itself for one that translates none.
    """
    return tuple(keys for _, keys in _sets(page, source))


def check_tabs(page: Page, source: Page, skipped: Set[str]) -> Iterator[Finding]:
    """Report the tabs of a translation that name a key which none of the source's set has.

    Args:
        page: the translation.
        source: the page that it translates.
        skipped: the ids of sections that are not compared.
    """
    if not any(part.kind == "label" and part.detail for part in page.outline.parts):
        return
    own = sections(page)
    left = {id(part) for key in skipped & own.keys() for part in own[key].parts}
    for labels, keys in _sets(page, source):
        for label, key in zip(labels, keys, strict=True):
            if label.detail and label.detail != key and id(label) not in left:
                message = f"the tab has the key '{label.detail}', that of {source.path} has '{key}'"
                yield Finding(page.path, label.line, 1, "LS234", message, "keys are the same in every language")


def _sets(page: Page, source: Page | None) -> Iterator[tuple[list[Part], Keys]]:
    if not any(part.kind == "tabs" for part in page.outline.parts):
        return
    own = sections(page)
    others = {} if source is None or source is page else _counterparts(page, own, source)
    for labels in _labels(own):
        known = [_key(other) for other in (others.get(id(label)) for label in labels) if other]
        # A set that has another order, or words that need no translation, says itself which is which.
        said = {_key(label) for label in labels} & set(known)
        rest = iter([key for key in known if key not in said])
        keys = (_key(label) if _key(label) in said else next(rest, _key(label)) for label in labels)
        yield labels, tuple(keys)


def _key(label: Part) -> str:
    return label.detail or tab_key(label.text)


def _labels(own: Mapping[str, Section]) -> Iterator[list[Part]]:
    """Take the labels of each set."""
    # Sections of one id are one: back into the page's order.
    parts = sorted((part for section in own.values() for part in section.parts), key=lambda part: part.section)
    for index, tabs in enumerate(parts):
        if tabs.kind != "tabs":
            continue
        labels = []
        for part in parts[index + 1 :]:
            if part.depth <= tabs.depth:
                break
            if part.kind == "label" and part.depth == tabs.depth + 1:
                labels.append(part)
        yield labels


def _counterparts(page: Page, own: Mapping[str, Section], source: Page) -> dict[int, Part]:
    """Map labels, by identity, to those of the source that they stand for."""
    theirs = sections(source)
    found = {}
    for key, section in own.items():
        if any(part.kind == "tabs" for part in section.parts) and key in theirs:
            made = compare_sections(_side(page, section), _side(source, theirs[key]))
            found.update({id(mine): yours for mine, yours in made.pairs if mine.kind == yours.kind == "label"})
    return found


def _side(page: Page, section: Section) -> Side:
    offset = page.body_line - 1
    fences = {fence.line + offset: fence for fence in page.outline.fences}
    parts: Sequence[Part] = section.parts
    return Side(page.path, section.line, parts, fences)
