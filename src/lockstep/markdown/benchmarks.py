"""The Python-Markdown extension for results: tables in the place of ``benchmark`` blocks, and figures in prose."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from lockstep.benchmarks.directive import LANGUAGE, read_directive
from lockstep.benchmarks.doubts import of_table
from lockstep.benchmarks.figures import SCHEME, FigureError, check_figures, read_figure, render_figure
from lockstep.findings import FindingError
from lockstep.links import ADDRESSES, BEHIND_INLINE, address_of, find_links, written
from lockstep.markdown.context import LockstepExtension
from lockstep.markdown.stash import Unwrap, replace_fences
from lockstep.render import error_box

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping
    from xml.etree.ElementTree import Element

    from markdown import Markdown

    from lockstep.benchmarks.table import Table
    from lockstep.fences import Fence
    from lockstep.markdown.context import PageContext

# Behind the normalization of white space (30), before superfences (25), and before passages, which may hold anything.
PRIORITY = 29.2
# Raw HTML is back on the page then.
BEHIND_RAW = 5
TAG = re.compile(r"<(?P<name>[a-zA-Z][^\s/>]*)(?P<attributes>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
ATTRIBUTE = re.compile(r"(?P<name>[^\s=\"'/>]+)\s*=\s*(?P<value>\"[^\"]*\"|'[^']*'|[^\s\"'>]+)")


class BenchmarksExtension(LockstepExtension):
    """A fenced block in the language ``benchmark`` becomes a table, a link with that scheme a figure."""

    blocks = (LANGUAGE,)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register with a converter."""
        tables = _Tables(md, self)
        md.preprocessors.register(tables, "lockstep-benchmarks", PRIORITY)
        md.treeprocessors.register(_Figures(md, self), "lockstep-figures", BEHIND_INLINE)
        md.treeprocessors.register(Unwrap(md), "lockstep-unwrap", Unwrap.PRIORITY)
        md.postprocessors.register(_Dead(md, tables), "lockstep-dead", BEHIND_RAW)


class _Tables(Preprocessor):
    def __init__(self, md: Markdown, extension: BenchmarksExtension) -> None:
        super().__init__(md)
        self.extension = extension
        self.dead = False

    def run(self, lines: list[str]) -> list[str]:
        self._check_figures(lines)
        taken: dict[str, int] = {}

        def block(fence: Fence) -> str:
            # Only a page with a table needs this, and the classes of results.
            from lockstep.benchmarks.table import render_table  # noqa: PLC0415

            page = self.extension.context()
            try:
                return write_block(fence, page, taken, render_table)
            except FindingError as error:
                for finding in error.findings:
                    page.report(finding)
                return error_box(error.findings)

        return replace_fences(self.md, lines, self.extension.blocks, block)

    def _check_figures(self, lines: list[str]) -> None:
        """Report what is wrong with figures here, where their lines are known."""
        links = find_links(lines, SCHEME)
        self.dead = any(link.form != "link" for link in links)
        if links:
            page = self.extension.context()
            sources = page.sources
            for finding in check_figures(links, page.path, sources.results, sources.doubts, page.offset):
                page.report(finding)


def write_block(
    fence: Fence,
    page: PageContext,
    taken: MutableMapping[str, int],
    write: Callable[[Table, Mapping[str, str] | None], str],
) -> str:
    """Write the table that a block of a page asks for.

    Args:
        fence: the block.
        page: the page.
        taken: the ids of the tables above it.
        write: takes the table, and the page's links to the numbers.

    Raises:
        FindingError: the block cannot be read.
    """
    from lockstep.benchmarks.table import read_table  # noqa: PLC0415 (as above)

    sources = page.sources
    directive = read_directive(fence, page.path, sources.results, page.offset, taken)
    doubts = of_table(directive.names, sources.results, sources.doubts)
    # The body says all that the directive does, but for its id.
    key = (LANGUAGE, page.language, directive.id, fence.body)
    table = page.once(key, lambda: read_table(directive, page.messages, doubts))
    files = page.publish(directive) if page.publish else None
    return page.once((write, *key, *(files or {}).items()), lambda: write(table, files))


class _Figures(Treeprocessor):
    def __init__(self, md: Markdown, extension: BenchmarksExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, root: Element) -> None:
        """Put figures in the place of links. Whatever their text was made of, it is plain now."""
        found = [(link, address_of(written(link.get("href", ""), self.md), SCHEME)) for link in root.iter("a")]
        links = [(link, address) for link, address in found if address is not None]
        if not links:
            return
        page = self.extension.context()
        for link, address in links:
            text = written("".join(link.itertext()), self.md)
            del link.attrib["href"]
            link.attrib.pop("title", None)
            for child in list(link):
                link.remove(child)
            try:
                claim = read_figure(text, address, page.sources.results, page.sources.doubts)
            except FigureError as error:
                link.tag, link.text = "code", f"{error.code} {error.message}"
                link.set("class", "ls-error")
                continue
            value, shown = render_figure(claim, page.messages)
            link.tag, link.text = "data", shown
            link.set("value", value)


class _Dead(Postprocessor):
    """Takes off the page what would be a dead link there, and has been reported."""

    def __init__(self, md: Markdown, tables: _Tables) -> None:
        super().__init__(md)
        self.tables = tables

    def run(self, text: str) -> str:
        return TAG.sub(_tag, text) if self.tables.dead else text


def _tag(tag: re.Match[str]) -> str:
    if address_of(tag["name"], SCHEME) is not None:
        return ""
    return tag[0][: tag.start("attributes") - tag.start()] + ATTRIBUTE.sub(_attribute, tag["attributes"]) + ">"


def _attribute(attribute: re.Match[str]) -> str:
    dead = attribute["name"].lower() in ADDRESSES and address_of(attribute["value"].strip("\"'"), SCHEME) is not None
    return "" if dead else attribute[0]
