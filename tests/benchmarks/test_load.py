"""Result files that are wrong: each fault at its line and column, in our words, and never a traceback."""

import random
from decimal import Decimal
from pathlib import Path

import pytest

from lockstep.benchmarks.load import load_results, parse_results
from lockstep.findings import FindingError
from lockstep.project import load_project

ROOT = Path(__file__).parents[2]
GOOD = """\
{
  "schema_version": 2,
  "subsets": [
    {
      "key": "a100",
      "origin": {"kind": "imported", "publisher": "P", "url": "https://example.org/"},
      "hardware": {"kind": "cuda", "device": "A100"},
      "software": {"torch": "2.0.1", "environment": {"OMP_NUM_THREADS": "1"}},
      "protocol": {"kind": "published", "statistic": "mean", "repetitions": 300, "warm_up": true, "same_input": true},
      "cells": [
        {"workload": {"id": "resnet", "task": "t", "model": "ResNet", "checkpoint": "c", "batch_size": 1},
         "treatment": {"backend": "inductor", "mode": "default"},
         "eager": {"status": "ok", "mean_ms": 6.00},
         "compiled": {"status": "ok", "samples_ms": [53.99, 54.0], "calls_per_sample": 2}},
        {"workload": {"id": "resnet", "task": "t", "model": "ResNet", "checkpoint": "c", "batch_size": 4},
         "treatment": {"backend": "inductor", "mode": "default"},
         "eager": {"status": "oom"}, "compiled": {"status": "oom"}}
      ]
    }
  ]
}
"""
SUBSET = GOOD[GOOD.index("    {\n") : GOOD.index("  ]\n}")].rstrip("\n")
CELLS = GOOD[GOOD.index("[\n        {") : GOOD.index("      ]\n") + 7]
EAGER = "subsets[0].cells[0].eager.mean_ms (ResNet, batch 1)"
COMPILED = "subsets[0].cells[0].compiled.samples_ms (ResNet, batch 1)"
NO_TIME = " (where there is no time, leave it out and let 'status' say why)"
RANGE = "expected a time between 1e-9 and 1e9 milliseconds, found"


def findings(text: str) -> list[str]:
    try:
        parse_results(text, "r.json")
    except FindingError as error:
        return [str(finding) for finding in error.findings]
    return []


def test_a_right_file_is_read_to_the_digit():
    results = parse_results(GOOD, "r.json")
    first, second = results.subsets[0].cells
    assert str(first.eager.mean_ms) == "6.00"
    assert [str(time) for time in first.compiled.samples_ms] == ["53.99", "54.0"]
    assert (second.eager.status, second.eager.mean_ms) == ("oom", None)


def test_labels_may_hold_anything_and_numbers_any_json_form():
    text = GOOD.replace('"P"', r'"<script>\/ \"NaN\" \u0130\ud83d\ude00"').replace("6.00", "6e0").replace("  ", "\t")
    results = parse_results(text, "r.json")
    assert results.subsets[0].origin.publisher == '<script>/ "NaN" İ😀'
    assert results.subsets[0].cells[0].eager.mean_ms == Decimal(6)


