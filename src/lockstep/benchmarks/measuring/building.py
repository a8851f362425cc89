"""What suites build: a model with its inputs. Imported only where a model runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lockstep.benchmarks.measuring.suite import Recipe


def _nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Subject:
    """What is called: ``model(**inputs)``.

    ``reset`` brings back the state that calls change, outside the time that is taken; ``most_calls`` are as many as may
    follow each other without it.
    """

    model: Callable[..., object]
    inputs: Mapping[str, object]
    reset: Callable[[], None] = _nothing
    most_calls: int = 10**6


def draw(recipe: Recipe, batch_size: int, dtype: torch.dtype, device: torch.device) -> dict[str, torch.Tensor]:
    """Draw the inputs of a recipe from the global seed."""
    inputs = {}
    for name, given in recipe.inputs.items():
        shape = given.sized(batch_size)
        if given.values == "normal":
            inputs[name] = torch.randn(shape, device=device).to(dtype)
        elif given.values == "integers":
            inputs[name] = torch.randint(1, given.below, shape, device=device)
        else:
            inputs[name] = torch.ones(shape, dtype=torch.int64, device=device)
    return inputs
