"""Published times with fewer decimals than their neighbours."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lockstep.benchmarks.audit.flag import ARMS, row_flag

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from lockstep.benchmarks.audit.flag import ArmName, Flag
    from lockstep.benchmarks.audit.view import Row, View

FEWEST_TIMES = 20
"""Of fewer times there is no telling what their publisher's habit is."""

MOST_EXCEPTIONS = 0.1
"""Exceptions are at most this share of the times; the published file has 4 in 266. Where one time in ten has fewer
decimals, they are what is left when a program drops the zeros at the end (it drops one in ten)."""


def mixed_precision(view: View) -> Iterator[Flag]:
    """Find, publication by publication, the times that lack decimals that almost all others have.

    A publisher who writes 10.500 writes zeros at the end, so 6.00 beside it has lost a digit. Where no time at all ends
    in a zero, zeros are dropped, and fewer decimals mean nothing.
    """
    publications: dict[object, list[tuple[Row, ArmName, Decimal]]] = {}
    for row in view.rows:
        for arm in ARMS:
            time = row.arm(arm).mean_ms
            if time is not None and row.subset.origin.kind == "imported":
                publications.setdefault(row.subset.origin, []).append((row, arm, time))
    for times in publications.values():
        decimals = Counter(_decimals(time) for _, _, time in times)
        usual, _ = decimals.most_common(1)[0]
        fewer = sum(number for digits, number in decimals.items() if digits < usual)
        if len(times) < FEWEST_TIMES or not 0 < fewer <= MOST_EXCEPTIONS * len(times):
            continue
        if not any(_decimals(time) == usual and str(time).endswith("0") for _, _, time in times):
            continue
        for row, arm, time in times:
            if _decimals(time) < usual:
                yield row_flag(
                    "mixed-precision",
                    "mixed-precision",
                    row.subset.key,
                    row.cell,
                    arm,
                    time=time,
                    decimals=_decimals(time),
                    usual=usual,
                )


def _decimals(time: Decimal) -> int:
    return max(0, -int(time.as_tuple().exponent))
