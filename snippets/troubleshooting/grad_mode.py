# /// lockstep
# output = true
# ///

# --8<-- [start:mixed]
import torch
from torch._dynamo.utils import counters

model = torch.nn.Linear(8, 8).eval()
compiled_model = torch.compile(model)
inputs = torch.randn(4, 8)

with torch.no_grad():
    outputs = compiled_model(inputs)  # the warm-up
print("after the warm-up:", counters["stats"]["unique_graphs"], "compiled")

with torch.inference_mode():
    outputs = compiled_model(inputs)  # another context
    made_inside = torch.randn(4, 8)
    outputs = compiled_model(made_inside)  # another kind of tensor
print("after two requests:", counters["stats"]["unique_graphs"], "compiled")
# --8<-- [end:mixed]

# --8<-- [start:one-place]
torch.compiler.reset()  # forget what was compiled
fresh_model = torch.compile(model)


@torch.no_grad()  # one context, in one place
def predict(values):
    return fresh_model(values)


predict(inputs)  # the warm-up
with torch.compiler.set_stance("fail_on_recompile"):
    outputs = predict(torch.randn(4, 8))
# --8<-- [end:one-place]

from lockstep import proof

proof.graphs(4)
proof.no_recompile(predict, inputs)
proof.equals_eager(predict, model, inputs)
# Called from inference_mode, no_grad makes nothing right: it ends neither that context nor its kind of tensor.
with torch.compiler.set_stance("fail_on_recompile"):
    # The words by which readers find the entry.
    proof.raises(RuntimeError, fresh_model, inputs, match="GLOBAL_STATE changed: grad_mode")
    with torch.inference_mode():
        proof.raises(RuntimeError, fresh_model, inputs, match="dispatch key set mismatch")
        proof.raises(RuntimeError, predict, inputs, match="dispatch key set mismatch")
        made_inside = torch.randn(4, 8)
    proof.raises(RuntimeError, predict, made_inside, match="dispatch key set mismatch")
    proof.no_recompile(predict, made_inside.clone())
