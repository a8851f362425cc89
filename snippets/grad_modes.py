# --8<-- [start:grad-modes]
import torch

model = torch.nn.Linear(8, 8).eval()
compiled_model = torch.compile(model)
inputs = torch.randn(4, 8)

with torch.inference_mode():
    outputs = compiled_model(inputs)  # compiles
    outputs = compiled_model(torch.randn(4, 8))  # compiles again: made inside
with torch.no_grad():
    outputs = compiled_model(inputs)  # compiles again: another mode
# --8<-- [end:grad-modes]

from lockstep import proof

proof.graphs(3)
proof.recompiles(2, match="dispatch key set mismatch")
with torch.no_grad():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    proof.no_recompile(compiled_model, torch.randn(4, 8))
