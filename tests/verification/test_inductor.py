"""The contract with torch's private names, and the checks of lockstep.proof, in this process: it needs no compiler."""

from __future__ import annotations

import warnings
from functools import partial

import pytest

with warnings.catch_warnings():
    # torch uses what it has deprecated itself.
    warnings.simplefilter("ignore")
    import torch

    from lockstep import inductor, proof

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    from torch._dynamo.utils import clear_compilation_metrics, counters

    torch.compiler.reset()
    counters.clear()
    clear_compilation_metrics()
    monkeypatch.setattr(proof, "succeeded", [])


def wrapped(function):
    """Make another function that does the same."""
    return partial(function)


def branch(x):
    if x.sum() > 0:
        return x * 2
    return x - 1


def broken(x):
    x = x + 1
    torch._dynamo.graph_break()
    return x * 2


def test_the_private_names_exist():
    import torch._dynamo.exc
    from torch._dynamo import utils
    from torch._inductor import cpu_vec_isa, cudagraph_trees
    from torch._inductor.utils import fresh_cache

    assert utils.counters["stats"]["unique_graphs"] == 0
    assert utils.graph_break_reasons == []
    assert callable(cpu_vec_isa.valid_vec_isa_list)
    assert hasattr(cpu_vec_isa.valid_vec_isa_list, "cache_info"), "what the server finds out, its forks know"
    assert utils.get_compilation_metrics() == []
    assert callable(fresh_cache)
    fields = utils.CompilationMetrics.__dataclass_fields__
    assert {"fail_type", "recompile_reason", "entire_frame_compile_time_s"} <= fields.keys()
    assert cudagraph_trees.get_manager(0, create_if_none_exists=False) is None
    assert issubclass(torch._dynamo.exc.Unsupported, RuntimeError)


def test_graphs_breaks_and_recompilations_are_counted():
    compiled = torch.compile(lambda x: x * 3, backend="eager")
    compiled(torch.ones(3))
    compiled(torch.ones(3))
    first = inductor.counts()
    assert (first.graphs, first.graph_breaks, first.recompiles, first.inductor) == (1, 0, 0, 0)
    assert first.compile_seconds > 0
    compiled(torch.ones(4))
    assert (inductor.counts().graphs, inductor.counts().recompiles) == (2, 1)
    torch.compile(broken, backend="eager")(torch.ones(3))
    assert (inductor.counts().graphs, inductor.counts().graph_breaks) == (4, 1)
    assert "graph_break" in inductor.last_break()
    # The kind of break that counters["graph_break"] misses.
    torch.compile(branch, backend="eager")(torch.ones(3))
    assert inductor.counts().graph_breaks == 2
    assert inductor.last_break().endswith(f"at line {branch.__code__.co_firstlineno + 1}")


def fails(message, check, *args, **kwargs):
    with pytest.raises(proof.ProofError) as caught:
        check(*args, **kwargs)
    assert str(caught.value) == message
    assert proof.succeeded == []


def test_graphs():
    fails("expected 1 graph, found 0", proof.graphs, 1)
    torch.compile(broken, backend="eager")(torch.ones(3))
    with pytest.raises(proof.ProofError, match=r"expected no graph break, found 1, the last: Call to .* at line"):
        proof.graphs(2)
    torch.compiler.reset()
    proof.graphs(2)
    assert proof.succeeded == ["graphs"]


def test_compilation_failed():
    unsupported = torch._dynamo.exc.Unsupported
    fails("expected 1 x Unsupported, found none", proof.compilation_failed, unsupported)
    with pytest.raises(unsupported):
        torch.compile(branch, backend="eager", fullgraph=True)(torch.ones(3))
    fails("expected 1 x ValueError, found ['Unsupported']", proof.compilation_failed, ValueError)
    proof.compilation_failed(unsupported)
    assert proof.succeeded == ["compilation_failed"]


