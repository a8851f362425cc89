"""Evidence for translations that have none, inferred from the git history.

A section is taken to translate the source as it was when the section's text was last written. Where that cannot be
known, it is said, and the section stays unrecorded: a text that was never committed, the oldest commit of a shallow
clone, which may hold the work of years, and an edit of a few words in a commit after the source's change, which may be
its translation or the correction of a typo.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.files import relative
from lockstep.languages.difference import similarity
from lockstep.languages.evidence import UNRECORDED
from lockstep.languages.history import old_page
from lockstep.languages.sections import sections

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lockstep.languages.evidence import PageState
    from lockstep.languages.history import History, Version
    from lockstep.languages.sections import Section
    from lockstep.project import Project

# An edit that leaves so much of a section as it was is a small one.
CORRECTION = 0.8

Sections = dict[str, "Section"]


@dataclass(frozen=True, slots=True)
class Inferred:
    """What history says of a page: fingerprints by section, and of the other sections why nothing is known."""

    entries: Mapping[str, str]
    unknown: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A commit that changed a translation: the sections of both pages as it left them, and the source's before it."""

    ours: Sections
    theirs: Sections
    before: Sections
    first: bool


def infer(state: PageState, history: History, project: Project) -> Inferred:
    """Look for the source texts that the unrecorded sections of a page translate."""
    open_ = {one.source.id: one.section for one in state.sections if one.state == UNRECORDED and one.section}
    page = state.page
    if not page or not open_:
        return Inferred({}, {})
    if history.problem:
        return Inferred({}, dict.fromkeys(open_, history.problem))
    moments = list(_moments(state, history, project))
    if not moments:
        return Inferred({}, dict.fromkeys(open_, "the page was never committed"))
    entries: dict[str, str] = {}
    unknown: dict[str, str] = {}
    for key, section in open_.items():
        fingerprint, reason = _trace(key, section, moments)
        if fingerprint:
            entries[key] = fingerprint
        else:
            unknown[key] = reason
    return Inferred(entries, unknown)


def _moments(state: PageState, history: History, project: Project) -> Iterable[_Moment]:
    page = state.page
    if not page:
        return
    folders = [
        f"{history.prefix}{relative(project.docs / folder, project.root)}/".removesuffix("./")
        for folder in (page.language.folder, state.source.language.folder)
    ]
    # Pages that were moved into one folder a language: the source's page had other names too.
    former: list[str] | None = None
    for version in history.versions(project.root / page.path):
        ours = old_page(history.text(version.blob), page.name, page.path, page.language)
        source = _counterpart(version, *folders)
        if history.text(f"{version.commit}:{source}") is None:
            if former is None:
                versions = history.versions(project.root / state.source.path)
                former = list(dict.fromkeys(one.path for one in versions))
            known = (name for name in former if history.text(f"{version.commit}:{name}") is not None)
            source = next(known, source)
        theirs, before = (
            old_page(history.text(f"{commit}:{source}"), page.name, state.source.path, state.source.language)
            for commit in (version.commit, f"{version.commit}~1")
        )
        first, second, third = (sections(one) if one else {} for one in (ours, theirs, before))
        yield _Moment(first, second, third, version.first)


def _counterpart(version: Version, ours: str, theirs: str) -> str:
    """Name the source page beside a version of its translation, which may have had another name then."""
    return f"{theirs}{version.path.removeprefix(ours)}"


def _trace(key: str, section: Section, moments: list[_Moment]) -> tuple[str, str]:
    """Go back to the commit in which a section was last translated.

    Returns the fingerprint of the source section there, or an empty text and why it is not known.
    """
    if _print(moments[0].ours, key) != section.fingerprint:
        return "", "it was edited since the last commit"
    for moment, before in zip(moments, [*moments[1:], None], strict=True):
        now = moment.ours.get(key)
        earlier = before.ours.get(key) if before else None
        if before and now and earlier and now.fingerprint == earlier.fingerprint:
            continue
        if moment.first:
            return "", "it is older than what this shallow clone holds"
        if before and now and earlier and _alike(now, earlier):
            then = _print(moment.theirs, key)
            if then == _print(before.theirs, key):
                # There was nothing to follow.
                continue
            if then == _print(moment.before, key):
                return "", "a few words were edited after the source's change: its translation, or a correction"
        found = _print(moment.theirs, key)
        return found, "" if found else "the source had no such section when it was written"
    return "", "it is not in the history"


def _print(found: Sections, key: str) -> str:
    return found[key].fingerprint if key in found else ""


def _alike(one: Section, other: Section) -> bool:
    return similarity(f"{one.title} {one.text}".split(), f"{other.title} {other.text}".split()) >= CORRECTION
