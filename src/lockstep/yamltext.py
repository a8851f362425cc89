"""Reading YAML inside pages, and what a text in it may hold.

Escapes (``"\\x02"``) bring in characters that no file itself may have.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

# Line breaks and tabs are white space; half a character cannot be written to any file.
FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
HINT = "delete the escape"
# The one in C, where there is one, is ten times as fast.
FAST = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


# What is asked of a page's front matter is asked one after another.
@lru_cache(maxsize=64)
def compose(text: str) -> Node | None:
    """Read YAML as nodes whose texts stand as they are written: ``2024-01-01`` is no date. Nobody changes them.

    Raises:
        yaml.YAMLError: it is none.
        RecursionError: it is nested too deeply.
    """
    try:
        node: Node | None = yaml.compose(text, Loader=FAST)
    except yaml.YAMLError:
        # The slower one says better where the fault is.
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    return node


def forbidden(node: Node | None) -> Iterator[tuple[Node, str]]:
    """Find the texts in YAML, keys among them, that hold what no page can: each node, and what to say of it."""
    for scalar in _scalars(node, set()):
        character = FORBIDDEN.search(scalar.value)
        if character:
            yield scalar, f"the character U+{ord(character[0]):04X} has no place in a text"


def _scalars(node: Node | None, seen: set[int]) -> Iterator[yaml.ScalarNode]:
    # An alias is the node that it stands for, which may hold itself.
    if node is None or id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _scalars(item, seen)
    elif isinstance(node, yaml.MappingNode):
        for pair in node.value:
            for item in pair:
                yield from _scalars(item, seen)
