"""A table of results as static HTML: every subset is there, in the page's language and number format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.benchmarks.audit import Flag, audit
from lockstep.messages import mark as _
from lockstep.numbers import format_exact, format_rounded
from lockstep.render import environment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lockstep.benchmarks.directive import Directive
    from lockstep.benchmarks.model import Arm, Cell, Results
    from lockstep.messages import Messages

# A speed-up is a quotient of numbers with four digits or so: a third decimal would be noise.
SPEED_UP_DIGITS = 2
NO_VALUE = "–"


# All of them take images.
TASKS = {
    "image-classification": _("image classification"),
    "image-segmentation": _("image segmentation"),
    "object-detection": _("object detection"),
}
STATUSES = {"oom": _("out of memory")}
COLUMNS = {"eager": _("Eager (ms)"), "compiled": _("Compiled (ms)")}


@dataclass(frozen=True, slots=True)
class Note:
    """Why a row is doubtful: its number in the table, the id of its element, and the reason."""

    number: int
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A cell as readers see it."""

    cell: Cell
    task: str
    batch_size: str
    eager: str
    compiled: str
    speed_up: str
    flag: Note | None


def render_table(directive: Directive, id: str, messages: Messages) -> str:  # noqa: A002
    """Render the table that a page asks for.

    Args:
        directive: the results, and the subset shown first.
        id: names this table in the page's address (``?ID=SUBSET``); unique on its page, the same in every language.
        messages: the page's language.
    """
    results = directive.results
    flags = audit(results)
    labels = {subset.key: subset.label for subset in results.subsets}
    notes = {
        key: _notes([flag for flag in flags if flag.subset == key], f"benchmark-{id}-{key}", labels, messages)
        for key in labels
    }
    return environment.get_template("benchmark.html").render(
        _=messages,
        id=id,
        first=directive.subset,
        results=results,
        rows={
            subset.key: [_row(cell, notes[subset.key].get(_identity(cell)), messages) for cell in subset.cells]
            for subset in results.subsets
        },
        notes={key: list(found.values()) for key, found in notes.items()},
        method=_method(results, messages),
        source=_source(results),
        provenance=_provenance(results, messages),
    )


def _row(cell: Cell, flag: Note | None, messages: Messages) -> Row:
    locale = messages.language.locale
    speed_up = cell.speed_up
    return Row(
        cell,
        messages(TASKS[cell.task]) if cell.task in TASKS else cell.task,
        format_exact(cell.batch_size, locale),
        _time(cell.eager, messages),
        _time(cell.compiled, messages),
        NO_VALUE if speed_up is None else format_rounded(speed_up, SPEED_UP_DIGITS, locale) + "×",
        flag,
    )


def _time(arm: Arm, messages: Messages) -> str:
    if arm.mean_ms is None:
        return messages(STATUSES[arm.status])
    return format_exact(arm.mean_ms, messages.language.locale)


def _identity(cell: Cell) -> tuple[str, str, int]:
    return cell.task, cell.model, cell.batch_size


def _notes(
    flags: Sequence[Flag],
    prefix: str,
    labels: Mapping[str, str],
    messages: Messages,
) -> Mapping[tuple[str, str, int], Note]:
    return {
        _identity(flag.cell): Note(number, f"{prefix}-note-{number}", _reason(flag, labels, messages))
        for number, flag in enumerate(flags, 1)
    }


def _reason(flag: Flag, labels: Mapping[str, str], messages: Messages) -> str:
    values = {
        "model": flag.cell.model,
        "batch_size": format_exact(flag.cell.batch_size, messages.language.locale),
        "smaller": format_exact(flag.smaller.batch_size, messages.language.locale),
        "time": _time(getattr(flag.cell, flag.arm), messages),
        "smaller_time": _time(getattr(flag.smaller, flag.arm), messages),
    }
    if flag.copied_from is not None:
        return messages(
            _(
                "{model} at batch size {batch_size}: both times equal those of {other} to the last digit, and are "
                "shorter than at batch size {smaller} on the same device ({time} against {smaller_time} ms). Almost "
                "certainly a copying error in the source."
            ),
            other=labels[flag.copied_from],
            **values,
        )
    return messages(
        _(
            "{model} at batch size {batch_size}: the time under “{column}” is shorter than at batch size {smaller} on "
            "the same device ({time} against {smaller_time} ms). A larger batch should not be faster."
        ),
        column=messages(COLUMNS[flag.arm]),
        **values,
    )


def _method(results: Results, messages: Messages) -> str:
    """Say how the times were taken."""
    protocol = results.protocol
    repetitions = format_exact(protocol.repetitions, messages.language.locale)
    if protocol.same_input and protocol.warm_up:
        if all(cell.task in TASKS for subset in results.subsets for cell in subset.cells):
            text = _("Mean of {repetitions} inferences of the same image, after warm-up.")
        else:
            text = _("Mean of {repetitions} inferences of the same input, after warm-up.")
        return messages(text, repetitions=repetitions)
    if protocol.warm_up:
        return messages(_("Mean of {repetitions} inferences, after warm-up."), repetitions=repetitions)
    return messages(_("Mean of {repetitions} inferences, without warm-up."), repetitions=repetitions)


def _source(results: Results) -> str:
    origin = results.origin
    return ", ".join(str(part) for part in (origin.publisher, origin.document, origin.year, origin.license) if part)


def _provenance(results: Results, messages: Messages) -> str:
    if results.origin.kind == "imported":
        return messages(_("Imported as published, not measured by this site."))
    return messages(_("Measured, not taken from a publication."))
