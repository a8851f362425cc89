"""What follows from the numbers of a file: medians, intervals, speed-ups, break-even calls. Computed, never stored.

Intervals are those of order statistics: between which two of the sorted samples the true median lies follows from the
binomial distribution alone, whatever the distribution of the samples. They speak of the samples of one process; another
process, another day or another machine of the same kind may differ by more.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from lockstep.benchmarks.model import Arm, Cell

CONFIDENCE = Fraction(95, 100)
# A quotient of numbers with four digits or so: a third decimal would be noise.
SPEED_UP_DECIMALS = 2
FEWEST_DIGITS, MOST_DIGITS = 2, 4


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, and between which bounds the true one lies; without bounds where nothing is known of them."""

    value: Decimal
    low: Decimal | None = None
    high: Decimal | None = None

    @property
    def interval(self) -> tuple[Decimal, Decimal] | None:
        """Both bounds."""
        return None if self.low is None or self.high is None else (self.low, self.high)


@dataclass(frozen=True, slots=True)
class Quartiles:
    """Three numbers that split the samples of an arm into four equal parts, in milliseconds."""

    first: Decimal
    median: Decimal
    third: Decimal


def time(arm: Arm, confidence: Fraction = CONFIDENCE) -> Estimate | None:
    """Tell what stands for an arm's time in milliseconds: the published number, or the median of its samples.

    Returns ``None`` where it has none. Fewer than six samples give no interval at 95 percent.
    """
    if arm.mean_ms is not None:
        return Estimate(arm.mean_ms)
    if arm.samples_ms is None:
        return None
    ordered = sorted(arm.samples_ms)
    rank = _rank(len(ordered), confidence)
    bounds = (ordered[rank - 1], ordered[-rank]) if rank else (None, None)
    return Estimate(statistics.median(ordered), *bounds)


def quartiles(arm: Arm) -> Quartiles | None:
    """Split an arm's samples; ``None`` where there are fewer than two."""
    if arm.samples_ms is None or len(arm.samples_ms) < 2:
        return None
    return Quartiles(*statistics.quantiles(arm.samples_ms, n=4, method="inclusive"))


def speed_up(cell: Cell, confidence: Fraction = CONFIDENCE) -> Estimate | None:
    """Divide eager time by compiled time (2 = twice as fast).

    Returns ``None`` where either has no time, or where the two do not compute the same. The interval holds with
    ``confidence``, since each time's holds with half the doubt.
    """
    if cell.correctness is not None and not cell.correctness.passed:
        return None
    each = _of_two(confidence)
    eager, compiled = time(cell.eager, each), time(cell.compiled, each)
    if eager is None or compiled is None:
        return None
    if eager.low is None or eager.high is None or compiled.low is None or compiled.high is None:
        return Estimate(eager.value / compiled.value)
    return Estimate(eager.value / compiled.value, eager.low / compiled.high, eager.high / compiled.low)


def break_even(cell: Cell) -> int | None:
    """Count the calls after which compiling has paid for itself, first calls included.

    Returns ``None`` where the first calls are unknown, and where the compiled arm is not clearly faster: it never pays.
    """
    ratio = speed_up(cell)
    eager, compiled = time(cell.eager), time(cell.compiled)
    first_eager, first_compiled = cell.eager.first_call_ms, cell.compiled.first_call_ms
    if ratio is None or eager is None or compiled is None or first_eager is None or first_compiled is None:
        return None
    if (ratio.low or ratio.value) <= 1:
        return None
    return 1 + max(0, math.ceil((first_compiled - first_eager) / (eager.value - compiled.value)))


def decimals(estimate: Estimate) -> int | None:
    """Count the decimals that an estimate bears: as many as its interval leaves certain, from two to four digits.

    Returns a number below zero where even tens are uncertain, and ``None`` for a number without an interval, whose
    digits are somebody else's.
    """
    if estimate.low is None or estimate.high is None:
        return None
    leading = estimate.value.adjusted()
    width = (estimate.high - estimate.low) / 2
    certain = -width.adjusted() if width else MOST_DIGITS - 1 - leading
    return min(max(certain, FEWEST_DIGITS - 1 - leading), MOST_DIGITS - 1 - leading)


@lru_cache
def _of_two(confidence: Fraction) -> Fraction:
    """Tell how sure each of two intervals must be, for both to hold with ``confidence``."""
    return 1 - (1 - confidence) / 2


@lru_cache
def _rank(number: int, confidence: Fraction) -> int:
    """Find the greatest rank whose order statistic and its mirror hold the median with ``confidence``; 0 for none."""
    doubt, below = (1 - confidence) / 2, 0
    for rank in range(number // 2 + 1):
        # Of 2**number equally likely patterns, those with at most `rank` samples below the median.
        below += math.comb(number, rank)
        if Fraction(below, 2**number) > doubt:
            return rank
    return number // 2


def spread(samples: Sequence[Decimal]) -> Decimal:
    """Divide the distance between the quartiles by the median: a measure of noise."""
    first, median, third = statistics.quantiles(samples, n=4, method="inclusive")
    return (third - first) / median
