"""What the audit says of a number, in a form that can be counted, matched and put into words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    from lockstep.benchmarks.derived import Estimate
    from lockstep.benchmarks.model import Cell

ArmName = Literal["eager", "compiled"]
ARMS: tuple[ArmName, ...] = get_args(ArmName)
Rule = Literal["copied", "batch-inversion", "mixed-precision", "missing", "version", "impossible"]
RULES: tuple[Rule, ...] = get_args(Rule)
# What these speak of is wrong, or may be: no figure in prose rests on it.
DOUBTFUL: tuple[Rule, ...] = ("copied", "batch-inversion", "impossible")


class Column(str):
    """The name of an arm, to be shown as the heading of its column."""

    __slots__ = ()


class SubsetKey(str):
    """The key of a subset, to be shown as its label."""

    __slots__ = ()


Value: TypeAlias = "Decimal | int | tuple[int, ...] | str | Estimate"
"""What stands in a sentence. An ``Estimate`` is a time in milliseconds, a ``Decimal`` a number to the digits it has."""


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that a careful editor would doubt.

    ``rule`` is the rule that found it, ``sentence`` what in particular it says (a key of
    :data:`lockstep.benchmarks.reasons.SENTENCES`) and ``values`` what stands in that sentence. ``subset`` is the key of
    the subset in question. ``cell`` is the row, and ``arm`` its column, where it is about one. What is not there has no
    cell: then ``workload``, ``batch_sizes`` and ``mode`` say what is missing, as far as it is about these.
    """

    rule: Rule
    sentence: str
    subset: str
    cell: Cell | None = None
    arm: ArmName | None = None
    workload: str | None = None
    batch_sizes: tuple[int, ...] = ()
    mode: str | None = None
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def doubtful(self) -> bool:
        """Whether the row's times are in doubt, and not merely how they are written or what stands beside them."""
        return self.cell is not None and self.rule in DOUBTFUL


def row_flag(rule: Rule, sentence: str, subset: str, cell: Cell, arm: ArmName | None = None, **values: Value) -> Flag:
    """Flag a row; the sentence can name its model, batch size and column."""
    workload = cell.workload
    known: dict[str, Value] = {"model": workload.model, "batch_size": workload.batch_size}
    if arm is not None:
        known["column"] = Column(arm)
    return Flag(
        rule,
        sentence,
        subset,
        cell,
        arm,
        workload.id,
        (workload.batch_size,),
        cell.treatment.mode,
        known | values,
    )
