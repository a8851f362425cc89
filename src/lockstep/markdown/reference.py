"""The Python-Markdown extension for the reference of findings, made of the registry of their codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown.preprocessors import Preprocessor

from lockstep.findings import FindingError
from lockstep.markdown.context import LockstepExtension
from lockstep.markdown.stash import Unwrap, may_hold, stashed
from lockstep.outline import read_outline
from lockstep.render import error_box
from lockstep.rules.block import FINDINGS, read_block
from lockstep.rules.render import as_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown import Markdown

    from lockstep.fences import Fence

# Behind all others of ours, so that nothing in an example is taken for a passage, a table or a callout to put in;
# before superfences (25), which highlights it.
PRIORITY = 29.0


class ReferenceExtension(LockstepExtension):
    """A fenced block of the language ``findings`` becomes a section for every code that it names."""

    blocks = (FINDINGS,)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register with a converter."""
        md.preprocessors.register(_Findings(md, self), "lockstep-reference", PRIORITY)
        md.treeprocessors.register(Unwrap(md), "lockstep-unwrap", Unwrap.PRIORITY)


class _Findings(Preprocessor):
    def __init__(self, md: Markdown, extension: ReferenceExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        if not may_hold(lines, self.extension.blocks):
            return lines
        out: list[str] = []
        done = 0
        outline = read_outline(lines)
        for fence in outline.fences:
            if fence.language not in self.extension.blocks:
                continue
            out += [*lines[done : fence.line - 1], *self.sections(fence, outline.level(fence.line))]
            done = fence.end
        return out + lines[done:]

    def sections(self, fence: Fence, above: int) -> Iterator[str]:
        """Write the codes as Markdown below a heading of the level ``above``: the table of contents reads it."""
        page = self.extension.context()
        try:
            rules = read_block(fence, page.path, page.offset)
        except FindingError as error:
            for finding in error.findings:
                page.report(finding)
            yield from stashed(self.md, fence.prefix, error_box(error.findings))
            return
        for rule in rules:
            for line in as_markdown(rule, page.messages, above):
                yield f"{fence.prefix}{line}".rstrip() if line else fence.prefix.rstrip()
