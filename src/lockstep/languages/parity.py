"""Whether the languages have the same pages with the same sections."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from lockstep.findings import Finding, near

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lockstep.languages.pages import Heading, Page
    from lockstep.project import Project


def check_pages(project: Project, pages: Mapping[tuple[str, str], Page]) -> Iterator[Finding]:
    """Compare every page with its source, heading by heading."""
    source_folder = project.source.folder
    sources = {name: page for (folder, name), page in pages.items() if folder == source_folder}
    for (folder, name), page in pages.items():
        yield from _ids(page)
        if folder == source_folder:
            continue
        source = sources.get(name)
        if source:
            yield from _compare(page, source)
        else:
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


def _compare(page: Page, source: Page) -> Iterator[Finding]:
    """Report headings lost, added, moved, renamed or changed in level against the source."""
    here = [heading for heading in page.headings if heading.id]
    there = [heading for heading in source.headings if heading.id]
    ours, theirs = ([(heading.id, heading.level) for heading in side] for side in (here, there))
    for kind, a, b, c, d in SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        # Pair what can be paired; what is left over on one side was lost or added.
        for index in range(max(b - a, d - c)):
            if a + index >= b:
                yield _added(page, source, here[c + index])
            elif c + index >= d:
                yield _lost(page, source, there[a + index], here[c - 1].line if c else page.body_line)
            else:
                yield _differs(page, source, there[a + index], here[c + index])


def _differs(page: Page, source: Page, want: Heading, have: Heading) -> Finding:
    message = (
        f"the heading '{'#' * have.level} {{ #{have.id} }}' stands where {source.path}:{want.line} "
        f"has '{'#' * want.level} {{ #{want.id} }}'"
    )
    return Finding(page.path, have.line, 1, "LS203", message, "ids, levels and order are the source's")


def _lost(page: Page, source: Page, want: Heading, line: int) -> Finding:
    message = f"the section '#{want.id}' of {source.path}:{want.line} is missing"
    return Finding(page.path, line, 1, "LS203", message, "translate it below this line")


def _added(page: Page, source: Page, have: Heading) -> Finding:
    message = f"the section '#{have.id}' is not in {source.path}"
    hint = near(have.id, [heading.id for heading in source.headings])
    return Finding(page.path, have.line, 1, "LS203", message, hint)
