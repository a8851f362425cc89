"""Load every model of a seeded cache by its name, as a program would: one line of JSON for each, on stdout.

The models named as arguments are also traced, with a backend that only counts.
"""

from __future__ import annotations

import json
import sys
import time

import torch
import transformers
from PIL import Image

from lockstep.snippets.verification.tiny_models import MODELS, TinyModel

AUTO_CLASSES = {
    "text-generation": transformers.AutoModelForCausalLM,
    "image-classification": transformers.AutoModelForImageClassification,
    "object-detection": transformers.AutoModelForObjectDetection,
    "zero-shot-object-detection": transformers.AutoModelForZeroShotObjectDetection,
    "semantic-segmentation": transformers.AutoModelForSemanticSegmentation,
    "universal-segmentation": transformers.AutoModelForUniversalSegmentation,
}
PROMPT = "The fastest way to learn is"


def inputs_for(model: TinyModel) -> dict[str, torch.Tensor]:
    """Prepare inputs as the documentation of transformers does for the task."""
    image = Image.radial_gradient("L").resize((80, 70)).convert("RGB")
    if model.task == "text-generation":
        return transformers.AutoTokenizer.from_pretrained(model.name)(PROMPT, return_tensors="pt")
    if model.task == "zero-shot-object-detection":
        processor = transformers.AutoProcessor.from_pretrained(model.name)
        return processor(text=[["a cat", "a remote control"]], images=image, return_tensors="pt")
    return transformers.AutoImageProcessor.from_pretrained(model.name)(images=image, return_tensors="pt")


def floating(output: transformers.utils.ModelOutput) -> list[torch.Tensor]:
    return [value for value in output.values() if isinstance(value, torch.Tensor) and value.is_floating_point()]


def look(model: TinyModel) -> dict[str, object]:
    started = time.process_time()
    loaded = AUTO_CLASSES[model.task].from_pretrained(model.name)
    inputs = dict(inputs_for(model))
    # The same input backwards: the output must notice.
    changed = "input_ids" if model.task == "text-generation" else "pixel_values"
    other = {**inputs, changed: inputs[changed].flip(-1)}
    graphs = 0

    def count(graph, _inputs):
        nonlocal graphs
        graphs += 1
        return graph.forward

    compiled = torch.compile(loaded, backend=count, fullgraph=True)
    with torch.inference_mode():
        reference, backwards = floating(loaded(**inputs)), floating(loaded(**other))
        result = floating(compiled(**inputs)) if model.name in sys.argv[1:] else reference
    return {
        "name": model.name,
        "class": type(loaded).__name__,
        "finite": all(bool(value.isfinite().all()) for value in reference),
        "rms": float(reference[0].square().mean().sqrt()),
        "change": float((reference[0] - backwards[0]).norm() / reference[0].norm()),
        "graphs": graphs,
        "same": all(torch.allclose(*pair, rtol=1e-3) for pair in zip(reference, result, strict=True)),
        "seconds": round(time.process_time() - started, 2),
    }


if __name__ == "__main__":
    # One is enough, and others may be measuring.
    torch.set_num_threads(1)
    for declared in MODELS:
        print(json.dumps(look(declared)), flush=True)  # noqa: T201
