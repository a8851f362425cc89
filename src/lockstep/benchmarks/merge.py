"""Several result files as one, by the keys in them: where the files lie, and in which order, changes nothing."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lockstep.benchmarks.model import SCHEMA_VERSION, Cell, Results, Subset
from lockstep.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lockstep.benchmarks.fields import Record
    from lockstep.benchmarks.model import CellKey

# Digits that stand together are compared as a number: batch 16 comes after batch 4.
DIGITS = re.compile(r"([0-9]+)")


@dataclass(slots=True)
class _Merged:
    """A subset as put together so far, and the file that each cell is from."""

    subset: Subset
    path: str
    cells: dict[CellKey, tuple[Cell, str]]


def merge(files: Mapping[str, Results]) -> tuple[Results, list[Finding]]:
    """Put files together into one.

    A subset that several files have is one subset, with the cells of all; a cell that several files have alike stands
    there once. One file alone stays as it is; of several, subsets and cells are in the order of their keys.

    Args:
        files: results by the path that names them in findings; at least one.

    Returns:
        the whole, and what contradicts: LS341 a subset whose machine, software, protocol or origin differs, LS342 a
        cell with different numbers, LS343 keys so near that they are one key, spelt differently. Of what contradicts,
        the first file's (by path) is in the whole.
    """
    if len(files) == 1:
        return next(iter(files.values())), []
    findings: list[Finding] = []
    merged: dict[str, _Merged] = {}
    for path in sorted(files):
        for subset in files[path].subsets:
            known = merged.setdefault(subset.key, _Merged(subset, path, {}))
            findings += _setups(known, subset, path)
            known.subset = _dated(known.subset, subset)
            for cell in subset.cells:
                first, other = known.cells.setdefault(cell.key, (cell, path))
                if first != cell:
                    name = f"{_name(cell)} in subset '{subset.key}'"
                    difference = _difference(first, cell)
                    message = f"{name}: {difference} is not as in {other}"
                    findings.append(Finding(path, 1, 1, "LS342", message, "keep one, or give one subset another key"))
    findings += _near_keys(files)
    for known in merged.values():
        findings += _near_cells(known)
    subsets = tuple(
        known.subset.model_copy(
            update={"cells": tuple(cell for _, (cell, _) in sorted(known.cells.items(), key=_order))}
        )
        for _, known in sorted(merged.items(), key=lambda item: natural(item[0]))
    )
    return Results(schema_version=SCHEMA_VERSION, subsets=subsets), sorted(set(findings))


def natural(text: str) -> tuple[tuple[str, int, str], ...]:
    """Sort texts with numbers in them as people do: ``t4-2`` before ``t4-10``."""
    parts = DIGITS.split(text)
    # Of two numbers, the one with more digits is the greater: Python reads no more than 4300 of them.
    return tuple(
        (part, 0, "") if index % 2 == 0 else ("", len(part.lstrip("0")), part.lstrip("0"))
        for index, part in enumerate(parts)
    )


def _order(item: tuple[CellKey, object]) -> tuple[object, ...]:
    key = item[0]
    return natural(key.workload), key.batch_size, key.dtype or "", key.treatment.model_dump_json()


def _setups(known: _Merged, subset: Subset, path: str) -> Iterator[Finding]:
    for part in ("origin", "hardware", "software", "protocol"):
        ours, theirs = getattr(known.subset, part), getattr(subset, part)
        # Shards of one series are not all started on the same day.
        if part == "origin" and ours.kind == theirs.kind == "measured":
            ours, theirs = (one.model_copy(update={"date": ""}) for one in (ours, theirs))
        if ours != theirs:
            message = f"subset '{subset.key}': {part}.{_difference(ours, theirs)} is not as in {known.path}"
            yield Finding(path, 1, 1, "LS341", message, "different setups are different subsets: give one another key")


def _dated(ours: Subset, theirs: Subset) -> Subset:
    """Date a measured subset from its first measurement, whichever file that is in."""
    if ours.origin.kind == theirs.origin.kind == "measured" and theirs.origin.date < ours.origin.date:
        return ours.model_copy(update={"origin": theirs.origin})
    return ours


def _difference(ours: Record, theirs: Record) -> str:
    """Name the first field that differs, by its path."""
    left, right = ours.model_dump(), theirs.model_dump()
    return ".".join(_path(left, right))


def _path(left: Any, right: Any) -> Iterator[str]:  # noqa: ANN401 - whatever a record holds
    for name in {**left, **right} if isinstance(left, dict) and isinstance(right, dict) else ():
        if left.get(name) != right.get(name):
            yield str(name)
            yield from _path(left.get(name), right.get(name))
            return


def _near_keys(files: Mapping[str, Results]) -> Iterator[Finding]:
    """Find keys of subsets and ids of workloads that differ in nothing but case, accents, spaces and punctuation."""
    subsets = [(subset.key, path) for path in sorted(files) for subset in files[path].subsets]
    workloads = [
        (cell.workload.id, path) for path in sorted(files) for subset in files[path].subsets for cell in subset.cells
    ]
    yield from _near("subset", subsets)
    yield from _near("workload", workloads)


def _near(what: str, names: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    first: dict[str, tuple[str, str]] = {}
    for name, path in names:
        other, place = first.setdefault(_folded(name), (name, path))
        if other != name:
            message = f"{what} '{name}' is nearly the '{other}' of {place}"
            yield Finding(path, 1, 1, "LS343", message, "spell them alike, or apart")


def _near_cells(merged: _Merged) -> Iterator[Finding]:
    """Find cells of one workload that differ only in what one of them leaves out."""
    seen: dict[tuple[object, ...], list[tuple[Cell, str]]] = {}
    for cell, path in merged.cells.values():
        given = cell.workload.dtype, *cell.treatment.model_dump().values()
        for other, place in seen.setdefault((cell.workload.id, cell.workload.batch_size), []):
            theirs = other.workload.dtype, *other.treatment.model_dump().values()
            if path != place and all(None in pair or len(set(pair)) == 1 for pair in zip(given, theirs, strict=True)):
                message = f"{_name(cell)} in subset '{merged.subset.key}' is nearly a row of {place}"
                hint = "give both the same fields: dtype, fullgraph, dynamic, scope"
                yield Finding(path, 1, 1, "LS343", message, hint)
        seen[cell.workload.id, cell.workload.batch_size].append((cell, path))


def _folded(name: str) -> str:
    """Take away case, accents, spaces and punctuation.

    A point between digits stays: versions 2.1 and 21 are different things.
    """
    plain = unicodedata.normalize("NFKD", name).casefold().replace("ı", "i")
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    # What has neither letters nor digits is like nothing but itself.
    return re.sub(r"(?<![0-9])[^\w]|[^\w](?![0-9])|_", "", letters) or name


def _name(cell: Cell) -> str:
    return f"{cell.workload.model}, batch {cell.workload.batch_size}, {cell.treatment.mode}"
