"""What a measuring process is told, and what it tells.

The job comes as JSON on its stdin. What it does and finds goes to a file in a folder of its own, a line of JSON for
each event, at once: it survives the process, and whatever a model prints goes elsewhere.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from lockstep.benchmarks.measuring.suite import Dtype, Input, Recipe

if TYPE_CHECKING:
    from pathlib import Path

EVENTS = "events.jsonl"
# The file whose presence allows a process to take its samples.
GO = "go"

ArmName: TypeAlias = Literal["eager", "compiled"]
Stage: TypeAlias = Literal["build", "first-call", "correctness", "samples"]
Mode: TypeAlias = Literal["default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"]
ARMS: tuple[ArmName, ...] = ("eager", "compiled")
MODES: tuple[Mode, ...] = ("default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs")
BACKEND = "inductor"


@dataclass(frozen=True, slots=True)
class Job:
    """One cell to measure. ``budget`` is in seconds; ``arms`` are those to measure."""

    folder: str
    building: str
    recipe: Recipe
    batch_size: int
    dtype: Dtype
    device: str
    mode: Mode
    threads: int
    seed: int
    budget: float
    arms: tuple[ArmName, ...] = ARMS
    backend: str = BACKEND

    def dump(self) -> bytes:
        """Write it as JSON."""
        return json.dumps(asdict(self)).encode()


def read_job(text: str) -> Job:
    """Read a job as `Job.dump` writes it."""
    data: dict[str, Any] = json.loads(text)
    recipe = data["recipe"]
    inputs = {name: Input(**{**given, "shape": tuple(given["shape"])}) for name, given in recipe["inputs"].items()}
    state = {name: tuple(shape) for name, shape in recipe["state"].items()}
    return Job(
        **{**data, "recipe": Recipe(**{**recipe, "inputs": inputs, "state": state}), "arms": tuple(data["arms"])}
    )


class Reader:
    """Reads the events of a process as they come."""

    def __init__(self, file: Path) -> None:
        """Take the file; it need not be there yet."""
        self._file, self._read = file, 0

    def new(self) -> list[dict[str, Any]]:
        """Give the events that have come since, in order. A line that is being written waits for its end."""
        try:
            with self._file.open("rb") as stream:
                stream.seek(self._read)
                whole, newline, _ = stream.read().rpartition(b"\n")
        except FileNotFoundError:
            return []
        self._read += len(whole) + len(newline)
        return [json.loads(line) for line in whole.splitlines()]
