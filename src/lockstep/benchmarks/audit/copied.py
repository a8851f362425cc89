"""Rows that have another row's times to the last digit."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from lockstep.benchmarks.audit.flag import ARMS, SubsetKey, row_flag
from lockstep.benchmarks.audit.order import inversion
from lockstep.benchmarks.audit.view import pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from lockstep.benchmarks.audit.flag import Flag
    from lockstep.benchmarks.audit.view import Row, View

SPREAD_OF_A_DEVICE, SPREAD_OF_DEVICES, SPREAD_OF_MODELS = Decimal("0.02"), Decimal("0.2"), Decimal("0.2")
"""How narrowly independent times lie together at most, as a share of the time.

It says how likely it is that two of them have the same digits. Of the same work, in the published file 7 of 32 pairs of
one device (other versions or modes) are within 1.5 percent of each other, as if spread evenly over 7; and 5 of 184
pairs of two devices, as if spread over 56. Both numbers here are a third of those, to be safe. Of one model's batches 1
of 117 pairs is within 2 percent, but small batches that wait for the CPU may all take as long: they count as the same
work on one device. Of two models at one batch size 10 of 539 pairs are within 3 percent, as if spread over 160; an
eighth of that leaves room for models of the same size.
"""

COINCIDENCES = Decimal("0.01")
"""Equal digits are flagged where fewer equal rows than this were to be expected in the file by chance.

Of two independent times within a spread of each other, one in (spread x time / last digit) has the other's digits, and
a row has two times: 42.179 and 42.147 on two devices are one in 71 million, and with the published file's 230 pairs of
comparable rows, one file in 300,000 would have such a pair. Rows of a few digits prove nothing. Three kinds of pairs
are looked at, and each has this limit to itself.
"""

OUT_OF_LINE = 2
"""A time this many times longer or shorter than the others of the same work on the same device does not belong there.

Between versions and modes, the published eager times of a device differ by up to 1.62 (T4 ResNet, 6.031 and
9.761), the copied row's by 4.5.
"""

FEWEST_SAMPLES = 5
"""So many samples equal in order and digits are no coincidence."""


class Find(NamedTuple):
    """A copy: the flag, and the row that it speaks of."""

    row: Row
    flag: Flag


def copies(view: View) -> Iterator[Find]:
    """Find rows that equal another of the same work, of the same model at another batch size, or of another model.

    Where it can be told which of them is right, the others only; each row once.
    """
    yield from _measured(view)
    told: set[Row] = set()
    for groups, spread in (
        (view.works, None),
        (_groups(view, lambda row: (row.subset.key, row.series)), SPREAD_OF_A_DEVICE),
        (_groups(view, _neighbours), SPREAD_OF_MODELS),
    ):
        pairs_of_rows = sum(len(rows) * (len(rows) - 1) // 2 for rows in groups.values())
        for twins in (twins for rows in groups.values() for twins in _alike(rows)):
            if _proven(twins, pairs_of_rows, spread or _spread(twins)):
                wrong = _wrong(view, twins)
                yield from (Find(row, _flag(view, row, twins, wrong)) for row in wrong if row not in told)
                told.update(wrong)


def _groups(view: View, key: Callable[[Row], Hashable]) -> dict[Hashable, list[Row]]:
    found: dict[Hashable, list[Row]] = {}
    for row in view.rows:
        found.setdefault(key(row), []).append(row)
    return found


def _neighbours(row: Row) -> Hashable:
    """Other models under the same conditions."""
    return row.subset.key, row.cell.treatment, row.cell.workload.dtype, row.cell.workload.batch_size


def _spread(twins: list[Row]) -> Decimal:
    devices = {row.subset.hardware.device for row in twins}
    return SPREAD_OF_DEVICES if len(devices) > 1 else SPREAD_OF_A_DEVICE


def _alike(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Group the rows that publish the same two times, as text: 6.00 and 6.0 are equal numbers, but not a copy."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        eager, compiled = row.cell.eager.mean_ms, row.cell.compiled.mean_ms
        if eager is not None and compiled is not None:
            found.setdefault((str(eager), str(compiled)), []).append(row)
    return (twins for twins in found.values() if len(twins) > 1)


def _proven(twins: list[Row], pairs_of_rows: int, spread: Decimal) -> bool:
    expected = Decimal(pairs_of_rows)
    for time in (twins[0].cell.eager.mean_ms, twins[0].cell.compiled.mean_ms):
        if time is not None:
            last_digit = Decimal(1).scaleb(int(time.as_tuple().exponent))
            expected *= min(Decimal(1), last_digit / (spread * time))
    return expected < COINCIDENCES


def _wrong(view: View, twins: list[Row]) -> list[Row]:
    """Tell which of equal rows do not belong where they are; all of them where that cannot be told."""
    for wrong in (
        [row for row in twins if _out_of_line(row, twins, view.works[row.work])],
        [row for row in twins if _out_of_order(view, row)],
    ):
        if wrong and len(wrong) < len(twins):
            return wrong
    return twins


def _out_of_line(row: Row, twins: list[Row], rows: list[Row]) -> bool:
    """Whether the same device's other times of the same work say otherwise."""
    others = [
        other.eager.value
        for other in rows
        if other not in twins and other.subset.hardware == row.subset.hardware and other.eager is not None
    ]
    if not others or row.eager is None:
        return False
    return all(max(time, row.eager.value) > OUT_OF_LINE * min(time, row.eager.value) for time in others)


