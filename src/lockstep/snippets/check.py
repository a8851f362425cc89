"""Everything about programs and the pages that show them that can be said without running anything."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lockstep.findings import Finding
from lockstep.snippets.program import find_marker

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lockstep.snippets.program import Program

COMMENT = re.compile(r"\s*(#.*)?$")


def check_programs(programs: Iterable[Program]) -> Iterator[Finding]:
    """Report faults of regions, and code that readers would need but never see."""
    for program in programs:
        yield from program.findings
        if program.name.endswith(".py") and not program.findings:
            yield from _hidden(program)


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
            return
