"""The published CSV becomes the committed JSON, digit for digit; a CSV that is wrong becomes findings."""

import csv
import hashlib
import re
from pathlib import Path

import pytest

from lockstep.benchmarks.importer import import_published
from lockstep.benchmarks.load import parse_results
from lockstep.benchmarks.schema import FILE
from lockstep.benchmarks.write import write_results
from lockstep.findings import FindingError

ROOT = Path(__file__).parents[2]
CSV = (ROOT / "benchmarks" / "published-2023.csv").read_text(encoding="utf-8")
JSON = ROOT / "benchmarks" / "results" / "published-2023.json"
HEADER, FIRST, SECOND, *_ = CSV.split("\n")


def written(text: str, tmp_path: Path) -> bytes:
    """What is written into a folder beside the committed schema."""
    (tmp_path / "results").mkdir(exist_ok=True)
    (tmp_path / FILE).touch()
    path = tmp_path / "results" / "out.json"
    write_results(import_published(text), path)
    return path.read_bytes()


def findings(text: str) -> list[str]:
    with pytest.raises(FindingError) as caught:
        import_published(text, "p.csv")
    return [str(finding) for finding in caught.value.findings]


def test_importing_gives_the_committed_file_byte_for_byte(tmp_path):
    assert written(CSV, tmp_path) == JSON.read_bytes()


def test_a_changed_digit_is_seen(tmp_path):
    assert written(CSV.replace("53.99", "53.98", 1), tmp_path) != JSON.read_bytes()
    # The same number with other digits is another publication.
    assert written(CSV.replace(",6.00,", ",6.0,", 1), tmp_path) != JSON.read_bytes()


def test_the_json_has_the_digits_of_the_csv():
    rows = list(csv.DictReader(CSV.splitlines()))
    published = sorted(row[arm] for row in rows for arm in ("eager_ms", "compiled_ms") if row[arm] != "OOM")
    text = JSON.read_text(encoding="utf-8")
    assert sorted(re.findall(r'"mean_ms": ([^\n]*)\n', text)) == published
    assert {"6.00", "53.99", "2656.88", "31.84"} <= set(published)
    assert text.count('"status": "oom"') == 8


def test_every_row_is_in_its_subset_in_the_order_of_the_csv():
    results = parse_results(JSON.read_text(encoding="utf-8"), "r.json")
    assert [(subset.key, len(subset.cells)) for subset in results.subsets] == [
        ("a100", 34),
        ("v100", 34),
        ("t4", 34),
        ("a100-nightly", 6),
        ("v100-nightly", 6),
        ("t4-nightly", 6),
        ("a100-nightly-reduce-overhead", 8),
        ("t4-nightly-reduce-overhead", 8),
    ]
    rows = list(csv.DictReader(CSV.splitlines()))
    for subset in results.subsets:
        (mode,) = {cell.treatment.mode for cell in subset.cells}
        setup = (subset.hardware.device, subset.software.torch, mode)
        expected = [
            (*(row[name] for name in ("task", "model", "checkpoint", "batch_size", "eager_ms", "compiled_ms")),)
            for row in rows
            if (row["device"], row["torch"], row["mode"]) == setup
        ]
        assert expected == [
            (
                cell.workload.task,
                cell.workload.model,
                cell.workload.checkpoint,
                str(cell.workload.batch_size),
                "OOM" if cell.eager.mean_ms is None else str(cell.eager.mean_ms),
                "OOM" if cell.compiled.mean_ms is None else str(cell.compiled.mean_ms),
            )
            for cell in subset.cells
        ]


def test_notes_stay_behind():
    assert "copying error" in CSV
    assert "copying error" not in JSON.read_text(encoding="utf-8")


def test_what_is_written_reads_back_the_same(tmp_path):
    results = import_published(CSV)
    read = parse_results(written(CSV, tmp_path).decode(), "r.json")
    assert (read.schema_address, read.subsets) == (f"../{FILE}", results.subsets)


