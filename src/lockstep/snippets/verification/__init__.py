"""Running programs for real, each in a process of its own, and saying what was seen.

This package runs in the host (pytest, the command line) and never imports torch; ``server``, ``child`` and ``models``
do, and run only in the processes that it starts.
"""

from lockstep.processes import Output
from lockstep.snippets.verification.launch import Launcher
from lockstep.snippets.verification.needs import has_cuda
from lockstep.snippets.verification.outcome import Evidence, Outcome
from lockstep.snippets.verification.run import not_installed, verify

__all__ = ["Evidence", "Launcher", "Outcome", "Output", "has_cuda", "not_installed", "verify"]
