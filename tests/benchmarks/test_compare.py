"""Before and after, judged by intervals."""

from decimal import Decimal

import pytest

from lockstep.benchmarks.compare import compare
from lockstep.benchmarks.model import Arm
from support.results import arm, cell, measured, results, samples, subset

STEADY = [1 + step / 1000 for step in range(-10, 10)]
WIDE = [1 + step / 10 for step in range(-5, 15)]


def times(factor: float, shape: list[float] = STEADY) -> Arm:
    return samples(*(round(factor * value, 6) for value in shape))


def verdicts(old, new, **options) -> dict[str, tuple[str, str]]:
    found = compare(results(measured("k", old)), results(measured("k", new)), **options)
    return {one.arm: (one.verdict, one.reason) for one in found}


def row(compiled: Arm, **facts):
    return cell(eager=times(2), compiled=compiled, **facts)


@pytest.mark.parametrize(
    ("old", "new", "verdict", "reason"),
    [
        (times(1), times(0.8), "faster", ""),
        (times(1), times(1.25), "slower", ""),
        (times(1), times(1), "same", ""),
        (times(1), times(1.02), "same", ""),
        (times(1), times(1.05), "cannot-tell", "the interval reaches across the threshold"),
        # The median doubles, but nobody can be sure.
        (times(1, WIDE), times(1.3, WIDE), "cannot-tell", "the interval reaches across the threshold"),
        (samples(1, 1, 1), samples(2, 2, 2), "cannot-tell", "too few samples"),
        (arm("1"), arm("2"), "not-comparable", "a published number has no samples to judge by"),
        (times(1), Arm(status="oom"), "slower", "now oom"),
        (times(1), Arm(status="error", stage="samples", reason="it broke"), "slower", "now error: it broke"),
        (Arm(status="timeout"), times(1), "faster", "was timeout"),
        (Arm(status="crash"), Arm(status="oom"), "not-comparable", "crash, then oom"),
    ],
)
def test_a_verdict_is_by_intervals(old, new, verdict, reason):
    assert verdicts(row(old), row(new))["compiled"] == (verdict, reason)
    assert verdicts(row(old), row(new))["eager"] == ("same", "")


def test_before_and_after_the_other_way_round():
    assert verdicts(row(times(0.8)), row(times(1)))["compiled"][0] == "slower"


def test_the_threshold_is_what_one_cares_about():
    old, new = row(times(1)), row(times(1.2))
    assert verdicts(old, new)["compiled"][0] == "slower"
    assert verdicts(old, new, threshold=Decimal("0.5"))["compiled"][0] == "same"


def test_the_change_is_new_over_old_with_its_interval():
    (_, one) = compare(results(measured("k", row(times(1)))), results(measured("k", row(times(0.5)))))
    assert round(one.change.value, 2) == Decimal("0.50")
    # 97.5 percent of 20 samples: ranks 5 and 16.
    low, high = Decimal("0.994") / Decimal("1.005") / 2, Decimal("1.005") / Decimal("0.994") / 2
    assert one.change.interval == (pytest.approx(low), pytest.approx(high))


def test_a_wrong_result_is_no_result():
    wrong, right = row(times(0.5), correct=False), row(times(1), correct=True)
    assert verdicts(right, wrong)["compiled"] == ("slower", "now wrong")
    assert verdicts(wrong, right)["compiled"] == ("faster", "was wrong")
    assert verdicts(wrong, wrong)["compiled"] == ("not-comparable", "wrong, then wrong")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            {"dtype": "float32"},
            {"dtype": "float32", "hash": "0123456789abcdef"},
            "workload.hash differs: nothing, then",
        ),
        ({"weights": "random"}, {"weights": "pretrained"}, "workload.weights differs: random, then pretrained"),
        ({"inputs": {"x": (1, 3)}}, {"inputs": {"x": (1, 4)}}, "workload.inputs differs: {'x': (1, 3)}, then"),
    ],
)
def test_other_work_cannot_be_compared(old, new, reason):
    found = verdicts(row(times(1), **old), row(times(1), **new))
    assert {verdict for verdict, _ in found.values()} == {"not-comparable"}
    assert all(why.startswith(reason) for _, why in found.values())


def test_another_machine_or_number_of_threads_cannot_be_compared():
    one = results(measured("k", row(times(1))))
    (first, _) = compare(one, results(measured("k", row(times(1)), threads=2)))
    assert (first.verdict, first.reason) == ("not-comparable", "protocol.threads differs: 1, then 2")
    (first, _) = compare(one, results(subset("k", row(times(1)))))
    assert (first.verdict, first.reason) == ("not-comparable", "hardware.kind differs: cpu, then cuda")


def test_another_torch_is_what_one_compares():
    old = results(measured("torch-2.13", row(times(1)), torch="2.13.0+cpu"))
    new = results(measured("torch-2.14", row(times(0.5)), torch="2.14.0+cpu"))
    assert [one.verdict for one in compare(old, new)] == ["same", "faster"]


def test_what_only_one_file_has_is_said():
    old = results(measured("a", cell("vit"), cell("beit")), measured("b"))
    new = results(measured("a", cell("vit"), cell("resnet")), measured("c"))
    said = {(one.subset, one.cell.workload.id, one.reason) for one in compare(old, new) if "only" in one.reason}
    assert said == {
        ("a", "beit", "only the old file has it"),
        ("a", "resnet", "only the new file has it"),
        ("b", "vit", "only the old file has it"),
        ("c", "vit", "only the new file has it"),
    }
