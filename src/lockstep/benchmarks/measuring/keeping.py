"""The file that a run writes: what is in it already, and what is added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.benchmarks.load import parse_results
from lockstep.benchmarks.measuring.planning import in_order
from lockstep.benchmarks.model import SCHEMA_VERSION, Results, Subset
from lockstep.benchmarks.write import write_results
from lockstep.files import read_text, relative

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from pydantic import BaseModel

    from lockstep.benchmarks.measuring.planning import Planned
    from lockstep.benchmarks.measuring.suite import Suite
    from lockstep.benchmarks.model import Cell, CellKey
    from lockstep.benchmarks.setup import Hardware, Measured, SampledProtocol, Software


class Mixed(ValueError):  # noqa: N818 - a fact about a file
    """A subset of that name was measured otherwise."""


@dataclass(frozen=True, slots=True)
class Header:
    """What all cells of a subset have in common."""

    key: str
    origin: Measured
    hardware: Hardware
    software: Software
    protocol: SampledProtocol


class Keeper:
    """Keeps the cells of one subset in a file, which is complete and valid at any moment."""

    def __init__(self, file: Path, root: Path, header: Header, suite: Suite) -> None:
        """Take the file; ``root`` is the folder that findings name it in."""
        self._file, self._root, self._header, self._suite = file, root, header, suite

    def begin(self, *, fresh: bool) -> dict[CellKey, Cell]:
        """Give the cells that the file has already; with ``fresh``, none, and the first to be added replaces them.

        Raises:
            FindingError: the file cannot be read, or is no result file.
            Mixed: the subset there is of another machine, other software, or was timed otherwise.
        """
        found = self._subset(self._read())
        if found is None or fresh:
            self._fresh = fresh
            return {}
        self._fresh = False
        if differences := list(_differences(found, self._header)):
            raise Mixed(f"the subset '{self._header.key}' was measured otherwise: {'; '.join(differences)}")
        return {cell.key: cell for cell in found.cells}

    def add(self, cell: Cell) -> None:
        """Add a cell, or put it in the place of the one with its key.

        The file is read anew, so that what another run has written to other subsets meanwhile stays.

        Raises:
            FindingError: the file is no result file any more.
            OSError: it cannot be written.
        """
        results = self._read()
        found = None if self._fresh else self._subset(results)
        self._fresh = False
        others = [one for one in found.cells if one.key != cell.key] if found else []
        header = self._header
        subset = Subset(
            key=header.key,
            # The day of the first measurement stays.
            origin=found.origin if found else header.origin,
            hardware=header.hardware,
            software=header.software,
            protocol=header.protocol,
            cells=in_order([*others, cell], self._suite),
        )
        before = results.subsets if results else ()
        if any(one.key == header.key for one in before):
            subsets = tuple(subset if one.key == header.key else one for one in before)
        else:
            subsets = (*before, subset)
        update = {"schema_version": SCHEMA_VERSION, "subsets": subsets}
        write_results(results.model_copy(update=update) if results else Results(**update), self._file)  # type: ignore[arg-type]

    def _read(self) -> Results | None:
        if not self._file.exists():
            return None
        return parse_results(read_text(self._file, self._root), relative(self._file, self._root))

    def _subset(self, results: Results | None) -> Subset | None:
        subsets = results.subsets if results else ()
        return next((subset for subset in subsets if subset.key == self._header.key), None)


def usable(planned: Iterable[Planned], there: Mapping[CellKey, Cell], *, retry_failed: bool) -> dict[CellKey, Cell]:
    """Give the cells of a plan that need not be measured again: those of the same workload, to the hash."""
    kept = {}
    for one in planned:
        cell = there.get(one.key)
        if cell is None or cell.workload.hash != one.workload.hash:
            continue
        if retry_failed and (cell.eager.status, cell.compiled.status) != ("ok", "ok"):
            continue
        kept[one.key] = cell
    return kept


def _differences(subset: Subset, header: Header) -> Iterable[str]:
    if subset.origin.kind != "measured":
        yield "its numbers are imported"
    for name in ("hardware", "software", "protocol"):
        there: BaseModel = getattr(subset, name)
        here: BaseModel = getattr(header, name)
        fields = dict.fromkeys([*type(there).model_fields, *type(here).model_fields])
        for field in fields:
            before, now = getattr(there, field, None), getattr(here, field, None)
            if before != now:
                yield f"{name}.{field} {_shown(before)} there, {_shown(now)} here"


def _shown(value: object) -> str:
    return "none" if value is None else f"'{value}'" if isinstance(value, str) else str(value)
