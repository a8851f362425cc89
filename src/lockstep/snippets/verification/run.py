"""The verdict on a program: run it in a process of its own and judge what it has shown."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import re
import secrets
import signal
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lockstep.compiler import INSTALL_COMPILER, compiler
from lockstep.processes import Output
from lockstep.snippets.declaration import Declaration, read_declaration
from lockstep.snippets.verification.hub import HubError, cache_root, models_for, seeded_hub, why_offline
from lockstep.snippets.verification.job import CRASH, JOB, REPORT, STOPPED, Job
from lockstep.snippets.verification.launch import Launcher
from lockstep.snippets.verification.needs import lacking
from lockstep.snippets.verification.outcome import Evidence, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lockstep.findings import Finding
    from lockstep.processes import Ended
    from lockstep.snippets.program import Program

# Settings of the user's shell that would change what a program does: no compilation, no assertions, another model.
SCRUBBED = re.compile(
    r"(HF|HUGGINGFACE|TRANSFORMERS|TORCH|PYTORCH|TRITON|PYTEST)_.*|TORCH(DYNAMO|INDUCTOR)_.*|AOT_.*"
    r"|PYTHON(OPTIMIZE|WARNINGS|INSPECT|STARTUP|BREAKPOINT|SAFEPATH|DEVMODE|PROFILEIMPORTTIME)"
)
NEEDED = ("torch", "transformers", "tokenizers", "accelerate", "platformdirs", "rich")
LONGEST_REASON = 400
# More callers than a page's program has.
MOST_CALLERS = 5


def verify(program: Program, *, timeout: float | None = None, launcher: Launcher | None = None) -> Outcome:
    """Run a program and judge whether it compiles and proves what its passages show.

    ``timeout`` is in seconds, by default the program's own, and includes importing torch; a cold compilation of a small
    model takes about 30 on one core. ``launcher`` serves several programs; without one, the program runs in a process
    of its own. Never raises for what a program does or for what the machine lacks: the outcome says so.
    """
    declaration, faults = read_declaration(program)
    if refused := _refuse(program, declaration, faults):
        return refused
    cxx = compiler()
    if cxx is None:
        return _outcome(program, f"no C++ compiler: {INSTALL_COMPILER}")
    root = cache_root()
    try:
        hub = seeded_hub(root, models_for(program.text))
    except (HubError, OSError) as error:
        return _outcome(program, str(error))
    limit = declaration.timeout if timeout is None else timeout
    with (
        tempfile.TemporaryDirectory(prefix="lockstep-", ignore_cleanup_errors=True) as temporary,
        # Closing another's launcher is the other's business.
        contextlib.nullcontext(launcher) if launcher else Launcher(fork=False) as launching,
    ):
        work, private = Path(temporary, "work"), Path(temporary, "report")
        work.mkdir()
        private.mkdir()
        job = _job(program, declaration, limit)
        (private / JOB).write_text(json.dumps(asdict(job)), encoding="utf-8")
        ended = launching.run(private, env=environment(root, hub, cxx), work=work, limit=limit)
        return _judge(program, private, ended, job.token, limit)


def _refuse(program: Program, declaration: Declaration, faults: Sequence[Finding]) -> Outcome | None:
    """Judge what cannot be run at all."""
    if findings := [*program.findings, *faults]:
        first = min(findings)
        return _outcome(program, f"{first.message} ({first.hint})" if first.hint else first.message, first.line)
    if not program.passages:
        return _outcome(program, "there is no passage: mark what pages show with '# --8<-- [start:name]'", 1)
    if lacks := lacking(declaration.needs):
        return _not_run(program, lacks)
    reason = not_installed()
    return _outcome(program, reason) if reason else None


def not_installed() -> str:
    """Say which packages verification lacks and how to get them; empty if it lacks none."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    return f"{', '.join(missing)} not installed: pip install 'mkdocs-lockstep[test]'" if missing else ""