MALFORMED = {
    "empty": ("", "1:1 LS301 the file is empty (give it results, or delete it)"),
    "blank": (" \n\n", "1:1 LS301 the file is empty (give it results, or delete it)"),
    "cut off": (
        GOOD[: GOOD.index(', "warm_up"')],
        "9:80 LS301 not JSON: a ',' or a closing bracket is missing; the file ends here",
    ),
    "cut off behind a line": (
        GOOD[: GOOD.index('  "origin"')],
        "6:5 LS301 not JSON: a field name in double quotes is missing; the file ends here",
    ),
    "cut off in a text": (GOOD[: GOOD.index("100")], "5:14 LS301 not JSON: this text is never closed"),
    "two commas": (
        GOOD.replace("300,", "300,,"),
        "9:81 LS301 not JSON: a field name in double quotes is missing",
    ),
    "a comma behind the last field": (
        GOOD.replace('"device": "A100"}', '"device": "A100",}'),
        "7:52 LS301 not JSON: there is a comma behind the object's last field (delete it)",
    ),
    "a comma behind a list that ends a line below": (
        GOOD.replace('{"status": "oom"}}\n', '{"status": "oom"}},\n'),
        "17:68 LS301 not JSON: there is a comma behind the list's last item (delete it)",
    ),
    "a comma behind the last sample": (
        GOOD.replace("54.0]", "54.0, ]"),
        "14:65 LS301 not JSON: there is a comma behind the list's last item (delete it)",
    ),
    "two texts": (GOOD + "{}", "22:1 LS301 not JSON: the file goes on behind its end"),
    "a tab in a text": (
        GOOD.replace('"P"', '"P\t"'),
        "6:53 LS301 not JSON: a text holds a line break, a tab or another control character",
    ),
    "an unknown escape": (GOOD.replace('"P"', r'"\x"'), "6:52 LS301 not JSON: a backslash escapes nothing"),
    "half a pair": (
        GOOD.replace('"P"', r'"\ud800"'),
        "6:51 LS301 a \\u escape gives half a character (write the character itself)",
    ),
    "half a pair in a name": (
        GOOD.replace('"kind": "imported"', r'"kind": "imported", "\udc00": 1'),
        "6:38 LS301 a \\u escape gives half a character (write the character itself)",
    ),
    "deep": ("[" * 100_000, "1:51 LS301 nested more than 50 levels deep"),
    "deep and right": ('{"a":\n' * 60 + "1" + "}" * 60, "51:1 LS301 nested more than 50 levels deep"),
}


@pytest.mark.parametrize(("text", "expected"), MALFORMED.values(), ids=MALFORMED)
def test_malformed(text, expected):
    assert findings(text) == [f"r.json:{expected}"]


