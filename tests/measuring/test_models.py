"""The suites build the models that they name, without a network."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lockstep.benchmarks.measuring.suites import SUITES
from lockstep.benchmarks.measuring.supervising import measuring_environment

# Millions of parameters, as papers, model cards and the Hub have them.
PUBLISHED = {
    "vit": 86.6,
    # The encoder's 86, and a head for 21,841 classes in place of one for 1,000.
    "beit": 86.5 + 0.769 * 20.841,
    "convnext": 198,
    "resnet": 25.6,
    "segformer": 3.75,
    "mobilenet": 2.55,
    "owlvit": 153,
    "detr": 41.5,
    "resnet-101": 60.5,
    "conditional-detr": 43.5,
    "mask2former": 47.4,
    "maskformer": 102,
    "smollm2-135m-prefill": 134.5,
    "qwen2.5-0.5b-prefill": 494,
}

# On PyTorch's meta device, which knows shapes and has no values: neither time nor memory.
CODE = """
import importlib, json
import torch
from lockstep.benchmarks.measuring.suites import SUITES
found = {}
for suite in SUITES.values():
    build = importlib.import_module(suite.building).build
    for recipe in suite.recipes:
        if not recipe.state:
            subject = build(recipe, 2, torch.bfloat16, torch.device("meta"))
            found[recipe.id] = {
                "parameters": sum(weight.numel() for weight in subject.model.parameters()),
                "training": subject.model.training,
                "dtypes": sorted({str(weight.dtype) for weight in subject.model.parameters()}),
                "inputs": {key: list(one.shape) for key, one in subject.inputs.items() if hasattr(one, "shape")},
            }
print("\\n" + json.dumps(found))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    env = measuring_environment(1) | {"HF_HOME": str(tmp_path_factory.mktemp("hub"))}
    env["PYTHONPATH"] = str(Path(__file__).parents[2] / "src")
    told = subprocess.run([sys.executable, "-c", CODE], env=env, capture_output=True, text=True, check=True).stdout
    return json.loads(told.splitlines()[-1])


@pytest.mark.parametrize("name", PUBLISHED)
def test_sizes_are_the_published_ones(built, name):
    assert built[name]["parameters"] / 1e6 == pytest.approx(PUBLISHED[name], rel=0.01)
    assert built[name]["dtypes"] == ["torch.bfloat16"]
    assert not built[name]["training"]


def test_inputs_are_those_that_files_will_name(built):
    recipes = {recipe.id: recipe for suite in SUITES.values() for recipe in suite.recipes if not recipe.state}
    assert built.keys() == recipes.keys() == PUBLISHED.keys()
    for name, recipe in recipes.items():
        assert built[name]["inputs"] == {key: list(given.sized(2)) for key, given in recipe.inputs.items()}
