# /// lockstep
# output = true
# ///

# --8<-- [start:step]
import torch
from torch._dynamo.utils import counters

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Linear(16, 32),
    torch.nn.GELU(),
    torch.nn.Linear(32, 4),
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
compiled_model = torch.compile(model, fullgraph=True)

inputs, targets = torch.randn(64, 16), torch.randn(64, 4)
losses = []
for _ in range(10):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(compiled_model(inputs), targets)
    loss.backward()  # runs the compiled backward graph
    optimizer.step()
    losses.append(loss.item())
print("graphs:", counters["stats"]["unique_graphs"])
print("the loss falls:", losses[-1] < losses[0])
# --8<-- [end:step]

# --8<-- [start:backward]
from functorch.compile import make_boxed_func
from torch._dynamo.backends.common import aot_autograd


def show(name):
    def backend(graph, example_inputs):
        nodes = graph.graph.nodes
        print(name, sum(node.op == "call_function" for node in nodes))
        return make_boxed_func(graph.forward)  # run it as it is

    return backend


backend = aot_autograd(
    fw_compiler=show("operations forward:"),
    bw_compiler=show("operations backward:"),
)
shown_model = torch.compile(model, backend=backend)
shown_model(inputs).sum().backward()
# --8<-- [end:backward]

from lockstep import proof

# The one that trains, and the one whose operations were counted.
proof.graphs(2)
proof.fullgraph(compiled_model)
proof.no_recompile(compiled_model, inputs)
proof.equals_eager(compiled_model, model, inputs)


def gradients(function):
    loss = torch.nn.functional.mse_loss(function(inputs), targets)
    return torch.autograd.grad(loss, list(model.parameters()))


# The gradients are those of eager mode.
proof.equals_eager(lambda: gradients(compiled_model), lambda: gradients(model))

# Other ways of calling the model need code of their own: for evaluation, and for a batch of another size.
dropping = torch.nn.Dropout()
compiled_dropping = torch.compile(dropping, backend="eager")
compiled_dropping(inputs)
dropping.eval()
with torch.compiler.set_stance("fail_on_recompile"):
    proof.raises(RuntimeError, compiled_model, inputs[:40], match="fail_on_recompile")
    with torch.no_grad():
        proof.raises(RuntimeError, compiled_model, inputs, match="fail_on_recompile")
    proof.raises(RuntimeError, compiled_dropping, inputs, match="fail_on_recompile")

# Gradients of gradients are refused.
torch.compiler.reset()
inputs.requires_grad_()
(slope,) = torch.autograd.grad(
    torch.compile(model, backend="aot_eager")(inputs).square().sum(), inputs, create_graph=True
)
proof.raises(RuntimeError, slope.sum().backward, match="does not currently support double backward")
