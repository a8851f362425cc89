"""Runs one program, to the letter: ``python -m lockstep.snippets.verification.child FOLDER STARTED``.

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
import importlib
import json
import os
import platform
import re
import sys
import threading
import time
import types
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from lockstep.snippets.verification.guards import MOST_SHOWN, Coroutines, Printed, refuse_network
from lockstep.snippets.verification.job import CRASH, JOB, REPORT, STOPPED, Job
from lockstep.snippets.verification.traces import in_one_line, lines_of, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lockstep.inductor import Counts

FUTURE = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})
DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Verdict(Exception):  # noqa: N818 - a verdict on the program, no error of this one
    """The program fails, for a reason that is no exception of its own."""

    def __init__(self, reason: str, *lines: int) -> None:
        """Take the reason in one line, and the line of the program to look at, behind those that led to it."""
        super().__init__(reason)
        self.lines = list(lines)


def main(folder: Path, started: float) -> bool:
    """Run the job in ``folder`` and write the report there; ``started`` is when its time began (Unix time).

    Tell whether the program has failed, so that no end of its process can change the verdict.
    """
    job_file = folder / JOB
    job = Job(**json.loads(job_file.read_text("utf-8")))
    # The token that makes a report valid is not left lying about.
    job_file.unlink()
    process = os.getpid()
    crash = (folder / CRASH).open("w", encoding="utf-8")
    faulthandler.enable(crash, all_threads=False)
    _note_line_at(job, started, folder / STOPPED)
    refuse_network()
    report: dict[str, object] = {"token": job.token, "reason": None, "lines": [], "evidence": None}
    try:
        _Run(job, report).run()
    except Verdict as verdict:
        report |= {"reason": str(verdict), "lines": verdict.lines}
    except SystemExit as error:
        reason = f"ended early, with exit status {error.code or 0}: what follows did not run"
        report |= {"reason": reason, "lines": lines_of(error, job.file)}
    except BaseException as error:  # whatever a program raises is its failure
        report |= {"reason": in_one_line(error), "lines": lines_of(error, job.file)}
        # A program may have closed or replaced sys.stderr.
        with contextlib.suppress(Exception):
            show(error, job.file)
    if os.getpid() != process:
        # A fork of the program came here as well; the verdict is on the program.
        return False
    unfinished = folder / f"{REPORT}.part"
    unfinished.write_text(json.dumps(report), encoding="utf-8")
    unfinished.replace(folder / REPORT)
    return bool(report["reason"])


class _Run:
    """One run of a program, step by step."""

    def __init__(self, job: Job, report: dict[str, object]) -> None:
        self.job, self.report = job, report
        self.printed = Printed()
        self.error = ""

    def run(self) -> None:
        job = self.job
        shown, hidden = _split(job)
        passages = compile(shown, job.file, "exec", dont_inherit=True)
        # The proof is part of the same file: `from __future__` holds for it as well.
        proof = compile(hidden, job.file, "exec", passages.co_flags & FUTURE, dont_inherit=True)
        module = types.ModuleType("__main__")
        module.__dict__.update({"__file__": job.file, "__builtins__": builtins, "__cached__": None})
        sys.modules["__main__"] = module
        sys.argv = [job.file]
        sys.path[0] = str(Path(job.file).parent)
        coroutines = Coroutines(job.file)
        self.run_passages(passages, module)
        self.awaited(coroutines.forgotten())
        counted = _counted(job.file)
        self.compiled(counted, shown.body)
        exec(proof, module.__dict__)  # noqa: S102
        self.awaited(coroutines.forgotten(at_the_end=True))
        checks = getattr(sys.modules.get("lockstep.proof"), "succeeded", [])
        self.report["evidence"] = self.evidence(counted, checks)
        # An expected error is a check of its own.
        if not checks and not self.error:
            raise Verdict("the proof checks nothing: it calls no function of lockstep.proof", job.proof_line)

    def run_passages(self, code: types.CodeType, module: types.ModuleType) -> None:
        keeping = self.printed.keep() if self.job.output else contextlib.nullcontext()
        try:
            with keeping:
                exec(code, module.__dict__)  # noqa: S102 - running programs is what this module is for
        except BaseException as error:
            if not self.job.raises:
                raise
            self.expected(error, module)
        else:
            if self.job.raises:
                declared = f"the declaration says that the passages end with {self.job.raises}"
                raise Verdict(f"nothing was raised: {declared}", self.job.declared)
        if len(self.printed.text) > MOST_SHOWN:
            raise Verdict(f"the passages print more than the {MOST_SHOWN:,} characters that a page may show")

    def expected(self, error: BaseException, module: types.ModuleType) -> None:
        """Compare the error that ended the passages with the one declared."""
        job = self.job
        wanted = _resolve(job.raises, module, job.declared)
        lines = lines_of(error, job.file)
        if not isinstance(error, wanted):
            raise Verdict(f"expected {job.raises}, but raised {in_one_line(error)}", *lines)
        if job.match and not re.search(job.match, str(error)):
            raise Verdict(f"expected a message with '{job.match}', but raised {in_one_line(error)}", *lines)
        start, end = job.regions[-1]
        if lines and not start < lines[0] < end:
            raise Verdict(f"raised {job.raises} before the last passage, which did not run", *lines)
        kind = type(error)
        self.error = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"

    def compiled(self, counted: Counts | None, shown: Sequence[ast.stmt]) -> None:
        """Refuse passages that compile nothing.

        Where the expected error kept the compiler from its end, as a graph break under ``fullgraph`` does, the attempt
        stands in for the graph.
        """
        at = _compile_line(self.job)
        if counted and self.error and counted.attempts and not counted.graphs:
            self.report["evidence"] = self.evidence(counted)
            return
        if counted is None or not counted.graphs:
            defined = [getattr(statement, "name", "") for statement in shown if isinstance(statement, DEFINITIONS)]
            names = [name for name in defined if name]
            if names and all(isinstance(statement, DEFINITIONS) for statement in shown):
                raise Verdict(f"nothing was executed: the passages only define {', '.join(names)}", at)
            raise Verdict("nothing was compiled: the passages call no compiled function", at)
        self.report["evidence"] = self.evidence(counted)
        if not counted.inductor and not self.error:
            raise Verdict("nothing was compiled by Inductor: the passages use another backend", at)

    def evidence(self, counted: Counts | None, checks: Iterable[str] = ()) -> dict[str, object]:
        torch = sys.modules["torch"]
        return {
            "python": platform.python_version(),
            "torch": str(torch.__version__),
            # Whether it has been imported is no matter of the program's: the server imports it for all.
            "transformers": version("transformers"),
            "device": torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu",
            **(asdict(counted) if counted else {}),
            "checks": list(checks),
            "error": self.error,
            "output": self.printed.text if self.job.output else None,
        }

    @staticmethod
    def awaited(forgotten: tuple[str, int] | None) -> None:
        if forgotten:
            name, line = forgotten
            raise Verdict(f"RuntimeWarning: coroutine '{name}' was never awaited", line)


def _split(job: Job) -> tuple[ast.Module, ast.Module]:
    """Take passages and proof apart, refusing code that readers would not see and a missing proof."""
    tree = ast.parse(job.text, job.file)
    shown = [statement for statement in tree.body if statement.lineno < job.proof_line]
    hidden = [statement for statement in tree.body if statement.lineno >= job.proof_line]
    for statement in shown:
        docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not docstring and not any(start < statement.lineno < end for start, end in job.regions):
            raise Verdict("this code runs but is in no passage: readers do not see it", statement.lineno)
    if not hidden and not job.raises:
        raise Verdict("there is no proof: no code follows the last passage", job.proof_line - 1)
    return ast.Module(shown, tree.type_ignores), ast.Module(hidden, [])


def _resolve(name: str, module: types.ModuleType, line: int) -> type[BaseException]:
    """Find an error's type by its dotted name: built in, the program's own, or a module's."""
    first, *rest = name.split(".")
    found: object = getattr(builtins, first, None) or module.__dict__.get(first)
    if found is None:
        with contextlib.suppress(ImportError):
            found = importlib.import_module(first)
    path = first
    for part in rest:
        path = f"{path}.{part}"
        if not hasattr(found, part):
            with contextlib.suppress(ImportError):
                importlib.import_module(path)
        found = getattr(found, part, None)
    if isinstance(found, type) and issubclass(found, BaseException):
        return found
    raise Verdict(f"'raises' names no type of error: {name}", line)


