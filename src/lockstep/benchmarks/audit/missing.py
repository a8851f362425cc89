"""What a file's own grid lets expect and is not there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from lockstep.benchmarks.audit.flag import ARMS, Flag, row_flag

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from lockstep.benchmarks.audit.flag import Value
    from lockstep.benchmarks.audit.view import View
    from lockstep.benchmarks.model import Cell, Subset

Item = TypeVar("Item")
Group = TypeVar("Group", bound="Hashable")


class Point(NamedTuple):
    """A place in a subset's grid."""

    workload: str
    dtype: str | None
    batch_size: int
    mode: str


def missing(view: View) -> Iterator[Flag]:
    """Find the gaps of the file.

    In a publication, something is expected where at least half of those that could have it do: a batch size of a
    subset's workloads, a row or a setup (version and mode of PyTorch) of its devices of one kind. Those who measure
    choose what they measure and when they stop, so they owe nobody a row.
    """
    imported = [subset for subset in view.subsets if subset.origin.kind == "imported"]
    points = {subset.key: {_point(cell) for cell in subset.cells} for subset in imported}
    wanted = {key: _batch_sizes(found) for key, found in points.items()}
    setups: dict[str, list[Flag]] = {}
    for published in _groups(imported, lambda subset: (subset.origin, subset.hardware.kind)).values():
        for key, flag in _setups(published):
            setups.setdefault(key, []).append(flag)
        for alike in _groups(published, lambda subset: (subset.software.torch, frozenset(_modes(subset)))).values():
            common = Counter(point for subset in alike for point in points[subset.key])
            for subset in alike:
                wanted[subset.key] |= {point for point, number in common.items() if 2 * number >= len(alike)}
    for subset in imported:
        yield from _rows(subset, wanted[subset.key] - points[subset.key])
        yield from setups.get(subset.key, ())
    for row in view.rows:
        for arm, other in zip(ARMS, reversed(ARMS), strict=True):
            # Where a reason stands, the file is not silent about it.
            gone = row.arm(arm)
            if gone.status == "not-run" and gone.reason is None and row.arm(other).status == "ok":
                yield row_flag("missing", "missing-arm", row.subset.key, row.cell, arm)


def _batch_sizes(points: set[Point]) -> set[Point]:
    """Tell the rows that a subset should have, going by its own workloads."""
    workloads = {(point.workload, point.dtype) for point in points}
    common = Counter((point.batch_size, point.mode) for point in points)
    return {
        Point(*workload, *place)
        for place, number in common.items()
        if 2 * number >= len(workloads)
        for workload in workloads
    }


def _setups(published: list[Subset]) -> Iterator[tuple[str, Flag]]:
    """Tell the setups that most devices have and some lack, each with the key of a subset of the device."""
    devices = _groups(published, lambda subset: subset.hardware.device)
    have = {
        device: {(subset.software.torch, mode) for subset in subsets for mode in _modes(subset)}
        for device, subsets in devices.items()
    }
    common = Counter(setup for setups in have.values() for setup in setups)
    for device, setups in have.items():
        for (torch, mode), number in common.items():
            if 2 * number >= len(have) and (torch, mode) not in setups:
                place = next((one for one in devices[device] if one.software.torch == torch), devices[device][0])
                values: dict[str, Value] = {"device": device, "torch": torch, "mode": mode}
                yield place.key, Flag("missing", "missing-setup", place.key, mode=mode, values=values)


def _rows(subset: Subset, lacking: set[Point]) -> Iterator[Flag]:
    """Say which rows are missing, once per workload and mode."""
    one_mode = len(_modes(subset)) == 1
    names = {cell.workload.id: cell.workload.model for cell in subset.cells}
    order = sorted(lacking, key=lambda point: (point.workload, point.dtype or "", point.mode, point.batch_size))
    for (workload, _, mode), points in _groups(order, lambda point: (point.workload, point.dtype, point.mode)).items():
        batch_sizes = tuple(point.batch_size for point in points)
        values: dict[str, Value] = {"model": names.get(workload, workload), "batch_sizes": batch_sizes, "mode": mode}
        sentence = "missing-rows" if one_mode else "missing-rows-in-mode"
        yield Flag("missing", sentence, subset.key, None, None, workload, batch_sizes, mode, values)


def _groups(items: Iterable[Item], key: Callable[[Item], Group]) -> dict[Group, list[Item]]:
    found: dict[Group, list[Item]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def _point(cell: Cell) -> Point:
    return Point(cell.workload.id, cell.workload.dtype, cell.workload.batch_size, cell.treatment.mode)


def _modes(subset: Subset) -> set[str]:
    return {cell.treatment.mode for cell in subset.cells}
