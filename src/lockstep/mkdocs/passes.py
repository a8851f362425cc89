"""What is known here of what Python-Markdown and its extensions go over a whole page for, most often in vain.

A table of contents looks for its mark among all texts below all elements, fences are looked for behind the blanks of
every line, taken one by one, what writes a tree asks of every element and attribute whether it is one of a kind that no
page has, and what was put aside, or escaped, and attributes are looked for in every text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markdown import serializers
from markdown.extensions.attr_list import AttrListTreeprocessor
from markdown.extensions.toc import TocTreeprocessor
from markdown.postprocessors import RawHtmlPostprocessor
from markdown.treeprocessors import UnescapeTreeprocessor
from markdown.util import HTML_PLACEHOLDER, STX, AtomicString
from pymdownx import superfences
from pymdownx.superfences import SuperFencesBlockPreprocessor

from lockstep.mkdocs.standin import StandIn

if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element

# Of what is stood in for, as it was read: Python-Markdown 3.11, PyMdown Extensions 13.
KNOWN = {
    "replace_marker": "902003e5fcaf40f84c8b08b4e0965643",
    "iterparent": "e226d36e382e9f7effed0f5af7c88cb6",
    "parse_whitespace": "041b4e6f5ecae33fd52b10bfff0e55ba",
    "search_nested": "9deeec5356495eca1727d70beb6cab74",
    "RE_NESTED_FENCE_START": "b0ad75d50fb61557265f66bebf83c7e7",
    "unescape_all": "7c51eac0dcb135e3f73b0782d85b48c9",
    "unescape": "18bf9e13f5d2be62f36c8ec0325aae20",
    "RE": "b07e5b03c23059d10744003cb2e3059f",
    "restore": "57e6abc7ad005e551c08d32956bf7d74",
    "attributes": "fbd09ced878c7edb8e0ae34f72c67492",
    "BLOCK_RE": "204f047d97359a524b42f56cf6f5e131",
    "HEADER_RE": "053c104d5f6360e417abee97b47fbb4a",
    "INLINE_RE": "0f4fd23c38da51bcefad36b2a5ee95a0",
    "_serialize_html": "478541f4406bfa5cf9bda7d798d7738d",
    "_escape_cdata": "bb40ee5c7831d26209802c12b4460102",
    "_escape_attrib_html": "703693e7997d5bee349406af2a2d5329",
}
PLAIN: dict[str, Any] = {
    "replace_marker": getattr(TocTreeprocessor, "replace_marker", None),
    "iterparent": getattr(TocTreeprocessor, "iterparent", None),
    "parse_whitespace": getattr(SuperFencesBlockPreprocessor, "parse_whitespace", None),
    "search_nested": getattr(SuperFencesBlockPreprocessor, "search_nested", None),
    "RE_NESTED_FENCE_START": getattr(superfences, "RE_NESTED_FENCE_START", None),
    "unescape_all": getattr(UnescapeTreeprocessor, "run", None),
    "unescape": getattr(UnescapeTreeprocessor, "unescape", None),
    "RE": getattr(UnescapeTreeprocessor, "RE", None),
    "restore": getattr(RawHtmlPostprocessor, "run", None),
    "attributes": getattr(AttrListTreeprocessor, "run", None),
    # Each begins with a brace.
    **{name: getattr(AttrListTreeprocessor, name, None) for name in ("BLOCK_RE", "HEADER_RE", "INLINE_RE")},
    # Private names.
    **{name: getattr(serializers, name, None) for name in ("_serialize_html", "_escape_cdata", "_escape_attrib_html")},
}
# Other texts, names and values are for upstream.
TEXTS = (str, AtomicString)
# What stands in the place of what was put aside; as a paragraph of its own, too.
PLACE = HTML_PLACEHOLDER % "([0-9]+)"
PLACES = re.compile(f"<p>{PLACE}</p>|{PLACE}")


def _replace_marker(self: Any, root: Element, elem: Element) -> None:  # noqa: ANN401 (untyped upstream)
    """Put the table of contents in the place of its mark, where that is in a text at all."""
    if any(one.text and self.marker in one.text for one in root.iter()):
        PLAIN["replace_marker"](self, root, elem)


def _parse_whitespace(self: Any, line: str) -> str:  # noqa: ANN401 (untyped upstream)
    """Find what stands before a fence: where there is none in the line, nothing is made of what is found."""
    if "```" in line or "~~~" in line:
        return PLAIN["parse_whitespace"](self, line)  # type: ignore[no-any-return]
    self.ws_len = self.ws_virtual_len = 0
    return ""


def _unescape_all(self: Any, root: Element) -> None:  # noqa: ANN401 (untyped upstream)
    """Put back what was escaped, in the texts that have any such thing."""
    if type(self).unescape is not PLAIN["unescape"]:
        PLAIN["unescape_all"](self, root)
        return
    for elem in root.iter():
        text, tail = elem.text, elem.tail
        # What is another kind of text is none afterwards.
        if text and (STX in text or text.__class__ is not str) and elem.tag != "code":
            elem.text = self.unescape(text)
        if tail and (STX in tail or tail.__class__ is not str):
            elem.tail = self.unescape(tail)
        for key, value in elem.items():
            if value is not None and (STX in value or value.__class__ is not str):
                elem.set(key, self.unescape(value))


def _restore(self: Any, text: str) -> str:  # noqa: ANN401 (untyped upstream)
    """Put back what was put aside; most of it holds nothing of the kind itself."""
    stash = self.md.htmlStash

    def put(match: re.Match[str]) -> str:
        number = int(match[1] or match[2])
        if number >= stash.html_counter:
            return match[0]
        html: str = self.stash_to_string(stash.rawHtmlBlocks[number])
        if match[1] and not self.isblocklevel(html):
            html = f"<p>{html}</p>"
        return PLACES.sub(put, html) if STX in html else html

    return PLACES.sub(put, text) if stash.html_counter else text


class _Some:
    """Some of the elements of a tree."""

    def __init__(self, elements: list[Element]) -> None:
        self._elements = elements

    def iter(self) -> list[Element]:
        return self._elements


def _attributes(self: Any, doc: Element) -> None:  # noqa: ANN401 (untyped upstream)
    """Give elements the attributes that stand behind them, where there may be any: in a text, or behind a child."""
    behind = {elem for elem in doc.iter() if elem.tail and "{" in elem.tail}
    some = [
        elem
        for elem in doc.iter()
        if elem in behind or (elem.text and "{" in elem.text) or (behind and not behind.isdisjoint(elem))
    ]
    if some:
        PLAIN["attributes"](self, _Some(some))


def _serialize_html(write: Callable[[str], None], elem: Element, format: str) -> None:  # noqa: A002
    """Write an element and all that is below and behind it."""
    whole, data, value_of = (PLAIN[name] for name in ("_serialize_html", "_escape_cdata", "_escape_attrib_html"))
    known: Any = serializers
    empty, boolean = known.HTML_EMPTY, known.BOOLEAN_ATTRIBUTES["html"] if format == "html" else ()
    stack: list[Any] = [elem]
    while stack:
        el = stack.pop()
        if isinstance(el, str):
            write(el)
            continue
        tag, text, tail = el.tag, el.text, el.tail
        opening = _opening(el, boolean, value_of) if tag.__class__ in TEXTS else None
        if opening is None:
            # With what is below and behind it.
            whole(write, el, format)
            continue
        lower = tag.lower()
        if lower in empty and format == "xhtml":
            write(f"{opening} />")
            if tail:
                write(data(tail))
            continue
        write(f"{opening}>")
        if text:
            write(text if lower in {"script", "style"} else data(text))
        if tail:
            stack.append(data(tail))
        if lower not in empty:
            stack.append(f"</{tag}>")
        if len(el):
            stack += reversed(el)


def _opening(el: Element, boolean: frozenset[str] | tuple[()], value_of: Callable[[str], str]) -> str | None:
    """Write the beginning of an element; ``None`` where a name or a value is no text."""
    written = f"<{el.tag}"
    for name, value in sorted(el.items()):
        if name.__class__ not in TEXTS or value.__class__ not in TEXTS:
            return None
        shown = value_of(value)
        written += f" {shown}" if name == shown and name in boolean else f' {name}="{shown}"'
    return written


STAND_INS = (
    StandIn(serializers, "_serialize_html", _serialize_html),
    StandIn(TocTreeprocessor, "replace_marker", _replace_marker),
    StandIn(SuperFencesBlockPreprocessor, "parse_whitespace", _parse_whitespace),
    StandIn(UnescapeTreeprocessor, "run", _unescape_all),
    StandIn(RawHtmlPostprocessor, "run", _restore),
    StandIn(AttrListTreeprocessor, "run", _attributes),
)
