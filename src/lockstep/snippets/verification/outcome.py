"""What running a program has shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from lockstep.processes import Output


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the compiler did while the passages ran, before the proof, and what the proof checked.

    ``attempts`` counts what Dynamo set out to compile, ``graphs`` what it captured; ``break_reasons`` has a reason with
    its line for each of the ``graph_breaks``. ``recompiles`` counts compilations of code that had been compiled before,
    because a guard failed. ``inductor`` were compiled by Inductor (a forward and a backward graph apart), ``cached`` of
    these taken from its cache on disk; ``cudagraph_skips`` counts graphs for which CUDA graphs were asked for and not
    used. ``compile_seconds`` is wall time. ``device`` is the accelerator's name, or ``cpu``. ``checks`` are the
    functions of ``lockstep.proof`` that succeeded, in order. ``error`` is the type of the expected error that the
    passages ended with, empty for none, and ``output`` what they printed, where the program declares it shown.
    """

    python: str
    torch: str
    transformers: str
    device: str
    attempts: int
    graphs: int
    graph_breaks: int
    break_reasons: tuple[str, ...]
    recompiles: int
    inductor: int
    cached: int
    cudagraph_skips: int
    compile_seconds: float
    checks: tuple[str, ...]
    error: str = ""
    output: str | None = None

    def __str__(self) -> str:
        """Say in one line what was compiled."""
        skipped = f", CUDA graphs skipped for {self.cudagraph_skips}" if self.cudagraph_skips else ""
        cached = f", {self.cached} of {self.inductor} from the cache" if self.cached else ""
        parts = [
            f"{count(self.graphs, 'graph')}, {count(self.graph_breaks, 'break')}, "
            f"{count(self.recompiles, 'recompile')}{skipped}",
            f"compiled in {self.compile_seconds:.1f} s{cached}",
            f"raised {self.error}" if self.error else "",
            f"proved: {', '.join(dict.fromkeys(self.checks))}" if self.checks else "",
        ]
        return " · ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict on one program.

    ``path`` is the program's, below the project's root; ``line`` is where it failed and ``source`` that line's text;
    both are empty where no line of the program is to blame. ``callers`` are the program's lines that led there, the
    nearest first, as ``path:line: text``. ``lacks`` are the needs that this machine lacks, where the program was
    therefore not run. ``evidence`` is there once the passages have come to their end. ``duration`` is in seconds.
    """

    path: str
    status: Literal["passed", "failed", "not-run"]
    reason: str
    line: int | None
    source: str
    output: Output
    evidence: Evidence | None
    duration: float
    callers: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the program ran, compiled and proved what it claims."""
        return self.status == "passed"

    def __str__(self) -> str:
        """Report the verdict: place, reason, the line of code, and the end of the output."""
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        parts = [f"{place}: {self.reason or self.status}"]
        if self.source:
            parts.append(f"    {self.source}")
        parts += [f"  called from {caller}" for caller in self.callers]
        if self.status == "failed" and (output := self.output.last_lines()):
            parts += ["output:", *(f"    {line}".rstrip() for line in output.splitlines())]
        return "\n".join(parts)


def count(number: int, noun: str) -> str:
    """Put a number and a noun together: "1 graph", "2 graphs"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
