"""Sections as units of an exchange file: their texts, their names, and what a translator is told of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from lockstep.findings import FindingError
from lockstep.languages.difference import compare_texts, mark
from lockstep.languages.evidence import CURRENT, MISSING, STALE
from lockstep.languages.pages import parse_page
from lockstep.languages.sections import FINGERPRINT, META, fingerprint, sections

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from lockstep.languages.evidence import PageState, SectionState
    from lockstep.languages.glossary import Terms
    from lockstep.languages.sections import Section
    from lockstep.project import Language

# In a context, in the place of the fingerprint: there was no translation.
NOTHING = "new"
SEPARATOR = "@"
EDGES = re.compile(r"\A(?:[ \t]*\n)+|\s+\Z")
# What no XML file can hold.
UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
WHY = {
    CURRENT: "translated",
    STALE: "the source has changed since it was translated",
    MISSING: "not translated yet",
    "unrecorded": "nothing says which text the translation is of: compare them",
}
KEEP = "Blocks of code, links, ids and addresses stay as they are."


@dataclass(frozen=True, slots=True)
class Unit:
    """A section on its way to a translator.

    ``context`` is its name in the file; ``source`` the text to translate, ``old`` the one that ``target``, the present
    translation, is of, where it is known; ``done`` is whether ``target`` translates ``source``; ``state`` is one of the
    evidence's; ``place`` is the source's file and line; ``notes`` are for the translator, a paragraph each.
    """

    context: str
    source: str
    old: str
    target: str
    done: bool
    state: str
    place: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Returned:
    """A unit of a file that came back; ``context`` and ``line`` are its own there, ``language`` the file's.

    ``done`` tells whether its translator says that it is translated.
    """

    path: str
    line: int
    language: Language
    context: str
    source: str
    target: str
    done: bool


def tidy(text: str) -> str:
    """Take a text as every tool leaves it: one kind of line ending, no blank lines around it."""
    return EDGES.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def has_heading(section: Section) -> bool:
    """Tell whether a unit's first line is a heading."""
    return section.id not in META and bool(section.title)


def section_text(section: Section) -> str:
    """Write a section as a unit's text."""
    if not has_heading(section):
        return tidy(section.text)
    return tidy(f"{section.title}\n\n{tidy(section.text)}")


def section_print(section: Section) -> str:
    """Make the fingerprint of a translation as it stands in its page: comments count, wrapping does not."""
    return fingerprint(section.fingerprint + "".join(section_text(section).split()))


def name_unit(page: str, key: str) -> str:
    """Name a section among all of the project's."""
    return f"{page}#{key}"


def write_context(name: str, translation: Section | None) -> str:
    """Write a unit's context: its name, and which translation was exported."""
    return f"{name}{SEPARATOR}{section_print(translation) if translation else NOTHING}"


def read_context(context: str) -> tuple[str, str] | None:
    """Take a unit's context apart again; ``None`` where it is none. Without a translation, the fingerprint is empty."""
    name, separator, found = context.rpartition(SEPARATOR)
    if not separator or "#" not in name or not (found == NOTHING or FINGERPRINT.fullmatch(found)):
        return None
    return name, "" if found == NOTHING else found


def same_source(text: str, section: Section, language: Language) -> bool:
    """Tell whether a unit's source text is a section's present one; white space that no reader sees does not count."""
    one, other = tidy(text), section_text(section)
    if one == other:
        return True
    if section.id in META:
        return "".join(one.split()) == "".join(other.split())
    prints = [_prints(some, has_heading(section), language) for some in (one, other)]
    return prints[0] is not None and prints[0] == prints[1]


@lru_cache(maxsize=4096)
def _prints(text: str, headed: bool, language: Language) -> tuple[str, ...] | None:
    """Fingerprint a text as if it were a page of its own."""
    heading, _, body = text.partition("\n") if headed else ("", "", text)
    try:
        page = parse_page(f"\n# {heading} {{ #unit }}\n\n{body}" if headed else f"\n{body}", "", "", language)
    except (FindingError, RecursionError):
        return None
    return tuple(section.fingerprint for section in sections(page).values())


def units(
    found: Iterable[PageState],
    terms: Terms,
    old: Mapping[str, Section],
    *,
    states: Collection[str],
    begun: Mapping[str, Returned] = MappingProxyType({}),
) -> Iterator[Unit]:
    """Make the units of sections in some states.

    Args:
        found: pages and what one language makes of them.
        terms: the glossary's.
        old: older source texts by fingerprint.
        states: those to take.
        begun: work in an older file that is in no page yet, by unit; it goes on where it was.
    """
    for page in found:
        for one in page.sections:
            # A heading that is empty and has nothing below it.
            if one.state in states and section_text(one.source):
                before = old.get(one.recorded) if one.state == STALE else None
                work = begun.get(name_unit(page.source.name, one.source.id))
                yield _unit(page, one, terms, section_text(before) if before else "", work)


def find_begun(returned: Iterable[Returned], found: Iterable[PageState]) -> dict[str, Returned]:
    """Find the units of a file, by name, whose translation is not that of the page."""
    texts = {
        name_unit(page.source.name, one.source.id): section_text(one.section)
        for page in found
        for one in page.sections
        if one.section and not one.section.to_do
    }
    begun = {}
    for unit in returned:
        context = read_context(unit.context)
        if context and tidy(unit.target) and tidy(unit.target) != texts.get(context[0]):
            begun[context[0]] = unit
    return begun


def _unit(page: PageState, one: SectionState, terms: Terms, old: str, begun: Returned | None) -> Unit:
    here = one.section if one.state != MISSING else None
    text = section_text(one.source)
    target, done = section_text(here) if here else "", one.state == CURRENT
    context = write_context(name_unit(page.source.name, one.source.id), here)
    notes = [f"{_kind(one.source)}: {WHY[one.state]}."]
    if has_heading(one.source):
        notes[0] += " The first line is the heading."
    if begun:
        same = same_source(begun.source, one.source, page.source.language)
        old = "" if same else tidy(begun.source)
        if begun.context != context and target:
            notes.append(f"The page's own translation was edited in the meantime:\n{target}")
        target, done = tidy(begun.target), begun.done and same and begun.context == context
    if old:
        changes = [mark(pieces) for pieces in compare_texts(old, text)]
        notes.append("\n".join(["What changed:", *changes]))
    called = [*_called(one.source, page, terms)]
    if called:
        notes.append("\n".join(["Terms:", *called]))
    if any(part.kind in ("fence", "code") or part.links for part in one.source.parts):
        notes.append(KEEP)
    return Unit(
        context,
        text,
        old,
        target,
        done,
        one.state,
        f"{page.source.path}:{one.source.line}",
        tuple(notes),
    )


def _kind(section: Section) -> str:
    if section.id in META:
        return f"The page's {META[section.id]}"
    return f"The section '{section.id}'" if section.title else "The text above the first heading"


def _called(section: Section, page: PageState, terms: Terms) -> Iterator[str]:
    """List the glossary's terms in a section, and what each is called."""
    prose = "\n".join(part.prose for part in section.parts) or section.text
    for term in sorted(terms.used(prose), key=lambda term: term.text.casefold()):
        renderings = term.renderings.get(page.language.folder, ())
        if term.keep:
            yield f"{term.text}: stays as it is"
        elif renderings:
            yield f"{term.text}: {' / '.join(renderings)}"
