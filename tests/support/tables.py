"""Results to draw tables of: measured ones as a runner writes them, and those that other tools broke at."""

import random
from decimal import Decimal

from lockstep.benchmarks.model import Arm, Results
from lockstep.benchmarks.setup import Hardware, Processor, Software
from support.results import arm, cell, measured, results, samples, subset

MODELS = {
    "ViT": ("image-classification", 38, 1.31),
    "Segformer": ("image-segmentation", 61, 1.52),
    "OwlViT": ("object-detection", 240, 1.08),
    "ConvNeXT": ("image-classification", 44, 2.26),
    "Conditional-DETR": ("object-detection", 520, 0.93),
    "MobileNet": ("image-classification", 9, 1.94),
    "Qwen2.5 0.5B": ("text-generation", 88, 1.17),
}
WARNING = "the samples of the compiled arm spread by 11 percent"
REASON = "torch._dynamo.exc.Unsupported: call_function <b> | in graph"


def _arm(generator: random.Random, time: float, first: float) -> Arm:
    times = [f"{time * generator.lognormvariate(0, 0.012):.6f}" for _ in range(40)]
    return samples(*times, first_call_ms=Decimal(f"{first:.4f}"), peak_memory=734003200, graphs=1, graph_breaks=0)


def sample() -> Results:
    """A CPU with two modes and two batch sizes; one row each out of memory, wrong, crashed and not run."""
    generator = random.Random(3)
    cells = []
    for mode in ("default", "max-autotune"):
        for size in (1, 4):
            for model, (task, time, ratio) in MODELS.items():
                eager = _arm(generator, time * size, time * size * 2)
                compiled = _arm(generator, time * size / ratio, 24_000 + time * 40)
                facts = {"correct": True}
                match (mode, size, model):
                    case ("max-autotune", 4, "OwlViT"):
                        eager = compiled = Arm(status="oom", stage="first-call", reason="DefaultCPUAllocator: can't")
                        facts = {}
                    case ("max-autotune", 1, "Segformer"):
                        facts = {"correct": False}
                    case ("max-autotune", 1, "ConvNeXT"):
                        compiled, facts = Arm(status="error", stage="first-call", reason=REASON), {}
                    case ("max-autotune", 4, "ConvNeXT"):
                        eager = compiled = Arm(status="not-run")
                        facts = {}
                    case ("default", 4, "ViT"):
                        facts["warnings"] = (WARNING,)
                name = model.lower().replace(" ", "-")
                facts |= {"task": task, "model": model, "weights": "random", "dtype": "float32"}
                cells.append(cell(name, size, eager=eager, compiled=compiled, mode=mode, **facts))
    hardware = Hardware(
        kind="cpu",
        device="AMD EPYC 9R14",
        memory=66_571_993_088,
        capability="AVX512",
        cpu=Processor(model="AMD EPYC 9R14", cores=2, threads=4),
    )
    software = Software(
        torch="2.13.0+cpu",
        torch_git="0123456789abcdef0123",
        transformers="5.24.0",
        python="3.11.9",
        os="Linux 6.1 x86_64",
        compiler="g++ 12.2.0",
        environment={"OMP_NUM_THREADS": "1", "KMP_BLOCKTIME": "0"},
    )
    return results(measured("epyc", *cells).model_copy(update={"hardware": hardware, "software": software}))


def long() -> Results:
    """A hundred rows of 1 to 100 ms, not in that order; every fiftieth has another batch size."""
    times = [number * 37 % 101 for number in range(1, 101)]
    rows = [cell(f"m{time}", 1 if time % 50 else 2, eager=arm(str(time)), compiled=arm(str(time))) for time in times]
    return results(measured("one", *rows))


def awkward() -> Results:
    """What sorting breaks at: failures, equal numbers, other notations, names of several alphabets."""
    rows = [
        ("İzmir", 1, "100", "50"),
        ("Irmak", 16, "9.5", "10"),
        ("ılık", 2, "OOM", "OOM"),
        ("zebra", 4, "12", "12"),
        ("Çam", 1, "1e3", "OOM"),
        ("ağ", 4, "9.50", "2"),
    ]
    cells = [
        cell(f"m{number}", size, eager=arm(eager), compiled=arm(compiled), model=name)
        for number, (name, size, eager, compiled) in enumerate(rows)
    ]
    others = [cell("vit", 1, eager=arm("4"), compiled=arm("2")), cell("beit", 1, eager=arm("3"), compiled=arm("1"))]
    modes = [
        cell("vit", size, eager=arm("4"), compiled=arm(time), mode=mode)
        for size, mode, time in ((1, "default", "2"), (1, "max-autotune", "1"), (4, "default", "5"))
    ]
    # Of versions apart, so that none owes the others' rows.
    return results(
        subset("cpu", *cells),
        subset("gpu-fp16", *others, device="G", torch="2.1.0"),
        subset("gpu int8/ç", *modes, device="I", torch="2.2.0"),
    )
