"""Pairing two lists in order at the least cost, and how sure it is who was left without a partner."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Table = Sequence[Sequence[float]]

# What it costs to leave one without a partner; one that is put beside a wrong partner may cost less than two.
ALONE = 1.0
# Where another pairing costs so little more, it may as well be the right one; then so may those that cost so much more.
DOUBT, DOUBTED = 0.15, 0.3

T = TypeVar("T")


@dataclass(slots=True)
class Aligned(Generic[T]):
    """Two lists side by side: whoever has no partner stands beside ``None``.

    ``others`` names, by ``id()`` of one without a partner, those of its list that may be without one in its place.
    """

    pairs: list[tuple[T | None, T | None]]
    others: dict[int, list[T]] = field(default_factory=dict)


def align(ours: Sequence[T], theirs: Sequence[T], cost: Callable[[T, T], float]) -> Aligned[T]:
    """Pair two lists."""
    costs = [[cost(one, other) for other in theirs] for one in ours]
    if len(ours) == len(theirs) and all(row[at] < ALONE for at, row in enumerate(costs)):
        return Aligned(list(zip(ours, theirs, strict=True)))
    before = _least(costs, len(theirs))
    # The same from the ends: what it costs to pair all from the i-th and the j-th on.
    behind = [row[::-1] for row in _least([row[::-1] for row in costs[::-1]], len(theirs))[::-1]]
    at = _walk(costs, before)
    made = Aligned([(None if i is None else ours[i], None if j is None else theirs[j]) for i, j in at])
    least = before[-1][-1]
    made.others |= _others(ours, [i for i, j in at if j is None and i is not None], _alone(before, behind), least)
    # The same with the two lists in each other's place.
    turned = [list(zip(*table, strict=True)) for table in (before, behind)]
    made.others |= _others(theirs, [j for i, j in at if i is None and j is not None], _alone(*turned), least)
    return made


def _alone(before: Table, behind: Table) -> list[float]:
    """Say of each what a pairing costs at least that leaves it alone."""
    return [
        min(one + ALONE + other for one, other in zip(*rows, strict=True))
        for rows in zip(before[:-1], behind[1:], strict=True)
    ]


def _others(all_: Sequence[T], alone: Sequence[int], costs: Sequence[float], least: float) -> dict[int, list[T]]:
    """Give each that may be alone to the nearest that is."""
    found: dict[int, list[int]] = {}
    for number, cost in enumerate(costs):
        if cost <= least + DOUBTED and alone and number not in alone:
            found.setdefault(min(alone, key=lambda one: abs(one - number)), []).append(number)
    return {
        id(all_[one]): [all_[number] for number in others]
        for one, others in found.items()
        if any(costs[number] <= least + DOUBT for number in others)
    }


def _least(costs: Table, columns: int) -> list[list[float]]:
    """Say what it costs at least to pair the first so many of the one list with the first so many of the other."""
    best = [[ALONE * number for number in range(columns + 1)]]
    for row in costs:
        above = best[-1]
        line = [above[0] + ALONE]
        for at, here in enumerate(row):
            line.append(min(above[at] + here, above[at + 1] + ALONE, line[at] + ALONE))
        best.append(line)
    return best


def _walk(costs: Table, best: Table) -> list[tuple[int | None, int | None]]:
    """Find the pairs that cost least."""
    pairs: list[tuple[int | None, int | None]] = []
    i, j = len(best) - 1, len(best[0]) - 1
    while i or j:
        if i and j and best[i][j] == best[i - 1][j - 1] + costs[i - 1][j - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif i and best[i][j] == best[i - 1][j] + ALONE:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return pairs[::-1]
