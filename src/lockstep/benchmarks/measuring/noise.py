"""What may have disturbed a measurement, in plain sentences that stay with the numbers."""

from __future__ import annotations

import contextlib
import os
import statistics
import time
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from lockstep.benchmarks.derived import spread

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lockstep.benchmarks.measuring.job import ArmName

# The bounds at which torch.utils.benchmark warns: distance between the quartiles, over the median.
FLUCTUATES, DISTURBED = Decimal("0.1"), Decimal("0.25")
DRIFT = Decimal("0.05")
# Shares of all the CPU's time.
OTHERS, WITHHELD = 0.1, 0.02
THROTTLED = "devices/system/cpu/cpu[0-9]*/thermal_throttle/core_throttle_count"


def warnings(arm: ArmName, samples: Sequence[Decimal]) -> Iterator[str]:
    """Judge the samples of an arm, in the order in which they were taken."""
    width = spread(samples)
    if width >= FLUCTUATES:
        cause = "something else was using the machine" if width >= DISTURBED else "the machine was not quite steady"
        yield f"The {arm} times scatter: their quartiles lie {width:.0%} of the median apart; perhaps {cause}."
    half = len(samples) // 2
    first, second = statistics.median(samples[:half]), statistics.median(samples[-half:])
    drift = (second - first) / first
    if abs(drift) >= max(DRIFT, width):
        yield f"The {arm} times drift: the second half is {abs(drift):.0%} {'slower' if drift > 0 else 'faster'}."


class Watch:
    """What else the machine does meanwhile. Needs psutil; without it, it sees nothing."""

    def __init__(self) -> None:
        """Begin."""
        self._began = time.monotonic()
        self._before = _now()

    def warnings(self) -> Iterator[str]:
        """Say what there was until now."""
        after = _now()
        elapsed = (time.monotonic() - self._began) * (os.cpu_count() or 1)
        if not elapsed:
            return
        others, withheld, throttled = (now - then for now, then in zip(after, self._before, strict=True))
        if others / elapsed >= OTHERS:
            yield f"Other programs took {others / elapsed:.0%} of the CPU's time while samples were taken."
        if withheld / elapsed >= WITHHELD:
            yield f"The host of this virtual machine withheld {withheld / elapsed:.0%} of the CPU's time."
        if throttled:
            yield "The CPU was slowed down because of heat while samples were taken."


def _now() -> tuple[float, float, float]:
    """Give seconds of CPU time that other programs and the virtual machine's host took, and throttlings, so far."""
    others = withheld = 0.0
    with contextlib.suppress(ImportError):
        import psutil  # type: ignore[import-untyped]  # noqa: PLC0415

        times = psutil.cpu_times()
        withheld = getattr(times, "steal", 0.0)
        busy = sum(getattr(times, kind, 0.0) for kind in ("user", "nice", "system", "irq", "softirq"))
        others = busy - time.process_time()
    throttled = 0
    for file in Path("/sys").glob(THROTTLED):
        with contextlib.suppress(OSError, ValueError):
            throttled += int(file.read_text())
    return others, withheld, float(throttled)
