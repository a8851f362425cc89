# /// lockstep
# needs = ["cuda"]
# ///

# --8<-- [start:timer]
import torch

model = torch.nn.Linear(1024, 1024).eval().cuda()
inputs = torch.randn(64, 1024, device="cuda")
compiled_model = torch.compile(model)
with torch.inference_mode():
    outputs = compiled_model(inputs)  # compiles, not timed


def mean_time(function, calls=200):
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    with torch.inference_mode():
        for _ in range(3):
            function(inputs)  # warm-up, not timed either
        start.record()
        for _ in range(calls):
            function(inputs)
        end.record()
    torch.cuda.synchronize()  # only now is the time known
    return start.elapsed_time(end) / calls


print(f"eager {mean_time(model):.3f} ms")
print(f"compiled {mean_time(compiled_model):.3f} ms")
# --8<-- [end:timer]

from lockstep import proof

proof.graphs(1)
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)
