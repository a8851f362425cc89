"""What is known here of the insides of pymdownx.highlight: the same code, shown in the same way, is the same markup.

Pages of every language show the same programs, and each would be taken apart and coloured anew.
"""

from __future__ import annotations

import inspect
from collections import OrderedDict
from functools import wraps
from typing import TYPE_CHECKING, Any

from pymdownx.highlight import Highlight

from lockstep.store import allowed, digest

if TYPE_CHECKING:
    from collections.abc import Callable

# Of the method that is wrapped, as it was read: PyMdown Extensions 13.
KNOWN = "9a7df0c556f5b5de12c3fe6d596ceef7"
# Blocks of code; the ones that were asked for the longest ago go first.
LIMIT = 10_000
_plain: Callable[..., Any] = Highlight.highlight
_kept: OrderedDict[tuple[object, ...], str] = OrderedDict()


def changed() -> bool:
    """Whether the method is not the one that is known here."""
    return digest(inspect.getsource(_plain)) != KNOWN


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
    made = _kept[key] = _plain(self, src, language, css_class, **options)
    if len(_kept) > LIMIT:
        _kept.popitem(last=False)
    return made


def remember() -> None:
    """Have code that was highlighted once taken as it was, where that is allowed, for as long as this process lives."""
    if allowed() and not changed():
        Highlight.highlight = _highlight
