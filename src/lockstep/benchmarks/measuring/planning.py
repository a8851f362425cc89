"""Which cells are to be measured, in which order, and on which of several machines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.benchmarks.measuring.cells import treatment
from lockstep.benchmarks.measuring.job import MODES, Mode
from lockstep.benchmarks.measuring.suite import DTYPES, Dtype, Recipe, Suite, workload
from lockstep.benchmarks.measuring.suites import SUITES
from lockstep.benchmarks.model import CellKey
from lockstep.findings import near

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lockstep.benchmarks.model import Cell
    from lockstep.benchmarks.setup import Workload


class Unknown(ValueError):  # noqa: N818 - a slip of the user's
    """A name that there is not, with the nearest that there are."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A cell to measure."""

    suite: Suite
    recipe: Recipe
    workload: Workload
    mode: Mode

    @property
    def key(self) -> CellKey:
        """What tells it apart in a result file."""
        return CellKey(self.workload.id, self.workload.batch_size, self.workload.dtype, treatment(self.mode))

    def __str__(self) -> str:
        """Name it in a line of its own."""
        return f"{self.workload.id}, batch {self.workload.batch_size}, {self.mode}"


@dataclass(frozen=True, slots=True)
class Shard:
    """The ``number``-th of ``total`` parts of a plan; parts count from 1."""

    number: int = 1
    total: int = 1


def find_suite(name: str) -> Suite:
    """Look a suite up by its name.

    Raises:
        Unknown: there is none.
    """
    if name not in SUITES:
        raise Unknown(f"there is no suite '{name}' ({near(name, SUITES)})")
    return SUITES[name]


def choose(wanted: Iterable[str], known: Iterable[str], what: str) -> tuple[str, ...]:
    """Give the known names that are wanted, in the order of the known ones; all where none is named.

    Raises:
        Unknown: one is not known.
    """
    names = tuple(known)
    chosen = {name for name in wanted if name}
    for name in sorted(chosen):
        if name not in names:
            raise Unknown(f"there is no {what} '{name}' ({near(name, names)})")
    return tuple(name for name in names if name in chosen) if chosen else names


def plan(
    suite: Suite,
    *,
    models: Iterable[str] = (),
    batch_sizes: Sequence[int],
    modes: Sequence[Mode],
    dtype: Dtype,
    shard: Shard = Shard(),
) -> tuple[Planned, ...]:
    """List cells in the order of the suite, of batch sizes and of modes; of these, every ``total``-th is a shard's.

    The shards of a plan have every cell once, whoever computes them.

    Raises:
        Unknown: a model is not in the suite.
    """
    chosen = choose(models, (recipe.id for recipe in suite.recipes), "model")
    cells = [
        Planned(suite, recipe, workload(suite, recipe, size, dtype), mode)
        for recipe in suite.recipes
        if recipe.id in chosen
        for size in sorted(set(batch_sizes))
        for mode in MODES
        if mode in modes
    ]
    return tuple(cells[shard.number - 1 :: shard.total])


def in_order(cells: Iterable[Cell], suite: Suite) -> tuple[Cell, ...]:
    """Put the cells of a subset in the order of plans, whatever order they were measured in.

    Workloads of no suite come last, as they are.
    """
    suites = {**SUITES, suite.name: suite}
    ids = [recipe.id for one in suites.values() for recipe in one.recipes]
    modes: list[str] = list(MODES)
    dtypes: list[str | None] = list(DTYPES)

    def place(cell: Cell) -> tuple[int, ...]:
        work = cell.workload
        if work.id not in ids:
            return (len(ids),)
        dtype = dtypes.index(work.dtype) if work.dtype in dtypes else len(dtypes)
        return (ids.index(work.id), work.batch_size, modes.index(cell.treatment.mode), dtype)

    return tuple(sorted(cells, key=place))
