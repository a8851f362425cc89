"""Flags and acknowledgements together: what readers are told, and what authors have to see to."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.benchmarks.acknowledged import FILE, Acknowledgement
from lockstep.benchmarks.audit import Flag, audit
from lockstep.benchmarks.places import locate
from lockstep.benchmarks.reasons import markup, sentence
from lockstep.benchmarks.rendering.labels import joined
from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError
from lockstep.messages import SOURCE, Messages
from lockstep.project import Language

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from markupsafe import Markup

    from lockstep.benchmarks.model import Results
    from lockstep.project import Project

CODES = {
    "copied": "LS321",
    "batch-inversion": "LS322",
    "mixed-precision": "LS323",
    "missing": "LS324",
    "version": "LS325",
    "impossible": "LS326",
}
MEND = "correct it, or say in {} why it stays"
AUTHORS = Messages(Language(SOURCE, SOURCE))


@dataclass(frozen=True, slots=True)
class Doubt:
    """A flag, and the acknowledgement that speaks of it, if there is one."""

    flag: Flag
    acknowledgement: Acknowledgement | None = None

    def text(self, labels: Mapping[str, str], messages: Messages) -> Markup:
        """Tell a reader what is doubtful and, where an editor knows of it, why it stays.

        Args:
            labels: the names of subsets, by key.
            messages: the reader's language.
        """
        reason = self.acknowledgement.reason(messages.language) if self.acknowledgement else ""
        return joined((markup(self.flag, labels, messages), reason))


def doubts(
    results: Mapping[str, Results | None], acknowledgements: Sequence[Acknowledgement]
) -> dict[str, tuple[Doubt, ...]]:
    """Audit every file; the first acknowledgement that matches a flag is the one that speaks of it."""
    return {
        name: tuple(
            Doubt(flag, next((known for known in acknowledgements if known.matches(name, flag)), None))
            for flag in (audit(found) if found else ())
        )
        for name, found in results.items()
    }


def of_table(
    names: Sequence[str], results: Mapping[str, Results | None], found: Mapping[str, Sequence[Doubt]]
) -> list[Doubt]:
    """Collect what is doubtful in several files that are shown as one.

    What one file lacks may be in another: of a subset that several have, only what is there is in doubt.
    """
    files = Counter(subset.key for name in names if (some := results[name]) is not None for subset in some.subsets)
    return [
        doubt
        for name in names
        for doubt in found[name]
        if doubt.flag.rule != "missing" or files[doubt.flag.subset] == 1
    ]


def check_doubts(
    project: Project,
    results: Mapping[str, Results | None],
    found: Mapping[str, Sequence[Doubt]],
    acknowledgements: Iterable[Acknowledgement],
) -> Iterator[Finding]:
    """Report the flags that nobody has acknowledged, and the acknowledgements that speak of no flag (LS328)."""
    for name, some in found.items():
        results_of_name = results[name]
        if results_of_name is not None:
            flags = [doubt.flag for doubt in some if doubt.acknowledgement is None]
            yield from _place(project, name, results_of_name, flags)
    used = {id(doubt.acknowledgement) for some in found.values() for doubt in some}
    for known in acknowledgements:
        # Of results that cannot be read nothing is known; and what has to be mended is not to be deleted.
        if known.sound and id(known) not in used and results[known.results] is not None:
            path = relative(project.results / FILE, project.root)
            again = any(known.matches(name, doubt.flag) for name, some in found.items() for doubt in some)
            message = (
                "another acknowledgement above says this already" if again else "the audit finds nothing of this kind"
            )
            yield Finding(path, known.line, known.column, "LS328", message, "delete it, or correct what it names")


def acknowledged(
    project: Project, results: Mapping[str, Results | None], found: Mapping[str, Sequence[Doubt]]
) -> Iterator[tuple[Acknowledgement, Finding]]:
    """List the flags that are acknowledged, each at its place, with what is known of it."""
    for name, some in found.items():
        results_of_name = results[name]
        if results_of_name is not None:
            known = [(doubt.flag, doubt.acknowledgement) for doubt in some if doubt.acknowledgement is not None]
            placed = _place(project, name, results_of_name, [flag for flag, _ in known])
            for (_, acknowledgement), finding in zip(known, placed, strict=False):
                yield acknowledgement, finding


def _place(project: Project, name: str, results: Results, flags: Sequence[Flag]) -> Iterator[Finding]:
    """Make findings of flags, each at its place in the result file."""
    if not flags:
        return
    file = project.results / f"{name}.json"
    path = relative(file, project.root)
    try:
        text = read_text(file, project.root)
    except FindingError:
        return  # It was deleted after it was read, and the next build says so.
    values = locate(text).values
    subsets = {subset.key: index for index, subset in enumerate(results.subsets)}
    cells = {id(cell): index for subset in results.subsets for index, cell in enumerate(subset.cells)}
    labels = {key: f"'{key}'" for key in subsets}
    lines = [0, *(newline.end() for newline in re.finditer("\n", text))]
    for flag in flags:
        where: tuple[str | int, ...] = ("subsets", subsets[flag.subset])
        if flag.cell is None:
            offset = values.get((*where, *_field(flag)), values.get((*where, "key"), 0))
        else:
            where = (*where, "cells", cells[id(flag.cell)])
            offset = values.get(where, 0)
            if flag.arm is not None:
                offset = values.get((*where, flag.arm, "mean_ms"), values.get((*where, flag.arm), offset))
        line = bisect_right(lines, offset)
        column = offset - lines[line - 1] + 1
        message = f"{flag.rule} in '{flag.subset}': {sentence(flag, labels, AUTHORS)}"
        mend = "add what is missing, or say in {} why there is none" if flag.rule == "missing" else MEND
        hint = mend.format(FILE)
        yield Finding(path, line, column, CODES[flag.rule], message, hint)


def _field(flag: Flag) -> tuple[str, ...]:
    """Tell which field of a subset a flag without a cell is about."""
    match flag.sentence:
        case "version-stated":
            return ("software", "stated_torch")
        case "version-date":
            return ("origin", "date")
        case "version-cuda":
            return ("software", "cuda")
        case "version-python":
            return ("software", "python")
        case "version-build" | "version-compile":
            return ("software", "torch")
    return ("key",)
