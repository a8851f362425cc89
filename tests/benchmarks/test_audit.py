"""The audit finds what a careful editor would doubt, and is silent otherwise."""

from decimal import Decimal
from pathlib import Path

import pytest

from lockstep.benchmarks.audit import audit
from lockstep.benchmarks.importer import import_published
from lockstep.benchmarks.model import Arm, Results
from lockstep.benchmarks.setup import Correctness
from support.latency import published, sampled
from support.results import arm, cell, measured, results, samples, subset

CSV = (Path(__file__).parents[2] / "benchmarks" / "published-2023.csv").read_text(encoding="utf-8")


def found(*subsets, rule=None):
    """Flags, as subset, rule or sentence, workload, batch sizes and arm."""
    return [
        (flag.subset, flag.sentence, flag.workload, *flag.batch_sizes, *([flag.arm] if flag.arm else []))
        for flag in audit(results(*subsets))
        if rule in (None, flag.rule)
    ]


def rows(times, model="resnet", mode="default"):
    """Cells of one model by batch size, each of an eager and a compiled time."""
    return [
        cell(model, size, mode=mode, eager=arm(eager), compiled=arm(compiled))
        for size, (eager, compiled) in times.items()
    ]


def test_the_published_file_as_a_careful_editor_reads_it():
    assert [
        (flag.rule, flag.subset, flag.workload, flag.batch_sizes, flag.mode, flag.arm)
        for flag in audit(import_published(CSV))
    ] == [
        ("missing", "a100", "owlvit", (4, 16), "default", None),
        ("mixed-precision", "v100", "vit", (1,), "default", "compiled"),
        ("missing", "v100", "owlvit", (4, 16), "default", None),
        ("mixed-precision", "t4", "detr", (1,), "default", "compiled"),
        ("mixed-precision", "t4", "maskformer", (16,), "default", "compiled"),
        ("missing", "t4", "owlvit", (4, 16), "default", None),
        ("version", "a100-nightly", None, (), None, None),
        ("missing", "v100-nightly", None, (), "reduce-overhead", None),
        ("version", "v100-nightly", None, (), None, None),
        ("copied", "t4-nightly", "beit", (16,), "default", None),
        ("version", "t4-nightly", None, (), None, None),
        ("batch-inversion", "a100-nightly-reduce-overhead", "resnet", (4,), "reduce-overhead", "compiled"),
        ("version", "a100-nightly-reduce-overhead", None, (), None, None),
        ("mixed-precision", "t4-nightly-reduce-overhead", "convnext", (1,), "reduce-overhead", "compiled"),
        ("version", "t4-nightly-reduce-overhead", None, (), None, None),
    ]


def test_what_the_published_copy_and_inversion_are_told_by():
    flags = {flag.rule: flag for flag in audit(import_published(CSV)) if flag.rule in ("copied", "batch-inversion")}
    copied, inverted = flags["copied"].values, flags["batch-inversion"].values
    assert (copied["other"], copied["smaller"], str(copied["time"].value)) == ("a100-nightly", 4, "42.179")
    assert str(copied["smaller_time"].value) == "47.381"
    assert (inverted["smaller"], str(inverted["time"].value), str(inverted["smaller_time"].value)) == (
        1,
        "2.187",
        "3.801",
    )


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("make", [published, sampled])
def test_a_clean_file_has_none(make, seed):
    assert audit(make(seed)) == ()


def test_a_clean_file_is_of_the_published_size():
    subsets = published(0).subsets
    assert (len(subsets), sum(len(one.cells) for one in subsets)) == (8, 136)


@pytest.mark.parametrize("seed", range(8))
def test_a_row_copied_into_a_clean_file_is_found(seed):
    """Any row of the A100, put in the place of the T4's, or the other way round."""
    clean = published(seed)
    keys = [one.key for one in clean.subsets]
    for source, target in (("a100-stable", "t4-stable"), ("t4-stable", "a100-stable")):
        ours, theirs = (clean.subsets[keys.index(key)] for key in (target, source))
        index = next(
            index
            for index, one in enumerate(theirs.cells)
            if one.workload.batch_size == 16 and one.eager.mean_ms and ours.cells[index].eager.mean_ms
        )
        cells = [*ours.cells[:index], theirs.cells[index], *ours.cells[index + 1 :]]
        spoilt = ours.model_copy(update={"cells": tuple(cells)})
        subsets = [spoilt if one.key == target else one for one in clean.subsets]
        flags = [flag for flag in audit(results(*subsets)) if flag.rule == "copied"]
        row = cells[index].workload
        assert {(flag.workload, flag.batch_sizes) for flag in flags} == {(row.id, (row.batch_size,))}
        # Where nothing tells which of the two is wrong, both are flagged; the right one alone never is.
        assert {target} <= {flag.subset for flag in flags} <= {source, target}


