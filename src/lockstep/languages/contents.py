"""Whether a translation says and shows what its source does, section by section.

Sections that are on record as stale are left alone: their source has changed since, and the translator is told of that
by other means. So are those still to do. An author can allow a difference, with a reason::

    <!-- lockstep: allow LS235 (the video is in Portuguese) -->
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from typing import TYPE_CHECKING

from lockstep.findings import Finding
from lockstep.languages.evidence import STALE, page_state
from lockstep.languages.glossary import TERM, Terms, check_terms, load_glossary
from lockstep.languages.links import compare_images, compare_links, images
from lockstep.languages.nodes import Compared, Side
from lockstep.languages.sections import META, TOP, sections
from lockstep.languages.structure import compare_sections
from lockstep.languages.tabs import check_tabs
from lockstep.languages.untranslated import check_alternatives, check_texts, compare_text, find_untranslated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from lockstep.fences import Fence
    from lockstep.languages.evidence import PageState
    from lockstep.languages.pages import Page
    from lockstep.languages.sections import Section
    from lockstep.parts import Part
    from lockstep.project import Project

ALLOW = re.compile(r"[> \t]*<!--[ \t]*lockstep:[ \t]*allow\b(?P<rest>.*?)-->[ \t]*$")
ALLOWED = re.compile(r"[ \t]*(?P<code>LS\d{3})[ \t,:]*\(?(?P<reason>.*?)\)?[ \t]*$")
EXAMPLE = "<!-- lockstep: allow LS235 (reason) -->"
# What an author may allow: differences, not faults.
DIFFERENCES = {"LS231", "LS232", "LS233", "LS234", "LS235", "LS236", "LS237", "LS239", TERM}


def check_contents(
    project: Project,
    pages: Mapping[tuple[str, str], Page],
    broken: Set[tuple[str, int]] = frozenset(),
    chosen: Mapping[tuple[str, str], Page] | None = None,
    pictures: Set[str] | None = None,
) -> Iterator[Finding]:
    """Compare every translation with its source.

    Args:
        project: the project.
        pages: its pages by language folder and name.
        broken: lines of files with findings of other checks; a block of code that has one is compared with none.
        chosen: the pages to check; all of them by default.
        pictures: the names of the images in the source, where they are known.
    """
    glossary, findings = load_glossary(project)
    yield from findings
    if pictures is None:
        source_pages = (page for (folder, _), page in pages.items() if folder == project.source.folder)
        pictures = {name for page in source_pages for name in page_pictures(page)}
    site = _Site(project, Terms(glossary, project.source.locale.language), broken, pages, pictures)
    # All translations of a page, one after the other: of its texts, only so many are remembered.
    for (folder, name), page in sorted((pages if chosen is None else chosen).items(), key=lambda one: one[0][1]):
        source = pages.get((project.source.folder, name))
        if source and folder != project.source.folder:
            yield from _allow(page, list(_page(page_state(source, page, page.language), site)))


def page_pictures(page: Page) -> set[str]:
    """List the names of a page's images."""
    return {posixpath.basename(link.target) for link in images(page.outline.parts)}


class _Site:
    """What the comparison of a page has to know of the others.

    ``names`` are the pages of each language, by folder; ``pictures`` the names of the images in the source.
    """

    def __init__(
        self,
        project: Project,
        terms: Terms,
        broken: Set[tuple[str, int]],
        pages: Mapping[tuple[str, str], Page],
        pictures: Set[str],
    ) -> None:
        self.project, self.terms, self.pictures = project, terms, pictures
        self.broken: dict[str, set[int]] = defaultdict(set)
        for path, line in broken:
            self.broken[path].add(line)
        self._fences: dict[str, dict[int, Fence]] = {}
        self.names: dict[str, set[str]] = {}
        for folder, name in pages:
            self.names.setdefault(folder, set()).add(name)

    def fences(self, page: Page) -> Mapping[int, Fence]:
        """Map a page's fences by the file's line, without those that have a fault of their own."""
        # Those of the source are asked for once for each language.
        if page.path not in self._fences:
            offset, wrong = page.body_line - 1, self.broken.get(page.path, set())
            self._fences[page.path] = {
                fence.line + offset: fence
                for fence in page.outline.fences
                if not wrong or wrong.isdisjoint(range(fence.line + offset, fence.end + offset + 1))
            }
        return self._fences[page.path]


