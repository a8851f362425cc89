"""The published schema is what the classes say, and takes and refuses what they do."""

import json
from pathlib import Path

import jsonschema
import pytest

import lockstep
from lockstep.benchmarks.schema import FILE, schema_text
from lockstep.benchmarks.write import dump
from support.results import cell, measured, results, samples, subset

ROOT = Path(__file__).parents[2]
PLACES = [ROOT / "benchmarks" / FILE, Path(lockstep.__file__).parent / "mkdocs/theme/assets/lockstep" / FILE]
VALIDATOR = jsonschema.Draft202012Validator(json.loads(schema_text()))


@pytest.mark.parametrize("place", PLACES, ids=["benchmarks", "site"])
def test_what_editors_and_readers_get_is_the_schema(place, request):
    if request.config.getoption("--update"):
        place.write_text(schema_text(), encoding="utf-8", newline="\n")
    assert place.read_text(encoding="utf-8") == schema_text()


def test_it_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(VALIDATOR.schema)


def test_the_committed_files_are_right_by_it():
    files = sorted((ROOT / "benchmarks/results").glob("*.json"))
    assert files
    for file in files:
        VALIDATOR.validate(json.loads(file.read_text(encoding="utf-8")))


def test_what_is_written_is_right_by_it():
    everything = results(
        subset("published"),
        measured("measured", cell(eager=samples(1, 2, peak_memory=5, graphs=1), correct=True, warnings=("noisy",))),
    )
    VALIDATOR.validate(json.loads(dump(everything)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"imported"', '"importd"'),
        ('"mean_ms": 2', '"mean_ms": null'),
        ('"mean_ms": 2', '"mean_ms": 0'),
        ('"mean_ms": 2', '"mean_ms": 2, "samples_ms": [2]'),
        ('"mean_ms": 2', '"mean_s": 2'),
        ('"status": "ok"', '"status": "oom"'),
        ('"batch_size": 1', '"batch_size": 0'),
        ('"key": "k"', '"key": " k"'),
        ('"schema_version": 2', '"schema_version": 1'),
        ('"url"', '"date": "2023-13-45", "url"'),
        ('"url"', '"date": "0000-00-00", "url"'),
    ],
)
def test_an_editor_marks_what_the_check_refuses(old, new):
    text = dump(results(subset("k")))
    assert old in text
    assert not VALIDATOR.is_valid(json.loads(text.replace(old, new)))
