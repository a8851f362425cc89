"""How samples are taken: blocks of calls, the arms in turn."""

from __future__ import annotations

import math
import time
import timeit
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from lockstep.benchmarks.measuring.job import ArmName

TIMER = "torch.utils.benchmark.timer"
"""The clock: it waits for the accelerator before it is read, where there is one."""
WARM_UP_CALLS = 3
"""Calls of an arm after its first: a CUDA graph is recorded in the second and replayed from the third on."""
BLOCK = 0.05
"""Seconds that a block takes at least: far above the clock's steps and the cost of reading it."""
FEWEST = 9
"""Samples of each arm, whatever the budget: enough for an interval of the median that is not their whole range."""
MOST = 200
"""Samples of each arm, however long the budget."""


def calls_per_block(seconds: float, most: int) -> int:
    """Count the calls, of about so many ``seconds`` each, that make up a block."""
    return min(most, max(1, math.ceil(BLOCK / max(seconds, 1e-9))))


def rounds(arms: tuple[ArmName, ...], budget: float, order: random.Random) -> Iterator[tuple[ArmName, ...]]:
    """Say which arms to take a block of next, each time in an order drawn anew, until ``budget`` seconds are over."""
    end = time.monotonic() + budget
    taken = 0
    while taken < FEWEST or (taken < MOST and time.monotonic() < end):
        yield tuple(order.sample(arms, len(arms)))
        taken += 1


def take(call: Callable[[], object], calls: int, reset: Callable[[], None], timer: Callable[[], float]) -> float:
    """Time a block of calls; give the mean time of one in seconds.

    As ``torch.utils.benchmark.Timer`` does, with Python's garbage collection off.
    """
    reset()
    return max(timeit.Timer(call, timer=timer).timeit(calls), 1e-9) / calls
