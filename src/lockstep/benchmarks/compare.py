"""Two results of the same work, judged by intervals: is the new one faster, slower, the same, or can nobody tell?"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from lockstep.benchmarks.derived import CONFIDENCE, Estimate, time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lockstep.benchmarks.model import Arm, Cell, Results, Subset

ArmName = Literal["eager", "compiled"]
Verdict = Literal["faster", "slower", "same", "cannot-tell", "not-comparable"]

THRESHOLD = Decimal("0.05")
"""Changes of less than this are no change: two runs of the same program on the same machine differ by a few percent."""

# Of hardware and software, what makes two runs two different things. A new torch is what one compares for.
SAME_HARDWARE = ("kind", "device", "count")
SAME_PROTOCOL = ("threads",)
SAME_WORKLOAD = ("checkpoint", "weights", "dtype", "inputs", "hash")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One arm of one cell, before and after.

    ``change`` is new time over old time (0.5 = half the time). ``reason`` says why a cell cannot be compared.
    """

    subset: str
    cell: Cell
    arm: ArmName
    verdict: Verdict
    change: Estimate | None = None
    reason: str = ""


def compare(old: Results, new: Results, threshold: Decimal = THRESHOLD) -> list[Comparison]:
    """Judge both arms of every cell that either file has, subsets paired by key, or alone in both files.

    *faster* and *slower*: the whole interval of the change lies beyond the threshold. *same*: it lies within.
    *cannot-tell*: it does both, or there are too few samples for one. *not-comparable*: other work, another device,
    another number of threads, a number that has no samples, a failed arm, a cell that only one has.

    A failure that was none before is *slower*: the reason says so.
    """
    pairs = _pairs(old, new)
    return [one for before, after in pairs for one in _subsets(before, after, threshold)]


def _pairs(old: Results, new: Results) -> list[tuple[Subset | None, Subset | None]]:
    if len(old.subsets) == len(new.subsets) == 1:
        # The key holds torch's version, and a new torch is what one compares for.
        return [(old.subsets[0], new.subsets[0])]
    before = {subset.key: subset for subset in old.subsets}
    after = {subset.key: subset for subset in new.subsets}
    return [(before.get(key), after.get(key)) for key in {**before, **after}]


def _subsets(old: Subset | None, new: Subset | None, threshold: Decimal) -> Iterator[Comparison]:
    before = {cell.key: cell for cell in old.cells} if old else {}
    after = {cell.key: cell for cell in new.cells} if new else {}
    one = new or old
    for key in {**before, **after}:
        earlier, later = before.get(key), after.get(key)
        cell = later or earlier
        if one is None or cell is None:
            continue
        reason = "only the old file has it" if later is None else "only the new file has it" if earlier is None else ""
        if old and new and earlier and later:
            reason = _difference(old, new, earlier, later)
        for arm in ("eager", "compiled"):
            if reason or earlier is None or later is None:
                yield Comparison(one.key, cell, arm, "not-comparable", reason=reason)
            else:
                verdict, change, why = _judge(earlier, later, arm, threshold)
                yield Comparison(one.key, cell, arm, verdict, change, why)


def _difference(old: Subset, new: Subset, earlier: Cell, later: Cell) -> str:
    """Say why numbers are not of the same work on the same thing; nothing where they are."""
    for what, names, before, after in (
        ("hardware", SAME_HARDWARE, old.hardware, new.hardware),
        ("protocol", SAME_PROTOCOL, old.protocol, new.protocol),
        ("workload", SAME_WORKLOAD, earlier.workload, later.workload),
    ):
        for name in names:
            ours, theirs = getattr(before, name, None), getattr(after, name, None)
            if ours != theirs:
                return f"{what}.{name} differs: {_shown(ours)}, then {_shown(theirs)}"
    return ""


def _shown(value: object) -> str:
    text = "nothing" if value in (None, "", {}, ()) else str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _judge(earlier: Cell, later: Cell, arm: ArmName, threshold: Decimal) -> tuple[Verdict, Estimate | None, str]:
    before, after = _outcome(earlier, arm), _outcome(later, arm)
    if before != "ok" and after != "ok":
        return "not-comparable", None, f"{before}, then {after}"
    if after != "ok":
        reason = getattr(later, arm).reason
        return "slower", None, f"now {after}" + (f": {reason}" if reason else "")
    if before != "ok":
        return "faster", None, f"was {before}"
    change = _change(getattr(earlier, arm), getattr(later, arm))
    if change is None:
        return "not-comparable", None, "a published number has no samples to judge by"
    verdict, why = _verdict(change, threshold)
    return verdict, change, why


def _outcome(cell: Cell, arm: ArmName) -> str:
    """Name an arm's status; a compiled arm that computes something else is as good as failed."""
    status: str = getattr(cell, arm).status
    wrong = arm == "compiled" and cell.correctness is not None and not cell.correctness.passed
    return "wrong" if wrong else status


def _verdict(change: Estimate, threshold: Decimal) -> tuple[Verdict, str]:
    if change.low is None or change.high is None:
        return "cannot-tell", "too few samples"
    if change.high < 1 - threshold:
        return "faster", ""
    if change.low > 1 + threshold:
        return "slower", ""
    if change.low >= 1 - threshold and change.high <= 1 + threshold:
        return "same", ""
    return "cannot-tell", "the interval reaches across the threshold"


def _change(old: Arm, new: Arm) -> Estimate | None:
    if old.samples_ms is None or new.samples_ms is None:
        return None
    # Each time's interval holds with half the doubt, so that the quotient's holds with all of it.
    half = 1 - (1 - CONFIDENCE) / Fraction(2)
    before, after = time(old, half), time(new, half)
    if before is None or after is None:
        return None
    if before.low is None or before.high is None or after.low is None or after.high is None:
        return Estimate(after.value / before.value)
    return Estimate(after.value / before.value, after.low / before.high, after.high / before.low)