def test_writing_is_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "out.json"
    path.write_text("before")

    def full(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_results(import_published(CSV), path)
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {"out.json": "before"}


BAD = {
    "empty": ("", ["1:1 LS306 the file has no rows"]),
    "header only": (HEADER, ["1:1 LS306 the file has no rows"]),
    "column missing": (
        CSV.replace("eager_ms,", "", 1),
        ["1:1 LS306 column 'eager_ms' is missing (the columns are " + HEADER + ")"],
    ),
    "column mistyped": (
        CSV.replace("eager_ms", "eager", 1),
        [
            "1:1 LS306 column 'eager_ms' is missing (the columns are " + HEADER + ")",
            "1:52 LS306 unknown column 'eager' (did you mean 'eager_ms'?)",
        ],
    ),
    "column twice": (
        CSV.replace("note", "note,note", 1),
        ["1:1 LS306 column 'note' is there twice (the columns are " + HEADER + ")"],
    ),
    "cells": (
        f"{HEADER}\n{FIRST}\n{SECOND[:-1]}\n",
        [
            "3:1 LS306 9 cells where the header has 10 (decimals follow a point, and a text with a comma in it stands"
            " in quotes)"
        ],
    ),
    "device": (
        f"{HEADER}\n{FIRST}\n{SECOND.replace('A100', 'A10O')}\n",
        ["3:1 LS306 device: the publication has no 'A10O' (did you mean 'A100' or 'V100'?)"],
    ),
    "mode": (
        f"{HEADER}\n{FIRST.replace('default', 'defualt')}\n",
        ["2:12 LS306 mode: the publication has no 'defualt' (did you mean 'default'?)"],
    ),
    "batch size": (
        f"{HEADER}\n{FIRST.replace(',1,', ',0,')}\n",
        ["2:20 LS306 batch_size: '0' is no batch size (for example 16)"],
    ),
    "model": (f"{HEADER}\n{FIRST.replace('ViT', '')}\n", ["2:43 LS306 model: missing"]),
    "model without a letter": (
        f"{HEADER}\n{FIRST.replace('ViT', '…')}\n",
        ["2:43 LS306 model: '…' has no letter that a key could be made of"],
    ),
    "a control character": (
        f"{HEADER}\n{FIRST}\n".replace("ViT", "Vi\x85T"),
        ["2:43 LS306 model: 'Vi T' holds a control character (delete it)"],
    ),
    "a line break": (
        f"{HEADER}\n{FIRST}\n".replace("google/vit-base-patch16-224", '"google\n/vit"'),
        ["2:47 LS306 checkpoint: 'google /vit' holds a control character (delete it)"],
    ),
    "too many digits": (
        f"{HEADER}\n{FIRST.replace('9.325', '123456789.123456789')}\n",
        ["2:75 LS306 eager_ms: '123456789.123456789' is no time in milliseconds (for example 7.584, or OOM)"],
    ),
    "no numbers": (
        f"{HEADER}\n{FIRST.replace('9.325', 'NaN').replace('7.584', '7,584')}\n".replace("7,584", '"7,584"'),
        [
            "2:75 LS306 eager_ms: 'NaN' is no time in milliseconds (for example 7.584, or OOM)",
            "2:79 LS306 compiled_ms: '7,584' is no time in milliseconds (for example 7.584, or OOM)",
        ],
    ),
    "zero": (
        f"{HEADER}\n{FIRST.replace('9.325', '0.00')}\n",
        ["2:75 LS306 eager_ms: '0.00' is no time in milliseconds (for example 7.584, or OOM)"],
    ),
    "row twice": (
        f"{HEADER}\n{FIRST}\n\n{FIRST}\n",
        ["4:1 LS306 A100, ViT, batch 1: this row is there already, in line 2 (keep one)"],
    ),
    "quote": (f'{HEADER}\n{FIRST}\n"A100', ["3:1 LS306 not CSV: unexpected end of data"]),
}


@pytest.mark.parametrize(("text", "expected"), BAD.values(), ids=BAD)
def test_a_csv_that_is_wrong(text, expected):
    assert findings(text) == [f"p.csv:{finding}" for finding in expected]


def test_all_rows_that_are_wrong_are_found_at_once():
    lines = CSV.replace("9.325", "x").replace("53.99", "y").split("\n")
    assert [finding.split(" ")[0] for finding in findings("\n".join(lines))] == ["p.csv:2:75", "p.csv:74:73"]


def test_the_published_table_is_the_one_that_was_committed():
    """Nobody retypes it: a digit changed here and in the JSON alike would pass every comparison."""
    digest = hashlib.sha256((ROOT / "benchmarks/published-2023.csv").read_bytes()).hexdigest()
    assert digest == "38c3fd1a88dfa355c958dfbe5016612e3d0d0e299fd76040c62ccdd2cb5575e2"
