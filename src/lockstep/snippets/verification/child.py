"""Runs one program, to the letter: ``python -m lockstep.snippets.verification.child FOLDER``.

The folder holds the job; what was seen is written there, at the very end, by the program's own process. Whatever ends
the process before that, with whatever exit status, leaves no report and so no verdict of "passed".

The program is executed in two steps that share one ``__main__``: passages, then proof. What was compiled is counted in
between, so that a proof cannot make up for passages that compile nothing.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import contextlib
import faulthandler
import json
import os
import platform
import sys
import threading
import traceback
import types
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from lockstep.snippets.verification.job import CRASH, JOB, REPORT, STOPPED, Job

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lockstep.snippets.verification.inductor import Counts

FUTURE = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})


class Verdict(Exception):  # noqa: N818 - a verdict on the program, no error of this one
    """The program fails, for a reason that is no exception of its own."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        """Take the reason in one line, and the line of the program to look at."""
        super().__init__(reason)
        self.line = line


def main(folder: Path) -> None:
    """Run the job in ``folder`` and write the report there."""
    job_file = folder / JOB
    job = Job(**json.loads(job_file.read_text("utf-8")))
    # The token that makes a report valid is not left lying about.
    job_file.unlink()
    process = os.getpid()
    crash = (folder / CRASH).open("w", encoding="utf-8")
    faulthandler.enable(crash, all_threads=False)
    _note_line_at(job, folder / STOPPED)
    report: dict[str, object] = {"token": job.token, "reason": None, "line": None, "evidence": None}
    try:
        _run(job, report)
    except Verdict as verdict:
        report |= {"reason": str(verdict), "line": verdict.line}
    except SystemExit as error:
        reason = f"ended early, with exit status {error.code or 0}: what follows did not run"
        report |= {"reason": reason, "line": _line_of(error, job.file)}
    except BaseException as error:  # whatever a program raises is its failure
        report |= {"reason": _in_one_line(error), "line": _line_of(error, job.file)}
        # A program may have closed or replaced sys.stderr.
        with contextlib.suppress(Exception):
            _show(error, job.file)
    if os.getpid() != process:
        # A fork of the program came here as well; the verdict is on the program.
        return
    unfinished = folder / f"{REPORT}.part"
    unfinished.write_text(json.dumps(report), encoding="utf-8")
    unfinished.replace(folder / REPORT)


def _run(job: Job, report: dict[str, object]) -> None:
    passages, proof = _split(job)
    main_module = types.ModuleType("__main__")
    main_module.__dict__.update({"__file__": job.file, "__builtins__": builtins, "__cached__": None})
    sys.modules["__main__"] = main_module
    sys.argv = [job.file]
    sys.path[0] = str(Path(job.file).parent)
    exec(passages, main_module.__dict__)  # noqa: S102 - running programs is what this module is for
    counted = _counted()
    if counted is None or not counted.graphs:
        raise Verdict("nothing was compiled: the passages call no compiled function", _compile_line(job))
    report["evidence"] = _evidence(counted)
    if not counted.inductor:
        raise Verdict("nothing was compiled by Inductor: the passages use another backend", _compile_line(job))
    exec(proof, main_module.__dict__)  # noqa: S102
    checks = getattr(sys.modules.get("lockstep.proof"), "succeeded", [])
    report["evidence"] = _evidence(counted, checks)
    if not checks:
        raise Verdict("the proof checks nothing: it calls no function of lockstep.proof", job.proof_line)


def _split(job: Job) -> tuple[types.CodeType, types.CodeType]:
    """Compile the passages and the proof, refusing code that readers would not see and a missing proof."""
    tree = ast.parse(job.text, job.file)
    shown = [statement for statement in tree.body if statement.lineno < job.proof_line]
    hidden = [statement for statement in tree.body if statement.lineno >= job.proof_line]
    for statement in shown:
        docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not docstring and not any(start < statement.lineno < end for start, end in job.regions):
            raise Verdict("this code runs but is in no passage: readers do not see it", statement.lineno)
    if not hidden:
        raise Verdict("there is no proof: no code follows the last passage", job.proof_line - 1)
    first = compile(ast.Module(shown, tree.type_ignores), job.file, "exec", dont_inherit=True)
    second = ast.Module(hidden, [])
    # The proof is part of the same file: `from __future__` holds for it as well.
    return first, compile(second, job.file, "exec", first.co_flags & FUTURE, dont_inherit=True)


def _counted() -> Counts | None:
    if "torch" not in sys.modules:
        return None
    # A program that never gets here need not have torch.
    from lockstep.snippets.verification.inductor import counts  # noqa: PLC0415

    return counts()


def _evidence(counted: Counts, checks: Iterable[str] = ()) -> dict[str, object]:
    torch, transformers = sys.modules["torch"], sys.modules.get("transformers")
    return {
        "python": platform.python_version(),
        "torch": str(torch.__version__),
        "transformers": transformers and str(transformers.__version__),
        "device": torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu",
        **asdict(counted),
        "checks": list(checks),
    }


def _compile_line(job: Job) -> int:
    """Find where the passages ask for compilation, or else their last line: where to look if nothing was compiled."""
    for node in ast.walk(ast.parse(job.text)):
        if isinstance(node, ast.Attribute) and node.attr == "compile" and node.lineno < job.proof_line:
            return node.lineno
    return job.proof_line - 2


def _in_one_line(error: BaseException) -> str:
    # Some libraries hard-wrap their sentences, others follow one line with pages of advice.
    try:
        lines = str(error).strip().splitlines()
    except Exception:  # an exception's own __str__ may fail
        lines = []
    message = f": {lines[0]}" if lines else ""
    chain = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) and cause not in chain:
        chain.append(cause)
    if {"LocalEntryNotFoundError", "OfflineModeIsEnabled"} & {type(link).__name__ for link in chain}:
        message += " [offline]"
    return f"{type(error).__name__}{message}"


def _frames(error: BaseException) -> list[tuple[str, int]]:
    frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        frames.append((error.filename, error.lineno))
    return frames


def _line_of(error: BaseException, file: str) -> int | None:
    """Find the innermost line of the program that led to an error."""
    return next((line for name, line in reversed(_frames(error)) if name == file), None)


def _show(error: BaseException, file: str) -> None:
    """Print the traceback as Python would, where it says more than the line and the reason do."""
    frames = _frames(error)
    proof = sys.modules.get("lockstep.proof")
    if frames[-1][0] in {file, proof and proof.__file__}:
        return
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename != file:
        trace = trace.tb_next
    if trace:
        traceback.print_exception(error.with_traceback(trace))


def _note_line_at(job: Job, file: Path) -> None:
    """Have the running line written to ``file`` when the time is nearly up.

    faulthandler could do it without a thread, but shows 100 frames at most: fewer than a compilation has.
    """
    main_thread = threading.get_ident()

    def note() -> None:
        frame = sys._current_frames().get(main_thread)
        while frame and frame.f_code.co_filename != job.file:
            frame = frame.f_back
        with contextlib.suppress(OSError):
            file.write_text(json.dumps({"line": frame and frame.f_lineno}), encoding="utf-8")

    timer = threading.Timer(job.limit, note)
    timer.daemon = True
    timer.start()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
