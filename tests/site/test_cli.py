"""The command ``lockstep``, as a shell and a CI meet it."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lockstep.cli import main
from support.project import SmallProject

ROOT = Path(__file__).parents[2]


@pytest.fixture
def lockstep(small: SmallProject, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(small.root)

    def run(*arguments: str) -> Result:
        result = CliRunner().invoke(main, arguments)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return run


def test_this_project_is_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "docs")
    result = CliRunner().invoke(main, ["check"])
    assert (result.exit_code, result.output) == (0, "")


def test_findings_are_one_line_each_and_exit_1(small: SmallProject, lockstep) -> None:
    small.edit("docs/pt/index.md", "results: numbers", "results: number")
    small.edit("docs/en/index.md", "prog.py:first", "prog.py:frist")
    result = lockstep("check")
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "docs/en/index.md:11:9 LS112 no region 'frist' in snippets/prog.py (did you mean 'first'?)",
        "docs/pt/index.md:15:10 LS311 no results 'number' (did you mean 'numbers'?)",
    ]


def test_findings_as_json(small: SmallProject, lockstep) -> None:
    small.edit("docs/pt/index.md", "results: numbers", "results: number")
    result = lockstep("check", "--format", "json")
    assert result.exit_code == 1
    assert json.loads(result.output) == [
        {
            "path": "docs/pt/index.md",
            "line": 15,
            "column": 10,
            "code": "LS311",
            "message": "no results 'number'",
            "hint": "did you mean 'numbers'?",
        }
    ]


def test_findings_as_annotations(small: SmallProject, lockstep) -> None:
    small.edit("docs/pt/index.md", "results: numbers", "results: 100%")
    result = lockstep("check", "--format", "github")
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "::error file=docs/pt/index.md,line=15,col=10,title=LS311::no results '100%25' (known: 'numbers')"
    ]


def test_no_project_here_is_exit_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["check"])
    assert result.exit_code == 2
    assert result.output.startswith("pyproject.toml:1:1 LS007 no project here")


def test_a_broken_configuration_is_exit_2(small: SmallProject, lockstep) -> None:
    small.edit("pyproject.toml", 'pt = "pt-BR"', 'pt = "xx-YY"')
    result = lockstep("check")
    assert result.exit_code == 2
    assert result.output.startswith("pyproject.toml:3:")


def test_import_writes_the_committed_file(small: SmallProject, lockstep) -> None:
    shutil.copy(ROOT / "benchmarks/published-2023.csv", small.root / "benchmarks")
    result = lockstep("bench", "import", "benchmarks/published-2023.csv")
    assert (result.exit_code, result.output) == (0, "benchmarks/results/published-2023.json: 8 subsets, 136 rows\n")
    written = (small.root / "benchmarks/results/published-2023.json").read_bytes()
    assert written == (ROOT / "benchmarks/results/published-2023.json").read_bytes()


@pytest.mark.parametrize("spoil", [("9.325", "9,325"), ("A100,2.0.1", "A100,2.0.2"), ("eager_ms", "eager")])
def test_a_bad_table_is_exit_2_and_overwrites_nothing(small: SmallProject, lockstep, spoil: tuple[str, str]) -> None:
    text = (ROOT / "benchmarks/published-2023.csv").read_text("utf-8").replace(*spoil)
    small.write("benchmarks/published-2023.csv", text)
    small.write("benchmarks/results/published-2023.json", "kept")
    result = lockstep("bench", "import", "benchmarks/published-2023.csv")
    assert result.exit_code == 2
    assert result.output.startswith("benchmarks/published-2023.csv:")
    assert (small.root / "benchmarks/results/published-2023.json").read_text("utf-8") == "kept"


def test_results_that_cannot_be_written_are_exit_2(small: SmallProject, lockstep) -> None:
    shutil.copy(ROOT / "benchmarks/published-2023.csv", small.root / "benchmarks")
    shutil.rmtree(small.root / "benchmarks/results")
    small.write("benchmarks/results", "a file where the folder should be")
    result = lockstep("bench", "import", "benchmarks/published-2023.csv")
    assert result.exit_code == 2
    assert result.output.startswith("benchmarks/results/published-2023.json:1:1 LS008 the file cannot be written")


def test_a_table_that_is_not_there_is_exit_2(lockstep) -> None:
    result = lockstep("bench", "import", "nowhere.csv")
    assert result.exit_code == 2
    assert result.output.startswith("nowhere.csv:1:1 LS001")
