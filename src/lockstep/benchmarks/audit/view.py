"""Results as the rules look at them: every time computed once, every row beside its siblings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lockstep.benchmarks.audit.flag import ARMS
from lockstep.benchmarks.derived import time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lockstep.benchmarks.audit.flag import ArmName
    from lockstep.benchmarks.derived import Estimate
    from lockstep.benchmarks.model import Arm, Cell, Results, Subset
    from lockstep.benchmarks.setup import Treatment


class Series(NamedTuple):
    """What the rows of one workload share that differ in batch size only."""

    workload: str
    dtype: str | None
    treatment: Treatment


class Work(NamedTuple):
    """What the eager arms of several setups have in common."""

    workload: str
    dtype: str | None
    batch_size: int


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A cell with its subset and the times of its arms; ``None`` for an arm without."""

    subset: Subset
    cell: Cell
    eager: Estimate | None
    compiled: Estimate | None

    def time(self, arm: ArmName) -> Estimate | None:
        """Tell the time of an arm."""
        return self.eager if arm == "eager" else self.compiled

    def arm(self, arm: ArmName) -> Arm:
        """Tell an arm itself."""
        return self.cell.eager if arm == "eager" else self.cell.compiled

    @property
    def series(self) -> Series:
        """The rows that differ in batch size only."""
        return Series(self.cell.workload.id, self.cell.workload.dtype, self.cell.treatment)

    @property
    def work(self) -> Work:
        """The rows that compute the same."""
        workload = self.cell.workload
        return Work(workload.id, workload.dtype, workload.batch_size)


class View:
    """A file's rows, in its order."""

    def __init__(self, results: Results) -> None:
        """Compute every time."""
        self.subsets = results.subsets
        self.rows = [
            Row(subset, cell, time(cell.eager), time(cell.compiled))
            for subset in results.subsets
            for cell in subset.cells
        ]
        self._series: dict[tuple[str, Series], list[Row]] = {}
        self.works: dict[Work, list[Row]] = {}
        for row in self.rows:
            self._series.setdefault((row.subset.key, row.series), []).append(row)
            self.works.setdefault(row.work, []).append(row)
        for rows in self._series.values():
            rows.sort(key=lambda row: row.cell.workload.batch_size)

    def series(self, row: Row) -> list[Row]:
        """List a row and its siblings of other batch sizes, the smallest first."""
        return self._series[row.subset.key, row.series]


def pairs(row: Row, other: Row) -> Iterator[tuple[ArmName, Estimate, Estimate]]:
    """Pair the times of two rows, arm by arm, where both have one."""
    for arm in ARMS:
        time_of_row, time_of_other = row.time(arm), other.time(arm)
        if time_of_row is not None and time_of_other is not None:
            yield arm, time_of_row, time_of_other
