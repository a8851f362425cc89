# /// lockstep
# needs = ["cuda"]
# ///

# --8<-- [start:shapes]
import torch

model = torch.nn.Linear(64, 64).eval().cuda()
compiled_model = torch.compile(model, mode="reduce-overhead", dynamic=True)

with torch.inference_mode():
    # One compilation, but a CUDA graph for each size.
    for batch_size in range(2, 26):
        for _ in range(3):
            inputs = torch.randn(batch_size, 64, device="cuda")
            outputs = compiled_model(inputs)
# --8<-- [end:shapes]

import unittest

from lockstep import proof

proof.graphs(1)
inputs = torch.randn(12, 64, device="cuda")
proof.cuda_graphs(inputs.device)
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)
    # The words by which readers find the entry come with the ninth size.
    torch.compiler.reset()
    with unittest.TestCase().assertLogs("torch._inductor", "WARNING") as logs:
        for batch_size in range(2, 26):
            compiled_model(torch.randn(batch_size, 64, device="cuda"))
    assert any("We have observed 9 distinct sizes" in record.getMessage() for record in logs.records)
