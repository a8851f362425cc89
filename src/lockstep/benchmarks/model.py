"""What a result file says: published or measured numbers, in subsets that are each one machine with its software.

Only what was published or measured is stored. Whatever follows from it (medians, speed-ups, labels) is computed on
demand (:mod:`lockstep.benchmarks.derived`), so that a file cannot contradict itself. Numbers are ``Decimal``: a file's
digits are what readers see.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, Self

from pydantic import AfterValidator, Field, Strict, ValidationError, model_validator
from pydantic.config import ConfigDict
from pydantic_core import InitErrorDetails, PydanticCustomError

from lockstep.benchmarks.fields import (
    Bytes,
    Count,
    Given,
    Key,
    Label,
    Milliseconds,
    Record,
    Tally,
    repeats,
    without_default,
)
from lockstep.benchmarks.setup import (
    OPTIONAL,
    Correctness,
    Hardware,
    Origin,
    Protocol,
    Software,
    Treatment,
    Workload,
)

SCHEMA_VERSION = 2

# JSON has lists only: here alone, one is taken for a tuple.
Samples = Annotated[tuple[Milliseconds, ...], Strict(False), Field(min_length=1)]
Status = Literal["ok", "oom", "error", "crash", "timeout", "wrong", "not-run"]


def _repeated(loc: tuple[str | int, ...], value: object) -> InitErrorDetails:
    return InitErrorDetails(type=PydanticCustomError("repeated", "is there already"), loc=loc, input=value)


class Arm(Record):
    """One side of a comparison: its times, or the reason why there are none."""

    model_config = ConfigDict(
        json_schema_extra={
            "if": {"properties": {"status": {"const": "ok"}}},
            "then": {"oneOf": [{"required": ["mean_ms"]}, {"required": ["samples_ms"]}]},
            "else": {"properties": {"mean_ms": False, "samples_ms": False}},
        }
    )

    status: Status
    """How it ended.

    ``ok``; ``oom``: the device ran out of memory; ``error``: an exception; ``crash``: the process died; ``timeout``: it
    took too long and was stopped; ``wrong``: the output is not that of the eager arm; ``not-run``: it was never tried.
    """

    stage: Annotated[Literal["build", "first-call", "correctness", "samples"] | None, Given] = OPTIONAL
    """What it was doing when it failed."""

    reason: Annotated[Label | None, Given] = OPTIONAL
    """What went wrong, in one line."""

    mean_ms: Annotated[Milliseconds | None, Given] = OPTIONAL
    """Published time of one call in milliseconds, to the digits published; only if ``status`` is ok."""

    samples_ms: Annotated[Samples | None, Given] = OPTIONAL
    """Measured times of one call in milliseconds, in the order in which they were taken; only if ``status`` is ok."""

    calls_per_sample: Annotated[Count | None, Given] = OPTIONAL
    """How many calls in a row a sample is the mean of."""

    first_call_ms: Annotated[Milliseconds | None, Given] = OPTIONAL
    """The very first call in milliseconds; on the compiled arm it holds the compilation."""

    compile_ms: Annotated[Milliseconds | None, Given] = OPTIONAL
    """What PyTorch says that compiling took, in milliseconds."""

    peak_memory: Annotated[Bytes | None, Given] = OPTIONAL
    """Most memory in use during the samples, in bytes: the device's, or on a CPU that of the process."""

    graphs: Annotated[Tally | None, Given] = OPTIONAL
    """How many graphs were compiled."""

    graph_breaks: Annotated[Tally | None, Given] = OPTIONAL
    """How many graph breaks there were."""

    @model_validator(mode="after")
    def _times_if_ok(self) -> Self:
        times = [name for name in ("mean_ms", "samples_ms") if getattr(self, name) is not None]
        if self.status == "ok" and not times:
            error = InitErrorDetails(type="missing", loc=("mean_ms",), input=self.status)
            raise ValidationError.from_exception_data("Arm", [error])
        if self.status != "ok" and times:
            unwanted = PydanticCustomError("time_unwanted", "only an arm whose status is 'ok' has a time")
            error = InitErrorDetails(type=unwanted, loc=(times[0],), input=getattr(self, times[0]))
            raise ValidationError.from_exception_data("Arm", [error])
        if len(times) == 2:
            both = PydanticCustomError("time_unwanted", "an arm has a published time or samples, not both")
            error = InitErrorDetails(type=both, loc=("samples_ms",), input=self.samples_ms)
            raise ValidationError.from_exception_data("Arm", [error])
        return self


class CellKey(NamedTuple):
    """What tells the cells of a subset apart."""

    workload: str
    batch_size: int
    dtype: str | None
    treatment: Treatment


class Cell(Record):
    """One workload, without and with ``torch.compile``."""

    workload: Workload
    """What a call computes."""

    treatment: Treatment
    """What the compiled arm was compiled with."""

    eager: Arm
    """Without ``torch.compile``."""

    compiled: Arm
    """With it, under ``treatment``."""

    correctness: Annotated[Correctness | None, Given] = OPTIONAL
    """Whether the two compute the same."""

    warnings: Annotated[tuple[Label, ...], Strict(False)] = ()
    """What the measuring program noticed, about noise for example."""

    @property
    def key(self) -> CellKey:
        """What tells it apart in its subset."""
        return CellKey(self.workload.id, self.workload.batch_size, self.workload.dtype, self.treatment)


def _unique_cells(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    found = repeats(cell.key for cell in cells)
    if found:
        errors = [_repeated((index,), cells[index].workload.model) for index, _ in found]
        raise ValidationError.from_exception_data("Subset", errors)
    return cells


class Subset(Record):
    """Cells that share one machine, its software, a protocol and an origin."""

    key: Key
    """Names the subset in URLs and pages, unique in its file; once published it stays."""

    origin: Origin
    """Where the numbers come from."""

    hardware: Hardware
    """What they were measured on."""

    software: Software
    """What ran it."""

    protocol: Protocol
    """How times were taken."""

    # JSON has lists only: here alone, one is taken for a tuple.
    cells: Annotated[tuple[Cell, ...], Strict(False), Field(min_length=1), AfterValidator(_unique_cells)]
    """The numbers, in the publisher's order; a workload, batch size, type and treatment stand there once."""


def _unique_subsets(subsets: tuple[Subset, ...]) -> tuple[Subset, ...]:
    found = repeats(subset.key for subset in subsets)
    if found:
        errors = [_repeated((index, "key"), subsets[index].key) for index, _ in found]
        raise ValidationError.from_exception_data("Results", errors)
    return subsets


class Results(Record):
    """A result file."""

    schema_address: Annotated[Label | None, Given] = Field(
        default=None, alias="$schema", json_schema_extra=without_default
    )
    """Where an editor finds the JSON Schema of this layout."""

    # Not Literal[2]: to it, 2.0 is 2.
    schema_version: Annotated[int, Field(ge=SCHEMA_VERSION, le=SCHEMA_VERSION)]
    """The version of this layout."""

    subsets: Annotated[tuple[Subset, ...], Strict(False), Field(min_length=1), AfterValidator(_unique_subsets)]
    """The machines, in the order in which pages offer them."""
