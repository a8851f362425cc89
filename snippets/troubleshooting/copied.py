# /// lockstep
# needs = ["cuda"]
# ///

# --8<-- [start:copied]
import torch

model = torch.nn.Linear(64, 64).eval().cuda()
batches = [torch.randn(16, 64, device="cuda") for _ in range(4)]
compiled_model = torch.compile(model, mode="reduce-overhead")

with torch.inference_mode():
    results = [compiled_model(batch).clone() for batch in batches]
print(results[2].sum())
# --8<-- [end:copied]

from lockstep import proof

proof.graphs(1)
proof.cuda_graphs(batches[0].device)
with torch.inference_mode():
    proof.no_recompile(compiled_model, batches[0])
    for batch, result in zip(batches, results, strict=True):
        proof.equals_eager(lambda _, result=result: result, model, batch)
