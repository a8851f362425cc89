"""What a page shows of the programs: includes inside fences, and nothing else that looks like Python to run.

A fence shows a passage by ``--8<-- "file.py:region"`` on a line of its own (pymdownx.snippets' notation); a leading
``;`` shows the notation itself. A Python fence that shows no passage carries the class ``not-executable``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from lockstep.findings import Finding, near
from lockstep.outline import read_outline
from lockstep.snippets.program import find_marker

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lockstep.fences import Fence
    from lockstep.outline import Outline, Tabs
    from lockstep.snippets.program import Passage, Program

INCLUDE = re.compile(r"""(?P<indent>[ \t]*)(?P<escape>;*)-+8<-+[ \t]+(?P<quote>["'])(?P<target>.+?)(?P=quote)[ \t]*$""")
# What can only be meant for an include: other tools know more forms.
LIKE_INCLUDE = re.compile(r"[ \t]*-+8<-+(?:[ \t]|[\"']|$)")
# What both have.
CUT = "-8<-"
NOT_EXECUTABLE = "not-executable"


@dataclass(frozen=True, slots=True)
class Shown:
    """A passage that a page shows, in the fence that opens at ``line``, which stands in ``tabs``."""

    line: int
    tabs: Tabs
    program: Program
    passage: Passage

    def is_apart(self, other: Shown) -> bool:
        """Whether readers see either this or the other: they stand in two tabs of the same set."""
        mine, theirs = dict(self.tabs), dict(other.tabs)
        return any(mine[number] != theirs[number] for number in mine.keys() & theirs.keys())


@dataclass(frozen=True, slots=True)
class Block:
    """A fence of a page that has its passages put in.

    ``start`` and ``end`` are the indices of its first and last line in the page's ``lines``, ``prefix`` what stands
    before the fence, ``shown`` its passages; ``read_only`` says that it is Python marked as not executable.
    """

    start: int
    end: int
    prefix: str
    shown: tuple[Shown, ...]
    read_only: bool


@dataclass(slots=True)
class Page:
    """A page with its passages put in.

    ``lines`` is the page's Markdown with every include replaced by the passage, or by the finding where there is
    none to show; ``blocks`` are its fences.
    """

    lines: list[str]
    blocks: list[Block] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def shown(self) -> list[Shown]:
        """The passages that the page shows, in order."""
        return [shown for block in self.blocks for shown in block.shown]

    def is_last(self, shown: Shown) -> bool:
        """Whether nothing further of the same program stands on the page for a reader who sees this passage.

        Of passages that end together, and of two places that show the same one, it is the later.
        """
        others = [other for other in self.shown if other.program.name == shown.program.name]
        ends = {id(other): (other.passage.end, index) for index, other in enumerate(others)}
        return all(ends[id(other)] <= ends[id(shown)] for other in others if not other.is_apart(shown))


def included(outline: Outline) -> Iterator[tuple[str, int]]:
    """List the programs that a page includes something of, and the lines of the fences, without reading them."""
    for fence in outline.fences:
        for line in fence.body:
            match = INCLUDE.match(line)
            if match and not match["escape"]:
                yield match["target"].partition(":")[0], fence.line


class _IncludeError(Exception):
    def __init__(self, code: str, message: str, hint: str = "") -> None:
        self.args = (code, message, hint)


def expand(
    lines: Sequence[str],
    path: str,
    programs: Mapping[str, Program],
    offset: int = 0,
    outline: Outline | None = None,
) -> Page:
    """Put the passages into a page.

    Args:
        lines: the page's Markdown.
        path: the page's path below the project's root, for findings.
        programs: every program by its name.
        offset: how many lines of the file stand above ``lines`` (front matter).
        outline: the page's, for who has it.
    """
    expansion = _Expansion(lines, path, programs, offset)
    expansion.run(outline or read_outline(lines))
    return expansion.page


class _Expansion:
    def __init__(self, lines: Sequence[str], path: str, programs: Mapping[str, Program], offset: int) -> None:
        self.lines, self.path, self.programs, self.offset = lines, path, programs, offset
        self.page = Page([])
        # Of the fence being read.
        self.passages: list[Shown] = []
        self.tabs: Tabs = ()

    def run(self, outline: Outline) -> None:
        for fault in outline.faults:
            self.find(fault.line, fault.column, "LS119", fault.message, fault.hint)
        for number in outline.cuts:
            self.find(number, self.cut(number), "LS116", "an include outside a fence", "put it into a fenced block")
        done = 0
        for fence in outline.fences:
            self.passages = []
            self.tabs = outline.tabs.get(fence.line, ())
            body = self.body(fence)
            mark = _mark(fence, body)
            opening, closing = self.lines[fence.line - 1], self.lines[fence.end - 1]
            if mark != fence.mark:
                opening, closing = fence.prefix + mark + fence.header, fence.prefix + mark
            self.page.lines += self.lines[done : fence.line - 1]
            start = len(self.page.lines)
            self.page.lines += [opening, *body, closing]
            read_only = fence.is_python and NOT_EXECUTABLE in fence.classes
            end = len(self.page.lines) - 1
            self.page.blocks.append(Block(start, end, fence.prefix, tuple(self.passages), read_only))
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
            match = INCLUDE.match(text) if CUT in text else None
            if match and not match["escape"]:
                includes += 1
                out += [
                    _line(fence.prefix + match["indent"], shown)
                    for shown in self.include(fence, number, match["target"])
                ]
                continue
            if not match and CUT in text and LIKE_INCLUDE.match(text):
                hint = 'write --8<-- "file.py:region" alone on its line, or ; before it to show it'
                self.find(number, self.cut(number), "LS122", "an include that cannot be read", hint)
                includes += 1
            else:
                own += bool(text.strip())
            out.append(line.replace(";", "", 1) if match else line)
        self.check_python(fence, bool(includes), bool(own))
        return out

    def include(self, fence: Fence, number: int, target: str) -> list[str]:
        try:
            program, passage = _resolve(target, fence, self.programs)
        except _IncludeError as fault:
            line = self.lines[number - 1]
            return [str(self.find(number, line.index(target, line.index("8<")) + 1, *fault.args))]
        if passage:
            self.passages.append(Shown(fence.line, self.tabs, program, passage))
        return (passage.text if passage else program.text).removesuffix("\n").split("\n")

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
        """Report a passage whose program's earlier code does not stand above it: what readers copy would not run."""
        shown = self.page.shown
        for index, one in enumerate(shown):
            program, start = one.program, one.passage.start
            others = [other for other in shown[:index] if other.program.name == program.name]
            above = set[int]().union(*(_code(other.passage, program) for other in others if not other.is_apart(one)))
            for earlier in sorted(program.passages, key=lambda passage: (passage.start, -passage.end)):
                if earlier.start >= start:
                    break
                needed = {number for number in _code(earlier, program) if number < start}
                if needed <= above:
                    continue
                above |= needed
                message = f"'{program.name}:{one.passage.name}' is shown before '{earlier.name}', which it needs"
                hint = f"show '{earlier.name}' above it"
                if any(other.passage.name == earlier.name for other in others):
                    message = f"'{program.name}:{one.passage.name}' needs '{earlier.name}', which is in another tab"
                    hint = f"show '{earlier.name}' in the same tab, or above the tabs"
                self.find(one.line, 1, "LS117", message, hint)


def _code(passage: Passage, program: Program) -> frozenset[int]:
    """Number the lines of a passage that hold something."""
    return _lines_of_code(program.text, program.path, passage.start + 1, passage.end)


# Most programs are shown in several languages, and each of their passages is asked for again for those below it.
@lru_cache(maxsize=4096)
def _lines_of_code(text: str, path: str, first: int, end: int) -> frozenset[int]:
    lines = text.split("\n")[first - 1 : end - 1]
    return frozenset(number for number, line in enumerate(lines, first) if line.strip() and not find_marker(line, path))


def _mark(fence: Fence, body: Iterable[str]) -> str:
    """Lengthen a fence that its own passage would close: a program may hold Markdown."""
    texts = [line.removeprefix(fence.prefix).strip() for line in body if fence.mark in line]
    mark = fence.mark
    while mark in texts:
        mark += mark[0]
    return mark


def _line(prefix: str, text: str) -> str:
    return prefix + text if text else prefix.rstrip(" ")


@lru_cache(maxsize=1024)
def _leads_out(target: str, name: str) -> bool:
    pure = PurePosixPath(name)
    return pure.is_absolute() or ".." in pure.parts or "\\" in name or bool(PureWindowsPath(target).drive)


def _resolve(target: str, fence: Fence, programs: Mapping[str, Program]) -> tuple[Program, Passage | None]:
    name, *parts = target.split(":")
    if _leads_out(target, name):
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
        return program, None
    passage = program.passage(parts[0])
    if not passage:
        hint = f"mend {program.path} first" if program.findings else near(parts[0], regions)
        raise _IncludeError("LS112", f"no region '{parts[0]}' in {program.path}", hint)
    return program, passage
