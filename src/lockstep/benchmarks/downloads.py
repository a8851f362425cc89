"""The numbers of a table as files: the result file that it is, and a CSV for spreadsheets."""

from __future__ import annotations

import csv
import hashlib
import io
from typing import TYPE_CHECKING

from lockstep.benchmarks.derived import break_even, quartiles, speed_up, time
from lockstep.benchmarks.rendering.labels import part
from lockstep.benchmarks.rendering.rows import outcome, plain
from lockstep.benchmarks.setup import Measured
from lockstep.benchmarks.write import dump

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from decimal import Decimal

    from lockstep.benchmarks.audit.flag import ArmName
    from lockstep.benchmarks.model import Cell, Results, Subset

ARMS: tuple[ArmName, ...] = ("eager", "compiled")
LONGEST_NAME = 100
FORMULA = ("=", "+", "-", "@")
FORMATS = ("json", "csv")


def downloads(results: Results) -> Mapping[str, str]:
    """Write results out: the text of a file by its extension, one of :data:`FORMATS`."""
    return {"json": dump(results), "csv": _csv(results)}


def file_name(names: Iterable[str]) -> str:
    """Name the download of a table after its result files, without an extension: no two sets of files alike."""
    name = ".".join(map(part, sorted(set(names))))
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[:LONGEST_NAME]}.{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def _csv(results: Results) -> str:
    """Write one line a row (RFC 4180): times in milliseconds, with the digits of the file, medians unrounded."""
    rows = [_row(subset, cell) for subset in results.subsets for cell in subset.cells]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, rows[0], lineterminator="\r\n", strict=True)
    writer.writeheader()
    writer.writerows({name: _inert(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def _inert(value: str) -> str:
    """Keep spreadsheets from running a text as a formula. No number of ours has a sign."""
    return f"'{value}" if value.startswith(FORMULA) else value


def _row(subset: Subset, cell: Cell) -> dict[str, str]:
    workload, treatment, software = cell.workload, cell.treatment, subset.software
    row = {
        "subset": subset.key,
        "origin": subset.origin.kind,
        "source": subset.origin.tool if isinstance(subset.origin, Measured) else subset.origin.url,
        "device": subset.hardware.device,
        "torch": software.torch,
        "task": workload.task,
        "workload": workload.id,
        "model": workload.model,
        "checkpoint": workload.checkpoint,
        "batch_size": str(workload.batch_size),
        "dtype": workload.dtype or "",
        "weights": workload.weights or "",
        "backend": treatment.backend,
        "mode": treatment.mode,
    }
    for name in ARMS:
        row |= _arm(cell, name)
    ratio = speed_up(cell)
    low, high = (ratio.low, ratio.high) if ratio else (None, None)
    row |= {
        "speed_up": _number(round(ratio.value, 6) if ratio else None),
        "speed_up_low": _number(round(low, 6) if low is not None else None),
        "speed_up_high": _number(round(high, 6) if high is not None else None),
        "break_even_calls": str(break_even(cell) or ""),
        "correct": "" if cell.correctness is None else str(cell.correctness.passed).lower(),
    }
    return row


def _arm(cell: Cell, name: ArmName) -> dict[str, str]:
    arm = getattr(cell, name)
    estimate, parts = time(arm), quartiles(arm)
    return {
        f"{name}_status": outcome(cell, name),
        f"{name}_ms": _number(estimate.value if estimate else None),
        f"{name}_q1_ms": _number(parts.first if parts else None),
        f"{name}_q3_ms": _number(parts.third if parts else None),
        f"{name}_samples": str(len(arm.samples_ms)) if arm.samples_ms else "",
        f"{name}_first_call_ms": _number(arm.first_call_ms),
        f"{name}_stage": arm.stage or "",
        f"{name}_reason": arm.reason or "",
    }


def _number(number: Decimal | None) -> str:
    return "" if number is None else plain(number)
