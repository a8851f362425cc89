# /// lockstep
# output = true
# ///

# --8<-- [start:worker]
from concurrent.futures import ThreadPoolExecutor

import torch
from torch._dynamo.utils import counters

torch.set_num_threads(2)  # before the worker starts
model = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.GELU()).eval()
compiled_model = torch.compile(model)


@torch.inference_mode()  # holds in the worker, too
def predict(inputs):
    return compiled_model(inputs)


worker = ThreadPoolExecutor(max_workers=1)
worker.submit(predict, torch.zeros(8, 16)).result()  # warm-up: compiles

requests = [torch.randn(8, 16) for _ in range(3)]
futures = [worker.submit(predict, inputs) for inputs in requests]
outputs = [future.result() for future in futures]
print(f"graphs: {counters['stats']['unique_graphs']}")
# --8<-- [end:worker]

# --8<-- [start:mistakes]
with torch.inference_mode():  # of this thread, not of the worker
    worker.submit(compiled_model, requests[0]).result()
print(f"without inference_mode, graphs: {counters['stats']['unique_graphs']}")

torch.set_num_threads(1)
predict(requests[0])
print(f"with another number of threads, graphs: {counters['stats']['unique_graphs']}")
worker.shutdown()
# --8<-- [end:mistakes]

import os
from unittest import mock

from torch._inductor.config import decide_compile_threads

from lockstep import proof

proof.graphs(3)
torch.set_num_threads(1)
proof.no_recompile(predict, requests[0])
proof.equals_eager(predict, torch.inference_mode()(model), requests[0])
for inputs, output in zip(requests, outputs, strict=True):
    torch.testing.assert_close(output, model(inputs))
with ThreadPoolExecutor(max_workers=1) as other:
    # What one thread has compiled serves another.
    other.submit(predict, requests[0]).result()
    proof.graphs(3)
    # A thread that starts later takes over what was set last; one that is there keeps its own.
    assert other.submit(torch.get_num_threads).result() == 1
    torch.set_num_threads(2)
    assert other.submit(torch.get_num_threads).result() == 1

# The compiler's own processes: one for each core, up to 32.
with mock.patch.dict(os.environ):
    os.environ.pop("TORCHINDUCTOR_COMPILE_THREADS", None)
    for cores, processes in ((4, 4), (64, 32)):
        with mock.patch("torch._utils.cpu_count", return_value=cores):
            assert decide_compile_threads() == processes
