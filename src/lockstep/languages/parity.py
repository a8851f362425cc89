"""Whether the languages have the same pages with the same sections."""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING

from lockstep.findings import Finding, near
from lockstep.languages.blocks import COMMANDS
from lockstep.languages.pages import is_page
from lockstep.rules.block import FINDINGS, ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

    from lockstep.languages.pages import Page
    from lockstep.outline import Heading
    from lockstep.project import Project


def check_pages(
    project: Project, pages: Mapping[tuple[str, str], Page], chosen: Mapping[tuple[str, str], Page] | None = None
) -> Iterator[Finding]:
    """Compare every page with its source, heading by heading.

    Args:
        project: the project.
        pages: its pages by language folder and name.
        chosen: those to check; all of them by default.
    """
    source_folder = project.source.folder
    sources = {name: page for (folder, name), page in pages.items() if folder == source_folder}
    for (language, name), page in (pages if chosen is None else chosen).items():
        yield from _ids(page)
        if language == source_folder:
            continue
        source = sources.get(name)
        if source:
            yield from _compare(page, source)
        elif (folder := project.docs / source_folder).is_dir() and not is_page(folder / name, project):
            yield Finding(page.path, 1, 1, "LS205", "a translation without a source page", near(name, sources))


def _ids(page: Page) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for heading in page.headings:
        if not heading.id:
            message = f"the heading '{heading.title}' has no id of its own"
            yield Finding(page.path, heading.line, 1, "LS202", message, "add { #its-id }, the same in every language")
        elif heading.id in seen:
            message = f"the id '{heading.id}' stands on line {seen[heading.id]} already"
            yield Finding(page.path, heading.line, 1, "LS204", message, "give each heading an id of its own")
        seen.setdefault(heading.id, heading.line)
    yield from _made(page, seen)


def _made(page: Page, seen: dict[str, int]) -> Iterator[Finding]:
    """Report blocks that become sections of an id that the page has already; one finding for each."""
    # Which sections commands have, only their renderer knows: the same in every block.
    commands = 0
    for fence in page.outline.fences:
        line = fence.line + page.body_line - 1
        message = ""
        if fence.language == COMMANDS:
            message = f"the commands stand on line {commands} already" if commands else ""
            commands = commands or line
        elif fence.language == FINDINGS:
            made = list(ids(fence))
            if twice := next((key for key in made if key in seen), ""):
                message = f"the block has a section of the id '{twice}', which stands on line {seen[twice]} already"
            seen |= {key: line for key in made if key not in seen}
        if message:
            yield Finding(page.path, line, fence.column, "LS204", message, "each id stands once on a page")


def _compare(page: Page, source: Page) -> Iterator[Finding]:
    """Report headings lost, added, moved, renamed or changed in level against the source: one finding for each.

    A heading that has no id is reported as such and stands for the one it is in the place of. Headings below one that
    is lost, added or moved go with it.
    """
    if [(one.id, one.level) for one in page.headings] == [(one.id, one.level) for one in source.headings]:
        return
    here, there = _first(page.headings), _first(source.headings)
    ours, theirs = ({heading.id: heading for heading in side if heading.id} for side in (here, there))
    for key, have in ours.items():
        if key in theirs and have.level != theirs[key].level:
            yield _level(page, source, theirs[key], have)
    order = {key: index for index, key in enumerate(theirs)}
    kept = _increasing([order[key] for key in ours if key in order])
    settled = {key for key, index in order.items() if index in kept}
    moved = [have for have in here if have.id in theirs and have.id not in settled]
    for have, followers in _families(moved, here):
        yield _moved(page, source, list(theirs.values()), have, followers)
    for above, wanted, found in _gaps(here, there, settled, ours.keys() & theirs.keys()):
        pairs = _pair(wanted, found)
        for want, have in pairs:
            if want.id and have.id:
                yield _renamed(page, source, want, have)
        paired = {id(heading) for pair in pairs for heading in pair}
        lost = [want for want in wanted if want.id and id(want) not in paired]
        for want, followers in _families(lost, there):
            yield _lost(page, source, want, above.line if above else page.body_line, followers)
        added = [have for have in found if have.id and id(have) not in paired]
        for have, followers in _families(added, here):
            yield _added(page, source, have, followers)