# Batches.


@pytest.mark.parametrize(
    ("smaller", "larger", "flagged"),
    [("6.484", "6.109", False), ("10", "9.00", False), ("10", "8.99", True), ("3.801", "2.187", True)],
)
def test_only_a_clear_inversion_is_flagged(smaller, larger, flagged):
    expected = [("a100", "batch-inversion", "resnet", 4, "compiled")] if flagged else []
    assert found(subset("a100", *rows({1: ("11", smaller), 4: ("11", larger)}))) == expected


def test_a_row_is_flagged_once_beside_the_batch_it_beats_by_most():
    (flag,) = audit(results(subset("a100", *rows({16: ("5", "4"), 1: ("6", "5"), 4: ("8", "9")}))))
    assert (flag.rule, flag.batch_sizes, flag.arm, flag.values["smaller"]) == ("batch-inversion", (16,), "compiled", 4)


def test_times_that_failed_are_compared_with_nothing():
    assert found(subset("a100", *rows({1: ("OOM", "9"), 4: ("1", "OOM")}))) == []


@pytest.mark.parametrize("difference", ["mode", "dtype", "model"])
def test_batches_are_compared_within_one_model_type_and_treatment(difference):
    slow = cell("resnet", 1, eager=arm("9"), compiled=arm("9"))
    facts = {"mode": {"mode": "reduce-overhead"}, "dtype": {"dtype": "float16"}, "model": {}}[difference]
    name = "vit" if difference == "model" else "resnet"
    fast = cell(name, 4, eager=arm("3"), compiled=arm("3"), **facts)
    assert found(subset("a100", slow, fast), rule="batch-inversion") == []


@pytest.mark.parametrize(
    ("larger", "flagged"), [((7.0, 7.1, 7.2, 7.3, 7.4, 7.5), True), ((1.0, 7.1, 7.2, 7.3, 7.4, 12.0), False)]
)
def test_measured_batches_are_inverted_where_intervals_are_apart(larger, flagged):
    smaller = samples(10.0, 10.1, 10.2, 10.3, 10.4, 10.5)
    same = samples(10.0, 10.1, 10.2, 10.3, 10.4, 10.6)
    pair = [cell("m", 1, eager=smaller, compiled=smaller), cell("m", 4, eager=same, compiled=samples(*larger))]
    assert found(measured("cpu", *pair), rule="batch-inversion") == (
        [("cpu", "batch-inversion", "m", 4, "compiled")] if flagged else []
    )


@pytest.mark.parametrize(("time", "flagged"), [("119.9", False), ("120.1", True)])
def test_time_grows_little_more_than_the_batch(time, flagged):
    pair = rows({1: ("10", "10"), 4: (time, "40")})
    assert found(subset("a100", *pair)) == ([("a100", "outgrown", "resnet", 4, "eager")] if flagged else [])


# Copies.

LONG = ("42.179", "42.147")


def test_equal_rows_of_two_devices_are_both_flagged_where_nothing_tells_them_apart():
    pair = rows({1: ("21.5", "20.9"), 4: LONG})
    assert found(subset("a100", *pair, device="A100"), subset("t4", *pair[1:], device="T4"), rule="copied") == [
        ("a100", "copied-either", "resnet", 4),
        ("t4", "copied-either", "resnet", 4),
    ]


def test_a_copy_that_is_out_of_order_is_the_wrong_one():
    right = rows({1: ("21.5", "20.9"), 4: LONG})
    faster = rows({1: ("47.381", "46.604"), 4: LONG})
    assert found(subset("a100", *right, device="A100"), subset("t4", *faster, device="T4")) == [
        ("t4", "copied-inverted", "resnet", 4)
    ]


def test_a_slow_copy_does_not_make_its_neighbours_doubtful():
    right = rows({4: LONG, 16: ("160.3", "159.9")})
    spoilt = rows({4: LONG, 16: ("20.1", "19.9")})
    assert found(subset("t4", *right, device="T4"), subset("a100", *spoilt, device="A100")) == [
        ("a100", "copied-odd", "resnet", 4)
    ]


