"""How far one output is from another. Imported only where a model runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import torch
from torch.utils import _pytree as pytree

if TYPE_CHECKING:
    from lockstep.benchmarks.measuring.suite import Dtype

# Kernels that add up in another order differ by some tens of roundings; a wrong result differs by more than a tenth.
TOLERANCES: dict[str, float] = {"float32": 1e-3, "float16": 2e-2, "bfloat16": 1e-1}
# Root mean square below which an output is nothing to compare with.
VANISHING = 1e-6


class Verdict(Exception):  # noqa: N818 - a verdict on an arm, no error of this program
    """The compiled arm fails, for a reason that is no exception of the model's: its status, and why."""

    def __init__(self, status: Literal["wrong", "error"], reason: str) -> None:
        """Take both."""
        super().__init__(reason)
        self.status = status


def tolerance(dtype: Dtype, device: torch.device) -> float:
    """Give the greatest relative error that passes.

    On CUDA, convolutions of float32 may use TF32, unless it is turned off: it has the mantissa of float16.
    """
    if dtype == "float32" and device.type == "cuda" and torch.backends.cudnn.allow_tf32:
        return TOLERANCES["float16"]
    return TOLERANCES[dtype]


def kept(output: object) -> list[torch.Tensor]:
    """Copy the floating-point tensors of an output, which the next call may overwrite.

    Raises:
        Verdict: there are none, one is not finite, or all are next to zero.
    """
    tensors = [tensor.clone() for tensor in _tensors(output)]
    if not tensors:
        raise Verdict("error", "the output holds no floating-point tensor to compare")
    if not all(bool(torch.isfinite(tensor).all()) for tensor in tensors):
        raise Verdict("error", "the eager output is not finite: comparing with it proves nothing")
    if max(_size(tensor) for tensor in tensors) < VANISHING:
        raise Verdict("error", "the eager output is next to zero: comparing with it proves nothing")
    return tensors


def relative_error(reference: list[torch.Tensor], output: object) -> float:
    """Give the norm of the difference over the norm of the reference, for the tensor where it is greatest.

    Raises:
        Verdict: there are other tensors, or one is not finite.
    """
    tensors = _tensors(output)
    shapes, expected = ([tuple(tensor.shape) for tensor in those] for those in (tensors, reference))
    if shapes != expected:
        raise Verdict("wrong", f"the compiled output has tensors of shapes {shapes}, eager's {expected}")
    if not all(bool(torch.isfinite(tensor).all()) for tensor in tensors):
        raise Verdict("wrong", "the compiled output is not finite, but eager's is")
    return max(_error(tensor, wanted) for tensor, wanted in zip(tensors, reference, strict=True))


def _error(tensor: torch.Tensor, wanted: torch.Tensor) -> float:
    difference = (tensor.double() - wanted.double()).norm().item()
    # A tensor next to zero beside others that are not: its error counts as if it had the least size.
    return float(difference / max(wanted.double().norm().item(), VANISHING * wanted.numel() ** 0.5))


def _size(tensor: torch.Tensor) -> float:
    return tensor.double().square().mean().sqrt().item() if tensor.numel() else 0.0


def _tensors(output: object) -> list[torch.Tensor]:
    leaves = pytree.tree_leaves(dict(output) if isinstance(output, Mapping) else output)
    return [leaf for leaf in leaves if isinstance(leaf, torch.Tensor) and leaf.is_floating_point()]
