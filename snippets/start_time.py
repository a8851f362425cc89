# --8<-- [start:time]
import time

import torch

model = torch.nn.Sequential(
    torch.nn.Linear(64, 256),
    torch.nn.GELU(),
    torch.nn.Linear(256, 64),
).eval()
inputs = torch.randn(16, 64)
compiled_model = torch.compile(model, fullgraph=True)


def milliseconds(function, calls):
    start = time.perf_counter()
    with torch.inference_mode():
        for _ in range(calls):
            function(inputs)
    return (time.perf_counter() - start) / calls * 1000


print(f"first call: {milliseconds(compiled_model, 1):.0f} ms")
print(f"compiled:   {milliseconds(compiled_model, 200):.3f} ms per call")
print(f"eager:      {milliseconds(model, 200):.3f} ms per call")
# --8<-- [end:time]

from lockstep import proof

proof.graphs(1)
proof.fullgraph(compiled_model)
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)
# The first call of a fresh wrapper is of another order than later ones, whatever the machine is busy with.
torch.compiler.reset()
assert milliseconds(compiled_model, 1) > 10 * milliseconds(compiled_model, 200)