def test_a_copy_that_its_device_contradicts_elsewhere_is_the_wrong_one():
    one = rows({4: LONG})
    times = {"a100": ("41.854", "41.048"), "t4": ("188.978", "187.976")}
    stable = [subset(f"{key}-stable", *rows({4: pair}), device=key) for key, pair in times.items()]
    nightly = [subset(f"{key}-nightly", *one, device=key, torch="2.1.0.dev") for key in times]
    assert found(*stable, *nightly) == [("t4-nightly", "copied-odd", "resnet", 4)]


def test_equal_rows_of_one_device_need_more_digits():
    def pair(time):
        both = rows({4: time})
        return found(subset("old", *both), subset("new", *both, torch="2.1.0"), rule="copied")

    assert pair(("4.2", "4.1")) == []
    assert [flag[:2] for flag in pair(LONG)] == [("old", "copied-either"), ("new", "copied-either")]


@pytest.mark.parametrize(
    ("model", "pair"),
    [
        ("resnet", ("42.18", "42.147")),  # the same number to other digits
        ("resnet", ("42.179", "42.148")),
        ("resnet", ("42.179", "OOM")),
        ("vit", LONG),
    ],
)
def test_a_copy_is_of_the_same_work_to_the_last_digit(model, pair):
    other = subset("t4", *rows({4: pair}, model), device="T4")
    assert found(subset("a100", *rows({4: LONG}), device="A100"), other, rule="copied") == []


def test_equal_numbers_of_few_digits_are_no_copy():
    both = rows({4: ("2", "1")})
    assert found(subset("a100", *both, device="A100"), subset("t4", *both, device="T4")) == []


def test_two_measurements_never_have_the_same_samples():
    eager, compiled = samples(2.1, 2.2, 2.3, 2.4, 2.5), samples(1.1, 1.2, 1.3, 1.4, 1.5)
    row = cell("m", eager=eager, compiled=compiled)
    other = cell("m", eager=samples(3.1, 3.2, 3.3, 3.4, 3.5), compiled=compiled)
    copy = [("a", "copied-samples", "m", 1, "compiled"), ("b", "copied-samples", "m", 1, "compiled")]
    assert found(measured("a", row), measured("b", other, threads=2)) == copy
    # One eager arm may stand beside several modes; a handful of samples proves nothing.
    again = cell("m", mode="max-autotune", eager=eager, compiled=samples(1.6, 1.7, 1.8, 1.9, 2.0))
    assert found(measured("a", row), measured("b", again), rule="copied") == []
    few = cell("m", eager=samples(2, 3), compiled=samples(1, 2))
    assert found(measured("a", few), measured("b", few, torch="2.12.0"), rule="copied") == []


ONE = ("42.179", "21.337")


def test_a_row_copied_to_its_other_batch_sizes():
    copied = [("a100", "copied-row", "resnet", size) for size in (1, 4, 16)]
    assert found(subset("a100", *rows(dict.fromkeys((1, 4, 16), ONE)))) == copied
    # The other mode's rows, which fit, say which one is the original.
    others = rows({1: ("42.3", "20.9"), 4: ("120.1", "60.8"), 16: ("450.2", "231.7")}, mode="max-autotune")
    flags = audit(results(subset("a100", *rows(dict.fromkeys((1, 4, 16), ONE)), *others)))
    assert [
        (flag.sentence, *flag.batch_sizes, flag.values["other_model"], flag.values["other_size"]) for flag in flags
    ] == [
        ("copied-row-odd", 4, "resnet", 1),
        ("copied-row-odd", 16, "resnet", 1),
    ]


@pytest.mark.parametrize(
    ("one", "other", "flagged"),
    [
        (ONE, ONE, True),
        (ONE, ("42.179", "21.338"), False),
        (ONE, ("42.179", "21.3370"), False),  # the same number to other digits
        (("2.187", "1.901"), ("2.187", "1.901"), False),  # small batches take nearly the same time: a coincidence
        (("OOM", "21.337"), ("OOM", "21.337"), False),
    ],
)
def test_batch_sizes_are_equal_by_chance_or_by_copying(one, other, flagged):
    # As many rows as in a published subset, so that there is something to compare.
    rest = [
        row
        for index in range(20)
        for row in rows({1: (f"1{index}.123", "9.876"), 4: ("30.5", f"2{index}.7")}, f"m{index}")
    ]
    flags = found(subset("a100", *rows({1: one, 4: other}), *rest), rule="copied")
    assert flags == ([("a100", "copied-row", "resnet", size) for size in (1, 4)] if flagged else [])


