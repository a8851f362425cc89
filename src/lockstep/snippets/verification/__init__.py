"""Running programs for real, each in a process of its own, and saying what was seen.

This package runs in the host (pytest, the command line) and never imports torch; ``child``, ``models`` and
``inductor`` do, and run only in the processes that it starts.
"""

from lockstep.snippets.verification.outcome import Evidence, Outcome, Output
from lockstep.snippets.verification.run import verify

__all__ = ["Evidence", "Outcome", "Output", "verify"]
