import os
from pathlib import Path

import pytest

from lockstep.benchmarks.measuring import cells, supervising
from lockstep.benchmarks.measuring.job import Job
from lockstep.benchmarks.measuring.suite import workload
from support.tiny_suite import TINY

TESTS = Path(__file__).parents[1]


class Free:
    """Nobody else is there."""

    def prepare(self):
        return True

    sample = prepare


@pytest.fixture
def measuring(monkeypatch):
    """Let measuring processes find the tiny suite, and this checkout."""
    paths = [str(TESTS), str(TESTS.parent / "src"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))


@pytest.fixture
def measure(measuring):
    """Measure a tiny workload for real; give the account of it, and the cell."""

    def run(name, *, timeout=120.0, stop=lambda: False, staged=lambda account: None, **changes):
        recipe = next(recipe for recipe in TINY.recipes if recipe.id == name)
        facts = {"batch_size": 2, "dtype": "float32", "device": "cpu", "mode": "default", "threads": 1, "seed": 0}
        # This backend takes a second, Inductor ten.
        job = Job("", TINY.building, recipe, **facts, **{"budget": 0.1, "backend": "eager", **changes})
        account = supervising.measure(job, supervising.Watching(timeout, stop, Free(), staged))
        return account, cells.cell(workload(TINY, recipe, 2, "float32"), "default", account)

    return run
