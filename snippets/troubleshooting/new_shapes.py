# /// lockstep
# output = true
# ///

# --8<-- [start:shapes]
import torch
from torch._dynamo.utils import counters

model = torch.nn.Linear(8, 8).eval()
compiled_model = torch.compile(model)

with torch.inference_mode():
    for shape in [(4, 10), (4, 12), (6, 12), (7, 13), (1, 13)]:
        outputs = compiled_model(torch.randn(*shape, 8))
        graphs = counters["stats"]["unique_graphs"]
        print(f"batch of {shape[0]}, length {shape[1]}: {graphs} compiled")
# --8<-- [end:shapes]

# --8<-- [start:dynamic]
dynamic_model = torch.compile(model, dynamic=True)

with torch.inference_mode():
    outputs = dynamic_model(torch.randn(4, 10, 8))  # warm-up
    with torch.compiler.set_stance("fail_on_recompile"):
        for shape in [(4, 12), (6, 12), (7, 13)]:
            outputs = dynamic_model(torch.randn(*shape, 8))
# --8<-- [end:dynamic]

from lockstep import proof

# Four for the default: the first shape, another length, another batch, a batch of 1. One for dynamic=True.
proof.graphs(5)
# Size 1 is not covered by dynamic=True.
with torch.compiler.set_stance("fail_on_recompile"), torch.inference_mode():
    proof.raises(RuntimeError, dynamic_model, torch.randn(1, 10, 8), match="fail_on_recompile")
with torch.inference_mode():
    proof.no_recompile(compiled_model, torch.randn(9, 20, 8))
    proof.no_recompile(compiled_model, torch.randn(1, 13, 8))
    proof.no_recompile(dynamic_model, torch.randn(9, 20, 8))
    proof.equals_eager(compiled_model, model, torch.randn(9, 20, 8))
    proof.equals_eager(dynamic_model, model, torch.randn(9, 20, 8))
    # The words by which readers find the entry.
    torch.compiler.reset()
    compiled_model(torch.randn(4, 10, 8))
    with torch.compiler.set_stance("fail_on_recompile"):
        words = r"size mismatch at index 1\. expected 10, actual 12"
        proof.raises(RuntimeError, compiled_model, torch.randn(4, 12, 8), match=words)
