"""Rows: what stands in each cell, by what it is sorted, and why there is no time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lockstep.benchmarks.derived import SPEED_UP_DECIMALS, break_even, speed_up, time
from lockstep.benchmarks.reasons import COLUMNS, show_time
from lockstep.benchmarks.rendering.labels import NO_VALUE, STATUSES, task
from lockstep.messages import mark as _
from lockstep.numbers import format_exact, format_rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from decimal import Decimal

    from lockstep.benchmarks.audit.flag import ArmName
    from lockstep.benchmarks.derived import Estimate
    from lockstep.benchmarks.model import Arm, Cell, Subset
    from lockstep.benchmarks.rendering.chart import Bar, Scale
    from lockstep.messages import Messages

# By the key that they have in the address, in their order.
HEADERS = {
    "task": _("Task"),
    "model": _("Model"),
    "batch": _("Batch size"),
    "mode": _("Mode"),
    **COLUMNS,
    "speed-up": _("Speed-up"),
    "first-call": _("First call (ms)"),
    "break-even": _("Pays off after (calls)"),
}
TEXTS = {"task", "model", "mode"}
# A first call is taken once: more digits than these say nothing.
FIRST_CALL_DIGITS = 4
# Of a quotient: enough to tell apart what is apart.
SORTED_DECIMALS = 6
VARIANTS = ("dtype", "weights", "backend", "fullgraph", "dynamic", "scope")


@dataclass(frozen=True, slots=True)
class Value:
    """What a cell shows, and the number that it is sorted by: none where it has no number.

    ``interval`` are the bounds of an estimate; ``variant`` is what tells a row from another of the same model;
    ``failed`` says that ``text`` is an outcome.
    """

    text: str
    value: str = ""
    failed: bool = False
    interval: str = ""
    variant: str = ""
    bar: Bar | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A cell of the results as readers see it: values by the key of their column."""

    cell: Cell
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Writer:
    """How a table writes its numbers: in the page's language, with the decimals that the page declares."""

    messages: Messages
    decimals: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)

    def exact(self, number: Decimal | int) -> str:
        """Write a number with the digits it has."""
        return format_exact(number, self.messages.language.locale)

    def rounded(self, number: Decimal, digits: int) -> str:
        """Write a number with so many decimals."""
        return format_rounded(number, digits, self.messages.language.locale)

    def time(self, estimate: Estimate) -> str:
        """Write a time: as declared, else as published, else with the digits that its interval bears."""
        if self.decimals is not None:
            return self.rounded(estimate.value, self.decimals)
        return show_time(estimate, self.messages)

    def once(self, number: Decimal) -> str:
        """Write a time that was taken once."""
        if self.decimals is not None:
            return self.rounded(number, self.decimals)
        return self.rounded(number, max(0, FIRST_CALL_DIGITS - 1 - number.adjusted()))

    def outcome(self, status: str) -> str:
        """Name the outcome of an arm without a time."""
        return self.messages(STATUSES[status])


def outcome(cell: Cell, name: ArmName) -> str:
    """Tell how an arm ended. One whose output is wrong has failed, whatever its times."""
    arm: Arm = getattr(cell, name)
    if name == "compiled" and arm.status == "ok" and cell.correctness is not None and not cell.correctness.passed:
        return "wrong"
    return arm.status


def columns(subset: Subset) -> list[str]:
    """List the columns that a subset has something for, by their keys."""
    absent = set()
    if len({cell.treatment.mode for cell in subset.cells}) == 1:
        absent.add("mode")
    if all(cell.compiled.first_call_ms is None for cell in subset.cells):
        absent |= {"first-call", "break-even"}
    if all(cell.eager.first_call_ms is None for cell in subset.cells):
        absent.add("break-even")
    return [key for key in HEADERS if key not in absent]


def rows(subset: Subset, write: Writer, scale: Scale) -> list[Row]:
    """Write the rows of a subset, in the file's order."""
    shown = columns(subset)
    varying = _varying(subset.cells)
    return [_row(cell, shown, varying, write, scale) for cell in subset.cells]


def _row(cell: Cell, shown: list[str], varying: list[str], write: Writer, scale: Scale) -> Row:
    workload = cell.workload
    size = workload.batch_size
    every = {
        "task": Value(task(workload.task, write.messages)),
        "model": Value(workload.model, variant=_variant(cell, varying)),
        "batch": Value(write.exact(size), str(size)),
        "mode": Value(cell.treatment.mode),
        "eager": _time(cell, "eager", write),
        "compiled": _time(cell, "compiled", write),
        "speed-up": _speed_up(cell, write, scale),
        "first-call": _first_call(cell, write),
        "break-even": _break_even(cell, write),
    }
    return Row(cell, {key: every[key] for key in shown})


def _time(cell: Cell, name: ArmName, write: Writer) -> Value:
    status = outcome(cell, name)
    estimate = time(getattr(cell, name)) if status == "ok" else None
    if estimate is None:
        return Value(write.outcome(status), failed=True)
    return Value(write.time(estimate), plain(estimate.value))


def _speed_up(cell: Cell, write: Writer, scale: Scale) -> Value:
    ratio = speed_up(cell)
    if ratio is None:
        return Value(NO_VALUE)
    text = write.rounded(ratio.value, SPEED_UP_DECIMALS) + "×"
    value = plain(round(ratio.value, SORTED_DECIMALS))
    bounds = ratio.interval
    interval = "–".join(write.rounded(bound, SPEED_UP_DECIMALS) for bound in bounds) if bounds else ""
    return Value(text, value, interval=interval, bar=scale.bar(ratio.value))


def _first_call(cell: Cell, write: Writer) -> Value:
    number = cell.compiled.first_call_ms
    return Value(NO_VALUE) if number is None else Value(write.once(number), plain(number))


def _break_even(cell: Cell, write: Writer) -> Value:
    calls = break_even(cell)
    if calls is not None:
        return Value(write.exact(calls), str(calls))
    ratio = speed_up(cell)
    known = cell.eager.first_call_ms is not None and cell.compiled.first_call_ms is not None
    if ratio is not None and known and (ratio.high or ratio.value) <= 1:
        return Value(write.messages(_("never")))
    return Value(NO_VALUE)


def plain(number: Decimal) -> str:
    """Write a number for programs, without an exponent."""
    return f"{number:f}"


def _varying(cells: Iterable[Cell]) -> list[str]:
    """Find what tells rows apart that have the same model, batch size and mode."""
    found: dict[tuple[object, ...], dict[str, set[object]]] = {}
    for cell in cells:
        key = cell.workload.task, cell.workload.model, cell.workload.batch_size, cell.treatment.mode
        seen = found.setdefault(key, {})
        for name in ("id", *VARIANTS):
            seen.setdefault(name, set()).add(_fact(cell, name))
    varying = {name for seen in found.values() for name, values in seen.items() if len(values) > 1}
    # The id tells workloads apart, not what was done to them.
    return [name for name in ("id", *VARIANTS) if name in varying]


def _variant(cell: Cell, varying: list[str]) -> str:
    facts = [(name, _fact(cell, name)) for name in varying]
    bare = {"id", "dtype", "backend"}
    return ", ".join(str(fact) if name in bare else f"{name}={fact}" for name, fact in facts if fact is not None)


def _fact(cell: Cell, name: str) -> object:
    owner = cell.workload if name in ("id", "dtype", "weights") else cell.treatment
    return getattr(owner, name)
