"""The committed record of what was verified: ``verified.json`` in the snippets folder.

A run is keyed by the program's whole text (passages, proof and declaration) and the harness's version, so that a
record never speaks of another program. It holds no times and no paths: a run on the same versions writes the same
bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Strict, ValidationError

from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError
from lockstep.snippets.program import RECORD

if TYPE_CHECKING:
    from lockstep.project import Project
    from lockstep.snippets.program import Program

SCHEMA_VERSION = 1
# Raise it when the harness judges otherwise: every record is then out of date.
HARNESS = 1


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Run(_Part):
    """One verified run of a program on one kind of device.

    ``device`` is ``cpu`` or ``cuda`` and ``device_name`` the accelerator's name, empty on a CPU. ``platform`` is
    ``linux``, ``darwin`` or ``win32``. The counts are those of the passages: graphs captured, graph breaks with their
    reasons, recompiles, graphs compiled by Inductor, CUDA graphs asked for and skipped. ``checks`` are the functions
    of ``lockstep.proof`` that succeeded, in order. ``error`` is the type of the error that was expected and raised,
    empty for none; ``output`` what the passages printed, where the program declares it shown.
    """

    device: Literal["cpu", "cuda"]
    device_name: str = ""
    torch: str
    transformers: str = ""
    python: str
    platform: str
    graphs: int
    graph_breaks: int
    break_reasons: Annotated[tuple[str, ...], Strict(False)] = ()
    recompiles: int
    inductor: int
    cudagraph_skips: int
    checks: Annotated[tuple[str, ...], Strict(False)]
    error: str = ""
    output: str | None = None


class Entry(_Part):
    """What is on record of one program.

    ``key`` is that of the program's text when it was verified. ``runs`` has at most one run for each kind of device.
    ``lacks`` are the needs for which it was not run on the machine that wrote the record (``cuda``, ``compiler``, a
    package's requirement), empty where it ran.
    """

    key: str
    runs: Annotated[tuple[Run, ...], Strict(False)] = ()
    lacks: Annotated[tuple[str, ...], Strict(False)] = ()


class Record(_Part):
    """The record: an entry for each program by its name below the snippets folder."""

    schema_version: Literal[1] = 1
    programs: dict[str, Entry] = {}

    def entry(self, program: Program) -> Entry | None:
        """Look up what is on record of a program as it stands now; ``None`` for another version of it, or none."""
        found = self.programs.get(program.name)
        return found if found and found.key == key(program) else None


def key(program: Program) -> str:
    """Identify a program's text and the harness that judges it (20 hexadecimal digits)."""
    return hashlib.sha256(f"{HARNESS}\n{program.text}".encode()).hexdigest()[:20]


def load_record(project: Project) -> tuple[Record, list[Finding]]:
    """Read the record; a missing file is an empty record."""
    file = project.snippets / RECORD
    if not file.exists():
        return Record(), []
    path = relative(file, project.root)
    try:
        return Record.model_validate(json.loads(read_text(file, project.root))), []
    except FindingError as error:
        return Record(), list(error.findings)
    except (ValueError, ValidationError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        hint = "it is written by 'lockstep verify --update'; restore it or write it again"
        return Record(), [Finding(path, line, 1, "LS141", "this is no record of verification", hint)]


def write_record(record: Record, project: Project) -> None:
    """Write the record, whole or not at all, programs in order of name.

    Raises:
        OSError: it cannot be written; the file that was there stays.
    """
    programs = record.model_dump(exclude_defaults=True).get("programs", {})
    data = {"schema_version": SCHEMA_VERSION, "programs": dict(sorted(programs.items()))}
    handle, name = tempfile.mkstemp(dir=project.snippets, prefix=f".{RECORD}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            json.dump(data, file, ensure_ascii=False, indent=1)
            file.write("\n")
        Path(name).chmod(0o644)
        Path(name).replace(project.snippets / RECORD)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