FAULTS = {
    # What is no number.
    "NaN": ("6.00", "NaN", f"13:47 LS303 {EAGER}: NaN is not a number{NO_TIME}"),
    "Infinity": ("6.00", "Infinity", f"13:47 LS303 {EAGER}: Infinity is not a number{NO_TIME}"),
    "-Infinity": ("6.00", "-Infinity", f"13:47 LS303 {EAGER}: -Infinity is not a number{NO_TIME}"),
    "1e400": ("6.00", "1e400", f"13:47 LS303 {EAGER}: 1e400 is beyond the numbers that JSON readers hold{NO_TIME}"),
    "beyond Decimal": (
        "6.00",
        "1e-" + "9" * 20,
        f"13:47 LS303 {EAGER}: 1e-{'9' * 20} is beyond the numbers that JSON readers hold{NO_TIME}",
    ),
    "5000 digits": (
        '"batch_size": 4',
        '"batch_size": 4' + "0" * 5000,
        "15:104 LS303 subsets[0].cells[1].workload.batch_size: 400000000000000000000000000000000000000… is"
        " beyond the numbers that JSON readers hold",
    ),
    # What is no time.
    "null": (
        "6.00",
        "null",
        "13:47 LS304 subsets[0].cells[0].eager.mean_ms (ResNet, batch 1): expected a value (leave the field"
        " out where there is none), found null",
    ),
    "text": ("6.00", '"7.5"', f'13:47 LS304 {EAGER}: expected a number, found the text "7.5"'),
    "text NaN": ("6.00", '"NaN"', f'13:47 LS304 {EAGER}: expected a number, found the text "NaN"'),
    "true": ("6.00", "true", f"13:47 LS304 {EAGER}: expected a number, found true"),
    "list": ("6.00", "[6.00]", f"13:47 LS304 {EAGER}: expected a number, found a list"),
    "zero": ("6.00", "0.00", f"13:47 LS304 {EAGER}: {RANGE} 0.00"),
    "negative": ("6.00", "-6.00", f"13:47 LS304 {EAGER}: {RANGE} -6.00"),
    "huge": ("6.00", "1e300", f"13:47 LS304 {EAGER}: {RANGE} 1E+300"),
    "tiny": ("6.00", "1e-300", f"13:47 LS304 {EAGER}: {RANGE} 1E-300"),
    # A time without ok, ok without a time.
    "no time": (
        ', "mean_ms": 6.00',
        "",
        "13:19 LS304 subsets[0].cells[0].eager.mean_ms (ResNet, batch 1): missing (needed where 'status' is"
        " \"ok\"; measured arms have 'samples_ms')",
    ),
    "time of a failure": (
        '"eager": {"status": "oom"',
        '"eager": {"status": "oom", "mean_ms": 5',
        "17:37 LS304 subsets[0].cells[1].eager.mean_ms (ResNet, batch 4): only an arm whose status is 'ok'"
        " has a time (leave the time out, or correct 'status')",
    ),
    "null for a failure": (
        '"eager": {"status": "oom"',
        '"eager": {"status": "oom", "mean_ms": null',
        "17:48 LS304 subsets[0].cells[1].eager.mean_ms (ResNet, batch 4): expected a value (leave the field"
        " out where there is none), found null",
    ),
    # Other kinds of time, and the two kinds of origin and protocol.
    "no samples": (
        "[53.99, 54.0]",
        "[]",
        "14:53 LS304 subsets[0].cells[0].compiled.samples_ms (ResNet, batch 1): expected at least 1 item,"
        " found an empty list",
    ),
    "a sample of text": (
        "54.0]",
        '"54.0"]',
        "14:61 LS304 subsets[0].cells[0].compiled.samples_ms[1] (ResNet, batch 1): expected a number, found"
        ' the text "54.0"',
    ),
    "null samples": (
        "[53.99, 54.0]",
        "null",
        "14:53 LS304 subsets[0].cells[0].compiled.samples_ms (ResNet, batch 1): expected a value (leave the"
        " field out where there is none), found null",
    ),
    "both times": (
        '"samples_ms"',
        '"mean_ms": 5, "samples_ms"',
        "14:53 LS304 subsets[0].cells[0].compiled.samples_ms (ResNet, batch 1): an arm has a published time"
        " or samples, not both (leave the time out, or correct 'status')",
    ),
    "samples of a failure": (
        '"status": "ok", "samples_ms"',
        '"status": "crash", "samples_ms"',
        "14:42 LS304 subsets[0].cells[0].compiled.samples_ms (ResNet, batch 1): only an arm whose status is"
        " 'ok' has a time (leave the time out, or correct 'status')",
    ),
    "seconds": (
        '"mean_ms": 6.00',
        '"mean_ms": 6.00, "mean_s": 0.006',
        "13:53 LS304 subsets[0].cells[0].eager.mean_s (ResNet, batch 1): no such field (did you mean"
        " 'mean_ms' or 'reason' or 'compile_ms'?)",
    ),
    "kind of origin": (
        '"imported"',
        '"importd"',
        '6:26 LS304 subsets[0].origin.kind: expected one of the known words, found the text "importd"'
        " (did you mean 'imported'?)",
    ),
    "no kind of origin": (
        '"kind": "imported", ',
        "",
        "6:17 LS304 subsets[0].origin.kind: missing (known: 'imported', 'measured')",
    ),
    "kind of origin 7": (
        '"imported"',
        "7",
        "6:26 LS304 subsets[0].origin.kind: expected one of the known words, found 7 (known: 'imported', 'measured')",
    ),
    # An author's braces are no places of ours.
    "an object for a kind of origin": (
        '"imported"',
        "{}",
        "6:26 LS304 subsets[0].origin.kind: expected one of the known words, found an object"
        " (known: 'imported', 'measured')",
    ),
    "braces for a kind of origin": (
        '"imported"',
        '"{0} {x} {"',
        '6:26 LS304 subsets[0].origin.kind: expected one of the known words, found the text "{0} {x} {"'
        " (known: 'imported', 'measured')",
    ),
    "a list for a kind of protocol": (
        '"published"',
        '["{}"]',
        "9:28 LS304 subsets[0].protocol.kind: expected one of the known words, found a list"
        " (known: 'published', 'sampled')",
    ),
    "field of the other origin": (
        '"publisher"',
        '"tool": "x", "publisher"',
        "6:38 LS304 subsets[0].origin.tool: no such field (known: 'date', 'document', 'kind', 'license',"
        " 'publisher', 'url')",
    ),
    "missing in a protocol": ('"statistic": "mean", ', "", "9:19 LS304 subsets[0].protocol.statistic: missing"),
    "origin is text": (
        '{"kind": "imported", "publisher": "P", "url": "https://example.org/"}',
        '"P"',
        '6:17 LS304 subsets[0].origin: expected an object, found the text "P"',
    ),
    "a variable's value": (
        '"OMP_NUM_THREADS": "1"',
        '"OMP_NUM_THREADS": 1',
        "8:73 LS304 subsets[0].software.environment.OMP_NUM_THREADS: expected text, found 1",
    ),
    "a variable's name": (
        '"OMP_NUM_THREADS": "1"',
        '" ": "1"',
        '8:54 LS304 subsets[0].software.environment." ": as a name, expected text, not blank and without'
        ' control characters, found the text " "',
    ),
    "environment": (
        '{"OMP_NUM_THREADS": "1"}',
        "[]",
        "8:53 LS304 subsets[0].software.environment: expected an object, found an empty list",
    ),
    # Fields.
    "missing": (', "device": "A100"', "", "7:19 LS304 subsets[0].hardware.device: missing"),
    "missing at the top": ('  "schema_version": 2,\n', "", "1:1 LS304 schema_version: missing"),
    "unknown": (
        '"mean_ms": 6.00',
        '"mean_ms": 6.00, "median_ms": 5',
        "13:53 LS304 subsets[0].cells[0].eager.median_ms (ResNet, batch 1): no such field (did you mean"
        " 'mean_ms' or 'compile_ms'?)",
    ),
    "unknown at the top": (
        '  "origin"',
        '  "orig\\u0069ns": {"a": [1, {"b": 2}]},\n  "origin"',
        "6:7 LS304 subsets[0].origins: no such field (did you mean 'origin'?)",
    ),
    "odd name": (
        '  "origin"',
        '  "a\\"<b> ": 1,\n  "origin"',
        "6:7 LS304 subsets[0].\"a\\\"<b> \": no such field (known: 'cells', 'hardware', 'key', 'origin',"
        " 'protocol', 'software')",
    ),
    "twice": (
        '"mean_ms": 6.00',
        '"mean_ms": 6.00, "mean_ms": 6.10',
        f"13:53 LS302 {EAGER}: this field is here twice (keep one)",
    ),
    # Types and words.
    "status": (
        '"eager": {"status": "oom"',
        '"eager": {"status": "OOM"',
        "17:30 LS304 subsets[0].cells[1].eager.status (ResNet, batch 4): expected one of the known words,"
        " found the text \"OOM\" (known: 'crash', 'error', 'not-run', 'ok', 'oom', 'timeout', 'wrong')",
    ),
    "mode": (
        '"default"',
        '"reduce-overhed"',
        "12:55 LS304 subsets[0].cells[0].treatment.mode (ResNet, batch 1): expected one of the known words,"
        " found the text \"reduce-overhed\" (known: 'default', 'max-autotune', 'max-autotune-no-cudagraphs',"
        " 'reduce-overhead')",
    ),
    "word": (
        '"cuda"',
        "7",
        "7:28 LS304 subsets[0].hardware.kind: expected one of the known words, found 7"
        " (known: 'cpu', 'cuda', 'mps', 'rocm', 'xpu')",
    ),
    "bool": ("true,", "1,", "9:93 LS304 subsets[0].protocol.warm_up: expected true or false, found 1"),
    "text expected": ('"P"', "{}", "6:51 LS304 subsets[0].origin.publisher: expected text, found an object"),
    "blank": (
        '"P"',
        '" "',
        "6:51 LS304 subsets[0].origin.publisher: expected text, not blank and without control characters,"
        ' found the text " "',
    ),
    "address": (
        "https:",
        "javascript:",
        "6:63 LS304 subsets[0].origin.url: expected an http or https address, found the text"
        ' "javascript://example.org/"',
    ),
    "key": (
        '"a100"',
        '"A 100 "',
        "5:14 LS304 subsets[0].key: expected text without control characters or white space around it,"
        ' found the text "A 100 "',
    ),
    **{
        f"day {day}": (
            '"publisher"',
            f'"date": "{day}", "publisher"',
            f'6:46 LS304 subsets[0].origin.date: expected a day such as 2026-11-30, or a year, found the text "{day}"',
        )
        for day in ("2023-13-45", "0000-00-00", "2023-00-10", "2023-02-30", "2023-02-29", "0000", "2023-1-2", "2023-11")
    },
    "batch 0": (
        '"batch_size": 4',
        '"batch_size": 0',
        "15:104 LS304 subsets[0].cells[1].workload.batch_size (ResNet, batch 0): expected a number above 0, found 0",
    ),
    "batch 4.0": (
        '"batch_size": 4',
        '"batch_size": 4.0',
        "15:104 LS304 subsets[0].cells[1].workload.batch_size: expected a whole number, found 4.0",
    ),
    "batch true": (
        '"batch_size": 4',
        '"batch_size": true',
        "15:104 LS304 subsets[0].cells[1].workload.batch_size: expected a whole number, found true",
    ),
    "no cells": (CELLS, "[]", "10:16 LS304 subsets[0].cells: expected at least 1 item, found an empty list"),
    "list expected": (f"[\n{SUBSET}\n  ]", '"a"', '3:14 LS304 subsets: expected a list, found the text "a"'),
    "object expected": (SUBSET, "    7", "4:5 LS304 subsets[0]: expected an object, found 7"),
    "version": (
        '"schema_version": 2',
        '"schema_version": 1',
        "2:21 LS304 schema_version: expected 2, the one this version reads, found 1",
    ),
    "version true": (
        '"schema_version": 2',
        '"schema_version": true',
        "2:21 LS304 schema_version: expected a whole number, found true",
    ),
    # What is there already.
    "cell": (
        '"batch_size": 4',
        '"batch_size": 1',
        "15:9 LS305 subsets[0].cells[1] (ResNet, batch 1): same workload, batch size and treatment as"
        " cells[0] (keep one)",
    ),
    "subset": (
        SUBSET,
        f"{SUBSET},\n{SUBSET}",
        '21:14 LS305 subsets[1].key: the key "a100" belongs to subsets[0] (keys are unique in a file)',
    ),
}


