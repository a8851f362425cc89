# --8<-- [start:setup]
import torch
# --8<-- [end:setup]


# --8<-- [start:train_loop]
model = torch.nn.Linear(2, 2)
# --8<-- [end:train_loop]

assert model