@pytest.mark.parametrize(
    ("one", "other", "facts", "flagged"),
    [
        (ONE, ONE, {}, True),
        (ONE, ("42.179", "21.338"), {}, False),
        (("4.21", "2.13"), ("4.21", "2.13"), {}, False),  # few digits
        (ONE, ONE, {"mode": "max-autotune"}, False),
        (ONE, ONE, {"dtype": "float16"}, False),
    ],
)
def test_a_row_copied_to_another_model(one, other, facts, flagged):
    rest = [cell(f"m{index}", eager=arm(f"1{index}.123"), compiled=arm(f"{index}.876")) for index in range(20)]
    pair = [
        cell("vit", eager=arm(one[0]), compiled=arm(one[1])),
        cell("beit", eager=arm(other[0]), compiled=arm(other[1]), **facts),
    ]
    assert found(subset("a100", *pair, *rest), rule="copied") == (
        [("a100", "copied-row", name, 1) for name in ("vit", "beit")] if flagged else []
    )


def test_a_copy_from_another_model_that_its_device_contradicts_is_the_wrong_one():
    cells = [*rows({1: ONE}, "vit"), *rows({1: ONE}, "beit"), *rows({1: ("9.1", "7.2")}, "beit", "max-autotune")]
    assert found(subset("a100", *cells), rule="copied") == [("a100", "copied-row-odd", "beit", 1)]


@pytest.mark.parametrize(("name", "size"), [("m", 4), ("n", 1), ("n", 4)])
@pytest.mark.parametrize("arm_name", ["eager", "compiled"])
def test_two_workloads_never_have_the_same_samples(name, size, arm_name):
    same, other, more = (samples(*(f"{start}.{index}" for index in range(5))) for start in (3, 4, 5))
    if arm_name == "eager":
        pair = [cell("m", 1, eager=same, compiled=other), cell(name, size, eager=same, compiled=more)]
    else:
        pair = [cell("m", 1, eager=other, compiled=same), cell(name, size, eager=more, compiled=same)]
    flags = [flag for flag in audit(results(measured("cpu", *pair))) if flag.rule == "copied"]
    assert [(flag.sentence, flag.workload, *flag.batch_sizes, flag.arm) for flag in flags] == [
        ("copied-samples-row", "m", 1, arm_name),
        ("copied-samples-row", name, size, arm_name),
    ]
    assert (flags[0].values["other_model"], flags[0].values["other_size"]) == (name, size)


@pytest.mark.parametrize("seed", range(4))
def test_every_row_that_a_clean_file_could_have_twice_is_found(seed):
    """A row of three digits or more before its last, put in the place of its neighbours' in a file of 136 rows."""
    clean = published(seed)
    whole = clean.subsets[0]
    for source in whole.cells:
        if source.eager.mean_ms is None or source.compiled.mean_ms < 15:
            continue
        for target in whole.cells:
            of_model = target.workload.id == source.workload.id
            of_size = target.workload.batch_size == source.workload.batch_size
            if of_model is of_size or target.eager.mean_ms is None:
                continue
            copy = target.model_copy(update={"eager": source.eager, "compiled": source.compiled})
            spoilt = [copy if one is target else one for one in whole.cells]
            subsets = [whole.model_copy(update={"cells": tuple(spoilt)}), *clean.subsets[1:]]
            flagged = {(one.workload, *one.batch_sizes) for one in audit(results(*subsets)) if one.rule == "copied"}
            two = {(one.workload.id, one.workload.batch_size) for one in (source, target)}
            assert flagged
            assert flagged <= two


# Digits.


def many(last: str, number: int = 30, digits: str = "5") -> list[object]:
    times = [f"{10 + index}.{index % 10}{digits}{(index + 1) % 10}" for index in range(number - 1)]
    return [cell(f"m{index}", eager=arm(time), compiled=arm(time)) for index, time in enumerate([*times, last])]


