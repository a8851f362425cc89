# /// lockstep
# output = true
# ///

# --8<-- [start:error]
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.project = torch.nn.Linear(8, 8)
        self.calls = 0

    def forward(self, values):
        self.calls += 1
        return self.project(values)


inputs = torch.randn(4, 8)
compiled_model = torch.compile(Model().eval(), fullgraph=True)

calls = 0
try:
    with torch.inference_mode():
        while calls < 12:
            outputs = compiled_model(inputs)
            calls += 1
except torch._dynamo.exc.FailOnRecompileLimitHit as error:
    print(f"call {calls + 1}: {error}")
# --8<-- [end:error]

from lockstep import proof

limit_hit = torch._dynamo.exc.FailOnRecompileLimitHit
proof.graphs(8)
proof.fullgraph(compiled_model)
proof.compilation_failed(limit_hit)
model = compiled_model._orig_mod
with torch.inference_mode():
    # What was compiled is still there.
    model.calls = 3
    proof.no_recompile(compiled_model, inputs)
    model.calls = 3
    with torch.compiler.set_stance("force_eager"):
        expected = model(inputs)
    model.calls = 3
    proof.equals_eager(compiled_model, lambda values: expected, inputs)
    model.calls = 8
    proof.raises(limit_hit, compiled_model, inputs, match="^Hard failure due to fullgraph=True$")
    # No handler for RuntimeError catches it.
    assert not issubclass(limit_hit, RuntimeError)
