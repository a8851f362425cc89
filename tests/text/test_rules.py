"""The registry of findings' codes: each example is found as it says, and mended as it says."""

import re
from collections import Counter
from pathlib import Path

import pytest

import lockstep
from lockstep.rules.registry import FAMILIES, RULES
from support.rules import VERIFICATION, begin, findings, put_cure, put_fault, run

SOURCES = Path(lockstep.__file__).parent
# What is found too, of a fault that cannot be alone.
CONSEQUENCES = {
    # The other marker of the region has lost its pair.
    "LS106": {"LS104"},
    # The pages that show the programs.
    "LS108": {"LS111"},
    # The pages are in a folder of another name.
    "LS201": {"LS226"},
}
EXAMPLES = {code: rule.example for code, rule in RULES.items() if rule.example}


def test_the_small_project_has_no_finding(tmp_path, monkeypatch):
    assert run(begin(tmp_path), "lockstep check", monkeypatch) == (0, "")


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_is_found_and_mended_as_it_says(code, tmp_path, monkeypatch):
    example = EXAMPLES[code]
    project = begin(tmp_path)
    put_fault(project, example)
    _, output = run(project, example.command, monkeypatch)
    found = findings(output)
    assert [line for line in found if line.split(" ")[1] == code] == [example.finding], output
    others = {line.split(" ")[1] for line in found} - {code}
    assert others == CONSEQUENCES.get(code, set()), output
    if example.mend.startswith(VERIFICATION):
        # Programs are run elsewhere, tests/verification/test_rules.py.
        return
    put_cure(project, example)
    if example.mend:
        status, output = run(project, example.mend, monkeypatch)
        assert status == 0, output
    status, output = run(project, example.command, monkeypatch)
    assert not findings(output), output
    assert status == 0, output


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
    # Of the registry's modules, only this one is no list of codes.
    files = (
        file
        for file in SOURCES.rglob("*.py")
        if "rules" not in file.relative_to(SOURCES).parts or file.name == "block.py"
    )
    used = {code for file in files for code in re.findall(r'"(LS\d{3})"', file.read_text("utf-8"))}
    assert sorted(used - RULES.keys()) == []
    assert sorted(RULES.keys() - used) == []
