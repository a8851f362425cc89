"""Where things stand in a JSON text, for findings that point at them."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]

# A string that never ends is a token too, so that no text is gone through twice.
TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
WORDS = ("true", "false", "null")


@dataclass(slots=True)
class Places:
    """Offsets into a JSON text, by path (``("subsets", 2, "key")``; the whole is ``()``).

    ``values`` and ``keys`` hold the last one of that path, which is the one that ``json`` keeps. ``repeated`` are keys
    that their object already had; ``unusable`` are number literals for which there is no finite number, NaN and
    Infinity among them; ``halves`` are strings with half a surrogate pair, which no encoding can write.
    """

    values: dict[Path, int] = field(default_factory=dict)
    keys: dict[Path, int] = field(default_factory=dict)
    repeated: list[tuple[Path, int]] = field(default_factory=list)
    unusable: list[tuple[Path, int, str]] = field(default_factory=list)
    halves: list[int] = field(default_factory=list)


def number(literal: str) -> Decimal | None:
    """Read a number literal to the digit; ``None`` where a program that reads JSON would see no finite number."""
    try:
        return Decimal(literal) if math.isfinite(float(literal)) else None
    except InvalidOperation:
        return None


def too_deep(text: str, limit: int) -> int | None:
    """Find the first bracket nested deeper than ``limit``, in any text at all."""
    depth = 0
    for token in TOKEN.finditer(text):
        if token[0] in ("{", "["):
            depth += 1
            if depth > limit:
                return token.start()
        elif token[0] in ("}", "]"):
            depth -= 1
    return None


def locate(text: str) -> Places:
    """Go through a text that ``json.loads`` has taken."""
    places = Places()
    # The last item of the path is where we are in the innermost container, `seen` its keys.
    path: list[str | int] = []
    seen: list[set[str]] = []
    key_is_next = False
    for token in TOKEN.finditer(text):
        mark, offset = token[0], token.start()
        if mark in ("{", "["):
            places.values[tuple(path)] = offset
            key_is_next = mark == "{"
            path.append("" if key_is_next else 0)
            seen.append(set())
        elif mark in ("}", "]"):
            key_is_next = False
            path.pop()
            seen.pop()
        elif mark == ",":
            position = path[-1]
            key_is_next = isinstance(position, str)
            if isinstance(position, int):
                path[-1] = position + 1
        elif mark == ":":
            continue
        elif key_is_next:
            key_is_next = False
            path[-1] = key = _string(mark, offset, places)
            places.keys[tuple(path)] = offset
            if key in seen[-1]:
                places.repeated.append((tuple(path), offset))
            seen[-1].add(key)
        else:
            places.values[tuple(path)] = offset
            if mark[0] == '"':
                _string(mark, offset, places)
            elif mark not in WORDS and number(mark) is None:
                places.unusable.append((tuple(path), offset, mark))
    return places


def _string(mark: str, offset: int, places: Places) -> str:
    text: str = json.loads(mark)
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        places.halves.append(offset)
    return text
