"""The Python-Markdown extension that puts tables of results in the place of ``benchmark`` blocks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from markdown.preprocessors import Preprocessor

from lockstep.benchmarks.directive import LANGUAGE, read_directive
from lockstep.benchmarks.table import render_table
from lockstep.findings import FindingError
from lockstep.markdown.context import LockstepExtension
from lockstep.markdown.stash import Unwrap, replace_fences
from lockstep.render import error_box

if TYPE_CHECKING:
    from markdown import Markdown

    from lockstep.fences import Fence

# Behind the normalization of white space (30), before superfences (25), and before passages, which may hold anything.
PRIORITY = 29.2


class BenchmarksExtension(LockstepExtension):
    """A fenced block in the language ``benchmark`` becomes a table."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register with a converter."""
        md.preprocessors.register(_Tables(md, self), "lockstep-benchmarks", PRIORITY)
        md.treeprocessors.register(Unwrap(md), "lockstep-unwrap", Unwrap.PRIORITY)


class _Tables(Preprocessor):
    def __init__(self, md: Markdown, extension: BenchmarksExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        seen: Counter[str] = Counter()

        def table(fence: Fence) -> str | None:
            if fence.language != LANGUAGE:
                return None
            page = self.extension.context()
            try:
                directive = read_directive(fence, page.path, page.sources.results, page.offset)
            except FindingError as error:
                for finding in error.findings:
                    page.report(finding)
                return error_box(error.findings)
            seen[directive.name] += 1
            # The second table of the same results on a page is an element, and a key in the URL, of its own.
            suffix = f"-{seen[directive.name]}" if seen[directive.name] > 1 else ""
            return render_table(directive, directive.name + suffix, page.messages)

        return replace_fences(self.md, lines, table)
