"""The pytest plugin, in a pytest of its own. The programs fail before they import torch: that is cheap."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from verification.programs import PASSAGE, PROOF, declaration, program_text

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def with_programs(project: Path) -> Path:
    snippets = project / "snippets"
    (snippets / "one.py").write_text(program_text("print('said')\n1 / 0"))
    (snippets / "deep").mkdir()
    (snippets / "deep" / "test_two.py").write_text(program_text("import json\n\njson.loads('{')"))
    (snippets / "data.txt").write_text("no program")
    (project / "tests").mkdir()
    (project / "tests" / "test_own.py").write_text("def test_own():\n    pass\n")
    return project


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *arguments]
    if "--lf" in arguments:
        command.remove("no:cacheprovider")
        command.remove("-p")
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COLUMNS"))}
    # Most programs here fail before they import torch: for these, a server would cost more than it saves.
    env.setdefault("LOCKSTEP_FORK", "0")
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout + done.stderr


def collected(text: str) -> list[str]:
    return [line for line in text.splitlines() if "::" in line]


def test_each_program_is_one_test_beside_the_projects_own(with_programs):
    _, text = run(with_programs, "--collect-only")
    assert collected(text) == [
        "snippets/deep/test_two.py::deep/test_two.py",
        "snippets/one.py::one.py",
        "tests/test_own.py::test_own",
    ]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-k", "one.py"], ["snippets/one.py::one.py"]),
        (["snippets/one.py"], ["snippets/one.py::one.py"]),
        (["snippets/one.py::one.py"], ["snippets/one.py::one.py"]),
        (["snippets", "--doctest-modules", "-k", "one"], ["snippets/one.py::one.py"]),
        (["tests"], ["tests/test_own.py::test_own"]),
    ],
    ids=["keyword", "file", "node", "doctest", "folder"],
)
def test_selection(with_programs, arguments, expected):
    assert collected(run(with_programs, "--collect-only", *arguments)[1]) == expected


def test_a_failure_is_short_and_names_the_line(with_programs):
    code, text = run(with_programs, "snippets/one.py", "--junit-xml=report.xml")
    assert code == 1
    report = re.search(r"_ snippets/one.py _+\n(.*?)\n=+ ", text, re.DOTALL)[1]
    assert report == "snippets/one.py:3: ZeroDivisionError: division by zero\n    1 / 0\noutput:\n    said"
    assert "plugin.py" not in text
    case = ElementTree.parse(with_programs / "report.xml").getroot().find(".//testcase")
    assert (case.get("classname"), case.get("name")) == ("snippets.one", "one.py")
    assert "ZeroDivisionError" in case.find("failure").text


def test_in_parallel(with_programs):
    code, text = run(with_programs, "-n", "2")
    assert code == 1
    assert "snippets/one.py:3: ZeroDivisionError" in text
    assert "snippets/deep/test_two.py:4: JSONDecodeError" in text
    assert "2 failed, 1 passed" in text


def test_last_failed(with_programs):
    assert "2 failed, 1 passed" in run(with_programs, "--lf")[1]
    (with_programs / "snippets" / "deep" / "test_two.py").unlink()
    text = run(with_programs, "--lf", "--collect-only")[1]
    assert collected(text) == ["snippets/one.py::one.py"]


def test_a_program_that_passes_carries_its_evidence(project):
    (project / "snippets" / "good.py").write_text(program_text())
    code, text = run(project, "--junit-xml=report.xml")
    assert code == 0, text
    found = ElementTree.parse(project / "report.xml").getroot().find(".//property[@name='lockstep']")
    assert '"graphs": 1' in found.get("value")


def test_a_file_that_is_not_utf8_is_a_failure(project):
    (project / "snippets" / "bad.py").write_bytes(b"x = 1\n# \xff\n")
    code, text = run(project)
    assert code == 1
    assert "snippets/bad.py:2:3 LS002 byte 0xff is not UTF-8" in text
    assert "Traceback" not in text


def test_a_faulty_configuration_is_a_usage_error(project):
    (project / "pyproject.toml").write_text("[tool.lockstep]\nsnipets = 1\n")
    (project / "snippets" / "one.py").touch()
    code, text = run(project)
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "unknown key 'snipets'" in text


def test_nothing_changes_where_lockstep_is_not_used(with_programs):
    (with_programs / "pyproject.toml").write_text("[tool.other]\n")
    (with_programs / "conftest.py").write_text(
        "import sys\n\n\ndef pytest_sessionfinish():\n"
        "    print('LOADED', [name for name in sys.modules if name.startswith('lockstep.snippets')])\n"
    )
    code, text = run(with_programs, "tests")
    assert code == 0
    assert "LOADED []" in text
    assert collected(run(with_programs, "--collect-only", "tests", "snippets/one.py")[1]) == [
        "tests/test_own.py::test_own"
    ]


def programs_section(text: str) -> list[str]:
    """Give the lines of the summary on programs."""
    section = re.search(r"^=+ programs =+\n(.*?)(?=^=+ |\Z)", text, re.DOTALL | re.MULTILINE)
    lines = section[1].splitlines() if section else []
    return [line for line in lines if line.startswith(("not run", "ERROR")) or "executed" in line]


NOT_RUN = "not run: snippets/gpu.py: needs no-such-gpu: no-such-gpu is not installed"
in_parallel_too = pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "in parallel"])


@in_parallel_too
def test_the_summary_states_what_was_executed_and_what_was_not(with_programs, workers):
    (with_programs / "snippets" / "gpu.py").write_text(declaration(needs=["no-such-gpu"]) + program_text())
    code, text = run(with_programs, *workers, "--junit-xml=report.xml")
    assert code == 1
    assert programs_section(text) == [NOT_RUN, "2 programs executed: 0 passed, 2 failed; 1 not run"]
    assert "2 failed, 1 passed, 1 skipped" in text
    cases = ElementTree.parse(with_programs / "report.xml").getroot().findall(".//testcase")
    assert [case.get("name") for case in cases if case.find("skipped") is not None] == ["gpu.py"]


@in_parallel_too
def test_a_run_that_executes_no_program_fails_unless_that_is_allowed(project, workers):
    (project / "snippets" / "gpu.py").write_text(declaration(needs=["no-such-gpu"]) + program_text())
    code, text = run(project, *workers)
    assert code == 1
    assert programs_section(text) == [
        NOT_RUN,
        "0 programs executed: 0 passed, 0 failed; 1 not run",
        "ERROR: no program was executed: run them where their needs are met, or allow it with --allow-not-run",
    ]
    code, text = run(project, *workers, "--allow-not-run")
    assert code == 0
    assert programs_section(text) == [NOT_RUN, "0 programs executed: 0 passed, 0 failed; 1 not run"]
    assert run(project, "--collect-only")[0] == 0


TESTPATHS = "[tool.lockstep]\n[tool.pytest.ini_options]\ntestpaths = ['tests', 'snippets']\n"


def test_an_empty_folder_fails_a_run_that_asks_for_it(with_programs):
    snippets = with_programs / "snippets"
    snippets.rename(with_programs / ".hidden")
    snippets.mkdir()
    error = "ERROR: there is no program in snippets/"
    for arguments in (["tests", "snippets"], []):
        code, text = run(with_programs, *arguments)
        assert (code, programs_section(text)[-1:]) == (1, [error])
    assert run(with_programs, "tests")[0] == 0
    # A folder that is gone is missed where the configuration names it.
    snippets.rmdir()
    assert run(with_programs)[0] == 0
    (with_programs / "pyproject.toml").write_text(TESTPATHS)
    code, text = run(with_programs)
    assert (code, programs_section(text)[-1:]) == (1, [error])
    assert run(with_programs, "tests")[0] == 0


def test_a_selection_that_matches_nothing_fails(with_programs):
    assert run(with_programs, "snippets", "-k", "nothing")[0] == pytest.ExitCode.NO_TESTS_COLLECTED
    assert run(with_programs, "snippets", "-m", "no_such_marker")[0] == pytest.ExitCode.NO_TESTS_COLLECTED
    (with_programs / "snippets" / "one.py").write_text("# nothing\n# but comments\n")
    code, text = run(with_programs, "snippets/one.py")
    assert code == 1
    assert "snippets/one.py:1: there is no passage" in text


def test_a_failure_lists_the_pages_that_show_the_program(with_programs):
    for language in ("en", "pt"):
        page = with_programs / "docs" / language / "guide.md"
        page.parent.mkdir(parents=True)
        page.write_text('# Guide\n\n```python\n--8<-- "one.py:shown"\n```\n')
    assert "\nshown by: docs/en/guide.md:4, docs/pt/guide.md:4\n" in run(with_programs, "snippets/one.py")[1]


@in_parallel_too
def test_a_syntax_error_is_at_its_line_and_hides_nothing(with_programs, workers):
    text = program_text("x = 1\nx = = 2").replace("\n", "\r\n")
    (with_programs / "snippets" / "bad.py").write_bytes(text.encode())
    code, text = run(with_programs, *workers)
    assert code == 1
    assert "snippets/bad.py:3: SyntaxError: invalid syntax\n    x = = 2" in text
    assert "snippets/one.py:3: ZeroDivisionError" in text
    assert programs_section(text) == ["3 programs executed: 0 passed, 3 failed; 0 not run"]


def test_verdicts_are_the_same_in_parallel_and_with_a_server(with_programs, monkeypatch):
    monkeypatch.setenv("LOCKSTEP_FORK", "1")
    (with_programs / "snippets" / "good.py").write_text(program_text())
    code, text = run(with_programs, "-n", "2")
    assert code == 1
    assert "snippets/one.py:3: ZeroDivisionError" in text
    assert "snippets/deep/test_two.py:4: JSONDecodeError" in text
    assert programs_section(text) == ["3 programs executed: 1 passed, 2 failed; 0 not run"]


def test_output_that_differs_from_the_record_fails_the_program(project):
    file = project / "snippets" / "shown.py"
    file.write_text(declaration(output=True) + program_text(PASSAGE + "\nprint(result)", PROOF))
    code, text = run(project)
    assert code == 1
    assert "snippets/shown.py: its output is shown, but no run on cpu is on record: lockstep verify --update" in text
    command = [sys.executable, "-c", "from lockstep.cli import main; main()", "verify", "--update"]
    assert subprocess.run(command, cwd=project, capture_output=True, check=False).returncode == 0
    assert run(project)[0] == 0
    record = project / "snippets" / "verified.json"
    record.write_text(record.read_text().replace("2., 2., 2.", "2., 2., 3."))
    code, text = run(project)
    assert code == 1
    assert "it prints 'tensor([2., 2., 2.])\\n', but pages show 'tensor([2., 2., 3.])\\n'" in text
