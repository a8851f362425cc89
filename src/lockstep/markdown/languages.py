"""The Python-Markdown extension for what is known of the languages: the glossary, the state of the translations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown.preprocessors import Preprocessor

from lockstep.findings import FindingError
from lockstep.languages.blocks import GLOSSARY, LANGUAGES, TRANSLATIONS, read_block, slug
from lockstep.languages.glossary import load_glossary
from lockstep.languages.overview import render_translations
from lockstep.languages.report import as_json, report
from lockstep.languages.terms import render_glossary
from lockstep.markdown.context import LockstepExtension
from lockstep.markdown.stash import Unwrap, replace_fences
from lockstep.outline import read_outline
from lockstep.render import error_box

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown import Markdown

    from lockstep.fences import Fence
    from lockstep.languages.blocks import Block
    from lockstep.markdown.context import PageContext

# Behind the normalization of white space (30), before superfences (25), and before passages, which may hold anything.
PRIORITY = 29.25
# The state of the translations as a file of the site.
DATA = "assets/lockstep/translations.json"


class LanguagesExtension(LockstepExtension):
    """Fenced blocks in the languages ``glossary`` and ``translations`` become what they are named after."""

    blocks = LANGUAGES

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register with a converter."""
        md.preprocessors.register(_Blocks(md, self), "lockstep-languages", PRIORITY)
        md.treeprocessors.register(Unwrap(md), "lockstep-unwrap", Unwrap.PRIORITY)


class _Blocks(Preprocessor):
    def __init__(self, md: Markdown, extension: LanguagesExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        def block(fence: Fence) -> str:
            page = self.extension.context()
            try:
                asked = ask(fence, page)
            except FindingError as error:
                for finding in error.findings:
                    page.report(finding)
                return error_box(error.findings)
            if fence.language == GLOSSARY:
                leading = definitions(asked, page, lines)
                return render_glossary(asked.terms, page.messages, page.sources.project, leading)
            return state(page, render_translations)

        return replace_fences(self.md, lines, self.extension.blocks, block)


def ask(fence: Fence, page: PageContext) -> Block:
    """Read a block of a page.

    Raises:
        FindingError: the block cannot be read.
    """
    project = page.sources.project
    terms, _ = page.once(GLOSSARY, lambda: load_glossary(project))
    names = {name for folder, name in page.pages if folder == project.source.folder}
    return read_block(fence, page.path, terms, names, page.offset)


def definitions(asked: Block, page: PageContext, lines: Sequence[str]) -> dict[str, str]:
    """Map the slugs of terms to the addresses of their definitions."""
    if not asked.definitions:
        headings, address = read_outline(lines).headings, ""
    else:
        source = page.sources.project.source
        own = page.pages.get((page.language.folder, asked.definitions))
        found = own or page.pages[source.folder, asked.definitions]
        headings, address = found.headings, page.address(found.language, found.name)
        if not address:
            return {}
    ids = {heading.id for heading in headings}
    return {name: f"{address}#{name}" for name in (slug(term.text) for term in asked.terms) if name in ids}


def state(page: PageContext, render: Callable[..., str]) -> str:
    """Render the state of the translations, as HTML or as Markdown, and publish it as JSON."""
    project = page.sources.project
    reports = page.once(TRANSLATIONS, lambda: report(project, page.pages))
    data = page.write(DATA, lambda: as_json(reports)) if page.write and reports else ""
    return render(reports, page.messages, project, page.address, data)
