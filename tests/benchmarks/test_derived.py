"""What follows from the samples, against values worked out by hand and against scipy."""

import random
import statistics
from decimal import Decimal
from fractions import Fraction

import pytest

from lockstep.benchmarks.derived import Estimate, break_even, decimals, quartiles, speed_up, spread, time
from support.results import arm, cell, samples


def test_a_published_time_is_itself_and_has_no_interval():
    assert time(arm("6.00")) == Estimate(Decimal("6.00"))
    assert time(arm("OOM")) is None


def test_a_measured_time_is_the_median():
    assert time(samples(3, 1, 2)).value == 2
    assert time(samples(4, 1, 2, 3)).value == Decimal("2.5")


# The ranks that tables of the sign test give at 95 percent (two-sided).
@pytest.mark.parametrize(
    ("number", "rank"), [(5, None), (6, 1), (8, 1), (9, 2), (10, 2), (12, 3), (15, 4), (20, 6), (25, 8), (30, 10)]
)
def test_the_interval_is_that_of_the_sign_test(number, rank):
    values = list(range(1, number + 1))
    random.Random(number).shuffle(values)
    estimate = time(samples(*values))
    assert estimate.interval == (None if rank is None else (rank, number + 1 - rank))


def test_the_interval_holds_the_true_median_as_often_as_it_says():
    generator = random.Random(1)
    held = 0
    for _ in range(1000):
        # Skewed, as times are.
        found = time(samples(*(round(generator.lognormvariate(0, 0.5), 9) for _ in range(15))))
        held += found.low <= 1 <= found.high
    assert 950 <= held <= 980  # by the binomial distribution: 96.5 percent


def test_more_confidence_takes_a_wider_interval():
    times = samples(*range(1, 21))
    assert time(times, Fraction(99, 100)).interval == (4, 17)
    assert time(times).interval == (6, 15)


def test_quartiles():
    found = quartiles(samples(5, 1, 4, 2, 3))
    assert (found.first, found.median, found.third) == (2, 3, 4)
    assert quartiles(samples(5)) is None
    assert quartiles(arm("6.00")) is None


def test_speed_up_is_eager_over_compiled():
    ratio = speed_up(cell(eager=arm("8.583"), compiled=arm("3.974")))
    assert (ratio.value.quantize(Decimal("0.01")), ratio.interval) == (Decimal("2.16"), None)


def test_the_interval_of_a_speed_up_is_of_the_extremes_of_both():
    eager, compiled = samples(*range(20, 40)), samples(*range(10, 30))
    # Each at 97.5 percent: ranks 5 and 16 of 20.
    assert speed_up(cell(eager=eager, compiled=compiled)) == Estimate(
        Decimal("29.5") / Decimal("19.5"), Decimal(24) / Decimal(25), Decimal(35) / Decimal(14)
    )


@pytest.mark.parametrize(("eager", "compiled"), [("OOM", "1"), ("1", "OOM"), ("OOM", "OOM")])
def test_there_is_no_speed_up_without_two_times(eager, compiled):
    assert speed_up(cell(eager=arm(eager), compiled=arm(compiled))) is None


def test_there_is_no_speed_up_of_a_wrong_result():
    assert speed_up(cell(correct=True)).value == 2
    assert speed_up(cell(correct=False)) is None
    assert break_even(cell(correct=False, **first(1, 100))) is None


def first(eager: int, compiled: int, times: tuple[float, float] = (2, 1)) -> dict[str, object]:
    return {
        "eager": samples(*[times[0]] * 10, first_call_ms=Decimal(eager)),
        "compiled": samples(*[times[1]] * 10, first_call_ms=Decimal(compiled)),
    }


@pytest.mark.parametrize(
    ("eager", "compiled", "calls"),
    [
        (2, 2, 1),
        (2, 3, 2),
        # 10 + 2 (n - 1) against 110.5 + 1 (n - 1)
        (10, Decimal("110.5"), 102),
        (10, 5, 1),
    ],
)
def test_break_even_is_the_first_call_after_which_the_totals_cross(eager, compiled, calls):
    found = break_even(cell(**first(eager, compiled)))
    assert found == calls
    eager_total, compiled_total = ((lambda n, f=f, t=t: f + t * (n - 1)) for f, t in ((eager, 2), (compiled, 1)))
    assert compiled_total(found) <= eager_total(found)
    assert found == 1 or compiled_total(found - 1) > eager_total(found - 1)


def test_what_is_not_clearly_faster_never_pays():
    assert break_even(cell(**first(1, 100, (1, 1)))) is None
    assert break_even(cell(**first(1, 100, (1, 2)))) is None
    noisy = {
        "eager": samples(*range(10, 30), first_call_ms=Decimal(1)),
        "compiled": samples(*range(9, 29), first_call_ms=Decimal(9)),
    }
    assert break_even(cell(**noisy)) is None
    assert break_even(cell()) is None


@pytest.mark.parametrize(
    ("value", "low", "high", "expected"),
    [
        ("1.4213", "1.3812", "1.4711", 2),
        ("1.4213", "1.1", "1.8", 1),
        ("45.678", "45.6", "45.8", 1),
        ("45.678", "40", "52", 0),
        ("4567.8", "4500", "4640", -1),
        ("4567.8", "3000", "7000", -2),
        ("0.012345", "0.0123", "0.0124", 5),
        ("1.4213", "1.4213", "1.4213", 3),
        ("9.99999", "9.9999", "10.0001", 3),
    ],
)
def test_a_number_is_shown_as_far_as_it_is_certain(value, low, high, expected):
    assert decimals(Estimate(*map(Decimal, (value, low, high)))) == expected


def test_digits_without_an_interval_are_somebody_elses():
    assert decimals(Estimate(Decimal("6.00"))) is None


def test_spread_is_that_of_the_quartiles():
    values = [Decimal(value) for value in (1, 2, 3, 4, 5, 6, 7, 8, 9)]
    first_quartile, _, third_quartile = statistics.quantiles(values, n=4, method="inclusive")
    assert spread(values) == (third_quartile - first_quartile) / 5
