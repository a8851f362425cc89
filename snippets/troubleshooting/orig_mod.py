# /// lockstep
# output = true
# ///

# --8<-- [start:error]
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.project = torch.nn.Linear(8, 4)

    def forward(self, values):
        return self.project(values).relu()


compiled_model = torch.compile(Model().eval())
checkpoint = compiled_model.state_dict()

# Without strict=False this is an error.
result = Model().load_state_dict(checkpoint, strict=False)
print("missing:   ", result.missing_keys)
print("unexpected:", result.unexpected_keys)
# --8<-- [end:error]

# --8<-- [start:mend]
# A checkpoint that has the prefix already:
prefix = "_orig_mod."
checkpoint = {key.removeprefix(prefix): value for key, value in checkpoint.items()}
model = Model().eval()
model.load_state_dict(checkpoint)

# Models from now on: compile in place, and no name changes.
model.compile()
print(list(model.state_dict()))
inputs = torch.randn(2, 8)
with torch.inference_mode():
    outputs = model(inputs)
# --8<-- [end:mend]

from lockstep import proof

proof.graphs(1)
words = r'(?s)Missing key\(s\) in state_dict: "project\.w.*Unexpected key\(s\) in state_dict: "_orig_mod\.project\.w'
proof.raises(RuntimeError, Model().load_state_dict, torch.compile(Model()).state_dict(), match=words)
# The other way round, a checkpoint of the model does not fit the wrapper.
proof.raises(RuntimeError, compiled_model.load_state_dict, model.state_dict(), match="Missing key.*_orig_mod")
with torch.inference_mode():
    proof.no_recompile(model, inputs)
    proof.equals_eager(model, compiled_model._orig_mod, inputs)
    # strict=False has loaded nothing.
    untouched = Model()
    before = untouched.project.weight.clone()
    untouched.load_state_dict(compiled_model.state_dict(), strict=False)
    assert torch.equal(untouched.project.weight, before)

# A module whose forward is PyTorch's own is not compiled in place.
layers = torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.ReLU()).eval()
layers.compile()
proof.compiles_nothing(layers, inputs)
