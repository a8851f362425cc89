"""The folder of the site: built beside, put in its place whole, and left alone where nothing has changed.

A build that fails, or is killed, leaves the last good site as it was. What a site is made of is digested before it is
built: where that and the site itself are the ones of the last build, there is nothing to do.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import stat
import time
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mkdocs import utils

from lockstep.files import below, names_below
from lockstep.mkdocs.standin import StandIn
from lockstep.store import digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig


# Of what is stood in for, as it was read: MkDocs 1.6.
KNOWN = {"write_file": "e1a147614f14eb16ebfca6a31b2bb916"}
PLAIN: dict[str, Any] = {"write_file": utils.write_file}


class _Last(NamedTuple):
    """The folder of the last site, empty where there is none, and what the mode of a file is that is made now."""

    place: str
    mode: int


# By the folder of the site that is built beside it.
_last: dict[str, _Last] = {}
# What was written last, and where.
_newest: tuple[str, bytes] = ("", b"")
# Seconds: the leftovers of a build that was killed so long ago are nobody's any more.
OLD = 24 * 3600


@contextlib.contextmanager
def beside(config: MkDocsConfig) -> Iterator[None]:
    """Have a site built beside the folder that it is for, and put in its place once that has ended well.

    What is hidden in that folder stays there, as MkDocs has it: it may be the working tree of a branch. Where no folder
    can be made beside it, the site is built in its place.
    """
    place = Path(config.site_dir).resolve()
    new = place.with_name(f".{place.name}.{os.getpid()}.new")
    _clear(place)
    try:
        new.mkdir(parents=True)
    except OSError:
        yield
        return
    named, config.site_dir = config.site_dir, str(new)
    _last[str(new)] = _Last(str(place) if place.exists() else "", stat.S_IFREG | 0o666 & ~_umask())
    speaking = _Named(str(new), named)
    handlers = logging.getLogger("mkdocs").handlers
    for handler in handlers:
        handler.addFilter(speaking)
    try:
        yield
        _put(new, place)
    finally:
        config.site_dir = named
        del _last[str(new)]
        for handler in handlers:
            handler.removeFilter(speaking)
        shutil.rmtree(new, ignore_errors=True)


def write(config: MkDocsConfig, file: str, data: bytes) -> None:
    """Write a file of the site; where the last one has the same there, it is that file, under another name.

    To make a file costs more than to read one, and what has not changed keeps its date. Until this site is whole, such
    a file is the last one's: it is replaced, and never written into.
    """
    last = _last.get(config.site_dir)
    if last and last.place:
        new = Path(file)
        old = Path(last.place + file.removeprefix(config.site_dir))
        with contextlib.suppress(OSError):
            if old.lstat().st_mode == last.mode and old.read_bytes() == data:
                _link(new, old)
                return
        alone(file)
    utils.write_file(data, file)


def had(config: MkDocsConfig, file: str) -> bool:
    """Whether the last site has a file of that name, or may have."""
    last = _last.get(config.site_dir)
    return not last or bool(last.place and os.path.lexists(last.place + file.removeprefix(config.site_dir)))


def _link(new: Path, old: Path) -> None:
    """Give a file another name. Most often nothing is there, but the folder: what is sure to work would cost more."""
    try:
        new.hardlink_to(old)
    except FileNotFoundError:
        new.parent.mkdir(parents=True, exist_ok=True)
        new.hardlink_to(old)
    except FileExistsError:
        new.unlink()
        new.hardlink_to(old)


def alone(file: str) -> None:
    """Make an end of a file that is to be written, and may be the last site's."""
    global _newest  # noqa: PLW0603 (what is written is handed to a function of upstream's)
    _newest = "", b""
    # Most often there is none, and to be told so by an error takes longer.
    if os.path.lexists(file):
        with contextlib.suppress(OSError):
            Path(file).unlink()


def written(file: str) -> bytes | None:
    """Say what has been written into a file since it was made an end of; ``None`` where nothing was."""
    if _newest[0] == file:
        return _newest[1]
    return Path(file).read_bytes() if os.path.lexists(file) else None


def _write_file(content: bytes, output_path: str) -> None:
    """Write a file of the site, and look for its folder only where there is none."""
    global _newest  # noqa: PLW0603
    try:
        with open(output_path, "wb") as file:  # noqa: PTH123 (to make a path takes as long)
            file.write(content)
    except OSError:
        PLAIN["write_file"](content, output_path)
    _newest = output_path, content


class _Named(logging.Filter):
    """Names the folder that a site is for in messages that name the one that it is built in."""

    def __init__(self, new: str, named: str) -> None:
        super().__init__()
        self.new, self.named = new, named

    def filter(self, record: logging.LogRecord) -> bool:
        with contextlib.suppress(Exception):
            text = record.getMessage()
            if self.new in text:
                record.msg, record.args = text.replace(self.new, self.named), ()
        return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _clear(place: Path) -> None:
    """Remove what builds that were killed have left, and put back a site that one has taken away."""
    for left in sorted(place.parent.glob(f".{escape(place.name)}.*")):
        if left.suffix == ".old" and not place.exists():
            left.rename(place)
        elif left.suffix in (".new", ".old") and time.time() - left.stat().st_mtime > OLD:
            shutil.rmtree(left, ignore_errors=True)


def _put(new: Path, place: Path) -> None:
    old = new.with_suffix(".old")
    try:
        if place.exists():
            place.rename(old)
        new.rename(place)
    except OSError:
        # The place where a disk is mounted cannot be renamed.
        if old.exists() and not place.exists():
            old.rename(place)
        _copy(new, place)
        return
    for hidden in old.glob(".*"):
        if not (place / hidden.name).exists():
            hidden.rename(place / hidden.name)
    shutil.rmtree(old, ignore_errors=True)


def _copy(new: Path, place: Path) -> None:
    """Make a folder hold what another does, file by file."""
    kept = {file.relative_to(new) for file in below(new)}
    shutil.copytree(new, place, dirs_exist_ok=True, copy_function=_copy_other)
    for file in [file for file in below(place) if not file.relative_to(place).parts[0].startswith(".")]:
        if file.relative_to(place) not in kept:
            file.unlink()


def _copy_other(new: str, old: str) -> None:
    if not (Path(old).exists() and Path(new).samefile(old)):
        shutil.copy2(new, old)


def state(folder: Path) -> str:
    """Digest everything in a folder that is not hidden at its top: names, sizes, and when each was written.

    Who changes a file of the site changes that. To read all of them would take longer than to make some.
    """
    parts = []
    for name, path in names_below(str(folder)):
        if not name.startswith("."):
            # Another build may be at work there.
            with contextlib.suppress(OSError):
                found = os.stat(path)  # noqa: PTH116 (there are thousands, and to make a path of each takes longer)
                parts.append(os.fsencode(f"{name}\0{found.st_mode} {found.st_size} {found.st_mtime_ns}"))
    return digest(*parts)


STAND_INS = (StandIn(utils, "write_file", _write_file),)
