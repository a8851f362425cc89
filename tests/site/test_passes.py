"""What goes over a whole page, in fewer steps: the same as upstream, whatever stands there."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Literal
from xml.etree.ElementTree import Comment, Element, ElementTree, ProcessingInstruction, QName, SubElement

import pytest
from markdown import Markdown
from markdown.extensions.attr_list import AttrListTreeprocessor
from markdown.postprocessors import RawHtmlPostprocessor
from markdown.treeprocessors import UnescapeTreeprocessor
from markdown.util import AtomicString
from pymdownx.superfences import SuperFencesBlockPreprocessor

from lockstep.mkdocs import acceleration, passes
from lockstep.store import SWITCH

if TYPE_CHECKING:
    from collections.abc import Iterator

TAGS = ("p", "div", "span", "br", "img", "hr", "script", "style", "code", "H2", "input", "a-b", AtomicString("em"))
TEXTS = (None, "", "a", " b\n", "<&>", '&amp; "c"', "é & ü", AtomicString("<x>"), "\n")
NAMES = ("class", "id", "checked", "href", "open", "data-x", AtomicString("title"))
VALUES = ("", "a", "checked", "open", '"b" <c> & d', "&quot;", "x\ny", AtomicString("z&"))
LINES = (
    *("```", "```python", "~~~ python", "``` { .a }", '```text title="x"', "    ```", "> ```", ">\t```", "\t~~~", "``"),
    *("a", "", "    b", "> c", ">     d", "- e", "    - ```", "      f", "~~", "`g`", "x ```", "\r"),
)


@pytest.fixture(autouse=True)
def _settled() -> Iterator[None]:
    yield
    acceleration.settle()


def tree(draw: Random, depth: int = 0, *, odd: bool = False) -> Element:
    if odd and draw.random() < 0.15:
        made: Any = draw.choice((Comment, ProcessingInstruction))("a <b> & c")
    else:
        tag: Any = draw.choice(TAGS)
        if odd and draw.random() < 0.1:
            tag = QName("{http://a.b/c}" + str(tag))
        made = Element(tag)
        if odd and draw.random() < 0.05:
            # Only what is below it is written.
            made.tag = None
        made.text = draw.choice(TEXTS)
        for name in draw.sample(NAMES, draw.randrange(4)):
            made.set(name, draw.choice(VALUES))
        if odd and draw.random() < 0.2:
            made.attrib[draw.choice(("hidden", "x"))] = draw.choice((None, QName("q")))
        for _ in range(draw.randrange(4) if depth < 4 else 0):
            made.append(tree(draw, depth + 1, odd=odd))
    made.tail = draw.choice(TEXTS)
    return made


@pytest.mark.parametrize("odd", [False, True], ids=["as pages are", "with what none has"])
@pytest.mark.parametrize("kind", ["html", "xhtml"])
def test_a_tree_is_written_as_ever(kind: Literal["html", "xhtml"], *, odd: bool) -> None:
    draw, lengths = Random(4), set()
    for _ in range(1500):
        root = tree(draw, odd=odd)
        quick: list[str] = []
        plain: list[str] = []
        passes._serialize_html(quick.append, root, kind)
        passes.PLAIN["_serialize_html"](plain.append, root, kind)
        assert "".join(quick) == "".join(plain)
        lengths.add(len(plain))
    assert len(lengths) > 50


def test_what_cannot_be_written_is_refused_as_ever() -> None:
    root = Element("p")
    SubElement(root, QName("x"))  # type: ignore[arg-type]
    for write in (passes._serialize_html, passes.PLAIN["_serialize_html"]):
        with pytest.raises(ValueError, match="QName"):
            write([].append, ElementTree(root).getroot(), "html")


def copied(root: Element) -> Element:
    made: Any = Element(root.tag, dict(root.attrib))
    made.text, made.tail = root.text, root.tail
    made.extend(map(copied, root))
    return made


def written(root: Element) -> list[object]:
    """List every text of a tree, and its kind."""
    texts = [text for one in root.iter() for text in (one.text, one.tail, *one.attrib.items())]
    return [(text, type(text), *(map(type, text) if isinstance(text, tuple) else ())) for text in texts]


class _Own(UnescapeTreeprocessor):
    def unescape(self, text: str) -> str:
        return f"{text}!"


@pytest.mark.parametrize("kind", [UnescapeTreeprocessor, _Own])
def test_what_was_escaped_is_put_back_as_ever(kind: type[UnescapeTreeprocessor], monkeypatch) -> None:
    escaped = ("\x0242\x03", "a\x0242\x03\x0291\x03", "\x02", "\x02a\x03", AtomicString("\x0242\x03"))
    monkeypatch.setitem(globals(), "TEXTS", (*TEXTS, *escaped))
    monkeypatch.setitem(globals(), "VALUES", (*VALUES, *escaped, None))
    draw, changed = Random(6), 0
    for _ in range(500):
        quick = tree(draw)
        plain, before = copied(quick), written(quick)
        passes._unescape_all(kind(Markdown()), quick)
        passes.PLAIN["unescape_all"](kind(Markdown()), plain)
        assert written(quick) == written(plain)
        changed += written(plain) != before
    assert changed > 200


def test_attributes_are_given_as_ever(monkeypatch) -> None:
    marks = ("{: #x }", "a\n{: .b c=d }", "t { #y .z }", "{ }", "{", "a {: e='f' }\n", "{: .g } h", "##  {#k} ##")
    monkeypatch.setitem(globals(), "TEXTS", (*TEXTS, *TEXTS, *marks))
    monkeypatch.setitem(globals(), "TAGS", ("p", "h2", "li", "ul", "ol", "td", "em", "a", "code", "dt"))
    draw, changed, same = Random(12), 0, 0
    for _ in range(1500):
        quick = tree(draw, odd=draw.random() < 0.2)
        plain, before = copied(quick), written(quick)
        passes._attributes(AttrListTreeprocessor(Markdown()), quick)
        passes.PLAIN["attributes"](AttrListTreeprocessor(Markdown()), plain)
        assert written(quick) == written(plain)
        changed += written(plain) != before
        same += written(plain) == before
    assert changed > 300
    assert same > 100


class _Marked(RawHtmlPostprocessor):
    def stash_to_string(self, text: str) -> str:
        return f"{text}?"


@pytest.mark.parametrize("kind", [RawHtmlPostprocessor, _Marked])
def test_what_was_put_aside_is_put_back_as_ever(kind: type[RawHtmlPostprocessor]) -> None:
    draw, lengths = Random(7), set()
    for _ in range(1000):
        md = Markdown()
        count = draw.randrange(6)
        parts = ["<p>", "</p>", "a ", "\n", "\x02", "\x03", "\x02wzxhzdk:", "<b>c</b>", "é", "wzxhzdk:0"]
        parts += [md.htmlStash.get_placeholder(number) for number in range(7)] * 2
        for number in range(count):
            # What is put aside later may hold what was put aside before.
            earlier = [part for part in parts if not part.endswith("\x03") or part == "\x03"]
            earlier += [md.htmlStash.get_placeholder(other) for other in range(number)]
            kinds = ("", "<div>", "<span>", "</p>", "<!-- ", "<?", "<%", "<@", "< ")
            md.htmlStash.store(draw.choice(kinds) + "".join(draw.choices(earlier, k=draw.randrange(5))))
        text = "".join(draw.choices(parts, k=draw.randrange(12)))
        plain = passes.PLAIN["restore"](kind(md), text)
        assert passes._restore(kind(md), text) == plain
        lengths.add(len(plain))
    assert len(lengths) > 50


@pytest.mark.parametrize(
    "text",
    [
        "[TOC]\n\n# a\n\n## b\n",
        "# a\n\n[TOC]\n\n## b\n\n- [TOC]\n\n> [TOC]\n",
        "# [TOC]\n\n## b\n",
        "# a\n\n`[TOC]` x\n\n    [TOC]\n",
        "# a\n\nx [TOC]\n",
        "# a\n",
        "[TOC]\n",
        "",
    ],
)
@pytest.mark.parametrize("marker", ["[TOC]", "", "a"])
def test_contents_stand_where_they_did(text: str, marker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for switch in ("", "off"):
        monkeypatch.setenv(SWITCH, switch)
        acceleration.settle()
        found.append(Markdown(extensions=["toc"], extension_configs={"toc": {"marker": marker}}).convert(text))
    assert found[0] == found[1]
    assert ('<div class="toc">' in found[0]) == (marker == "[TOC]" and text in PLACED)


PLACED = ("[TOC]\n\n# a\n\n## b\n", "# a\n\n[TOC]\n\n## b\n\n- [TOC]\n\n> [TOC]\n", "[TOC]\n")


def test_fences_are_found_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    draw, found = Random(5), 0
    for _ in range(1500):
        text = "\n".join(draw.choices(LINES, k=draw.randrange(2, 14)))
        html = []
        for switch in ("", "off"):
            monkeypatch.setenv(SWITCH, switch)
            acceleration.settle()
            html.append(Markdown(extensions=["pymdownx.superfences", "pymdownx.quotes"]).convert(text))
        assert html[0] == html[1], text
        found += "highlight" in html[0]
    assert found > 100


def test_the_switch_gives_upstream_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "off")
    acceleration.settle()
    assert SuperFencesBlockPreprocessor.parse_whitespace is passes.PLAIN["parse_whitespace"]
