"""This machine: what a process with torch says of it, and the names that follow from that."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from packaging.version import InvalidVersion, Version

from lockstep.benchmarks.measuring.reasons import scrubbed
from lockstep.benchmarks.setup import Hardware, Software
from lockstep.processes import run

if TYPE_CHECKING:
    from collections.abc import Mapping

PROBE = "lockstep.benchmarks.measuring.probe"
# Seconds for importing torch on a machine that is busy.
ASK = 300.0
NEEDED = ("torch", "transformers", "scipy", "psutil", "rich")
INSTALL = "install mkdocs-lockstep with its extra [measure]"
# Words of a processor's name that tell nothing apart.
EMPTY = re.compile(r"\((?:R|TM|C)\)|\b(?:CPU|Processor|\d+-Core)\b|@", re.IGNORECASE)


class Unmeasurable(Exception):  # noqa: N818 - a fact about this machine
    """Nothing can be measured here, and why."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A device, by PyTorch's name for it (``cuda``), with its machine and software."""

    device: str
    hardware: Hardware
    software: Software

    @property
    def slug(self) -> str:
        """The device's name, as file names may have it."""
        return slug(self.hardware.device)

    def key(self, threads: int) -> str:
        """Name the subset of what is measured here with so many ``threads``."""
        more = f"-{threads}-threads" if self.hardware.kind == "cpu" and threads > 1 else ""
        return f"{self.slug}-torch-{_release(self.software.torch)}{more}"


def not_installed() -> str:
    """Say what measuring needs and is not installed; empty if all is there."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    return f"measuring needs {', '.join(missing)}: {INSTALL}" if missing else ""


def look(device: str, env: Mapping[str, str]) -> Machine:
    """Ask what ``device`` is (``auto``: a GPU where there is one), under the environment that models will run in.

    Raises:
        Unmeasurable: PyTorch cannot use it, or does not work.
    """
    with TemporaryDirectory(prefix="lockstep-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        answer = folder / "answer.json"
        ended = run([sys.executable, "-P", "-m", PROBE, device, str(answer)], env=env, cwd=folder, limit=ASK)
        if ended.code or not answer.is_file():
            last = ended.output.last_lines(1).rpartition("\n")[2]
            raise Unmeasurable(f"PyTorch does not work here: {scrubbed(last) or 'it gave no answer'}")
        told = json.loads(answer.read_text("utf-8"))
    if "error" in told:
        raise Unmeasurable(told["error"])
    return Machine(told["device"], Hardware.model_validate(told["hardware"]), Software.model_validate(told["software"]))


def slug(name: str) -> str:
    """Make a name of lower-case letters, digits, dots and hyphens."""
    plain = unicodedata.normalize("NFKD", EMPTY.sub(" ", name)).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9.]+", "-", plain).strip("-.") or "device"


def _release(version: str) -> str:
    try:
        return Version(version).public
    except InvalidVersion:
        return slug(version)
