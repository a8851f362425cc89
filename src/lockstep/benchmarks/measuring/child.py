"""Measures one cell: ``python -m lockstep.benchmarks.measuring.child``, with the job on stdin.

In this order:

1. *build*: weights and inputs from the seed; ``eval()``, and from here on ``torch.inference_mode()`` throughout.
2. *first-call*, eager, timed; then its warm-up calls, the last of which gives peak memory and the reference output.
3. *first-call*, compiled, timed, with an Inductor cache that was empty: graphs, breaks, compile time. Before it, one
   tiny function is compiled, untimed: what PyTorch does once in a process (imports, worker processes) and a compiler
   once on a machine (precompiled headers) is not the model's.
4. *correctness*: the output of the compiled first call against the reference, and that of a call after it, since CUDA
   graphs replay from the third call on. An arm that is wrong is not timed.
5. *samples*, once the host allows: blocks of calls, the two arms in pairs, each pair in an order drawn from the seed.

Where one arm fails, the other goes on. What ends the process is for the host to find out.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch.utils import benchmark

from lockstep import inductor
from lockstep.benchmarks.measuring import comparing, memory
from lockstep.benchmarks.measuring.job import EVENTS, GO, Job, read_job
from lockstep.benchmarks.measuring.noise import Watch
from lockstep.benchmarks.measuring.reasons import in_one_line, out_of_memory, scrubbed
from lockstep.benchmarks.measuring.sampling import WARM_UP_CALLS, calls_per_block, rounds, take

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lockstep.benchmarks.measuring.building import Subject
    from lockstep.benchmarks.measuring.job import ArmName, Stage

# Seconds between looks for the permission to go on.
LOOK = 0.01


class Reporter:
    """Tells the host what happens."""

    def __init__(self, file: Path) -> None:
        """Open the file of events."""
        # Line by line, so that nothing is lost when the process dies.
        self._stream = file.open("a", encoding="utf-8", buffering=1)

    def say(self, **event: object) -> None:
        """Write an event."""
        self._stream.write(json.dumps(event) + "\n")

    def stage(self, stage: Stage, arm: ArmName | None = None) -> None:
        """Say what is done next, and on which arm."""
        self.say(stage=stage, arm=arm)

    def found(self, arm: ArmName, **facts: object) -> None:
        """Say what is known of an arm."""
        self.say(arm=arm, facts=facts)

    def warn(self, text: str) -> None:
        """Say what readers of the numbers should know."""
        self.say(warning=text)


def main(job: Job) -> None:
    """Measure a cell and report it."""
    reporter = Reporter(Path(job.folder, EVENTS))
    reporter.stage("build")
    torch.set_num_threads(job.threads)
    torch.manual_seed(job.seed)
    device = torch.device(job.device)
    if device.type == "cuda" and device.index is not None:
        # The clock waits for the current device.
        torch.cuda.set_device(device)
    try:
        build = importlib.import_module(job.building).build
        subject = build(job.recipe, job.batch_size, getattr(torch, job.dtype), device)
    except Exception as error:
        for arm in job.arms:
            reporter.found(arm, status=_status(error), stage="build", reason=in_one_line(error))
    else:
        with torch.inference_mode():
            _Cell(job, reporter, subject, device).measure()
    reporter.say(end=True)


class _Cell:
    """One cell, step by step."""

    def __init__(self, job: Job, reporter: Reporter, subject: Subject, device: torch.device) -> None:
        self.job, self.reporter, self.subject, self.device = job, reporter, subject, device
        self.calls: dict[ArmName, Callable[[], object]] = {}
        self.seconds: dict[ArmName, float] = {}
        self.unusable: comparing.Verdict | None = None
        self.error = 0.0

    def measure(self) -> None:
        reference = None
        if "eager" in self.job.arms:
            with self.trying("eager"):
                call = functools.partial(self.subject.model, **self.subject.inputs)
                self.first_call("eager", call)
                for _ in range(WARM_UP_CALLS - 1):
                    self.call(call)
                output = self.last_warm_up("eager", call)
                self.calls["eager"] = call
                try:
                    reference = comparing.kept(output)
                except comparing.Verdict as verdict:
                    self.unusable = verdict
                del output
        if "compiled" in self.job.arms:
            with self.trying("compiled"):
                self.compiled(reference)
        del reference
        if self.calls:
            self.samples()

    def compiled(self, reference: list[torch.Tensor] | None) -> None:
        self.reporter.stage("first-call", "compiled")
        torch.compile(_increment, backend=self.job.backend)(torch.ones(8, device=self.device))
        before = inductor.counts()
        compiled_model = torch.compile(self.subject.model, backend=self.job.backend, mode=self.job.mode)
        call = functools.partial(compiled_model, **self.subject.inputs)
        output = self.first_call("compiled", call)
        after = inductor.counts()
        graphs, skips = after.graphs - before.graphs, after.cudagraph_skips - before.cudagraph_skips
        self.reporter.found(
            "compiled",
            compile_ms=1000 * (after.compile_seconds - before.compile_seconds),
            graphs=graphs,
            graph_breaks=after.graph_breaks - before.graph_breaks,
        )
        if not graphs:
            raise comparing.Verdict("error", "nothing was compiled")
        if skips:
            skipped = "the graph" if graphs == 1 else f"{skips} of {graphs} graphs"
            self.reporter.warn(f"PyTorch did not use CUDA graphs for {skipped}, although the mode asks for them.")
        if self.unusable:
            self.reporter.stage("correctness", "compiled")
            raise self.unusable
        if reference is not None:
            self.compare(reference, output)
            self.reporter.stage("first-call", "compiled")
        for _ in range(WARM_UP_CALLS - 1):
            output = self.call(call)
        if reference is not None:
            # Once more: from its third call on, a CUDA graph is replayed.
            self.compare(reference, output)
            # It is not to be part of the peak.
            reference.clear()
        del output
        self.last_warm_up("compiled", call)
        self.calls["compiled"] = call

    def compare(self, reference: list[torch.Tensor], output: object) -> None:
        self.reporter.stage("correctness", "compiled")
        tolerance = comparing.tolerance(self.job.dtype, self.device)
        self.error = max(self.error, comparing.relative_error(reference, output))
        passed = self.error <= tolerance
        self.reporter.say(correctness={"passed": passed, "relative_error": self.error, "tolerance": tolerance})
        if not passed:
            raise comparing.Verdict("wrong", f"relative error {self.error:.2g} against eager, more than {tolerance:g}")

    def call(self, call: Callable[[], object]) -> object:
        self.subject.reset()
        return call()

    def first_call(self, arm: ArmName, call: Callable[[], object]) -> object:
        self.reporter.stage("first-call", arm)
        self.subject.reset()
        start = benchmark.timer()
        output = call()
        self.reporter.found(arm, first_call_ms=(benchmark.timer() - start) * 1000)
        return output

    def last_warm_up(self, arm: ArmName, call: Callable[[], object]) -> object:
        """Call once more, for the peak of memory and for how long a block of calls will take."""
        self.subject.reset()
        watched = memory.Peak(self.device)
        start = benchmark.timer()
        output = call()
        self.seconds[arm] = benchmark.timer() - start
        if peak := watched.bytes():
            self.reporter.found(arm, peak_memory=peak)
        return output

    def samples(self) -> None:
        self.reporter.say(ready=True)
        go = Path(self.job.folder, GO)
        while not go.exists():
            time.sleep(LOOK)
        blocks = {arm: calls_per_block(seconds, self.subject.most_calls) for arm, seconds in self.seconds.items()}
        taken: dict[ArmName, list[float]] = {arm: [] for arm in self.calls}
        graphs = inductor.counts().graphs
        watch = Watch()
        for pair in rounds(tuple(self.calls), self.job.budget, random.Random(self.job.seed)):  # noqa: S311
            for arm in pair:
                if arm in self.calls:
                    self.reporter.stage("samples", arm)
                    with self.trying(arm):
                        taken[arm].append(take(self.calls[arm], blocks[arm], self.subject.reset, benchmark.timer))
        for warning in watch.warnings():
            self.reporter.warn(warning)
        if compiled_more := inductor.counts().graphs - graphs:
            times = "once" if compiled_more == 1 else f"{compiled_more} times"
            self.reporter.warn(f"PyTorch compiled again {times} while samples were taken.")
        for arm in self.calls:
            facts = {"samples_ms": [1000 * seconds for seconds in taken[arm]], "calls_per_sample": blocks[arm]}
            self.reporter.found(arm, status="ok", **facts)

    @contextlib.contextmanager
    def trying(self, arm: ArmName) -> Iterator[None]:
        """Go on with the other arm where this one raises."""
        try:
            yield
        except Exception as error:
            self.calls.pop(arm, None)
            reason = scrubbed(str(error)) if isinstance(error, comparing.Verdict) else in_one_line(error)
            self.reporter.say(arm=arm, failed={"status": _status(error), "reason": reason})
            if self.device.type == "cuda":
                # An error of the device itself stays for good and ends the process here: the other arm needs a new one.
                torch.cuda.synchronize()
                torch.cuda.empty_cache()


def _increment(x: torch.Tensor) -> torch.Tensor:
    return x + 1


def _status(error: BaseException) -> str:
    if isinstance(error, comparing.Verdict):
        return error.status
    return "oom" if isinstance(error, torch.OutOfMemoryError) or out_of_memory(error) else "error"


def _quit_at_once() -> None:
    """End without tearing torch down: what it does then, or fails to, is no matter of the cell's."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    given: Any = sys.stdin.read()
    main(read_job(given))
    _quit_at_once()
