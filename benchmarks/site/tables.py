"""Writes the tables on ``docs/*/write/speed.md``, in every language, from the results in ``benchmarks/site/results/``.

Run it from anywhere: ``python benchmarks/site/tables.py``. Nothing on those pages is typed that was measured. A
translation that was up to date stays so, also in its record. The exit status is 2 where a table cannot be made.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The tests' own helpers; not this folder's neighbours.
sys.path[0] = str(ROOT / "tests")

from support.sized.tables import RESULTS, TableError, load_results, written  # noqa: E402


def main() -> int:
    """Write the tables, and name the pages that have changed."""
    try:
        texts = written(ROOT, load_results(ROOT / RESULTS))
    except TableError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for file, text in texts.items():
        if file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")
            sys.stdout.write(f"{file.relative_to(ROOT).as_posix()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
