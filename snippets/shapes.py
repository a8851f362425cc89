# /// lockstep
# output = true
# ///

# --8<-- [start:count]
import torch
from torch._dynamo.utils import counters

model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU()).eval()
compiled_model = torch.compile(model)

with torch.no_grad():
    for batch_size in (4, 6, 9, 1, 7):
        outputs = compiled_model(torch.randn(batch_size, 8))
        count = counters["stats"]["unique_graphs"]
        print(f"batch of {batch_size}, graphs: {count}")
# --8<-- [end:count]

# --8<-- [start:mark]
torch.compiler.reset()  # forget what was compiled above
marked_model = torch.compile(model)

inputs = torch.randn(4, 8)
torch._dynamo.mark_dynamic(inputs, 0)  # dimension 0: any size

with torch.no_grad():
    outputs = marked_model(inputs)
    with torch.compiler.set_stance("fail_on_recompile"):
        for batch_size in (6, 9, 7):
            outputs = marked_model(torch.randn(batch_size, 8))
# --8<-- [end:mark]

from lockstep import proof

# One size, any size, size 1; and with a mark only any size.
proof.graphs(4)
proof.recompiles(2, match=r"size mismatch at index 0. expected 4, actual 6|2 <= args\[0\].size\(\)\[0\]")
with torch.no_grad():
    with torch.compiler.set_stance("eager_on_recompile"):
        proof.equals_eager(marked_model, model, torch.randn(1, 8))
    proof.graphs(4)
    proof.no_recompile(marked_model, torch.randn(12, 8))
    proof.equals_eager(marked_model, model, torch.randn(12, 8))

    # dynamic=True begins with any size; size 1 is still apart.
    torch.compiler.reset()
    dynamic_model = torch.compile(model, dynamic=True)
    dynamic_model(torch.randn(4, 8))
    proof.no_recompile(dynamic_model, torch.randn(6, 8))
    with torch.compiler.set_stance("fail_on_recompile"):
        proof.raises(RuntimeError, dynamic_model, torch.randn(1, 8), match="fail_on_recompile")

    # Where the code needs one size, a mark is an error.
    needs_four = torch.compile(lambda values: values.reshape(2, 2))
    values = torch.ones(4)
    torch._dynamo.mark_dynamic(values, 0)
    violation = torch.fx.experimental.symbolic_shapes.ConstraintViolationError
    proof.raises(violation, needs_four, values, match="You marked")
