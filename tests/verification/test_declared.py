"""What a program declares of itself, and what becomes of it: needs, a time limit, an expected error, shown output."""

from __future__ import annotations

import pytest

from lockstep.project import load_project
from lockstep.snippets.program import load_program
from lockstep.snippets.record import Entry, Record, key
from lockstep.snippets.verification.recording import differing_output, recorded
from verification.conftest import both
from verification.programs import PASSAGE, PROOF, declaration, line_of, program_text

UNSUPPORTED = "torch._dynamo.exc.Unsupported"
BREAKS = """
import torch


@torch.compile(fullgraph=True)
def limit(values):
    print(values.shape)
    if values.sum().item() > 1:
        return values / 2
    return values


limit(torch.ones(3))
"""
NEEDS = {
    "cuda": "needs cuda: no CUDA device here",
    "no-such-package": "needs no-such-package: no-such-package is not installed",
    "torch>=99": "needs torch>=99: torch 2.",
}


@pytest.mark.parametrize("need", NEEDS)
def test_a_need_that_is_lacking_means_not_run(verified, need, monkeypatch):
    monkeypatch.setattr("lockstep.snippets.verification.needs.has_cuda", lambda: False)
    outcome = verified(declaration(needs=[need]) + program_text())
    assert (outcome.status, outcome.passed, outcome.lacks) == ("not-run", False, (need,))
    assert outcome.reason.startswith(NEEDS[need])
    assert outcome.evidence is None
    assert str(outcome) == f"snippets/program.py: {outcome.reason}"


def test_a_compiler_that_is_lacking(verified, monkeypatch):
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", "")
    assert verified(declaration(needs=["compiler"]) + program_text()).status == "not-run"
    undeclared = verified(program_text())
    assert undeclared.status == "failed"
    assert undeclared.reason == "no C++ compiler: install g++ (Debian: apt install g++) or clang, or set CXX"


def test_needs_that_are_met(verified):
    text = declaration(needs=["torch>=2", "compiler", "pywin32; sys_platform == 'win32'"]) + program_text("1 / 0")
    assert verified(text).reason.startswith("ZeroDivisionError")


def test_a_need_that_is_not_declared_is_a_failure_in_one_line(verified):
    outcome = verified(program_text("import torch\n\ntorch.ones(3).to('cuda:7')"))
    assert outcome.status == "failed"
    assert outcome.source == "torch.ones(3).to('cuda:7')"


def test_a_faulty_declaration_fails(verified):
    outcome = verified(declaration(neds=["cuda"]) + program_text())
    assert (outcome.status, outcome.line) == ("failed", 2)
    assert outcome.reason.startswith("unknown key 'neds' (did you mean 'needs'?)")


def test_the_time_limit_is_the_programs_own(verified):
    assert verified(declaration(timeout=2) + program_text("while True:\n    pass")).reason == (
        "timed out: still running after 2 s"
    )


@both
def test_an_expected_error_passes_and_needs_no_graph(verified):
    outcome = verified(
        declaration(raises=UNSUPPORTED, match="(?i)break|item|print|unsupported") + program_text(BREAKS, "")
    )
    assert outcome.passed, outcome
    assert (outcome.evidence.error, outcome.evidence.graphs) == (UNSUPPORTED, 0)
    assert outcome.evidence.attempts >= 1


def test_a_broken_promise_of_one_graph_names_the_users_line(verified):
    text = program_text(BREAKS)
    outcome = verified(text)
    assert outcome.reason.startswith("Unsupported: ")
    assert outcome.line == line_of(text, "limit(torch.ones(3))")
    assert "print(values.shape)" in str(outcome.output)


EXPECTED = {
    "another error": (
        {"raises": UNSUPPORTED},
        BREAKS.replace("torch.ones(3)", "torch.onse(3)"),
        "limit(torch.onse(3))",
        f"expected {UNSUPPORTED}, but raised AttributeError: module 'torch' has no attribute 'onse'",
    ),
    "no error": (
        {"raises": UNSUPPORTED},
        PASSAGE,
        "# /// lockstep",
        f"nothing was raised: the declaration says that the passages end with {UNSUPPORTED}",
    ),
    "another message": (
        {"raises": UNSUPPORTED, "match": "^no such text$"},
        BREAKS,
        "limit(torch.ones(3))",
        "expected a message with '^no such text$', but raised Unsupported: ",
    ),
    "no such type": (
        {"raises": "torch.NoSuchError"},
        BREAKS,
        "# /// lockstep",
        "'raises' names no type of error: torch.NoSuchError",
    ),
    "an error that is not the compiler's": (
        {"raises": "ValueError"},
        "import torch\n\ntorch.compile\nraise ValueError",
        "torch.compile",
        "nothing was compiled",
    ),
    "an end that is no error": (
        {"raises": UNSUPPORTED},
        "raise SystemExit(0)",
        "raise SystemExit",
        f"expected {UNSUPPORTED}, but raised SystemExit: 0",
    ),
}


