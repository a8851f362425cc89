"""The examples of the registry of codes that a verification mends: really run."""

import pytest

from lockstep.rules.registry import RULES
from support.rules import VERIFICATION, begin, findings, put_fault, run, write

EXAMPLES = {
    code: rule.example for code, rule in RULES.items() if rule.example and rule.example.mend.startswith(VERIFICATION)
}


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_is_mended_as_it_says(code, tmp_path, monkeypatch):
    example = EXAMPLES[code]
    project = begin(tmp_path)
    put_fault(project, example)
    assert example.finding in findings(run(project, example.command, monkeypatch)[1])
    write(project, example.cure)
    status, output = run(project, example.mend, monkeypatch)
    assert status == 0, output
    assert run(project, example.command, monkeypatch) == (0, "")


def test_there_are_some():
    assert EXAMPLES