def test_fullgraph():
    message = "expected a function compiled with fullgraph=True, found one that may be split"
    module, in_place = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)
    for target in (branch, module):
        fails(message, proof.fullgraph, target)
        fails(message, proof.fullgraph, torch.compile(target, backend="eager"))
        proof.fullgraph(torch.compile(target, backend="eager", fullgraph=True))
        proof.succeeded.clear()
    in_place.compile(backend="eager", fullgraph=True)
    proof.fullgraph(in_place)
    assert proof.succeeded == ["fullgraph"]


def test_breaks():
    torch.compile(broken, backend="eager")(torch.ones(3))
    line = broken.__code__.co_firstlineno + 2
    reason = f"Call to `torch._dynamo.graph_break()` at line {line}"
    fails(f"expected no graph break, found 1, the last: {reason}", proof.graphs, 2)
    fails(f"expected 2 graph breaks, found 1: {reason}", proof.breaks, 2)
    fails(f"expected a graph break for 'branching', found {reason}", proof.breaks, 1, "branching")
    proof.breaks(1, f"graph_break.* at line {line}$")
    assert proof.succeeded == ["breaks"]
    proof.succeeded.clear()
    torch.compiler.reset()
    fails("expected 1 graph break, found none", proof.breaks, 1)


def test_splits():
    fails("expected more than one graph, found 1", proof.splits, lambda x: x * 2, torch.ones(3))
    proof.splits(branch, torch.ones(3))
    assert proof.succeeded == ["splits"]


def test_raises():
    def fail():
        raise ValueError("not\nthat")

    fails("expected KeyError, found ValueError: not", proof.raises, KeyError, fail)
    fails("expected KeyError, found no error", proof.raises, KeyError, int)
    fails("expected a message with 'this', found ValueError: not", proof.raises, ValueError, fail, match="this")
    proof.raises(ValueError, fail, match="that$")
    assert proof.succeeded == ["raises"]


def test_no_recompile():
    compiled = torch.compile(lambda x: x * 3, backend="eager")
    fails("expected no recompilation, found one: not compiled yet", proof.no_recompile, compiled, torch.ones(3))
    compiled(torch.ones(3))
    proof.no_recompile(compiled, torch.ones(3))
    assert proof.succeeded == ["no_recompile"]
    with pytest.raises(proof.ProofError, match="found one: 0/0: tensor 'x' rank mismatch"):
        proof.no_recompile(compiled, torch.ones(3, 3))

    def unrelated():
        raise RuntimeError("unrelated")

    with pytest.raises(RuntimeError, match="unrelated"):
        proof.no_recompile(unrelated)


def test_compiles_nothing():
    compiled = torch.compile(lambda x: x * 3, backend="eager")
    compiled(torch.ones(3))
    fails("expected nothing compiled, found 1 graph", proof.compiles_nothing, compiled, torch.ones(3))
    proof.compiles_nothing(torch.ones, 3)
    assert proof.succeeded == ["compiles_nothing"]


def test_equals_eager_compares_every_tensor():
    def pair(x):
        return {"sum": x + 1, "more": [x * 2, (x.argmax(), None)]}

    proof.equals_eager(wrapped(pair), pair, torch.rand(4))
    assert proof.succeeded == ["equals_eager"]
    proof.succeeded.clear()

    def wrong(x):
        return {"sum": x + 1, "more": [x * 2, (x.argmin(), None)]}

    fails("expected the same integers as eager, found others", proof.equals_eager, wrong, pair, torch.arange(4.0))


def small(x):
    return x * 1e-28


EMPTY = {
    "the same function": (branch, branch, torch.ones(3), "expected a compiled and an eager function, found the same"),
    "no tensors": (lambda x: 1, lambda x: 1, torch.ones(3), "expected a result with tensors in it, found none"),
    "zeros": (wrapped(small), small, torch.ones(3), "expected a result to compare, found all values next to zero"),
    "NaN": (lambda x: x * 2, lambda x: x * 2, torch.tensor(torch.nan), "expected finite values from eager"),
    "a shape": (lambda x: x[:2], lambda x: x, torch.ones(3), "expected a tensor of .*3,.*, found .*2,"),
    "a dtype": (lambda x: x.double(), lambda x: x, torch.ones(3), "expected a tensor of .*float32.*, found .*float64"),
    "a tensor less": (lambda x: [x], lambda x: [x, x], torch.ones(3), "expected 2 tensors, found 1"),
    "a NaN against a value": (
        lambda x: x * torch.nan,
        lambda x: x,
        torch.ones(3),
        "relative error up to 0.001, found nan",
    ),
}


