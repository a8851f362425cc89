"""Whether the runner's numbers are those of ``torch.utils.benchmark`` by hand, on the same cell.

Run it from anywhere: ``python benchmarks/agreement.py [MODEL [SECONDS]]`` (ResNet, 10). The runner and the hand take
turns, twice each, every time in processes of their own. By hand means: ``Timer(...).blocked_autorange()``, first on the
model, then on the compiled model, as one would type it. A range is what the two runs of one way leave open: from the
lower end of the intervals of their medians (95 percent) to the upper. The exit status tells whether the ranges of the
two ways meet, on both arms.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

from lockstep.benchmarks.derived import Estimate, time
from lockstep.benchmarks.measuring.cells import number
from lockstep.benchmarks.measuring.job import ARMS, Job
from lockstep.benchmarks.measuring.suites import SUITES
from lockstep.benchmarks.measuring.supervising import Watching, measure, measuring_environment
from lockstep.benchmarks.model import Arm

if TYPE_CHECKING:
    from decimal import Decimal

BY_HAND = """
import importlib, json, sys
import torch
from torch.utils.benchmark import Timer
from lockstep.benchmarks.measuring.job import read_job

job = read_job(sys.stdin.read())
torch.set_num_threads(job.threads)
torch.manual_seed(job.seed)
subject = importlib.import_module(job.building).build(job.recipe, job.batch_size, torch.float32, torch.device("cpu"))
found = {}
with torch.inference_mode():
    for arm in ("eager", "compiled"):
        model = torch.compile(subject.model) if arm == "compiled" else subject.model
        for _ in range(4):
            model(**subject.inputs)
        given = {"model": model, "inputs": subject.inputs}
        timer = Timer("model(**inputs)", globals=given, num_threads=job.threads)
        found[arm] = timer.blocked_autorange(min_run_time=job.budget).times
print("\\n" + json.dumps(found))
"""


class Alone:
    """Nobody else measures."""

    def prepare(self) -> bool:
        """Go on."""
        return True

    def sample(self) -> bool:
        """Go on."""
        return True


def main(model: str = "resnet", seconds: str = "10") -> None:
    """Measure in both ways, print, and exit with 1 if they disagree."""
    suite = next(suite for suite in SUITES.values() if any(recipe.id == model for recipe in suite.recipes))
    recipe = next(recipe for recipe in suite.recipes if recipe.id == model)
    job = Job("", suite.building, recipe, 1, "float32", "cpu", "default", 1, 0, float(seconds))
    runs: dict[tuple[str, str], list[Estimate]] = {}
    for _ in range(2):
        for way, take in (("runner", with_runner), ("by hand", by_hand)):
            for arm, samples in take(job).items():
                runs.setdefault((arm, way), []).append(median(samples))
    good = True
    lines = [f"{model}, batch 1, default, one thread of the CPU: medians of a call in ms, with intervals"]
    for arm in ARMS:
        ranges = []
        for way in ("runner", "by hand"):
            found = runs[arm, way]
            low, high = min(one.low for one in found), max(one.high for one in found)
            ranges.append((low, high))
            shown = ", ".join(f"{one.value:.2f} ({one.low:.2f} to {one.high:.2f})" for one in found)
            lines.append(f"{arm:9}{way:8}  {shown}; range {low:.2f} to {high:.2f}")
        mine, theirs = (sum(one.value for one in runs[arm, way]) / 2 for way in ("runner", "by hand"))
        meet = ranges[0][0] <= ranges[1][1] and ranges[1][0] <= ranges[0][1]
        good = good and meet
        lines.append(f"{arm:9}runner over by hand {mine / theirs:.3f}: {'agrees' if meet else 'DISAGREES'}")
    sys.stdout.write("\n".join([*lines, ""]))
    sys.exit(0 if good else 1)


def median(samples: tuple[Decimal, ...]) -> Estimate:
    """Give the median and its interval."""
    found = time(Arm(status="ok", samples_ms=samples))
    if found is None or found.low is None:
        sys.exit(f"{len(samples)} samples are too few for an interval: give more seconds")
    return found


def with_runner(job: Job) -> dict[str, tuple[Decimal, ...]]:
    """Measure as ``lockstep bench run`` does."""
    account = measure(job, Watching(900.0, lambda: False, Alone(), lambda account: None))
    if any(account.arms[arm]["status"] != "ok" for arm in ARMS):
        sys.exit(str(account))
    return {arm: tuple(map(number, account.arms[arm]["samples_ms"])) for arm in ARMS}


def by_hand(job: Job) -> dict[str, tuple[Decimal, ...]]:
    """Measure as PyTorch's tutorial does."""
    told = subprocess.run(  # noqa: S603 - the command is our own
        [sys.executable, "-c", BY_HAND],
        input=job.dump(),
        env=measuring_environment(job.threads),
        capture_output=True,
        check=True,
    ).stdout
    found = json.loads(told.splitlines()[-1])
    return {arm: tuple(number(1000 * seconds) for seconds in times) for arm, times in found.items()}


if __name__ == "__main__":
    main(*sys.argv[1:])
