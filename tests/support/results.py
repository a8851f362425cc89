"""Small results for tests, with a value for everything that a test does not care about."""

from decimal import Decimal

from lockstep.benchmarks.model import SCHEMA_VERSION, Arm, Cell, Results, Subset
from lockstep.benchmarks.setup import (
    Correctness,
    Hardware,
    Measured,
    Published,
    PublishedProtocol,
    SampledProtocol,
    Software,
    Treatment,
    Workload,
)


def arm(time: str | None) -> Arm:
    """A published time; ``None``, or OOM as the publication has it, for a device that ran out of memory."""
    return Arm(status="oom") if time in (None, "OOM") else Arm(status="ok", mean_ms=Decimal(time))


def samples(*times: str | float, **facts: object) -> Arm:
    """A measured arm."""
    return Arm(status="ok", samples_ms=tuple(Decimal(str(time)) for time in times), calls_per_sample=1, **facts)


def cell(
    workload: str = "vit",
    batch_size: int = 1,
    *,
    eager: Arm | None = None,
    compiled: Arm | None = None,
    correct: bool | None = None,
    mode: str = "default",
    treatment: dict[str, object] | None = None,
    warnings: tuple[str, ...] = (),
    **facts: object,
) -> Cell:
    """A row: 2 ms without compilation, 1 ms with it."""
    found = {}
    if correct is not None:
        error = Decimal("0.0001" if correct else "0.5")
        found["correctness"] = Correctness(passed=correct, relative_error=error, tolerance=Decimal("0.01"))
    facts = {"task": "t", "model": workload, "checkpoint": "c", **facts}
    return Cell(
        workload=Workload(id=workload, batch_size=batch_size, **facts),
        treatment=Treatment(backend="inductor", mode=mode, **(treatment or {})),
        eager=eager or arm("2"),
        compiled=compiled or arm("1"),
        warnings=warnings,
        **found,
    )


def subset(
    key: str,
    *cells: Cell,
    device: str = "T4",
    torch: str = "2.0.1",
    kind: str = "cuda",
    publisher: str = "P",
    repetitions: int = 300,
) -> Subset:
    """Published cells."""
    return Subset(
        key=key,
        origin=Published(kind="imported", publisher=publisher, url="https://example.org/"),
        hardware=Hardware(kind=kind, device=device),
        software=Software(torch=torch),
        protocol=PublishedProtocol(
            kind="published", statistic="mean", repetitions=repetitions, warm_up=True, same_input=True
        ),
        cells=cells or (cell(),),
    )


def measured(key: str, *cells: Cell, date: str = "2026-11-30", threads: int = 1, **facts: object) -> Subset:
    """Measured cells."""
    return Subset(
        key=key,
        origin=Measured(kind="measured", tool="lockstep 0.1.0", date=date),
        hardware=Hardware(kind="cpu", device="Some CPU"),
        software=Software(**{"torch": "2.13.0+cpu", **facts}),
        protocol=SampledProtocol(
            kind="sampled",
            timer="timeit.default_timer",
            warm_up_calls=3,
            interleaving="shuffled",
            order_seed=0,
            threads=threads,
            time_budget_s=10,
        ),
        cells=cells or (cell(),),
    )


def results(*subsets: Subset) -> Results:
    """A whole file."""
    return Results(schema_version=SCHEMA_VERSION, subsets=subsets)
