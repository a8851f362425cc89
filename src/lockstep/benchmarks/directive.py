"""The fenced block that puts a table of results on a page.

The block's language is ``benchmark`` and its body YAML::

    results: published-2023     the file benchmarks/results/published-2023.json
    subset: a100                optional: the subset that is shown first
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from lockstep.findings import Finding, FindingError, near

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lockstep.benchmarks.model import Results
    from lockstep.fences import Fence

LANGUAGE = "benchmark"
OPTIONS = ("results", "subset")


@dataclass(frozen=True, slots=True)
class Directive:
    """Which results to show, and the key of the subset to show first."""

    name: str
    results: Results
    subset: str


def read_directive(fence: Fence, path: str, results: Mapping[str, Results], offset: int = 0) -> Directive:
    """Read a block.

    Args:
        fence: the block.
        path: the page's path below the project's root.
        results: every result file by its name.
        offset: how many lines of the file stand above the text that the fence was found in.

    Raises:
        FindingError: the block is no YAML, or names results, a subset or an option that there is not.
    """

    def fault(code: str, message: str, hint: str = "", *, at: str = "") -> FindingError:
        line, column = _position(fence, at)
        return FindingError(Finding(path, line + offset, column, code, message, hint))

    try:
        options = yaml.safe_load("\n".join(fence.body))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line, column = (fence.line + 1 + mark.line, mark.column + fence.column) if mark else (fence.line, fence.column)
        raise FindingError(
            Finding(path, line + offset, column, "LS313", "the block is not YAML", "for example 'results: NAME'")
        ) from None
    if not isinstance(options, dict) or not options:
        raise fault("LS313", "the block names no results", near("", results))
    for key, value in options.items():
        if key not in OPTIONS:
            raise fault("LS313", f"unknown option '{key}'", near(str(key), OPTIONS), at=str(key))
        if not isinstance(value, str):
            raise fault("LS313", f"'{key}' must be a name", at=key)
    name = options.get("results")
    if not name:
        raise fault("LS313", "the block names no results", near("", results))
    if name not in results:
        raise fault("LS311", f"no results '{name}'", near(name, results), at="results")
    keys = [subset.key for subset in results[name].subsets]
    subset = options.get("subset", keys[0])
    if subset not in keys:
        raise fault("LS312", f"no subset '{subset}' in '{name}'", near(subset, keys), at="subset")
    return Directive(name, results[name], subset)


def _position(fence: Fence, option: str) -> tuple[int, int]:
    """Find the line and the column of an option's value, or of the fence where there is no option to point at."""
    for number, text in enumerate(fence.body, fence.line + 1):
        key, colon, value = text.partition(":")
        if option and colon and key.strip() == option:
            return number, len(fence.prefix) + len(text) - len(value.lstrip()) + 1
    return fence.line, fence.column
