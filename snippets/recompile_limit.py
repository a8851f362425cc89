# /// lockstep
# output = true
# ///

# --8<-- [start:limit]
import torch
from torch._dynamo.utils import counters

model = torch.nn.Linear(8, 8).eval()
compiled_model = torch.compile(model, dynamic=False)  # a graph for each shape

with torch.no_grad():
    for batch_size in range(2, 14):
        outputs = compiled_model(torch.randn(batch_size, 8))
print(f"12 shapes, {counters['stats']['unique_graphs']} graphs")
# --8<-- [end:limit]

from lockstep import proof

proof.graphs(8)
with torch.no_grad():
    proof.no_recompile(compiled_model, torch.randn(9, 8))
    # Beyond the limit it runs without compilation, and is right.
    proof.equals_eager(compiled_model, model, torch.randn(9, 8))
    proof.equals_eager(compiled_model, model, torch.randn(13, 8))
    # A limit of its own.
    torch.compiler.reset()
    higher = torch.compile(model, dynamic=False, fullgraph=True, recompile_limit=12)
    for batch_size in range(2, 14):
        proof.equals_eager(higher, model, torch.randn(batch_size, 8))
        proof.no_recompile(higher, torch.randn(batch_size, 8))
