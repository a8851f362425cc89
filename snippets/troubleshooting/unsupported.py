# /// lockstep
# output = true
# ///

# --8<-- [start:error]
import torch


def scale(values):
    print("scaling", values.shape)
    return values / values.norm()


inputs = torch.tensor([3.0, 4.0])
compiled_scale = torch.compile(scale, fullgraph=True)

try:
    compiled_scale(inputs)
except torch._dynamo.exc.Unsupported as error:
    lines = str(error).splitlines()
    print(lines[0])
    print("in:", lines[lines.index("from user code:") + 2].strip())
# --8<-- [end:error]


# --8<-- [start:mend]
def scale_in_one_graph(values):
    if not torch.compiler.is_compiling():  # left out of the graph
        print("scaling", values.shape)
    return values / values.norm()


mended_scale = torch.compile(scale_in_one_graph, fullgraph=True)
print(mended_scale(inputs))
# --8<-- [end:mend]

from transformers import CompileConfig

from lockstep import proof

unsupported = torch._dynamo.exc.Unsupported
proof.compilation_failed(unsupported)
proof.graphs(1)
proof.fullgraph(compiled_scale)
proof.fullgraph(mended_scale)
proof.no_recompile(mended_scale, inputs)
proof.equals_eager(mended_scale, scale, inputs)
proof.raises(unsupported, compiled_scale, inputs, match="^Failed to trace builtin operator")
# Without fullgraph the function works.
proof.equals_eager(torch.compile(scale), scale, inputs)
# What generate() of Transformers asks for where nothing else is passed.
assert CompileConfig().fullgraph is False
assert CompileConfig().mode == "reduce-overhead"
