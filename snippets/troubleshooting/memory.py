# /// lockstep
# needs = ["cuda"]
# ///

# --8<-- [start:grows]
import torch

layers = [torch.nn.Linear(256, 256) for _ in range(20)]
model = torch.nn.Sequential(*layers).eval().cuda()
compiled_model = torch.compile(model, mode="reduce-overhead", dynamic=True)


@torch.inference_mode()
def memory_for(sizes):
    # The largest first.
    compiled_model(torch.randn(128, 256, device="cuda"))
    torch.cuda.synchronize()
    before, _ = torch.cuda.mem_get_info()
    for size in sizes:
        for _ in range(3):
            compiled_model(torch.randn(size, 256, device="cuda"))
    torch.cuda.synchronize()
    after, _ = torch.cuda.mem_get_info()
    # Bytes of the device, and not those of PyTorch's allocator.
    return before - after


many = memory_for(range(2, 129))
print(f"127 sizes: {many / 2**20:.0f} MiB")
# --8<-- [end:grows]

# --8<-- [start:bounded]
torch.compiler.reset()  # gives the CUDA graphs back, too
few = memory_for([32, 64, 96, 128])
print(f"4 sizes: {few / 2**20:.0f} MiB")
# --8<-- [end:bounded]

from lockstep import proof

# Compiled anew after the reset.
proof.graphs(2)
inputs = torch.randn(64, 256, device="cuda")
proof.cuda_graphs(inputs.device)
with torch.inference_mode():
    proof.no_recompile(compiled_model, inputs)
    proof.equals_eager(compiled_model, model, inputs)
assert few < many