@pytest.mark.parametrize(("compiled", "eager", "argument", "message"), EMPTY.values(), ids=EMPTY)
def test_equals_eager_refuses_what_shows_nothing(compiled, eager, argument, message):
    with pytest.raises(proof.ProofError, match=message):
        proof.equals_eager(compiled, eager, argument)
    assert proof.succeeded == []


def test_equals_eager_survives_functions_that_work_in_place():
    def add(x):
        return x.add_(1)

    with pytest.raises(proof.ProofError, match="relative error"):
        proof.equals_eager(wrapped(add), add, torch.ones(3))


def test_same_tokens():
    varied, other, same = torch.tensor([[1, 2]]), torch.tensor([[1, 3]]), torch.tensor([[1, 1]])
    fails("expected a reference with different tokens, found [[1, 1]]", proof.same_tokens, same, same)
    fails("expected tokens [[1, 2]], found [[1, 3]]", proof.same_tokens, other, varied)
    proof.same_tokens(varied, varied)
    assert proof.succeeded == ["same_tokens"]


def test_cuda_graphs_that_nobody_asked_for():
    fails("expected 0 graphs to ask for CUDA graphs and skip them, found 0", proof.cuda_graphs, torch.device("cpu"))


def test_cuda_graphs_that_some_asked_for():
    from torch._dynamo.utils import counters

    counters["inductor"].update({"fxgraph_cache_miss": 3, "cudagraph_skips": 2})
    cpu = torch.device("cpu")
    fails("expected 3 graphs to ask for CUDA graphs and skip them, found 2", proof.cuda_graphs, cpu)
    fails("expected 1 graph to ask for CUDA graphs and skip them, found 2", proof.cuda_graphs, cpu, 1)
    proof.cuda_graphs(cpu, asked=2)
    assert proof.succeeded == ["cuda_graphs"]


def test_recompiles():
    compiled = torch.compile(lambda x: x * 2, backend="eager", dynamic=False)
    compiled(torch.ones(2))
    fails("expected 1 recompilation, found none", proof.recompiles, 1)
    compiled(torch.ones(3))
    reason = "0/0: tensor 'x' size mismatch at index 0. expected 2, actual 3"
    fails(f"expected 2 recompilations, found 1: {reason}", proof.recompiles, 2)
    fails(f"expected a recompilation for 'grad_mode', found {reason}", proof.recompiles, 1, "grad_mode")
    proof.recompiles(1, match="size mismatch")
    assert proof.succeeded == ["recompiles"]


def test_cached():
    from torch._dynamo.utils import counters

    fails("expected 1 graph from the cache, found 0", proof.cached, 1)
    counters["inductor"].update({"fxgraph_cache_hit": 1, "fxgraph_cache_miss": 1})
    fails("expected nothing else compiled, found 2 graphs", proof.cached, 1)
    del counters["inductor"]["fxgraph_cache_miss"]
    proof.cached(1)
    assert proof.succeeded == ["cached"]


def test_autotunes():
    from torch._dynamo.utils import counters

    counters["inductor"]["select_algorithm_autotune"] = 4
    compiled = torch.compile(lambda x: x * 2, backend="eager")
    fails("expected 1 operation to be autotuned, found 0", proof.autotunes, 1, compiled, torch.ones(2))

    def tune():
        counters["inductor"]["select_algorithm_autotune"] += 1

    proof.autotunes(1, tune)
    proof.autotunes(0, compiled, torch.ones(2))
    assert proof.succeeded == ["autotunes", "autotunes"]


def test_elsewhere():
    fails("expected no error in another process, found ValueError: no", proof.elsewhere, "raise ValueError('no')")
    fails("expected checks in another process, found none", proof.elsewhere, "")
    proof.elsewhere("from lockstep import proof\nprint('printed')\nproof.raises(ValueError, int, 'x')")
    assert proof.succeeded == ["raises", "elsewhere"]
