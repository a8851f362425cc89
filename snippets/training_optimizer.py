# /// lockstep
# output = true
# ///

# --8<-- [start:optimizer]
import torch
from torch._dynamo.utils import counters

model = torch.nn.Linear(16, 4)
learning_rate = torch.tensor(0.01)  # a tensor, so that it may change
optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
schedule = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)


@torch.compile
def update():
    optimizer.step()


inputs, targets = torch.randn(64, 16), torch.randn(64, 4)
for _ in range(4):
    optimizer.zero_grad()
    torch.nn.functional.mse_loss(model(inputs), targets).backward()
    update()
    schedule.step()
print("graphs:", counters["stats"]["unique_graphs"])
# --8<-- [end:optimizer]

import copy

from lockstep import proof

# PyTorch itself, and the schedule, break the graph around the update, so that fullgraph=True is no choice here.
proof.breaks(2)
assert counters["stats"]["unique_graphs"] == 1
proof.raises(torch._dynamo.exc.Unsupported, torch.compile(optimizer.step, fullgraph=True))

# A compiled update changes the weights as an eager one does.
twin = copy.deepcopy(model)
twin_optimizer = torch.optim.AdamW(twin.parameters())
twin_optimizer.load_state_dict(copy.deepcopy(optimizer.state_dict()))
for weight, other in zip(model.parameters(), twin.parameters(), strict=True):
    other.grad = weight.grad.clone()
proof.no_recompile(update)
twin_optimizer.step()
for weight, other in zip(model.parameters(), twin.parameters(), strict=True):
    proof.equals_eager(lambda weight=weight: weight, lambda other=other: other)

# A learning rate that is a number is part of the code, until it has changed once.
torch.compiler.reset()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
step = torch.compile(optimizer.step, backend="eager")
counted = []
for rate in (0.01, 0.009, 0.008, 0.007):
    optimizer.param_groups[0]["lr"] = rate
    before = counters["stats"]["unique_graphs"]
    step()
    counted.append(counters["stats"]["unique_graphs"] - before)
assert counted == [1, 1, 0, 0], counted