@pytest.mark.parametrize(("old", "new", "expected"), FAULTS.values(), ids=FAULTS)
def test_one_fault_is_one_finding(old, new, expected):
    assert old in GOOD
    assert findings(GOOD.replace(old, new, 1)) == [f"r.json:{expected}"]


AMOUNT = "expected 0, or a number between 1e-50 and 1e50"


@pytest.mark.parametrize(
    ("error", "found"),
    [
        ("0", None),
        ("0.000", None),
        ("0e-50", None),
        ("1e-50", None),
        ("1e30", None),
        ("1e50", None),
        ("-1e-9", f"{AMOUNT}, found -1E-9"),
        ("1.1e50", f"{AMOUNT}, found 1.1E+50"),
        ("9e-51", f"{AMOUNT}, found 9E-51"),
        ("0e-51", f"{AMOUNT}, found 0E-51"),
        ("0e-1000000", f"{AMOUNT}, found 0E-1000000"),
        ("0e1000000", f"{AMOUNT}, found 0E+1000000"),
        ("0." + "0" * 16 + "12", None),
        ("0." + "1" * 18, "expected at most 17 digits, found 0.1111"),
    ],
)
@pytest.mark.parametrize("field", ["relative_error", "tolerance"])
def test_an_error_is_bounded(field, error, found):
    good = {"relative_error": "0.001", "tolerance": "0.01", field: error}
    numbers = ", ".join(f'"{name}": {value}' for name, value in good.items())
    text = GOOD.replace(
        '"calls_per_sample": 2}', f'"calls_per_sample": 2}}, "correctness": {{"passed": true, {numbers}}}'
    )
    (one,) = findings(text) or [None]
    assert one is None if found is None else f"correctness.{field} (ResNet, batch 1): {found}" in one


