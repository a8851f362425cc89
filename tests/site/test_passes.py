"""What goes over a whole page, in fewer steps: the same as upstream, whatever stands there."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Literal
from xml.etree.ElementTree import Comment, Element, ElementTree, ProcessingInstruction, QName, SubElement

import pytest
from markdown import Markdown
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
