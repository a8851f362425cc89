# --8<-- [start:wrong]
import time

import torch

model = torch.nn.Sequential(
    torch.nn.Linear(256, 256),
    torch.nn.GELU(),
    torch.nn.LayerNorm(256),
).eval()
inputs = torch.randn(8, 256)
compiled_model = torch.compile(model)

with torch.inference_mode():
    start = time.perf_counter()
    outputs = compiled_model(inputs)
    first_call = time.perf_counter() - start  # compilation, and a little work
# --8<-- [end:wrong]


# --8<-- [start:right]
def median_time(function, calls=200):
    times = []
    with torch.inference_mode():
        for _ in range(3):
            function(inputs)  # warm-up, not timed
        for _ in range(calls):
            start = time.perf_counter()
            function(inputs)
            times.append(time.perf_counter() - start)
    return sorted(times)[calls // 2]


eager = median_time(model)
compiled = median_time(compiled_model)

print(f"first call {first_call:.1f} s")
print(f"then {compiled * 1000:.3f} ms, eager {eager * 1000:.3f} ms")
if compiled < eager:
    calls = first_call / (eager - compiled)
    print(f"pays off after {calls:.0f} calls")
else:
    print("does not pay off")
# --8<-- [end:right]

from lockstep import proof

proof.graphs(1)
with torch.inference_mode():
    proof.equals_eager(lambda _: outputs, model, inputs)
# The first call is of another order than the ones after it, whatever the machine is busy with.
assert first_call > 10 * compiled
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)
    # What is called must be what torch.compile has returned.
    proof.compiles_nothing(model, inputs)


# A call of compiled code costs something too, more than so little work takes.
def little(values):
    return values + 1


compiled_little = torch.compile(little)
assert median_time(compiled_little) > median_time(little)
