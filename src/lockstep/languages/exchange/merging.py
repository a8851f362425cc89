"""Deciding which of the units that come back may go into the pages.

A unit goes in if it translates the source as it is now, if the page still has the translation that was exported, and if
a check finds nothing that it did not find before. Each is judged by itself, and one that is refused keeps none of the
others out.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lockstep.files import relative
from lockstep.findings import Finding, FindingError, near
from lockstep.languages.code import BENCHMARK, INCLUDE, TEXTS, code_lines
from lockstep.languages.contents import DIFFERENCES
from lockstep.languages.evidence import CURRENT, page_state
from lockstep.languages.exchange.editing import put, spans
from lockstep.languages.exchange.units import name_unit, read_context, same_source, section_print, section_text, tidy
from lockstep.languages.pages import parse_page
from lockstep.languages.sections import META, sections
from lockstep.languages.skeleton import skeleton

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from lockstep.fences import Fence
    from lockstep.languages.exchange.units import Returned
    from lockstep.languages.pages import Page
    from lockstep.project import Language, Project

    Pages = Mapping[tuple[str, str], Page]
    Check = Callable[[Pages], list[Finding]]

# What :func:`put` makes sure of by itself, whatever else the page lacks.
HEADINGS = {"LS202", "LS203", "LS204"}
# Their commands are compared here, where a translator has no page before the eyes.
SHELL = {"console", "shell-session"}
SHELL_COMMENT = re.compile(r"(?:^|\s+)#.*$")
# A table of results is compared by what it asks for; the others are texts.
FREE = (TEXTS - SHELL - {"pycon"}) | {BENCHMARK}
# Lines move when a page is edited.
NUMBERS = re.compile(r"(?<=:)\d+|(?<=line )\d+")


@dataclass(slots=True)
class Merged:
    """What an import came to.

    ``pages`` are those to write, as they are to be; ``taken`` counts their new sections by path; ``left`` are the units
    that are not translated; ``same`` counts those that the pages have already; ``findings`` say what was refused.
    """

    pages: list[Page] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)
    left: list[Returned] = field(default_factory=list)
    same: int = 0
    findings: list[Finding] = field(default_factory=list)


def check_units(returned: Sequence[Returned]) -> Iterator[Finding]:
    """Report units that no export can have written: without a context of ours, or twice."""
    seen: dict[tuple[Language, str], Returned] = {}
    for unit in returned:
        known = read_context(unit.context)
        if not known:
            message = f"'{unit.context}' names no section" if unit.context else "a unit without a context"
            hint = "restore what lockstep export wrote, such as 'guide.md#modes@new'; or export again"
            yield Finding(unit.path, unit.line, 1, "LS263", message, hint)
            continue
        first = seen.setdefault((unit.language, known[0]), unit)
        if first is not unit:
            message = f"the section '{known[0]}' is there already, at {first.path}:{first.line}"
            yield Finding(unit.path, unit.line, 1, "LS263", message, "keep one")


def merge(returned: Sequence[Returned], project: Project, pages: Pages, check: Check) -> Merged:
    """Put what was translated into pages, in memory.

    Args:
        returned: the units of all files; see :func:`check_units`.
        project: the project.
        pages: its pages by language folder and name.
        check: finds everything that ``lockstep check`` does, in pages given like ``pages``.
    """
    merged = Merged()
    sources = {name: page for (folder, name), page in pages.items() if folder == project.source.folder}
    known = {name_unit(name, key): (name, key) for name, page in sources.items() for key in sections(page)}
    work: dict[tuple[str, str], dict[str, Returned]] = {}
    for unit in returned:
        context = read_context(unit.context)
        if not context:
            continue
        if not unit.done or not tidy(unit.target):
            merged.left.append(unit)
        elif context[0] not in known:
            page, _, key = context[0].partition("#")
            hint = near(key, sections(sources[page])) if page in sources else near(page, sources)
            message = f"the source has no section '{context[0]}'"
            merged.findings.append(Finding(unit.path, unit.line, 1, "LS264", message, f"export again; {hint}"))
        else:
            name, key = known[context[0]]
            work.setdefault((unit.language.folder, name), {})[key] = unit
    # In the page's order: one section's place is behind another.
    items = []
    for place, units in work.items():
        items += [_Item(place, key, units[key]) for key in sections(sources[place[1]]) if key in units]
    _Import(project, pages, check, merged).run(items)
    merged.findings.sort()
    return merged


@dataclass(frozen=True, slots=True)
class _Item:
    """A unit on its way into a page: the language's folder and the page's name, the section, the unit."""

    place: tuple[str, str]
    key: str
    unit: Returned


Caused = dict[_Item, list[Finding]]


class _Import:
    """All pages while units go into them: links lead from one to another."""

    def __init__(self, project: Project, pages: Pages, check: Check, merged: Merged) -> None:
        """Take the pages as they are, and what the import came to so far."""
        self.project = project
        self.pages = dict(pages)
        self.check = check
        self.merged = merged

    def run(self, items: Sequence[_Item]) -> None:
        """Put units into pages: all that can be there together, and then what else can be."""
        chosen = [item for item in items if self._wanted(item) and self._prepare(item)]
        before = self.check(self.pages)
        refused: Caused = {}
        while chosen:
            pages, unfit = self._put(self.pages, chosen)
            caused = unfit or self._caused(before, self.check(pages), pages, chosen)
            if not caused:
                break
            refused |= caused
            chosen = [item for item in chosen if item not in caused]
        pages = self._put(self.pages, chosen)[0]
        count = -1
        # One may need another that comes behind it.
        while count < len(chosen):
            count = len(chosen)
            for item in [item for item in refused if item not in chosen]:
                tried, unfit = self._put(pages, [item])
                caused = unfit or self._caused(before, self.check(tried), tried, [*chosen, item])
                if caused:
                    refused[item] = caused.get(item) or next(iter(caused.values()))
                else:
                    pages = tried
                    chosen.append(item)
        refused = {item: findings for item, findings in refused.items() if item not in chosen}
        for item, findings in refused.items():
            self._refuse(item, findings)
        for place in dict.fromkeys(item.place for item in chosen):
            self.merged.pages.append(pages[place])
            self.merged.taken[pages[place].path] = sum(item.place == place for item in chosen)

    def _source(self, item: _Item) -> Page:
        return self.pages[self.project.source.folder, item.place[1]]

    def _path(self, item: _Item) -> str:
        return relative(self.project.docs / item.place[0] / item.place[1], self.project.root)

    def _wanted(self, item: _Item) -> bool:
        """Tell whether a unit is to go in: it is refused where the source or the page is another one by now."""
        source, page = self._source(item), self.pages.get(item.place)
        name, exported = read_context(item.unit.context) or ("", "")
        states = page_state(source, page, item.unit.language).sections
        state = next(one for one in states if one.source.id == item.key)
        here = state.section if state.section and not state.section.to_do else None
        same = here is not None and section_text(here) == tidy(item.unit.target)
        if same and state.state == CURRENT:
            self.merged.same += 1
        elif not same_source(item.unit.source, state.source, source.language):
            message = f"the source has changed since '{name}' was exported, at {source.path}:{state.source.line}"
            self._find(item, "LS265", message, "export again; a translation memory will know what stayed")
        elif not same and (section_print(here) if here else "") != exported:
            message = f"the translation of '{name}' that was exported is not in {self._path(item)} any more"
            if here and exported:
                message = f"the translation of '{name}' was edited after the export, at {self._path(item)}:{here.line}"
            elif here:
                message = f"'{name}' was exported without a translation, and {self._path(item)}:{here.line} has one"
            self._find(item, "LS266", message, "it stays as it is: export again, or put the two together by hand")
        else:
            return True
        return False

    def _prepare(self, item: _Item) -> bool:
        """Make sure that there is a page to put a unit into; tell whether there is."""
        source = self._source(item)
        if item.place not in self.pages:
            path = self._path(item)
            try:
                self.pages[item.place] = parse_page(skeleton(source, path), source.name, path, item.unit.language)
            except FindingError as error:
                self._refuse(item, error.findings)
        return item.place in self.pages

    def _put(self, pages: Pages, items: Sequence[_Item]) -> tuple[dict[tuple[str, str], Page], Caused]:
        """Put units into pages; those that cannot be there are returned with the reasons."""
        made = dict(pages)
        unfit: Caused = {}
        for item in items:
            source, page = self._source(item), made[item.place]
            try:
                new = put(page, source, item.key, item.unit.target)
                changed = list(_code(new, self.pages[item.place], source, item.key))
            except FindingError as error:
                changed = list(error.findings)
            if changed:
                unfit[item] = changed
            else:
                made[item.place] = new
        return made, unfit

    def _caused(
        self, before: Iterable[Finding], after: Iterable[Finding], pages: Pages, items: Sequence[_Item]
    ) -> Caused:
        """List the findings that units are to answer for: new ones, and differences in their own lines.

        Where one stands in nobody's lines, anybody may have caused it.
        """
        had = Counter(map(_alike, before))
        own = [(item, pages[item.place].path, _lines_of(pages[item.place], item.key)) for item in items]
        paths = {path for _, path, _ in own}
        found: Caused = {}
        rest = []
        for finding in after:
            had[_alike(finding)] -= 1
            new = had[_alike(finding)] < 0
            if finding.path in paths and finding.code in HEADINGS:
                continue
            if new or finding.code in DIFFERENCES:
                mine = [item for item, path, lines in own if path == finding.path and finding.line in lines]
                for item in mine:
                    found.setdefault(item, []).append(finding)
                if new and not mine:
                    rest.append(finding)
        return found or {item: list(rest) for item in items if rest}

    def _find(self, item: _Item, code: str, message: str, hint: str) -> None:
        self.merged.findings.append(Finding(item.unit.path, item.unit.line, 1, code, message, hint))

    def _refuse(self, item: _Item, findings: Iterable[Finding]) -> None:
        """Report what a page would have, at the unit that it comes from."""
        name, _ = read_context(item.unit.context) or ("", "")
        for finding in findings:
            # What is allowed is for the page's author to say, and no part of a translation.
            hint = finding.hint.replace("or say why not:", "or an author says in the page why not:")
            self._find(item, finding.code, f"'{name}' would not pass: {finding.message}", hint)


def _lines_of(page: Page, key: str) -> range:
    if key in META:
        line = sections(page)[key].line
        return range(line, line + 1)
    return range(*spans(page)[key])


def _alike(finding: Finding) -> tuple[str, str, str]:
    return finding.path, finding.code, NUMBERS.sub("", finding.message)


def _code(page: Page, before: Page, source: Page, key: str) -> Iterator[Finding]:
    """Report code that is neither the source's nor what the page had; comments are texts."""
    theirs = [_lines(fence) for fence in _fences(source, key)]
    had = [_lines(fence) for fence in _fences(before, key)]
    for number, fence in enumerate(_fences(page, key)):
        code = _lines(fence)
        if fence.language in FREE or any(map(INCLUDE.match, fence.body)):
            continue
        if code in had or code in theirs or number >= len(theirs):
            continue
        line = next((one for one in code if one not in theirs[number]), code[0] if code else "")
        message = f"a block of code is not that of {source.path}: '{line.strip()}'"
        yield Finding(page.path, fence.line, 1, "LS268", message, "code is the same in every language, comments apart")


def _fences(page: Page, key: str) -> list[Fence]:
    own = spans(page)
    if key not in own:
        return []
    start, end = (line - page.body_line + 1 for line in own[key])
    return [fence for fence in page.outline.fences if start <= fence.line < end]


def _lines(fence: Fence) -> list[str]:
    lines = list(code_lines(fence.language, fence.body))
    # Without a prompt, the highlighter takes a command and its comment for what was printed.
    return [kept for line in lines if (kept := SHELL_COMMENT.sub("", line))] if fence.language in SHELL else lines
