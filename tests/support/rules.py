"""Running the examples of the registry of codes: a small project, a fault in it, and its cure."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

from click.testing import CliRunner

from lockstep.cli import main
from lockstep.findings import FindingError
from support.project import SmallProject, environment, make_project, mkdocs, record

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pytest

    from lockstep.rules import Example

RECORD = "snippets/verified.json"
VERIFICATION = "lockstep verify"
# A line of a finding, in what a command prints: MkDocs writes "WARNING -  " before it, pytest "E   ".
LINE = re.compile(
    r"(?:(?:WARNING|ERROR|INFO) +-  |E +|out of date: |Error: )?(?P<finding>\S.*:\d+:\d+ (?P<code>LS\d{3}) .*)"
)
# One that can be verified: the passages of the small project's own compile nothing.
PROGRAM = """\
# --8<-- [start:first]
import torch

model = torch.compile(torch.nn.Linear(2, 2))
y = model(torch.ones(2))
# --8<-- [end:first]

from lockstep.proof import graphs

graphs(1)
"""


def begin(root: Path) -> SmallProject:
    """Make the project that examples are written over."""
    project = make_project(root)
    project.write("snippets/prog.py", PROGRAM)
    project.record()
    return project


def write(project: SmallProject, files: Mapping[str, str | bytes | None]) -> None:
    for path, text in files.items():
        if text is None:
            (project.root / path).unlink(missing_ok=True)
        else:
            project.write(path, text)


def run(project: SmallProject, command: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """Run a command in the project's folder; return its exit status and what it printed."""
    program, *arguments = shlex.split(command)
    if program == "lockstep":
        with monkeypatch.context() as context:
            context.chdir(project.root)
            done = CliRunner().invoke(main, arguments)
        assert not done.exception or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, done.output
    if program == "mkdocs":
        built = mkdocs(*arguments, cwd=project.root)
        return built.code, built.output
    ended = subprocess.run(
        [sys.executable, "-m", program, *arguments],
        cwd=project.root,
        env=environment() | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    return ended.returncode, ended.stdout


def findings(output: str) -> list[str]:
    """List the lines of findings in what a command printed."""
    return [match["finding"] for line in output.splitlines() if (match := LINE.fullmatch(line.rstrip()))]


def put_fault(project: SmallProject, example: Example) -> None:
    write(project, example.beside)
    put_on_record(project)
    write(project, example.fault)
    # What is on record may be what the example is about.
    if not example.mend.startswith(VERIFICATION) and RECORD not in {**example.fault, **example.beside}:
        put_on_record(project)


def put_cure(project: SmallProject, example: Example) -> None:
    """Edit the files; the command that an example is mended with is still to be run."""
    write(project, example.cure)
    if RECORD not in {**example.fault, **example.beside, **example.cure}:
        put_on_record(project)


def put_on_record(project: SmallProject) -> None:
    """Put every program on record; none where what says which there are is at fault."""
    with contextlib.suppress(FindingError, FileNotFoundError):
        record(project.root)
