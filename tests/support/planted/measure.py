"""What `lockstep check` makes of a site and of the same site with faults: found, missed, false, and its CPU time."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from support.planted.naming import misnamed
from support.planted.planting import Planter
from support.planted.site import make_site

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from support.planted.faults import Fault
    from support.planted.site import Site

COMMAND = "from lockstep.cli import main; main()"
Found = dict[str, Any]


@dataclass(frozen=True)
class Measured:
    """What came of it. ``twin`` are the findings on the clean site: all of them are false.

    ``extra`` are those on the other site that no fault accounts for; ``misnamed`` are found, but name another text as
    lost; ``seconds`` is the CPU time of the check of the clean site.
    """

    site: Site
    faults: Sequence[Fault]
    missed: Sequence[Fault]
    twin: Sequence[Found]
    extra: Sequence[Found]
    misnamed: Sequence[str]
    seconds: float

    def table(self) -> str:
        """Count by kind."""
        planted, missed = (Counter(fault.kind for fault in some) for some in (self.faults, self.missed))
        width = max(map(len, planted))
        rows = [f"{'kind':{width}}  planted  found  missed"]
        rows += [
            f"{kind:{width}}  {number:7}  {number - missed[kind]:5}  {missed[kind] or '':6}".rstrip()
            for kind, number in sorted(planted.items())
        ]
        rows.append(
            f"{'all':{width}}  {len(self.faults):7}  {len(self.faults) - len(self.missed):5}  {len(self.missed):6}"
        )
        return "\n".join(rows)


def measure(folder: Path, *, seed: int, pages: int, faults: int) -> Measured:
    """Write the two sites into a folder, ``twin`` and ``faulted``, and check both."""
    clean = make_site(seed, pages)
    clean.write(folder / "twin")
    site = make_site(seed, pages)
    planted = Planter(site, seed).plant(faults)
    site.records = clean.records
    site.write(folder / "faulted")
    twin, seconds = check(folder / "twin")
    seen: set[int] = set()
    extra = []
    places = [(fault, fault.lines(site)) for fault in planted]
    found = check(folder / "faulted")[0]
    for finding in found:
        spoken = [
            number
            for number, (fault, lines) in enumerate(places)
            if finding["path"] == fault.path and finding["line"] in lines
            if finding["code"] in fault.codes | fault.also
        ]
        seen |= {number for number in spoken if finding["code"] in planted[number].codes}
        if not spoken:
            extra.append(finding)
    missed = [fault for number, fault in enumerate(planted) if number not in seen]
    return Measured(site, planted, missed, twin, extra, list(misnamed(site, found)), seconds)


def check(root: Path) -> tuple[list[Found], float]:
    """Run `lockstep check` in a process of its own; return its findings and the CPU time of it and of its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "check", "--format", "json"],
        cwd=root,
        env=os.environ | {"PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.decode("utf-8", "replace"))
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout), seconds


def shown(finding: Found) -> str:
    """Show a finding on one line."""
    return f"{finding['path']}:{finding['line']} {finding['code']} {finding['message']}"
