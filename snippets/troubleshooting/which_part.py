# /// lockstep
# output = true
# ///

# --8<-- [start:parts]
import torch
from torch._inductor import config

config.cpp.cxx = ("no-such-compiler",)  # the fault in this example

model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU()).eval()
inputs = torch.randn(4, 8)

for backend in ("eager", "aot_eager", "inductor"):
    compiled_model = torch.compile(model, backend=backend)
    try:
        with torch.inference_mode():
            compiled_model(inputs)
        print(f"{backend}: works")
    except Exception as error:
        print(f"{backend}: {type(error).__name__}")
# --8<-- [end:parts]

from lockstep import proof

failure = torch._inductor.exc.InductorError
proof.compilation_failed(failure)
proof.graphs(2)
with torch.inference_mode():
    for backend in ("eager", "aot_eager"):
        proof.no_recompile(torch.compile(model, backend=backend), inputs)
        proof.equals_eager(torch.compile(model, backend=backend), model, inputs)
    proof.raises(failure, compiled_model, inputs, match="InvalidCxxCompiler")
