"""Small programs to verify."""

from __future__ import annotations

from textwrap import dedent

PASSAGE = """
import torch


def double(x):
    return x * 2


compiled = torch.compile(double)
sample = torch.ones(3)
result = compiled(sample)
"""
PROOF = """
from lockstep import proof

proof.equals_eager(compiled, double, sample)
"""


def program_text(passage: str = PASSAGE, proof: str = PROOF) -> str:
    """Write a program with one passage; its code begins at line 2."""
    shown, hidden = dedent(passage).strip(), dedent(proof).strip()
    return f"# --8<-- [start:shown]\n{shown}\n# --8<-- [end:shown]\n\n{hidden}\n"


def line_of(text: str, part: str) -> int:
    """Find the line on which a part of a program stands."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if part in line)


def declaration(**keys: object) -> str:
    """Write a program's declaration."""
    lines = [f"# {key} = {value!r}".replace("True", "true") for key, value in keys.items()]
    return "\n".join(["# /// lockstep", *lines, "# ///", ""])
