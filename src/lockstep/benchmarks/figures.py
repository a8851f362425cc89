"""Figures in prose that are bound to results: a link whose text is the figure and whose address says what it is.

::

    up to [2.16x](benchmark:published-2023?figure=speed-up&of=max&subset=a100) faster

The text is what the author claims, written with a point and without separators of thousands: ``2.16x``, ``7.584 ms``,
``1.2 s``, ``46%``, ``136``. It has to be what the results give, rounded to the digits that are written. Readers see it
in their language's format; any other host of Markdown shows an ordinary link.

``figure``
    ``speed-up`` (``x``); ``gain`` (``%``), by how much more is done in the same time: 27% for 1.27x; ``saved`` (``%``),
    the share of eager time that compiling saves: 21% for 1.27x; ``eager``, ``compiled`` and ``first-call``, that of the
    compiled arm (``ms`` or ``s``); ``break-even``, calls until compiling has paid; ``count``, rows.
``of``
    ``max``, ``min`` or ``median`` of the rows that match. Rows that failed or that the audit doubts are left out of it,
    acknowledged or not. Without it, exactly one row has to match. A count has none.
``subset``, ``workload``, ``model``, ``task``, ``batch-size``, ``mode``
    which rows match; each may be there several times, and then any of its values will do.
"""

from __future__ import annotations

import html
import re
import statistics
from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from lockstep.benchmarks.derived import break_even, speed_up, time
from lockstep.findings import Finding, near, printable
from lockstep.numbers import format_exact, format_percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from lockstep.benchmarks.doubts import Doubt
    from lockstep.benchmarks.model import Cell, Results, Subset
    from lockstep.links import Link
    from lockstep.messages import Messages

SCHEME = "benchmark:"
# More digits than any number of a file has before or behind the point are no figure.
CLAIM = re.compile(r"(?P<number>-?(?:0|[1-9][0-9]{0,18})(?:\.[0-9]{1,25})?) ?(?P<unit>[^\s0-9]*)")
LONGEST = 40
# Of the quotient of any two times, to as many decimals as a figure may have.
PRECISION = 60
SECOND = Decimal(1000)


class _Figure(NamedTuple):
    """What a row gives; the units that it may be written in, and how much of it is one; an example."""

    value: Callable[[Cell], Decimal | int | None]
    units: Mapping[str, Decimal]
    example: str


def _speed_up(cell: Cell) -> Decimal | None:
    ratio = speed_up(cell)
    return ratio.value if ratio else None


def _gain(cell: Cell) -> Decimal | None:
    ratio = speed_up(cell)
    return ratio.value - 1 if ratio else None


def _saved(cell: Cell) -> Decimal | None:
    ratio = speed_up(cell)
    return 1 - 1 / ratio.value if ratio else None


def _eager(cell: Cell) -> Decimal | None:
    estimate = time(cell.eager)
    return estimate.value if estimate else None


def _compiled(cell: Cell) -> Decimal | None:
    estimate = None if _failed(cell) else time(cell.compiled)
    return estimate.value if estimate else None


def _first_call(cell: Cell) -> Decimal | None:
    return None if _failed(cell) else cell.compiled.first_call_ms


def _failed(cell: Cell) -> bool:
    """Whether the compiled arm did, late or early: it may have a first call all the same."""
    return cell.compiled.status != "ok" or (cell.correctness is not None and not cell.correctness.passed)


TIMES = {"ms": Decimal(1), "s": SECOND}
FACTOR = {"x": Decimal(1), "×": Decimal(1)}
PERCENT = {"%": Decimal("0.01")}
NUMBER = {"": Decimal(1)}
COUNT = "count"
FIGURES = {
    "speed-up": _Figure(_speed_up, FACTOR, "2.16x"),
    "gain": _Figure(_gain, PERCENT, "27%"),
    "saved": _Figure(_saved, PERCENT, "46%"),
    "eager": _Figure(_eager, TIMES, "7.584 ms"),
    "compiled": _Figure(_compiled, TIMES, "7.584 ms"),
    "first-call": _Figure(_first_call, TIMES, "31 s"),
    "break-even": _Figure(break_even, NUMBER, "520"),
    COUNT: _Figure(lambda _: 1, NUMBER, "136"),
}
OF: dict[str, Callable[[Iterable[Decimal]], Decimal]] = {"max": max, "min": min, "median": statistics.median}
FILTERS: dict[str, Callable[[Subset, Cell], str]] = {
    "subset": lambda subset, _: subset.key,
    "workload": lambda _, cell: cell.workload.id,
    "model": lambda _, cell: cell.workload.model,
    "task": lambda _, cell: cell.workload.task,
    "batch-size": lambda _, cell: str(cell.workload.batch_size),
    "mode": lambda _, cell: cell.treatment.mode,
}
PARAMETERS = ("figure", "of", *FILTERS)
NO_LINK = {
    "image": "an image is no figure: nothing would check it",
    "html": "an address in HTML is no figure: nothing would check it",
    "definition": "no link refers to this definition, or another one has the same name",
}
AS_A_LINK = "write a link, as in [2.16x](benchmark:NAME?figure=speed-up&of=max), or delete it"


