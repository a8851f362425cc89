"""The fenced block that becomes a reference of findings.

A block of the language ``findings`` takes, as YAML::

    codes: [LS10, LS121]    codes, or what several of them begin with

and becomes a section for each code, whose id is the code in small letters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from lockstep.findings import Finding, FindingError, near
from lockstep.rules.registry import RULES
from lockstep.yamltext import HINT, compose, forbidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Mark, Node

    from lockstep.fences import Fence
    from lockstep.rules import Rule

FINDINGS = "findings"
CODES = "codes"
EXAMPLE = "for example 'codes: LS1'"


def read_block(fence: Fence, path: str, offset: int = 0) -> list[Rule]:
    """Read a block: what it asks for, in order of the codes.

    Args:
        fence: the block.
        path: the page's path below the project's root.
        offset: how many lines of the file stand above the text that the fence was found in.

    Raises:
        FindingError: LS256 the block is no YAML, has another option, or asks for a code that there is not.
    """

    def fault(message: str, hint: str, at: Node | Mark | None = None) -> FindingError:
        mark = at.start_mark if isinstance(at, yaml.Node) else at
        line = fence.line + 1 + mark.line if mark else fence.line
        column = fence.column + (mark.column if mark else 0)
        return FindingError(Finding(path, line + offset, column, "LS256", message, hint))

    try:
        node = compose("\n".join(fence.body))
    except (yaml.YAMLError, RecursionError) as error:
        raise fault("the block is not YAML", EXAMPLE, getattr(error, "problem_mark", None)) from None
    for text, message in forbidden(node):
        raise fault(message, HINT, text)
    if not isinstance(node, yaml.MappingNode):
        raise fault("the block must say which codes it is to explain", EXAMPLE, node)
    chosen: dict[str, Rule] = {}
    for number, (key, value) in enumerate(node.value):
        if not isinstance(key, yaml.ScalarNode) or key.value != CODES:
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            raise fault(f"unknown option '{name}'", near(str(name), [CODES]), key)
        if number:
            raise fault(f"'{CODES}' is there twice", "put all codes into one list", key)
        for one in value.value if isinstance(value, yaml.SequenceNode) and value.value else [value]:
            if not isinstance(one, yaml.ScalarNode) or not one.value.strip():
                raise fault(f"'{CODES}' must be a code, the beginning of some, or a list of those", EXAMPLE, one)
            found = {code: rule for code, rule in RULES.items() if code.startswith(one.value)}
            if not found:
                raise fault(f"no code begins with '{one.value}'", near(one.value, RULES), one)
            chosen |= found
    if not chosen:
        raise fault("the block must say which codes it is to explain", EXAMPLE)
    return [chosen[code] for code in sorted(chosen)]


def ids(fence: Fence) -> Iterator[str]:
    """List the ids of the sections that a block becomes; none of one that cannot be read."""
    try:
        rules = read_block(fence, "")
    except FindingError:
        return
    for rule in rules:
        yield rule.code.lower()
