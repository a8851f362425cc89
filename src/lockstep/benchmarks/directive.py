"""The fenced block that puts a table of results on a page.

The block's language is ``benchmark`` and its body YAML::

    results: published-2023     the file benchmarks/results/published-2023.json
    subset: a100                optional: the subset that is shown first

Values are taken as they stand, without YAML's notions of numbers and dates.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from lockstep.findings import Finding, FindingError, near

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yaml import Mark

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


def read_directive(fence: Fence, path: str, results: Mapping[str, Results | None], offset: int = 0) -> Directive:
    """Read a block.

    Args:
        fence: the block.
        path: the page's path below the project's root.
        results: every result file by its name, ``None`` for one that cannot be used.
        offset: how many lines of the file stand above the text that the fence was found in.

    Raises:
        FindingError: the block is no YAML, or names results, a subset or an option that there is not.
    """

    def fault(code: str, message: str, hint: str = "", *, mark: Mark | None = None) -> FindingError:
        line = fence.line + 1 + mark.line if mark else fence.line
        column = fence.column + (mark.column if mark else 0)
        return FindingError(Finding(path, line + offset, column, code, message, hint))

    try:
        # Texts as they stand: a subset named 2024-01-01 is no date.
        node = yaml.compose("\n".join(fence.body), Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise fault("LS313", "the block is not YAML", "for example 'results: NAME'", mark=mark) from None
    except RecursionError:
        raise fault("LS313", "the block is not YAML", "for example 'results: NAME'") from None
    options: dict[str, tuple[str, Mark]] = {}
    for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
        name = key.value if isinstance(key, yaml.ScalarNode) else ""
        if name not in OPTIONS:
            raise fault("LS313", f"unknown option '{name}'", near(name, OPTIONS), mark=key.start_mark)
        if name in options:
            raise fault("LS313", f"'{name}' is there twice", "keep one", mark=key.start_mark)
        if not isinstance(value, yaml.ScalarNode) or not value.value:
            raise fault("LS313", f"'{name}' must be a name", mark=value.start_mark)
        options[name] = value.value, value.start_mark
    if "results" not in options:
        raise fault("LS313", "the block names no results", near("", results))
    name, mark = options["results"]
    if name not in results:
        raise fault("LS311", f"no results '{name}'", near(name, results), mark=mark)
    found = results[name]
    if not found:
        raise fault("LS311", f"the results '{name}' cannot be used", "mend their file first", mark=mark)
    keys = [subset.key for subset in found.subsets]
    subset, mark = options.get("subset", (keys[0], mark))
    if subset not in keys:
        raise fault("LS312", f"no subset '{subset}' in '{name}'", near(subset, keys), mark=mark)
    return Directive(name, found, subset)
