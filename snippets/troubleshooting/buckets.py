# /// lockstep
# output = true
# ///

# --8<-- [start:buckets]
import torch
from torch._dynamo.utils import counters

device = "cuda" if torch.cuda.is_available() else "cpu"
model = torch.nn.Linear(64, 64).eval().to(device)
compiled_model = torch.compile(model, mode="reduce-overhead", dynamic=False)
SIZES = (8, 16, 32)


@torch.inference_mode()
def predict(batch):
    size = next(size for size in SIZES if size >= len(batch))
    padding = (0, 0, 0, size - len(batch))  # rows at the end
    padded = torch.nn.functional.pad(batch, padding)
    return compiled_model(padded)[: len(batch)].clone()


for batch_size in range(1, 25):
    outputs = predict(torch.randn(batch_size, 64, device=device))
print("24 batch sizes:", counters["stats"]["unique_graphs"], "compiled")
# --8<-- [end:buckets]

import unittest

from torch._inductor.cudagraph_utils import maybe_warning_due_to_dynamic_shape

from lockstep import proof

proof.graphs(3)
inputs = torch.randn(12, 64, device=device)
proof.cuda_graphs(inputs.device)
for batch in (inputs, inputs[:1], torch.randn(32, 64, device=device)):
    proof.no_recompile(predict, batch)
    proof.equals_eager(predict, torch.inference_mode()(model), batch)
# What is larger than the largest is refused.
proof.raises(StopIteration, predict, torch.randn(33, 64, device=device))
# The warning about sizes, in the words by which readers find the entry, comes with the ninth.
assert not maybe_warning_due_to_dynamic_shape(dict.fromkeys(range(7)), 8)
with unittest.TestCase().assertLogs("torch._inductor.cudagraph_utils", "WARNING") as logs:
    assert maybe_warning_due_to_dynamic_shape(dict.fromkeys(range(8)), 9)
words = "CUDAGraph supports dynamic shapes by recording a new graph for each distinct input size"
assert words in logs.output[0]
