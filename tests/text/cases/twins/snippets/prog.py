# /// lockstep
# output = true
# ///
# --8<-- [start:first]
import torch

double = torch.compile(lambda x: x * 2)
# --8<-- [end:first]
# --8<-- [start:second]
print(double(torch.ones(3)))  # `*not* emphasis`
# --8<-- [end:second]

from lockstep import proof

proof.graphs(1)