class FigureError(Exception):
    """A figure that does not hold: the code, what is wrong and how to mend it.

    ``offset`` is where in the address it is, ``None`` for what is about the text.
    """

    def __init__(self, code: str, message: str, hint: str = "", offset: int | None = None) -> None:
        """Take the parts of a finding."""
        super().__init__(message)
        # Pages show it too.
        self.code, self.message, self.hint, self.offset = code, printable(message), printable(hint), offset


@dataclass(frozen=True, slots=True)
class Claim:
    """What an author wrote: a number to its digits, and its unit."""

    number: Decimal
    unit: str


class _Value(NamedTuple):
    text: str
    offset: int


def check_figures(
    links: Iterable[Link],
    path: str,
    results: Mapping[str, Results | None],
    doubts: Mapping[str, Sequence[Doubt]],
    offset: int = 0,
) -> Iterator[Finding]:
    """Check the figures of a page.

    Args:
        links: the page's links whose address begins with :data:`SCHEME`.
        path: the page's path below the project's root.
        results: every result file by its name, ``None`` for one that cannot be used.
        doubts: what the audit says of each.
        offset: how many lines of the file stand above the page's Markdown.

    Yields:
        LS331 where the results say something else, LS332 for what the address names and there is not, LS333 where no
        row matches or too many, LS334 for a text that is no figure of that kind, or for what is no link.
    """
    for link in links:
        try:
            if link.form != "link":
                raise FigureError("LS334", NO_LINK[link.form], AS_A_LINK)
            read_figure(link.text, link.address, results, doubts)
        except FigureError as error:
            column = link.column if error.offset is None else link.address_column + error.offset
            yield Finding(path, link.line + offset, column, error.code, error.message, error.hint)


def read_figure(
    text: str,
    address: str,
    results: Mapping[str, Results | None],
    doubts: Mapping[str, Sequence[Doubt]],
) -> Claim:
    """Read a figure and compare it with the results.

    Args:
        text: the link's text.
        address: its address behind :data:`SCHEME`.
        results: every result file by its name, ``None`` for one that cannot be used.
        doubts: what the audit says of each.

    Raises:
        FigureError: it cannot be read, or does not hold.
    """
    name, _, query = address.partition("?")
    shown = results.get(unquote(name))
    if unquote(name) not in results:
        raise FigureError("LS332", f"no results '{unquote(name)}'", near(unquote(name), results), 0)
    if shown is None:
        raise FigureError("LS332", f"the results '{unquote(name)}' cannot be used", "mend their file first", 0)
    values = _parameters(query, len(name) + 1)
    kind = _one(values, "figure", FIGURES)
    if kind is None:
        raise FigureError("LS332", "the address names no figure", near("", FIGURES), len(name))
    of = _one(values, "of", OF)
    if of is not None and kind == COUNT:
        raise FigureError("LS332", "a count has no 'of'", "leave it out", values["of"][0].offset)
    claim = _claim(text, kind)
    rows = _rows(shown, values)
    doubted = {id(doubt.flag.cell) for doubt in doubts[unquote(name)] if doubt.flag.doubtful}
    value, where = _value(kind, of, rows, doubted)
    unit = FIGURES[kind].units[claim.unit]
    decimals = max(0, -int(claim.number.as_tuple().exponent))
    with localcontext() as context:
        context.prec = PRECISION
        right = round(value / unit, decimals)
    if claim.number != right:
        space = " " if claim.unit in TIMES else ""
        message = f"'{text}' does not hold: the results give {right}{space}{claim.unit}{where}"
        raise FigureError("LS331", message, "correct the text, or what the address selects")
    return claim


