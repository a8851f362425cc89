"""What the pages show: programs, results of measurements, pictures."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from lockstep.benchmarks.write import dump
from support.results import arm, cell, results, subset

if TYPE_CHECKING:
    from lockstep.benchmarks.model import Results

PROGRAM = """\
# --8<-- [start:define]
import torch


class Block{number}(torch.nn.Module):
    def __init__(self, size: int = {width}) -> None:
        super().__init__()
        self.first = torch.nn.Linear(size, {factor} * size)
        self.second = torch.nn.Linear({factor} * size, size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.second(torch.nn.functional.{function}(self.first(x)))
# --8<-- [end:define]


# --8<-- [start:compile]
model = Block{number}().eval()
compiled = torch.compile(model, mode="{mode}")
# --8<-- [end:compile]

# --8<-- [start:run]
x = torch.rand({batch}, {width})
with torch.inference_mode():
    print(compiled(x).shape)
# --8<-- [end:run]

assert compiled(x).shape == ({batch}, {width})
"""
MODELS = {"ViT": 6.2, "BERT": 8.9, "ResNet": 4.1, "Whisper": 21.7, "T5": 15.3, "DETR": 30.8}
SIZES = (1, 4, 16)
DEVICES = ("A100", "T4", "L4")
PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 120" width="320" height="120">
  <path d="M0 {a} L80 {b} L160 60 L240 40 L320 20" fill="none" stroke="currentColor"/>
</svg>
"""


def make_program(number: int) -> str:
    """Write a program of three regions."""
    return PROGRAM.format(
        number=number + 1,
        width=8 * (1 + number % 7),
        factor=2 + number % 3,
        function=("relu", "gelu", "silu", "tanh")[number % 4],
        mode=("default", "reduce-overhead", "max-autotune")[number % 3],
        batch=1 + number % 5,
    )


def make_results(seed: int, number: int) -> Results:
    """Make a file of results: two devices, six models, three sizes of a batch."""
    random = Random(f"{seed} {number}")
    subsets = []
    for place, device in enumerate(random.sample(DEVICES, 2)):
        cells = []
        for model, time in MODELS.items():
            slower = time * (1 + place) * random.uniform(0.9, 1.1)
            gain = random.uniform(1.1, 1.9)
            for size in SIZES:
                eager = slower * size**0.8
                cells.append(
                    cell(
                        f"{model.lower()}-{number}",
                        size,
                        eager=arm(f"{eager:.2f}"),
                        compiled=arm(f"{eager / gain:.2f}"),
                        model=model,
                        task="image-classification",
                    )
                )
        subsets.append(subset(device.lower(), *cells, device=device, torch="2.1.0"))
    return results(*subsets)


def make_files(
    seed: int, programs: dict[str, str], made: dict[str, Results], pictures: tuple[str, ...]
) -> dict[str, str]:
    """Write them all, by their paths."""
    random = Random(f"{seed} pictures")
    files = {f"snippets/{name}": text for name, text in programs.items()}
    files |= {f"benchmarks/results/{name}.json": dump(one) for name, one in made.items()}
    files |= {
        f"docs/assets/{name}": PICTURE.format(a=random.randrange(100, 120), b=random.randrange(70, 90))
        for name in pictures
    }
    return files
