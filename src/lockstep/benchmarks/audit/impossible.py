"""Values that cannot be, whatever was measured.

Left out, since clean files have them: published times that are equal in both columns (where compiling gains nothing,
as in 163.749 and 163.706 ms, that is a matter of digits), and samples that take longer than the protocol's budget (a
slow model needs more for a handful). Left out, since they find nothing: times too short for a kernel's launch.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from lockstep.benchmarks.audit.flag import ARMS, row_flag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lockstep.benchmarks.audit.flag import Flag
    from lockstep.benchmarks.audit.view import Row, View

SHORTEST_FIRST_CALL = Decimal("0.5")
"""A first call takes at least this share of a later call's time.

It does what later calls do, and more: it loads kernels, and on the compiled arm it compiles. A machine that was cold
and turned slow under load may be a little faster at first; twice as fast it is not.
"""

GREATEST_RATIO = 50
"""No compilation makes a model this many times faster or slower.

The published pairs lie between 1.0003 and 2.8 (3.3 with the doubtful one). Small models that do little but launch
kernels, such as one that decodes token by token, may reach ten and more with CUDA graphs. Far beyond stand a missing
synchronization and a wrong unit.
"""

FEWEST_SAMPLES = 5
"""So many equal samples are no measurement: the clocks in use tell nanoseconds apart."""

GIB = Decimal(2**30)


def impossible(view: View) -> Iterator[Flag]:
    """Find such values, row by row."""
    for row in view.rows:
        yield from _arms(row)
        yield from _ratio(row)
        yield from _both(row)


def _arms(row: Row) -> Iterator[Flag]:
    memory = row.subset.hardware.memory
    for arm in ARMS:
        values, time = row.arm(arm), row.time(arm)
        first, used, samples = values.first_call_ms, values.peak_memory, values.samples_ms
        if time is not None and first is not None and first < SHORTEST_FIRST_CALL * time.value:
            yield row_flag("impossible", "first-call", row.subset.key, row.cell, arm, first=first, time=time)
        if memory is not None and used is not None and used > memory * row.subset.hardware.count:
            yield row_flag(
                "impossible",
                "memory",
                row.subset.key,
                row.cell,
                arm,
                used=round(used / GIB, 1),
                memory=round(memory * row.subset.hardware.count / GIB, 1),
            )
        if samples is not None and len(samples) >= FEWEST_SAMPLES and len(set(samples)) == 1:
            yield row_flag("impossible", "constant", row.subset.key, row.cell, arm, time=samples[0])


def _ratio(row: Row) -> Iterator[Flag]:
    if row.eager is None or row.compiled is None:
        return
    slower, faster = max(row.eager.value, row.compiled.value), min(row.eager.value, row.compiled.value)
    if slower > GREATEST_RATIO * faster:
        ratio = round(slower / faster)
        yield row_flag("impossible", "ratio", row.subset.key, row.cell, ratio=ratio)


def _both(row: Row) -> Iterator[Flag]:
    eager, compiled, correctness = row.cell.eager, row.cell.compiled, row.cell.correctness
    if compiled.status == "ok" and compiled.graphs == 0:
        yield row_flag("impossible", "graphs", row.subset.key, row.cell, "compiled")
    samples = eager.samples_ms
    if samples is not None and len(set(samples)) > 1 and samples == compiled.samples_ms:
        yield row_flag("impossible", "same-samples", row.subset.key, row.cell)
    if correctness is not None and correctness.passed != (correctness.relative_error <= correctness.tolerance):
        yield row_flag(
            "impossible",
            "verdict",
            row.subset.key,
            row.cell,
            error=correctness.relative_error,
            tolerance=correctness.tolerance,
        )
