# --8<-- [start:compile]
import torch

model = torch.nn.Sequential(
    torch.nn.Linear(64, 256),
    torch.nn.GELU(),
    torch.nn.Linear(256, 64),
).eval()
inputs = torch.randn(16, 64)

compiled_model = torch.compile(model, fullgraph=True)

with torch.inference_mode():
    expected = model(inputs)
    outputs = compiled_model(inputs)  # compiles: seconds, once

torch.testing.assert_close(outputs, expected)
# --8<-- [end:compile]

# --8<-- [start:time]
import time

with torch.inference_mode():
    for name, function in [("eager", model), ("compiled", compiled_model)]:
        start = time.perf_counter()
        for _ in range(1000):
            outputs = function(inputs)
        seconds = time.perf_counter() - start
        print(f"{name}: {seconds:.3f} ms per call")  # of 1000 calls
# --8<-- [end:time]

from lockstep import proof

proof.graphs(1)
proof.fullgraph(compiled_model)
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)
