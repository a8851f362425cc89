# /// lockstep
# output = true
# ///

# --8<-- [start:count]
import torch
from torch._dynamo.utils import counters

device = "cuda" if torch.cuda.is_available() else "cpu"
model = torch.nn.Linear(64, 64).eval().to(device)
inputs = torch.randn(16, 64, device=device)
compiled_model = torch.compile(model, mode="reduce-overhead")

with torch.inference_mode():
    outputs = compiled_model(inputs)
skips = counters["inductor"]["cudagraph_skips"]
print(f"on {device}: {skips} graph without CUDA graphs")
# --8<-- [end:count]

import unittest

from lockstep import proof

proof.graphs(1)
proof.cuda_graphs(inputs.device)
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)
    if device == "cpu":
        # There is no warning, and it is no error even where one is asked for.
        torch.compiler.reset()
        no_logs = unittest.TestCase().assertNoLogs("torch._inductor", "WARNING")
        with no_logs, torch._inductor.config.patch({"triton.cudagraph_or_error": True}):
            compiled_model(inputs)
        assert counters["inductor"]["cudagraph_skips"] == 2
