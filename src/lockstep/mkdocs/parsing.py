"""What is known here of how Python-Markdown takes a page apart into blocks: the same tree, from fewer questions.

Every block is put to every processor of blocks there is, each of which has a regular expression, or several, to find
out whether the block is its own. Most need a sign that is not there, and most blocks are paragraphs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markdown.blockparser import BlockParser
from markdown.blockprocessors import (
    BlockProcessor,
    BlockQuoteProcessor,
    CodeBlockProcessor,
    EmptyBlockProcessor,
    HashHeaderProcessor,
    HRProcessor,
    ListIndentProcessor,
    OListProcessor,
    ParagraphProcessor,
    ReferenceProcessor,
    SetextHeaderProcessor,
    UListProcessor,
)
from markdown.extensions.md_in_html import MarkdownInHtmlProcessor
from markdown.extensions.tables import TableProcessor
from pymdownx.quotes import QuotesProcessor
from pymdownx.superfences import SuperFencesCodeBlockProcessor
from pymdownx.tabbed import TabbedProcessor

from lockstep.fences import TAB
from lockstep.mkdocs.standin import StandIn
from lockstep.outline import PARAGRAPH, SIGNS

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

# By the class that asks: what a block has, one or the other, that it takes. Nothing where any block may be its own.
NOTHING = ("", "")
ASKED: dict[type[BlockProcessor], tuple[str, str]] = {
    EmptyBlockProcessor: NOTHING,
    ListIndentProcessor: SIGNS["indent"],
    CodeBlockProcessor: SIGNS["code"],
    HashHeaderProcessor: SIGNS["hashheader"],
    SetextHeaderProcessor: ("\n=", "\n-"),
    HRProcessor: NOTHING,
    OListProcessor: (". ", ". "),
    UListProcessor: NOTHING,
    BlockQuoteProcessor: SIGNS["quote"],
    ReferenceProcessor: SIGNS["reference"],
    ParagraphProcessor: NOTHING,
    MarkdownInHtmlProcessor: SIGNS["markdown_block"],
    QuotesProcessor: SIGNS["quote"],
    SuperFencesCodeBlockProcessor: SIGNS["code"],
    TabbedProcessor: SIGNS["tabbed"],
    TableProcessor: SIGNS["table"],
}
# Of what is stood in for, or said of above, as it was read: Python-Markdown 3.11, PyMdown Extensions 13.
KNOWN = {
    "parseBlocks": "3c00b3690b280c3644a649477a788027",
    "OListProcessor.RE": "7aac45b139a08929071bf39ec88ab7e7",
    "UListProcessor.RE": "df49c756c4f3716c26599ed3e451cef9",
    "EmptyBlockProcessor": "ebac015b3a905e8e409a25f67caa5c6a",
    "ListIndentProcessor": "2df2a514cd67ab25886eb410de114abb",
    "CodeBlockProcessor": "7311023e7db2cae60ac32a056f400818",
    "HashHeaderProcessor": "effc1462f83f40320c00ae8553e5ba71",
    "SetextHeaderProcessor": "191e6b4ecdd14ba1bcfeb460f8091b64",
    "HRProcessor": "22930cf2cc92e6803ede80f5070f3163",
    "OListProcessor": "191e6b4ecdd14ba1bcfeb460f8091b64",
    "UListProcessor": "191e6b4ecdd14ba1bcfeb460f8091b64",
    "BlockQuoteProcessor": "12cebea9533fe1fe755bd06890fa042c",
    "ReferenceProcessor": "c87a298415f42f8587744d98d53014c6",
    "ParagraphProcessor": "c87a298415f42f8587744d98d53014c6",
    "MarkdownInHtmlProcessor": "d91943c95aeff518bdaef7c0e0686e42",
    "QuotesProcessor": "2aa43bfa1697fd18c43a38c81f1963df",
    "SuperFencesCodeBlockProcessor": "f9a2f8a1298c7d1b0b868f07670a53ca",
    "TabbedProcessor": "2ad3a7b5d91541ade724379f76fa5112",
    "TableProcessor": "a40e37f7593da26f9cfb3f35e66c9c4e",
    "MarkdownInHtmlProcessor.run": "8a544618e1a88f61c250e253d359bbcf",
    "ReferenceProcessor.run": "02a54a456e997176d7285de567c35731",
    "SuperFencesCodeBlockProcessor.run": "9af533ffc37ccf735d2270c3c84ed1f8",
    "TabbedProcessor.parse_content": "ecd4de4c18549117779fd63a8c3d60de",
    "HashHeaderProcessor.RE": "11f1d2fd1ed55a25f118bf7d8aae20d8",
    "SetextHeaderProcessor.RE": "8fca18941186b757e956622cbace5c0c",
    "HRProcessor.SEARCH_RE": "b071b0c9bcf8cf66c7f2ce941bbc084c",
    "BlockQuoteProcessor.RE": "cadaf532a06a087261b5cdc4ff5a36b7",
    "ReferenceProcessor.RE": "be642ed6889db51a26eeb6078822e2d9",
    "QuotesProcessor.RE": "cadaf532a06a087261b5cdc4ff5a36b7",
    "TabbedProcessor.START": "aaea6038614e7a6cb4421fab92182498",
    "TableProcessor.RE_END_BORDER": "b9ea33e52c8084cc2a40287c455f0b26",
}
# What such a test looks for.
PATTERNS = ("RE", "SEARCH_RE", "START", "RE_END_BORDER")
PLAIN: dict[str, Any] = {
    "parseBlocks": BlockParser.parseBlocks,
    # What begins a list depends on how wide a tab is.
    "OListProcessor.RE": OListProcessor.__init__,
    "UListProcessor.RE": UListProcessor.__init__,
    **{one.__name__: one.test for one in ASKED},
    # Their tests take everything: what they do then tells.
    **{
        f"{one.__name__}.run": one.run
        for one in (MarkdownInHtmlProcessor, ReferenceProcessor, SuperFencesCodeBlockProcessor)
    },
    "TabbedProcessor.parse_content": getattr(TabbedProcessor, "parse_content", None),
    **{
        f"{one.__name__}.{name}": pattern
        for one in ASKED
        for name, pattern in vars(one).items()
        if name in PATTERNS and isinstance(pattern, re.Pattern)
    },
}
# A title is gone through at once where no sign ends it, instead of sign by sign.
TITLE = r"(?P<header>"
QUICK_TITLE = TITLE + r"[^\\#\n]*(?:#+[^\\#\n]+)*(?=\n|$)|"
HEADING = PLAIN.get("HashHeaderProcessor.RE")
QUICK_HEADING = re.compile(HEADING.pattern.replace(TITLE, QUICK_TITLE, 1), HEADING.flags) if HEADING else None


# Those of a converter, which may be one of a few; each is kept alive by that.
@lru_cache(maxsize=4)
def _asked(processors: tuple[BlockProcessor, ...]) -> tuple[list[tuple[Any, Any, str, str]], Any]:
    """List what each processor asks and does, and its signs; and what makes a paragraph, where all are known."""
    known = [type(one) in ASKED and one.tab_length == TAB for one in processors]
    asked = [
        (one.test, one.run, *(ASKED[type(one)] if is_known else NOTHING))
        for one, is_known in zip(processors, known, strict=True)
    ]
    paragraph = next((one.run for one in processors if type(one) is ParagraphProcessor), None)
    return asked, paragraph if all(known) else None


def _parse_blocks(self: BlockParser, parent: Element, blocks: list[str]) -> None:
    """Take blocks, as Python-Markdown does, without asking those processors whose signs are not there."""
    settled: dict[object, Any] = getattr(self.md, "settled", {})
    found = settled.get(self)
    if found is None:
        found = settled[self] = _asked((*self.blockprocessors,))
    asked, paragraph = found
    while blocks:
        block = blocks[0]
        if paragraph and PARAGRAPH.fullmatch(block):
            paragraph(parent, blocks)
            continue
        for test, run, sign, other in asked:
            if (sign in block or other in block) and test(parent, blocks[0]) and run(parent, blocks) is not False:
                break


STAND_INS = (
    StandIn(BlockParser, "parseBlocks", _parse_blocks),
    StandIn(HashHeaderProcessor, "RE", QUICK_HEADING),
)
