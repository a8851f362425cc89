"""Builds vision models from their configurations, with random weights. Imported only where a model runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import transformers

from lockstep.benchmarks.measuring.building import Subject, draw

if TYPE_CHECKING:
    from lockstep.benchmarks.measuring.suite import Recipe


def build(recipe: Recipe, batch_size: int, dtype: torch.dtype, device: torch.device) -> Subject:
    """Build a model and its inputs from the global seed."""
    given = recipe.config
    config = getattr(transformers, str(given["config"]))(**dict(given["arguments"]))  # type: ignore[call-overload]
    # On the device from the start: drawing 200 million weights takes seconds on a CPU.
    with device:
        model = getattr(transformers, str(given["model"]))(config)
        if given.get("convolutions") == "kaiming":
            _keep_variance(model)
    model = model.to(dtype).eval().requires_grad_(False)
    return Subject(model, draw(recipe, batch_size, dtype, device))


def _keep_variance(model: torch.nn.Module) -> None:
    """Draw the weights of convolutions anew, so that what goes through them keeps its size."""
    for module in model.modules():
        if isinstance(module, torch.nn.Conv2d):
            torch.nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
