# --8<-- [start:serve]
import torch

model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.GELU()).eval()
compiled_model = torch.compile(model, fullgraph=True)


@torch.inference_mode()
def predict(values):
    return compiled_model(values)


# Before the service says that it is ready: one input of each kind.
for batch_size in (1, 4):
    predict(torch.randn(batch_size, 8))

# From here on, what was forgotten is an error, and not a wait.
torch.compiler.set_stance("fail_on_recompile")
outputs = predict(torch.randn(6, 8))  # 4 stood for any size above 1
# --8<-- [end:serve]

import os
import subprocess
import sys

from lockstep import proof

proof.graphs(2)
proof.fullgraph(compiled_model)
proof.no_recompile(predict, torch.randn(1, 8))
proof.raises(RuntimeError, predict, torch.randn(2, 3, 8), match="fail_on_recompile")
torch.compiler.set_stance("default")
proof.equals_eager(predict, torch.inference_mode()(model), torch.randn(4, 8))

# A new process with the same cache folder compiles no kernel, and still captures the graph.
again = """
import torch
from torch._dynamo.utils import counters
model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.GELU()).eval()
with torch.inference_mode():
    torch.compile(model, fullgraph=True)(torch.randn(1, 8))
print(counters["stats"]["unique_graphs"], counters["inductor"]["fxgraph_cache_hit"])
"""
assert os.environ["TORCHINDUCTOR_CACHE_DIR"]
run = subprocess.run([sys.executable, "-c", again], capture_output=True, text=True, check=False)  # noqa: S603
assert run.stdout.split() == ["1", "1"], run.stderr
