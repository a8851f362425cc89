"""What is measured: suites of recipes. Data alone: torch builds from it in another process."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from lockstep.benchmarks.setup import Workload

if TYPE_CHECKING:
    from collections.abc import Mapping

Dtype: TypeAlias = Literal["float32", "float16", "bfloat16"]
DTYPES: tuple[Dtype, ...] = ("float32", "float16", "bfloat16")


@dataclass(frozen=True, slots=True)
class Input:
    """An input tensor: ``per_item`` times the batch size, then ``shape``.

    ``values`` are drawn from the seed: ``normal``, in the type of the weights, or whole numbers from 1 up to ``below``;
    or they are all ``ones``, as in a mask that hides nothing.
    """

    values: Literal["normal", "integers", "ones"]
    shape: tuple[int, ...]
    per_item: int = 1
    below: int = 0

    def sized(self, batch_size: int) -> tuple[int, ...]:
        """Give the whole shape."""
        return (batch_size * self.per_item, *self.shape)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to build a model with random weights, and what to call it with.

    ``id``, ``task``, ``model`` and ``checkpoint`` are those of `Workload`. ``config`` is what the suite's module builds
    from. ``state`` are shapes, batch size in front, of what a call reads beside its inputs (a cache).
    """

    id: str
    task: str
    model: str
    checkpoint: str
    config: Mapping[str, object]
    inputs: Mapping[str, Input]
    state: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Suite:
    """Recipes that are measured together.

    ``building`` names the module whose ``build(recipe, batch_size, dtype, device)`` gives a `Subject`
    (:mod:`lockstep.benchmarks.measuring.building`); it is imported where torch may be.
    """

    name: str
    title: str
    recipes: tuple[Recipe, ...]
    building: str


def workload(suite: Suite, recipe: Recipe, batch_size: int, dtype: Dtype) -> Workload:
    """Say what a call computes, as result files do."""
    inputs = {name: given.sized(batch_size) for name, given in recipe.inputs.items()}
    inputs |= {name: (batch_size, *shape) for name, shape in recipe.state.items()}
    return Workload(
        id=recipe.id,
        task=recipe.task,
        model=recipe.model,
        checkpoint=recipe.checkpoint,
        batch_size=batch_size,
        weights="random",
        dtype=dtype,
        inputs=inputs,
        hash=_hash(suite, recipe, inputs, dtype),
    )


def _hash(suite: Suite, recipe: Recipe, inputs: Mapping[str, tuple[int, ...]], dtype: Dtype) -> str:
    """Hash what shapes the computation: configuration, inputs, type, and the text of the code that sets them up.

    The text is that of the suite's module and of what all suites share, whatever its line endings. Neither seed nor
    versions are in it: they are told apart elsewhere in a result file.
    """
    values = {name: (given.values, given.below) for name, given in recipe.inputs.items()}
    told = json.dumps([recipe.config, values, inputs, dtype], sort_keys=True, ensure_ascii=True)
    digest = hashlib.sha256(told.encode())
    for module in dict.fromkeys((suite.building, f"{__package__}.building")):
        digest.update(_source(module))
    return digest.hexdigest()[:32]


def _source(module: str) -> bytes:
    found = importlib.util.find_spec(module)
    if not found or not found.origin:
        raise ModuleNotFoundError(module)
    return Path(found.origin).read_bytes().replace(b"\r\n", b"\n")
