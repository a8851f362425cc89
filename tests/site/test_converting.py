"""Pages converted in less time: the same HTML as Python-Markdown's own way gives, whatever stands in them."""

import re
from copy import deepcopy
from random import Random
from xml.etree.ElementTree import Element

import pytest
from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import InlineProcessor as Inline
from markdown.util import AtomicString

from lockstep.findings import FindingError
from lockstep.mkdocs import converting
from support.sources import ROOT

HANDLE = "_InlineProcessor__handleInline"
# What may stand in a line, and pieces of it.
PIECES = (
    *("*", "**", "_", "__", "`", "``", "[a](b.md)", "![a](b.png)", "[a][b]", "[b]", "![b]", "<b>", "</b>", "&amp;"),
    *("&", ";", "\\", "\\*", "\\`", "  \n", "\n", " ", " ", "a", "b c", "<https://a.b/c>", "<a@b.c>", "]", "(", ")"),
    *("!", "<", ">", "~~", "~", "^", "==", "++ctrl+a++", ":smile:", "`#!python 1`", "{ .a }", "a_b_c", "(c)", "-->"),
    "<!-- a -->",
)
EXTENSIONS = {
    "none": [],
    "some": ["attr_list", "md_in_html", "footnotes", "abbr"],
    "all": sorted(name for name in converting.RESET if not name.startswith("lockstep")),
}
# (pattern, texts that it matches or does not, what a match needs)
NEEDED = {
    "a letter": ("a", [{"a"}]),
    "one of some": ("[*_]x", [{"*", "_"}, {"x"}]),
    "a range": ("[a-z]", []),
    "all but some": ("[^ab]c", [{"c"}]),
    "anything": (".", []),
    "either": ("a|bc", [{"a", "b"}]),
    "either, with one that may be anything": (r"a|\d", []),
    "what stands behind is no part of it": (r"(?<!\!)\[", [{"["}]),
    "what may be there": ("a?b*c{0,2}d", [{"d"}]),
    "what is there once or more": ("(?:ab)+?", [{"a"}, {"b"}]),
    "in any case": ("(?i)a", []),
    "in any case, in a part": ("(?i:a)b", [{"b"}]),
    "with blanks that do not count": ("(?x) a b # c", [{"a"}, {"b"}]),
    "the same again": (r"(a)\1", [{"a"}]),
    "nothing": ("", []),
}


@pytest.mark.parametrize("name", NEEDED)
def test_what_a_match_needs_is_read_from_a_pattern(name: str) -> None:
    pattern, expected = NEEDED[name]
    found = converting.needed(re.compile(pattern))
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


def text(draw: Random, length: int = 12) -> str:
    return "".join(draw.choices(PIECES, k=length))


def test_of_another_python_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(converting, "_parser", None)
    assert converting.needed.__wrapped__(re.compile("a")) == ()


@pytest.mark.parametrize("seed", range(4))
def test_no_match_is_missed(seed: int) -> None:
    draw = Random(seed)
    patterns = [one.getCompiledRegExp() for one in Markdown(extensions=EXTENSIONS["all"]).inlinePatterns]
    skipped = 0
    for _ in range(300):
        some = text(draw, draw.randrange(1, 8))
        for pattern in patterns:
            if any(need.isdisjoint(some) for need in converting.needed(pattern)):
                skipped += 1
                assert not pattern.search(some)
    assert skipped > 1000


@pytest.mark.parametrize("extensions", EXTENSIONS)
def test_a_text_in_which_nothing_is_found_stays_as_it_is(extensions: str) -> None:
    draw = Random(9)
    patterns = [*Markdown(extensions=EXTENSIONS[extensions]).inlinePatterns]
    any_of = converting._needing(tuple(patterns)).any_of
    skipped = 0
    for _ in range(1000 if any_of else 0):
        some = draw.choice(("", "\n", "a b\n", "  \n")) + text(draw, draw.randrange(3))
        if any_of and not any_of.search(some):
            skipped += 1
            assert not any(pattern.getCompiledRegExp().search(some) for pattern in patterns)
    assert skipped > 100 or not any_of
    assert any_of or extensions != "none"


