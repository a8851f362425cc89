"""What a page shows of the programs: includes inside fences, and nothing else that looks like Python to run.

A fence shows a passage by ``--8<-- "file.py:region"`` on a line of its own (pymdownx.snippets' notation); a leading
``;`` shows the notation itself. A Python fence that shows no passage carries the class ``not-executable``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from lockstep.fences import Fence, find_fences, outside
from lockstep.findings import Finding, near

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lockstep.snippets.program import Passage, Program

INCLUDE = re.compile(
    r"""^(?P<indent>[ \t]*)(?P<escape>;*)-+8<-+[ \t]+(?P<quote>["'])(?P<target>.+?)(?P=quote)[ \t]*$"""
)
NOT_EXECUTABLE = "not-executable"


@dataclass(frozen=True, slots=True)
class Shown:
    """A passage that a page shows, in the fence that opens at ``line``."""

    line: int
    program: Program
    passage: Passage


@dataclass(slots=True)
class Page:
    """A page with its passages put in.

    ``lines`` is the page's Markdown with every include replaced by the passage, or by the finding where there is
    none to show.
    """

    lines: list[str]
    shown: list[Shown] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


class _IncludeError(Exception):
    def __init__(self, code: str, message: str, hint: str = "") -> None:
        self.args = (code, message, hint)


def expand(lines: list[str], path: str, programs: Mapping[str, Program], offset: int = 0) -> Page:
    """Put the passages into a page.

    Args:
        lines: the page's Markdown.
        path: the page's path below the project's root, for findings.
        programs: every program by its name.
        offset: how many lines of the file stand above ``lines`` (front matter).
    """
    page = Page([])
    fences = find_fences(lines)
    for number, line in enumerate(outside(lines, fences), 1):
        match = INCLUDE.match(line.lstrip("> \t"))
        if match and not match["escape"]:
            where = (path, number + offset, len(line) - len(line.lstrip("> \t")) + 1)
            page.findings.append(Finding(*where, "LS116", "an include outside a fence", "put it into a fenced block"))
    done = 0
    for fence in fences:
        page.lines += lines[done : fence.line]
        page.lines += [_line(fence.prefix, text) for text in _body(fence, path, programs, offset, page)]
        done = fence.end - 1
    page.lines += lines[done:]
    _check_order(page, path, offset)
    page.findings.sort()
    return page


def _body(fence: Fence, path: str, programs: Mapping[str, Program], offset: int, page: Page) -> list[str]:
    def find(line: int, column: int, code: str, message: str, hint: str = "") -> Finding:
        finding = Finding(path, line + offset, column, code, message, hint)
        page.findings.append(finding)
        return finding

    out: list[str] = []
    includes = own = 0
    for number, text in enumerate(fence.body, fence.line + 1):
        match = INCLUDE.match(text)
        if not match:
            own += bool(text.strip())
            out.append(text)
        elif match["escape"]:
            own += 1
            out.append(text.replace(";", "", 1))
        else:
            includes += 1
            try:
                shown = _resolve(match["target"], fence, programs)
            except _IncludeError as fault:
                out.append(str(find(number, fence.column + match.start("target"), *fault.args)))
                continue
            if isinstance(shown, Shown):
                page.shown.append(shown)
            text_shown = shown.passage.text if isinstance(shown, Shown) else shown
            out += [_line(match["indent"], line) for line in text_shown.removesuffix("\n").split("\n")]
    if fence.is_python and NOT_EXECUTABLE not in fence.classes:
        if not includes:
            find(
                fence.line,
                fence.column,
                "LS115",
                "a Python block that is no passage of a program",
                f"include one, or mark the fence {{ .{NOT_EXECUTABLE} }}",
            )
        elif own:
            find(fence.line, fence.column, "LS118", "code beside an include is not run", "move it into the program")
        if not fence.readable:
            find(fence.line, fence.column, "LS119", f"the fence's header cannot be read: {fence.header}")
    return out


def _line(prefix: str, text: str) -> str:
    return prefix + text if text else prefix.rstrip(" \t")


def _resolve(target: str, fence: Fence, programs: Mapping[str, Program]) -> Shown | str:
    name, *parts = target.split(":")
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts or "\\" in name:
        raise _IncludeError("LS114", f"'{name}' leads out of the snippets folder", "name a file inside it")
    program = programs.get(name)
    if not program:
        raise _IncludeError("LS111", f"no snippet file '{name}'", near(name, programs))
    regions = [passage.name for passage in program.passages]
    if len(parts) > 1 or (parts and parts[0].isdigit()):
        raise _IncludeError("LS113", "line ranges cannot be verified", f"name a region; {near('', regions)}")
    if not parts:
        if fence.is_python or regions:
            raise _IncludeError("LS113", f"'{name}' without a region would show the proof too", near("", regions))
        return program.text
    passage = program.passage(parts[0])
    if not passage:
        raise _IncludeError("LS112", f"no region '{parts[0]}' in {program.path}", near(parts[0], regions))
    return Shown(fence.line, program, passage)


def _check_order(page: Page, path: str, offset: int) -> None:
    """Report a passage whose program's earlier passages do not stand above it: what readers copy would not run."""
    seen: set[tuple[str, str]] = set()
    for shown in page.shown:
        for earlier in shown.program.passages:
            if earlier.start >= shown.passage.start:
                break
            if earlier.end < shown.passage.start and (shown.program.name, earlier.name) not in seen:
                message = (
                    f"'{shown.program.name}:{shown.passage.name}' is shown before '{earlier.name}', which it needs"
                )
                page.findings.append(
                    Finding(path, shown.line + offset, 1, "LS117", message, f"show '{earlier.name}' above it")
                )
        seen.add((shown.program.name, shown.passage.name))
