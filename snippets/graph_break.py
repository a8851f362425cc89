# --8<-- [start:graph-break]
import torch


def limit(values):
    peak = values.abs().max()
    if peak > 1:  # depends on the values, which a graph does not know
        values = values / peak
    return values


signal = torch.tensor([0.5, -2.0, 4.0])
whole_graph = torch.compile(limit, fullgraph=True)

try:
    whole_graph(signal)
except torch._dynamo.exc.Unsupported as error:
    print(str(error).splitlines()[0])  # what the compiler could not handle
# --8<-- [end:graph-break]


# --8<-- [start:mend]
import torch


def limit_in_one_graph(values):
    peak = values.abs().max()
    return torch.where(peak > 1, values / peak, values)  # both sides are in the graph


signal = torch.tensor([0.5, -2.0, 4.0])
compiled_limit = torch.compile(limit_in_one_graph, fullgraph=True)
print(compiled_limit(signal))
# --8<-- [end:mend]

from lockstep import proof

proof.compilation_failed(torch._dynamo.exc.Unsupported)
proof.graphs(1)
proof.fullgraph(compiled_limit)
proof.no_recompile(compiled_limit, signal)
for example in (signal, signal / 8):
    proof.equals_eager(compiled_limit, limit, example)
proof.raises(torch._dynamo.exc.Unsupported, whole_graph, signal, match="^Data-dependent branching")
proof.splits(limit, signal)
