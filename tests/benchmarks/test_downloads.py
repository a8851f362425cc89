"""Tables as files: the result file again, and a CSV that spreadsheets and programs read."""

import csv
import io
import json
from decimal import Decimal

import pytest

from lockstep.benchmarks.downloads import downloads, file_name
from lockstep.benchmarks.load import parse_results
from support.results import arm, cell, measured, results, samples, subset
from support.tables import awkward, sample


def rows(whole) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(downloads(whole)["csv"], newline=""), strict=True))


@pytest.mark.parametrize("whole", [sample(), awkward()], ids=["measured", "published"])
def test_the_json_is_the_result_file_of_what_the_table_holds(whole):
    text = downloads(whole)["json"]
    assert parse_results(text, "r.json") == whole
    json.loads(text, parse_constant=pytest.fail)


def test_the_csv_has_a_line_for_every_row_and_the_digits_of_the_file():
    found = rows(results(subset("a", cell(eager=arm("6.00"), compiled=arm("5.9e-3")), cell("b", compiled=arm("OOM")))))
    assert len(found) == 2
    assert (found[0]["eager_ms"], found[0]["compiled_ms"], found[0]["speed_up"]) == ("6.00", "0.0059", "1016.949153")
    assert (found[1]["compiled_status"], found[1]["compiled_ms"], found[1]["speed_up"]) == ("oom", "", "")


@pytest.mark.parametrize("name", ['=HYPERLINK("http://evil.example","x")', "+1", "-1", "@SUM(A1)"])
def test_no_text_is_a_formula_to_a_spreadsheet(name):
    (found,) = rows(results(subset("a", cell(model=name))))
    assert found["model"] == f"'{name}"


def test_the_csv_gives_median_and_quartiles_of_samples():
    eager, compiled = samples("1", "2", "3", "4", "5"), samples("1", "1", "1", "1", "2", first_call_ms=Decimal("90.5"))
    (found,) = rows(results(measured("a", cell(eager=eager, compiled=compiled, correct=True))))
    assert (found["eager_q1_ms"], found["eager_ms"], found["eager_q3_ms"]) == ("2", "3", "4")
    assert (found["eager_samples"], found["compiled_first_call_ms"], found["correct"]) == ("5", "90.5", "true")


def test_a_wrong_output_is_no_result():
    (found,) = rows(results(subset("a", cell(correct=False))))
    assert (found["compiled_status"], found["speed_up"], found["correct"]) == ("wrong", "", "false")


def test_names_may_hold_what_a_csv_has_its_own_use_for():
    names = ['a "quoted", b', "x\u2028y", "a=1+1", "Çam;"]
    whole = results(subset("s", *(cell(f"m{number}", model=name) for number, name in enumerate(names))))
    assert [row["model"] for row in rows(whole)] == names
    text = downloads(whole)["csv"]
    assert text.count("\r\n") == 5
    assert text.endswith("\r\n")
    assert '"a ""quoted"", b"' in text


def test_columns_are_the_same_whatever_there_is():
    assert list(rows(sample())[0]) == list(rows(awkward())[0])


def test_a_file_is_named_after_its_sources_and_no_two_alike():
    assert file_name(["published-2023"]) == "published-2023"
    assert file_name(["b", "a", "b"]) == "a.b" == file_name(["a", "b"])
    assert file_name(["a.b"]) == "a_2e_b"
    assert file_name(["../ç"]) == "_2e__2e__2f__e7_"
    many = [f"measured-{number}" for number in range(40)]
    assert len(file_name(many)) < 130
    assert file_name(many) != file_name([*many, "more"])