def _counted(file: str) -> Counts | None:
    if "torch" not in sys.modules:
        return None
    # A program that never gets here need not have torch.
    from lockstep.inductor import counts  # noqa: PLC0415

    return counts(file)


def _compile_line(job: Job) -> int:
    """Find where the passages ask for compilation, or else their last line: where to look if nothing was compiled."""
    for node in ast.walk(ast.parse(job.text)):
        if isinstance(node, ast.Attribute) and node.attr == "compile" and node.lineno < job.proof_line:
            return node.lineno
    return job.proof_line - 2


def _note_line_at(job: Job, started: float, file: Path) -> None:
    """Have the running line written to ``file`` when the time is nearly up.

    faulthandler could do it without a thread, but shows 100 frames at most: fewer than a compilation has.
    """
    main_thread = threading.get_ident()

    def line(thread: int) -> int | None:
        frame = sys._current_frames().get(thread)
        while frame and frame.f_code.co_filename != job.file:
            frame = frame.f_back
        return frame.f_lineno if frame else None

    def note() -> None:
        at, others = line(main_thread), False
        if at is None:
            # The program has ended, but a thread that it started has not.
            at = next((found for thread in sys._current_frames() if (found := line(thread))), None)
            others = at is not None
        with contextlib.suppress(OSError):
            file.write_text(json.dumps({"line": at, "thread": others}), encoding="utf-8")

    timer = threading.Timer(max(0.0, started + job.limit - time.time()), note)
    timer.daemon = True
    timer.start()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
