"""Small language models, in the two phases of generating text.

``prefill`` reads a prompt: one forward pass over its tokens, for the logits of the last one, which writes no cache.
``decode`` goes on with one token at a time, with a static cache that holds the prompt: every step computes over the
whole cache, so that steps take the same time wherever they are.

Configurations are those of the checkpoints' ``config.json`` on the Hugging Face Hub.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.benchmarks.measuring.suite import Input, Recipe, Suite

if TYPE_CHECKING:
    from collections.abc import Mapping

PROMPT = 128
"""Tokens of the prompt."""
CACHE = 256
"""Tokens that the static cache has room for."""

SMOLLM2 = {
    "vocab_size": 49152,
    "hidden_size": 576,
    "intermediate_size": 1536,
    "num_hidden_layers": 30,
    "num_attention_heads": 9,
    "num_key_value_heads": 3,
    "max_position_embeddings": 8192,
    "rms_norm_eps": 1e-5,
    "rope_parameters": {"rope_type": "default", "rope_theta": 100000.0},
    "tie_word_embeddings": True,
}
QWEN = {
    "vocab_size": 151936,
    "hidden_size": 896,
    "intermediate_size": 4864,
    "num_hidden_layers": 24,
    "num_attention_heads": 14,
    "num_key_value_heads": 2,
    "max_position_embeddings": 32768,
    "rms_norm_eps": 1e-6,
    "rope_parameters": {"rope_type": "default", "rope_theta": 1000000.0},
    "tie_word_embeddings": True,
}


def _both(name: str, slug: str, checkpoint: str, kind: str, arguments: Mapping[str, object]) -> tuple[Recipe, Recipe]:
    sizes = ("vocab_size", "hidden_size", "num_attention_heads", "num_key_value_heads")
    vocabulary, hidden, heads, kept = (int(str(arguments[size])) for size in sizes)
    config = {"model": f"{kind}ForCausalLM", "config": f"{kind}Config", "arguments": arguments}
    return (
        Recipe(
            id=f"{slug}-prefill",
            task="text-generation",
            model=f"{name} (prefill)",
            checkpoint=checkpoint,
            config={**config, "phase": "prefill"},
            inputs={"input_ids": Input("integers", (PROMPT,), below=vocabulary)},
        ),
        Recipe(
            id=f"{slug}-decode",
            task="text-generation",
            model=f"{name} (decode)",
            checkpoint=checkpoint,
            config={**config, "phase": "decode", "prompt": PROMPT, "cache": CACHE},
            inputs={"input_ids": Input("integers", (1,), below=vocabulary)},
            # Of each layer.
            state={f"past_key_values.{part}": (kept, CACHE, hidden // heads) for part in ("keys", "values")},
        ),
    )


CAUSAL_LM = Suite(
    "causal-lm",
    "small language models: prefill, and decoding with a static cache",
    (
        *_both("SmolLM2-135M", "smollm2-135m", "HuggingFaceTB/SmolLM2-135M", "Llama", SMOLLM2),
        *_both("Qwen2.5-0.5B", "qwen2.5-0.5b", "Qwen/Qwen2.5-0.5B", "Qwen2", QWEN),
    ),
    f"{__package__}.causal_lm_models",
)
