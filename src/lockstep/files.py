"""Reading authors' files: always UTF-8, never a traceback."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from lockstep.findings import Finding, FindingError

if TYPE_CHECKING:
    from pathlib import Path

# Python-Markdown uses two of them for its own ends, and none has a place in a text.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def relative(path: Path, root: Path) -> str:
    """Name a file as findings do: below the project's root, with forward slashes."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


def read_text(path: Path, root: Path) -> str:
    """Read a UTF-8 file, without its byte order mark and with ``\\n`` line endings.

    Raises:
        FindingError: the file is missing, cannot be read, is not UTF-8 (with line and column of the byte), or holds a
            control character.
    """
    name = relative(path, root)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise FindingError(Finding(name, 1, 1, "LS001", "the file does not exist")) from None
    except OSError as error:
        raise FindingError(
            Finding(name, 1, 1, "LS001", f"the file cannot be read: {error.strerror or error}")
        ) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The decoder counts from behind a byte order mark.
        start = error.start + (len(data) - len(error.object))
        before = data[:start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").removeprefix(codecs.BOM_UTF8)
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise FindingError(
            Finding(
                name,
                line,
                column,
                "LS002",
                f"byte 0x{data[start]:02x} is not UTF-8",
                "save the file as UTF-8",
            )
        ) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    control = CONTROL.search(text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        column = control.start() - text.rfind("\n", 0, control.start())
        message = f"the control character U+{ord(control[0]):04X} has no place in a text"
        raise FindingError(Finding(name, line, column, "LS002", message, "delete it, or save the file as UTF-8"))
    return text
