# --8<-- [start:freezing]
import torch

# In place of the environment variable TORCHINDUCTOR_FREEZING=1.
torch._inductor.config.freezing = True

model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.GELU()).eval()
inputs = torch.randn(16, 64)

compiled_model = torch.compile(model, mode="max-autotune-no-cudagraphs")
with torch.inference_mode():
    outputs = compiled_model(inputs)  # times kernels, keeps the fastest
# --8<-- [end:freezing]

from lockstep import proof

proof.graphs(1)
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)

    # Later changes to the weights do not reach what was frozen.
    model[0].weight.zero_()
    assert torch.equal(compiled_model(inputs), outputs)
    assert not torch.equal(model(inputs), outputs)
# Nor is it kept in the cache of compiled graphs.
assert torch._dynamo.utils.counters["inductor"]["fxgraph_cache_bypass"] == 1
with torch.inference_mode():
    proof.autotunes(1, compiled_model, inputs)
