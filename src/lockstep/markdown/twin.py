"""The Markdown twin of the page that is being rendered: its programs, results and blocks put in, as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.benchmarks.directive import LANGUAGE as BENCHMARK
from lockstep.benchmarks.figures import SCHEME, FigureError, read_figure, render_figure
from lockstep.findings import FindingError
from lockstep.languages.blocks import COMMANDS, GLOSSARY, TRANSLATIONS, read_block
from lockstep.languages.overview import plain_translations
from lockstep.languages.terms import plain_glossary
from lockstep.links import address_of
from lockstep.markdown.benchmarks import write_block
from lockstep.markdown.languages import ask, definitions, state
from lockstep.markdown.snippets import stock
from lockstep.outline import read_outline
from lockstep.rules.block import FINDINGS
from lockstep.rules.block import read_block as read_findings
from lockstep.rules.render import as_markdown
from lockstep.snippets.render import plain_notes
from lockstep.snippets.stock import VERIFIED, check_block, plain_stock
from lockstep.twins.page import Block, code_block, render_twin
from lockstep.twins.prose import simplify

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lockstep.fences import Fence
    from lockstep.markdown.context import PageContext


def twin(
    lines: Sequence[str],
    page: PageContext,
    facts: dict[str, str],
    *,
    resolve: Callable[[str], str],
    absolute: Callable[[str], str],
    notice: str = "",
) -> str:
    """Write the twin of a page.

    What is wrong with the page is told by rendering it, not here.

    Args:
        lines: its Markdown, without front matter.
        page: the page.
        facts: what the twin's front matter says.
        resolve: finds the address that readers are led to, for one that the page has.
        absolute: makes an address that is relative to the page one that is to stand in the twin.
        notice: what readers are told of the page before anything else, as Markdown.
    """
    expanded = page.sources.expand(lines, page.path, page.offset)
    taken: dict[str, int] = {}
    noted = plain_notes(expanded, page.sources.record, page.messages, page.once)
    below = {block.start: note for block, note in noted}
    blocks = []
    outline = read_outline(lines)
    for fence, block in zip(outline.fences, expanded.blocks, strict=True):
        text = _rendered(_Block(fence, page, lines, outline.level(fence.line), taken))
        if text is None:
            text = code_block(fence, expanded.lines[block.start : block.end + 1])
            note = below.get(block.start)
            text += f"\n\n{note}" if note else ""
        elif fence.language != FINDINGS:
            # The examples of findings are code, and the sentences around them lead nowhere.
            text = simplify(text, absolute, lambda *_: None)
        blocks.append(Block(fence.line - 1, fence.end - 1, fence.prefix, text))

    def replace(text: str, address: str) -> str | None:
        behind = address_of(address, SCHEME)
        if behind is None:
            return None
        try:
            claim = read_figure(text, behind, page.sources.results, page.sources.doubts)
        except FigureError:
            return text
        return render_figure(claim, page.messages)[1]

    return render_twin(lines, blocks, facts, resolve=resolve, replace=replace, notice=notice)


@dataclass(frozen=True, slots=True)
class _Block:
    """One of our blocks: the ``level`` of the section that it is in; ``taken`` are the ids of the tables above it."""

    fence: Fence
    page: PageContext
    lines: Sequence[str]
    level: int
    taken: dict[str, int]


def _benchmark(block: _Block) -> str:
    # Only this block needs the classes of results.
    from lockstep.benchmarks.plain import plain_table  # noqa: PLC0415

    return write_block(block.fence, block.page, block.taken, plain_table)


def _glossary(block: _Block) -> str:
    asked, page = ask(block.fence, block.page), block.page
    return plain_glossary(asked.terms, page.messages, page.sources.project, definitions(asked, page, block.lines))


def _translations(block: _Block) -> str:
    ask(block.fence, block.page)
    return state(block.page, plain_translations)


def _verified(block: _Block) -> str:
    page = block.page
    if findings := tuple(check_block(block.fence, page.path, page.sources.programs, page.offset)):
        raise FindingError(*findings)
    return stock(page, plain_stock)


def _commands(block: _Block) -> str:
    # Only this block needs the commands.
    from lockstep.cli.reference import plain_commands  # noqa: PLC0415

    read_block(block.fence, block.page.path, (), (), block.page.offset)
    return plain_commands(block.page.messages, block.level)


def _findings(block: _Block) -> str:
    page = block.page
    rules = read_findings(block.fence, page.path, page.offset)
    sections = (as_markdown(rule, page.messages, block.level, plain=True) for rule in rules)
    return "\n\n".join("\n".join(section).strip() for section in sections)


# What stands in the place of each kind of block that the extensions render.
BLOCKS: Mapping[str, Callable[[_Block], str]] = {
    BENCHMARK: _benchmark,
    COMMANDS: _commands,
    FINDINGS: _findings,
    GLOSSARY: _glossary,
    TRANSLATIONS: _translations,
    VERIFIED: _verified,
}


def _rendered(block: _Block) -> str | None:
    """Write what stands in the place of a block; none for one of code, or one that has a fault."""
    write = BLOCKS.get(block.fence.language)
    try:
        return write(block) if write else None
    except FindingError:
        return None