def _first(headings: Iterable[Heading]) -> list[Heading]:
    """Leave out headings whose id is there already; they are reported for that."""
    seen: set[str] = set()
    kept = []
    for heading in headings:
        if not heading.id or heading.id not in seen:
            kept.append(heading)
        seen.add(heading.id)
    return kept


def _increasing(numbers: Sequence[int]) -> set[int]:
    """Find the longest increasing subsequence: whatever is not in it has moved."""
    tails: list[int] = []
    chains: dict[int, tuple[int, ...]] = {}
    for number in numbers:
        at = bisect(tails, number)
        chains[number] = (*(chains[tails[at - 1]] if at else ()), number)
        tails[at : at + 1] = [number]
    return set(chains[tails[-1]]) if tails else set()


def _gaps(
    here: Sequence[Heading], there: Sequence[Heading], settled: Set[str], common: Set[str]
) -> Iterator[tuple[Heading | None, list[Heading], list[Heading]]]:
    """Walk through what stands between the headings that are in place on both sides.

    Yields the translation's heading above, the source's headings that only it has, and the translation's.
    """

    def runs(headings: Sequence[Heading]) -> list[tuple[Heading | None, list[Heading]]]:
        found: list[tuple[Heading | None, list[Heading]]] = [(None, [])]
        for heading in headings:
            if heading.id in settled:
                found.append((heading, []))
            elif heading.id not in common:
                found[-1][1].append(heading)
        return found

    for (_above, wanted), (above, found) in zip(runs(there), runs(here), strict=True):
        yield above, wanted, found


def _pair(wanted: Sequence[Heading], found: Sequence[Heading]) -> list[tuple[Heading, Heading]]:
    """Pair headings of one gap that stand for each other: in order, and of the same level."""
    pairs = []
    rest = list(found)
    for want in wanted:
        at = next((index for index, have in enumerate(rest) if have.level == want.level), None)
        if at is not None:
            pairs.append((want, rest[at]))
            del rest[: at + 1]
    return pairs


def _families(gone: Sequence[Heading], page: Sequence[Heading]) -> Iterator[tuple[Heading, int]]:
    """Take each heading with how many of the others stand below it on its page."""
    members = {id(heading) for heading in gone}
    index = 0
    while index < len(page):
        heading = page[index]
        index += 1
        if id(heading) not in members:
            continue
        followers = 0
        while index < len(page) and id(page[index]) in members and page[index].level > heading.level:
            followers += 1
            index += 1
        yield heading, followers


def _with(followers: int) -> str:
    if not followers:
        return ""
    return " with the section below it" if followers == 1 else f" with the {followers} sections below it"


def _level(page: Page, source: Page, want: Heading, have: Heading) -> Finding:
    message = (
        f"the section '#{have.id}' has a heading of level {have.level}, that of {source.path}:{want.line} "
        f"is of level {want.level}"
    )
    return Finding(page.path, have.line, 1, "LS203", message, f"write {'#' * want.level}")


def _moved(page: Page, source: Page, there: Sequence[Heading], have: Heading, followers: int) -> Finding:
    index = next(index for index, heading in enumerate(there) if heading.id == have.id)
    where = f"below '#{there[index - 1].id}'" if index else "first"
    message = f"the section '#{have.id}'{_with(followers)} has another place than at {source.path}:{there[index].line}"
    return Finding(page.path, have.line, 1, "LS203", message, f"it comes {where}")


def _renamed(page: Page, source: Page, want: Heading, have: Heading) -> Finding:
    message = f"the id '{have.id}' stands where {source.path}:{want.line} has '{want.id}'"
    return Finding(page.path, have.line, 1, "LS203", message, "ids are the same in every language")


def _lost(page: Page, source: Page, want: Heading, line: int, followers: int) -> Finding:
    message = f"the section '#{want.id}'{_with(followers)} of {source.path}:{want.line} is missing"
    return Finding(page.path, line, 1, "LS203", message, "translate it below this section")


def _added(page: Page, source: Page, have: Heading, followers: int) -> Finding:
    message = f"the section '#{have.id}'{_with(followers)} is not in {source.path}"
    hint = near(have.id, [heading.id for heading in source.headings if heading.id])
    hint = f"delete it, write it in the source, or correct its id; {hint}"
    return Finding(page.path, have.line, 1, "LS203", message, hint)
