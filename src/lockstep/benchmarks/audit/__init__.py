"""Numbers that a careful editor would doubt, found from the numbers alone. They are flagged, never repaired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.benchmarks.audit.copied import copies
from lockstep.benchmarks.audit.flag import DOUBTFUL, RULES, Flag, Rule
from lockstep.benchmarks.audit.impossible import impossible
from lockstep.benchmarks.audit.missing import missing
from lockstep.benchmarks.audit.order import inversions, outgrown
from lockstep.benchmarks.audit.precision import mixed_precision
from lockstep.benchmarks.audit.version import versions
from lockstep.benchmarks.audit.view import View

if TYPE_CHECKING:
    from lockstep.benchmarks.model import Results

__all__ = ["DOUBTFUL", "RULES", "Flag", "Rule", "audit"]


def audit(results: Results) -> tuple[Flag, ...]:
    """Look through a file: subset by subset in its order, rows first, what a subset as a whole has last."""
    view = View(results)
    found = list(copies(view))
    # A copied row is out of order with its neighbours: that is said already, and it is not they who are wrong.
    explained = {row for row, _ in found}
    flags = [flag for _, flag in found]
    flags += inversions(view, explained)
    flags += outgrown(view, explained)
    flags += impossible(view)
    flags += mixed_precision(view)
    flags += missing(view)
    flags += versions(view)
    places = {id(row.cell): number for number, row in enumerate(view.rows)}
    subsets = {subset.key: number for number, subset in enumerate(view.subsets)}
    behind = len(places)

    def place(flag: Flag) -> tuple[int, int]:
        return subsets[flag.subset], behind if flag.cell is None else places[id(flag.cell)]

    return tuple(sorted(flags, key=place))
