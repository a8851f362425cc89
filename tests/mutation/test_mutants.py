"""What is removed from a program turns its verification red: for every program, each mutant must fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lockstep.project import load_project
from lockstep.snippets.declaration import read_declaration
from lockstep.snippets.program import load_program, load_programs
from lockstep.snippets.verification import verify
from mutation.mutants import checked, mutants

pytestmark = pytest.mark.mutation

PROJECT = load_project(Path(__file__).parents[2])
PROGRAMS = [program for program in load_programs(PROJECT)[0].values() if program.is_python]


def _chosen():
    """Give every mutant, but without its proof only a program that checks what none before it does.

    That a check was made is seen in the same way for all programs, and such a mutant runs as long as its program: it
    is made of the shortest that needs nothing which a machine may lack.
    """
    seen = set()
    for program in sorted(PROGRAMS, key=lambda program: (bool(read_declaration(program)[0].needs), len(program.text))):
        checks = checked(program)
        for mutant in mutants(program):
            if mutant.kind != "without-proof" or checks - seen:
                yield program, mutant
        seen |= checks


MUTANTS = list(_chosen())

# Why each kind must fail: a mutant that fails for another reason shows nothing.
NOTHING = "nothing was (compiled|executed|raised)"
# What was compiled is asked for, and there is none.
NONE = "TypeError: cannot unpack non-iterable NoneType"
REASONS = {
    "without-import": "NameError: name 'torch' is not defined",
    # What the call returns is missing, or the compiler's traces are.
    "without-call": f"{NOTHING}|NameError|ProofError|{NONE}",
    "without-compile": f"{NOTHING}|ProofError|AttributeError|{NONE}",
    "without-fullgraph": f"{NOTHING}|ProofError",
    "without-mode": f"{NOTHING}|ProofError",
    "without-proof": "the proof checks nothing",
    "other-number": "ProofError: expected ",
}


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])
def test_every_program_has_mutants(program):
    kinds = [mutant.kind for mutant in mutants(program)]
    # One that compiles in a way that mutants.py does not know has none of these.
    assert {"without-import", "without-call", "without-compile"} <= set(kinds)
    assert all(mutant.text != program.text for mutant in mutants(program))


@pytest.mark.parametrize(
    ("program", "mutant"), MUTANTS, ids=[f"{program.name}-{mutant.name}" for program, mutant in MUTANTS]
)
def test_a_mutant_fails(program, mutant, torch_server, tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.lockstep]\n")
    file = tmp_path / "snippets" / program.name
    file.parent.mkdir(parents=True)
    file.write_text(mutant.text, encoding="utf-8", newline="")
    outcome = verify(load_program(file, load_project(tmp_path)), launcher=torch_server)
    if outcome.status == "not-run":
        pytest.skip(outcome.reason)
    assert outcome.status == "failed", "the mutant passed"
    assert re.match(REASONS[mutant.kind], outcome.reason), outcome
