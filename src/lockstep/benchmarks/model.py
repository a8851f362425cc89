"""What a result file says: one publication or one measurement series, in subsets that are each one setup.

Only what was published or measured is stored. Whatever follows from it (speed-ups, labels) is computed on demand, so
that a file cannot contradict itself. Numbers are ``Decimal``: a file's digits are what readers see.
"""

from collections.abc import Hashable, Iterable
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    Strict,
    StringConstraints,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic.config import JsonDict
from pydantic_core import InitErrorDetails, PydanticCustomError

SCHEMA_VERSION = 1

# A picosecond, and eleven days: beyond them a literal such as 1e300 is a slip, not a time.
SHORTEST_MS, LONGEST_MS = Decimal("1e-9"), Decimal("1e9")
# No clock has more, nor has a double; arithmetic with far more would round.
MOST_DIGITS = 17


def milliseconds(value: object) -> Decimal:
    """Take a time as a JSON number gives it: an ``int`` or a ``Decimal``.

    Text, ``true`` and ``null`` are no numbers, and a binary float has lost the digits that were published.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        value = Decimal(value)
    if not isinstance(value, Decimal):
        raise PydanticCustomError("number_type", "expected a number")
    if not value.is_finite() or not SHORTEST_MS <= value <= LONGEST_MS:
        raise PydanticCustomError("number_range", "expected a time between 1e-9 and 1e9 milliseconds")
    if len(value.as_tuple().digits) > MOST_DIGITS:
        raise PydanticCustomError("number_digits", f"expected at most {MOST_DIGITS} digits")
    return value


def repeats(identities: Iterable[Hashable | None]) -> list[tuple[int, int]]:
    """Find what has been there before.

    Returns pairs (index, index of the first one like it). ``None`` stands for an unknown identity, like no other.
    """
    first: dict[Hashable, int] = {}
    found = []
    for index, identity in enumerate(identities):
        if identity is not None and first.setdefault(identity, index) != index:
            found.append((index, first[identity]))
    return found


def _repeated(loc: tuple[str | int, ...], value: object) -> InitErrorDetails:
    return InitErrorDetails(type=PydanticCustomError("repeated", "is there already"), loc=loc, input=value)


NOT_BLANK = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"
SLUG = r"^[a-z0-9][a-z0-9-]*$"
WEB = r"^https?://\S+$"

Label = Annotated[str, StringConstraints(pattern=NOT_BLANK)]
"""Text for readers, any characters but control characters; whoever renders it escapes it."""

Slug = Annotated[str, StringConstraints(pattern=SLUG)]
"""A key that stands in URLs and is the same in every language."""

Count = Annotated[int, Field(gt=0, lt=10**9)]

Milliseconds = Annotated[
    # None says "absent" and is no value that a file may give.
    Decimal | None,
    PlainValidator(milliseconds),
    WithJsonSchema({"type": "number", "minimum": float(SHORTEST_MS), "maximum": float(LONGEST_MS)}),
]


def _without_default(schema: JsonDict) -> None:
    """Keep ``null`` from editors that fill in defaults."""
    del schema["default"]


Mode = Literal["default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"]
"""The ``mode`` argument of ``torch.compile``."""


class Record(BaseModel):
    """The ground of every class here: immutable, no conversions, no unknown fields."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True)


class Origin(Record):
    """Where the numbers come from, as far as it is known."""

    kind: Literal["imported", "measured"]
    """``imported`` from a publication, or ``measured`` by Lockstep."""

    publisher: Label
    """Who published or measured them."""

    document: Label | None = None
    """The publication, by name."""

    url: Annotated[str, StringConstraints(pattern=WEB)]
    """Where they can be looked up. Pages link to it, hence http or https only."""

    license: Label | None = None
    """The terms of the publication, as an SPDX identifier."""

    year: Annotated[int, Field(ge=2016, le=9999)] | None = None
    """The year of publication or measurement. PyTorch appeared in 2016."""


class Protocol(Record):
    """How each time was taken; the same for every cell of a file."""

    statistic: Literal["mean"]
    """What a time is, over the repetitions."""

    repetitions: Count
    """Timed inferences behind each time."""

    warm_up: bool
    """Whether untimed inferences went before (they hold the compilation)."""

    same_input: bool
    """Whether every inference was given the same input (for vision models, the same image)."""


class Hardware(Record):
    """The device that ran the model."""

    device: Label
    """Its name, as published."""

    kind: Literal["cpu", "gpu"]
    """What sort of device it is."""


