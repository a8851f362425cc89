"""Where the marks of bars and charts stand. Colours and shapes are the template's and the style sheet's."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from lockstep.benchmarks.derived import SPEED_UP_DECIMALS, speed_up, time
from lockstep.benchmarks.rendering.labels import joined, sentence
from lockstep.benchmarks.rendering.rows import outcome
from lockstep.messages import mark as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from markupsafe import Markup

    from lockstep.benchmarks.audit.flag import ArmName
    from lockstep.benchmarks.model import Cell, Results, Subset
    from lockstep.benchmarks.rendering.rows import Writer

ROW_HEIGHT = 17
HEAD, FOOT = 26, 34
# Between models.
GAP = 3
# On a phone, more would touch each other.
MOST_TICKS = 6
LONGEST_NAME = 21
# Of the plot's width, left free on both sides.
MARGIN = 0.04


@dataclass(frozen=True, slots=True)
class Bar:
    """A speed-up as a bar from 1× to its value, on a scale of 0 to 100.

    ``start`` is the left end, ``one`` where 1× is; ``slower`` is whether the bar lies left of it.
    """

    start: str
    end: str
    one: str
    slower: bool


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale that all bars of a table share: from ``low`` to ``high``, 1 among them."""

    low: Decimal
    high: Decimal

    def bar(self, ratio: Decimal) -> Bar:
        """Draw a speed-up."""
        one, end = self._place(Decimal(1)), self._place(ratio)
        return Bar(_percent(min(one, end)), _percent(max(one, end)), _percent(one), ratio < 1)

    def _place(self, ratio: Decimal) -> float:
        width = self.high - self.low
        return float((ratio - self.low) / width * 100) if width else 0


def scale(results: Results) -> Scale:
    """Find the scale on which every speed-up of a table fits."""
    ratios = [found.value for subset in results.subsets for cell in subset.cells if (found := speed_up(cell))]
    return Scale(min([Decimal(1), *ratios]), max([Decimal(1), *ratios]))


@dataclass(frozen=True, slots=True)
class Mark:
    """A number on a chart's axis: where, in percent of the plot's width, and how it is written."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class Heading:
    """What the lines below it have in common."""

    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a chart.

    ``name`` is given once for the lines of a model. ``eager`` and ``compiled`` are places in percent of the plot's
    width, ``None`` where there is no time; ``failure`` then says why, beside ``failure_place``,
    to its left where ``leftward``.
    """

    y: int
    name: str
    full_name: str
    batch_size: str
    eager: str | None
    compiled: str | None
    slower: bool
    failure: str
    failure_place: str
    leftward: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """Times before and after compiling on a logarithmic axis, where equal distances are equal speed-ups."""

    height: int
    top: int
    bottom: int
    text: Markup
    ticks: tuple[Mark, ...]
    headings: tuple[Heading, ...]
    lines: tuple[Line, ...]


def chart(subset: Subset, write: Writer) -> Chart:
    """Draw a subset: the rows of a mode, and in it of a model, stand together, else in the file's order."""
    axis = _Axis.of(_times(subset.cells))
    modes: dict[str, dict[str, list[Cell]]] = {}
    for cell in subset.cells:
        modes.setdefault(cell.treatment.mode, {}).setdefault(cell.workload.model, []).append(cell)
    lines: list[Line] = []
    headings: list[Heading] = []
    y = HEAD
    for mode, models in modes.items():
        if len(modes) > 1:
            headings.append(Heading(y + ROW_HEIGHT // 2, mode))
            y += ROW_HEIGHT
        for model, cells in models.items():
            for number, cell in enumerate(cells):
                lines.append(_line(cell, "" if number else model, y + ROW_HEIGHT // 2, axis, write))
                y += ROW_HEIGHT
            y += GAP
    bottom = y
    return Chart(
        bottom + FOOT,
        HEAD,
        bottom,
        _text(subset.cells, write),
        tuple(Mark(axis.place(tick), write.exact(tick)) for tick in axis.ticks()),
        tuple(headings),
        tuple(lines),
    )


def _text(cells: Sequence[Cell], write: Writer) -> Markup:
    """Say in words what the chart shows; the numbers stand in the table."""
    ratios = [(found.value, cell) for cell in cells if (found := speed_up(cell))]
    numbers = {"rows": write.exact(len(cells)), "without": write.exact(len(cells) - len(ratios))}
    said = [sentence(write.messages, _("Rows: {rows}, of which without a speed-up: {without}."), **numbers)]
    for text, extreme in (
        (_("The greatest speed-up is {speed_up}: {model}, batch size {batch_size}."), max),
        (_("The least speed-up is {speed_up}: {model}, batch size {batch_size}."), min),
    ):
        if ratios:
            ratio, cell = extreme(ratios, key=lambda pair: pair[0])
            values = {
                "speed_up": write.rounded(ratio, SPEED_UP_DECIMALS) + "×",
                "model": cell.workload.model,
                "batch_size": write.exact(cell.workload.batch_size),
            }
            said.append(sentence(write.messages, text, **values))
    return joined(said)


def _times(cells: Iterable[Cell]) -> list[Decimal]:
    return [found for cell in cells for name in ("eager", "compiled") if (found := _time(cell, name)) is not None]


def _time(cell: Cell, name: ArmName) -> Decimal | None:
    found = time(getattr(cell, name)) if outcome(cell, name) == "ok" else None
    return found.value if found else None


def _line(cell: Cell, name: str, y: int, axis: _Axis, write: Writer) -> Line:
    eager, compiled = (
        None if value is None else axis.place(value) for value in (_time(cell, "eager"), _time(cell, "compiled"))
    )
    statuses = dict.fromkeys(status for status in (outcome(cell, "eager"), outcome(cell, "compiled")) if status != "ok")
    beside = eager or compiled
    ratio = speed_up(cell)
    return Line(
        y,
        name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…",
        name,
        write.exact(cell.workload.batch_size),
        eager,
        compiled,
        bool(ratio and ratio.value < 1),
        ", ".join(map(write.outcome, statuses)),
        beside or "0%",
        bool(beside and float(beside[:-1]) > 50),
    )


@dataclass(frozen=True, slots=True)
class _Axis:
    """A logarithmic axis, between the logarithms of its ends."""

    low: float
    high: float

    @classmethod
    def of(cls, times: list[Decimal]) -> _Axis:
        if not times:
            return cls(0, 1)
        low, high = (math.log10(float(end)) for end in (min(times), max(times)))
        # At least from a half to the double: a single time is in the middle.
        room = max((high - low) * MARGIN, (0.6 - (high - low)) / 2)
        return cls(low - room, high + room)

    def place(self, time: Decimal) -> str:
        return _percent((math.log10(float(time)) - self.low) / (self.high - self.low) * 100) + "%"

    def ticks(self) -> list[Decimal]:
        """Choose round numbers: as many as go beside each other."""
        decades = range(math.floor(self.low), math.ceil(self.high) + 1)
        found: list[Decimal] = []
        for steps in ((1, 2, 5), (1, 3), (1,)):
            every = [Decimal(step).scaleb(decade) for decade in decades for step in steps]
            found = [tick for tick in every if self.low <= math.log10(float(tick)) <= self.high]
            if len(found) <= MOST_TICKS:
                break
        return [Decimal(f"{tick:f}") for tick in found]


def _percent(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