def render_figure(claim: Claim, messages: Messages) -> tuple[str, str]:
    """Render a figure for readers: the number for programs, and the text in the page's language."""
    number = format_exact(claim.number, messages.language.locale)
    match claim.unit:
        case "%":
            text = format_percent(claim.number, messages.language.locale)
        case "x" | "×":
            text = f"{number}×"
        case "":
            text = number
        case unit:
            # A number and its unit stay on one line.
            text = f"{number}\u00a0{unit}"
    return str(claim.number), text


def _parameters(query: str, start: int) -> dict[str, list[_Value]]:
    values: dict[str, list[_Value]] = {}
    offset = start
    for part in query.split("&"):
        # An author who knows HTML may write &amp; in the address.
        name, _, value = part.removeprefix("amp;").partition("=")
        if part:
            if name not in PARAMETERS:
                raise FigureError("LS332", f"unknown parameter '{unquote(name)}'", near(name, PARAMETERS), offset)
            if not value:
                raise FigureError("LS332", f"'{name}' has no value", f"{name}=…", offset)
            values.setdefault(name, []).append(_Value(unquote(html.unescape(value)), offset + len(name) + 1))
        offset += len(part) + 1
    return values


def _one(values: Mapping[str, Sequence[_Value]], name: str, known: Iterable[str]) -> str | None:
    given = values.get(name, ())
    if not given:
        return None
    if len(given) > 1:
        raise FigureError("LS332", f"'{name}' is there twice", "keep one", given[1].offset)
    if given[0].text not in known:
        raise FigureError("LS332", f"'{name}' cannot be '{given[0].text}'", near(given[0].text, known), given[0].offset)
    return given[0].text


def _claim(text: str, kind: str) -> Claim:
    figure = FIGURES[kind]
    # An editor may have wrapped the line between the number and its unit.
    match = CLAIM.fullmatch(" ".join(text.split())) if len(text) < LONGEST else None
    if match and match["unit"] in figure.units:
        return Claim(Decimal(match["number"]), match["unit"])
    hint = f"write it as in {figure.example}: with a point, and nothing between thousands"
    raise FigureError("LS334", f"'{text}' is no figure of the kind '{kind}'", hint)


def _rows(results: Results, values: Mapping[str, Sequence[_Value]]) -> list[tuple[Subset, Cell]]:
    rows = [(subset, cell) for subset in results.subsets for cell in subset.cells]
    for name, read in FILTERS.items():
        if name in values:
            known = {read(*row) for subset in results.subsets for row in ((subset, cell) for cell in subset.cells)}
            for value, offset in values[name]:
                if value not in known:
                    raise FigureError("LS332", f"no {name.replace('-', ' ')} '{value}'", near(value, known), offset)
            wanted = {value for value, _ in values[name]}
            rows = [row for row in rows if read(*row) in wanted]
    if not rows:
        raise FigureError("LS333", "no row matches all of it", "ask for less", 0)
    return rows


def _value(kind: str, of: str | None, rows: Sequence[tuple[Subset, Cell]], doubted: set[int]) -> tuple[Decimal, str]:
    """Compute the figure, and say of which row it is, as far as it is of one."""
    read = FIGURES[kind].value
    if kind == COUNT:
        return Decimal(len(rows)), ""
    if of is None:
        if len(rows) > 1:
            message = f"{len(rows)} rows match, and the address does not say which is meant"
            raise FigureError("LS333", message, f"add 'of' ({', '.join(OF)}), or name {', '.join(FILTERS)}", 0)
        value = read(rows[0][1])
        if value is None:
            raise FigureError("LS333", f"the row that matches has no {kind}", "ask for another", 0)
        return Decimal(value), ""
    found = [(Decimal(value), row) for row in rows if id(row[1]) not in doubted and (value := read(row[1])) is not None]
    if not found:
        message = f"no row that matches has a {kind} that is not in doubt"
        raise FigureError("LS333", message, "ask for less", 0)
    value = OF[of](value for value, _ in found)
    subset, cell = next((row for candidate, row in found if candidate == value), (None, None))
    where = f" ({cell.workload.model}, batch {cell.workload.batch_size}, in '{subset.key}')" if cell and subset else ""
    return value, where