class Software(Record):
    """The software that ran the model."""

    torch: Label
    """PyTorch's version, as published (``2.1.0.dev+cu118``)."""

    @property
    def nightly(self) -> bool:
        """Whether it is a development build, which PEP 440 marks with ``.dev``."""
        return ".dev" in self.torch


class Treatment(Record):
    """What was done to the compiled arm."""

    backend: Label
    """The ``backend`` argument of ``torch.compile``."""

    mode: Mode
    """The ``mode`` argument of ``torch.compile``."""


class Arm(Record):
    """One side of a comparison: a time, or the reason why there is none."""

    model_config = ConfigDict(
        json_schema_extra={
            "if": {"properties": {"status": {"const": "ok"}}},
            "then": {"required": ["mean_ms"]},
            "else": {"properties": {"mean_ms": False}},
        }
    )

    status: Literal["ok", "oom"]
    """``ok``, or ``oom``: the device ran out of memory."""

    mean_ms: Milliseconds = Field(default=None, json_schema_extra=_without_default)
    """Mean time of one inference in milliseconds, to the digits published; there if and only if ``status`` is ok."""

    @model_validator(mode="after")
    def _time_if_ok(self) -> Self:
        if self.status == "ok" and self.mean_ms is None:
            raise ValidationError.from_exception_data(
                "Arm", [InitErrorDetails(type="missing", loc=("mean_ms",), input=self.status)]
            )
        if self.status != "ok" and self.mean_ms is not None:
            unwanted = PydanticCustomError("time_unwanted", "only an arm whose status is 'ok' has a time")
            raise ValidationError.from_exception_data(
                "Arm", [InitErrorDetails(type=unwanted, loc=("mean_ms",), input=self.mean_ms)]
            )
        return self


class Cell(Record):
    """One model at one batch size, without and with ``torch.compile``."""

    task: Label
    """What the model does, by the name of its transformers pipeline (``object-detection``)."""

    model: Label
    """The model's name, as published."""

    checkpoint: Label
    """The weights, as a repository of the Hugging Face Hub."""

    batch_size: Count
    """Images per inference; 1 also where the publisher wrote "unbatched"."""

    eager: Arm
    """Without ``torch.compile``."""

    compiled: Arm
    """With it, under the subset's treatment."""

    @property
    def speed_up(self) -> Decimal | None:
        """Eager time over compiled time (2 = twice as fast); ``None`` where either has no time."""
        if self.eager.mean_ms is None or self.compiled.mean_ms is None:
            return None
        return self.eager.mean_ms / self.compiled.mean_ms


def _unique_cells(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    found = repeats((cell.task, cell.model, cell.batch_size) for cell in cells)
    if found:
        errors = [_repeated((index,), cells[index].model) for index, _ in found]
        raise ValidationError.from_exception_data("Subset", errors)
    return cells


class Subset(Record):
    """Cells that share one device, one set of software and one treatment: one table."""

    key: Slug
    """Names the subset in URLs and pages, unique in its file; once published it stays."""

    hardware: Hardware
    """What it ran on."""

    software: Software
    """What ran it."""

    treatment: Treatment
    """What the compiled arm was compiled with."""

    # JSON has lists only: here alone, one is taken for a tuple.
    cells: Annotated[tuple[Cell, ...], Strict(False), Field(min_length=1), AfterValidator(_unique_cells)]
    """The numbers, in the publisher's order; a task, model and batch size stand there once."""

    @property
    def label(self) -> str:
        """Name the subset for readers: ``A100 · nightly · reduce-overhead``. Names, the same in every language."""
        parts = [self.hardware.device]
        if self.software.nightly:
            parts.append("nightly")
        if self.treatment.mode != "default":
            parts.append(self.treatment.mode)
        return " · ".join(parts)


def _unique_subsets(subsets: tuple[Subset, ...]) -> tuple[Subset, ...]:
    found = repeats(subset.key for subset in subsets)
    if found:
        errors = [_repeated((index, "key"), subsets[index].key) for index, _ in found]
        raise ValidationError.from_exception_data("Results", errors)
    return subsets


class Results(Record):
    """A result file."""

    # Not Literal[1]: to it, true is 1.
    schema_version: Annotated[int, Field(ge=SCHEMA_VERSION, le=SCHEMA_VERSION)]
    """The version of this layout."""

    origin: Origin
    """Where the numbers come from."""

    protocol: Protocol
    """How they were taken."""

    subsets: Annotated[tuple[Subset, ...], Strict(False), Field(min_length=1), AfterValidator(_unique_subsets)]
    """The setups, in the order in which pages offer them."""
