# --8<-- [start:setup]
import torch
# --8<-- [end:setup]

# --8<-- [start:other]
model = torch.nn.Linear(2, 2)
# --8<-- [end:other]

assert model
