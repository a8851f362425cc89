"""Numbers that a careful editor would doubt, found from the numbers alone. They are flagged, never repaired."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from lockstep.benchmarks.model import Cell, Results, Subset

ArmName = Literal["eager", "compiled"]

CLEARLY_FASTER = Decimal("0.9")
"""A larger batch is flagged when it takes less than this share of a smaller batch's time.

It does at least the smaller batch's work, so it should never be faster. Yet on a small model both do little but launch
kernels, take nearly the same time, and either may come out ahead: V100 ResNet, eager, falls from 6.484 to 6.109 ms
(0.94) between batches 1 and 4, and A100 ResNet from 7.435 to 7.261 (0.98). A tenth is well clear of that noise; the
slip that is to be found falls to 0.58 (3.801 to 2.187).
"""


@dataclass(frozen=True, slots=True)
class Flag:
    """A doubtful cell, and what a sentence about it needs.

    ``subset`` is the key of the cell's subset. ``rule`` says why:

    ``batch-inversion``: ``cell`` is clearly faster than ``smaller``, a smaller batch of the same model beside it.
    ``copied``: ``cell`` has, digit for digit, the times that another device has for the same, in the subset with the
    key ``copied_from``; and it is faster than ``smaller``, so that it is this device whose times cannot be right.

    ``arm`` is where ``cell`` beats ``smaller`` by most.
    """

    subset: str
    cell: Cell
    rule: Literal["copied", "batch-inversion"]
    arm: ArmName
    smaller: Cell
    copied_from: str | None = None


class _Inversion(NamedTuple):
    """``share`` is what a cell takes of the time of a smaller batch; below 1 it is the faster."""

    share: Decimal
    arm: ArmName
    smaller: Cell


def audit(results: Results) -> list[Flag]:
    """Look through all cells, in the file's order. A cell is flagged once: ``copied`` explains its inversion."""
    flags: list[Flag] = []
    for subset in results.subsets:
        # Large files have many workloads, each with a handful of batch sizes.
        batches: dict[tuple[str, str, str], list[Cell]] = {}
        for cell in subset.cells:
            batches.setdefault(_workload(cell), []).append(cell)
        for cell in subset.cells:
            inversion = _inversion(batches[_workload(cell)], cell)
            if inversion is None:
                continue
            share, arm, smaller = inversion
            original = _original(results, subset, cell)
            if original is not None:
                flags.append(Flag(subset.key, cell, "copied", arm, smaller, original))
            elif share < CLEARLY_FASTER:
                flags.append(Flag(subset.key, cell, "batch-inversion", arm, smaller))
    return flags


def _inversion(batches: list[Cell], cell: Cell) -> _Inversion | None:
    """Find, among the batches of the same workload, the smaller one that a cell beats by most."""
    found = [
        _Inversion(time / smaller_time, arm, smaller)
        for smaller in batches
        if smaller.batch_size < cell.batch_size
        for arm, time, smaller_time in _pairs(cell, smaller)
        if time is not None and smaller_time is not None and time < smaller_time
    ]
    return min(found, key=lambda inversion: inversion.share, default=None)


def _pairs(cell: Cell, other: Cell) -> tuple[tuple[ArmName, Decimal | None, Decimal | None], ...]:
    return (
        ("eager", cell.eager.mean_ms, other.eager.mean_ms),
        ("compiled", cell.compiled.mean_ms, other.compiled.mean_ms),
    )


def _original(results: Results, subset: Subset, cell: Cell) -> str | None:
    """Find another device with the same digits for the same work: its subset's key."""
    for other in results.subsets:
        if (
            other.hardware.device == subset.hardware.device
            or other.software != subset.software
            or other.treatment != subset.treatment
        ):
            continue
        for twin in other.cells:
            same_work = _workload(twin) == _workload(cell) and twin.batch_size == cell.batch_size
            if same_work and _digits(twin) == _digits(cell):
                return other.key
    return None


def _workload(cell: Cell) -> tuple[str, str, str]:
    return cell.task, cell.model, cell.checkpoint


def _digits(cell: Cell) -> tuple[str, str]:
    # As text: 6.00 and 6.0 are equal numbers, but not a copy.
    return str(cell.eager.mean_ms), str(cell.compiled.mean_ms)
