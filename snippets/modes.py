# /// lockstep
# output = true
# ///

# --8<-- [start:options]
import torch
from torch._inductor import list_mode_options

modes = [
    "default",
    "reduce-overhead",
    "max-autotune",
    "max-autotune-no-cudagraphs",
]
for mode in modes:
    print(f"{mode}: {list_mode_options()[mode]}")
# --8<-- [end:options]

# --8<-- [start:counters]
from torch._dynamo.utils import counters

model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.GELU()).eval()
inputs = torch.randn(16, 64)

for mode in modes:
    before = counters["inductor"].copy()
    compiled_model = torch.compile(model, mode=mode)
    with torch.inference_mode():
        outputs = compiled_model(inputs)
    new = counters["inductor"] - before
    print(mode)
    print("  operations autotuned:", new["select_algorithm_autotune"])
    print("  CUDA graphs skipped: ", new["cudagraph_skips"])
# --8<-- [end:counters]

from lockstep import proof

# Each mode compiles the model once more; two of them ask for CUDA graphs.
proof.graphs(4)
proof.cuda_graphs(inputs.device, asked=2)
with torch.inference_mode():
    for mode in modes:
        compiled_model = torch.compile(model, mode=mode)
        proof.no_recompile(compiled_model, inputs)
        proof.equals_eager(compiled_model, model, inputs)
    proof.autotunes(0, torch.compile(model, mode="max-autotune"), inputs)
