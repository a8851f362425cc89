"""What a translation says of itself: for each section, the fingerprint of the source section that it translates.

It stands in the page's front matter, under ``translates``::

    translates:
      modes: wldsdfszx

The rest of the front matter is the author's, so it is edited as text, one line for each section, and stays as it is to
the byte: comments, order, quotes, line endings. (A YAML writer that keeps comments would still put its own indentation
and quotes.)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import yaml

from lockstep.files import PAGES
from lockstep.findings import Finding, FindingError
from lockstep.languages.sections import FINGERPRINT, LENGTH
from lockstep.yamltext import compose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KEY = "translates"
OPENING = re.compile(r"\A---[ \t]*\r?\n")
CLOSING = re.compile(r"(?m)^(?:---|\.\.\.)[ \t]*\r?$")
PLAIN = re.compile(r"[\w.][\w.-]*")
BEHIND = re.compile(r"[ \t]+#.*$")
NUMBER = re.compile(r"[-+.]?\d.*")
# What YAML 1.1 takes for something else than a text.
WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}


@dataclass(slots=True)
class Record:
    """The fingerprints by section id, the line of each in the file, and what is wrong with them.

    ``line`` is that of the key, 0 where there is none.
    """

    entries: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    line: int = 0
    findings: list[Finding] = field(default_factory=list)


def read_record(text: str, path: str) -> Record:
    """Read the record out of a page's text; entries that are of no use are left out, with a finding each.

    Pages are asked for theirs more than once, and so they share it: nothing changes it.
    """
    return _read(text, path) if KEY in text else Record()


@lru_cache(maxsize=PAGES)
def _read(text: str, path: str) -> Record:
    record = Record()
    node = _compose(text)
    if not isinstance(node, yaml.MappingNode):
        return record
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.value != KEY:
            continue
        if record.line:
            record.findings.append(_fault(path, key, f"'{KEY}' is there twice", "keep one"))
            continue
        record.line = _line(key)
        if isinstance(value, yaml.ScalarNode) and not value.value:
            continue
        if not isinstance(value, yaml.MappingNode):
            message = f"'{KEY}' must map ids of sections to fingerprints"
            record.findings.append(_fault(path, value, message, f"delete it, then: lockstep accept {path}"))
            continue
        for name, entry in value.value:
            _entry(record, name, entry, path)
    return record


def _entry(record: Record, name: yaml.Node, entry: yaml.Node, path: str) -> None:
    if not isinstance(name, yaml.ScalarNode) or not name.value:
        record.findings.append(_fault(path, name, "no section's id", "delete this line"))
    elif name.value in record.entries:
        message = f"the section '{name.value}' is recorded twice, first on line {record.lines[name.value]}"
        record.findings.append(_fault(path, name, message, "keep the one that is true"))
    elif not isinstance(entry, yaml.ScalarNode) or not FINGERPRINT.fullmatch(entry.value):
        found = f"'{entry.value}'" if isinstance(entry, yaml.ScalarNode) else "something else"
        message = f"the record of '{name.value}' is no fingerprint of {LENGTH} letters: {found}"
        hint = f"compare the section with its source, then: lockstep accept {path} --section {name.value}"
        record.findings.append(_fault(path, entry, message, hint))
    else:
        record.entries[name.value] = entry.value
        record.lines[name.value] = _line(name)


def write_record(text: str, entries: Mapping[str, str], path: str) -> str:
    """Put a record into a page's text, in the order given, in the place of the one that is there.

    Args:
        text: the file's text, with its own line endings.
        entries: fingerprints by section id.
        path: the page's path, for findings.

    Raises:
        FindingError: the front matter has a form that lines cannot be put into (``{title: x}`` on one line).
    """
    newline = "\r\n" if "\r\n" in text.partition("\n")[0] + "\n" else "\n"
    block = [f"{KEY}:", *(f"  {_name(name)}: {entry}" for name, entry in entries.items())] if entries else []
    front = OPENING.match(text)
    closing = CLOSING.search(text, front.end()) if front else None
    if not front or not closing:
        return newline.join(["---", *block, "---", "", text]) if block else text
    lines = text[: closing.start()].split("\n")[1:-1]
    node = _compose(text)
    if node is None:
        return text[: front.end()] + "".join(line + newline for line in block) + text[front.end() :]
    if not isinstance(node, yaml.MappingNode) or node.flow_style:
        message = "the front matter is written in one line, so that nothing can be recorded in it"
        raise FindingError(Finding(path, 2, 1, "LS221", message, "write one 'key: value' on a line"))
    start, end, kept = _place(node, lines)
    return "\n".join(
        [
            text.split("\n", 1)[0],
            *lines[:start],
            *_merge(block, list(entries), lines[start:end], kept, "\r" if newline == "\r\n" else ""),
            *lines[end:],
            text[closing.start() :],
        ]
    )


def _place(node: yaml.MappingNode, lines: Sequence[str]) -> tuple[int, int, dict[str, int]]:
    """Find the lines of the record: the first, the one behind the last, and each entry's among them."""
    for key, value in node.value:
        if isinstance(key, yaml.ScalarNode) and key.value == KEY:
            start = key.start_mark.line
            kept: dict[str, int] = {}
            end = start + 1
            if isinstance(value, yaml.MappingNode) and not value.flow_style:
                for name, entry in value.value:
                    kept[str(name.value)] = name.start_mark.line - start
                    end = max(end, entry.end_mark.line + (entry.end_mark.column > 0))
            else:
                end = max(end, value.end_mark.line + (value.end_mark.column > 0))
            return start, min(end, len(lines)), kept
    return len(lines), len(lines), {}


def _merge(
    block: Sequence[str], names: Sequence[str], old: Sequence[str], kept: Mapping[str, int], ending: str
) -> list[str]:
    """Put new lines in the place of old ones, and keep the comments that stand between and behind them."""
    if not block:
        return []
    if not kept:
        return [line + ending for line in block]
    head, *entries = block
    pending: list[str] = []
    above: dict[str, list[str]] = {}
    behind: dict[str, str] = {}
    at = {line: name for name, line in kept.items()}
    for number, line in enumerate(old[1:], 1):
        if number in at:
            above[at[number]], pending = pending, []
            comment = BEHIND.search(line.rstrip("\r"))
            behind[at[number]] = comment[0] if comment else ""
        elif line.strip().startswith("#"):
            pending.append(line)
    comment = BEHIND.search(old[0].rstrip("\r"))
    out = [head + (comment[0] if comment else "") + ending]
    for entry, name in zip(entries, names, strict=True):
        out += [*above.get(name, []), entry + behind.get(name, "") + ending]
    return out + pending


def _name(name: str) -> str:
    """Write an id as YAML's key."""
    if PLAIN.fullmatch(name) and name.casefold() not in WORDS and not NUMBER.fullmatch(name):
        return name
    return "'" + name.replace("'", "''") + "'"


def _compose(text: str) -> yaml.Node | None:
    """Read the front matter as YAML; ``None`` where there is none, or none that can be read."""
    front = OPENING.match(text)
    closing = CLOSING.search(text, front.end()) if front else None
    if not front or not closing:
        return None
    try:
        return compose(text[front.end() : closing.start()])
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def _line(node: yaml.Node) -> int:
    return node.start_mark.line + 2


def _fault(path: str, node: yaml.Node, message: str, hint: str) -> Finding:
    return Finding(path, _line(node), node.start_mark.column + 1, "LS221", message, hint)
