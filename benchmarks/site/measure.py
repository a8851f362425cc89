"""What a build costs with Lockstep: processor, clock and memory, beside the same site without it, and pages' weights.

Run it from anywhere: ``python benchmarks/site/measure.py [--pages 200] [--rounds 3] [--edits 3] [--seed 1]
[--zensical EXECUTABLE] [-o FILE]``. The site is that of ``generate.py``, and each round builds it in every way, one
after the other, each in a process of its own:

- *stock*: its twin, with MkDocs, Material and static-i18n alone;
- *plain*: with Lockstep, ``LOCKSTEP_ACCELERATION=off``;
- *cold*: with an empty cache; *warm, same folder*: once more, nothing changed; *warm*: the same, with the site's folder
  deleted before; and once more, one page of the source edited;
- with Zensical, its languages one after the other and added up: anew, once more, and one page edited.

After all builds there are as many rounds of edits of a page while ``mkdocs serve`` is running, of the stock site, the
plain one and the one with a cache: servers delete the files that they replace, and to make files where others were
deleted minutes ago costs some file systems ten times as much. What has to be gone before a build is moved away.

Before each build that is measured, and each of those edits, much memory is used for a moment, so that a virtual machine
has it: to get it from the host may cost ten times as much as to use it again.

Every file of a cold and a warm build, and in the first round of the one with an edit, is compared with that of a plain
build of the same pages. The exit status is 1 where any byte differs, and 2 where something could not be built.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

# The tests' own helpers; not this folder's neighbours.
sys.path[0] = str(Path(__file__).parents[2] / "tests")

from support.sized.measuring import measure  # noqa: E402
from support.sized.report import as_json, as_text  # noqa: E402
from support.sized.spent import RunError  # noqa: E402


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=200, help="pages in English, four at least")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--edits", type=int, default=3, help="edits while serving, in each round; 0 for none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--zensical", type=Path, help="the executable, to measure it too")
    parser.add_argument("-o", "--output", type=Path, help="write everything that was measured to this file, as JSON")
    options = parser.parse_args()
    if options.pages < 4 or options.rounds < 1 or options.edits < 0:
        parser.error("four pages, one round and no edit at least")
    try:
        with TemporaryDirectory() as folder:
            made = measure(
                Path(folder).resolve(),
                seed=options.seed,
                pages=options.pages,
                rounds=options.rounds,
                edits=options.edits,
                zensical=options.zensical.absolute() if options.zensical else None,
                tell=lambda what: print(what, file=sys.stderr, flush=True),  # noqa: T201
            )
    except RunError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    found = as_json(made, command=_command(options), seed=options.seed, zensical=options.zensical)
    if options.output:
        options.output.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    sys.stdout.write(as_text(found))
    return int(any(found["differences"].values()))


def _command(options: argparse.Namespace) -> list[str]:
    """Write the command that measures the same on another machine: no paths of this one."""
    command = ["python", "benchmarks/site/measure.py"]
    for name in ("pages", "rounds", "edits", "seed"):
        command += [f"--{name}", str(getattr(options, name))]
    return command + (["--zensical", options.zensical.name] if options.zensical else [])


if __name__ == "__main__":
    sys.exit(main())
