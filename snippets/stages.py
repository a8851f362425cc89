# /// lockstep
# output = true
# ///

# --8<-- [start:captured]
import torch


def swish_sum(values):
    return torch.nn.functional.silu(values * 2).sum(dim=-1)


def show_graph(graph, example_inputs):
    print(f"# TorchDynamo\n{graph.code.strip()}\n")
    return graph.forward  # run it as it is, without compiling


values = torch.randn(4, 8)
captured = torch.compile(swish_sum, backend=show_graph)
with torch.inference_mode():
    outputs = captured(values)
# --8<-- [end:captured]

# --8<-- [start:lowered]
from functorch.compile import make_boxed_func
from torch._dynamo.backends.common import aot_autograd


def show_lowered(graph, example_inputs):
    print(f"# AOTAutograd\n{graph.code.strip()}\n")
    return make_boxed_func(graph.forward)


backend = aot_autograd(fw_compiler=show_lowered)
lowered = torch.compile(swish_sum, backend=backend)
with torch.inference_mode():
    outputs = lowered(values)
# --8<-- [end:lowered]

# --8<-- [start:fused]
from torch._inductor import metrics

compiled = torch.compile(swish_sum)
with torch.inference_mode():
    outputs = compiled(values)
print(f"# TorchInductor\nkernels: {metrics.generated_kernel_count}")
# --8<-- [end:fused]

from lockstep import proof

# One for each of the three backends.
proof.graphs(3)
assert metrics.generated_kernel_count == 1
with torch.inference_mode():
    for stage in (captured, lowered, compiled):
        proof.no_recompile(stage, values)
        proof.equals_eager(stage, swish_sum, values)
