"""What a page shows of the programs: includes inside fences, and nothing else that looks like Python to run.

A fence shows a passage by ``--8<-- "file.py:region"`` on a line of its own (pymdownx.snippets' notation); a leading
``;`` shows the notation itself. A Python fence that shows no passage carries the class ``not-executable``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from lockstep.findings import Finding, near
from lockstep.outline import read_outline

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lockstep.fences import Fence
    from lockstep.outline import Outline
    from lockstep.snippets.program import Passage, Program

INCLUDE = re.compile(r"""(?P<indent>[ \t]*)(?P<escape>;*)-+8<-+[ \t]+(?P<quote>["'])(?P<target>.+?)(?P=quote)[ \t]*$""")
# What can only be meant for an include: other tools know more forms.
LIKE_INCLUDE = re.compile(r"[ \t]*-+8<-+(?:[ \t]|[\"']|$)")
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


def expand(lines: Sequence[str], path: str, programs: Mapping[str, Program], offset: int = 0) -> Page:
    """Put the passages into a page.

    Args:
        lines: the page's Markdown.
        path: the page's path below the project's root, for findings.
        programs: every program by its name.
        offset: how many lines of the file stand above ``lines`` (front matter).
    """
    expansion = _Expansion(lines, path, programs, offset)
    expansion.run(read_outline(lines))
    return expansion.page


class _Expansion:
    def __init__(self, lines: Sequence[str], path: str, programs: Mapping[str, Program], offset: int) -> None:
        self.lines, self.path, self.programs, self.offset = lines, path, programs, offset
        self.page = Page([])

    def run(self, outline: Outline) -> None:
        for fault in outline.faults:
            self.find(fault.line, fault.column, "LS119", fault.message, fault.hint)
        for number in outline.cuts:
            self.find(number, self.cut(number), "LS116", "an include outside a fence", "put it into a fenced block")
        done = 0
        for fence in outline.fences:
            body = self.body(fence)
            mark = _mark(fence, body)
            opening, closing = self.lines[fence.line - 1], self.lines[fence.end - 1]
            if mark != fence.mark:
                opening, closing = fence.prefix + mark + fence.header, fence.prefix + mark
            self.page.lines += [*self.lines[done : fence.line - 1], opening, *body, closing]
            done = fence.end
        self.page.lines += self.lines[done:]
        self.check_order()
        self.page.findings.sort()

    def find(self, line: int, column: int, code: str, message: str, hint: str = "") -> Finding:
        finding = Finding(self.path, line + self.offset, column, code, message, hint)
        self.page.findings.append(finding)
        return finding

    def cut(self, number: int) -> int:
        """Find the column of a line's ``--8<--``."""
        line = self.lines[number - 1]
        return len(line[: line.index("-8<-")].rstrip("-")) + 1

    def body(self, fence: Fence) -> list[str]:
        """Put the passages into one fence; return the lines between its first and its last."""
        out: list[str] = []
        includes = own = 0
        for number, text in enumerate(fence.body, fence.line + 1):
            line = self.lines[number - 1]
            match = INCLUDE.match(text)
            if match and not match["escape"]:
                includes += 1
                out += [
                    _line(fence.prefix + match["indent"], shown)
                    for shown in self.include(fence, number, match["target"])
                ]
                continue
            if not match and LIKE_INCLUDE.match(text):
                hint = 'write --8<-- "file.py:region" alone on its line, or ; before it to show it'
                self.find(number, self.cut(number), "LS122", "an include that cannot be read", hint)
            own += bool(text.strip())
            out.append(line.replace(";", "", 1) if match else line)
        self.check_python(fence, bool(includes), bool(own))
        return out

    def include(self, fence: Fence, number: int, target: str) -> list[str]:
        try:
            shown = _resolve(target, fence, self.programs)
        except _IncludeError as fault:
            line = self.lines[number - 1]
            return [str(self.find(number, line.index(target, line.index("8<")) + 1, *fault.args))]
        if isinstance(shown, str):
            return shown.removesuffix("\n").split("\n")
        self.page.shown.append(shown)
        return shown.passage.text.removesuffix("\n").split("\n")

    def check_python(self, fence: Fence, includes: bool, own: bool) -> None:
        at = (fence.line, fence.column)
        if not fence.is_python:
            return
        if NOT_EXECUTABLE in fence.classes:
            if includes:
                self.find(*at, "LS120", "a passage of a program is run", f"drop .{NOT_EXECUTABLE}")
        elif not includes:
            hint = f"include one, or mark the fence {{ .{fence.language} .{NOT_EXECUTABLE} }}"
            self.find(*at, "LS115", "a Python block that is no passage of a program", hint)
        elif own:
            self.find(*at, "LS118", "code beside an include is not run", "move it into the program")

    def check_order(self) -> None:
        """Report a passage whose program's earlier ones do not stand above it: what readers copy would not run."""
        seen: set[tuple[str, str]] = set()
        for shown in self.page.shown:
            for earlier in shown.program.passages:
                if earlier.start >= shown.passage.start:
                    break
                if earlier.end < shown.passage.start and (shown.program.name, earlier.name) not in seen:
                    message = (
                        f"'{shown.program.name}:{shown.passage.name}' is shown before '{earlier.name}', which it needs"
                    )
                    self.find(shown.line, 1, "LS117", message, f"show '{earlier.name}' above it")
            seen.add((shown.program.name, shown.passage.name))


def _mark(fence: Fence, body: Iterable[str]) -> str:
    """Lengthen a fence that its own passage would close: a program may hold Markdown."""
    texts = [line.removeprefix(fence.prefix).strip() for line in body]
    mark = fence.mark
    while mark in texts:
        mark += mark[0]
    return mark


def _line(prefix: str, text: str) -> str:
    return prefix + text if text else prefix.rstrip(" ")


def _resolve(target: str, fence: Fence, programs: Mapping[str, Program]) -> Shown | str:
    name, *parts = target.split(":")
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts or "\\" in name or PureWindowsPath(target).drive:
        raise _IncludeError("LS114", f"'{name}' leads out of the snippets folder", "name a file inside it")
    program = programs.get(name)
    if not program:
        raise _IncludeError("LS111", f"no snippet file '{name}'", near(name, programs))
    if program.findings and not program.text:
        raise _IncludeError("LS111", f"the snippet file '{name}' cannot be used", f"mend {program.path}")
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
