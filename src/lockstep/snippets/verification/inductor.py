"""All access to torch's private counters: what was captured, broken, compiled again, and compiled by Inductor.

torch has no public account of what a process has compiled. tests/verification/test_inductor.py names what is used
here, so that an upgrade that moves it fails by name. Imported only by processes that run a program.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch._dynamo.utils import counters, get_compilation_metrics, graph_break_reasons


@dataclass(frozen=True, slots=True)
class Counts:
    """What this process has compiled so far; the fields are those of ``Evidence``."""

    graphs: int
    graph_breaks: int
    recompiles: int
    inductor: int
    cached: int
    cudagraph_skips: int
    compile_seconds: float


def counts() -> Counts:
    """Count what this process has compiled so far.

    ``torch.compiler.reset()`` forgets the graph breaks but nothing else. Recompilations and seconds are known for the
    latest 64 compilations.
    """
    metrics = get_compilation_metrics()
    inductor = counters["inductor"]
    cached = inductor["fxgraph_cache_hit"]
    return Counts(
        graphs=counters["stats"]["unique_graphs"],
        # counters["graph_break"] misses breaks at a data-dependent branch.
        graph_breaks=len(graph_break_reasons),
        # counters["recompiles"] stays empty unless recompilations are logged.
        recompiles=sum(metric.recompile_reason is not None for metric in metrics),
        inductor=cached + inductor["fxgraph_cache_miss"] + inductor["fxgraph_cache_bypass"],
        cached=cached,
        cudagraph_skips=inductor["cudagraph_skips"],
        compile_seconds=round(sum(metric.entire_frame_compile_time_s or 0.0 for metric in metrics), 3),
    )


def last_break() -> str:
    """Say where and why the latest graph break was, in one line (empty where there was none)."""
    if not graph_break_reasons:
        return ""
    latest = graph_break_reasons[-1]
    place = f" at line {latest.user_stack[-1].lineno}" if latest.user_stack else ""
    return f"{latest.reason.splitlines()[0]}{place}"


def uses_cuda_graphs(device: torch.device) -> bool:
    """Tell whether Inductor has handed any graph on a CUDA device to CUDA graphs."""
    # Importing it imports all of Inductor.
    from torch._inductor import cudagraph_trees  # noqa: PLC0415

    index = torch.cuda.current_device() if device.index is None else device.index
    return cudagraph_trees.get_manager(index, create_if_none_exists=False) is not None
