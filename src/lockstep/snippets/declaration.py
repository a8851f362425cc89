"""What a program says of itself: needs, time limit, the error it expects, whether its output is shown.

An inline metadata block in the form of PEP 723, anywhere outside passages, holding TOML::

    # /// lockstep
    # needs = ["cuda", "compiler", "accelerate>=1.0"]
    # timeout = 600
    # raises = "torch._dynamo.exc.Unsupported"
    # match = "^Data-dependent branching"
    # output = true
    # ///
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from packaging.requirements import InvalidRequirement, Requirement

from lockstep.findings import Finding, near

if TYPE_CHECKING:
    from lockstep.snippets.program import Program

BLOCK = re.compile(r"(?m)^# /// (?P<type>[a-zA-Z0-9-]+)$\s(?P<content>(^#(| .*)$\s)+)^# ///$")
TYPE = "lockstep"
CUDA, COMPILER = "cuda", "compiler"
TIMEOUT_S = 300.0
DOTTED = re.compile(r"[a-zA-Z_]\w*(\.[a-zA-Z_]\w*)*")


@dataclass(frozen=True, slots=True)
class Declaration:
    """A program's declaration.

    ``needs`` are ``cuda``, ``compiler`` (a C++ compiler) or requirements of packages (PEP 508) beyond torch,
    transformers and accelerate; a machine that lacks one does not run the program. ``timeout`` is in seconds.
    ``raises`` is the dotted name of the error with which the program's last passage ends, empty for none, and
    ``match`` a regular expression found in its message. ``output`` says whether pages show what the passages print.
    ``line`` is the block's first line, 0 where there is none.
    """

    needs: tuple[str, ...] = ()
    timeout: float = TIMEOUT_S
    raises: str = ""
    match: str = ""
    output: bool = False
    line: int = 0


def read_declaration(program: Program) -> tuple[Declaration, list[Finding]]:
    """Read a program's declaration, and what is wrong with it; what is wrong has its default."""
    blocks = [match for match in BLOCK.finditer(program.text) if match["type"] == TYPE]
    if not blocks:
        return Declaration(), []
    start = program.text.count("\n", 0, blocks[0].start()) + 1
    findings: list[Finding] = []

    def fault(line: int, message: str, hint: str = "") -> None:
        findings.append(Finding(program.path, line, 1, "LS131", message, hint))

    if len(blocks) > 1:
        fault(program.text.count("\n", 0, blocks[1].start()) + 1, "a second declaration", "keep one")
    lines = [line[2:] if line.startswith("# ") else line[1:] for line in blocks[0]["content"].splitlines()]
    try:
        table = tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        fault(start + (int(at[1]) if at else 0), f"not TOML: {str(error).split(' (at ')[0]}")
        return Declaration(line=start), findings
    values: dict[str, object] = {}
    for key, value in table.items():
        line = start + next(
            (number for number, text in enumerate(lines, 1) if re.match(rf"\s*{re.escape(key)}\b", text)), 0
        )
        if key not in CHECKS:
            fault(line, f"unknown key '{key}'", near(key, CHECKS))
            continue
        problem = CHECKS[key](value)
        if problem:
            fault(line, f"'{key}' {problem}")
        else:
            values[key] = tuple(value) if isinstance(value, list) else value
    if "match" in values and "raises" not in values:
        fault(start, "'match' without 'raises'", "name the error's type")
    if isinstance(values.get("timeout"), int):
        values["timeout"] = float(values["timeout"])  # type: ignore[arg-type]
    return Declaration(**values, line=start), findings  # type: ignore[arg-type]


def _needs(value: object) -> str:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return "must be a list of texts"
    for item in value:
        try:
            Requirement(item)
        except InvalidRequirement:
            return f"has '{item}', which is neither '{CUDA}', '{COMPILER}' nor a package's requirement"
    return ""


def _timeout(value: object) -> str:
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < float("inf")
    return "" if good else "must be a number of seconds above 0"


def _raises(value: object) -> str:
    return "" if isinstance(value, str) and DOTTED.fullmatch(value) else "must be the dotted name of an error's type"


def _match(value: object) -> str:
    try:
        return "" if isinstance(value, str) and re.compile(value) else "must be a regular expression"
    except re.error:
        return "must be a regular expression"


def _output(value: object) -> str:
    return "" if isinstance(value, bool) else "must be true or false"


CHECKS = {"needs": _needs, "timeout": _timeout, "raises": _raises, "match": _match, "output": _output}
