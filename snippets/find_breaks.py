# /// lockstep
# output = true
# ///

# --8<-- [start:find]
import torch


def normalize(values):
    total = values.abs().sum()
    print("normalizing")
    if total > 0:
        values = values / total
    return values


example = torch.tensor([3.0, -1.0, 4.0])
report = torch._dynamo.explain(normalize)(example)

print(f"{report.graph_count} graphs, {report.graph_break_count} graph breaks")
for found in report.break_reasons:
    print(found.user_stack[-1].line)
# --8<-- [end:find]


# --8<-- [start:mend]
def normalize_in_one_graph(values):
    total = values.abs().sum()
    return torch.where(total > 0, values / total, values)


compiled_normalize = torch.compile(normalize_in_one_graph, fullgraph=True)
print(compiled_normalize(example))
# --8<-- [end:mend]

from lockstep import proof

# Three in the report, one of ours.
proof.graphs(4)
proof.fullgraph(compiled_normalize)
proof.no_recompile(compiled_normalize, example)
for values in (example, torch.ones(3)):
    proof.equals_eager(compiled_normalize, normalize, values)
proof.splits(normalize, example)

# The errors that the page names.
unsupported = torch._dynamo.exc.Unsupported
proof.raises(unsupported, torch.compile(normalize, fullgraph=True), example, match=r'print\("normalizing"\)')
proof.raises(torch._dynamo.exc.TorchRuntimeError, torch.compile(lambda values: values @ torch.ones(5)), example)
with torch._inductor.config.patch({"cpp.cxx": ("no-such-compiler",)}):
    proof.raises(
        torch._inductor.exc.InductorError, torch.compile(torch.sin), example, match="No working C\\+\\+ compiler"
    )
aliasing = torch.compile(lambda values: torch.cond(values.sum() > 0, torch.sin, lambda values: values, (values,)))
proof.raises(torch._dynamo.exc.UncapturedHigherOrderOpError, aliasing, example, match="aliasing")


# A break with no operation before it ends no graph, and so the report lacks it: here that of item().
def normalize_by_number(values):
    total = values.abs().sum()
    print("normalizing")
    return values / total.item()


report = torch._dynamo.explain(normalize_by_number)(example)
assert [found.user_stack[-1].line for found in report.break_reasons] == ['print("normalizing")']
proof.raises(unsupported, torch.compile(normalize_by_number, fullgraph=True), example, match="print")


# Printing may be put off to the end of the graph.
def shout(values):
    print("doubling")
    return values * 2


torch._dynamo.config.reorderable_logging_functions.add(print)
proof.equals_eager(torch.compile(shout, fullgraph=True), shout, example)
