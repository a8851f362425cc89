"""Twins: a page with everything in it, in three languages, and the pieces that make its Markdown plain."""

import random
import re
import shutil
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
import yaml

from lockstep.check import load
from lockstep.cli.reference import references
from lockstep.languages.blocks import EXTENSIONS
from lockstep.markdown.context import PageContext
from lockstep.markdown.twin import BLOCKS, twin
from lockstep.plain import escape, table, to_markdown
from lockstep.project import Language, load_project
from lockstep.snippets import record as records
from lockstep.twins import layout, page
from lockstep.twins.index import Entry, Part, render_index
from lockstep.twins.layout import spread
from lockstep.twins.page import PLAIN, _fact
from lockstep.twins.prose import ATTRIBUTES, TOKEN, _replaced, _without_attributes, simplify, squeeze
from lockstep.twins.social import Preview, properties, social_title, territory
from support.project import VERIFIED, record

CASE = Path(__file__).parent / "cases/twins"
ROOT = Path(__file__).parents[2]
SITE = "https://here.invalid/"


def plain(text, resolve=lambda address: f"to:{address}", replace=lambda text, address: None):
    return squeeze(simplify(text, resolve, replace)).rstrip("\n")


@pytest.mark.parametrize("folder", ["en", "pt", "tr"])
def test_a_page_with_everything_in_it(folder, golden, tmp_path):
    root = shutil.copytree(CASE, tmp_path / "case")
    run = VERIFIED.model_copy(update={"output": "tensor([2., 2., 2.])\n```"})
    record(root, prog=records.Entry(key="", runs=(run,)))
    sources = load(load_project(root))
    page = root / "docs" / folder / "page.md"
    language = sources.project.language(folder)
    told = PageContext(sources, page.relative_to(root).as_posix(), language, pytest.fail, offset=4)
    lines = page.read_text("utf-8").split("\n")[5:]
    text = twin(
        lines,
        told,
        {"title": "T: x", "language": language.tag},
        resolve=lambda address: address if ":" in address else SITE + address.replace(".md", "/"),
        absolute=lambda address: address if ":" in address else SITE + address,
    )
    golden(CASE / "docs" / folder / "page.twin", text)
    # Nothing of ours, and nothing of the renderer's, is left outside code.
    prose = re.sub(r"(?ms)^([ >]*)(`{3,}).*?^\1\2$|`[^`\n]*`|^    indented.*?$", "", text)
    for noise in ("--8<--", "benchmark:", "{ ", "<!--", "<div", "<svg", "</", ":material", "\ue000", "!!!", "==="):
        assert noise not in prose, noise


def test_every_block_that_an_extension_renders_is_in_twins():
    points = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    known = set()
    for place in points["markdown.extensions"].values():
        module, name = place.split(":")
        known |= set(getattr(import_module(module), name).blocks)
    assert known >= EXTENSIONS.keys()
    assert known == BLOCKS.keys()
    # The extensions go by what they say of themselves, and by nothing else.
    folder = ROOT / "src/lockstep/markdown"
    sources = {
        path.name: path.read_text("utf-8") for path in folder.glob("*.py") if path.name not in ("stash.py", "twin.py")
    }
    asking = re.compile(r"fence\.language (?:==|!=|in|not in) (?!self\.extension\.blocks)\w+")
    found = {name: match[0] for name, source in sources.items() for match in asking.finditer(source)}
    assert found == {"languages.py": "fence.language == GLOSSARY"}
    # As does what they have in common.
    told = [
        call for source in sources.values() for call in re.findall(r"(?:replace_fences|may_hold)\(([^()]*)\)", source)
    ]
    assert len(told) == 5
    assert all("self.extension.blocks" in call for call in told)


