"""What is known here of what Python-Markdown and its extensions go over a whole page for, most often in vain.

A table of contents looks for its mark among all texts below all elements, fences are looked for behind the blanks of
every line, taken one by one, and what writes a tree asks of every element and attribute whether it is one of a kind
that no page has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markdown import serializers
from markdown.extensions.toc import TocTreeprocessor
from markdown.util import AtomicString
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
    # Private names.
    **{name: getattr(serializers, name, None) for name in ("_serialize_html", "_escape_cdata", "_escape_attrib_html")},
}
# Other texts, names and values are for upstream.
TEXTS = (str, AtomicString)


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
)
