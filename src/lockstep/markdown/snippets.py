"""The Python-Markdown extension that puts passages of programs into fences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown.preprocessors import Preprocessor

from lockstep.findings import Finding
from lockstep.markdown.context import LockstepExtension
from lockstep.markdown.stash import Unwrap, put_below
from lockstep.outline import read_outline
from lockstep.snippets.pages import expand
from lockstep.snippets.render import notes

if TYPE_CHECKING:
    from markdown import Markdown

# Behind the normalization of white space (30), so that a passage keeps its tabs and its blanks; behind callouts and
# tables of results, so that no passage is taken for one and every finding has the line of the page; before
# superfences (25).
PRIORITY = 29.1


class SnippetsExtension(LockstepExtension):
    """``--8<-- "file.py:region"`` inside fences, and below them what is known of the code."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register with a converter."""
        md.preprocessors.register(_Expand(md, self), "lockstep-snippets", PRIORITY)
        md.treeprocessors.register(Unwrap(md), "lockstep-unwrap", Unwrap.PRIORITY)


class _Expand(Preprocessor):
    def __init__(self, md: Markdown, extension: SnippetsExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        outline = read_outline(lines)
        if not (outline.fences or outline.faults or outline.cuts):
            return lines
        page = self.extension.context()
        if "snippet" in self.md.preprocessors:
            # It came first, and has put in what it found or left nothing where it found nothing.
            message = "pymdownx.snippets is in use, and takes the includes"
            page.report(Finding(page.path, 1, 1, "LS123", message, "take it out of the Markdown extensions"))
        expanded = expand(lines, page.path, page.sources.programs, page.offset)
        for finding in expanded.findings:
            page.report(finding)
        below = notes(expanded, page.sources.record, page.messages)
        return put_below(self.md, expanded.lines, ((block.end, block.prefix, html) for block, html in below))
