"""The Markdown twin of the page that is being rendered: its programs, results and blocks put in, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.benchmarks.directive import LANGUAGE as BENCHMARK
from lockstep.benchmarks.directive import read_directive
from lockstep.benchmarks.doubts import of_table
from lockstep.benchmarks.figures import SCHEME, FigureError, read_figure, render_figure
from lockstep.benchmarks.plain import plain_table
from lockstep.findings import FindingError
from lockstep.languages.blocks import GLOSSARY, TRANSLATIONS, read_block
from lockstep.languages.glossary import load_glossary
from lockstep.languages.overview import plain_translations
from lockstep.languages.terms import plain_glossary
from lockstep.links import address_of
from lockstep.markdown.languages import definitions, state
from lockstep.outline import read_outline
from lockstep.snippets.pages import expand
from lockstep.snippets.render import plain_notes
from lockstep.twins.page import Block, code_block, render_twin
from lockstep.twins.prose import simplify

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    expanded = expand(lines, page.path, page.sources.programs, page.offset)
    taken: dict[str, int] = {}
    below = {block.start: note for block, note in plain_notes(expanded, page.sources.record, page.messages)}
    blocks = []
    for fence, block in zip(read_outline(lines).fences, expanded.blocks, strict=True):
        text = _rendered(fence, page, lines, taken)
        if text is None:
            text = code_block(fence, expanded.lines[block.start : block.end + 1])
            note = below.get(block.start)
            text += f"\n\n{note}" if note else ""
        else:
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


def _rendered(fence: Fence, page: PageContext, lines: Sequence[str], taken: dict[str, int]) -> str | None:
    """Write what stands in the place of one of our blocks; none for a block of code, or one that has a fault."""
    sources, project = page.sources, page.sources.project
    try:
        if fence.language == BENCHMARK:
            directive = read_directive(fence, page.path, sources.results, page.offset, taken)
            doubts = of_table(directive.names, sources.results, sources.doubts)
            return plain_table(directive, page.messages, doubts, page.publish(directive) if page.publish else None)
        if fence.language in (GLOSSARY, TRANSLATIONS):
            names = {name for folder, name in page.pages if folder == project.source.folder}
            asked = read_block(fence, page.path, load_glossary(project)[0], names, page.offset)
            if fence.language == GLOSSARY:
                return plain_glossary(asked.terms, page.messages, project, definitions(asked, page, lines))
            return state(page, plain_translations)
    except FindingError:
        pass
    return None
