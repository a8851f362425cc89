"""Whatever a model does to its process is a status of its cell."""

import os
import time
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from lockstep.benchmarks.derived import speed_up
from lockstep.benchmarks.measuring import supervising
from lockstep.benchmarks.measuring.sampling import FEWEST
from lockstep.benchmarks.measuring.supervising import Stopped


def said(arm):
    return arm.status, arm.stage, arm.reason


def test_a_model_that_works(measure):
    stages = []
    account, cell = measure("chatty", staged=lambda account: stages.append((account.stage, account.arm)))
    assert (cell.eager.status, cell.compiled.status) == ("ok", "ok")
    assert len(cell.eager.samples_ms) == len(cell.compiled.samples_ms) >= FEWEST
    assert (cell.compiled.graphs, cell.compiled.graph_breaks, cell.eager.graphs) == (1, 0, None)
    assert cell.correctness.passed and cell.correctness.relative_error == 0
    assert cell.eager.first_call_ms > 0 and cell.compiled.first_call_ms >= cell.compiled.compile_ms > 0
    # A block of calls takes 50 ms or more, and they are far shorter.
    assert cell.eager.calls_per_sample > 1
    assert account.ended
    first = [("first-call", "eager"), ("first-call", "compiled"), ("correctness", "compiled")]
    assert [stage for stage in stages if stage in first][:3] == first
    assert {stage for stage, _ in stages[-FEWEST:]} == {"samples"}


FAILURES = {
    "unbuildable": ("error", "build", "ValueError: no such layer"),
    "raises": ("error", "first-call", "RuntimeError: boom in weights.bin"),
    "segfault": ("crash", "first-call", "the process was ended by SIGSEGV"),
    "aborts": ("oom", "first-call", "the process ran out of memory"),
    "exits": ("crash", "first-call", "the process ended with exit status 3"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure(measure, name):
    _, cell = measure(name, arms=("eager",))
    assert said(cell.eager) == FAILURES[name]
    assert said(cell.compiled) == ("not-run", None, None)


def test_a_failure_of_both_arms(measure):
    _, cell = measure("raises")
    assert said(cell.eager) == said(cell.compiled) == FAILURES["raises"]
    assert cell.correctness is None
    assert speed_up(cell) is None


def test_memory_that_is_not_there(measure):
    _, cell = measure("huge", arms=("eager",))
    assert (cell.eager.status, cell.eager.stage) == ("oom", "first-call")
    assert "memory" in cell.eager.reason


def test_a_process_that_is_killed(measure, monkeypatch):
    _, cell = measure("killed", arms=("eager",))
    assert said(cell.eager) == ("crash", "first-call", "the process was ended by SIGKILL")
    # The same end, if Linux says that it has killed one for its memory meanwhile.
    counts = iter([0, 1])
    monkeypatch.setattr("lockstep.benchmarks.measuring.supervising._killed_for_memory", lambda: next(counts))
    _, cell = measure("killed", arms=("eager",))
    assert cell.eager.status == "oom"


@pytest.mark.parametrize(
    ("name", "failure"),
    [
        ("dies-compiled", ("crash", "first-call", "the process was ended by SIGSEGV")),
        ("raises-compiled", ("error", "first-call", "RuntimeError: boom in weights.bin")),
        ("nan-compiled", ("wrong", "correctness", "the compiled output is not finite, but eager's is")),
        ("zeros", ("error", "correctness", "the eager output is next to zero: comparing with it proves nothing")),
    ],
)
def test_where_the_compiled_arm_fails_the_eager_one_is_measured(measure, name, failure):
    _, cell = measure(name)
    status, stage, reason = failure
    assert (cell.compiled.status, cell.compiled.stage) == (status, stage)
    assert cell.compiled.reason == reason
    assert cell.compiled.samples_ms is None
    assert cell.eager.status == "ok" and len(cell.eager.samples_ms) >= FEWEST
    assert speed_up(cell) is None


def test_a_wrong_output(measure):
    _, cell = measure("differs")
    assert (cell.compiled.status, cell.compiled.stage) == ("wrong", "correctness")
    assert cell.compiled.first_call_ms > 0 and cell.compiled.samples_ms is None
    assert not cell.correctness.passed
    assert cell.correctness.tolerance == Decimal("0.001")
    # Every output is off by one, and the outputs of a small linear layer are of about that size.
    assert Decimal("0.5") < cell.correctness.relative_error < 50
    assert cell.eager.status == "ok" and len(cell.eager.samples_ms) >= FEWEST
    assert speed_up(cell) is None


def test_compiling_again_is_told(measure):
    _, cell = measure("recompiles", budget=1)
    assert any(warning.startswith("PyTorch compiled again") for warning in cell.warnings)


def gone(pid):
    for _ in range(100):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.1)
    return False


def test_a_hang_is_stopped_with_all_that_it_started(measure, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("TINY_PID", str(tmp_path / "pid"))
    # A clock that jumps once the model hangs: however slow the machine is, it hangs before its time is over.
    later = SimpleNamespace(monotonic=lambda: time.monotonic() + 900 * (tmp_path / "pid").exists(), sleep=time.sleep)
    monkeypatch.setattr(supervising, "time", later)
    _, cell = measure("hangs", timeout=600, arms=("eager",))
    assert said(cell.eager) == ("timeout", "first-call", "stopped after 600 s")
    assert gone(int((tmp_path / "pid").read_text()))


def test_stopping_leaves_no_process(measure, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("TINY_PID", str(tmp_path / "pid"))
    with pytest.raises(Stopped):
        measure("hangs", stop=(tmp_path / "pid").exists)
    # It may be that the file was seen before its content.
    assert gone(int((tmp_path / "pid").read_text() or 0) or os.getpid() + 10**6)


def test_inductor_for_real(measure):
    """The one test that compiles as users do."""
    _, cell = measure("linear", backend="inductor", budget=1)
    assert (cell.eager.status, cell.compiled.status) == ("ok", "ok")
    assert cell.compiled.graphs == 1 and cell.compiled.graph_breaks == 0
    assert cell.compiled.compile_ms < cell.compiled.first_call_ms
    assert cell.correctness.passed
    assert speed_up(cell).interval
