"""A run: what is measured, what is kept, what is left, and what is in the file at any moment."""

import json
import threading
import time
from dataclasses import replace
from decimal import Decimal

import pytest

from lockstep.benchmarks.load import parse_results
from lockstep.benchmarks.measuring import keeping, running, supervising
from lockstep.benchmarks.measuring.keeping import Header, Keeper, Mixed, usable
from lockstep.benchmarks.measuring.planning import plan
from lockstep.benchmarks.measuring.running import Estimate, Queue, Run, Settings
from lockstep.benchmarks.measuring.supervising import Account, Stopped
from lockstep.benchmarks.setup import Hardware, Measured, SampledProtocol, Software
from lockstep.findings import FindingError
from support.results import results, subset
from support.tiny_suite import TINY

SETTINGS = Settings(device="cpu", threads=1, seed=0, budget=10, timeout=60.0)
HEADER = Header(
    key="box",
    origin=Measured(kind="measured", tool="lockstep 0", date="2026-11-30"),
    hardware=Hardware(kind="cpu", device="Box"),
    software=Software(torch="2.13.0"),
    protocol=SampledProtocol(
        kind="sampled",
        timer="torch.utils.benchmark.timer",
        warm_up_calls=3,
        interleaving="shuffled",
        order_seed=0,
        threads=1,
        time_budget_s=10,
    ),
)
PLAN = plan(TINY, models=["linear", "chatty", "raises"], batch_sizes=(1, 2), modes=("default",), dtype="float32")


def account(seconds=0.001, status="ok"):
    known = Account()
    for arm in ("eager", "compiled"):
        known.arms[arm] = {"status": status}
        if status == "ok":
            known.arms[arm] |= {"samples_ms": [seconds * 1000] * 9, "calls_per_sample": 3}
    return known


class Listener:
    def __init__(self):
        self.lines = []

    def started(self, planned, remaining):
        self.lines.append(("started", str(planned), remaining))

    def staged(self, planned, account):
        pass

    def finished(self, planned, cell, seconds, remaining):
        self.lines.append(("finished", str(planned), cell.eager.status, round(remaining)))


class Bench:
    """Runs a plan with a stand-in for measuring."""

    def __init__(self, path, monkeypatch):
        self.path, self.monkeypatch = path, monkeypatch
        self.header = HEADER
        self.measured = []

    def run(self, planned=PLAN, *, measure=None, fresh=False, retry_failed=False, stop_after=None, **settings):
        """Give what is left."""
        keeper = Keeper(self.path, self.path.parent, self.header, TINY)
        kept = usable(planned, keeper.begin(fresh=fresh), retry_failed=retry_failed)
        self.listener = Listener()
        run = Run(replace(SETTINGS, **settings), keeper, self.listener)

        def stand_in(job, watching):
            self.measured.append(f"{job.recipe.id}-{job.batch_size}")
            if stop_after and len(self.measured) == stop_after:
                run.stop()
            if watching.stop():
                raise Stopped
            return measure(job, watching) if measure else account()

        self.monkeypatch.setattr(running, "measure", stand_in)
        return run.measure([one for one in planned if one.key not in kept])

    def file(self):
        return parse_results(self.path.read_text("utf-8"), "out.json")

    def cells(self):
        return [(one.workload.id, one.workload.batch_size) for one in self.file().subsets[0].cells]


@pytest.fixture
def bench(tmp_path, monkeypatch):
    return Bench(tmp_path / "out.json", monkeypatch)


WHOLE = [(name, size) for name in ("linear", "chatty", "raises") for size in (1, 2)]


def test_a_run_fills_the_file(bench):
    assert bench.run() == []
    assert bench.cells() == WHOLE
    cell = bench.file().subsets[0].cells[0]
    assert cell.workload.hash == PLAN[0].workload.hash
    assert cell.eager.samples_ms == (Decimal(1),) * 9
    assert bench.listener.lines[-1] == ("finished", "raises, batch 2, default", "ok", 0)


def test_the_file_is_valid_after_every_cell_and_written_at_once(bench, monkeypatch):
    seen = []
    writes = []
    write = keeping.write_results
    monkeypatch.setattr(
        keeping, "write_results", lambda whole, path: (writes.append(len(whole.subsets[0].cells)), write(whole, path))
    )

    def measure(job, watching):
        if bench.path.exists():
            seen.append(len(bench.cells()))
            assert [one.name for one in bench.path.parent.iterdir()] == ["out.json"]
        return account()

    bench.run(measure=measure)
    assert seen == [1, 2, 3, 4, 5]
    assert writes == [1, 2, 3, 4, 5, 6]


