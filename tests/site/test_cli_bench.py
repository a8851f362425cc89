"""``lockstep bench``, as a shell and a CI meet it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lockstep.benchmarks.load import parse_results
from lockstep.benchmarks.model import Results
from lockstep.benchmarks.write import dump
from lockstep.cli import main
from support.results import arm, cell, measured, results, samples, subset


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    # No project is needed.
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, **files: Results | str) -> Result:
        for name, content in files.items():
            text = content if isinstance(content, str) else dump(content)
            (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
        result = CliRunner().invoke(main, ["bench", *arguments])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return run


def test_merge_writes_one_file(bench, tmp_path: Path) -> None:
    shards = {"a": results(subset("t4", cell("vit"))), "b": results(subset("t4", cell("beit"), cell("vit")))}
    result = bench("merge", "b.json", "a.json", "-o", "all.json", **shards)
    assert (result.exit_code, result.output) == (0, "all.json: 1 subsets, 2 rows\n")
    whole = parse_results((tmp_path / "all.json").read_text("utf-8"), "all.json")
    assert [one.workload.id for one in whole.subsets[0].cells] == ["beit", "vit"]


def test_merge_writes_nothing_where_files_contradict(bench, tmp_path: Path) -> None:
    files = {"a": results(subset("t4")), "b": results(subset("t4", cell(compiled=arm("3"))))}
    result = bench("merge", "a.json", "b.json", "-o", "all.json", **files)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "b.json:1:1 LS342 vit, batch 1, default in subset 't4': compiled.mean_ms is not as in a.json"
        " (keep one, or give one subset another key)"
    ]
    assert not (tmp_path / "all.json").exists()


def test_merge_of_what_is_no_result_file_is_exit_2(bench) -> None:
    result = bench("merge", "a.json", "b.json", "-o", "all.json", a=results(subset("t4")), b="{")
    assert result.exit_code == 2
    assert result.output.startswith("b.json:1:2 LS301 not JSON")
    assert bench("merge", "a.json", "none.json", "-o", "all.json").exit_code == 2
    assert bench("merge", "a.json", "-o", "b.json/c.json").exit_code == 2


@pytest.mark.parametrize("place", [".", "..", "/"])
def test_merge_into_a_folder_is_exit_2(bench, place: str) -> None:
    result = bench("merge", "a.json", "-o", place, a=results(subset("t4")))
    assert (result.exit_code, "LS008 the file cannot be written: Is a directory" in result.output) == (2, True)


def test_merge_writes_what_a_link_leads_to(bench, tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    assert bench("merge", "a.json", "-o", "link.json", a=results(subset("t4"))).exit_code == 0
    assert (tmp_path / "link.json").is_symlink()
    assert parse_results((tmp_path / "real.json").read_text("utf-8"), "real.json").subsets[0].key == "t4"


def series(factor: float) -> Results:
    times = [round(factor * (1 + step / 1000), 6) for step in range(20)]
    return results(
        measured("cpu", cell(eager=samples(*[2 + step / 1000 for step in range(20)]), compiled=samples(*times)))
    )


def test_compare_says_what_is_slower_and_fails(bench) -> None:
    result = bench("compare", "old.json", "new.json", old=series(1), new=series(1.3))
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "= cpu · vit · batch 1 · default · eager: same +0.0 % (-0.5 % to +0.5 %)",
        "- cpu · vit · batch 1 · default · compiled: slower +30.0 % (+28.6 % to +31.4 %)",
        "1 slower, 1 same",
    ]


def test_compare_passes_what_is_not_slower(bench) -> None:
    assert bench("compare", "old.json", "new.json", old=series(1), new=series(0.7)).exit_code == 0
    assert bench("compare", "old.json", "old.json").exit_code == 0
    assert bench("compare", "new.json", "old.json", "--threshold", "50%").exit_code == 0


def test_compare_for_programs(bench) -> None:
    result = bench("compare", "old.json", "new.json", "--format", "json", old=series(1), new=series(0.5))
    eager, compiled = json.loads(result.output)
    assert (eager["verdict"], compiled["verdict"]) == ("same", "faster")
    assert compiled["low"] < compiled["change"] == 0.5 < compiled["high"]
    assert (compiled["workload"], compiled["batch_size"], compiled["arm"]) == ("vit", 1, "compiled")


def test_nothing_to_compare_is_exit_2(bench) -> None:
    result = bench("compare", "old.json", "new.json", old=series(1), new=results(subset("t4")))
    assert result.exit_code == 2
    assert "nothing could be compared" in result.output


@pytest.mark.parametrize("threshold", ["x", "-1", "100%", "nan", ""])
def test_a_threshold_is_a_percentage(bench, threshold: str) -> None:
    result = bench("compare", "old.json", "old.json", "--threshold", threshold, old=series(1))
    assert (result.exit_code, result.output) == (
        2,
        f"--threshold: expected a percentage between 0 and 100, found '{threshold}'\n",
    )


def test_the_schema_is_printed(bench) -> None:
    assert json.loads(bench("schema").output)["properties"]["schema_version"]["minimum"] == 2


@pytest.fixture
def doubtful(bench, tmp_path: Path) -> Path:
    """A project of which one result file has a doubtful row."""
    (tmp_path / "pyproject.toml").write_text("[tool.lockstep]\n")
    folder = tmp_path / "benchmarks/results"
    folder.mkdir(parents=True)
    (folder / "good.json").write_text(dump(results(subset("t4"))))
    rows = [cell(batch_size=1, eager=arm("9")), cell(batch_size=4, eager=arm("6"))]
    (folder / "odd.json").write_text(dump(results(subset("t4", *rows))))
    return folder


ACKNOWLEDGED = "- {results: odd, rule: batch-inversion, reason: {en: So it was.}}\n"


def test_check_finds_what_is_doubtful(bench, doubtful: Path) -> None:
    result = bench("check")
    assert result.exit_code == 1
    (line,) = result.output.splitlines()
    text = (doubtful / "odd.json").read_text()
    number = text.count("\n", 0, text.index('"mean_ms": 6')) + 1
    assert line.startswith(
        f"benchmarks/results/odd.json:{number}:24 LS322 batch-inversion in 't4': vit at batch size 4"
    )
    assert bench("check", "good").exit_code == 0
    assert bench("check", "good", "odd").output == result.output
    (entry,) = json.loads(bench("check", "--format", "json").output)
    assert (entry["line"], entry["code"]) == (number, "LS322")
    assert bench("check", "--format", "github").output.startswith(
        f"::error file=benchmarks/results/odd.json,line={number},"
    )


def test_check_lists_what_is_acknowledged_where_asked(bench, doubtful: Path) -> None:
    (doubtful / "acknowledged.yml").write_text(ACKNOWLEDGED)
    assert (bench("check").exit_code, bench("check").output) == (0, "")
    result = bench("check", "--all")
    assert result.exit_code == 0
    assert result.output.endswith("A larger batch should not be faster. (acknowledged: So it was.)\n")
    assert bench("check", "--all", "good").output == ""


def test_check_finds_files_that_cannot_be_read(bench, doubtful: Path) -> None:
    (doubtful / "good.json").write_text("{")
    assert "good.json:1:2 LS301" in bench("check", "good").output
    assert "LS301" not in bench("check", "odd").output


def test_check_of_what_is_not_there_is_exit_2(bench, doubtful: Path) -> None:
    result = bench("check", "od")
    assert (result.exit_code, result.output) == (2, "no results 'od' (did you mean 'odd' or 'good'?)\n")
