"""Names and syntax of Python that is not run, by pyflakes: the one module that knows it."""

from __future__ import annotations

import ast
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyflakes.checker import Checker  # type: ignore[import-untyped]
from pyflakes.messages import UndefinedLocal, UndefinedName  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Undefined:
    """A name that is used where it has no value: line and column of its first such use, counted from 1."""

    name: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Malformed:
    """What keeps a text from being Python, and where, counted from 1."""

    message: str
    line: int
    column: int


def find_malformed(text: str) -> Malformed | None:
    """Say what keeps a text from being Python: what the compiler would say, with ``return`` outside functions too."""
    try:
        with _quiet():
            compile(text, "<program>", "exec", dont_inherit=True)
    except SyntaxError as error:
        last = text.count("\n") + 1
        return Malformed(error.msg, min(max(error.lineno or 1, 1), last), max(error.offset or 1, 1))
    except (ValueError, RecursionError, MemoryError):
        return Malformed("nested too deeply", 1, 1)
    return None


def find_undefined(text: str) -> Iterator[Undefined]:
    """Find names that are used and defined nowhere in a text that is Python."""
    try:
        with _quiet():
            messages = Checker(ast.parse(text), "<program>").messages
    except RecursionError:
        return
    lines = text.split("\n")
    seen: set[str] = set()
    for message in sorted(messages, key=lambda message: (message.lineno, message.col)):
        if not isinstance(message, UndefinedName | UndefinedLocal):
            continue
        name = str(message.message_args[0])
        if name not in seen:
            seen.add(name)
            # Columns come in bytes.
            before = lines[message.lineno - 1].encode()[: message.col].decode("utf-8", "replace")
            yield Undefined(name, message.lineno, len(before) + 1)


@contextmanager
def _quiet() -> Iterator[None]:
    """Drop the compiler's warnings: what it only warns of is Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
