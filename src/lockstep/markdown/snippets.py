"""The Python-Markdown extension that puts passages of programs into fences, and lists what is verified."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown.preprocessors import Preprocessor

from lockstep.findings import Finding
from lockstep.languages.overview import page_title
from lockstep.markdown.context import LockstepExtension
from lockstep.markdown.stash import Unwrap, outline_of, put_below, replace_fences
from lockstep.render import Place, error_box
from lockstep.snippets.pages import expand, included
from lockstep.snippets.render import notes
from lockstep.snippets.stock import VERIFIED, as_json, check_block, render_stock, take_stock

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown import Markdown

    from lockstep.fences import Fence
    from lockstep.languages.pages import Page
    from lockstep.markdown.context import PageContext

# Behind the normalization of white space (30), so that a passage keeps its tabs and its blanks; behind callouts and
# tables of results, so that no passage is taken for one and every finding has the line of the page; before
# superfences (25).
PRIORITY = 29.1
# Before passages, which may hold anything.
LIST_PRIORITY = 29.3
# What is verified as a file of the site.
DATA = "assets/lockstep/verified.json"


class SnippetsExtension(LockstepExtension):
    """``--8<-- "file.py:region"`` inside fences, below them what is known of the code, and lists of that."""

    blocks = (VERIFIED,)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register with a converter."""
        md.preprocessors.register(_List(md, self), "lockstep-verified", LIST_PRIORITY)
        md.preprocessors.register(_Expand(md, self), "lockstep-snippets", PRIORITY)
        md.treeprocessors.register(Unwrap(md), "lockstep-unwrap", Unwrap.PRIORITY)


class _Expand(Preprocessor):
    def __init__(self, md: Markdown, extension: SnippetsExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        outline = outline_of(self.md, lines)
        if not (outline.fences or outline.faults or outline.cuts):
            return lines
        page = self.extension.context()
        if "snippet" in self.md.preprocessors:
            # It came first, and has put in what it found or left nothing where it found nothing.
            message = "pymdownx.snippets is in use, and takes the includes"
            page.report(Finding(page.path, 1, 1, "LS123", message, "take it out of the Markdown extensions"))
        # Its twin has been written, and nothing may have changed the lines since.
        if before := page.sources.expanded_before(lines, page.path, page.offset):
            expanded, number = before
            out = [*expanded.lines, *lines[number:]]
        else:
            expanded = expand(lines, page.path, page.sources.programs, page.offset, outline)
            out = expanded.lines
        for finding in expanded.findings:
            page.report(finding)
        below = notes(expanded, page.sources.record, page.messages, page.once)
        return put_below(self.md, out, ((block.end, block.prefix, html) for block, html in below))


class _List(Preprocessor):
    def __init__(self, md: Markdown, extension: SnippetsExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        return replace_fences(self.md, lines, self.extension.blocks, self.block)

    def block(self, fence: Fence) -> str:
        """Render a list of what is verified."""
        page = self.extension.context()
        findings = list(check_block(fence, page.path, page.sources.programs, page.offset))
        for finding in findings:
            page.report(finding)
        if findings:
            return error_box(findings)
        return stock(page, render_stock)


def stock(page: PageContext, render: Callable[..., str]) -> str:
    """Render what is verified, as HTML or as Markdown, and publish it as JSON."""
    programs, record = page.sources.programs, page.sources.record
    items = page.once(VERIFIED, lambda: take_stock(programs.values(), record))
    data = page.write(DATA, lambda: as_json(items, _files(page))) if page.write else ""
    return render(items, record, page.messages, _places(page), data)


def _files(page: PageContext) -> dict[str, list[str]]:
    """Map programs to the files that show them, of every language."""
    found: dict[str, list[str]] = {}
    for one in page.pages.values():
        for name in dict.fromkeys(name for name, _ in included(one.outline)):
            found.setdefault(name, []).append(one.path)
    return found


def _places(page: PageContext) -> dict[str, list[Place]]:
    """Map programs to where the page's readers find them: in their language, or else in the source's."""
    source = page.sources.project.source
    found: dict[str, list[Place]] = {}
    for (folder, name), original in page.pages.items():
        if folder != source.folder:
            continue
        own = page.pages.get((page.language.folder, name), original)
        title, address = page_title(own), page.address(own.language, own.name)
        # In reverse, so that the first passage of each program counts.
        for program, line in dict(reversed(list(included(own.outline)))).items():
            anchor = _section(own, line)
            href = f"{address}#{anchor}" if address and anchor else address
            found.setdefault(program, []).append(Place(title, own.language, href))
    return found


def _section(page: Page, line: int) -> str:
    """Find the id of the section that a line of a page's body is in; empty above the first with an id."""
    above = [heading.id for heading in page.outline.headings if heading.line < line]
    return above[-1] if above else ""
