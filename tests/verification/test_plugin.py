"""The pytest plugin, in a pytest of its own. The programs fail before they import torch: that is cheap."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from verification.programs import program_text

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
    report = re.search(r"_ snippets/one.py _+\n(.*?)\n=+ short", text, re.DOTALL)[1]
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
