"""Several files as one: duplicates once, contradictions named with both files, any order."""

import itertools
from decimal import Decimal

import pytest

from lockstep.benchmarks.merge import merge, natural
from lockstep.benchmarks.model import Results
from lockstep.benchmarks.write import dump
from support.results import arm, cell, measured, results, subset


def keys(merged: Results) -> list[tuple[str, list[tuple[str, int]]]]:
    return [
        (subset.key, [(cell.workload.id, cell.workload.batch_size) for cell in subset.cells])
        for subset in merged.subsets
    ]


def said(findings) -> list[str]:
    return [str(finding) for finding in findings]


def test_one_file_stays_as_it_is():
    only = results(subset("b", cell("z"), cell("a")), subset("a", cell("a")))
    assert merge({"x.json": only}) == (only, [])


def test_shards_of_one_machine_are_one_subset_in_any_order():
    files = {
        "2.json": results(subset("t4", cell("resnet", 16), cell("vit"))),
        "1.json": results(subset("t4", cell("resnet", 4)), subset("a100", cell("vit"))),
        "3.json": results(subset("t4-10", cell("vit")), subset("t4-2", cell("vit"))),
    }
    expected = [
        ("a100", [("vit", 1)]),
        ("t4", [("resnet", 4), ("resnet", 16), ("vit", 1)]),
        ("t4-2", [("vit", 1)]),
        ("t4-10", [("vit", 1)]),
    ]
    merged = [merge(dict(order)) for order in itertools.permutations(files.items())]
    assert [found for _, found in merged] == [[]] * 6
    assert {dump(whole) for whole, _ in merged} == {dump(merged[0][0])}
    assert keys(merged[0][0]) == expected


def test_names_of_files_change_nothing_but_names():
    one, two = results(subset("t4", cell("vit"))), results(subset("t4", cell("beit")))
    assert merge({"a.json": one, "b.json": two})[0] == merge({"b.json": one, "a.json": two})[0]


def test_an_exact_duplicate_is_there_once():
    both = results(subset("t4", cell("vit", 4), cell("vit", 16)))
    merged, found = merge({"a.json": both, "b.json": results(subset("t4", cell("vit", 16)))})
    assert (keys(merged), found) == ([("t4", [("vit", 4), ("vit", 16)])], [])


def test_other_numbers_for_the_same_cell_name_both_files():
    ours = results(subset("t4", cell("vit")))
    theirs = results(subset("t4", cell("vit", compiled=arm("1.001"))))
    merged, found = merge({"b.json": theirs, "a.json": ours})
    assert said(found) == [
        "b.json:1:1 LS342 vit, batch 1, default in subset 't4': compiled.mean_ms is not as in a.json"
        " (keep one, or give one subset another key)"
    ]
    assert merged.subsets[0].cells[0].compiled.mean_ms == Decimal(1)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"device": "T4G"}, "hardware.device"),
        ({"torch": "2.1.0"}, "software.torch"),
        ({"kind": "cpu"}, "hardware.kind"),
        ({"publisher": "Q"}, "origin.publisher"),
        ({"repetitions": 30}, "protocol.repetitions"),
    ],
)
def test_another_machine_under_the_same_key_names_both_files(changed, field):
    files = {"a.json": results(subset("t4", cell("vit"))), "b.json": results(subset("t4", cell("beit"), **changed))}
    assert said(merge(files)[1]) == [
        f"b.json:1:1 LS341 subset 't4': {field} is not as in a.json"
        " (different setups are different subsets: give one another key)"
    ]


def test_shards_that_were_started_on_two_days_go_together():
    files = {f"{day}.json": results(measured("t4", cell(str(day)), date=f"2026-11-{day}")) for day in (29, 30)}
    assert merge(files)[1] == []


def test_the_date_is_that_of_the_first_measurement_whatever_the_files_are_called():
    early, late = (results(measured("t4", cell(day), date=day)) for day in ("2026-01-01", "2026-02-02"))
    for files in ({"a": early, "b": late}, {"a": late, "b": early}):
        assert merge(files)[0].subsets[0].origin.date == "2026-01-01"


@pytest.mark.parametrize(
    ("one", "other"),
    [("gpu-fp16", "gpu fp16"), ("A100", "a100"), ("ışık", "isik"), ("gpu_fp16", "gpufp16"), ("ç", "c")],
)
def test_keys_that_are_nearly_the_same_name_both_files(one, other):
    found = merge({"a.json": results(subset(one, cell("vit"))), "b.json": results(subset(other, cell("vit")))})[1]
    assert said(found) == [
        f"b.json:1:1 LS343 subset '{other}' is nearly the '{one}' of a.json (spell them alike, or apart)"
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [("torch-2.1", "torch-21"), ("resnet-10-1", "resnet-101"), ("t4", "t4-2"), ("🚀", "🔥"), ("+", "-")],
)
def test_numbers_apart_are_different_keys(one, other):
    files = {"a.json": results(subset(one, cell("vit"))), "b.json": results(subset(other, cell("vit")))}
    assert merge(files)[1] == []


def test_workloads_that_are_nearly_the_same_name_both_files():
    files = {"a.json": results(subset("t4", cell("mobile-net"))), "b.json": results(subset("v100", cell("mobilenet")))}
    assert [finding.code for finding in merge(files)[1]] == ["LS343"]


def test_a_row_that_only_leaves_something_out_is_nearly_the_same():
    files = {
        "a.json": results(subset("t4", cell("vit", dtype="float32"))),
        "b.json": results(subset("t4", cell("vit"))),
        "c.json": results(subset("t4", cell("vit", dtype="float16", treatment={"fullgraph": True}))),
    }
    assert said(merge(files)[1]) == [
        "b.json:1:1 LS343 vit, batch 1, default in subset 't4' is nearly a row of a.json"
        " (give both the same fields: dtype, fullgraph, dynamic, scope)",
        "c.json:1:1 LS343 vit, batch 1, default in subset 't4' is nearly a row of b.json"
        " (give both the same fields: dtype, fullgraph, dynamic, scope)",
    ]


def test_numbers_in_names_are_sorted_as_numbers():
    assert sorted(["t4-10", "t4-2", "a", "10", "9"], key=natural) == ["9", "10", "a", "t4-2", "t4-10"]
    # More digits than Python reads.
    assert sorted(["1" + "0" * 5000, "9" * 5000, "0" * 6000 + "1", "2"], key=natural) == [
        "0" * 6000 + "1",
        "2",
        "9" * 5000,
        "1" + "0" * 5000,
    ]
