"""The Python-Markdown extension that puts passages of programs into fences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown.preprocessors import Preprocessor

from lockstep.findings import Finding
from lockstep.markdown.context import LockstepExtension
from lockstep.markdown.stash import replace_fences
from lockstep.outline import read_outline
from lockstep.snippets.pages import NOT_EXECUTABLE, expand
from lockstep.snippets.render import not_executable

if TYPE_CHECKING:
    from markdown import Markdown

    from lockstep.fences import Fence

# Behind the normalization of white space (30), so that a passage keeps its tabs and its blanks; behind callouts and
# tables of results, so that no passage is taken for one and every finding has the line of the page; before
# superfences (25).
EXPAND_PRIORITY = 29.1
LABEL_PRIORITY = 26


class SnippetsExtension(LockstepExtension):
    """``--8<-- "file.py:region"`` inside fences, and a label below what is not executable."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register with a converter."""
        md.preprocessors.register(_Expand(md, self), "lockstep-snippets", EXPAND_PRIORITY)
        md.preprocessors.register(_Label(md, self), "lockstep-not-executable", LABEL_PRIORITY)


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
        return expanded.lines


class _Label(Preprocessor):
    def __init__(self, md: Markdown, extension: SnippetsExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        def label(fence: Fence) -> str | None:
            if not fence.is_python or NOT_EXECUTABLE not in fence.classes:
                return None
            return not_executable(self.extension.context().messages)

        return replace_fences(self.md, lines, label, keep=True)
