# /// lockstep
# needs = ["cuda"]
# ///

# --8<-- [start:outputs]
import torch

model = torch.nn.Linear(64, 64).eval().cuda()
batches = [torch.randn(16, 64, device="cuda") for _ in range(4)]
compiled_model = torch.compile(model, mode="reduce-overhead")

with torch.inference_mode():
    # Each call writes where the one before wrote: copy what you keep.
    results = [compiled_model(batch).clone() for batch in batches]
# --8<-- [end:outputs]

from lockstep import proof

proof.graphs(1)
proof.cuda_graphs(batches[0].device)
with torch.inference_mode():
    proof.no_recompile(compiled_model, batches[0])
    proof.equals_eager(compiled_model, model, batches[0])
    for batch, result in zip(batches, results, strict=True):
        # Not overwritten by the calls that came after it.
        proof.equals_eager(lambda batch, result=result: result, model, batch)
    kept = compiled_model(batches[0])
    compiled_model(batches[1])
    proof.raises(RuntimeError, kept.sum, match="overwritten by a subsequent run")
