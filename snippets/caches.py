# --8<-- [start:save]
from pathlib import Path

import torch

model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.GELU()).eval()
compiled_model = torch.compile(model)

with torch.no_grad():
    outputs = compiled_model(torch.randn(4, 8))

artifacts, info = torch.compiler.save_cache_artifacts()
Path("compiled.bin").write_bytes(artifacts)
# --8<-- [end:save]

# --8<-- [start:load]
from pathlib import Path

import torch

torch.compiler.load_cache_artifacts(Path("compiled.bin").read_bytes())

model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.GELU()).eval()
compiled_model = torch.compile(model)

with torch.no_grad():
    outputs = compiled_model(torch.randn(4, 8))  # captures the graph, finds the rest
# --8<-- [end:load]

from lockstep import proof

# The second passage, in the same process, needs nothing new.
proof.graphs(1)
inputs = torch.randn(4, 8)
with torch.no_grad():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)

# In a process of its own, with an empty cache and other weights: captured again, and not compiled.
load = Path(__file__).read_text("utf-8").partition("[start:load]")[2].partition("# --8<-- [end")[0]
proof.elsewhere(f"{load}\nfrom lockstep import proof\nproof.graphs(1)\nproof.cached(1)")
