"""What is known here of what Python-Markdown and its extensions go over a whole page for, most often in vain.

A table of contents looks for its mark among all texts below all elements, and fences are looked for behind the blanks
of every line, taken one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markdown.extensions.toc import TocTreeprocessor
from pymdownx import superfences
from pymdownx.superfences import SuperFencesBlockPreprocessor

from lockstep.mkdocs.standin import StandIn

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

# Of what is stood in for, as it was read: Python-Markdown 3.11, PyMdown Extensions 13.
KNOWN = {
    "replace_marker": "902003e5fcaf40f84c8b08b4e0965643",
    "iterparent": "e226d36e382e9f7effed0f5af7c88cb6",
    "parse_whitespace": "041b4e6f5ecae33fd52b10bfff0e55ba",
    "search_nested": "9deeec5356495eca1727d70beb6cab74",
    "RE_NESTED_FENCE_START": "b0ad75d50fb61557265f66bebf83c7e7",
}
PLAIN: dict[str, Any] = {
    "replace_marker": TocTreeprocessor.replace_marker,
    "iterparent": getattr(TocTreeprocessor, "iterparent", None),
    "parse_whitespace": SuperFencesBlockPreprocessor.parse_whitespace,
    "search_nested": getattr(SuperFencesBlockPreprocessor, "search_nested", None),
    "RE_NESTED_FENCE_START": getattr(superfences, "RE_NESTED_FENCE_START", None),
}


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


STAND_INS = (
    StandIn(TocTreeprocessor, "replace_marker", _replace_marker),
    StandIn(SuperFencesBlockPreprocessor, "parse_whitespace", _parse_whitespace),
)
