"""Rules about batch sizes: a larger batch takes longer, and not much more than it is larger."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from lockstep.benchmarks.audit.flag import row_flag
from lockstep.benchmarks.audit.view import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from lockstep.benchmarks.audit.flag import ArmName, Flag
    from lockstep.benchmarks.audit.view import Row, View
    from lockstep.benchmarks.derived import Estimate

CLEARLY_FASTER = Decimal("0.9")
"""A larger batch is flagged when it takes less than this share of a smaller batch's time.

It does at least the smaller batch's work, so it should never be faster. Yet on a small model both do little but launch
kernels, take nearly the same time, and either may come out ahead: V100 ResNet, eager, falls from 6.484 to 6.109 ms
(0.94) between batches 1 and 4, and A100 ResNet from 7.435 to 7.261 (0.98). A tenth is well clear of that noise; the
slip that is to be found falls to 0.58 (3.801 to 2.187). Where intervals are known, they must not overlap either.
"""

OUTGROWN = 3
"""A larger batch is flagged when an image or sequence in it takes more than this many times what it takes in a smaller.

Work per image does not grow with the batch. What grows is the share of it that no longer fits a cache, or another
algorithm that is chosen: the published times go up to 1.32 (A100 nightly DETR, compiled, 30.942 to 163.706 ms between
batches 4 and 16). Three is more than twice that, and less than the ten of a decimal point in the wrong place on a
device that is busy.
"""


class Inversion(NamedTuple):
    """``share`` is what a row takes of the time of a smaller batch; below 1 it is the faster."""

    share: Decimal
    arm: ArmName
    smaller: Row
    time: Estimate
    smaller_time: Estimate


def inversion(view: View, row: Row, *, clear: bool = True) -> Inversion | None:
    """Find, among the batches of the same workload, the smaller one that a row beats by most.

    ``clear`` leaves out what may be noise.
    """
    limit = CLEARLY_FASTER if clear else Decimal(1)
    found = [
        Inversion(share, arm, smaller, time, smaller_time)
        for smaller in view.series(row)
        if smaller.cell.workload.batch_size < row.cell.workload.batch_size
        for arm, time, smaller_time in pairs(row, smaller)
        if (share := time.value / smaller_time.value) < limit and not (clear and _overlap(time, smaller_time))
    ]
    return min(found, key=lambda inverted: inverted.share, default=None)


def inversions(view: View, explained: Set[Row]) -> Iterator[Flag]:
    """Find batches that are clearly faster than a smaller one, where no row of the two is ``explained`` already."""
    for row in view.rows:
        found = inversion(view, row)
        if found and not explained & {row, found.smaller}:
            yield row_flag(
                "batch-inversion",
                "batch-inversion",
                row.subset.key,
                row.cell,
                found.arm,
                smaller=found.smaller.cell.workload.batch_size,
                time=found.time,
                smaller_time=found.smaller_time,
            )


def outgrown(view: View, explained: Set[Row]) -> Iterator[Flag]:
    """Find batches that take far more time than they are larger."""
    for row in view.rows:
        size = row.cell.workload.batch_size
        for smaller in view.series(row):
            batch_size = smaller.cell.workload.batch_size
            if batch_size >= size or explained & {row, smaller}:
                continue
            grown = [
                (arm, time, smaller_time)
                for arm, time, smaller_time in pairs(row, smaller)
                if time.value * batch_size > OUTGROWN * smaller_time.value * size
            ]
            if grown:
                arm, time, smaller_time = grown[0]
                yield row_flag(
                    "impossible",
                    "outgrown",
                    row.subset.key,
                    row.cell,
                    arm,
                    smaller=batch_size,
                    time=time,
                    smaller_time=smaller_time,
                )
                break


def _overlap(time: Estimate, smaller: Estimate) -> bool:
    return time.high is not None and smaller.low is not None and time.high >= smaller.low
