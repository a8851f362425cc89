"""The verdict on a program: run it in a process of its own and judge what it has shown."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import secrets
import shutil
import signal
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lockstep.snippets.verification.hub import MODELS, HubError, cache_root, seeded_hub
from lockstep.snippets.verification.job import CRASH, JOB, REPORT, STOPPED, Job
from lockstep.snippets.verification.outcome import Evidence, Outcome, Output
from lockstep.snippets.verification.process import Ended, run

if TYPE_CHECKING:
    from lockstep.snippets.program import Program

# Settings of the user's shell that would change what a program does: no compilation, no assertions, another model.
SCRUBBED = re.compile(
    r"(HF|HUGGINGFACE|TRANSFORMERS|TORCH|PYTORCH|TRITON)_.*|TORCH(DYNAMO|INDUCTOR)_.*|AOT_.*"
    r"|PYTHON(OPTIMIZE|WARNINGS|INSPECT|STARTUP|BREAKPOINT|SAFEPATH|DEVMODE|PROFILEIMPORTTIME)"
)
CHILD = "lockstep.snippets.verification.child"
NEEDED = ("torch", "transformers", "tokenizers", "accelerate", "platformdirs")
LONGEST_REASON = 400


def verify(program: Program, *, timeout: float = 300) -> Outcome:
    """Run a program and judge whether it compiles and proves what its passages show.

    ``timeout`` is in seconds and includes importing torch; a cold compilation of a small model takes about 30 on one
    core. Never raises for what a program does or for what the machine lacks: the outcome says so.
    """
    if program.findings:
        first = program.findings[0]
        return _outcome(program, f"{first.message} ({first.hint})" if first.hint else first.message, first.line)
    if not program.passages:
        return _outcome(program, "there is no passage: mark what pages show with '# --8<-- [start:name]'", 1)
    if missing := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        return _outcome(program, f"{', '.join(missing)} not installed: pip install 'mkdocs-lockstep[test]'")
    compiler = _compiler()
    if compiler is None:
        return _outcome(program, "no C++ compiler: install g++ (Debian: apt install g++) or clang, or set CXX")
    root = cache_root()
    try:
        hub = seeded_hub(root)
    except (HubError, OSError) as error:
        return _outcome(program, str(error))
    with tempfile.TemporaryDirectory(prefix="lockstep-", ignore_cleanup_errors=True) as temporary:
        work, private = Path(temporary, "work"), Path(temporary, "report")
        work.mkdir()
        private.mkdir()
        token = secrets.token_hex()
        # The line that hangs is noted down shortly before the end.
        noting = timeout - min(1.0, timeout / 10)
        regions = [(passage.start, passage.end) for passage in program.passages]
        job = Job(token, str(program.file), program.text, regions, program.proof_line, noting)
        (private / JOB).write_text(json.dumps(asdict(job)), encoding="utf-8")
        command = [sys.executable, "-m", CHILD, str(private)]
        env = _environment(root, hub, Path(temporary), compiler)
        ended = run(command, env=env, cwd=work, limit=timeout)
        return _judge(program, private, ended, token, timeout)


def _judge(program: Program, private: Path, ended: Ended, token: str, timeout: float) -> Outcome:
    if ended.code is None:
        line = _json(private / STOPPED).get("line")
        return _outcome(program, f"still running after {timeout:g} s", line, ended=ended)
    report = _json(private / REPORT)
    if report.get("token") != token:
        return _outcome(program, _died(ended.code), _crash_line(private / CRASH, program), ended=ended)
    seen = report["evidence"]
    evidence = seen and Evidence(**{**seen, "checks": tuple(seen["checks"])})
    reason, line = report["reason"], report["line"]
    if reason is None and ended.code:
        reason = f"ended with exit status {ended.code} after its last line"
    if reason and reason.endswith(" [offline]"):
        known = ", ".join(model.name for model in MODELS)
        reason = f"{reason.removesuffix(' [offline]')} (programs run offline; the seeded Hub cache has: {known})"
    return _outcome(program, reason, line, evidence=evidence, ended=ended)


def _outcome(
    program: Program,
    reason: str | None,
    line: int | None = None,
    *,
    evidence: Evidence | None = None,
    ended: Ended | None = None,
) -> Outcome:
    lines = program.text.split("\n")
    source = lines[line - 1].strip() if line and line <= len(lines) else ""
    said = " ".join((reason or "").split())
    return Outcome(
        path=program.path,
        status="failed" if reason else "passed",
        reason=said if len(said) <= LONGEST_REASON else said[: LONGEST_REASON - 1] + "…",
        line=line,
        source=source,
        output=ended.output if ended else Output(),
        evidence=evidence,
        duration=ended.seconds if ended else 0.0,
    )


def _died(code: int) -> str:
    if code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        return f"crashed: {name}"
    return f"ended early, with exit status {code}: what follows did not run"


def _crash_line(file: Path, program: Program) -> int | None:
    """Read faulthandler's account of a crash, innermost frame first."""
    if not file.is_file():
        return None
    frames = re.findall(r'File "(.*)", line (\d+)', file.read_text("utf-8", errors="replace"))
    return next((int(line) for name, line in frames if name == str(program.file)), None)


def _json(file: Path) -> dict[str, Any]:
    try:
        return dict(json.loads(file.read_text("utf-8")))
    except (OSError, ValueError):
        return {}


def _compiler() -> str | None:
    """Find the C++ compiler that Inductor is to use; torch itself tries one name only."""
    if chosen := os.environ.get("CXX"):
        return shutil.which(chosen)
    names = {"win32": ("cl",), "darwin": ("clang++", "g++")}.get(sys.platform, ("g++", "clang++"))
    return next((found for name in names if (found := shutil.which(name))), None)


def _environment(root: Path, hub: Path, temporary: Path, compiler: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not SCRUBBED.fullmatch(name)}
    return kept | {
        "HF_HOME": str(temporary / "huggingface"),
        "HF_HUB_CACHE": str(hub),
        "HF_HUB_OFFLINE": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "false",
        # Threads of several programs at once would fight for the cores.
        "OMP_NUM_THREADS": "1",
        "TORCHINDUCTOR_COMPILE_THREADS": "1",
        "TORCHINDUCTOR_CACHE_DIR": str(root / "inductor"),
        "CXX": compiler,
        "PYTHONUTF8": "1",
    }
