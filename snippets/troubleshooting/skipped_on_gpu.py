# /// lockstep
# needs = ["cuda"]
# ///

# --8<-- [start:skipped]
import torch
from torch._dynamo.utils import counters


def halve(values):
    values.mul_(0.5)  # changes its input
    return values.relu()


compiled_halve = torch.compile(halve, mode="reduce-overhead")
with torch.inference_mode():
    for _ in range(3):
        outputs = compiled_halve(torch.randn(16, 64, device="cuda"))
print("skipped:", counters["inductor"]["cudagraph_skips"])
# --8<-- [end:skipped]

# --8<-- [start:mend]
counters.clear()  # count from zero
# An error, rather than a skip.
torch._inductor.config.triton.cudagraph_or_error = True


def halve_a_copy(values):
    return (values * 0.5).relu()


mended_halve = torch.compile(halve_a_copy, mode="reduce-overhead")
with torch.inference_mode():
    for _ in range(3):
        outputs = mended_halve(torch.randn(16, 64, device="cuda"))
print("skipped:", counters["inductor"]["cudagraph_skips"])
# --8<-- [end:mend]

from lockstep import proof

proof.graphs(1)
inputs = torch.randn(16, 64, device="cuda")
proof.cuda_graphs(inputs.device)
with torch.inference_mode():
    proof.no_recompile(mended_halve, inputs)
    proof.equals_eager(mended_halve, halve_a_copy, inputs)
    torch.compiler.reset()
    proof.raises(RuntimeError, torch.compile(halve, mode="reduce-overhead"), inputs, match="mutated inputs")
