"""A table of results as Markdown: every subset below the other, in the page's language and number format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.benchmarks.rendering.facts import explanations
from lockstep.benchmarks.rendering.labels import joined
from lockstep.benchmarks.rendering.rows import HEADERS, TEXTS
from lockstep.benchmarks.table import render_table
from lockstep.plain import escape, to_markdown
from lockstep.plain import table as lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lockstep.benchmarks.rendering.rows import Row
    from lockstep.benchmarks.table import Table, View
    from lockstep.messages import Messages


def plain_table(table: Table, files: Mapping[str, str] | None = None) -> str:
    """Write a table as Markdown; the arguments are those of :func:`render_table`.

    All that readers see of it is there, but for bars and charts, which show what the table says.
    """
    results, messages = table.directive.results, table.messages
    if results is None:
        return to_markdown(render_table(table))
    blocks = [block for view in table.views for block in _subset(view, messages, several=table.origin is None)]
    told = explanations(results.subsets, table.shown, table.write, drawn=False)
    said = joined([*([table.origin] if table.origin else []), *told])
    blocks.append(to_markdown(said))
    if files:
        links = " · ".join(f"[{extension.upper()}]({address})" for extension, address in files.items())
        blocks.append(f"{messages('Download:')} {links}")
    return "\n\n".join(filter(None, blocks))


def _subset(view: View, messages: Messages, *, several: bool) -> Iterator[str]:
    yield f"**{escape(view.label)}**: {to_markdown(view.caption)}"
    header = [escape(messages(HEADERS[key])) for key in view.columns]
    rows = [[_cell(key, row, view) for key in view.columns] for group in view.groups for row in group]
    numbers = [index for index, key in enumerate(view.columns) if key not in TEXTS]
    yield "\n".join(lines(header, rows, numbers))
    yield "\n".join(f"{note.number}. {to_markdown(note.text)}" for note in view.notes)
    yield "\n".join(f"- {to_markdown(remark)}" for remark in view.remarks)
    if several:
        yield to_markdown(view.origin)
    if view.conditions:
        yield f"{messages('How this was measured')}:"
        yield "\n".join(f"- {escape(fact.name)}: {to_markdown(fact.value)}" for fact in view.conditions)


def _cell(key: str, row: Row, view: View) -> str:
    value = row.values[key]
    more = "".join(f" ({escape(text)})" for text in (value.variant, value.interval) if text)
    # As numbers of the list below the table.
    refer = ", ".join(str(note.number) for note in view.places.get((row.cell.key, key), ()))
    return escape(value.text) + more + (f" \\[{refer}\\]" if refer else "")
