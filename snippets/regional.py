# /// lockstep
# output = true
# ///

# --8<-- [start:regional]
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


blocks = [Block().eval() for _ in range(12)]
for block in blocks:
    block.compile(fullgraph=True)  # all share what the first compiles

with torch.no_grad():
    values = torch.randn(4, 16)
    for block in blocks:
        values = block(values)
print(f"12 blocks, {counters['stats']['unique_graphs']} graph")
# --8<-- [end:regional]

from lockstep import proof

inputs = torch.randn(4, 16)
model = torch.nn.Sequential(*blocks)
proof.graphs(1)
proof.fullgraph(block)
with torch.no_grad():
    proof.no_recompile(model, inputs)
    proof.equals_eager(model, model.forward, inputs)

# Under inference_mode, tensors from outside and from inside are of two kinds.
torch.compiler.reset()
with torch.inference_mode():
    model(inputs)
proof.graphs(1 + 2)
torch.compiler.reset()
with torch.inference_mode():
    model(torch.randn(4, 16))
proof.graphs(1 + 2 + 1)
