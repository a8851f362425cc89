"""The audit finds what a careful editor would doubt, and is silent otherwise."""

from decimal import Decimal
from pathlib import Path

import pytest

from lockstep.benchmarks.audit import audit
from lockstep.benchmarks.importer import ORIGIN, PROTOCOL, import_published
from lockstep.benchmarks.model import Arm, Cell, Hardware, Results, Software, Subset, Treatment

CSV = (Path(__file__).parents[2] / "benchmarks" / "published-2023.csv").read_text(encoding="utf-8")


def arm(time: str) -> Arm:
    return Arm(status="oom") if time == "OOM" else Arm(status="ok", mean_ms=Decimal(time))


def subset(device: str, times: dict[int, tuple[str, str]], model: str = "ResNet", torch: str = "2.0.1") -> Subset:
    return Subset(
        key=f"{device}-{model}-{torch}".lower().replace(".", "-"),
        hardware=Hardware(device=device, kind="gpu"),
        software=Software(torch=torch),
        treatment=Treatment(backend="inductor", mode="default"),
        cells=tuple(
            Cell(
                task="t",
                model=model,
                checkpoint="c",
                batch_size=batch_size,
                eager=arm(eager),
                compiled=arm(compiled),
            )
            for batch_size, (eager, compiled) in times.items()
        ),
    )


def flags(*subsets: Subset) -> list[tuple[str, int, str, str, int, str | None]]:
    results = Results(schema_version=1, origin=ORIGIN, protocol=PROTOCOL, subsets=subsets)
    return [
        (flag.subset, flag.cell.batch_size, flag.rule, flag.arm, flag.smaller.batch_size, flag.copied_from)
        for flag in audit(results)
    ]


def test_the_published_file_has_two_doubtful_cells():
    copied, inverted = audit(import_published(CSV))
    assert (copied.subset, copied.rule, copied.copied_from) == ("t4-nightly", "copied", "a100-nightly")
    assert (copied.cell.model, copied.cell.batch_size, copied.smaller.batch_size) == ("BeiT", 16, 4)
    assert (str(copied.cell.eager.mean_ms), str(copied.cell.compiled.mean_ms)) == ("42.179", "42.147")
    assert (copied.arm, str(copied.smaller.eager.mean_ms)) == ("eager", "47.381")
    assert (inverted.subset, inverted.rule) == ("a100-nightly-reduce-overhead", "batch-inversion")
    assert (inverted.cell.model, inverted.cell.batch_size, inverted.smaller.batch_size) == ("ResNet", 4, 1)
    assert (inverted.arm, str(inverted.cell.compiled.mean_ms)) == ("compiled", "2.187")
    assert (str(inverted.smaller.compiled.mean_ms), inverted.copied_from) == ("3.801", None)


def test_a_clean_file_has_none():
    assert (
        flags(
            subset("A100", {1: ("6.0", "3.0"), 4: ("6.1", "3.1"), 16: ("9", "OOM")}),
            subset("T4", {1: ("9.0", "6.0"), 4: ("20", "15"), 16: ("OOM", "OOM")}),
        )
        == []
    )


@pytest.mark.parametrize(
    ("smaller", "larger", "flagged"),
    [("6.484", "6.109", False), ("10", "9.00", False), ("10", "8.99", True), ("3.801", "2.187", True)],
)
def test_only_a_clear_inversion_is_flagged(smaller, larger, flagged):
    expected = [("a100-resnet-2-0-1", 4, "batch-inversion", "compiled", 1, None)] if flagged else []
    assert flags(subset("A100", {1: ("11", smaller), 4: ("11", larger)})) == expected


def test_a_cell_is_flagged_once_beside_the_batch_it_beats_by_most():
    times = {16: ("5", "4"), 1: ("6", "5"), 4: ("8", "9")}
    assert flags(subset("A100", times)) == [("a100-resnet-2-0-1", 16, "batch-inversion", "compiled", 4, None)]


def test_times_that_failed_are_compared_with_nothing():
    assert flags(subset("A100", {1: ("OOM", "9"), 4: ("1", "OOM")})) == []


def test_equal_digits_alone_are_no_copy():
    times = {1: ("2", "1"), 4: ("4.100", "3.200")}
    assert flags(subset("A100", times), subset("T4", times)) == []


@pytest.mark.parametrize(
    ("device", "torch", "model", "pair"),
    [
        ("T4", "2.0.1", "ResNet", ("4.1", "3.200")),  # the same numbers, other digits
        ("T4", "2.1.0", "ResNet", ("4.100", "3.200")),
        ("T4", "2.0.1", "ViT", ("4.100", "3.200")),
        ("A100", "2.0.1", "ViT", ("4.100", "3.200")),
    ],
)
def test_a_copy_is_of_the_same_work_on_another_device(device, torch, model, pair):
    original = subset(device, {1: ("2", "1"), 4: pair}, model, torch)
    # A twentieth faster: no clear inversion, and no copy either.
    assert flags(original, subset("A100", {1: ("4.3", "3.1"), 4: ("4.100", "3.200")})) == []


def test_a_copy_needs_no_clear_inversion():
    original = subset("T4", {1: ("2", "1"), 4: ("4.100", "3.200")})
    assert flags(original, subset("A100", {1: ("4.3", "3.1"), 4: ("4.100", "3.200")})) == [
        ("a100-resnet-2-0-1", 4, "copied", "eager", 1, "t4-resnet-2-0-1")
    ]
