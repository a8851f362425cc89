"""Pages taken apart with fewer questions: the same HTML as Python-Markdown's own way gives, whatever stands in them."""

from random import Random
from xml.etree.ElementTree import Element

import pytest
from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.blockprocessors import ParagraphProcessor

from lockstep.mkdocs import converting, parsing
from support.sources import ROOT

# What may begin a block, and pieces of it.
PIECES = (
    *(
        "a",
        "bc d",
        "`x`",
        "*",
        "**b**",
        "_",
        "[a](b.md)",
        "<",
        ">",
        "&amp;",
        "\\",
        "#",
        "## ",
        "### B { #b }",
        "{ .c }",
    ),
    *('"', "!", "\n", "\n\n", "\n\n", "  \n", " ", " ", "- ", "* ", "+ ", "1. ", "12.  ", "1.\n", ". ", "|", "a | b"),
    *(
        "\n- | -\n",
        "\n| - | - |\n",
        "<b>",
        "--8<--",
        "```",
        "\n```\nx\n```\n",
        "!!! note",
        "    ",
        "   ",
        "\t",
        "\n    ",
    ),
    *(
        "??? x",
        '=== "t"',
        '\n\n=== "u"\n\n    v\n\n',
        "> ",
        ">",
        ":   d",
        "[^n]: f",
        "[r]: u.md",
        "[r]",
        "[^n]",
        "\n---",
        "---",
    ),
    *(
        "\n===",
        "* * *",
        "___",
        "<div>",
        "</div>",
        "<div markdown>\n",
        "\n\n- a\n\n    ",
        "\n\na\n\n:   d\n\n    ",
        "*[a]: b\n",
    ),
    *("> [!NOTE]\n> x", "\x02", "~", "\n\n\n", "=", "-", "[r]:\n", "\u00a0", "\u2028", "²", "١. "),
)
EXTENSIONS = {
    "none": [],
    "known": ["attr_list", "md_in_html", "tables", "toc", "pymdownx.quotes", "pymdownx.superfences", "pymdownx.tabbed"],
    "fences": ["fenced_code", "tables"],
    "not all known": ["def_list", "footnotes", "abbr", "admonition", "pymdownx.details", "pymdownx.tabbed"],
    "all": sorted(name for name in converting.RESET if not name.startswith("lockstep")),
}
OPTIONS = {"pymdownx.tabbed": {"alternate_style": True}, "pymdownx.quotes": {"callouts": True}}


def both(texts: list[str], monkeypatch: pytest.MonkeyPatch, **options: object) -> tuple[list[str], list[str]]:
    """Convert texts as it is done here, and as upstream does it."""
    made = []
    for way in (parsing._parse_blocks, parsing.PLAIN["parseBlocks"]):
        monkeypatch.setattr(BlockParser, "parseBlocks", way)
        made.append([Markdown(extension_configs=OPTIONS, **options).convert(one) for one in texts])
    return made[0], made[1]


@pytest.mark.parametrize("extensions", EXTENSIONS)
@pytest.mark.parametrize("seed", range(3))
def test_blocks_are_read_alike(extensions: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Random(seed)
    texts = ["".join(draw.choices(PIECES, k=draw.randint(2, 24))) for _ in range(150)]
    quick, plain = both(texts, monkeypatch, extensions=EXTENSIONS[extensions])
    for text, one, other in zip(texts, quick, plain, strict=True):
        assert one == other, text


@pytest.mark.parametrize("width", [2, 3, 8])
def test_tabs_may_have_another_width(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["- a\n\n  b\n\n   c\n\n        d\n", "  a\n\n   b\n", "a\n\n    b\n\n        c\n", "1. a\n\n   * b\n"]
    quick, plain = both(texts, monkeypatch, extensions=EXTENSIONS["known"], tab_length=width)
    assert quick == plain


def test_a_block_is_put_only_to_those_whose_sign_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    md = Markdown(extensions=EXTENSIONS["known"], extension_configs=OPTIONS)
    for one in md.parser.blockprocessors:
        test = one.test
        monkeypatch.setattr(one, "test", lambda *what, test=test: asked.append(type(test.__self__)) or test(*what))
    monkeypatch.setattr(BlockParser, "parseBlocks", parsing._parse_blocks)
    md.convert("a *b*\nc\n\n# D\n\n- e\n")
    names = [one.__name__.removesuffix("Processor") for one in asked]
    assert names == ["EmptyBlock", "HashHeader", "EmptyBlock", "HR", "UList", "EmptyBlock"]


def test_the_pages_of_this_site_are_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [page.read_text("utf-8") for page in sorted((ROOT / "docs").rglob("*.md"))]
    assert len(texts) > 50
    quick, plain = both(texts, monkeypatch, extensions=EXTENSIONS["known"])
    assert quick == plain


def test_a_second_parser_of_one_converter_has_processors_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BlockParser, "parseBlocks", parsing._parse_blocks)
    md = converting._Converter()
    other = BlockParser(md)
    other.blockprocessors.register(ParagraphProcessor(other), "paragraph", 1)
    for parser, tag in ((md.parser, "h1"), (other, "p"), (md.parser, "h1")):
        root = Element("div")
        parser.parseBlocks(root, ["# a"])
        assert [child.tag for child in root] == [tag]


def test_a_heading_is_found_alike() -> None:
    draw, plain = Random(11), parsing.PLAIN["HashHeaderProcessor.RE"]
    found = 0
    for _ in range(30_000):
        some = "".join(draw.choices(("#", "##", "a", " ", "\\", "\n", "é {: #b }"), k=draw.randrange(12)))
        one, other = plain.search(some), parsing.QUICK_HEADING.search(some)
        assert (one and (one.span(), one.groupdict())) == (other and (other.span(), other.groupdict())), some
        found += one is not None
    assert 5_000 < found < 29_000
