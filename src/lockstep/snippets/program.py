"""A snippet file is a program: its regions are passages, what follows the last one is the proof.

Regions use the notation of pymdownx.snippets, ``# --8<-- [start:name]`` and ``# --8<-- [end:name]``, each on a line
of its own behind a comment sign.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError
from lockstep.project import FOLDERS
from lockstep.snippets.dedent import Layout, dedent, read_layout

if TYPE_CHECKING:
    from pathlib import Path

    from lockstep.project import Project

# The record of what was verified, beside the programs.
RECORD = "verified.json"
MARKER = re.compile(
    r"""(?x)
    (?P<before>[^\w\n]*?)-+8<-+[ \t]+
    \[[ \t]*(?P<kind>start|end)[ \t]*:[ \t]*(?P<name>[^\]\n]*?)[ \t]*\]
    (?P<after>[^\w\n]*)$
    """
)
# What can only be meant for a marker.
LIKE_MARKER = re.compile(r"(?<![;-])-+8<-+[ \t]*\[?[ \t]*(?:start|end)[ \t]*:", re.IGNORECASE)
PYTHON_COMMENT = re.compile(r"[ \t]*#+[ \t]*")
NAME = re.compile(r"[a-z][0-9a-z_-]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Passage:
    """A region of a program.

    ``text`` has no marker lines and no common indentation and ends with a newline; ``start`` and ``end`` are the
    line numbers of the region's two markers.
    """

    name: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Program:
    """A file below ``snippets/``.

    ``name`` is its path below that folder, as pages write it; ``path`` is its path below the project's root, as
    findings write it; ``passages`` are in the order in which they end; ``proof_line`` is the first line behind the last
    passage (line 1 where there is none).
    """

    name: str
    path: str
    file: Path
    text: str
    passages: tuple[Passage, ...]
    proof_line: int
    findings: tuple[Finding, ...]

    def passage(self, name: str) -> Passage | None:
        """Look a passage up by its exact name."""
        return next((passage for passage in self.passages if passage.name == name), None)

    @property
    def is_python(self) -> bool:
        """Whether the file is a program to run, and not something that pages only show."""
        return self.name.endswith(".py")

    @property
    def shown(self) -> str:
        """What readers copy: the passages as pages show them, each line at its place; all other lines are empty."""
        lines = self.text.split("\n")
        out = [""] * len(lines)
        done = 0
        # One that stands in another is in its text already.
        for passage in sorted(self.passages, key=lambda passage: (passage.start, -passage.end)):
            inside = range(passage.start, passage.end - 1)
            indices = [index for index in inside if not find_marker(lines[index], self.path)]
            for index, line in zip(indices, passage.text.split("\n"), strict=False):
                if index >= done:
                    out[index] = line
            done = max(done, passage.end)
        return "\n".join(out)

    @property
    def proof(self) -> str:
        """The code that follows the last passage: run, never shown."""
        return "\n".join(self.text.split("\n")[self.proof_line - 1 :])


def load_programs(project: Project) -> tuple[dict[str, Program], list[Finding]]:
    """Read every file below the project's snippets folder, but for the record of what was verified.

    Returns the programs by name, in order, and what is wrong with the folder. A file that cannot be used is a program
    without text whose ``findings`` say why.
    """
    programs: dict[str, Program] = {}
    folder = project.snippets
    if not folder.is_dir():
        # A project that shows no code needs no folder for it.
        if not folder.exists() and folder == project.root / FOLDERS["snippets"]:
            return programs, []
        hint = "create it, or change 'snippets' in [tool.lockstep]"
        return programs, [Finding(relative(folder, project.root), 1, 1, "LS108", "there is no such folder", hint)]
    for file in sorted(folder.rglob("*")):
        hidden = any(part.startswith((".", "__")) for part in file.relative_to(folder).parts)
        # Beside a program that is being edited, editors keep its last text (prog.py~, #prog.py#).
        if hidden or file.name.endswith(("~", "#")) or not file.is_file() or file == folder / RECORD:
            continue
        try:
            program = load_program(file, project)
        except FindingError as error:
            name, path = relative(file, folder), relative(file, project.root)
            program = Program(name, path, file, "", (), 1, error.findings)
        programs[program.name] = program
    return programs, []


def load_program(file: Path, project: Project) -> Program:
    """Read one program.

    Faults of its regions are in the program's ``findings``.

    Raises:
        FindingError: the file cannot be read, is not UTF-8, or is a link out of the snippets folder.
    """
    path = relative(file, project.root)
    if not file.resolve().is_relative_to(project.snippets.resolve()):
        message = "the file is a link that leads out of the snippets folder"
        raise FindingError(Finding(path, 1, 1, "LS109", message, "put the file itself there"))
    text = read_text(file, project.root)
    passages, findings = _passages(text, path)
    proof_line = max((passage.end for passage in passages), default=0) + 1
    return Program(relative(file, project.snippets), path, file, text, tuple(passages), proof_line, tuple(findings))


def find_marker(line: str, path: str) -> re.Match[str] | None:
    """Read a line of the file ``path`` as a region's marker; in Python it stands behind ``#``, so that it is no code.

    A ``;`` before it makes it text.
    """
    # Most lines are none, and this is quicker.
    match = MARKER.match(line) if "-8<-" in line else None
    if not match or match["before"].endswith(";"):
        return None
    if path.endswith(".py") and not (PYTHON_COMMENT.fullmatch(match["before"]) and not match["after"].strip()):
        return None
    return match


def _passages(text: str, path: str) -> tuple[list[Passage], list[Finding]]:
    regions = _Regions(text.split("\n"), path)
    for number, line in enumerate(regions.lines, 1):
        regions.read(number, line)
    for name, at in regions.opened.items():
        regions.fault(at, "LS104", f"region '{name}' is never closed", f"add [end:{name}] below")
    return regions.passages, sorted(regions.findings)


class _Regions:
    """The regions of a file, marker by marker."""

    def __init__(self, lines: list[str], path: str) -> None:
        self.lines, self.path = lines, path
        self.passages: list[Passage] = []
        self.findings: list[Finding] = []
        # Where each region was opened first, those that are open, and how many ends belong to what was reported.
        self.starts: dict[str, tuple[int, int]] = {}
        self.opened: dict[str, tuple[int, int]] = {}
        self.reported: Counter[str] = Counter()

    def fault(self, at: tuple[int, int], code: str, message: str, hint: str = "") -> None:
        self.findings.append(Finding(self.path, *at, code, message, hint))

    def read(self, number: int, line: str) -> None:
        match = find_marker(line, self.path)
        if not match:
            like = LIKE_MARKER.search(line) if "8<" in line else None
            if like:
                hint = "write it alone on its line" + (
                    ", as # --8<-- [start:name]" if self.path.endswith(".py") else ""
                )
                self.fault((number, like.start() + 1), "LS106", "a region's marker that cannot be read", hint)
            return
        name, at = match["name"], (number, match.start("name") + 1)
        if not NAME.fullmatch(name):
            if not self.reported[name]:
                self.fault(at, "LS101", f"'{name}' is no region name", "a letter, then letters, digits, '-' and '_'")
            self.reported[name] = 1
        elif match["kind"] == "start":
            self.start(name, at)
        else:
            self.end(name, at)

    def start(self, name: str, at: tuple[int, int]) -> None:
        if name in self.starts:
            self.fault(
                at, "LS102", f"region '{name}' is there already, since line {self.starts[name][0]}", "rename one"
            )
            self.reported[name] += 1
        else:
            self.starts[name] = self.opened[name] = at

    def end(self, name: str, at: tuple[int, int]) -> None:
        if name in self.opened:
            start, column = self.opened.pop(name)
            text = self.text(start + 1, at[0])
            self.passages.append(Passage(name, text, start, at[0]))
            if not text.strip():
                self.fault((start, column), "LS107", f"region '{name}' is empty", "put code into it, or delete it")
        elif self.reported[name]:
            self.reported[name] -= 1
        else:
            self.fault(at, "LS103", f"region '{name}' ends here but is not open", f"add [start:{name}] above")

    def text(self, first: int, end: int) -> str:
        """Join a region's lines, without markers of regions inside it and without their common indentation."""
        numbered = enumerate(self.lines[first - 1 : end - 1], first)
        kept = [(number, line) for number, line in numbered if not find_marker(line, self.path)]
        leading = next((line for _, line in kept if line.strip() and not PYTHON_COMMENT.match(line)), "")
        if leading[:1].isspace():
            layout = self.layout
            texts = dedent(kept, layout) if layout else [line for _, line in kept]
        else:
            texts = [line for _, line in kept]
        return "".join(text + "\n" for text in texts)

    @cached_property
    def layout(self) -> Layout | None:
        """The file's layout; ``None`` for Python that cannot be read, and so cannot be dedented safely."""
        return read_layout("\n".join(self.lines)) if self.path.endswith(".py") else Layout()
