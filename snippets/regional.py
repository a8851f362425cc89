# /// lockstep
# output = true
# ///

# --8<-- [start:regional]
import time

import torch
from torch._dynamo.utils import counters


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(16)
        self.grow = torch.nn.Linear(16, 64)
        self.shrink = torch.nn.Linear(64, 16)

    def forward(self, values):
        return values + self.shrink(torch.nn.functional.gelu(self.grow(self.norm(values))))


def seconds(function):
    start = time.perf_counter()
    with torch.no_grad():
        function(torch.randn(4, 16))
    return time.perf_counter() - start


blocks = [Block().eval() for _ in range(6)]
model = torch.nn.Sequential(*blocks)
whole_model = torch.compile(model, fullgraph=True)
whole = seconds(whole_model)

for block in blocks:
    block.compile(fullgraph=True)  # all share what the first compiles
before = counters["stats"]["unique_graphs"]
regional = seconds(model)
print(f"6 blocks, {counters['stats']['unique_graphs'] - before} graph")
print("the first call takes less time:", regional < whole)
# --8<-- [end:regional]

from lockstep import proof

inputs = torch.randn(4, 16)
# One for the whole model, one for a block.
proof.graphs(2)
proof.fullgraph(whole_model)
proof.fullgraph(block)
with torch.no_grad():
    proof.no_recompile(model, inputs)
    proof.no_recompile(whole_model, inputs)
    proof.equals_eager(model, model.forward, inputs)
    proof.equals_eager(whole_model, model.forward, inputs)

# Under inference_mode, tensors from outside and from inside are of two kinds.
torch.compiler.reset()
with torch.inference_mode():
    model(inputs)
proof.graphs(2 + 2)
torch.compiler.reset()
with torch.inference_mode():
    model(torch.randn(4, 16))
proof.graphs(2 + 2 + 1)