@pytest.mark.parametrize(("keys", "passage", "where", "reason"), EXPECTED.values(), ids=EXPECTED)
def test_an_expectation_that_is_not_met(verified, keys, passage, where, reason):
    text = declaration(**keys) + program_text(passage)
    outcome = verified(text)
    assert outcome.status == "failed"
    assert outcome.reason.startswith(reason)
    assert outcome.line == line_of(text, where)


def test_an_error_before_the_last_passage(verified):
    later = "# --8<-- [start:later]\nx = 1\n# --8<-- [end:later]\n"
    outcome = verified(declaration(raises=UNSUPPORTED) + program_text(BREAKS, "") + later)
    assert outcome.reason == f"raised {UNSUPPORTED} before the last passage, which did not run"


def test_a_subclass_and_a_proof_behind_the_error(verified):
    text = program_text(PASSAGE + "\ncompiled('x', 1, 2)", PROOF)
    assert verified(declaration(raises="Exception") + text).evidence.error == "TypeError"
    wrong = text.replace("double, sample)", "lambda x: x * 3, sample)")
    assert verified(declaration(raises="TypeError") + wrong).reason.startswith("ProofError")


@both
def test_shown_output_is_what_the_passages_print(verified):
    passage = (
        PASSAGE + "\nimport sys\n\nprint('olá', result, flush=True)\nprint('no', file=sys.stderr)\n"
        "sys.stdout.buffer.write(b'\\xe9\\n')"
    )
    text = program_text(passage, PROOF + "print('the proof')")
    outcome = verified(declaration(output=True) + text)
    assert outcome.evidence.output == "olá tensor([2., 2., 2.])\n\\xe9\n"
    assert "the proof" in str(outcome.output)
    assert verified(text).evidence.output is None


def test_a_time_that_includes_compilation_cannot_be_shown_as_output(project, verified):
    """Shown output is compared at each run, and a clock never says the same twice: pages show no such number."""
    timed = """
    import time

    import torch


    def double(x):
        return x * 2


    compiled = torch.compile(double)
    sample = torch.ones(3)
    start = time.perf_counter()
    compiled(sample)
    print(time.perf_counter() - start)
    """
    text = declaration(output=True) + program_text(timed, PROOF)
    first, second = verified(text), verified(text)
    program = load_program(next((project / "snippets").glob("*.py")), load_project(project))
    record = Record(programs={program.name: Entry(key=key(program), runs=(recorded(first.evidence),))})
    assert "but pages show" in differing_output(record, program, second)


def test_too_much_output_to_show(verified):
    outcome = verified(declaration(output=True) + program_text("print('x' * 50_000_000)"))
    assert outcome.reason == "the passages print more than the 20,000 characters that a page may show"


SAVED = """
import torch

model = torch.nn.Linear(2, 2)
compiled = torch.compile(model)
sample = torch.ones(1, 2)
result = compiled(sample)
torch.save(SAVED.state_dict(), "model.pt")

fresh = torch.nn.Linear(2, 2)
fresh.load_state_dict(torch.load("model.pt"), strict=STRICT)
"""
SAME = "from lockstep import proof\n\nproof.equals_eager(compiled, fresh, sample)"


@pytest.mark.parametrize(
    ("saved", "strict", "reason"),
    [
        (
            "compiled",
            True,
            'RuntimeError: Error(s) in loading state_dict for Linear: Missing key(s) in state_dict: "weight"',
        ),
        ("compiled", False, "ProofError: expected a relative error up to 0.001"),
        ("model", True, ""),
    ],
    ids=["strict", "not strict", "the original module"],
)
def test_a_checkpoint_of_a_compiled_model(verified, project, saved, strict, reason):
    outcome = verified(program_text(SAVED.replace("SAVED", saved).replace("STRICT", str(strict)), SAME))
    assert outcome.passed is not bool(reason)
    assert outcome.reason.startswith(reason)
    assert not reason.startswith("RuntimeError") or "_orig_mod.weight" in outcome.reason
    assert not list(project.rglob("model.pt"))


def test_a_failure_in_a_helper_names_its_caller(verified):
    text = program_text("def helper(x):\n    return 1 / x\n\n\nhelper(0)")
    outcome = verified(text)
    assert (outcome.line, outcome.callers) == (3, ("snippets/program.py:6: helper(0)",))
    assert str(outcome).splitlines()[:3] == [
        "snippets/program.py:3: ZeroDivisionError: division by zero",
        "    return 1 / x",
        "  called from snippets/program.py:6: helper(0)",
    ]


def test_a_break_names_its_reason_and_the_users_line(verified):
    passage = """
    import torch


    def limit(values):
        if values.sum() > 1:
            return values / 2
        return values


    compiled = torch.compile(limit)
    sample = torch.ones(3)
    compiled(sample)
    """
    text = program_text(passage, "from lockstep import proof\n\nproof.splits(limit, sample)")
    evidence = verified(text).evidence
    assert evidence.graph_breaks == 1
    assert evidence.break_reasons[0].endswith(f" at line {line_of(text, 'if values.sum()')}")
    assert str(evidence).startswith("2 graphs, 1 break, 0 recompiles")