@pytest.mark.parametrize("extensions", EXTENSIONS)
def test_no_pattern_that_matches_is_passed_over(extensions: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(converting, "SETS", 20)
    draw = Random(10)
    patterns = [*Markdown(extensions=EXTENSIONS[extensions]).inlinePatterns]
    found, sizes = converting._needing(tuple(patterns)), set()
    for _ in range(1000):
        some = text(draw, draw.randrange(4))
        chosen = converting._choose(found, some)
        sizes.add(len(chosen))
        matching = [one for one in enumerate(patterns) if one[1].getCompiledRegExp().search(some)]
        assert [one for one in chosen if one in matching] == matching
        assert len(found.chosen) <= 20
    assert len(sizes) > 5


def trees(draw: Random, depth: int = 0) -> Element:
    made = Element(draw.choice(("p", "LI", "em", "code", "a", "td")))
    for name in ("text", "tail"):
        some: str | None = draw.choice(
            (None, "", "\n", "  \n", "a b", text(draw, 3), AtomicString("*a* b"), Text("*c* \\*"))
        )
        setattr(made, name, some)
    for _ in range(draw.randrange(5) if depth < 3 else 0):
        made.append(trees(draw, depth + 1))
    return made


class Text(str):
    """Another kind of text."""


def told(root: Element) -> list[object]:
    return [(one.tag, *((some, type(some)) for some in (one.text, one.tail)), one.attrib) for one in root.iter()]


@pytest.mark.parametrize("extensions", EXTENSIONS)
def test_a_tree_is_read_alike(extensions: str, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Random(8)
    monkeypatch.setattr(Inline, HANDLE, converting._handle)
    for above in (None, ["a"]) * 60:
        quick = trees(draw)
        plain = deepcopy(quick)
        found = []
        for run, root in ((converting._run, quick), (converting.PLAIN["run"], plain)):
            processor = Markdown(extensions=EXTENSIONS[extensions]).treeprocessors["inline"]
            assert run(processor, root, above) is root
            found.append((told(root), processor.stashed_nodes.keys(), len(processor.parent_map)))
        assert found[0] == found[1]


@pytest.mark.parametrize("extensions", EXTENSIONS)
@pytest.mark.parametrize("seed", range(2))
def test_lines_are_read_alike(extensions: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Random(seed)
    texts = [f"{text(draw)}\n\n# {text(draw, 4)}\n\n- {text(draw)}\n\n[b]: c.md\n" for _ in range(100)]

    def convert() -> list[str]:
        return [Markdown(extensions=EXTENSIONS[extensions]).convert(one) for one in texts]

    plain = convert()
    monkeypatch.setattr(Inline, HANDLE, converting._handle)
    assert convert() == plain
    monkeypatch.setattr(Inline, "run", converting._run)
    assert convert() == plain
    monkeypatch.setattr(Inline, HANDLE, converting.PLAIN[HANDLE])
    assert convert() == plain


class Shout(InlineProcessor):
    """A pattern that says by itself what it looks for, and refuses some of that."""

    def getCompiledRegExp(self) -> re.Pattern[str]:  # noqa: N802
        return re.compile("[a-c]")

    def handleMatch(self, match: re.Match[str], data: str) -> tuple[str | None, int | None, int | None]:  # noqa: N802
        if match[0] == "b":
            return None, None, None
        return match[0].upper(), match.start(), match.end()


class Shouting(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        md.inlinePatterns.register(Shout("no such text", md), "shout", 1)


def test_a_pattern_of_its_own_way_is_always_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Inline, HANDLE, converting._handle)
    assert Markdown(extensions=[Shouting()]).convert("a b c d") == "<p>A b C d</p>"


PAGES = [
    "# A\n\n## A\n\nText[^1] of HTML, [b].\n\n[^1]: Note one.\n\n*[HTML]: A language\n\n[b]: c.md\n",
    "# A\n\nText[^a] of HTML, [b].\n\n[^a]: Another.\n\n## A\n",
    '```python title="t" linenums="1"\nprint(1)\n```\n\n=== "A"\n\n    Text\n\n=== "B"\n\n    ```\n    x\n    ```\n',
    '=== "One"\n\n    Text\n\n```python linenums="3"\nprint(2)\n```\n\n`#!python a`\n',
    "title: T\n\n> [!NOTE]\n> Text\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] Done\n- [ ] Not\n",
    '<div markdown="1">\n\n# B { #b .c }\n\n*a*\n\n</div>\n\n??? note "N"\n\n    Text\n\nTerm\n:   What it is\n',
    "!!! note\n\n    Text ==mark== ~~not~~ H~2~O x^2^ ++ctrl++ :smile: (c)\n\n```\nleft open\n",
    "<b>\n\n1. a\n\n    * b\n\n[TOC]\n\n# C\n",
]


def converter(extensions: list[str], **configs: dict[str, object]) -> Markdown:
    return CONVERTERS.Markdown(extensions=extensions, extension_configs=configs)


CONVERTERS = converting._Module()


def outcome(md: Markdown, page: str) -> str:
    try:
        return md.convert(page)
    except FindingError as error:
        return str(error)


@pytest.mark.parametrize("name", ["all", *sorted(converting.RESET)])
@pytest.mark.parametrize("seed", range(2))
def test_a_converter_is_as_new_after_each_page(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    extensions = EXTENSIONS["all"] if name == "all" else [name]
    if name == "pymdownx.highlight":
        extensions.append("pymdownx.superfences")
    draw = Random(seed)
    first = converter(extensions)
    for page in draw.choices(PAGES, k=16):
        shared, new = converter(extensions), Markdown(extensions=extensions)
        with monkeypatch.context() as quick:
            quick.setattr(Inline, HANDLE, converting._handle)
            quick.setattr(Inline, "run", converting._run)
            found = outcome(shared, page)
        assert found == outcome(new, page)
        assert getattr(shared, "toc_tokens", None) == getattr(new, "toc_tokens", None)
        assert getattr(shared, "Meta", None) == getattr(new, "Meta", None)
    assert first is not shared
    shared = converter(extensions)
    shared.convert("")
    assert converter(extensions) is shared


def test_what_goes_through_a_page_again_has_patterns_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Inline, HANDLE, converting._handle)
    monkeypatch.setattr(Inline, "run", converting._run)
    assert converter(["pymdownx.smartsymbols"]).convert("*a* (c) -->") == "<p><em>a</em> &copy; &rarr;</p>"


def test_a_converter_that_did_not_come_to_an_end_is_not_used_again() -> None:
    one = converter(["toc"])
    one.preprocessors.register(None, "none", 100)
    with pytest.raises(AttributeError):
        one.convert("a")
    other = converter(["toc"])
    assert other is not one
    # Nor is one that another page is being converted by.
    assert converter(["toc"]) is not other


def test_other_settings_have_another_converter() -> None:
    one = converter(["toc"], toc={"permalink": True})
    one.convert("# A")
    assert converter(["toc"], toc={"permalink": False}) is not one


@pytest.mark.parametrize(
    "extension", ["nl2br", "legacy_attrs", Shouting()], ids=["known to upstream", "another", "an object"]
)
def test_with_an_extension_that_is_not_known_each_page_has_a_converter(extension: object) -> None:
    one = converter(["toc", extension])
    one.convert("# A")
    assert converter(["toc", extension]) is not one


def test_the_pages_of_this_site_are_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [page.read_text("utf-8") for page in sorted((ROOT / "docs").rglob("*.md"))]
    assert len(texts) > 50
    extensions = ["attr_list", "md_in_html", "tables", "toc", "pymdownx.highlight", "pymdownx.superfences"]
    monkeypatch.setattr(Inline, HANDLE, converting._handle)
    quick = []
    for one in texts:
        quick.append(converter(extensions).convert(one))
    monkeypatch.setattr(Inline, HANDLE, converting.PLAIN[HANDLE])
    assert quick == [Markdown(extensions=extensions).convert(one) for one in texts]
