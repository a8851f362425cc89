"""Everything about programs and the pages that show them that can be said without running anything."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from lockstep.findings import Finding, near
from lockstep.snippets.declaration import read_declaration
from lockstep.snippets.names import find_malformed, find_undefined
from lockstep.snippets.program import find_marker

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lockstep.snippets.program import Program
    from lockstep.snippets.record import Record

COMMENT = re.compile(r"\s*(#.*)?$")
READERS = "what readers copy"
UPDATE = "run: lockstep verify --update"


def check_programs(programs: Iterable[Program]) -> Iterator[Finding]:
    """Report faults of regions and declarations, and programs that readers could not run as they see them."""
    for program in programs:
        yield from program.findings
        if program.is_python and not program.findings:
            yield from _check(program)


def check_shown(programs: Iterable[Program], shown: Iterable[tuple[str, int, int]]) -> Iterator[Finding]:
    """Report programs, and passages of programs, that no page in any language shows.

    Args:
        programs: the programs.
        shown: what pages show: a program's name, and a passage's first and last line.
    """
    seen: dict[str, set[tuple[int, int]]] = {}
    for name, start, end in shown:
        seen.setdefault(name, set()).add((start, end))
    for program in programs:
        if program.findings or not (program.is_python or program.passages):
            continue
        pages = seen.get(program.name)
        if not pages:
            line = min((passage.start for passage in program.passages), default=1)
            hint = f'include its passages with --8<-- "{program.name}:region", or delete it'
            yield Finding(program.path, line, 1, "LS126", "no page shows this program", hint)
            continue
        for passage in program.passages:
            if not any(start <= passage.start and passage.end <= end for start, end in pages):
                hint = f'include it with --8<-- "{program.name}:{passage.name}", or delete its markers'
                yield Finding(program.path, passage.start, 1, "LS127", f"no page shows region '{passage.name}'", hint)


def check_record(programs: Mapping[str, Program], record: Record, path: str, text: str) -> Iterator[Finding]:
    """Report programs without a record of their present text, and records of programs that are not there.

    Args:
        programs: every program by its name.
        record: what was verified.
        path: the record's path below the project's root.
        text: the record's text, empty for none.
    """
    for name, program in programs.items():
        if not program.is_python or program.findings:
            continue
        entry = record.entry(program)
        if not entry and name in record.programs:
            message = "the record is of another version of this program"
            yield Finding(program.path, 1, 1, "LS142", message, UPDATE)
        elif not entry or not (entry.runs or entry.lacks):
            yield Finding(program.path, 1, 1, "LS144", "there is no record of this program's verification", UPDATE)
    known = [name for name, program in programs.items() if program.is_python]
    for name in record.programs:
        if name not in known:
            quoted = json.dumps(name, ensure_ascii=False)
            line = next((number for number, line in enumerate(text.split("\n"), 1) if f"{quoted}:" in line), 1)
            hint = f"{near(name, known)}; {UPDATE}"
            yield Finding(path, line, 1, "LS143", f"a record of '{name}', which is no program", hint)


def _check(program: Program) -> Iterator[Finding]:
    hidden = next(_hidden(program), None)
    declaration, faults = read_declaration(program)
    yield from faults
    if any(passage.start < declaration.line < passage.end for passage in program.passages):
        message = "the declaration stands in a passage: readers would copy it"
        yield Finding(program.path, declaration.line, 1, "LS132", message, "move it above the first passage")
    if hidden:
        yield hidden
    yield from _readable(program, whole=not hidden)
    # An expected error ends the program: it is the proof.
    if program.passages and not declaration.raises and not _code(program.proof):
        hint = "assert below it what the text claims, with lockstep.proof"
        yield Finding(program.path, program.proof_line - 1, 1, "LS128", "no proof follows the last passage", hint)


def _hidden(program: Program) -> Iterator[Finding]:
    for number, line in enumerate(program.text.split("\n")[: program.proof_line - 1], 1):
        inside = any(passage.start <= number <= passage.end for passage in program.passages)
        if not inside and not find_marker(line, program.path) and not COMMENT.match(line):
            yield Finding(
                program.path,
                number,
                1,
                "LS105",
                "code before or between passages is hidden from readers",
                "move it into a passage, or below the last one",
            )


def _readable(program: Program, *, whole: bool) -> Iterator[Finding]:
    """Report what would fail if readers ran what they see; ``whole`` says that nothing is hidden from them."""
    lines, shown = program.text.split("\n"), program.shown.split("\n")
    malformed = find_malformed(program.shown)
    where = READERS
    if not malformed:
        malformed, where = find_malformed(program.text), "the program"
    if malformed:
        line, column = malformed.line, malformed.column + _cut(lines, shown, malformed.line)
        # What is missing is missed further below, where readers see nothing.
        while where == READERS and line > 1 and not shown[line - 1].strip():
            line, column = line - 1, 1
        yield Finding(program.path, line, column, "LS125", f"{where} is not Python: {malformed.message}")
        return
    for name in find_undefined(program.shown):
        column = name.column + _cut(lines, shown, name.line)
        message = f"'{name.name}' is undefined in what readers see"
        yield Finding(program.path, name.line, column, "LS124", message, "define it in a passage")
    indented = next((number for number in range(1, len(lines) + 1) if _cut(lines, shown, number)), 0)
    if whole and indented:
        message = "an indented region that stands in no other: copied, it is no part of the block above it"
        yield Finding(program.path, indented, 1, "LS129", message, "begin a region where the block begins")


def _cut(lines: list[str], shown: list[str], number: int) -> int:
    """Count the characters by which pages show a line shorter than it is."""
    line, text = lines[number - 1], shown[number - 1]
    return len(line) - len(text) if text and line.endswith(text) else 0


def _code(text: str) -> bool:
    return not all(COMMENT.match(line) for line in text.split("\n"))
