"""From what a measuring process told to a cell of a result file."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from lockstep.benchmarks.measuring import noise
from lockstep.benchmarks.measuring.job import ARMS, BACKEND
from lockstep.benchmarks.model import Arm, Cell
from lockstep.benchmarks.setup import Correctness, Treatment

if TYPE_CHECKING:
    from lockstep.benchmarks.measuring.job import Mode
    from lockstep.benchmarks.measuring.supervising import Account
    from lockstep.benchmarks.setup import Workload

# A clock's digits beyond these are noise.
DIGITS = 6


def treatment(mode: Mode) -> Treatment:
    """Say how the compiled arm is compiled."""
    return Treatment(backend=BACKEND, mode=mode, fullgraph=False, dynamic="automatic", scope="model")


def cell(workload: Workload, mode: Mode, account: Account) -> Cell:
    """Make the cell."""
    arms = {arm: _arm(account.arms[arm]) for arm in ARMS}
    warnings = list(account.warnings)
    for name, arm in arms.items():
        if arm.samples_ms:
            warnings += noise.warnings(name, arm.samples_ms)
    correctness = account.correctness
    more: dict[str, Any] = {}
    if correctness:
        passed = bool(correctness["passed"])
        error, tolerance = (number(correctness[name]) for name in ("relative_error", "tolerance"))
        more["correctness"] = Correctness(passed=passed, relative_error=error, tolerance=tolerance)
    if warnings:
        more["warnings"] = tuple(warnings)
    return Cell(workload=workload, treatment=treatment(mode), eager=arms["eager"], compiled=arms["compiled"], **more)


def number(value: float) -> Decimal:
    """Round a measured number to the digits that a file keeps."""
    return Decimal(f"{value:.{DIGITS}g}")


def _arm(facts: dict[str, Any]) -> Arm:
    kept = dict(facts)
    for name in ("first_call_ms", "compile_ms"):
        if name in kept:
            # No compilation takes no time, but PyTorch may have none on record.
            kept[name] = number(kept[name])
            if not kept[name]:
                del kept[name]
    if "samples_ms" in kept:
        kept["samples_ms"] = tuple(number(sample) for sample in kept["samples_ms"])
    return Arm(**kept)
