# /// lockstep
# needs = ["compiler"]
# ///

# --8<-- [start:package]
import torch

model = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.GELU()).eval()
example = torch.randn(8, 16)
batch_size = torch.export.Dim("batch_size", min=1, max=64)
sizes = ({0: batch_size},)  # dimension 0 of the only input varies

with torch.inference_mode():
    exported = torch.export.export(model, (example,), dynamic_shapes=sizes)
    torch._inductor.aoti_compile_and_package(exported, package_path="model.pt2")
# --8<-- [end:package]

# --8<-- [start:load]
packaged_model = torch._inductor.aoti_load_package("model.pt2")
compiled_model = torch.compile(model)

with torch.inference_mode():
    for size in (8, 3, 1):
        inputs = torch.randn(size, 16)
        torch.testing.assert_close(packaged_model(inputs), model(inputs))
    torch.testing.assert_close(compiled_model(inputs), packaged_model(inputs))
# --8<-- [end:load]

import os
import subprocess
import sys

from lockstep import proof

proof.graphs(1)
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)
    proof.equals_eager(packaged_model, model, torch.randn(5, 16))
    # The range that was declared is not checked, unless it is asked for; what cannot be computed is an error.
    proof.equals_eager(packaged_model, model, torch.randn(100, 16))
    proof.raises(RuntimeError, packaged_model, torch.randn(8, 17))
    # Weights are part of the package.
    expected = packaged_model(inputs)
    model[0].weight.zero_()
    assert torch.equal(packaged_model(inputs), expected)
    assert not torch.equal(model(inputs), expected)

# A process without the model and without a compiler runs the package, and checks inputs where it is told to.
inputs = torch.randn(8, 16)
with torch.inference_mode():
    expected = packaged_model(inputs)
torch.save((inputs, expected), "expected.pt")
code = """
import torch
from torch._dynamo.utils import counters
from lockstep import proof

inputs, expected = torch.load("expected.pt")
packaged_model = torch._inductor.aoti_load_package("model.pt2")
torch.testing.assert_close(packaged_model(inputs), expected)
proof.raises(RuntimeError, packaged_model, torch.randn(100, 16), match="too large")
# Declared, and computed without checks.
proof.raises(RuntimeError, packaged_model, torch.randn(1, 16), match="too small")
assert not counters["stats"]["unique_graphs"]
"""
environment = {**os.environ, "PATH": "", "CXX": "no-such-compiler", "AOTI_RUNTIME_CHECK_INPUTS": "1"}
run = subprocess.run([sys.executable, "-c", code], env=environment, check=True, stderr=subprocess.PIPE, text=True)  # noqa: S603
assert "Loading outdated pt2 file" in run.stderr
