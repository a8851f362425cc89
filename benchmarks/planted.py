"""How much `lockstep check` finds: faults planted in a site of twelve languages, and false alarms on the clean one.

Run it from anywhere: ``python benchmarks/planted.py [--pages 120] [--faults 500] [--seed 1] [--keep FOLDER]``. A site
is made from the seed, English and eleven translations, with everything that could be taken for a fault; beside it the
same site with faults of every kind. A fault is found where a finding has one of its codes on one of its lines. What is
found on the clean site is false; what belongs to no fault on the other site is listed too, and findings that name
another text than was lost. The exit status tells whether at least 99 percent are found and at most one false finding is
raised for each hundred faults. The CPU time is that of the check of the clean site, as one process.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

# The tests' own helpers; not this folder's neighbours.
sys.path[0] = str(Path(__file__).parents[1] / "tests")

from support.planted.measure import measure, shown  # noqa: E402

FOUND, FALSE = 0.99, 0.01


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=120)
    parser.add_argument("--faults", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="write the two sites to this folder and leave them there")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        made = measure(options.keep or Path(folder), seed=options.seed, pages=options.pages, faults=options.faults)
    lines = [made.table()]
    files = [written.text for written in made.site.written.values()]
    mean = sum(len(text.encode()) for text in files) / len(files)
    for title, some in {
        "missed": [f"{fault.path}:{min(fault.lines(made.site))} {fault.kind}" for fault in made.missed],
        "false, on the clean site": map(shown, made.twin),
        "beside the faults": map(shown, made.extra),
        "another text is named": made.misnamed,
    }.items():
        lines += [f"{title}: {line}" for line in some]
    found, false = 1 - len(made.missed) / len(made.faults), len(made.twin) / len(made.faults)
    lines += [
        f"{len(files)} files of {mean:.0f} bytes on average, seed {options.seed}",
        f"found {found:.1%}, false {false:.1%} ({len(made.twin)}), beside the faults {len(made.extra)}",
        f"{made.seconds:.2f} s of CPU time",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return int(found < FOUND or false > FALSE)


if __name__ == "__main__":
    sys.exit(main())