@pytest.mark.parametrize(
    ("cells", "flagged"),
    [
        (many("6.00"), 2),
        (many("6"), 2),
        (many("6.001"), 0),
        (many("6.0001"), 0),
        (many("6.00", number=8), 0),  # too few to have a habit
        # No zero at the end of any other: this one was dropped, as from all.
        ([one for one in many("6.00") if not str(one.eager.mean_ms).endswith("0")] + many("6.25")[-1:], 0),
    ],
)
def test_fewer_digits_than_the_habit(cells, flagged):
    assert len(found(subset("t4", *cells), rule="mixed-precision")) == flagged


def test_samples_have_the_digits_they_have():
    cells = [cell(f"m{index}", eager=samples(1.250, 2.5, 3), compiled=samples(1, "1.5")) for index in range(30)]
    assert found(measured("cpu", *cells)) == []


# What is missing.


def grid(*models, batch_sizes=(1, 4)):
    return [cell(model, size, eager=arm(f"{2 + size}")) for model in models for size in batch_sizes]


def test_a_batch_size_that_most_workloads_have():
    cells = [*grid("a", "b"), *grid("c", batch_sizes=(1,))]
    assert found(subset("t4", *cells)) == [("t4", "missing-rows", "c", 4)]
    # A few large models at one size more are no reason to expect it of all.
    assert found(subset("t4", *grid("a", "b", "c"), *grid("c", batch_sizes=(16,)))) == []


def test_a_mode_that_most_workloads_have():
    cells = [*grid("a", "b"), *rows({1: ("2", "1")}, "a", "max-autotune"), *rows({4: ("2", "1")}, "b", "max-autotune")]
    assert found(subset("t4", *cells)) == [
        ("t4", "missing-rows-in-mode", "a", 4),
        ("t4", "missing-rows-in-mode", "b", 1),
    ]


def test_a_row_that_other_devices_have():
    whole, partly = grid("a", "b"), grid("a")
    assert found(subset("t4", *whole), subset("v100", *partly, device="V100")) == [("v100", "missing-rows", "b", 1, 4)]


def test_a_setup_that_other_devices_have():
    new = {"torch": "2.1.0"}
    subsets = [subset("a", device="A"), subset("a-new", device="A", **new), subset("b", device="B")]
    assert found(*subsets) == [("b", "missing-setup", None)]
    # A CPU and a GPU, or two publications, owe each other nothing.
    assert found(*subsets[:2], subset("b", device="B", kind="cpu")) == []
    assert found(*subsets[:2], subset("b", device="B", publisher="Q")) == []


def test_those_who_measure_choose_what_they_measure():
    assert found(measured("a", *grid("a", "b")), measured("b", *grid("a"), torch="2.12.0")) == []
    # A run that was interrupted.
    assert found(measured("a", *grid("a", "b")[:-1])) == []


def test_an_arm_that_was_not_tried():
    silent, told = Arm(status="not-run"), Arm(status="not-run", reason="no compiler")
    assert found(subset("t4", cell("a", compiled=silent))) == [("t4", "missing-arm", "a", 1, "compiled")]
    assert found(subset("t4", cell("a", compiled=told))) == []
    assert found(subset("t4", cell("a", eager=Arm(status="oom"), compiled=silent))) == []


# Versions.


@pytest.mark.parametrize(
    ("stated", "torch", "flagged"),
    [
        ("2.0", "2.0.1", False),
        ("2.0.1", "2.0.1", False),
        ("2.0", "2.1.0.dev+cu118", True),
        ("2.1 nightly", "2.1.0.dev+cu118", False),
        ("nightly", "2.1.0", True),
        ("2.1", "2.10.0", True),
    ],
)
def test_a_stated_version_is_that_of_the_data(stated, torch, flagged):
    one = subset("t4", torch=torch)
    one = one.model_copy(update={"software": one.software.model_copy(update={"stated_torch": stated})})
    assert found(one) == ([("t4", "version-stated", None)] if flagged else [])


