"""Reading authors' files: always UTF-8, never a traceback."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from lockstep.findings import Finding, FindingError

if TYPE_CHECKING:
    from collections.abc import Iterator

# What is worked out of a page's text is asked for again after all others': where fewer are kept than a site has pages,
# none is there any more.
PAGES = 32_768
# Python-Markdown uses two of them for its own ends, and none has a place in a text.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def relative(path: Path, root: Path) -> str:
    """Name a file as findings do: below the project's root, with forward slashes."""
    text, base = str(path), f"{root}{os.sep}"
    if text.startswith(base):
        return text.removeprefix(base).replace(os.sep, "/")
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        # The root is where links to it lead; a path may come by way of one.
        resolved = path.parent.resolve() / path.name
        return resolved.relative_to(root).as_posix() if resolved.is_relative_to(root) else path.as_posix()


def below(folder: Path) -> Iterator[Path]:
    """List what is below a folder and no folder itself, in order; links are followed, as MkDocs does."""
    for _, path in names_below(str(folder)):
        yield Path(path)


def names_below(folder: str, name: str = "", *above: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """List the same by name, with forward slashes, and by path: to make a path of each takes longer than to look.

    Args:
        folder: where to look.
        name: what the names begin with.
        above: device and inode of the folders that it is in: a link back to one of them ends there.
    """
    try:
        found = os.stat(folder)  # noqa: PTH116 (as said above)
        with os.scandir(folder) as listed:
            entries = sorted(listed, key=lambda entry: entry.name)
    except OSError:
        return
    here = (found.st_dev, found.st_ino)
    if here in above:
        return
    for entry in entries:
        if _is_folder(entry):
            yield from names_below(entry.path, f"{name}{entry.name}/", *above, here)
        else:
            yield name + entry.name, entry.path


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        # A link that leads to itself, or where nobody may look.
        return False


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
        text = data.removeprefix(codecs.BOM_UTF8).decode()
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


def write_whole(path: Path, data: bytes, root: Path) -> None:
    """Write a file whole or not at all; one that was there keeps its rights, and a link leads where it did.

    Raises:
        FindingError: it cannot be written; what was there stays.
    """
    try:
        file = path.resolve()
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
            if file.exists():
                shutil.copymode(file, name)
            else:
                Path(name).chmod(0o644)
            Path(name).replace(file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        message = f"the file cannot be written: {error.strerror or error}"
        raise FindingError(Finding(relative(path, root), 1, 1, "LS008", message)) from None
