"""Builds causal language models with random weights, and the cache of one that is decoding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import transformers

from lockstep.benchmarks.measuring.building import Subject, draw

if TYPE_CHECKING:
    from lockstep.benchmarks.measuring.suite import Recipe


def build(recipe: Recipe, batch_size: int, dtype: torch.dtype, device: torch.device) -> Subject:
    """Build a model and its inputs from the global seed; for decoding, with a cache that holds a prompt."""
    given = recipe.config
    config = getattr(transformers, str(given["config"]))(**dict(given["arguments"]))  # type: ignore[call-overload]
    with device:
        model = getattr(transformers, str(given["model"]))(config)
    model = model.to(dtype).eval().requires_grad_(False)
    inputs = draw(recipe, batch_size, dtype, device)
    if given["phase"] == "prefill":
        return Subject(model, {**inputs, "use_cache": False, "logits_to_keep": 1})
    prompt, room = int(str(given["prompt"])), int(str(given["cache"]))
    cache = transformers.StaticCache(config=config, max_cache_len=room)
    tokens = torch.randint(1, config.vocab_size, (batch_size, prompt), device=device)
    with torch.inference_mode():
        model(input_ids=tokens, past_key_values=cache, logits_to_keep=1)

    def reset() -> None:
        # Stale entries behind the prompt are masked, and overwritten as decoding gets there.
        with torch.inference_mode():
            for layer in cache.layers:
                layer.cumulative_length.fill_(prompt)

    return Subject(model, {**inputs, "past_key_values": cache}, reset, most_calls=room - prompt)
