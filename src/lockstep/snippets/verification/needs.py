"""What a program needs and this machine may lack."""

from __future__ import annotations

import functools
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from packaging.requirements import Requirement

from lockstep.compiler import INSTALL_COMPILER, compiler
from lockstep.snippets.declaration import COMPILER, CUDA

if TYPE_CHECKING:
    from collections.abc import Sequence

# Seconds for importing torch on a machine that is busy.
ASK = 300.0


def lacking(needs: Sequence[str]) -> dict[str, str]:
    """Give the needs that this machine lacks, each with what it has instead."""
    found: dict[str, str] = {}
    for need in needs:
        if need == CUDA:
            reason = "" if has_cuda() else "no CUDA device here"
        elif need == COMPILER:
            reason = "" if compiler() else f"no C++ compiler here: {INSTALL_COMPILER}"
        else:
            reason = _package(Requirement(need))
        if reason:
            found[need] = reason
    return found


@functools.cache
def has_cuda() -> bool:
    """Tell whether torch finds a CUDA device; it is asked once, in a process of its own."""
    try:
        # The build for CPUs cannot find one.
        if version("torch").endswith("+cpu"):
            return False
    except PackageNotFoundError:
        return False
    question = "import sys, torch; sys.exit(0 if torch.cuda.is_available() else 3)"
    try:
        asked = subprocess.run(  # noqa: S603 - the command is our own
            [sys.executable, "-P", "-c", question],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=ASK,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


def _package(requirement: Requirement) -> str:
    if requirement.marker and not requirement.marker.evaluate():
        return ""
    try:
        installed = version(requirement.name)
    except PackageNotFoundError:
        return f"{requirement.name} is not installed"
    fits = requirement.specifier.contains(installed, prereleases=True)
    return "" if fits else f"{requirement.name} {installed} is installed"
