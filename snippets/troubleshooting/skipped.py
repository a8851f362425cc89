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

import os
import subprocess
import sys
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

# The settings that pages name, and the environment variables, in a process that has them from its start.
assert torch._inductor.config.triton.cudagraph_skip_dynamic_graphs is False
assert torch._inductor.config.triton.cudagraph_dynamic_shape_warn_limit == 8
variables = {
    "CXX": "my-compiler",
    "TORCHINDUCTOR_COMPILE_THREADS": "3",
    "TORCHINDUCTOR_CUDAGRAPH_OR_ERROR": "1",
    "TORCHINDUCTOR_EMULATE_PRECISION_CASTS": "1",
    "TORCHINDUCTOR_FREEZING": "1",
    # A name that does not exist would be an error.
    "TORCH_LOGS": "aot_graphs,cudagraphs,graph_breaks,graph_code,guards,output_code,perf_hints,recompiles",
}
code = """
import torch
from torch._inductor import config
print(config.cpp.cxx[1], config.compile_threads)
print(config.triton.cudagraph_or_error, config.emulate_precision_casts, config.freezing)
"""
run = subprocess.run(  # noqa: S603
    [sys.executable, "-c", code], env={**os.environ, **variables}, capture_output=True, text=True, check=False
)
assert run.stdout.split() == ["my-compiler", "3", "True", "True", "True"], run.stderr
