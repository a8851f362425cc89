"""Reading result files. Each fault is a finding at its line and column; no input raises anything else."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from lockstep.benchmarks.fields import repeats
from lockstep.benchmarks.misfits import Misfit, misfits, quote, shorten
from lockstep.benchmarks.model import SCHEMA_VERSION, Results
from lockstep.benchmarks.places import Places, locate, number, too_deep
from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from lockstep.benchmarks.places import Path
    from lockstep.project import Project

# A result file needs seven levels; far beyond them, Python's own reader gives up with a traceback.
DEEPEST = 50
# Python refuses to read integers of more than 4300 digits; one as long as this is no count anyway.
LONGEST_INTEGER = 300

SYNTAX = {
    "Expecting value": "a value is missing",
    "Expecting property name enclosed in double quotes": "a field name in double quotes is missing",
    "Expecting ':' delimiter": "a ':' is missing",
    "Expecting ',' delimiter": "a ',' or a closing bracket is missing",
    "Unterminated string starting at": "this text is never closed",
    "Invalid control character at": "a text holds a line break, a tab or another control character",
    "Invalid \\escape": "a backslash escapes nothing",
    "Invalid \\uXXXX escape": "four hexadecimal digits must follow \\u",
    "Extra data": "the file goes on behind its end",
}
LAST = {"}": "there is a comma behind the object's last field", "]": "there is a comma behind the list's last item"}
TRAILING_COMMA = re.compile(r",\s*([}\]])")


def load_results(project: Project) -> tuple[dict[str, Results | None], list[Finding]]:
    """Read every ``*.json`` in the project's results folder.

    Returns the results by name (the file's name without ``.json``), in order, and what is wrong with the files that
    cannot be used: their results are ``None``.
    """
    results: dict[str, Results | None] = {}
    findings: list[Finding] = []
    for file in sorted(project.results.glob("*.json")):
        if file.name.startswith("."):  # an editor's lock or backup
            continue
        try:
            results[file.stem] = parse_results(read_text(file, project.root), relative(file, project.root))
        except FindingError as error:
            results[file.stem] = None
            findings += error.findings
    return results, findings


def parse_results(text: str, path: str) -> Results:
    """Read the text of one result file; ``path`` names it in findings.

    Raises:
        FindingError: with every fault found: LS301 no JSON, LS302 a repeated field name, LS303 NaN, Infinity or 1e400,
            LS304 against the schema, LS305 a repeated subset key or cell.
    """
    data, places = _read(text, path)
    version = data.get("schema_version") if isinstance(data, dict) else None
    if type(version) is int and version != SCHEMA_VERSION:
        # Another layout: whatever else it holds would be reported for the wrong reason.
        problem = (
            f"schema_version: expected {SCHEMA_VERSION}, the one this version reads, found {shorten(str(version))}"
        )
        raise FindingError(_finding(text, path, places.values["schema_version",], "LS304", problem))
    faults = [
        ("LS302", Misfit(where, offset, "this field is here twice", "keep one")) for where, offset in places.repeated
    ]
    faults += [("LS303", unusable) for unusable in _unusable(places)]
    faults += [("LS305", duplicate) for duplicate in _duplicates(data, places)]
    # What is no number at all needs no telling that it is no time either.
    told = {fault.where for code, fault in faults if code != "LS302"}
    try:
        results = Results.model_validate(data)
    except ValidationError as error:
        faults += [("LS304", misfit) for misfit in misfits(error, places) if misfit.where not in told]
    if faults:
        raise FindingError(
            *sorted(
                _finding(text, path, fault.offset, code, f"{_name(fault.where, data)}{fault.problem}", hint=fault.hint)
                for code, fault in faults
            )
        )
    return results


def _read(text: str, path: str) -> tuple[Any, Places]:
    def malformed(offset: int, problem: str, hint: str = "") -> FindingError:
        return FindingError(_finding(text, path, offset, "LS301", problem, hint=hint))

    if not text.strip():
        raise malformed(0, "the file is empty", "give it results, or delete it")
    deep = too_deep(text, DEEPEST)
    if deep is not None:
        raise malformed(deep, f"nested more than {DEEPEST} levels deep")
    try:
        data = json.loads(text, parse_float=number, parse_int=_integer, parse_constant=number)
    except json.JSONDecodeError as error:
        # Python says so from 3.13 on, at the comma; before, it misses what would follow one, at the bracket.
        comma = TRAILING_COMMA.match(text, text.rfind(",", 0, error.pos + 1))
        if comma and comma.start() <= error.pos <= comma.start(1):
            raise malformed(comma.start(), f"not JSON: {LAST[comma[1]]}", "delete it") from None
        end = "" if text[error.pos :].strip() else "; the file ends here"
        raise malformed(error.pos, f"not JSON: {SYNTAX.get(error.msg, error.msg)}{end}") from None
    places = locate(text)
    if places.halves:
        raise malformed(places.halves[0], "a \\u escape gives half a character", "write the character itself")
    return data, places


def _integer(literal: str) -> object:
    return int(literal) if len(literal) <= LONGEST_INTEGER else number(literal)


def _unusable(places: Places) -> Iterator[Misfit]:
    for where, offset, literal in places.unusable:
        # 1e400 is right by the grammar, yet a browser reads Infinity.
        problem = (
            "not a number" if literal.endswith(("NaN", "Infinity")) else "beyond the numbers that JSON readers hold"
        )
        hint = "where there is no time, leave it out and let 'status' say why" if where[-1:] == ("mean_ms",) else ""
        yield Misfit(where, offset, f"{shorten(literal)} is {problem}", hint)


def _duplicates(data: Any, places: Places) -> Iterator[Misfit]:  # noqa: ANN401 - whatever the JSON holds
    """Find subset keys and cells that repeat.

    The model refuses them too, but looks only once all else is right.
    """
    subsets = _items(data, "subsets")
    for index, first in repeats(_identity(subset, "key") for subset in subsets):
        where: Path = ("subsets", index, "key")
        problem = f"the key {quote(subsets[index]['key'])} belongs to subsets[{first}]"
        yield Misfit(where, places.values[where], problem, "keys are unique in a file")
    for position, subset in enumerate(subsets):
        for index, first in repeats(map(_cell, _items(subset, "cells"))):
            where = ("subsets", position, "cells", index)
            problem = f"same workload, batch size and treatment as cells[{first}]"
            yield Misfit(where, places.values[where], problem, "keep one")


def _items(value: Any, name: str) -> list[Any]:  # noqa: ANN401
    items = value.get(name) if isinstance(value, dict) else None
    return items if isinstance(items, list) else []


def _identity(value: Any, *names: str) -> Hashable | None:  # noqa: ANN401
    parts = tuple(value.get(name) for name in names) if isinstance(value, dict) else (None,)
    return parts if all(type(part) in (str, int) for part in parts) else None


def _cell(value: Any) -> Hashable | None:  # noqa: ANN401
    """Tell cells apart as the model does, by the same fields."""
    if not isinstance(value, dict):
        return None
    workload, treatment = value.get("workload"), value.get("treatment")
    identity = _identity(workload, "id", "batch_size")
    if identity is None or not isinstance(workload, dict) or not isinstance(treatment, dict):
        return None
    return identity, workload.get("dtype"), json.dumps(treatment, sort_keys=True, default=str)


def _name(where: Path, data: Any) -> str:  # noqa: ANN401
    """Name a path as ``subsets[2].cells[5].eager.mean_ms (ResNet, batch 4): ``; the whole file needs no name."""
    if not where:
        return ""
    name = ""
    for part in where:
        if isinstance(part, int):
            name += f"[{part}]"
        else:
            name += f".{part}" if part.isidentifier() else f".{quote(part)}"
    match where:
        case ("subsets", int(subset), "cells", int(index), *_):
            cell = data["subsets"][subset]["cells"][index]
            workload = cell.get("workload") if isinstance(cell, dict) else None
            if isinstance(workload, dict) and _identity(workload, "model", "batch_size"):
                name += f" ({quote(workload['model'])[1:-1]}, batch {shorten(str(workload['batch_size']))})"
    return f"{name.removeprefix('.')}: "


def _finding(text: str, path: str, offset: int, code: str, message: str, *, hint: str = "") -> Finding:
    line = text.count("\n", 0, offset) + 1
    return Finding(path, line, offset - text.rfind("\n", 0, offset), code, message, hint)
