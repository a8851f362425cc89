# /// lockstep
# output = true
# ///

# --8<-- [start:compile]
import torch

model = torch.nn.Sequential(
    torch.nn.Linear(64, 256),
    torch.nn.GELU(),
    torch.nn.Linear(256, 64),
).eval()
inputs = torch.randn(16, 64)

compiled_model = torch.compile(model, fullgraph=True)

with torch.inference_mode():
    expected = model(inputs)
    outputs = compiled_model(inputs)  # compiles, once

torch.testing.assert_close(outputs, expected)
print("same result")
# --8<-- [end:compile]

# --8<-- [start:evidence]
from torch._dynamo.utils import counters

print("graphs:", counters["stats"]["unique_graphs"])
with torch.inference_mode():
    outputs = compiled_model(inputs)
print("graphs after one more call:", counters["stats"]["unique_graphs"])

print("operations in the graph:")
report = torch._dynamo.explain(model)(inputs)
for node in report.graphs[0].graph.nodes:
    if node.op == "call_function":
        print("-", node.target.__name__)
# --8<-- [end:evidence]

from lockstep import proof

# The report has captured a second one, and forgotten what was compiled before.
proof.graphs(2)
proof.fullgraph(compiled_model)
assert report.graph_count == 1
assert report.graph_break_count == 0
with torch.inference_mode():
    compiled_model(inputs)
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)
