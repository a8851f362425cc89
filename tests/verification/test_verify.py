"""One program for each verdict. They compile next to nothing: what costs is importing torch."""

from __future__ import annotations

import os
import sys

import pytest

from verification.conftest import both
from verification.programs import PASSAGE, PROOF, line_of, program_text

CALL = "result = compiled(sample)"


@both
def test_a_program_that_compiles_and_proves_it_passes(verified):
    outcome = verified(program_text())
    assert outcome.passed, outcome
    assert (outcome.reason, outcome.line, outcome.source) == ("", None, "")
    evidence = outcome.evidence
    assert (evidence.graphs, evidence.graph_breaks, evidence.inductor, evidence.recompiles) == (1, 0, 1, 0)
    assert evidence.checks == ("equals_eager",)
    assert evidence.torch.startswith("2.")
    assert outcome.duration > 0


# Programs that fail before torch is imported, or as soon as it is: what they say, and the line that they name.
FAILING = {
    "an exception": ("1 / 0", "1 / 0", "ZeroDivisionError: division by zero"),
    "an exception in a helper": (
        "def helper():\n    raise KeyError('missing')\n\n\nhelper()",
        "raise KeyError",
        "KeyError: 'missing'",
    ),
    "an exception in a library": ("import json\n\njson.loads('{')", "json.loads", "JSONDecodeError: Expecting"),
    "a syntax error": ("x = 1\nx = = 2", "x = = 2", "SyntaxError: invalid syntax"),
    "a return outside a function": ("x = 1\nreturn x", "return x", "SyntaxError: 'return' outside function"),
    "sys.exit(0)": ("import sys\n\nsys.exit(0)", "sys.exit(0)", "ended early, with exit status 0"),
    "quit()": ("quit()", "quit()", "ended early, with exit status 0"),
    "os._exit(0)": ("import os\n\nos._exit(0)", "", "ended early, with exit status 0"),
    "input()": ("name = input()", "input()", "EOFError: EOF when reading a line"),
    "a segmentation fault": (
        "import ctypes\n\nctypes.string_at(0)",
        "ctypes.string_at(0)",
        "crashed: SIGSEGV",
    ),
    "a signal": ("import os, signal\n\nos.kill(os.getpid(), signal.SIGKILL)", "", "crashed: SIGKILL"),
    "a missing import": ("x = torch.ones(3)", "torch.ones", "NameError: name 'torch' is not defined"),
    "a KeyboardInterrupt": ("raise KeyboardInterrupt", "raise KeyboardInterrupt", "KeyboardInterrupt"),
    "no compilation at all": ("x = 1", "x = 1", "nothing was compiled: the passages call no compiled function"),
    "an exception that cannot be shown": (
        "class Odd(Exception):\n    def __str__(self):\n        raise ValueError\n\n\nraise Odd",
        "raise Odd",
        "Odd",
    ),
}


@both
@pytest.mark.parametrize(("passage", "where", "reason"), FAILING.values(), ids=FAILING)
def test_a_program_that_fails(verified, passage, where, reason):
    text = program_text(passage)
    outcome = verified(text)
    assert outcome.status == "failed"
    assert outcome.reason.startswith(reason)
    assert outcome.line == (line_of(text, where) if where else None)
    assert where in outcome.source
    assert "\n" not in outcome.reason
    assert outcome.evidence is None


