"""A snippet file is a program: its regions are passages, what follows the last one is the proof.

Regions use the notation of pymdownx.snippets, ``# --8<-- [start:name]`` and ``# --8<-- [end:name]``, each on a line
of its own behind any comment sign.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError

if TYPE_CHECKING:
    from pathlib import Path

    from lockstep.project import Project

MARKER = re.compile(
    r"^(?P<before>[^\n]*?)-{1,}8<-{1,}[ \t]+\[[ \t]*(?P<kind>start|end)[ \t]*:[ \t]*(?P<name>[^\]\n]*?)[ \t]*\][ \t]*$"
)
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
    def proof(self) -> str:
        """The code that follows the last passage: run, never shown."""
        return "\n".join(self.text.split("\n")[self.proof_line - 1 :])


def load_programs(project: Project) -> tuple[dict[str, Program], list[Finding]]:
    """Read every file below the project's snippets folder.

    Returns the programs by name, in order, and what is wrong with the files that could not be read.
    """
    programs: dict[str, Program] = {}
    findings: list[Finding] = []
    for file in sorted(project.snippets.rglob("*")):
        hidden = any(part.startswith((".", "__")) for part in file.relative_to(project.snippets).parts)
        if hidden or not file.is_file():
            continue
        try:
            program = load_program(file, project)
        except FindingError as error:
            findings += error.findings
        else:
            programs[program.name] = program
    return programs, findings


def load_program(file: Path, project: Project) -> Program:
    """Read one program.

    Faults of its regions are in the program's ``findings``.

    Raises:
        FindingError: the file cannot be read or is not UTF-8.
    """
    text = read_text(file, project.root)
    path = relative(file, project.root)
    passages, findings = _passages(text, path)
    proof_line = max((passage.end for passage in passages), default=0) + 1
    return Program(relative(file, project.snippets), path, file, text, tuple(passages), proof_line, tuple(findings))


def _passages(text: str, path: str) -> tuple[list[Passage], list[Finding]]:
    lines = text.split("\n")
    passages: list[Passage] = []
    findings: list[Finding] = []
    open_regions: dict[str, int] = {}
    first_seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        match = MARKER.match(line)
        if not match:
            continue
        name, column = match["name"], match.start("name") + 1

        def fault(code: str, message: str, hint: str = "", at: tuple[int, int] = (number, column)) -> None:
            findings.append(Finding(path, *at, code, message, hint))

        if not NAME.fullmatch(name):
            fault("LS101", f"'{name}' is no region name", "use letters, digits, '-' and '_'")
        elif match["kind"] == "start":
            if name in first_seen:
                fault("LS102", f"region '{name}' is there already, since line {first_seen[name]}", "rename one")
                continue
            first_seen[name] = open_regions[name] = number
        elif name not in open_regions:
            fault("LS103", f"region '{name}' ends here but is not open", f"add [start:{name}] above")
        else:
            start = open_regions.pop(name)
            passages.append(Passage(name, _shown(lines[start : number - 1]), start, number))
    for name, start in open_regions.items():
        column = lines[start - 1].index(f"{name}") + 1
        findings.append(
            Finding(path, start, column, "LS104", f"region '{name}' is never closed", f"add [end:{name}] below")
        )
    return passages, findings


def _shown(lines: list[str]) -> str:
    """Join a region's lines, without markers of regions inside it and without their common indentation."""
    kept = [line for line in lines if not MARKER.match(line)]
    margins = [re.match(r"[ \t]*", line)[0] for line in kept if line.strip()]  # type: ignore[index]
    margin = margins[0] if margins else ""
    for other in margins:
        while not other.startswith(margin):
            margin = margin[:-1]
    # A line of blanks only may be shorter than the margin.
    return "".join((line.removeprefix(margin) if line.strip() else line[len(margin) :]) + "\n" for line in kept)