def _job(program: Program, declaration: Declaration, limit: float) -> Job:
    return Job(
        token=secrets.token_hex(),
        file=str(program.file),
        text=program.text,
        regions=[(passage.start, passage.end) for passage in program.passages],
        proof_line=program.proof_line,
        # The line that hangs is noted down shortly before the end.
        limit=limit - min(1.0, limit / 10),
        raises=declaration.raises,
        match=declaration.match,
        output=declaration.output,
        declared=declaration.line,
    )


def _judge(program: Program, private: Path, ended: Ended, token: str, timeout: float) -> Outcome:
    if ended.orphaned:
        return _outcome(program, "crashed, and took the process along that had started it", ended=ended)
    if ended.code is None:
        stopped = _json(private / STOPPED)
        what = "timed out: a thread was" if stopped.get("thread") else "timed out:"
        return _outcome(program, f"{what} still running after {timeout:g} s", stopped.get("line"), ended=ended)
    report = _json(private / REPORT)
    if report.get("token") != token:
        return _outcome(program, _died(ended.code), _crash_line(private / CRASH, program), ended=ended)
    seen = report["evidence"]
    tuples = {name: tuple(seen[name]) for name in ("break_reasons", "checks")} if seen else {}
    evidence = Evidence(**{**seen, **tuples}) if seen else None
    reason, lines = report["reason"], report["lines"]
    if reason is None and ended.code:
        reason = f"ended with exit status {ended.code} after its last line"
    if reason and reason.endswith(" [offline]"):
        reason = f"{reason.removesuffix(' [offline]')} ({why_offline(program.text)})"
    elif reason and reason.endswith(" [no network]"):
        reason = f"{reason.removesuffix(' [no network]')} (programs run without a network)"
    *callers, line = lines or [None]
    return _outcome(program, reason, line, evidence=evidence, ended=ended, callers=callers)


def _outcome(
    program: Program,
    reason: str | None,
    line: int | None = None,
    *,
    evidence: Evidence | None = None,
    ended: Ended | None = None,
    callers: Sequence[int] = (),
) -> Outcome:
    lines = program.text.split("\n")

    def source(number: int | None) -> str:
        return lines[number - 1].strip() if number and number <= len(lines) else ""

    said = " ".join((reason or "").split())
    return Outcome(
        path=program.path,
        status="failed" if reason else "passed",
        reason=said if len(said) <= LONGEST_REASON else said[: LONGEST_REASON - 1] + "…",
        line=line,
        source=source(line),
        output=ended.output if ended else Output(),
        evidence=evidence,
        duration=ended.seconds if ended else 0.0,
        callers=tuple(f"{program.path}:{at}: {source(at)}" for at in list(reversed(callers))[:MOST_CALLERS]),
    )


def _not_run(program: Program, lacks: Mapping[str, str]) -> Outcome:
    reason = "; ".join(f"needs {need}: {instead}" for need, instead in lacks.items())
    return Outcome(program.path, "not-run", reason, None, "", Output(), None, 0.0, lacks=tuple(lacks))


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


def environment(root: Path, hub: Path, cxx: str) -> dict[str, str]:
    """Give the environment that programs run in, the same for all."""
    kept = {name: value for name, value in os.environ.items() if not SCRUBBED.fullmatch(name)}
    return kept | {
        "HF_HUB_CACHE": str(hub),
        "HF_HUB_OFFLINE": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "false",
        # Threads of several programs at once would fight for the cores.
        "OMP_NUM_THREADS": "1",
        "TORCHINDUCTOR_COMPILE_THREADS": "1",
        "TORCHINDUCTOR_CACHE_DIR": str(root / "inductor"),
        # Asks the driver how many devices there are without starting CUDA, which no fork would survive.
        "PYTORCH_NVML_BASED_CUDA_CHECK": "1",
        "CXX": cxx,
        "PYTHONUTF8": "1",
    }