# Programs that torch runs without complaint, and that show nothing.
EMPTY = {
    "never called": (PASSAGE.replace(CALL, ""), "torch.compile", "nothing was compiled"),
    "only definitions": (
        "import torch\n\n\n@torch.compile\ndef double(x):\n    return x * 2",
        "torch.compile",
        "nothing was executed: the passages only define double",
    ),
    "a method that bypasses it": (
        """
        import torch


        class Model(torch.nn.Module):
            def forward(self, x):
                return x * 2

            def generate(self, x):
                return self.forward(x)


        double = Model()
        compiled = torch.compile(double)
        sample = torch.ones(3)
        result = compiled.generate(sample)
        """,
        "torch.compile",
        "nothing was compiled",
    ),
    "result thrown away": (
        PASSAGE.replace("compiled = torch.compile(double)", "torch.compile(double)\ncompiled = double"),
        "torch.compile",
        "nothing was compiled",
    ),
    "original called": (PASSAGE.replace(CALL, "result = double(sample)"), "torch.compile", "nothing was compiled"),
    "another backend": (
        PASSAGE.replace("torch.compile(double)", 'torch.compile(double, backend="eager")'),
        "torch.compile",
        "nothing was compiled by Inductor",
    ),
}


@pytest.mark.parametrize(("passage", "where", "reason"), EMPTY.values(), ids=EMPTY)
def test_a_program_that_compiles_nothing(verified, passage, where, reason):
    # The proof calls the compiled function: that must not make up for the passage.
    text = program_text(passage)
    outcome = verified(text)
    assert outcome.status == "failed"
    assert outcome.reason.startswith(reason)
    assert outcome.line == line_of(text, where)


PROOFS = {
    "missing": ("", "there is no proof"),
    "only comments": ("# to do", "there is no proof"),
    "assertions removed": ("from lockstep import proof", "the proof checks nothing"),
    "checks without lockstep.proof": ("assert result.sum() == 6", "the proof checks nothing"),
    "graphs": (
        "from lockstep import proof\n\nproof.graphs(2)",
        "ProofError: expected 2 graphs, found 1",
    ),
    "another result": (
        "from lockstep import proof\n\nproof.equals_eager(compiled, lambda x: x * 3, sample)",
        "ProofError: expected a relative error up to 0.001, found 0.333",
    ),
    "a recompilation": (
        "from lockstep import proof\n\nproof.no_recompile(compiled, torch.ones(3, 3))",
        "ProofError: expected no recompilation, found one: 0/0: tensor 'x' rank mismatch",
    ),
    "ended early": ("from lockstep import proof\n\nproof.graphs(1)\nexit()", "ended early, with exit status 0"),
}


@pytest.mark.parametrize(("proof", "reason"), PROOFS.values(), ids=PROOFS)
def test_a_program_whose_proof_fails(verified, proof, reason):
    text = program_text(proof=proof)
    outcome = verified(text)
    assert outcome.status == "failed"
    assert outcome.reason.startswith(reason)
    assert outcome.line >= line_of(text, "[end:shown]")
    assert "Traceback" not in str(outcome)


def test_code_that_readers_do_not_see(verified):
    outcome = verified(f"import os\n{program_text()}")
    assert (outcome.line, outcome.source) == (1, "import os")
    assert outcome.reason == "this code runs but is in no passage: readers do not see it"


def test_a_docstring_and_future_imports_are_the_whole_files(verified):
    text = '"""A program."""\n' + program_text(
        "from __future__ import annotations\n" + PASSAGE,
        "from lockstep import proof\n\n\ndef late(x: Unknown): ...\n\n\nproof.graphs(1)\nassert __name__ == '__main__'",
    )
    assert verified(text).passed


def test_broken_regions_are_reported_without_running(verified):
    outcome = verified("# --8<-- [start:open]\nx = 1\n")
    assert (outcome.line, outcome.duration) == (1, 0)
    assert "never closed" in outcome.reason
    assert "no passage" in verified("x = 1\n").reason


@both
def test_a_fork_does_not_speak_for_the_program(verified):
    outcome = verified(program_text("import os\n\nif os.fork():\n    os._exit(0)\nraise ValueError"))
    assert outcome.reason.startswith("ended early")


@both
def test_a_failure_after_the_last_line(verified):
    proof = PROOF + "import atexit, os\n\natexit.register(os._exit, 7)"
    assert verified(program_text(proof=proof)).reason == "ended with exit status 7 after its last line"