def test_a_leap_day_and_a_year_are_days():
    for day in ("2024-02-29", "2023", "9999-12-31"):
        assert findings(GOOD.replace('"publisher"', f'"date": "{day}", "publisher"')) == []


@pytest.mark.parametrize(
    ("text", "found"), [("[]", "an empty list"), ("7", "7"), ("null", "null"), ('"x"', 'the text "x"')]
)
def test_the_whole_is_an_object(text, found):
    assert findings(f"\n {text}\n") == [f"r.json:2:2 LS304 expected an object, found {found}"]


def test_all_faults_of_a_file_are_found_at_once():
    text = (
        GOOD.replace('"device": "A100"', '"devise": "A100"')
        .replace("6.00", "NaN")
        .replace('"batch_size": 4', '"batch_size": 1')
        .replace('"publisher": "P"', '"publisher": "P", "publisher": 3')
    )
    assert [" ".join(finding.split(" ")[:2]) for finding in findings(text)] == [
        "r.json:6:56 LS302",
        "r.json:6:69 LS304",
        "r.json:7:19 LS304",
        "r.json:7:36 LS304",
        "r.json:13:47 LS303",
        "r.json:15:9 LS305",
    ]


def test_names_that_are_no_text_do_not_disturb_the_search_for_repeats():
    subset = SUBSET.replace('"a100"', "5").replace('"resnet"', "6").replace('"batch_size": 4', '"batch_size": 1')
    codes = [finding.split(" ")[1] for finding in findings(GOOD.replace(SUBSET, f"{subset},\n{subset}"))]
    assert sorted(set(codes)) == ["LS304", "LS305"]


