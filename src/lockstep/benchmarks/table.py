"""A table of results as static HTML: every subset is there, in the page's language and number format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.benchmarks.rendering.chart import Chart, chart, scale
from lockstep.benchmarks.rendering.conditions import conditions
from lockstep.benchmarks.rendering.facts import Fact, caption, explanations, origin
from lockstep.benchmarks.rendering.labels import joined, part, subset_labels
from lockstep.benchmarks.rendering.notes import Note, by_place, notes, remarks
from lockstep.benchmarks.rendering.rows import HEADERS, TEXTS, Row, Writer, columns, rows
from lockstep.render import environment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from lockstep.benchmarks.directive import Directive
    from lockstep.benchmarks.doubts import Doubt
    from lockstep.benchmarks.model import CellKey, Results
    from lockstep.messages import Messages

# Rows that a browser lays out together; those far from the screen it does not lay out at all.
GROUP = 40


@dataclass(frozen=True, slots=True)
class Table:
    """What a page asks for, written out in its language.

    ``id`` is that of its element; ``views`` are its subsets, none where there are no results yet.
    """

    directive: Directive
    messages: Messages
    id: str
    write: Writer
    views: list[View]

    @property
    def origin(self) -> Markup | None:
        """Where all numbers are from; none where they are from several places."""
        origins = {view.origin for view in self.views}
        return origins.pop() if len(origins) == 1 else None

    @property
    def shown(self) -> set[str]:
        """The columns that any subset has."""
        return {key for view in self.views for key in view.columns}


@dataclass(frozen=True, slots=True)
class View:
    """A subset as tables show it."""

    key: str
    id: str
    label: str
    mode: str
    caption: Markup
    columns: list[str]
    groups: list[list[Row]]
    notes: list[Note]
    remarks: list[Markup]
    places: Mapping[tuple[CellKey, str], list[Note]]
    origin: Markup
    conditions: list[Fact]
    chart: Chart | None


def read_table(directive: Directive, messages: Messages, doubts: Sequence[Doubt] = ()) -> Table:
    """Write out the table that a page asks for.

    Args:
        directive: the results, and how they are to be shown.
        messages: the page's language.
        doubts: what the audit says of the results.
    """
    results = directive.results
    write = Writer(messages, directive.decimals, subset_labels(results, directive.labels) if results else {})
    id_ = f"benchmark-{part(directive.id)}"
    views = _views(results, directive, id_, doubts, write) if results else []
    return Table(directive, messages, id_, write, views)


def render_table(table: Table, files: Mapping[str, str] | None = None) -> str:
    """Render a table, or a sentence where there are no results yet.

    Args:
        table: the table.
        files: where the page can link to the numbers as files: addresses by extension.
    """
    directive, write = table.directive, table.write
    results = directive.results
    if results is None:
        return environment.get_template("no-results.html").render(_=table.messages)
    return environment.get_template("benchmark.html").render(
        _=table.messages,
        id=table.id,
        key=directive.id,
        first=directive.subset,
        views=table.views,
        headers=HEADERS,
        texts=TEXTS,
        sizes=_sizes(results, write),
        modes=_modes(results),
        origin=table.origin,
        explanations=joined(explanations(results.subsets, table.shown, write)),
        files=files or {},
    )


def _views(results: Results, directive: Directive, id_: str, doubts: Sequence[Doubt], write: Writer) -> list[View]:
    bars = scale(results)
    doubted: dict[str, list[Doubt]] = {}
    for doubt in doubts:
        doubted.setdefault(doubt.flag.subset, []).append(doubt)
    views = []
    for subset in results.subsets:
        about = doubted.get(subset.key, ())
        said = notes(subset, id_, about, write)
        written = rows(subset, write, bars)
        modes = {cell.treatment.mode for cell in subset.cells}
        views.append(
            View(
                key=subset.key,
                id=f"{id_}.{part(subset.key)}",
                label=write.labels[subset.key],
                mode=modes.pop() if len(modes) == 1 else "",
                caption=caption(subset, write),
                columns=columns(subset),
                groups=[written[start : start + GROUP] for start in range(0, len(written), GROUP)],
                notes=said,
                remarks=remarks(about, write),
                places=by_place(said),
                origin=origin(subset, write),
                conditions=conditions(subset, write),
                chart=chart(subset, write) if directive.chart else None,
            )
        )
    return views


def _sizes(results: Results, write: Writer) -> list[tuple[str, str]]:
    """List the batch sizes to choose from, where any subset has several: as in the address, and as read."""
    sizes = [{cell.workload.batch_size for cell in subset.cells} for subset in results.subsets]
    if all(len(found) == 1 for found in sizes):
        return []
    return [(str(size), write.exact(size)) for size in sorted(set().union(*sizes))]


def _modes(results: Results) -> list[str]:
    """List the modes to choose from, where any subset has several."""
    modes = [list(dict.fromkeys(cell.treatment.mode for cell in subset.cells)) for subset in results.subsets]
    if all(len(found) == 1 for found in modes):
        return []
    return list(dict.fromkeys(mode for found in modes for mode in found))
