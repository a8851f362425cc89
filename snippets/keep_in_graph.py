# --8<-- [start:cond]
import torch


def sharpen(values):
    return (values * 10).softmax(dim=0)


def keep(values):
    return values.clone()  # a branch may not return its input itself


def sharpen_if_flat(values):
    return torch.cond(values.std() < 1, sharpen, keep, (values,))


compiled_sharpen = torch.compile(sharpen_if_flat, fullgraph=True)
print(compiled_sharpen(torch.tensor([0.1, 0.2, 0.3])))
# --8<-- [end:cond]


# --8<-- [start:item]
def scale(values):
    return values / values.abs().max().item()


compiled_scale = torch.compile(scale, fullgraph=True)  # without fullgraph, two graphs
print(compiled_scale(torch.tensor([1.0, -4.0, 2.0])))
# --8<-- [end:item]

from lockstep import proof

proof.graphs(2)
flat, steep = torch.tensor([0.1, 0.2, 0.3]), torch.tensor([1.0, -4.0, 2.0])
for compiled, function in ((compiled_sharpen, sharpen_if_flat), (compiled_scale, scale)):
    proof.fullgraph(compiled)
    for values in (flat, steep):
        proof.no_recompile(compiled, values)
        proof.equals_eager(compiled, function, values)
# Both sides have been taken.
proof.equals_eager(compiled_sharpen, sharpen, flat)
proof.equals_eager(compiled_sharpen, keep, steep)
proof.splits(scale, steep)


def scale_if_large(values):
    peak = values.abs().max().item()
    return values / peak if peak > 1 else values


proof.raises(torch._dynamo.exc.UserError, torch.compile(scale_if_large, fullgraph=True), steep, match="data-dependent")