def test_a_run_goes_on_where_it_stopped(bench):
    left = bench.run(stop_after=3)
    assert [str(one) for one in left] == [
        "chatty, batch 1, default",
        "chatty, batch 2, default",
        "raises, batch 1, default",
        "raises, batch 2, default",
    ]
    assert bench.cells() == WHOLE[:2]
    before = bench.file().subsets[0].cells
    bench.measured.clear()
    assert bench.run(measure=lambda job, watching: account(0.002)) == []
    assert bench.measured == ["chatty-1", "chatty-2", "raises-1", "raises-2"]
    assert bench.file().subsets[0].cells[:2] == before
    bench.measured.clear()
    bench.run()
    assert bench.measured == []


def test_cells_are_in_order_whatever_comes_first(bench):
    bench.run(PLAN[::-1])
    assert bench.cells() == WHOLE


def test_the_day_of_the_first_measurement_stays(bench):
    bench.run(PLAN[:1])
    bench.header = replace(HEADER, origin=Measured(kind="measured", tool="lockstep 0", date="2027-01-01"))
    bench.run()
    assert bench.file().subsets[0].origin.date == "2026-11-30"


def test_failures_are_kept_unless_they_are_to_be_tried_again(bench):
    bench.run(measure=lambda job, watching: account(status="oom" if job.recipe.id == "raises" else "ok"))
    bench.measured.clear()
    bench.run()
    assert bench.measured == []
    bench.run(retry_failed=True)
    assert bench.measured == ["raises-1", "raises-2"]
    assert {one.eager.status for one in bench.file().subsets[0].cells} == {"ok"}


def test_what_computes_something_else_is_measured_again(bench):
    bench.run()
    text = bench.path.read_text("utf-8")
    bench.path.write_text(text.replace(PLAN[2].workload.hash, "0" * 32))
    bench.measured.clear()
    bench.run()
    assert bench.measured == ["chatty-1"]
    assert bench.path.read_text("utf-8") == text


def test_fresh_replaces_the_subset_and_nothing_else(bench):
    bench.header = replace(HEADER, key="other")
    bench.run()
    bench.header = HEADER
    bench.run()
    bench.measured.clear()
    bench.run(PLAN[:1], fresh=True)
    assert bench.measured == ["linear-1"]
    assert [(one.key, len(one.cells)) for one in bench.file().subsets] == [("other", 6), ("box", 1)]


def test_what_another_run_writes_meanwhile_stays(bench):
    def measure(job, watching):
        if bench.path.exists() and len(bench.file().subsets) == 1:
            data = json.loads(bench.path.read_text("utf-8"))
            data["subsets"].append({**data["subsets"][0], "key": "another"})
            bench.path.write_text(json.dumps(data), encoding="utf-8")
        return account()

    bench.run(measure=measure)
    assert [(one.key, len(one.cells)) for one in bench.file().subsets] == [("box", 6), ("another", 1)]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"software": Software(torch="2.14.0")}, "software.torch '2.13.0' there, '2.14.0' here"),
        ({"hardware": Hardware(kind="cuda", device="Box")}, "hardware.kind 'cpu' there, 'cuda' here"),
        ({"protocol": HEADER.protocol.model_copy(update={"threads": 4})}, "protocol.threads 1 there, 4 here"),
    ],
)
def test_a_subset_is_of_one_machine(bench, changes, told):
    bench.run(PLAN[:1])
    before = bench.path.read_bytes()
    bench.header = replace(HEADER, **changes)
    with pytest.raises(Mixed, match=told):
        bench.run()
    assert bench.path.read_bytes() == before
    bench.run(PLAN[:1], fresh=True)


def test_imported_numbers_are_not_gone_on_with(bench, tmp_path):
    keeping.write_results(results(subset("box")), bench.path)
    with pytest.raises(Mixed, match="its numbers are imported"):
        bench.run()


def test_what_is_no_result_file_stays_as_it_is(bench):
    bench.path.write_text("{", encoding="utf-8")
    with pytest.raises(FindingError, match="LS301"):
        bench.run()
    assert bench.path.read_text("utf-8") == "{"