@pytest.mark.parametrize(
    ("folder", "titles"),
    [
        ("en", ("Arguments", "Options", "Exit status", "Default:")),
        ("pt", ("Argumentos", "Opções", "Status de saída", "Padrão:")),
        ("tr", ("Argümanlar", "Seçenekler", "Çıkış kodu", "Varsayılan:")),
    ],
)
def test_the_commands_are_in_a_twin(project, folder, titles):
    sources = load(load_project(project))
    told = PageContext(sources, f"docs/{folder}/page.md", sources.project.language(folder), pytest.fail)
    lines = ["# P { #p }", "", "### Q { #q }", "", "```commands", "```"]
    text = twin(lines, told, {"title": "T"}, resolve=str, absolute=str)
    assert all(title in text for title in titles)
    assert "```" not in text
    for one in references():
        level = "#" * (4 if one.depth < 2 else 5)
        section = text.split(f"\n{level} `{one.name}`\n", 1)[1].split("\n####")[0]
        assert f"\n`{one.name} {one.usage}`\n" in section
        assert all(f"\n- `{row.name}`: " in section for row in (*one.arguments, *one.options))
        assert all(f"\n- `{status}`: " in section for status, _ in one.statuses)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("[a](b.md)", "[a](to:b.md)"),
        ("![a](b.png)", "![a](to:b.png)"),
        ("[![a](b.png)](c.md)", "[![a](to:b.png)](to:c.md)"),
        ("[a](b_(c).md 'T')", "[a](to:b_(c).md 'T')"),
        ("[a](<b c.md>)", "[a](<to:b c.md>)"),
        ("[a](b.md?x&amp;y#z)", "[a](to:b.md?x&y#z)"),
        ("`[a](b.md)` [`a`](b.md)", "`[a](b.md)` [`a`](to:b.md)"),
        (r"\[a](b.md) [a\]](b.md)", r"\[a](to:b.md) [a\]](to:b.md)"),
        ("[a]: b.md\n[c]: <d.md> 'T'", "[a]: to:b.md\n[c]: to:d.md 'T'"),
        ("[^a]: b.md", "[^a]: b.md"),
        ("<a href='b.md'>x</a><a id=y></a>", "[x](to:b.md)"),
        ('<img src="a.png" alt="b">', "![b](to:a.png)"),
        ("a<br>b <!-- c --> d <https://x.org>", "a b  d <https://x.org>"),
        ("# A { #a .b c='d e' }\n\nx{ .y } {z} {{ a }}", "# A\n\nx {z} {{ a }}"),
        ("a < b and c > d, x<y>z", "a < b and c > d, xz"),
        ("<pre>\n[a](b.md) &lt;\n</pre>", "```\n[a](b.md) <\n```"),
        ("a\n\n<div markdown>\n\n</div>\n\nb", "a\n\nb"),
        ("<script>\nlet a = '[b](c.md)';\n</script>\n\na", "a"),
        ("[TOC]\n\na :octicons-x-16: b", "a b"),
        ("a [b] (c) [d](e f g", "a [b] (c) [d](e f g"),
    ],
)
def test_markup_of_the_renderer_is_made_plain(written, expected):
    assert plain(written) == expected


def test_a_link_is_replaced_with_its_text():
    def replace(text, address):
        return f"<{text}|{address}>" if address.startswith("b:") else None

    assert plain("[*a*](b:c) [d](e) ![f](b:g)", replace=replace).startswith("<a|b:c> [d](to:e)")
    assert plain("[x][y]\n\n[Y]: b:z", replace=replace) == "<x|b:z>"


PIECES = (
    *(
        "`",
        "``",
        "\\`",
        "\\",
        "a",
        " ",
        "\n",
        "\n\n",
        "<b>",
        "</b>",
        "<!-- x -->",
        "<svg><title>t</title></svg>",
        "<br/>",
    ),
    *(
        "{ .c }",
        "{#id}",
        "{: .a }",
        '{ a="b" }',
        '{ a="b\nc" }',
        "{",
        "}",
        "](a.md)",
        "](<a b>)",
        "[",
        "]",
        "<a href='x'>",
    ),
    *("</a>", "<table><tr><td>1</td></tr></table>", "<https://a.b>", "<a@b.c>", "<script>x</script>", "<pre>q</pre>"),
)


def test_what_is_looked_for_only_where_it_may_begin_is_found_as_if_it_were_everywhere():
    draw, found = random.Random(9), 0
    for _ in range(10_000):
        text = "".join(draw.choices(PIECES, k=draw.randrange(16)))
        expected = TOKEN.sub(lambda match: f"«{match[0]}»", text)
        assert _replaced(text, lambda match: f"«{match[0]}»") == expected
        assert _without_attributes(text) == re.sub("[ ]*" + ATTRIBUTES.pattern, "", text)
        found += "«" in expected
    assert found > 5_000


def test_front_matter_is_what_a_library_would_write():
    draw = random.Random(3)
    pieces = [
        *"abyYnNoO ,.()/+-:#'\"\n?éıİ한😀&*!|>%@`{}[]=~0159\u0301\u00a0\u2028;$<–—…“”‘’«»",
        "yes",
        "no",
        "null",
        "https://",
        ", ",
    ]
    texts = ["".join(draw.choices(pieces, k=draw.randrange(8))) for _ in range(40_000)]
    quick = [text for text in texts if PLAIN.fullmatch(text)]
    assert len(quick) > 50
    for text in [*quick, *texts[:200]]:
        assert _fact("a", text) == yaml.safe_dump({"a": text}, allow_unicode=True, width=float("inf"))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('=== "A"\n\n    a\n\n        code\n\n=== "B"\n    b\n\nc', "**A**\n\na\n\n    code\n\n**B**\n\nb\n\nc"),
        ('!!! note "T"\n    a\n\n    b\nc', "> [!NOTE] T\n> a\n>\n> b\n\nc"),
        ("??? tip\n    a", "> [!TIP]\n> a"),
        ('!!! note\n    === "A"\n\n        a\n\n    b', "> [!NOTE]\n> **A**\n>\n> a\n>\n> b"),
        ('- x\n\n    === "A"\n\n        a\n\n    y', "- x\n\n    **A**\n\n    a\n\n    y"),
        ('> === "A"\n>\n>     a\n>\n> b', "> **A**\n>\n> a\n>\n> b"),
        ('x\n=== "A"', "x\n\n**A**"),
        ("===\n!!!\n==== x", "===\n!!!\n==== x"),
    ],
)
def test_tabs_and_callouts_are_spread(written, expected):
    assert squeeze("\n".join(line.rstrip() for line in spread(written.split("\n")))) == expected + "\n"


