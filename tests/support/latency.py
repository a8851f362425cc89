"""Files of times that nobody has to doubt: a model of latency, with the noise that measurements have.

Small batches wait for the CPU to launch kernels, large ones for the device to do the work. Compiling lowers both.
"""

import random
from decimal import Decimal

from lockstep.benchmarks.model import Arm, Results
from support.results import arm, cell, measured, results, samples, subset

# How much longer the same work takes.
DEVICES = {"A100": 1.0, "V100": 1.4, "A10": 2.1, "T4": 4.6}
WORKLOADS = [f"model-{number}" for number in range(8)]
SETUPS = {
    "stable": ("2.0.1", "default", WORKLOADS, (1, 4, 16)),
    "nightly": ("2.1.0.dev+cu118", "reduce-overhead", WORKLOADS[:5], (1, 4)),
}
# Of a mean of some hundred calls, from one process to the next; and of one block of calls to the next.
BETWEEN_RUNS, BETWEEN_SAMPLES = 0.015, 0.02
# What fits a device, as milliseconds on an A100.
LARGEST = 450


class Model:
    """Every time of a file, from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        draw = self.random.uniform
        self.launch = {name: draw(5, 35) for name in WORKLOADS}
        self.work = {name: 10 ** draw(-0.7, 1.6) for name in WORKLOADS}
        self.gain = {name: (draw(0.45, 0.95), draw(0.6, 0.995)) for name in WORKLOADS}
        self.setup = {name: (draw(0.9, 1.1), draw(0.97, 1.03), draw(0.4, 0.9)) for name in SETUPS}

    def time(self, name: str, batch_size: int, device: str, setup: str, *, compiled: bool) -> float:
        """The true time of a call in milliseconds, as this process meets it."""
        launch, work, graphs = self.setup[setup]
        launch *= self.launch[name]
        work *= self.work[name] * batch_size * DEVICES[device]
        if compiled:
            launch *= self.gain[name][0] * (graphs if setup == "nightly" else 1)
            work *= self.gain[name][1]
        return (launch**4 + work**4) ** 0.25 * self.random.gauss(1, BETWEEN_RUNS)

    def fits(self, name: str, batch_size: int) -> bool:
        return self.work[name] * batch_size < LARGEST


def published(seed: int) -> Results:
    """Eight subsets with 136 cells, four devices by two setups, to three decimals."""
    model = Model(seed)

    def one(*where: str | int, compiled: bool) -> Arm:
        fits = model.fits(*where[:2])
        return arm(f"{model.time(*where, compiled=compiled):.3f}" if fits else None)

    return results(
        *(
            subset(
                f"{device}-{setup}".lower(),
                *(
                    cell(
                        name,
                        size,
                        mode=mode,
                        eager=one(name, size, device, setup, compiled=False),
                        compiled=one(name, size, device, setup, compiled=True),
                    )
                    for size in batch_sizes
                    for name in names
                ),
                device=device,
                torch=torch,
            )
            for setup, (torch, mode, names, batch_sizes) in SETUPS.items()
            for device in DEVICES
        )
    )


def sampled(seed: int, number: int = 20) -> Results:
    """The same on one machine, every sample there: two subsets with 34 cells."""
    model = Model(seed)

    def one(*where: str | int, compiled: bool) -> Arm:
        time = model.time(*where, compiled=compiled)
        noise = [abs(model.random.gauss(0, BETWEEN_SAMPLES)) for _ in range(number)]
        first = time * (model.random.uniform(50, 2000) if compiled else model.random.uniform(0.9, 20))
        return samples(*(f"{time * (1 + extra):.6f}" for extra in noise), first_call_ms=Decimal(f"{first:.3f}"))

    return results(
        *(
            measured(
                f"t4-{mode}",
                *(
                    cell(
                        name,
                        size,
                        mode=mode,
                        eager=one(name, size, "T4", setup, compiled=False),
                        compiled=one(name, size, "T4", setup, compiled=True),
                    )
                    for size in batch_sizes
                    for name in names
                ),
            )
            for setup, (_, mode, names, batch_sizes) in SETUPS.items()
        )
    )
