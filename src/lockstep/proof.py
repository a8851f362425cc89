"""Checks for the proof of a program: the code behind its last passage, which runs and is never shown.

A check that fails raises `ProofError`, with one line that says what was expected and what was found. A check that
succeeds adds its name to `succeeded`, from which the harness knows that a proof has checked something.

Whether gradients are recorded is part of what compiled code depends on: where passages run under
``torch.inference_mode()``, the proof calls its checks under it too, or else they compile everything once more.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING

import torch

from lockstep.inductor import (
    autotunings,
    counts,
    empty_cache,
    failures,
    last_break,
    promises_one_graph,
    recompile_reasons,
    uses_cuda_graphs,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

succeeded: list[str] = []
"""The names of the checks that have succeeded in this process, in order."""

# Before the names of the checks that another process has made.
CHECKED = "lockstep: checked"

# Root mean square below which a reference says nothing: random weights can make an output vanish.
NOTHING = 1e-6


class ProofError(AssertionError):
    """What a program claims does not hold."""


def _require(condition: bool, expected: str, found: object) -> None:
    if not condition:
        raise ProofError(f"expected {expected}, found {found}")


def graphs(expected: int) -> None:
    """Check that exactly ``expected`` graphs have been captured since the program began, and that none was broken."""
    counted = counts()
    _require(counted.graphs == expected, _number(expected, "graph"), counted.graphs)
    breaks = counted.graph_breaks
    _require(breaks == 0, "no graph break", f"{breaks}, the last: {last_break()}")
    succeeded.append("graphs")


def breaks(expected: int, match: str = "") -> None:
    """Check that exactly ``expected`` graph breaks have happened since the program began.

    ``match`` is a regular expression found in the reason of each, which ends in ``at line N``, the user's line.
    """
    reasons = counts().break_reasons
    found = f"{len(reasons)}: {'; '.join(reasons)}" if reasons else "none"
    _require(len(reasons) == expected, _number(expected, "graph break"), found)
    for reason in reasons:
        _require(bool(re.search(match, reason)), f"a graph break for '{match}'", reason)
    succeeded.append("breaks")


def compilation_failed(error: type[BaseException], times: int = 1) -> None:
    """Check that the compiler has given up exactly ``times`` times since the program began, each time with ``error``.

    For passages that catch the error: `raises`, which makes one more, is to be called after it.
    """
    found = failures()
    _require(found == [error.__name__] * times, f"{times} x {error.__name__}", found or "none")
    succeeded.append("compilation_failed")


def fullgraph(compiled: Callable[..., object]) -> None:
    """Check that ``compiled`` promises a single graph: that it was compiled with ``fullgraph=True``.

    Where the forward pass fits into one graph anyway, nothing else tells whether it was asked to.
    """
    _require(promises_one_graph(compiled), "a function compiled with fullgraph=True", "one that may be split")
    succeeded.append("fullgraph")


def splits(function: Callable[..., object], *args: object, **kwargs: object) -> None:
    """Check that ``function``, which is not compiled, would be split into more than one graph by these arguments.

    It is compiled for this with a backend that only counts; `graphs` is to be called before.
    """
    captured = 0

    def count(graph: torch.fx.GraphModule, _inputs: list[torch.Tensor]) -> Callable[..., object]:
        nonlocal captured
        captured += 1
        return graph.forward  # type: ignore[no-any-return]

    torch.compile(function, backend=count)(*args, **kwargs)
    _require(captured > 1, "more than one graph", captured)
    succeeded.append("splits")


def equals_eager(
    compiled: Callable[..., object],
    eager: Callable[..., object],
    *args: object,
    tolerance: float = 1e-3,
    **kwargs: object,
) -> None:
    """Check that ``compiled`` returns what ``eager`` returns for the same arguments, run without the compiler.

    Compares every tensor in the result, also inside mappings, tuples and lists: floating-point tensors by the norm of
    the difference relative to the norm of the reference, which must not exceed ``tolerance``; others exactly. Refuses a
    comparison that shows nothing: no tensor, values that are not finite, or all of them next to zero.
    """
    _require(compiled is not eager, "a compiled and an eager function", "the same function twice")
    with torch.compiler.set_stance("force_eager"):
        # Copied, since under CUDA graphs, and for functions that work in place, memory is used again.
        reference = [tensor.detach().clone() for tensor in _tensors(eager(*args, **kwargs))]
    result = list(_tensors(compiled(*args, **kwargs)))
    _require(bool(reference), "a result with tensors in it", "none")
    _require(len(result) == len(reference), _number(len(reference), "tensor"), len(result))
    telling = False
    for ours, theirs in zip(result, reference, strict=True):
        form, wanted = (ours.dtype, tuple(ours.shape)), (theirs.dtype, tuple(theirs.shape))
        _require(form == wanted, f"a tensor of {wanted}", form)
        if not (theirs.is_floating_point() or theirs.is_complex()):
            _require(torch.equal(ours, theirs), "the same integers as eager", "others")
            telling = telling or bool(theirs.any())
            continue
        _require(bool(theirs.isfinite().all()), "finite values from eager", "infinities or NaN")
        norm = torch.linalg.vector_norm(theirs.double()).item()
        error = torch.linalg.vector_norm(ours.double() - theirs.double()).item()
        _require(error <= tolerance * norm, f"a relative error up to {tolerance:g}", f"{error / (norm or 1):.3g}")
        telling = telling or norm > NOTHING * theirs.numel() ** 0.5
    _require(telling, "a result to compare", "all values next to zero")
    succeeded.append("equals_eager")


def same_tokens(tokens: torch.Tensor, reference: torch.Tensor) -> None:
    """Check that two runs have generated the same token ids (without the prompt's).

    Refuses a reference in which one token repeats: a model that does nothing would give it too.
    """
    _require(reference.unique().numel() > 1, "a reference with different tokens", reference.tolist())
    _require(torch.equal(tokens, reference), f"tokens {reference.tolist()}", tokens.tolist())
    succeeded.append("same_tokens")


def no_recompile(function: Callable[..., object], *args: object, **kwargs: object) -> None:
    """Check that a compiled function serves these arguments with what has been compiled already."""
    before = counts().graphs
    try:
        with torch.compiler.set_stance("fail_on_recompile"):
            function(*args, **kwargs)
    except RuntimeError as error:
        if "fail_on_recompile" not in str(error):
            raise
        guards = [line.strip(" -") for line in str(error).splitlines() if line.startswith("    - ")]
        raise ProofError(
            f"expected no recompilation, found one: {guards[0] if guards else 'not compiled yet'}"
        ) from None
    _require(counts().graphs == before, "no new graph", counts().graphs - before)
    succeeded.append("no_recompile")


def compiles_nothing(function: Callable[..., object], *args: object, **kwargs: object) -> None:
    """Check that a call compiles nothing and runs nothing compiled.

    Forgets all compiled code first (``torch.compiler.reset``), so that none can serve the call.
    """
    torch.compiler.reset()
    before = counts().graphs
    function(*args, **kwargs)
    _require(counts().graphs == before, "nothing compiled", _number(counts().graphs - before, "graph"))
    succeeded.append("compiles_nothing")


def recompiles(expected: int, match: str = "") -> None:
    """Check that exactly ``expected`` of the latest 64 compilations replaced code that did not fit, as guards found.

    ``match`` is a regular expression found in the reason of each.
    """
    reasons = recompile_reasons()
    found = f"{len(reasons)}: {'; '.join(reasons)}" if reasons else "none"
    _require(len(reasons) == expected, _number(expected, "recompilation"), found)
    for reason in reasons:
        _require(bool(re.search(match, reason)), f"a recompilation for '{match}'", reason)
    succeeded.append("recompiles")


def elsewhere(code: str) -> None:
    """Run ``code`` in a process of its own whose compilation cache is empty, and count its checks as ours.

    The checks of ``code`` speak of that process alone; the first that fails is reported here.
    """
    ending = f"\nimport lockstep.proof\nprint('{CHECKED}', *lockstep.proof.succeeded)"
    with tempfile.TemporaryDirectory(prefix="lockstep-", ignore_cleanup_errors=True) as cache:
        run = subprocess.run(  # noqa: S603 - running programs is what proofs are for
            [sys.executable, "-c", code + ending],
            env={**os.environ, "TORCHINDUCTOR_CACHE_DIR": cache},
            capture_output=True,
            text=True,
            check=False,
        )
    _require(run.returncode == 0, "no error in another process", (run.stderr.splitlines() or [""])[-1])
    made = run.stdout.rpartition(CHECKED)[2].split()
    _require(bool(made), "checks in another process", "none")
    succeeded.extend([*made, "elsewhere"])


def cached(expected: int) -> None:
    """Check that exactly ``expected`` graphs came from Inductor's cache, and that none had to be compiled."""
    counted = counts()
    _require(counted.cached == expected, f"{_number(expected, 'graph')} from the cache", counted.cached)
    _require(counted.inductor == expected, "nothing else compiled", _number(counted.inductor, "graph"))
    succeeded.append("cached")


def autotunes(expected: int, compiled: Callable[..., object], *args: object, **kwargs: object) -> None:
    """Check that exactly ``expected`` operations are autotuned when ``compiled`` is called for the first time.

    Forgets all compiled code first, and calls it with an empty cache: what has been autotuned once is remembered there.
    """
    torch.compiler.reset()
    before = autotunings()
    with empty_cache():
        compiled(*args, **kwargs)
    found = autotunings() - before
    _require(found == expected, f"{_number(expected, 'operation')} to be autotuned", found)
    succeeded.append("autotunes")


def cuda_graphs(device: torch.device, asked: int | None = None) -> None:
    """Check that CUDA graphs were asked for, and what became of it.

    On a CUDA device they must be in use, and none skipped; on any other every graph must have skipped them, or as many
    as were ``asked`` for, where several modes are used.
    """
    counted = counts()
    if device.type == "cuda":
        _require(counted.cudagraph_skips == 0, "CUDA graphs for every graph", f"{counted.cudagraph_skips} skipped")
        _require(uses_cuda_graphs(device), "CUDA graphs in use", "none")
    else:
        wanted = counted.inductor if asked is None else asked
        skipped = f"{_number(wanted, 'graph')} to ask for CUDA graphs and skip them"
        _require(counted.cudagraph_skips == wanted > 0, skipped, counted.cudagraph_skips)
    succeeded.append("cuda_graphs")


def raises(
    error: type[BaseException], function: Callable[..., object], *args: object, match: str = "", **kwargs: object
) -> None:
    """Check that a call raises ``error`` or a subclass of it, with ``match`` (a regular expression) in the message."""
    try:
        function(*args, **kwargs)
    except error as raised:
        _require(bool(re.search(match, str(raised))), f"a message with '{match}'", _first_line(raised))
    except Exception as other:
        raise ProofError(f"expected {error.__name__}, found {_first_line(other)}") from other
    else:
        raise ProofError(f"expected {error.__name__}, found no error")
    succeeded.append("raises")


def _tensors(value: object) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _tensors(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors(item)


def _first_line(error: BaseException) -> str:
    return f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
