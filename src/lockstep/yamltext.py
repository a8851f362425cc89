"""Reading YAML inside pages, and what a text in it may hold.

Escapes (``"\\x02"``) bring in characters that no file itself may have.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import yaml

from lockstep.files import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

# Line breaks and tabs are white space; half a character cannot be written to any file.
FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
HINT = "delete the escape"
# What begins like this is no number and no date. Ids of ours begin with a point, and so do the floats .inf and .nan.
WORD = re.compile(r"(?!\.(?i:inf|nan))\.?[^\W\d_]")
TEXT, LIST, MAPPING = (f"tag:yaml.org,2002:{name}" for name in ("str", "seq", "map"))
TAGS = {yaml.ScalarNode: TEXT, yaml.SequenceNode: LIST, yaml.MappingNode: MAPPING}


# The one in C, where there is one, is ten times as fast.
class _Fast(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):  # type: ignore[misc]
    """Asks of no node what it could be: each is what it looks like, and its text a text."""

    def descend_resolver(self, *_: object) -> None:
        pass

    def ascend_resolver(self) -> None:
        pass

    def resolve(self, kind: type[Node], *_: object) -> str:
        return TAGS[kind]


# What is asked of a page's front matter is asked when all pages are read.
@lru_cache(maxsize=PAGES)
def compose(text: str) -> Node | None:
    """Read YAML as nodes whose texts stand as they are written: ``2024-01-01`` is no date. Nobody changes them.

    Raises:
        yaml.YAMLError: it is none.
        RecursionError: it is nested too deeply.
    """
    try:
        node: Node | None = yaml.compose(text, Loader=_Fast)
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


def is_text(node: Node | None) -> bool:
    """Whether YAML is sure to hold nothing but texts, truth values and what is made of them, under such keys.

    Then it can be read as data; a date or a key that is a list may turn out to be none. No node may hold itself.
    """
    if isinstance(node, yaml.ScalarNode):
        return node.tag == TEXT and (bool(node.style) or not node.value or bool(WORD.match(node.value)))
    if isinstance(node, yaml.SequenceNode):
        return node.tag == LIST and all(map(is_text, node.value))
    if isinstance(node, yaml.MappingNode):
        return node.tag == MAPPING and all(
            isinstance(key, yaml.ScalarNode) and is_text(key) and is_text(value) for key, value in node.value
        )
    return False


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