@pytest.mark.parametrize(
    ("key", "torch", "mode", "flagged"),
    [
        ("t4-nightly", "2.1.0", "default", True),
        ("t4-nightly", "2.1.0.dev+cu118", "default", False),
        ("t4-nightly", "2.6.0a0+git1234567", "default", False),
        ("t4-reduce-overhead", "2.1.0", "default", True),
        ("t4-reduce-overhead", "2.1.0", "reduce-overhead", False),
        ("t4 max-autotune-no-cudagraphs", "2.1.0", "max-autotune-no-cudagraphs", False),
        ("t4-torch-2.0", "2.0.1", "default", False),
        ("t4-torch-2.0", "2.1.0", "default", True),
        ("a100-80gb", "2.1.0", "default", False),
    ],
)
def test_a_key_says_what_the_data_is(key, torch, mode, flagged):
    assert found(subset(key, cell(mode=mode), torch=torch)) == ([(key, "version-key", None)] if flagged else [])


@pytest.mark.parametrize(
    ("torch", "kind", "facts", "sentence"),
    [
        ("2.6.0+cpu", "cuda", {}, "version-build"),
        ("2.6.0+cpu", "cpu", {}, None),
        ("2.6.0+cu126", "cpu", {}, None),
        ("2.6.0+rocm6.2", "cuda", {}, "version-build"),
        ("2.6.0+rocm6.2", "rocm", {"cuda": "6.2.41133"}, None),
        ("2.6.0+cu126", "cuda", {"cuda": "12.6"}, None),
        ("2.6.0+cu126", "cuda", {"cuda": "12.4"}, "version-cuda"),
        ("2.6.0+cu118", "cuda", {"cuda": "11.8"}, None),
        ("2.6.0+cu", "cuda", {"cuda": "11.8"}, None),
        # Local versions as PEP 440 has them, and as others build them.
        ("2.1.0+rocm.5", "rocm", {"cuda": "5.4.22803"}, None),
        ("2.1.0+rocm.5", "rocm", {"cuda": "6.2.41133"}, "version-cuda"),
        ("2.0.0+cu.118", "cuda", {"cuda": "11.8"}, None),
        ("2.0.0+cu.118", "cuda", {"cuda": "11.7"}, "version-cuda"),
        ("2.0.1+cu117.with.pypi.cudnn", "cuda", {"cuda": "11.7"}, None),
        ("2.0.1+cu117.with.pypi.cudnn", "cuda", {"cuda": "11.8"}, "version-cuda"),
        ("2.0.1+cu118_pyt201", "cuda", {"cuda": "11.8"}, None),
        ("2.6.0+cu12", "cuda", {"cuda": "12.4"}, None),
        ("2.6.0+cu12.4", "cuda", {"cuda": "12.4"}, None),
        ("2.0.1+cu92", "cuda", {"cuda": "9.2"}, None),
        ("2.6.0+custom", "rocm", {}, None),
        ("2.6.0+cpu.cxx11.abi", "cuda", {}, "version-build"),
        ("2.6.0+cpu.cxx11.abi", "cpu", {"cuda": "12.4"}, "version-cuda"),
        ("1.13.1", "cuda", {}, "version-compile"),
        # What became 2.0.
        ("1.14.0.dev20221202", "cuda", {}, None),
        ("1.14.0a0+44dac51", "cuda", {"python": "3.8.10"}, None),
        ("1.13.0.dev20220801", "cuda", {}, "version-compile"),
        ("2.1.0", "cuda", {"python": "3.11.4"}, None),
        ("2.0.1", "cuda", {"python": "3.11.4"}, "version-python"),
        ("2.3.1", "cuda", {"python": "3.12.0"}, "version-python"),
        ("2.6.0", "cuda", {"python": "3.8.10"}, "version-python"),
        ("2.13.0", "cuda", {"python": "3.13.1"}, None),
        ("2.13.0", "cuda", {"python": "3.9"}, "version-python"),
        ("somewhat new", "cuda", {"python": "3.9", "cuda": "12.1"}, None),
    ],
)
def test_versions_that_exclude_each_other(torch, kind, facts, sentence):
    one = subset("t4", torch=torch, kind=kind)
    one = one.model_copy(update={"software": one.software.model_copy(update=facts)})
    assert found(one) == ([("t4", sentence, None)] if sentence else [])


@pytest.mark.parametrize("number", ["9" * 5000, "2." + "9" * 5000])
@pytest.mark.parametrize("field", ["torch", "local", "python", "cuda", "stated_torch", "key"])
def test_what_is_no_number_of_a_version_says_nothing(field, number):
    one = subset(f"torch-{number}" if field == "key" else "t4", torch="2.1.0+cu118")
    facts = {"torch": number} if field == "torch" else {field: number}
    facts = {"torch": f"2.1.0+cu{number}", "cuda": "11.8"} if field == "local" else facts
    if field != "key":
        one = one.model_copy(update={"software": one.software.model_copy(update=facts)})
    # What comes before the digits is taken: a 2 is no 2.1 in Python, and 2.1 is a 2.
    expected = {("python", "2." + "9" * 5000): [], ("cuda", "2." + "9" * 5000): [("t4", "version-cuda", None)]}
    assert found(one) == expected.get((field, number), [])