def _out_of_order(view: View, row: Row) -> bool:
    """Whether it is faster than a smaller batch beside it, or slower than a larger one."""
    size = row.cell.workload.batch_size
    return inversion(view, row, clear=False) is not None or any(
        larger_time.value < time.value
        for larger in view.series(row)
        if larger.cell.workload.batch_size > size
        for _, time, larger_time in pairs(row, larger)
    )


def _flag(view: View, row: Row, twins: list[Row], wrong: list[Row]) -> Flag:
    right = next((twin for twin in twins if twin not in wrong), None)
    other = right or next(twin for twin in twins if twin is not row)
    if other.work != row.work:
        sentence = "copied-row-odd" if right else "copied-row"
        return row_flag("copied", sentence, row.subset.key, row.cell, **_row(other))
    if right is None:
        return row_flag("copied", "copied-either", row.subset.key, row.cell, other=_name(row, other))
    inverted = inversion(view, row, clear=False)
    if inverted and all(time.value < smaller.value for _, time, smaller in pairs(row, inverted.smaller)):
        return row_flag(
            "copied",
            "copied-inverted",
            row.subset.key,
            row.cell,
            other=_name(row, right),
            smaller=inverted.smaller.cell.workload.batch_size,
            time=inverted.time,
            smaller_time=inverted.smaller_time,
        )
    return row_flag("copied", "copied-odd", row.subset.key, row.cell, other=_name(row, right))


def _name(row: Row, other: Row) -> str:
    return SubsetKey(other.subset.key) if other.subset.key != row.subset.key else other.cell.treatment.mode


def _row(row: Row) -> dict[str, Any]:
    return {"other_model": row.cell.workload.model, "other_size": row.cell.workload.batch_size}


def _measured(view: View) -> Iterator[Find]:
    """Find equal lists of samples, wherever they are.

    An eager arm may be measured once for several modes of the same machine.
    """
    for arm in ARMS:
        found: dict[tuple[Decimal, ...], list[Row]] = {}
        for row in view.rows:
            samples = row.arm(arm).samples_ms
            if samples is not None and len(samples) >= FEWEST_SAMPLES and len(set(samples)) > 1:
                found.setdefault(samples, []).append(row)
        for twins in found.values():
            for row in twins:
                others = [twin for twin in twins if twin is not row and not (arm == "eager" and _once(row, twin))]
                other = next(iter(others), None)
                if other is None:
                    continue
                if other.work == row.work:
                    flag = row_flag("copied", "copied-samples", row.subset.key, row.cell, arm, other=_name(row, other))
                else:
                    flag = row_flag("copied", "copied-samples-row", row.subset.key, row.cell, arm, **_row(other))
                yield Find(row, flag)


def _once(row: Row, other: Row) -> bool:
    """Whether two eager arms may be one: the same work on the same machine with the same software."""
    ours, theirs = row.subset, other.subset
    same_machine = (ours.hardware, ours.software.torch) == (theirs.hardware, theirs.software.torch)
    return same_machine and row.work == other.work
