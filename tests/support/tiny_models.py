"""Builds the workloads of the tiny suite. Imported by measuring processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import torch

from lockstep import inductor
from lockstep.benchmarks.measuring.building import Subject, draw


class Tiny(torch.nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        self.layers = torch.nn.Sequential(torch.nn.Linear(8, 64), torch.nn.ReLU(), torch.nn.Linear(64, 4))
        self.calls = 0

    def forward(self, x):
        return {"logits": self.layers(x)}


class Differs(Tiny):
    def forward(self, x):
        return {"logits": self.layers(x) + (1 if torch.compiler.is_compiling() else 0)}


class NotFiniteCompiled(Tiny):
    def forward(self, x):
        return {"logits": self.layers(x) / (0 if torch.compiler.is_compiling() else 1)}


class Scaled(Tiny):
    def forward(self, x):
        return {"logits": self.layers(x) * (0.0 if self.kind == "zeros" else torch.nan)}


class Recompiles(Tiny):
    def forward(self, x):
        self.calls += 1
        return {"logits": self.layers(x) * (1 if self.calls < 12 else 2)}


def build(recipe, batch_size, dtype, device):
    kind = recipe.config["kind"]
    if kind == "unbuildable":
        raise ValueError("no such layer")
    classes = {
        "differs": Differs,
        "nan-compiled": NotFiniteCompiled,
        "zeros": Scaled,
        "nan": Scaled,
        "recompiles": Recompiles,
    }
    model = classes.get(kind, Tiny)(kind).to(dtype).eval()
    inputs = draw(recipe, batch_size, dtype, device)
    before = BEFORE.get(kind)
    if before is None:
        return Subject(model, inputs)

    # Outside the model, where the compiler does not look.
    def reset():
        before()

    return Subject(model, inputs, reset)


def chat():
    print("x" * 100_000)  # noqa: T201
    os.write(1, b'{"end": true}\n')


def boom():
    raise RuntimeError(f"boom in {Path.home()}/models/weights.bin\nand more")


def end_if_compiled(ending):
    """End once this process has compiled anything: at the first call of the compiled arm."""
    endings = [ending]

    def before():
        if endings and inductor.counts().graphs:
            endings.pop()()

    return before


def hang():
    # One of its own session, as compilers' worker processes are.
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    Path(os.environ["TINY_PID"]).write_text(str(sleeper.pid))
    time.sleep(600)


def abort():
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.abort()


BEFORE = {
    "chatty": chat,
    "raises": boom,
    "segfault": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "aborts": abort,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "exits": lambda: os._exit(3),
    "hangs": hang,
    "huge": lambda: torch.empty(10**15),
    "dies-compiled": end_if_compiled(lambda: os.kill(os.getpid(), signal.SIGSEGV)),
    "raises-compiled": end_if_compiled(boom),
}