def test_html_becomes_markdown():
    assert to_markdown('<p>a_b _c_ <a href="d">e*</a></p><p><q>f</q> &lt;<code>*</code></p>') == (
        "a_b \\_c\\_ [e\\*](d)\n\n“f” \\<`*`"
    )
    assert to_markdown("<table><tr><th>a</th><td>b|</td></tr><tr><td><b>c</b></td></tr></table>") == (
        "| a | b\\| |\n| --- | --- |\n| **c** | |"
    )
    assert to_markdown("<ul><li>a</li><li><b>b</b></li></ul><script>x</script>") == "- a\n- **b**"
    assert table(["a", "b"], [["1|2", "3\n4"]], [1]) == ["| a | b |", "| --- | ---: |", "| 1\\|2 | 3 4 |"]
    assert escape("snake_case __init__ [x] <y>") == r"snake_case \_\_init\_\_ \[x\] \<y>"


def test_an_index_has_the_form_of_the_proposal():
    parts = [Part("A", (Entry("T [1]", "a/index.md", "D\n d"), Entry("U", "u.md"))), Part("empty", ())]
    text = render_index("Site", "About\nit", ["A note."], parts)
    assert text == "# Site\n\n> About it\n\nA note.\n\n## A\n\n- [T \\[1\\]](a/index.md): D d\n- [U](u.md)\n"


def test_nothing_in_an_index_is_taken_for_a_tag_or_reaches_behind_its_link():
    part = Part("A", (Entry("a ` b", "a.md", "c ` <b>d</b> 1 < 2"), Entry("`e`", "e.md", "<!-- f")))
    text = render_index("S", "", [], [part])
    assert text.split("\n")[4:6] == [r"- [a \` b](a.md): c \` \<b>d\</b> 1 < 2", r"- [`e`](e.md): \<!-- f"]


def test_a_shared_link_shows_the_page_and_the_site():
    assert social_title(2024, "Modes", "Guide", home=False) == "2024"
    assert social_title(None, "Modes", "Guide", home=False) == "Modes · Guide"
    assert social_title(" Own\n title", "Modes", "Guide", home=True) == "Own title"
    assert social_title(["no text"], "Home", "Guide", home=True) == "Guide"
    names = {"en": "en_US", "pt-BR": "pt_BR", "tr": "tr_TR", "ar": "ar_EG", "zh-Hans": "zh_CN", "zh-TW": "zh_TW"}
    assert {tag: territory(Language(tag, tag)) for tag in names} == names
    en, pt = Language("en", "en"), Language("pt", "pt-BR")
    told = list(properties(Preview("S", "T", "", en, (pt,), "https://x.org/")))
    assert ("property", "og:url", "https://x.org/") in told
    assert ("property", "og:locale:alternate", "pt_BR") in told
    assert not [name for _, name, content in told if name == "og:description" or not content]


def test_a_page_is_taken_line_by_line_only_where_it_has_to_be(monkeypatch):
    draw, texts = random.Random(12), []
    pieces = ("a ", "é", "\ue004", "\ue006", "0\ue007", "&#xe006;", "<svg><title>&#xe006;</title></svg>", "`", "\u2028")
    starts = ("", "    ", "> ", '=== "T"', "!!! tip", '??? note "N"', "text", "=", "    text  ", " \u3000", "text \t ")
    for _ in range(1500):
        texts.append([draw.choice(starts) + "".join(draw.choices(pieces, k=draw.randrange(4))) for _ in range(8)])
    short = [(written(text, ()), written(text, BLOCK), spread(text), page._tidy(text)) for text in texts]
    monkeypatch.setattr(layout, "SIGNS", ("",))
    monkeypatch.setattr(page, "SIGNS", ("",))
    monkeypatch.setattr(page, "_tidy", lambda lines: [tidy(line) for line in lines])
    assert [one[3] for one in short] == [page._tidy(text) for text in texts]
    for text, (bare, block, blocks, _) in zip(texts, short, strict=True):
        assert (written(text, ()), written(text, BLOCK), spread(text)) == (bare, block, blocks), text


BLOCK = (page.Block(2, 4, "> ", "```\ncode\n\n```"),)


def tidy(line):
    return line.rstrip() + ("  " if line.endswith("  ") and line.strip() else "")


def written(lines, blocks):
    facts = {"title": "A page"}
    return page.render_twin(lines, blocks, facts, resolve=lambda address: address, replace=lambda text, address: None)
