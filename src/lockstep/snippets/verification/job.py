"""What the host tells the process that runs a program, and the files through which they speak.

A private folder serves where a pipe would not do: it is the same on every system, holds any amount, and cannot be
kept open by what a program leaves behind.
"""

from __future__ import annotations

from dataclasses import dataclass

JOB = "job.json"  # the job, from the host; taken away as soon as it is read
REPORT = "report.json"  # what was seen, from the program's process; there only if it came to its end
STOPPED = "stopped.json"  # the line that was running when the time was nearly up
CRASH = "crash.txt"  # faulthandler's account of a crash


@dataclass(frozen=True, slots=True)
class Job:
    """What to run: the program's text under its file's name, and where its passages are.

    ``token`` makes a report valid. ``regions`` are the line numbers of each passage's markers, ``proof_line`` the first
    line of the proof, ``limit`` the seconds after which the line that is running is noted down. ``raises``, ``match``
    and ``output`` are the program's declaration, which begins at ``declared`` (a line number).
    """

    token: str
    file: str
    text: str
    regions: list[tuple[int, int]]
    proof_line: int
    limit: float
    raises: str = ""
    match: str = ""
    output: bool = False
    declared: int = 0
