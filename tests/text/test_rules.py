"""The registry of findings' codes: each example is found as it says, and mended as it says."""

import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

import lockstep
from lockstep.cli import main
from lockstep.findings import FindingError
from lockstep.rules.registry import FAMILIES, RULES
from support.project import environment, make_project, mkdocs, record

SOURCES = Path(lockstep.__file__).parent
RECORD = "snippets/verified.json"
# A line of a finding, in what a command prints: MkDocs writes "WARNING -  " before it, pytest "E   ".
LINE = re.compile(
    r"(?:(?:WARNING|ERROR|INFO) +-  |E +|out of date: |Error: )?(?P<finding>\S.*:\d+:\d+ (?P<code>LS\d{3}) .*)"
)
# What a fault cannot be without, by its code.
CONSEQUENCES: dict[str, set[str]] = {
    # The pages are in a folder of another name.
    "LS201": {"LS226"},
}
EXAMPLES = {code: rule.example for code, rule in RULES.items() if rule.example}


def write(project, files):
    for path, text in files.items():
        if text is None:
            (project.root / path).unlink(missing_ok=True)
        else:
            project.write(path, text)


def run(project, command, monkeypatch):
    """Run a command in the project's folder; return its exit status and what it printed."""
    program, *arguments = shlex.split(command)
    if program == "lockstep":
        with monkeypatch.context() as context:
            context.chdir(project.root)
            done = CliRunner().invoke(main, arguments)
        assert not done.exception or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, done.output
    if program == "mkdocs":
        done = mkdocs(*arguments, cwd=project.root)
        return done.code, done.output
    environ = environment() | {"PYTHONPATH": os.pathsep.join(map(str, sys.path))}
    done = subprocess.run(
        [sys.executable, "-m", program, *arguments],
        cwd=project.root,
        env=environ,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    return done.returncode, done.stdout + done.stderr


def findings(output):
    return [match["finding"] for line in output.splitlines() if (match := LINE.fullmatch(line.rstrip()))]


def has_own_record(example):
    return RECORD in {**example.fault, **example.beside}


def put_fault(project, example):
    write(project, example.beside)
    write(project, example.fault)
    if not has_own_record(example) and (project.root / "snippets").is_dir():
        record_programs(project)


def put_cure(project, example, monkeypatch):
    write(project, example.cure)
    if not has_own_record(example) and (project.root / "snippets").is_dir():
        record_programs(project)
    if example.mend:
        status, output = run(project, example.mend, monkeypatch)
        assert status == 0, output


def record_programs(project):
    """Put every program on record; none where the configuration is what is at fault."""
    try:
        record(project.root)
    except FindingError:
        return


def test_the_small_project_has_no_finding(tmp_path, monkeypatch):
    assert run(make_project(tmp_path), "lockstep check", monkeypatch) == (0, "")


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_is_found_and_mended_as_it_says(code, tmp_path, monkeypatch):
    example = EXAMPLES[code]
    project = make_project(tmp_path)
    put_fault(project, example)
    _, output = run(project, example.command, monkeypatch)
    found = findings(output)
    assert example.finding in found, output
    assert [line for line in found if f" {code} " in line] == [example.finding]
    others = {line.split(" ")[1] for line in found} - {code}
    assert others == CONSEQUENCES.get(code, set()), output
    put_cure(project, example, monkeypatch)
    status, output = run(project, example.command, monkeypatch)
    assert not findings(output), output
    assert status == 0, output
    if example.command != "lockstep check":
        assert run(project, "lockstep check", monkeypatch) == (0, "")


@pytest.mark.parametrize("code", RULES)
def test_a_rule_is_a_heading_and_sentences(code):
    rule = RULES[code]
    assert re.fullmatch(r"LS\d{3}", code)
    assert rule.title[0].isupper() or rule.title[0] == "`"
    assert not rule.title.endswith(".")
    assert rule.meaning.endswith(".")
    for text in (rule.title, rule.meaning):
        assert text == " ".join(text.split())
        assert text.count("`") % 2 == 0
    if rule.example:
        assert rule.example.fault
        assert rule.example.cure or rule.example.mend


def test_no_code_is_there_twice():
    codes = Counter(rule.code for family in FAMILIES for rule in family.RULES)
    assert [code for code, number in codes.items() if number > 1] == []
    for family in FAMILIES:
        assert [rule.code for rule in family.RULES] == sorted(rule.code for rule in family.RULES), family.__name__


def test_every_code_of_the_sources_is_there_and_no_other():
    files = (file for file in SOURCES.rglob("*.py") if "rules" not in file.relative_to(SOURCES).parts)
    used = {code for file in files for code in re.findall(r'"(LS\d{3})"', file.read_text("utf-8"))}
    assert sorted(used - RULES.keys()) == []
    assert sorted(RULES.keys() - used) == []
