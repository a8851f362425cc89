# /// lockstep
# needs = ["cuda"]
# raises = "RuntimeError"
# match = "overwritten by a subsequent run"
# ///

# --8<-- [start:overwritten]
import torch

model = torch.nn.Linear(64, 64).eval().cuda()
batches = [torch.randn(16, 64, device="cuda") for _ in range(4)]
compiled_model = torch.compile(model, mode="reduce-overhead")

with torch.inference_mode():
    results = [compiled_model(batch) for batch in batches]
print(results[2].sum())  # the fourth call wrote where this result was
# --8<-- [end:overwritten]

from lockstep import proof

proof.graphs(1)
proof.cuda_graphs(batches[0].device)
with torch.inference_mode():
    proof.no_recompile(compiled_model, batches[0])
    proof.equals_eager(compiled_model, model, batches[0])
    # A mark before each call does not keep the results of the calls before it.
    results = []
    for batch in batches:
        torch.compiler.cudagraph_mark_step_begin()
        results.append(compiled_model(batch))
    proof.raises(RuntimeError, results[2].sum, match="overwritten by a subsequent run")
