"""The Python-Markdown extension for the reference of the commands, made of the commands themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown.preprocessors import Preprocessor

from lockstep.findings import FindingError
from lockstep.languages.blocks import COMMANDS, read_block
from lockstep.markdown.context import LockstepExtension
from lockstep.markdown.stash import Unwrap, may_hold, stashed
from lockstep.outline import read_outline
from lockstep.render import environment, error_box

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown import Markdown

    from lockstep.fences import Fence

# Behind all others of ours: what stands below its headings would have another line for them; before superfences (25).
PRIORITY = 29.05


class CommandsExtension(LockstepExtension):
    """A fenced block of the language ``commands`` becomes a section for every command of ``lockstep``."""

    blocks = (COMMANDS,)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register with a converter."""
        md.preprocessors.register(_Commands(md, self), "lockstep-commands", PRIORITY)
        md.treeprocessors.register(Unwrap(md), "lockstep-unwrap", Unwrap.PRIORITY)


class _Commands(Preprocessor):
    def __init__(self, md: Markdown, extension: CommandsExtension) -> None:
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
        """Write the commands as Markdown, below a heading of the level ``above``: the table of contents reads it."""
        # Only this block needs the commands.
        from lockstep.cli.reference import references  # noqa: PLC0415

        page = self.extension.context()
        try:
            read_block(fence, page.path, (), (), page.offset)
        except FindingError as error:
            for finding in error.findings:
                page.report(finding)
            yield from stashed(self.md, fence.prefix, error_box(error.findings))
            return
        template = environment.get_template("command.html")
        for one in references():
            heading = f"{'#' * one.level(above)} `{one.name}` {{ #{one.id} }}"
            yield from (fence.prefix.rstrip(" "), f"{fence.prefix}{heading}")
            yield from stashed(self.md, fence.prefix, template.render(_=page.messages, one=one))
