"""What is known here of the insides of pymdownx.highlight: the same code, shown in the same way, is the same markup.

Pages of every language show the same programs, and each would be taken apart and coloured anew.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from functools import cache, wraps
from typing import TYPE_CHECKING, Any

from pygments.formatters import HtmlFormatter
from pymdownx import highlight
from pymdownx.highlight import Highlight

from lockstep.mkdocs.standin import StandIn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pygments.lexer import Lexer

    # The code, its language, its class, and all else that was asked for.
    Key = tuple[str, str, str, str]

# Of what is stood in for, as it was read: PyMdown Extensions 13, Pygments 2.
KNOWN = {
    "highlight": "9a7df0c556f5b5de12c3fe6d596ceef7",
    "get_lexer_by_name": "d7f57bd7f1f0af8214a03ca797807565",
    "_create_stylesheet": "4f4983c933e0b6cc78d0d4463af387ef",
}
PLAIN: dict[str, Any] = {
    "highlight": Highlight.highlight,
    "get_lexer_by_name": highlight.get_lexer_by_name,
    "_create_stylesheet": getattr(HtmlFormatter, "_create_stylesheet", None),
}
# Blocks of code; the ones that were asked for the longest ago go first.
LIMIT = 10_000
_plain = PLAIN["highlight"]
_kept: OrderedDict[Key, str] = OrderedDict()
_styles: dict[tuple[object, ...], tuple[dict[Any, Any], dict[Any, Any]]] = {}
# Where what is highlighted is taken down, too.
_noted: list[tuple[Key, str]] | None = None


@wraps(_plain)
def _highlight(
    self: Any,  # noqa: ANN401 (untyped upstream)
    src: str,
    language: str,
    css_class: str = "highlight",
    *rest: object,
    **options: object,
) -> Any:  # noqa: ANN401 (an element for code in a line, or else a text)
    if rest or options.get("inline") or "html" in (self.title_mode, *map(str, self.auto_title_map.values())):
        # An element, or markup whose title is kept with the page.
        return _plain(self, src, language, css_class, *rest, **options)
    told = {name: value for name, value in vars(self).items() if name != "md"} | options
    if not (self.line_spans or self.line_anchors):
        # The number of the block on its page is for the ids of lines.
        told.pop("code_block_count", None)
    key = (src, language, css_class, repr(told))
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    made = _plain(self, src, language, css_class, **options)
    _keep(key, made)
    return made


def learn(noted: Iterable[tuple[Key, str]]) -> None:
    """Take code as it was highlighted elsewhere."""
    for key, made in noted:
        _keep(key, made)


@contextmanager
def noting() -> Iterator[list[tuple[Key, str]]]:
    """Take down what is highlighted, for others to learn it."""
    global _noted  # noqa: PLW0603 (as what is kept, for all of a process)
    before, _noted = _noted, []
    try:
        yield _noted
    finally:
        _noted = before


def _keep(key: Key, made: str) -> None:
    _kept[key] = made
    if len(_kept) > LIMIT:
        _kept.popitem(last=False)
    if _noted is not None:
        _noted.append((key, made))


@cache
def _lexer(alias: str) -> type[Lexer]:
    return type(PLAIN["get_lexer_by_name"](alias))


@wraps(PLAIN["get_lexer_by_name"])
def _get_lexer(_alias: str, **options: Any) -> Lexer:  # noqa: ANN401 (each has its own)
    """Find a lexer by its name without looking through all of them again."""
    return _lexer(_alias)(**options)


def _create_stylesheet(self: Any) -> None:  # noqa: ANN401 (untyped upstream)
    """Give a formatter the styles that others of its kind have."""
    key = (type(self), self.style, self.classprefix)
    if key not in _styles:
        PLAIN["_create_stylesheet"](self)
        _styles[key] = self.ttype2class, self.class2style
    self.ttype2class, self.class2style = map(dict, _styles[key])


STAND_INS = (
    StandIn(Highlight, "highlight", _highlight),
    StandIn(highlight, "get_lexer_by_name", _get_lexer),
    StandIn(HtmlFormatter, "_create_stylesheet", _create_stylesheet),
)
