"""What an editor knows of a flagged number and leaves as it is: ``acknowledged.yml``, beside the results.

A list, written by hand, which no import touches::

    - results: published-2023
      rule: copied
      subset: t4-nightly
      workload: beit
      batch-size: 16
      mode: default
      reason:
        en: Published so.
        pt: Publicado assim.

``subset``, ``workload``, ``batch-size`` and ``mode`` may be left out, and then mean all. The reason is given in every
language of the project, by its folder; readers see it below the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import yaml

from lockstep.benchmarks.audit import RULES
from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError, near
from lockstep.project import HERE
from lockstep.yamltext import HINT, forbidden

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from yaml import Mark, Node

    from lockstep.benchmarks.audit import Flag
    from lockstep.benchmarks.model import Results
    from lockstep.project import Language, Project

    Fault = Callable[..., None]

FILE = "acknowledged.yml"
NEEDED = ("results", "rule", "reason")
FILTERS = ("subset", "workload", "batch-size", "mode")
KEYS = (*NEEDED[:2], *FILTERS, NEEDED[2])


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """Which flags are known, and why they stay.

    ``reasons`` are by the language's folder, the source language first; ``line`` and ``column`` are where it begins.
    ``sound`` is whether nothing is wrong with its reason.
    """

    results: str
    rule: str
    line: int
    column: int
    reasons: Mapping[str, str]
    sound: bool = True
    subset: str | None = None
    workload: str | None = None
    batch_size: str | None = None
    mode: str | None = None

    def matches(self, name: str, flag: Flag) -> bool:
        """Whether it speaks of a flag of the results ``name``."""
        return (
            (name, flag.rule) == (self.results, self.rule)
            and self.subset in (None, flag.subset)
            and self.workload in (None, flag.workload)
            and (self.batch_size is None or self.batch_size in map(str, flag.batch_sizes))
            and self.mode in (None, flag.mode)
        )

    def reason(self, language: Language) -> str:
        """Give the reason in a language, or in the source language where it is not translated."""
        return self.reasons.get(_key(language)) or next(iter(self.reasons.values()), "")


class Text(NamedTuple):
    """A text and where it stands."""

    value: str
    mark: Mark


def load_acknowledgements(
    project: Project, results: Mapping[str, Results | None]
) -> tuple[list[Acknowledgement], list[Finding]]:
    """Read the file, and say what is wrong with it: LS327, LS329 for a reason that lacks a language."""
    file = project.results / FILE
    path = relative(file, project.root)
    if not file.exists():
        return [], []
    findings: list[Finding] = []

    def fault(mark: Mark | None, message: str, hint: str = "", code: str = "LS327") -> None:
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        findings.append(Finding(path, line, column, code, message, hint))

    try:
        node = yaml.compose(read_text(file, project.root), Loader=yaml.BaseLoader)
    except FindingError as error:
        return [], list(error.findings)
    except (yaml.YAMLError, RecursionError) as error:
        fault(getattr(error, "problem_mark", None), "the file is not YAML", "a list: '- results: NAME', …")
        return [], findings
    if node is None:
        return [], []
    if not isinstance(node, yaml.SequenceNode):
        fault(node.start_mark, "expected a list", "begin every acknowledgement with '- results: NAME'")
        return [], findings
    for text, message in forbidden(node):
        fault(text.start_mark, message, HINT)
    languages = [_key(language) for language in project.languages]
    found = [_read(item, results, languages, fault) for item in node.value]
    return [one for one in found if one], findings


def _read(
    node: Node, results: Mapping[str, Results | None], languages: list[str], fault: Fault
) -> Acknowledgement | None:
    fields = _fields(node, KEYS, fault)
    if fields is None:
        return None
    texts: dict[str, Text] = {}
    good = True
    for key, value in fields.items():
        if key == "reason":
            continue
        if any(True for _ in forbidden(value)):
            good = False  # that has a finding
        elif isinstance(value, yaml.ScalarNode) and value.value:
            texts[key] = Text(value.value, value.start_mark)
        else:
            fault(value.start_mark, f"'{key}' must be a name or a number")
            good = False
    for key in NEEDED:
        if key not in fields:
            fault(node.start_mark, f"'{key}' is missing", "an acknowledgement has results, rule and reason")
            good = False
    if not good:
        return None
    good = _known(texts, {"results": results, "rule": RULES}, "", fault)
    reasons = _reasons(fields["reason"], languages, fault)
    shown = results.get(texts["results"].value)
    if shown is not None:
        good &= _known(texts, _names(shown), f" in '{texts['results'].value}'", fault)
    if not good:
        return None
    return Acknowledgement(
        texts["results"].value,
        texts["rule"].value,
        node.start_mark.line + 1,
        node.start_mark.column + 1,
        reasons,
        len(fields["reason"].value) == len(reasons) == len(languages),
        *(texts[key].value if key in texts else None for key in FILTERS),
    )


def _names(results: Results) -> dict[str, Iterable[str]]:
    """List what there is in results to name."""
    cells = [cell for subset in results.subsets for cell in subset.cells]
    return {
        "subset": {subset.key for subset in results.subsets},
        "workload": {cell.workload.id for cell in cells},
        "batch-size": {str(cell.workload.batch_size) for cell in cells},
        "mode": {cell.treatment.mode for cell in cells},
    }


def _known(texts: Mapping[str, Text], known: Mapping[str, Iterable[str]], where: str, fault: Fault) -> bool:
    good = True
    for key, names in known.items():
        if key in texts and texts[key].value not in names:
            value, mark = texts[key]
            fault(mark, f"no {key.replace('-', ' ')} '{value}'{where}", near(value, names))
            good = False
    return good


def _reasons(node: Node, languages: list[str], fault: Fault) -> dict[str, str]:
    fields = _fields(node, languages, fault, "language")
    if fields is None:
        return {}
    reasons: dict[str, str] = {}
    for key, value in fields.items():
        if any(True for _ in forbidden(value)):
            continue  # that has a finding
        if isinstance(value, yaml.ScalarNode) and value.value.strip():
            reasons[key] = " ".join(value.value.split())
        else:
            fault(value.start_mark, f"the reason in '{key}' must be a text")
    for language in languages:
        if language not in fields:
            fault(node.start_mark, f"the reason has no '{language}'", "readers of every language see it", "LS329")
    # The source language first.
    return {language: reasons[language] for language in languages if language in reasons}


def _fields(node: Node, known: tuple[str, ...] | list[str], fault: Fault, what: str = "key") -> dict[str, Node] | None:
    if not isinstance(node, yaml.MappingNode):
        fault(node.start_mark, "expected names and values", f"for example '{known[0]}: …'")
        return None
    fields: dict[str, Node] = {}
    for key, value in _pairs(node):
        if key.value not in known:
            fault(key.start_mark, f"unknown {what} '{key.value}'", near(key.value, known))
        elif key.value in fields:
            fault(key.start_mark, f"'{key.value}' is there twice", "keep one")
        else:
            fields[key.value] = value
    return fields


def _pairs(node: yaml.MappingNode) -> Iterator[tuple[yaml.ScalarNode, Node]]:
    for key, value in node.value:
        # A key that is no text is no key that is known.
        yield key if isinstance(key, yaml.ScalarNode) else yaml.ScalarNode("", "…", key.start_mark), value


def _key(language: Language) -> str:
    """Name a language as the file does: by its folder, or by its tag where the pages have no folder of their own."""
    return language.tag if language.folder == HERE else language.folder
