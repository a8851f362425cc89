"""Notes below a subset: why a row is doubtful, why there is no time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from lockstep.benchmarks.rendering.labels import STAGES, joined, part, sentence
from lockstep.benchmarks.rendering.rows import HEADERS, outcome
from lockstep.messages import mark as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lockstep.benchmarks.audit.flag import ArmName
    from lockstep.benchmarks.doubts import Doubt
    from lockstep.benchmarks.model import Arm, Cell, CellKey, Subset
    from lockstep.benchmarks.rendering.rows import Writer

NAMES: tuple[ArmName, ...] = ("eager", "compiled")


@dataclass(frozen=True, slots=True)
class Note:
    """What there is to say about a row.

    ``number`` is its number in the subset, ``id`` that of its element; ``columns`` are the keys of the columns whose
    cells refer to it; ``doubt`` is whether the numbers are doubtful, and not missing.
    """

    number: int
    id: str
    cell: CellKey
    columns: tuple[str, ...]
    text: Markup
    doubt: bool


def notes(subset: Subset, table: str, doubts: Iterable[Doubt], write: Writer) -> list[Note]:
    """Collect the notes on a subset's rows, in their order: what is doubtful in a row is one note, and the first.

    Args:
        subset: the subset.
        table: the id of the table's element.
        doubts: what is doubtful in the subset.
        write: the page's language, and what subsets are called in it.
    """
    texts: dict[CellKey, dict[Markup, None]] = {}
    for doubt in doubts:
        if doubt.flag.cell is not None:
            texts.setdefault(doubt.flag.cell.key, {})[doubt.text(write.labels, write.messages)] = None
    found = [
        said
        for cell in subset.cells
        for said in (
            *([(cell.key, ("model",), joined(texts[cell.key]), True)] if cell.key in texts else []),
            *((cell.key, names, text, False) for names, text in _failures(cell, write)),
        )
    ]
    prefix = f"{table}.{part(subset.key)}.note-"
    return [Note(number, f"{prefix}{number}", *said) for number, said in enumerate(found, 1)]


def remarks(doubts: Iterable[Doubt], write: Writer) -> list[Markup]:
    """Say what is doubtful in a subset as a whole: what it lacks, or says wrongly, has no row to stand at."""
    return [doubt.text(write.labels, write.messages) for doubt in doubts if doubt.flag.cell is None]


def by_place(found: Iterable[Note]) -> Mapping[tuple[CellKey, str], list[Note]]:
    """Sort notes by the cell that refers to them: its row's key and its column's."""
    places: dict[tuple[CellKey, str], list[Note]] = {}
    for note in found:
        for column in note.columns:
            places.setdefault((note.cell, column), []).append(note)
    return places


def _failures(cell: Cell, write: Writer) -> Iterator[tuple[tuple[ArmName, ...], Markup]]:
    """Say what is known of why there is no time; once where both arms ended alike."""
    said: dict[tuple[str, str | None, str | None], list[ArmName]] = {}
    for name in NAMES:
        arm: Arm = getattr(cell, name)
        status = outcome(cell, name)
        told = arm.stage, arm.reason, cell.correctness if status == "wrong" else None
        if status != "ok" and any(fact is not None for fact in told):
            said.setdefault((status, arm.stage, arm.reason), []).append(name)
    for key, names in said.items():
        yield tuple(names), _failure(cell, key[0], names, write)


def _failure(cell: Cell, status: str, names: Sequence[ArmName], write: Writer) -> Markup:
    arm: Arm = getattr(cell, names[0])
    text = sentence(
        write.messages,
        _("{model} at batch size {batch_size}, {columns}: {outcome}"),
        model=cell.workload.model,
        batch_size=write.exact(cell.workload.batch_size),
        columns=", ".join(write.messages(HEADERS[name]) for name in names),
        outcome=write.outcome(status),
    )
    if arm.stage is not None:
        text += f" ({write.messages(STAGES[arm.stage])})"
    text += "."
    if arm.reason is not None:
        # As the program said it.
        text += Markup(' <q lang="en" dir="auto">{}</q>').format(arm.reason)
    if status == "wrong" and cell.correctness is not None:
        text += " " + sentence(
            write.messages,
            _("Relative error {error}; at most {tolerance} would pass."),
            error=write.exact(cell.correctness.relative_error),
            tolerance=write.exact(cell.correctness.tolerance),
        )
    return text