def test_what_does_not_fit_is_left(bench, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(running.time, "monotonic", lambda: now[0])

    def measure(job, watching):
        now[0] += 30 if job.recipe.id == "linear" else 10
        return account()

    # 30 for each of the two; 40 of 100 are left for cells that are thought to take 30, then 10 each.
    left = bench.run(measure=measure, time_limit=100.0)
    assert left == []
    bench.measured.clear()
    now[0] = 0.0
    left = bench.run(measure=measure, time_limit=75.0, fresh=True)
    assert [str(one) for one in left] == [str(one) for one in PLAN[2:]]
    assert bench.cells() == WHOLE[:2]


def test_a_cell_that_time_runs_out_on_is_left_and_no_failure(bench, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(running.time, "monotonic", lambda: now[0])

    def measure(job, watching):
        now[0] += 50
        if watching.stop():
            raise Stopped
        return account()

    left = bench.run(measure=measure, time_limit=40.0)
    assert len(left) == 6
    assert not bench.path.exists()


def test_the_environment_of_measuring_processes(monkeypatch):
    monkeypatch.setattr(supervising.os, "cpu_count", lambda: 16)
    shell = {"PATH": "bin", "TORCH_LOGS": "all", "TORCHDYNAMO_DISABLE": "1", "OMP_NUM_THREADS": "8", "KMP_X": "1"}
    monkeypatch.setattr(supervising.os, "environ", shell)
    monkeypatch.setattr(supervising, "compiler", lambda: "bin/g++")
    env = supervising.measuring_environment(2)
    assert {
        name: env[name] for name in ("PATH", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "HF_HUB_OFFLINE", "CXX", "KMP_X")
    } == {
        "PATH": "bin",
        "OMP_NUM_THREADS": "2",
        "MKL_NUM_THREADS": "2",
        "HF_HUB_OFFLINE": "1",
        "CXX": "bin/g++",
        "KMP_X": "1",
    }
    assert not {"TORCH_LOGS", "TORCHDYNAMO_DISABLE", "TORCHINDUCTOR_COMPILE_THREADS"} & env.keys()
    # Those that compile side by side share the cores, unless the user has said otherwise.
    assert supervising.measuring_environment(2, 6)["TORCHINDUCTOR_COMPILE_THREADS"] == "2"
    shell["TORCHINDUCTOR_COMPILE_THREADS"] = "9"
    assert supervising.measuring_environment(2, 6)["TORCHINDUCTOR_COMPILE_THREADS"] == "9"


def test_estimates_learn_from_the_same_model_first():
    estimate = Estimate(10)
    assert estimate.of(PLAN[0]) == running.UNKNOWN + 10
    estimate.learn(PLAN[0], 100)
    estimate.learn(PLAN[2], 20)
    assert estimate.of(PLAN[1]) == 100
    assert estimate.of(PLAN[4]) == 60
    assert estimate.total(PLAN) == 100 + 100 + 20 + 20 + 60 + 60


def test_side_by_side_samples_are_taken_one_cell_at_a_time_when_all_are_prepared(bench):
    lock = threading.Lock()
    prepared, sampling, most = [], [], []

    def measure(job, watching):
        while not watching.turns.prepare():
            time.sleep(0.001)
        time.sleep(0.01 * job.batch_size)
        with lock:
            prepared.append(job)
        while not watching.turns.sample():
            time.sleep(0.001)
        with lock:
            assert len(prepared) % 3 == 0
            sampling.append(job)
            most.append(len(sampling))
        time.sleep(0.005)
        with lock:
            sampling.remove(job)
        return account()

    assert bench.run(measure=measure, jobs=3) == []
    assert most == [1] * 6
    assert bench.cells() == WHOLE
    told = "First calls and compilation ran beside those of 2 other cells; samples were taken alone."
    assert all(one.warnings == (told,) for one in bench.file().subsets[0].cells)


def test_a_queue_does_not_wait_for_the_dead():
    first, second, third = Queue(3).seats()
    assert first.prepare() and second.prepare() and third.prepare()
    assert not first.sample()
    third.leave()
    assert not first.sample()
    assert second.sample()
    assert not first.sample()
    # Its process died; it begins anew when the other is through, who need not wait for it.
    assert not second.prepare()
    assert first.sample()
    assert not second.prepare()
    first.leave()
    assert second.prepare() and second.sample()


def test_two_that_begin_anew_do_not_wait_for_each_other():
    first, second = Queue(2).seats()
    assert first.prepare() and second.prepare()
    assert not first.prepare()
    assert second.prepare()
    assert not first.prepare()
    second.leave()
    assert first.prepare()
