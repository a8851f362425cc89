# /// lockstep
# output = true
# ///

# --8<-- [start:limit]
import torch
from torch._dynamo.utils import counters


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.project = torch.nn.Linear(8, 8)
        self.calls = 0

    def forward(self, values):
        self.calls += 1  # a number that differs at every call
        return self.project(values)


inputs = torch.randn(4, 8)
compiled_model = torch.compile(Model().eval())

with torch.inference_mode():
    for _ in range(12):
        outputs = compiled_model(inputs)
graphs = counters["stats"]["unique_graphs"]
print(f"12 calls: {graphs} compiled, {12 - graphs} eager")
# --8<-- [end:limit]


# --8<-- [start:mend]
class CountingModel(Model):
    def __init__(self):
        super().__init__()
        # The value of a tensor is no part of the compiled code.
        self.register_buffer("count", torch.tensor(0), persistent=False)

    def forward(self, values):
        self.count += 1
        return self.project(values)


mended_model = torch.compile(CountingModel().eval(), fullgraph=True)

with torch.inference_mode():
    for _ in range(12):
        outputs = mended_model(inputs)
print("12 calls:", counters["stats"]["unique_graphs"] - graphs, "compiled")
# --8<-- [end:mend]

import unittest

from lockstep import proof

# Eight, and one for all twelve calls.
proof.graphs(9)
proof.fullgraph(mended_model)
assert mended_model.count.item() == 12
with torch.inference_mode():
    proof.no_recompile(mended_model, inputs)
    proof.equals_eager(mended_model, mended_model._orig_mod, inputs)

    torch.compiler.reset()
    model = Model().eval()
    compiled_model = torch.compile(model)
    with unittest.TestCase().assertLogs("torch._dynamo.convert_frame", "WARNING") as logs:
        for _ in range(12):
            compiled_model(inputs)
        proof.equals_eager(compiled_model, model, inputs)
    # One warning, with the words by which readers find the entry.
    assert len(logs.records) == 1
    warning = logs.records[0].getMessage()
    assert "torch._dynamo hit config.recompile_limit (8)" in warning
    assert "last reason: 0/7: self.calls == 7" in warning
    assert "integer attributes of the nn.Module to be static" in warning

# The other cure that the text names, a limit for one model, and the option's old name.
torch.compiler.reset()
with torch._dynamo.config.patch(allow_unspec_int_on_nn_module=True), torch.inference_mode():
    compiled_model = torch.compile(Model().eval(), fullgraph=True)
    for _ in range(3):
        compiled_model(inputs)
    proof.no_recompile(compiled_model, inputs)
torch.compiler.reset()
higher = torch.compile(Model().eval(), fullgraph=True, recompile_limit=12)
with torch.inference_mode():
    for _ in range(12):
        higher(inputs)
assert torch._dynamo.config.cache_size_limit == torch._dynamo.config.recompile_limit == 8
assert torch._dynamo.config.accumulated_cache_size_limit == torch._dynamo.config.accumulated_recompile_limit == 256
