"""What is known here of how MkDocs looks its settings and addresses up: a page asks for some three hundred.

To find a setting, an abstract class is asked whether what it is asked of is a configuration; to lead from one page to
another, both addresses are taken apart, most of them again.
"""

from __future__ import annotations

import re
from collections import UserDict
from functools import lru_cache
from typing import Any

from material.plugins.search import plugin as search  # type: ignore[import-untyped]
from mkdocs import utils
from mkdocs.config.base import BaseConfigOption, Config

from lockstep.mkdocs.standin import StandIn

# Of what is stood in for, as it was read: MkDocs 1.6, Material for MkDocs 9.
KNOWN = {
    "__get__": "cf8c46ea3c2981c63c3d6b803f4ed96c",
    "_norm_parts": "3cecc049345ab649968752aea342093c",
    "get_relative_url": "7fe7d14343172172161b92c7fd61679b",
    "on_page_context": "0784eebd66f5fd1ec3978c7f0633ab5a",
}
PLAIN: dict[str, Any] = {
    "__get__": BaseConfigOption.__get__,
    # A private name.
    "_norm_parts": getattr(utils, "_norm_parts", None),
    "get_relative_url": utils.get_relative_url,
    "on_page_context": getattr(search.SearchPlugin, "on_page_context", None),
}
# What Material's search leaves out of a page, which it tries at every character; and what is left of that without the
# blank before it.
PATTERN = r"\s?data-search-\w+=\"[^\"]+\""
MARK = re.compile(PATTERN.removeprefix(r"\s?"))
# Of classes, whether their settings are found as those of MkDocs' own.
_known: dict[type, bool] = {}


def _get(self: Any, obj: Any, type: Any = None) -> Any:  # noqa: A002, ANN401 (as upstream has them)
    """Find a setting of a configuration."""
    kind = obj.__class__
    known = _known.get(kind)
    if known is None:
        known = _known[kind] = issubclass(kind, Config) and kind.__getitem__ is UserDict.__getitem__
    if known and (name := self._name) in obj.data:
        return obj.data[name]
    return PLAIN["__get__"](self, obj, type)


class _Regex:
    """Stands for the module of regular expressions where Material's search asks it to leave its attributes out."""

    def __getattr__(self, name: str) -> object:
        return getattr(re, name)

    def sub(self, pattern: str, new: str, text: str) -> str:
        return _leave_out(text) if pattern == PATTERN and not new else re.sub(pattern, new, text)


def _leave_out(text: str) -> str:
    out, done = "", 0
    for match in MARK.finditer(text):
        start = match.start()
        start -= start > done and text[start - 1].isspace()
        out += text[done:start]
        done = match.end()
    return out + text[done:]


STAND_INS = (
    StandIn(BaseConfigOption, "__get__", _get),
    # Nobody changes the lists.
    StandIn(utils, "_norm_parts", lru_cache(maxsize=65536)(PLAIN["_norm_parts"] or str)),
    StandIn(search, "re", _Regex()),
)
