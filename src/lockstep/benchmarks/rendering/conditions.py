"""How a subset was measured, as a list for readers."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from markupsafe import Markup

from lockstep.benchmarks.rendering.facts import Fact
from lockstep.benchmarks.setup import SampledProtocol
from lockstep.messages import mark as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lockstep.benchmarks.model import Cell, Subset
    from lockstep.benchmarks.rendering.rows import Writer

GIB = 2**30
WEIGHTS = {"pretrained": _("pretrained"), "random": _("random")}
ORDERS = {"alternating": _("eager and compiled in turn"), "shuffled": _("in pairs, each in random order (seed {seed})")}


def conditions(subset: Subset, write: Writer) -> list[Fact]:
    """List hardware, software, protocol and warnings of a measured subset; nothing for a published one."""
    if not isinstance(subset.protocol, SampledProtocol):
        return []
    every = (*_hardware(subset, write), *_software(subset), *_work(subset, write), *_protocol(subset, write))
    facts = [Fact(write.messages(name), _isolated(values)) for name, values in every if values]
    warnings = list(_warnings(subset.cells, write))
    if warnings:
        facts.append(Fact(write.messages(_("Warnings")), Markup("<br>").join(warnings)))
    return facts


def _isolated(values: Iterable[str]) -> Markup:
    return Markup(", ").join(Markup("<bdi>{}</bdi>").format(value) for value in values)


def _hardware(subset: Subset, write: Writer) -> Iterator[tuple[str, list[str]]]:
    hardware, cpu = subset.hardware, subset.hardware.cpu
    count = f" × {write.exact(hardware.count)}" if hardware.count > 1 else ""
    yield _("Device"), [hardware.device + count]
    yield _("Memory"), [_memory(hardware.memory, write)] if hardware.memory else []
    yield _("Capability"), _given(hardware.capability)
    yield _("Driver"), _given(hardware.driver)
    if cpu is None:
        return
    sizes = _("cores: {cores}, hardware threads: {threads}")
    numbers = {"cores": write.exact(cpu.cores), "threads": write.exact(cpu.threads)}
    yield _("Processor"), [cpu.model, write.messages(sizes, **numbers)]


def _software(subset: Subset) -> Iterator[tuple[str, list[str]]]:
    software = subset.software
    revision = f" ({software.torch_git[:12]})" if software.torch_git else ""
    yield "PyTorch", [software.torch + revision]
    yield "CUDA", _given(software.cuda)
    yield "Transformers", _given(software.transformers)
    yield "Python", _given(software.python)
    yield _("System"), _given(software.os)
    yield _("Compiler"), _given(software.compiler)
    yield _("Environment variables"), [f"{name}={value}" for name, value in software.environment.items()]


def _work(subset: Subset, write: Writer) -> Iterator[tuple[str, list[str]]]:
    cells = subset.cells
    yield _("Weights"), [write.messages(WEIGHTS[name]) for name in _several(cell.workload.weights for cell in cells)]
    yield _("Data type"), _several(cell.workload.dtype for cell in cells)
    treatments = [cell.treatment for cell in cells]
    options = [
        f"{name}={value}"
        for name in ("backend", "mode", "fullgraph", "dynamic", "scope")
        for value in _several(getattr(treatment, name) for treatment in treatments)
    ]
    yield _("Options of torch.compile"), options


def _protocol(subset: Subset, write: Writer) -> Iterator[tuple[str, list[str]]]:
    protocol = subset.protocol
    if not isinstance(protocol, SampledProtocol):
        return
    counts = [len(arm.samples_ms) for cell in subset.cells for arm in (cell.eager, cell.compiled) if arm.samples_ms]
    yield _("Timer"), [protocol.timer]
    yield _("Warm-up calls"), [write.exact(protocol.warm_up_calls)]
    yield (
        _("Samples for each time"),
        ["–".join(write.exact(end) for end in sorted({min(counts), max(counts)}))] if counts else [],
    )
    seed = str(protocol.order_seed)
    yield _("Order"), [write.messages(ORDERS[protocol.interleaving], seed=seed)]
    yield _("Threads"), [write.exact(protocol.threads)]
    yield _("Time budget for each row"), [f"{write.exact(protocol.time_budget_s)} s"]
    tolerances = _several(cell.correctness.tolerance if cell.correctness else None for cell in subset.cells)
    yield _("Greatest relative error that passes"), [write.exact(Decimal(tolerance)) for tolerance in tolerances]
    yield _("License"), _given(subset.origin.license)


def _warnings(cells: Iterable[Cell], write: Writer) -> Iterator[Markup]:
    """Give the measuring program's own words, each once, with the rows that they are about."""
    rows: dict[str, list[str]] = {}
    for cell in cells:
        for warning in cell.warnings:
            rows.setdefault(warning, []).append(f"{cell.workload.model} ({write.exact(cell.workload.batch_size)})")
    for warning, names in rows.items():
        yield Markup('<q lang="en" dir="auto">{}</q> {}').format(warning, _isolated(names))


def _memory(size: int, write: Writer) -> str:
    return f"{write.exact(round(Decimal(size) / GIB, 1).normalize())} GiB"


def _given(value: str | None) -> list[str]:
    return [] if value is None else [value]


def _several(values: Iterable[object]) -> list[str]:
    return list(dict.fromkeys(str(value) for value in values if value is not None))
