"""Which sections of a translation say what their source says now: read from what the page has on record.

A section is *current* where its record is the source section's fingerprint, *stale* where it is another one,
*unrecorded* where there is none, *missing* where the translation has no such section, or has it still to do. Only the
record counts: no dates and no commits, so that a clone, a tarball and a squashed branch all say the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lockstep.findings import Finding, near
from lockstep.languages.record import KEY, read_record
from lockstep.languages.sections import sections

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lockstep.languages.pages import Page
    from lockstep.languages.sections import Section
    from lockstep.project import Language, Project

CURRENT, STALE, UNRECORDED, MISSING = STATES = ("current", "stale", "unrecorded", "missing")


# A tuple is made in a fraction of the time.
class SectionState(NamedTuple):
    """A source section and what a translation makes of it.

    ``recorded`` is the fingerprint on record, empty where there is none; ``section`` is ``None`` where the translation
    does not have it.
    """

    state: str
    source: Section
    section: Section | None
    recorded: str


@dataclass(frozen=True, slots=True)
class PageState:
    """A source page and what a language makes of it; ``page`` is ``None`` where it has no such page."""

    source: Page
    language: Language
    page: Page | None
    sections: tuple[SectionState, ...]

    @property
    def state(self) -> str:
        """The worst that its sections have: ``missing`` only where there is no page, ``stale`` for a part of one."""
        if not self.page:
            return MISSING
        states = {section.state for section in self.sections}
        if states & {STALE, MISSING}:
            return STALE
        return UNRECORDED if UNRECORDED in states else CURRENT

    def words(self, *states: str) -> int:
        """Count the source's words in sections of these states; in all of them where none is named."""
        return sum(one.source.words for one in self.sections if not states or one.state in states)


def page_state(source: Page, page: Page | None, language: Language) -> PageState:
    """Compare a translation's record with the source as it is."""
    recorded = read_record(page.text, page.path).entries if page else {}
    own = sections(page) if page else {}
    states = []
    for key, section in sections(source).items():
        here = own.get(key)
        if not page or not here or here.to_do:
            state = MISSING
        elif key not in recorded:
            state = UNRECORDED
        else:
            state = CURRENT if recorded[key] == section.fingerprint else STALE
        states.append(SectionState(state, section, here, recorded.get(key, "")))
    return PageState(source, language, page, tuple(states))


def states(project: Project, pages: Mapping[tuple[str, str], Page]) -> Iterator[PageState]:
    """Take every source page in every other language, languages in the project's order."""
    for language in project.languages[1:]:
        for (folder, name), source in pages.items():
            if folder == project.source.folder:
                yield page_state(source, pages.get((language.folder, name)), language)


def stale_sections(source: Page, page: Page) -> tuple[str, ...]:
    """List the sections of a translation that translate an older text, by their ids."""
    states = page_state(source, page, page.language).sections
    return tuple(one.source.id for one in states if one.state == STALE and one.section)


def check_evidence(
    project: Project, pages: Mapping[tuple[str, str], Page], chosen: Mapping[tuple[str, str], Page] | None = None
) -> Iterator[Finding]:
    """Report records that are of no use, sections still to do and, where the project says so, stale sections.

    Args:
        project: the project.
        pages: its pages by language folder and name.
        chosen: those to check; all of them by default.
    """
    for (folder, name), page in (pages if chosen is None else chosen).items():
        source = pages.get((project.source.folder, name))
        record = read_record(page.text, page.path)
        if folder == project.source.folder:
            if record.line:
                message = f"'{KEY}' on a page of the source language, which translates nothing"
                yield Finding(page.path, record.line, 1, "LS221", message, "delete it")
            continue
        yield from record.findings
        own = sections(page)
        for section in own.values():
            if section.to_do:
                message = f"the section '{section.id}' is still to do"
                yield Finding(page.path, section.to_do, 1, "LS225", message, "translate it, then delete this mark")
        if source:
            known = sections(source)
            for key in record.entries.keys() - known.keys() - own.keys():
                hint = f"lockstep accept {page.path} drops it; {near(key, known)}"
                message = f"the record has a section '{key}', which {source.path} does not have"
                yield Finding(page.path, record.lines[key], 1, "LS222", message, hint)
            if project.stale == "error":
                yield from _outrun(page_state(source, page, project.language(folder)))


def _outrun(state: PageState) -> Iterator[Finding]:
    for one in state.sections:
        if not one.section or not state.page or one.state not in (STALE, UNRECORDED):
            continue
        at = (state.page.path, one.section.line, 1)
        where = f"{state.source.path}:{one.source.line}"
        name = one.source.id
        accept = f"lockstep accept {state.page.path} --section {name}"
        if one.state == STALE:
            message = f"the section '{name}' translates an older text than that of {where}"
            hint = f"lockstep diff {state.page.path} shows what changed"
            yield Finding(*at, "LS223", message, f"{hint}; then: {accept}")
        else:
            message = f"nothing says which text of {where} the section '{name}' translates"
            yield Finding(*at, "LS224", message, f"compare them, then: {accept}")
