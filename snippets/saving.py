# /// lockstep
# output = true
# ///

# --8<-- [start:prefix]
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.project = torch.nn.Linear(8, 4)

    def forward(self, values):
        return self.project(values).relu()


model = Model().eval()
wrapped_model = torch.compile(model)
print(list(wrapped_model.state_dict()))
print(list(model.state_dict()))
# --8<-- [end:prefix]

# --8<-- [start:in-place]
torch.save(model.state_dict(), "weights.pt")  # the model, not its wrapper

served_model = Model().eval()
served_model.load_state_dict(torch.load("weights.pt"))
served_model.compile()  # in place: the same object, the same names
print(list(served_model.state_dict()))

with torch.inference_mode():
    outputs = served_model(torch.randn(4, 8))
# --8<-- [end:in-place]

# --8<-- [start:strip]
from torch.nn.modules.utils import consume_prefix_in_state_dict_if_present

weights = wrapped_model.state_dict()  # or loaded from such a checkpoint
consume_prefix_in_state_dict_if_present(weights, "_orig_mod.")
Model().load_state_dict(weights)
# --8<-- [end:strip]

from lockstep import proof

proof.graphs(1)
# Names with a prefix do not fit the model; the weights are the same ones.
proof.raises(RuntimeError, Model().load_state_dict, wrapped_model.state_dict(), match="Unexpected key.*_orig_mod.proj")
assert wrapped_model._orig_mod is model
assert weights.keys() == model.state_dict().keys()
with torch.inference_mode():
    inputs = torch.randn(4, 8)
    proof.no_recompile(served_model, inputs)
    proof.equals_eager(served_model, model, inputs)
    # Weights that are loaded into a compiled model are used, and compile nothing.
    other = Model().eval()
    served_model.load_state_dict(other.state_dict())
    proof.no_recompile(served_model, inputs)
    proof.equals_eager(served_model, other, inputs)

    # A whole model that is pickled is no longer compiled.
    torch.save(served_model, "model.pt")
    proof.compiles_nothing(torch.load("model.pt", weights_only=False), inputs)

    # A module whose forward method is PyTorch's own cannot be compiled in place.
    layers = torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.ReLU()).eval()
    layers.compile()
    proof.compiles_nothing(layers, inputs)
    layers.compile(fullgraph=True)
    proof.raises(RuntimeError, layers, inputs, match="no compiled frames")
    proof.equals_eager(torch.compile(layers, fullgraph=True), layers.forward, inputs)
