"""From what was seen to what is on record: outcomes become runs, and runs are compared with those recorded."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from lockstep.snippets.declaration import read_declaration
from lockstep.snippets.record import Entry, Record, Run, key
from lockstep.snippets.verification.outcome import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Literal

    from lockstep.snippets.program import Program
    from lockstep.snippets.verification.outcome import Evidence, Outcome

UPDATE = "lockstep verify --update"
# What a passage's text may claim, the same under every version; the other counts depend on torch's.
CLAIMED = ("graphs", "graph_breaks", "recompiles", "error", "output")
BY_VERSION = ("break_reasons", "inductor", "cudagraph_skips", "checks")


def recorded(evidence: Evidence) -> Run:
    """Turn evidence into what the record keeps of it: nothing that differs from run to run."""
    kind = device(evidence)
    return Run(
        device=kind,
        device_name="" if kind == "cpu" else evidence.device,
        torch=evidence.torch,
        transformers=evidence.transformers,
        python=evidence.python,
        platform=sys.platform,
        graphs=evidence.graphs,
        graph_breaks=evidence.graph_breaks,
        break_reasons=evidence.break_reasons,
        recompiles=evidence.recompiles,
        inductor=evidence.inductor,
        cudagraph_skips=evidence.cudagraph_skips,
        checks=evidence.checks,
        error=evidence.error,
        output=evidence.output,
    )


def device(evidence: Evidence) -> Literal["cpu", "cuda"]:
    """Give the kind of device that a program ran on."""
    return "cpu" if evidence.device == "cpu" else "cuda"


def updated(record: Record, programs: Mapping[str, Program], outcomes: Mapping[str, Outcome], *, cuda: bool) -> Record:
    """Put a run of ``lockstep verify`` on record.

    Args:
        record: what is on record.
        programs: every program there is, by name; entries of others are dropped.
        outcomes: the verdicts, by the program's name; programs without one keep their entry.
        cuda: whether this machine has a CUDA device.

    A program that failed is not on record. One that passed keeps its run on the other kind of device, and so does one
    that was not run, if its text is still the same.
    """
    entries: dict[str, Entry] = {}
    for name, program in programs.items():
        found = record.programs.get(name)
        outcome = outcomes.get(name)
        if outcome is None:
            if found:
                entries[name] = found
            continue
        runs = found.runs if found and found.key == key(program) else ()
        if outcome.passed and outcome.evidence:
            run = recorded(outcome.evidence)
            runs = (*(other for other in runs if other.device != run.device), run)
            entries[name] = Entry(key=key(program), runs=tuple(sorted(runs, key=lambda one: one.device)))
        elif outcome.status == "not-run":
            here = "cuda" if cuda else "cpu"
            kept = tuple(run for run in runs if run.device != here)
            entries[name] = Entry(key=key(program), runs=kept, lacks=outcome.lacks)
    return Record(programs=entries)


def outdated(record: Record, programs: Mapping[str, Program], outcomes: Mapping[str, Outcome]) -> Iterator[str]:
    """Say what the record has to be updated for, one line for each program that did not fail."""
    for name, outcome in outcomes.items():
        difference = compare(record, programs[name], outcome)
        if difference and outcome.status != "failed":
            yield f"{outcome.path}: {difference}"


def gone(record: Record, programs: Iterable[str]) -> list[str]:
    """List the programs that are on record but not there."""
    return sorted(record.programs.keys() - set(programs))


def compare(record: Record, program: Program, outcome: Outcome) -> str:
    """Say in one line how the record differs from what was seen; empty if it does not."""
    entry = record.entry(program)
    if entry is None:
        return "the record is of another version of it" if program.name in record.programs else "it is not on record"
    if not outcome.evidence:
        return "" if outcome.passed or entry.lacks == outcome.lacks or entry.runs else "the record does not say why"
    seen = recorded(outcome.evidence)
    was = next((run for run in entry.runs if run.device == seen.device), None)
    if was is None:
        return f"there is no run on {seen.device} on record"
    compared = CLAIMED + (BY_VERSION if was.torch == seen.torch and was.platform == seen.platform else ())
    for name in compared:
        before, now = getattr(was, name), getattr(seen, name)
        if before != now:
            return f"{name.replace('_', ' ')}: {_brief(before)} on record, {_brief(now)} now"
    return ""


def differing_output(record: Record, program: Program, outcome: Outcome) -> str:
    """Say how the output that pages show differs from what was printed; empty if it does not, or none is shown."""
    if not read_declaration(program)[0].output or not outcome.evidence:
        return ""
    entry, kind = record.entry(program), device(outcome.evidence)
    was = next((run for run in entry.runs if run.device == kind), None) if entry else None
    if was is None:
        return f"its output is shown, but no run on {kind} is on record: {UPDATE}"
    if was.output == outcome.evidence.output:
        return ""
    return f"it prints {_brief(outcome.evidence.output)}, but pages show {_brief(was.output)}: {UPDATE}"


def _brief(value: object) -> str:
    if isinstance(value, str):
        return repr(value if len(value) <= 80 else f"{value[:79]}…")
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def summary(passed: int, failed: int, not_run: int) -> str:
    """Say how many programs were executed, with what verdicts, and how many were not run."""
    return f"{count(passed + failed, 'program')} executed: {passed} passed, {failed} failed; {not_run} not run"
