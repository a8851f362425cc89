"""Peaks of memory. Imported only where a model runs."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import torch

STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
# What makes Linux forget the peak of a process so far (proc_pid_clear_refs(5)).
FORGET = "5"


class Peak:
    """The most memory in use from now on: the device's, or, on Linux, that of the process."""

    def __init__(self, device: torch.device) -> None:
        """Forget the peak so far."""
        self._device = device
        self._known = False
        if device.type == "cuda":
            torch.cuda.reset_peak_memory_stats(device)
            self._known = True
        elif device.type == "cpu":
            with contextlib.suppress(OSError):
                CLEAR.write_text(FORGET)
                self._known = True

    def bytes(self) -> int | None:
        """Give the peak since, or None where there is no telling."""
        if not self._known:
            return None
        if self._device.type == "cuda":
            return int(torch.cuda.max_memory_allocated(self._device))
        with contextlib.suppress(OSError):
            found = re.search(r"^VmHWM:\s*(\d+) kB", STATUS.read_text(), re.MULTILINE)
            return int(found[1]) * 1024 if found else None
        return None
