"""The Python-Markdown extension that titles callouts in the page's language; pymdownx.quotes renders them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown.preprocessors import Preprocessor

from lockstep.languages.callouts import title_callouts
from lockstep.markdown.context import LockstepExtension
from lockstep.markdown.stash import leave
from lockstep.outline import read_outline

if TYPE_CHECKING:
    from markdown import Markdown

# Behind the normalization of white space (30), before whatever puts in lines that are not the page's own.
PRIORITY = 29.3


class CalloutsExtension(LockstepExtension):
    """``> [!TIP]``, ``!!! tip`` and their siblings, titled in the page's language."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register with a converter."""
        md.preprocessors.register(_Titles(md, self), "lockstep-callouts", PRIORITY)


class _Titles(Preprocessor):
    def __init__(self, md: Markdown, extension: CalloutsExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        if not any("[!" in line or "!!!" in line or "???" in line for line in lines):
            return lines
        page = self.extension.context()
        titled, findings = title_callouts(lines, page.path, page.messages, page.offset)
        for finding in findings:
            page.report(finding)
        # Nobody asks for callouts again.
        leave(self.md, titled, read_outline(lines))
        return titled