def test_no_damage_is_a_traceback():
    pieces = ["{", "}", "[", "]", ",", ":", '"', "\\", "null", "true", "NaN", "1e999", "-", "7", "\x00", "\t", "é", ""]
    generator = random.Random(7)
    unharmed = 0
    for _ in range(1500):
        text = GOOD
        for _ in range(generator.randint(1, 3)):
            start = generator.randrange(len(text))
            text = text[:start] + generator.choice(pieces) + text[start + generator.randint(0, 12) :]
        found = findings(text)
        unharmed += not found
        assert all(finding.startswith("r.json:") and "Input should" not in finding for finding in found)
    # Some damage only changes a label or a space; most of it must be seen.
    assert unharmed < 500


def project(tmp_path: Path, **files: bytes):
    folder = tmp_path / "benchmarks" / "results"
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / f"{name}.json").write_bytes(content)
    return load_project(tmp_path)


def test_good_files_are_loaded_beside_bad_ones(tmp_path):
    good = GOOD.encode()
    results, found = load_results(
        project(tmp_path, b=good, a=b"\xef\xbb\xbf" + good.replace(b"\n", b"\r\n"), c=good[:-3], d=b'{\n "\xff": 1}')
    )
    assert list(results) == ["a", "b", "c", "d"]
    assert results["a"] == results["b"]
    assert results["a"] is not None
    assert results["c"] is results["d"] is None
    assert [str(finding) for finding in found] == [
        "benchmarks/results/c.json:20:4 LS301 not JSON: a ',' or a closing bracket is missing; the file ends here",
        "benchmarks/results/d.json:2:3 LS002 byte 0xff is not UTF-8 (save the file as UTF-8)",
    ]


def test_hidden_files_are_left_alone_and_no_folder_is_no_results(tmp_path):
    assert load_results(load_project(tmp_path)) == ({}, [])
    assert load_results(project(tmp_path, **{".lock": b"{"})) == ({}, [])


def test_a_folder_named_like_a_file_is_reported(tmp_path):
    (tmp_path / "benchmarks" / "results" / "x.json").mkdir(parents=True)
    results, found = load_results(load_project(tmp_path))
    assert (results, [finding.code for finding in found]) == ({"x": None}, ["LS001"])
