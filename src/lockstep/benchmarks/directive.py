"""The fenced block that puts a table of results on a page.

The block's language is ``benchmark`` and its body YAML::

    results: published-2023     the file benchmarks/results/published-2023.json; or a list; or a glob, measured-*
    subset: a100                optional: the subset that is shown first
    id: gpus                    optional: names the table in the page's address; the results' name by default
    labels: {a100: A100 (80)}   optional: what subsets are called in the page's language
    decimals: 2                 optional: decimals of all times; digits as they are in the file by default
    chart: true                 optional: a chart below each subset
    empty: allowed              optional: a glob may match nothing yet; the page says so

Values are taken as they stand, without YAML's notions of numbers and dates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import yaml

from lockstep.findings import Finding, FindingError, near
from lockstep.yamltext import HINT, compose, forbidden

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

    from yaml import Mark, Node

    from lockstep.benchmarks.model import Results
    from lockstep.fences import Fence

LANGUAGE = "benchmark"
OPTIONS = ("results", "subset", "id", "labels", "decimals", "chart", "empty")
EXAMPLE = "for example 'results: NAME'"
GLOB = re.compile(r"[*?[]")
# No point: the address has ID.batch, ID.mode and ID.sort beside ID.
ID = re.compile(r"[\w-]+")
NO_ID = re.compile(r"[^\w-]+")
DECIMALS = re.compile(r"[0-9]")


@dataclass(frozen=True, slots=True)
class Directive:
    """What a block asks for.

    ``id`` is unique on its page and the same in every language; ``names`` are those of the result files, and
    ``results`` what is in them, ``None`` where a glob matches nothing yet; ``subset`` is the key of the one shown
    first; ``labels`` are texts by the keys of subsets; ``decimals`` is ``None`` for digits as they are.
    """

    id: str
    names: tuple[str, ...]
    results: Results | None
    subset: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    decimals: int | None = None
    chart: bool = False


def read_directive(
    fence: Fence,
    path: str,
    results: Mapping[str, Results | None],
    offset: int = 0,
    taken: MutableMapping[str, int] | None = None,
) -> Directive:
    """Read a block.

    Args:
        fence: the block.
        path: the page's path below the project's root.
        results: every result file by its name, ``None`` for one that cannot be used.
        offset: how many lines of the file stand above the text that the fence was found in.
        taken: the ids of the page's tables above this one, and the lines they stand at; this one's is added.

    Raises:
        FindingError: LS311 there are no such results, LS312 no such subset, LS313 the block is no YAML or has an option
            that is wrong, LS314 another table of the page has this id, LS315 files contradict each other.
    """
    return _Block(fence, path, offset).read(results, {} if taken is None else taken)


@dataclass(frozen=True, slots=True)
class _Block:
    fence: Fence
    path: str
    offset: int
    options: dict[str, Node] = field(default_factory=dict)

    def read(self, results: Mapping[str, Results | None], taken: MutableMapping[str, int]) -> Directive:
        self._compose()
        if "results" not in self.options:
            raise self._fault("LS313", "the block names no results", near("", results))
        names = self._names(results)
        whole = self._merge({name: found for name in names if (found := results[name])})
        subset, labels = self._subset(whole, names), self._labels(whole, names)
        decimals = self._matching("decimals", DECIMALS, "a number from 0 to 9")
        id_ = self._id()
        line = self.fence.line + self.offset
        if id_ in taken:
            where = self.options.get("id", self.options["results"])
            message = f"the table in line {taken[id_]} has the id '{id_}' too"
            raise self._fault("LS314", message, "give one of them another: 'id: NAME'", where.start_mark)
        chart = self._matching("chart", re.compile("true|false"), "true or false") == "true"
        taken[id_] = line
        return Directive(id_, names, whole, subset, labels, int(decimals) if decimals else None, chart)

    def _fault(self, code: str, message: str, hint: str = "", mark: Mark | None = None) -> FindingError:
        line = self.fence.line + 1 + mark.line if mark else self.fence.line
        column = self.fence.column + (mark.column if mark else 0)
        return FindingError(Finding(self.path, line + self.offset, column, code, message, hint))

    def _compose(self) -> None:
        try:
            node = compose("\n".join(self.fence.body))
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            raise self._fault("LS313", "the block is not YAML", EXAMPLE, mark) from None
        except RecursionError:
            raise self._fault("LS313", "the block is not YAML", EXAMPLE) from None
        for text, message in forbidden(node):
            raise self._fault("LS313", message, HINT, text.start_mark)
        for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            if name not in OPTIONS:
                raise self._fault("LS313", f"unknown option '{name}'", near(name, OPTIONS), key.start_mark)
            if name in self.options:
                raise self._fault("LS313", f"'{name}' is there twice", "keep one", key.start_mark)
            self.options[name] = value

    def _text(self, name: str, node: Node, what: str = "a name") -> str:
        if not isinstance(node, yaml.ScalarNode) or not node.value.strip():
            raise self._fault("LS313", f"'{name}' must be {what}", mark=node.start_mark)
        return str(node.value)

    def _matching(self, name: str, pattern: re.Pattern[str], what: str) -> str:
        """Read an option of a given form; an empty text where it is not there."""
        node = self.options.get(name)
        if node is None:
            return ""
        value = self._text(name, node, what)
        if not pattern.fullmatch(value):
            raise self._fault("LS313", f"'{name}' must be {what}, not '{value}'", mark=node.start_mark)
        return value

    def _names(self, results: Mapping[str, Results | None]) -> tuple[str, ...]:
        """Find the files that are meant, in order and once each."""
        allowed = self._matching("empty", re.compile("allowed"), "'allowed', or left out")
        names: dict[str, None] = {}
        for node in self._nodes():
            name = self._text("results", node)
            matches = [name] if name in results else [known for known in results if fnmatchcase(known, name)]
            is_glob = bool(GLOB.search(name))
            if not matches and not is_glob:
                raise self._fault("LS311", f"no results '{name}'", near(name, results), node.start_mark)
            if not matches and not allowed:
                hint = f"{near(name, results)}; or write 'empty: allowed' for results that are still to come"
                raise self._fault("LS311", f"no results match '{name}'", hint, node.start_mark)
            for match in matches:
                if not results[match]:
                    message = f"the results '{match}' cannot be used"
                    raise self._fault("LS311", message, "mend their file first", node.start_mark)
                names[match] = None
        return tuple(names)

    def _nodes(self) -> list[Node]:
        node = self.options["results"]
        if isinstance(node, yaml.SequenceNode) and node.value:
            return list(node.value)
        self._text("results", node, "a name, or a list of names")
        return [node]

    def _id(self) -> str:
        if "id" in self.options:
            return self._matching("id", ID, "letters, digits and '-'")
        wanted = "-".join(node.value for node in self._nodes())
        return NO_ID.sub("-", wanted).strip("-") or "table"

    def _merge(self, files: Mapping[str, Results]) -> Results | None:
        if not files:
            return None
        # Nothing needs it before results are read.
        from lockstep.benchmarks.merge import merge  # noqa: PLC0415

        whole, findings = merge({f"{name}.json": found for name, found in files.items()})
        if findings:
            mark = self.options["results"].start_mark
            raise FindingError(
                *(
                    finding
                    for found in findings
                    for finding in self._fault("LS315", f"{found.path}: {found.message}", found.hint, mark).findings
                )
            )
        return whole

    def _subset(self, results: Results | None, names: tuple[str, ...]) -> str:
        node = self.options.get("subset")
        subset = self._text("subset", node) if node else ""
        if results is None:
            return subset
        if not node:
            return results.subsets[0].key
        self._known(subset, results, names, node.start_mark)
        return subset

    def _labels(self, results: Results | None, names: tuple[str, ...]) -> dict[str, str]:
        node = self.options.get("labels")
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            message = "'labels' must give texts by the keys of subsets"
            raise self._fault("LS313", message, "for example 'labels: {a100: A100}'", node.start_mark)
        labels: dict[str, str] = {}
        for key_node, value_node in node.value:
            key = self._text("labels", key_node, "texts by the keys of subsets")
            label = self._text("labels", value_node, "texts by the keys of subsets")
            if key in labels:
                raise self._fault("LS313", f"the label of '{key}' is there twice", "keep one", key_node.start_mark)
            if results is not None:
                self._known(key, results, names, key_node.start_mark)
            labels[key] = " ".join(label.split())
        return labels

    def _known(self, key: str, results: Results, names: tuple[str, ...], mark: Mark) -> None:
        keys = [subset.key for subset in results.subsets]
        if key not in keys:
            raise self._fault("LS312", f"no subset '{key}' in '{', '.join(names)}'", near(key, keys), mark)