def _page(state: PageState, site: _Site) -> Iterator[Finding]:
    page, source = state.page, state.source
    if not page:
        return
    one_language = page.language.locale.language == source.language.locale.language
    theirs, ours = sections(source), sections(page)
    skipped = {one.source.id for one in state.sections if one.state == STALE}
    skipped |= {key for key, section in ours.items() if section.to_do}
    for key in META:
        if key in theirs and key not in ours:
            message = f"the front matter has no {theirs[key].title}, that of {source.path}:{theirs[key].line} has"
            yield Finding(page.path, 1, 1, "LS237", message, "translate it")
        elif (
            key in theirs and key not in skipped and not one_language and compare_text(ours[key].text, theirs[key].text)
        ):
            message = f"the {theirs[key].title} is still in the source language, as at {source.path}:{theirs[key].line}"
            yield Finding(page.path, ours[key].line, 1, "LS239", message, "translate it")
    if TOP in theirs and TOP not in ours:
        message = f"the text above the first heading of {source.path}:{theirs[TOP].line} is missing"
        yield Finding(page.path, page.body_line, 1, "LS237", message, "translate it here")
    yield from check_tabs(page, source, skipped)
    fences = [site.fences(one) for one in (page, source)]
    for mine, yours in _groups(ours, theirs):
        if mine[0].id in skipped:
            continue
        found, made = _section(mine, yours, state, site, fences)
        yield from found
        if not one_language:
            left = find_untranslated(made.pairs)
            yield from check_texts(left, page, source, mine[0].parts)
            # What is not translated at all lacks every term, and so may what stands beside another's source.
            yield from check_alternatives(images(_parts(mine)), images(_parts(yours)), page, source)
            sure = [pair for pair in made.sure if pair not in left] if left else made.sure
            yield from check_terms(site.terms, sure, page, source)


def _groups(
    ours: Mapping[str, Section], theirs: Mapping[str, Section]
) -> Iterator[tuple[list[Section], list[Section]]]:
    """Pair the sections that both pages have, each with those behind it that only its own page has.

    Where a heading was lost, its text may still be there, below the heading before it.
    """
    alike = ours.keys() == theirs.keys()
    for key, section in theirs.items():
        if alike and key not in META:
            yield [ours[key]], [section]
        elif key in ours and key not in META:
            yield _with(ours, section.id, theirs), _with(theirs, section.id, ours)


def _with(own: Mapping[str, Section], key: str, other: Mapping[str, Section]) -> list[Section]:
    keys = list(own)
    at = keys.index(key) + 1
    end = at
    while end < len(keys) and keys[end] not in other:
        end += 1
    return [own[one] for one in keys[at - 1 : end]]


def _section(
    mine: Sequence[Section],
    yours: Sequence[Section],
    state: PageState,
    site: _Site,
    fences: Sequence[Mapping[int, Fence]],
) -> tuple[list[Finding], Compared]:
    """Compare one section, with or without what follows it on one page alone: as the pages have more in common.

    Returns the findings, and which part stands for which.
    """
    page, source = state.page, state.source
    if not page:
        return [], Compared()
    choices = []
    for ours in {1, len(mine)}:
        for theirs in {1, len(yours)}:
            have, want = (_parts(some[:count]) for some, count in ((mine, ours), (yours, theirs)))
            made = compare_sections(
                Side(page.path, mine[0].line, have, fences[0]), Side(source.path, yours[0].line, want, fences[1])
            )

            def beside(line: int, made: Compared = made) -> int:
                return made.beside(line) or mine[0].line

            lost = {id(part) for part in made.lost}
            rest = [part for part in want if id(part) not in lost] if lost else want
            found = [
                *made.findings,
                *compare_links(
                    have,
                    rest,
                    page,
                    source,
                    languages=site.project.languages,
                    names=site.names[page.language.folder],
                    beside=beside,
                ),
                *compare_images(have, rest, page, source, pictures=site.pictures, beside=beside),
            ]
            choices.append((len(found), ours + theirs, found, made))
    return min(choices, key=lambda choice: choice[:2])[2:]


def _parts(some: Sequence[Section]) -> Sequence[Part]:
    if len(some) == 1:
        return some[0].parts
    return [part for section in some for part in section.parts]


def _allow(page: Page, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Leave out what the page allows; report what it allows without a reason or in vain."""
    if "lockstep:" not in page.text:
        yield from findings
        return
    allowed: dict[tuple[int, str], int] = {}
    fenced = {number for fence in page.outline.fences for number in range(fence.line, fence.end + 1)}
    starts = [heading.line for heading in page.headings]

    def section(line: int) -> int:
        return sum(start <= line for start in starts)

    for number, line in enumerate(page.lines, 1):
        match = ALLOW.match(line) if "<!--" in line else None
        if not match or number in fenced:
            continue
        at = number + page.body_line - 1
        rest = ALLOWED.match(match["rest"])
        if not rest or rest["code"] not in DIFFERENCES:
            known = ", ".join(sorted(DIFFERENCES))
            message = (
                f"{rest['code']} is no difference that can be allowed" if rest else "what is allowed here has no code"
            )
            yield Finding(page.path, at, 1, "LS240", message, f"write {EXAMPLE}, with one of {known}")
        elif not rest["reason"].strip():
            message = f"{rest['code']} is allowed without a reason"
            yield Finding(page.path, at, 1, "LS240", message, f"put it behind the code: {EXAMPLE}")
        else:
            allowed[section(at), rest["code"]] = at
    used = set()
    for finding in findings:
        place = (section(finding.line), finding.code)
        if place in allowed:
            used.add(place)
        else:
            yield finding
    for place in allowed.keys() - used:
        message = f"{place[1]} is allowed, but there is none in this section"
        yield Finding(page.path, allowed[place], 1, "LS240", message, "delete this line")
