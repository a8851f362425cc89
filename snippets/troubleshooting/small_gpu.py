# --8<-- [start:mode]
import torch

ENOUGH = 68  # multiprocessors, as of torch 2.13

if torch.cuda.is_available():
    device = "cuda"
    multiprocessors = torch.cuda.get_device_properties(0).multi_processor_count
else:
    device, multiprocessors = "cpu", 0

model = torch.nn.Linear(64, 64).eval().to(device)
inputs = torch.randn(16, 64, device=device)
mode = "max-autotune" if multiprocessors >= ENOUGH else "reduce-overhead"
compiled_model = torch.compile(model, mode=mode)

with torch.inference_mode():
    outputs = compiled_model(inputs)
print(f"{multiprocessors} multiprocessors: {mode}")
# --8<-- [end:mode]

import unittest
from types import SimpleNamespace
from unittest import mock

from torch._inductor import utils

from lockstep import proof

proof.graphs(1)
proof.cuda_graphs(inputs.device)
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)


def is_enough(count):
    gpu = SimpleNamespace(multi_processor_count=count, major=8)
    with mock.patch.object(utils.DeviceProperties, "create", return_value=gpu):
        utils.is_big_gpu.cache_clear()
        return utils.is_big_gpu(torch.device("cuda", 0))


# Where the limit is, in the words by which readers find the entry.
if not torch.version.hip:
    assert is_enough(ENOUGH)
    with unittest.TestCase().assertLogs("torch._inductor.utils", "WARNING") as logs:
        assert not is_enough(ENOUGH - 1)
    assert "Not enough SMs to use max_autotune_gemm mode" in logs.output[0]
