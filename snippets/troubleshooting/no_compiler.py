# /// lockstep
# output = true
# ///

# --8<-- [start:error]
import torch
from torch._inductor import config

model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU()).eval()
inputs = torch.randn(4, 8)
broken_model = torch.compile(model)

with config.patch({"cpp.cxx": ("no-such-compiler",)}), torch.inference_mode():
    try:
        outputs = broken_model(inputs)  # fails here, not at torch.compile
    except torch._inductor.exc.InductorError as error:
        print(type(error.inner_exception).__name__)
# --8<-- [end:error]


# --8<-- [start:fall-back]
def compile_if_possible(model, inputs):
    compiled_model = torch.compile(model)
    try:
        with torch.inference_mode():
            compiled_model(inputs)  # the warm-up
    except torch._inductor.exc.InductorError as error:
        print("not compiled:", error.inner_exception)
        return model
    return compiled_model


served_model = compile_if_possible(model, inputs)
print("compiled:", served_model is not model)
# --8<-- [end:fall-back]

from lockstep import proof

failure = torch._inductor.exc.InductorError
proof.compilation_failed(failure)
proof.graphs(1)
with torch.inference_mode():
    proof.no_recompile(served_model, inputs)
    proof.equals_eager(served_model, model, inputs)

# Without a compiler the function gives the model back; fullgraph does not matter, and the error says what is missing.
words = r"InvalidCxxCompiler: No working C\+\+ compiler found in torch._inductor.config.cpp.cxx"
with config.patch({"cpp.cxx": ("no-such-compiler",)}), torch.inference_mode():
    torch.compiler.reset()
    assert compile_if_possible(model, inputs) is model
    for fullgraph in (True, False):
        torch.compiler.reset()
        proof.raises(failure, torch.compile(model, fullgraph=fullgraph), inputs, match=words)
    assert issubclass(failure, RuntimeError)