@pytest.mark.parametrize(
    ("date", "torch", "flagged"),
    [
        ("2023", "2.1.0.dev+cu118", False),
        ("2022", "2.0.1", True),
        ("2022-12-30", "2.0.0.dev20221215", False),
        # NVIDIA's containers.
        ("2023-11-20", "2.2.0a0+81ea7a4", False),
        ("2022-11-20", "2.2.0a0+81ea7a4", True),
        ("2022-12-20", "1.14.0a0+410ce96", False),
        ("2024-05-01", "2.6.0", True),
        ("2025", "2.13.0", True),
        ("2026-11-30", "2.13.0", False),
        ("2027", "3.0.0", False),
    ],
)
def test_no_figure_is_older_than_its_pytorch(date, torch, flagged):
    one = subset("t4", torch=torch)
    one = one.model_copy(update={"origin": one.origin.model_copy(update={"date": date})})
    assert found(one) == ([("t4", "version-date", None)] if flagged else [])


# What cannot be.

FEW = ("2.0", "2.1", "2.2", "2.3", "2.4")


def facts(eager=None, compiled=None, memory=None, **more):
    one = measured("cpu", cell("m", eager=eager or samples("3", "3.1"), compiled=compiled or samples(*FEW), **more))
    return one.model_copy(update={"hardware": one.hardware.model_copy(update={"memory": memory})})


def ms(time: str) -> dict[str, Decimal]:
    return {"first_call_ms": Decimal(time)}


@pytest.mark.parametrize(
    ("one", "sentence"),
    [
        (facts(compiled=samples(*FEW, **ms("1.0"))), "first-call"),
        (facts(compiled=samples(*FEW, **ms("1.1"))), None),
        (facts(eager=samples("3", "3.1", **ms("0.2"))), "first-call"),
        (facts(compiled=samples(*FEW, graphs=0)), "graphs"),
        (facts(compiled=samples(*FEW, graphs=1)), None),
        (facts(compiled=samples(*FEW, peak_memory=2**30 + 1), memory=2**30), "memory"),
        (facts(compiled=samples(*FEW, peak_memory=2**30), memory=2**30), None),
        (facts(compiled=samples(*["2.5"] * 5)), "constant"),
        (facts(compiled=samples(*["2.5"] * 4)), None),
        (facts(eager=samples(*FEW), compiled=samples(*FEW)), "same-samples"),
        (facts(eager=samples("110.0", "110.0")), None),
        (facts(eager=samples("110.1", "110.1")), "ratio"),
        (facts(eager=samples("0.0439", "0.0439")), "ratio"),
    ],
)
def test_values_that_cannot_be(one, sentence):
    flags = audit(results(one))
    assert [(flag.rule, flag.sentence, flag.doubtful) for flag in flags] == (
        [("impossible", sentence, True)] if sentence else []
    )


@pytest.mark.parametrize(
    ("passed", "error", "flagged"), [(True, "0.1", True), (False, "0.001", True), (True, "0.01", False)]
)
def test_a_verdict_follows_from_its_numbers(passed, error, flagged):
    verdict = Correctness(passed=passed, relative_error=Decimal(error), tolerance=Decimal("0.01"))
    one = cell("m").model_copy(update={"correctness": verdict})
    assert found(subset("t4", one)) == ([("t4", "verdict", "m", 1)] if flagged else [])


def test_flags_come_in_the_order_of_the_file():
    whole = import_published(CSV)
    keys = [one.key for one in whole.subsets]
    assert [keys.index(flag.subset) for flag in audit(whole)] == sorted(
        keys.index(flag.subset) for flag in audit(whole)
    )
    backwards = Results(schema_version=2, subsets=tuple(reversed(whole.subsets)))

    def told(one):
        return {
            (flag.rule, flag.sentence, flag.subset, flag.workload, flag.batch_sizes, flag.arm) for flag in audit(one)
        }

    assert told(backwards) == told(whole)
