# /// lockstep
# output = true
# ///

# --8<-- [start:error]
import torch

model = torch.nn.Linear(8, 8).eval()
compiled_model = torch.compile(model, dynamic=False, fullgraph=True)

try:
    with torch.no_grad():
        for batch_size in range(2, 14):
            outputs = compiled_model(torch.randn(batch_size, 8))
except torch._dynamo.exc.FailOnRecompileLimitHit:
    print(f"refused a batch of {batch_size}")
# --8<-- [end:error]

from lockstep import proof

limit_hit = torch._dynamo.exc.FailOnRecompileLimitHit
proof.graphs(8)
proof.fullgraph(compiled_model)
proof.compilation_failed(limit_hit)
with torch.no_grad():
    proof.no_recompile(compiled_model, torch.randn(9, 8))
    proof.equals_eager(compiled_model, model, torch.randn(9, 8))

    torch.compiler.reset()
    for batch_size in range(2, 10):
        compiled_model(torch.randn(batch_size, 8))
    proof.raises(limit_hit, compiled_model, torch.randn(10, 8))
