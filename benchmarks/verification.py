"""What the server saves: CPU seconds of verifying six programs by forks of it, and by a process each.

Run it from the project's root, where the programs are: ``python benchmarks/verification.py``. Inductor's cache is
warmed up first. Both ways are measured in one run; the exit status tells whether the server takes at most half.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from lockstep.project import load_project
from lockstep.snippets.program import load_program, load_programs
from lockstep.snippets.verification import Launcher, verify

if TYPE_CHECKING:
    from lockstep.snippets.program import Program

PROGRAMS = 6
AT_MOST = 0.5
SIXTH = """\
# --8<-- [start:linear]
import torch

model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))
compiled_model = torch.compile(model)
sample = torch.ones(4, 8)

with torch.inference_mode():
    compiled_model(sample)
# --8<-- [end:linear]

from lockstep import proof

proof.graphs(1)
with torch.inference_mode():
    proof.equals_eager(compiled_model, model, sample)
"""


def main() -> None:
    """Measure, print, and exit with 1 if the server saves less than it must."""
    found, _ = load_programs(load_project(Path.cwd()))
    programs = [program for name, program in found.items() if name.endswith(".py")][: PROGRAMS - 1]
    with TemporaryDirectory() as folder:
        project = load_project(Path(folder))
        project.snippets.mkdir()
        sixth = project.snippets / "linear.py"
        sixth.write_text(SIXTH, encoding="utf-8")
        programs.append(load_program(sixth, project))
        measure(programs, fork=True)
        seconds = {fork: measure(programs, fork=fork) for fork in (False, True)}
    ratio = seconds[True] / seconds[False]
    sys.stdout.write(
        f"{len(programs)} programs, CPU seconds, caches warm\n"
        f"a process each  {seconds[False]:6.1f}\n"
        f"one server      {seconds[True]:6.1f}\n"
        f"ratio           {ratio:6.2f} (at most {AT_MOST})\n"
    )
    sys.exit(0 if ratio <= AT_MOST else 1)


def measure(programs: list[Program], *, fork: bool) -> float:
    """Verify programs and give the CPU seconds of all processes that took part, this one included."""
    before = os.times()
    with Launcher(fork=fork) as launcher:
        for program in programs:
            outcome = verify(program, launcher=launcher)
            if not outcome.passed:
                sys.exit(str(outcome))
    return sum(now - then for now, then in zip(os.times()[:4], before[:4], strict=True))


if __name__ == "__main__":
    main()
