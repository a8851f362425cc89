# /// lockstep
# output = true
# ///

# --8<-- [start:compare]
import copy

import torch


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.project = torch.nn.Linear(64, 64)

    def forward(self, values):
        hidden = torch.nn.functional.gelu(self.project(values))
        return values + torch.nn.functional.layer_norm(hidden, (64,))


def relative_error(result, reference):
    difference = result.double() - reference
    return (difference.norm() / reference.norm()).item()


torch.manual_seed(0)
original = torch.nn.Sequential(*[Block() for _ in range(2)]).eval()

with torch.inference_mode():
    for dtype in (torch.float32, torch.bfloat16):
        model = copy.deepcopy(original).to(dtype)
        inputs = torch.randn(32, 64, dtype=dtype)
        compiled_model = torch.compile(model)
        outputs = compiled_model(inputs)

        exact = copy.deepcopy(model).double()(inputs.double())
        print(f"{dtype}, eager:    {relative_error(model(inputs), exact):.0e}")
        print(f"{dtype}, compiled: {relative_error(outputs, exact):.0e}")
# --8<-- [end:compare]

from lockstep import proof

proof.graphs(2)
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    # The two differ, by no more than either differs from the exact result.
    proof.equals_eager(compiled_model, model, inputs, tolerance=2e-2)
    assert not torch.equal(outputs, model(inputs))
    eager_error = relative_error(model(inputs), exact)
    compiled_error = relative_error(outputs, exact)
    assert compiled_error < eager_error

    # Rounding where eager rounds makes both the same.
    torch.compiler.reset()
    with torch._inductor.config.patch(emulate_precision_casts=True):
        assert torch.equal(torch.compile(model)(inputs), model(inputs))