@both
def test_a_program_that_fails_still_ends_its_threads_and_runs_its_exit_handlers(verified):
    passage = """
    import atexit, ctypes, threading, time

    atexit.register(print, "at exit")
    threading.Thread(target=lambda: (time.sleep(0.5), print("by a thread"))).start()
    ctypes.CDLL(None).printf(b"by a library\\n")
    print("said")
    1 / 0
    """
    outcome = verified(program_text(passage))
    assert outcome.reason == "ZeroDivisionError: division by zero"
    lines = outcome.output.head.splitlines()
    assert [line for line in lines if line != "by a library"] == ["said", "by a thread", "at exit"]
    assert "by a library" in lines


@both
def test_long_output_is_cut_in_the_middle(verified):
    outcome = verified(program_text('print("first")\nprint("x" * 50_000_000)\nprint("last")\n1 / 0'))
    assert outcome.output.head.startswith("first\nxxx")
    assert outcome.output.tail.endswith("xxx\nlast\n")
    assert outcome.output.dropped > 49_000_000
    assert len(str(outcome.output)) < 100_000
    assert "bytes" in str(outcome.output)


@both
def test_output_that_is_not_utf8(verified):
    text = program_text('import sys\n\nsys.stdout.buffer.write(b"caf\\xe9 ")\nprint("olá", flush=True)\n1 / 0')
    assert verified(text).output.head == "caf\\xe9 olá\n"


@both
def test_a_library_error_shows_its_traceback_without_the_harness(verified):
    outcome = verified(program_text("import json\n\njson.loads('{')"))
    assert "Traceback" in str(outcome)
    assert "json/decoder.py" in str(outcome)
    assert "verification" not in str(outcome)


@both
def test_programs_do_not_see_each_other(verified, monkeypatch):
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    leave = 'import builtins, os, pathlib\n\nbuiltins.left = os.environ["LEFT"] = "x"\npathlib.Path("left").touch()\n'
    look = """
    import builtins, os, pathlib

    assert not hasattr(builtins, "left")
    assert "LEFT" not in os.environ
    assert not list(pathlib.Path().iterdir())
    assert False, "assertions are on"
    """
    verified(program_text(leave + "1 / 0"))
    assert verified(program_text(look)).reason == "AssertionError: assertions are on"


@both
def test_a_program_runs_as_a_script_does(verified, project):
    passage = """
    import pathlib, sys

    assert __name__ == "__main__"
    assert sys.modules["__main__"].__file__ == __file__ == sys.argv[0]
    assert sys.path[0] == str(pathlib.Path(__file__).parent)
    raise RuntimeError(__file__)
    """
    assert verified(program_text(passage)).reason == f"RuntimeError: {project / 'snippets' / 'program.py'}"


@pytest.mark.parametrize("launcher", ["process"], indirect=True)
def test_settings_of_the_shell_do_not_reach_programs(verified, monkeypatch):
    monkeypatch.setenv("TORCH_COMPILE_DISABLE", "1")
    monkeypatch.setenv("TORCHDYNAMO_DISABLE", "1")
    monkeypatch.setenv("HF_TOKEN", "secret")
    passage = "import os\n" + PASSAGE + '\nassert "HF_TOKEN" not in os.environ'
    assert verified(program_text(passage)).passed


def test_a_machine_without_a_compiler(verified, monkeypatch):
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", "")
    outcome = verified(program_text())
    assert outcome.reason == "no C++ compiler: install g++ (Debian: apt install g++) or clang, or set CXX"
    assert outcome.duration == 0


def test_a_machine_without_torch(verified, monkeypatch):
    monkeypatch.setattr("lockstep.snippets.verification.run.NEEDED", ("json", "no_such_package"))
    assert verified(program_text()).reason == "no_such_package not installed: pip install 'mkdocs-lockstep[test]'"


def test_the_host_does_not_import_torch():
    code = "import sys, lockstep.snippets.verification, lockstep.pytest.plugin; assert 'torch' not in sys.modules"
    assert os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", f'"{code}"' if os.name == "nt" else code]) == 0
