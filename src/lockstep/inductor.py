"""All access to torch's private counters: what was captured, broken, compiled again, and compiled by Inductor.

torch has no public account of what a process has compiled. tests/verification/test_inductor.py names what is used
here, so that an upgrade that moves it fails by name. Imported only by processes that run a program.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

import torch
from torch._dynamo.utils import counters, get_compilation_metrics, graph_break_reasons

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from traceback import FrameSummary

# Addresses differ from run to run, and the record must not.
ADDRESS = re.compile(r"0x[0-9a-f]{4,}")


@dataclass(frozen=True, slots=True)
class Counts:
    """What this process has compiled so far; the fields are those of ``Evidence``."""

    attempts: int
    graphs: int
    graph_breaks: int
    break_reasons: tuple[str, ...]
    recompiles: int
    inductor: int
    cached: int
    cudagraph_skips: int
    compile_seconds: float


def counts(file: str = "") -> Counts:
    """Count what this process has compiled so far.

    ``file`` is the program's: graph breaks name its lines. ``torch.compiler.reset()`` forgets the graph breaks but
    nothing else. Attempts, recompilations and seconds are known for the latest 64 compilations.
    """
    metrics = get_compilation_metrics()
    inductor = counters["inductor"]
    cached = inductor["fxgraph_cache_hit"]
    return Counts(
        attempts=len(metrics),
        graphs=counters["stats"]["unique_graphs"],
        # counters["graph_break"] misses breaks at a data-dependent branch.
        graph_breaks=len(graph_break_reasons),
        break_reasons=tuple(_reason(broken.reason, broken.user_stack, file) for broken in graph_break_reasons),
        # counters["recompiles"] stays empty unless recompilations are logged.
        recompiles=sum(metric.recompile_reason is not None for metric in metrics),
        inductor=cached + inductor["fxgraph_cache_miss"] + inductor["fxgraph_cache_bypass"],
        cached=cached,
        cudagraph_skips=inductor["cudagraph_skips"],
        compile_seconds=round(sum(metric.entire_frame_compile_time_s or 0.0 for metric in metrics), 3),
    )


def failures() -> list[str]:
    """Name the type of each error with which one of the latest 64 compilations of this process ended, in order."""
    return [str(metric.fail_type) for metric in get_compilation_metrics() if metric.fail_type]


def recompile_reasons() -> list[str]:
    """Say why each of the latest 64 compilations that replaced code which did not fit was needed, in order."""
    return [metric.recompile_reason for metric in get_compilation_metrics() if metric.recompile_reason]


def autotunings() -> int:
    """Count the operations for which Inductor has timed several implementations."""
    return int(counters["inductor"]["select_algorithm_autotune"])


def empty_cache() -> AbstractContextManager[None]:
    """Have Inductor find nothing in its caches, on disk or in memory, until the context ends."""
    # Importing it imports all of Inductor.
    from torch._inductor.utils import fresh_cache  # noqa: PLC0415

    return fresh_cache()  # type: ignore[no-any-return]


def last_break() -> str:
    """Say where and why the latest graph break was, in one line (empty where there was none)."""
    if not graph_break_reasons:
        return ""
    latest = graph_break_reasons[-1]
    return _reason(latest.reason, latest.user_stack)


def _reason(text: str, frames: Sequence[FrameSummary], file: str = "") -> str:
    """Put a graph break's reason and the user's line into one line without paths and addresses."""
    reason = ADDRESS.sub("0x…", text.splitlines()[0])
    if not frames:
        return reason
    own = next((frame for frame in reversed(frames) if frame.filename == file), None)
    if own is None and file:
        return f"{reason} at {PurePath(frames[-1].filename).name}:{frames[-1].lineno}"
    return f"{reason} at line {(own or frames[-1]).lineno}"


def uses_cuda_graphs(device: torch.device) -> bool:
    """Tell whether Inductor has handed any graph on a CUDA device to CUDA graphs."""
    # Importing it imports all of Inductor.
    from torch._inductor import cudagraph_trees  # noqa: PLC0415

    index = torch.cuda.current_device() if device.index is None else device.index
    return cudagraph_trees.get_manager(index, create_if_none_exists=False) is not None


def find_instruction_sets() -> None:
    """Have Inductor try out what this CPU's vector instructions and the compiler agree on, and remember it.

    It does so in processes of their own that import torch, seconds of work, whether or not its cache is warm.
    """
    from torch._inductor.cpu_vec_isa import valid_vec_isa_list  # noqa: PLC0415

    valid_vec_isa_list()


def promises_one_graph(compiled: Callable[..., object]) -> bool:
    """Tell whether a compiled function or module was compiled with ``fullgraph=True``."""
    # A module that was compiled in place holds its compiled function.
    compiled = getattr(compiled, "_compiled_call_impl", None) or compiled
    context = getattr(compiled, "dynamo_ctx", None)
    if context is None and inspect.isfunction(compiled):
        context = inspect.getclosurevars(compiled).nonlocals.get("self")
    return bool(getattr(context, "fullgraph", False))
