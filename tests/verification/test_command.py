"""``lockstep verify``, as a shell meets it. Most verdicts are given, not found: that is cheap."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from lockstep.cli import main, verification
from lockstep.snippets.verification import Outcome, Output
from verification.programs import PASSAGE, PROOF, declaration, program_text
from verification.test_recording import EVIDENCE

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def verdicts(project: Path, monkeypatch):
    """Write programs whose verdicts are given: by name, the status, or evidence of one that passes."""
    given = {}

    def verify(program, launcher):
        verdict = given[program.name]
        status = verdict if isinstance(verdict, str) else "passed"
        evidence = verdict if status == "passed" else None
        reason = {"failed": "ValueError: [no] good", "not-run": "needs cuda: no CUDA device here"}.get(status, "")
        lacks = ("cuda",) if status == "not-run" else ()
        return Outcome(program.path, status, reason, None, "", Output("said"), evidence, 1.0, lacks=lacks)

    def write(**programs):
        for name, verdict in programs.items():
            given[f"{name}.py"] = verdict
            (project / "snippets" / f"{name}.py").write_text(program_text())

    monkeypatch.setattr(verification, "verify", verify)
    monkeypatch.setattr(verification, "has_cuda", lambda: False)
    monkeypatch.chdir(project)
    return write


def lockstep(*arguments):
    result = CliRunner().invoke(main, ["verify", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output.splitlines()


def test_evidence_and_summary_in_plain_lines(verdicts):
    verdicts(a=EVIDENCE, b=EVIDENCE)
    assert lockstep("--update") == (
        0,
        [
            "passed snippets/a.py (1.0 s): 1 graph, 0 breaks, 0 recompiles · compiled in 1.5 s · proved: graphs",
            "passed snippets/b.py (1.0 s): 1 graph, 0 breaks, 0 recompiles · compiled in 1.5 s · proved: graphs",
            "snippets/verified.json: 2 on record, 2 changed",
            "2 programs executed: 2 passed, 0 failed; 0 not run",
        ],
    )
    code, lines = lockstep()
    assert (code, lines[2:]) == (0, ["2 programs executed: 2 passed, 0 failed; 0 not run"])


def test_a_failure_is_exit_1_and_off_the_record(verdicts, project):
    verdicts(a=EVIDENCE, b=EVIDENCE)
    lockstep("--update")
    verdicts(b="failed")
    code, lines = lockstep("--update")
    assert code == 1
    assert lines[1:4] == ["failed snippets/b.py: ValueError: [no] good", "output:", "    said"]
    assert json.loads((project / "snippets/verified.json").read_text())["programs"].keys() == {"a.py"}


def test_an_outdated_record_is_exit_1(verdicts, project):
    verdicts(a=EVIDENCE, b=EVIDENCE)
    code, lines = lockstep("snippets/a.py")
    assert (code, lines[1:3]) == (
        1,
        ["out of date: snippets/a.py: it is not on record", "the record is out of date: lockstep verify --update"],
    )
    lockstep("--update")
    verdicts(a=replace(EVIDENCE, graphs=2))
    assert lockstep()[1][2] == "out of date: snippets/a.py: graphs: 1 on record, 2 now"
    assert lockstep("b.py")[0] == 0
    (project / "snippets/a.py").unlink()
    assert "out of date: a.py is on record, but there is no such program" in lockstep()[1]
    (project / "snippets/verified.json").write_text("{")
    assert lockstep()[0] == 1
    assert lockstep("--update")[0] == 0


def test_programs_that_were_not_run_are_shown_and_never_passed(verdicts, project):
    verdicts(a="not-run")
    code, lines = lockstep("--update")
    assert code == 1
    assert lines == [
        "not run snippets/a.py: needs cuda: no CUDA device here",
        "snippets/verified.json: 1 on record, 1 changed",
        "0 programs executed: 0 passed, 0 failed; 1 not run",
        "no program was executed; --allow-not-run allows it",
    ]
    assert lockstep("--allow-not-run")[0] == 0
    entry = json.loads((project / "snippets/verified.json").read_text())["programs"]["a.py"]
    assert (entry["lacks"], "runs" in entry) == (["cuda"], False)


def test_no_program_at_all(verdicts):
    code, lines = lockstep()
    assert (code, lines[-1]) == (1, "no program was executed: there is none in snippets/")
    assert lockstep("--allow-not-run")[0] == 1


def test_what_could_not_run_is_exit_2(verdicts, project, monkeypatch):
    verdicts(a=EVIDENCE)
    assert lockstep("snippets/b.py") == (2, ["snippets/b.py: no such program (did you mean 'a.py'?)"])
    monkeypatch.setattr("lockstep.snippets.verification.run.NEEDED", ("json", "no_such_package"))
    assert lockstep() == (2, ["no_such_package not installed: pip install 'mkdocs-lockstep[test]'"])
    monkeypatch.undo()
    monkeypatch.chdir(project / "..")
    assert lockstep()[0] == 2


def test_a_record_that_cannot_be_written_is_exit_2(verdicts, project):
    verdicts(a=EVIDENCE)
    (project / "snippets/verified.json").mkdir()
    code, lines = lockstep("--update")
    assert (code, lines[-1][:52]) == (2, "snippets/verified.json:1:1 LS008 the file cannot be ")
    assert [file.name for file in (project / "snippets").iterdir() if file.name.startswith(".")] == []


def test_two_updates_write_the_same_bytes(project, monkeypatch, tmp_path):
    """The second finds Inductor's cache warm, and has no server."""
    (project / "snippets/one.py").write_text(
        declaration(output=True) + program_text(PASSAGE + "\nprint(result)", PROOF)
    )
    (project / "snippets/two.py").write_text(declaration(needs=["no-such-package"]) + program_text())
    monkeypatch.chdir(project)
    monkeypatch.setenv("LOCKSTEP_CACHE", str(tmp_path / "cache"))
    assert lockstep("--update")[0] == 0
    first = (project / "snippets/verified.json").read_bytes()
    assert json.loads(first)["programs"]["one.py"]["runs"][0]["output"] == "tensor([2., 2., 2.])\n"
    monkeypatch.setenv("LOCKSTEP_FORK", "0")
    code, lines = lockstep("--update")
    assert code == 0
    assert "1 of 1 from the cache" in lines[0]
    assert (project / "snippets/verified.json").read_bytes() == first


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_progress_on_a_terminal(project):
    (project / "snippets/one.py").write_text(program_text("1 / 0"))
    mine, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100", "LOCKSTEP_FORK": "0"}
    command = [sys.executable, "-c", "from lockstep.cli import main; main()", "verify"]
    process = subprocess.Popen(command, cwd=project, env=environment, stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    while True:
        try:
            if not (more := os.read(mine, 4096)):
                break
        except OSError:
            break
        seen += more
    assert process.wait() == 1
    assert b"1 of 1: snippets/one.py" in seen
    assert b"ZeroDivisionError: division by zero" in seen
