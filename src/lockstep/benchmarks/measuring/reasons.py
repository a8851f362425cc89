"""Why something failed, in one line that names neither a person nor a machine."""

from __future__ import annotations

import contextlib
import getpass
import re
import socket

LONGEST = 200
# Whole paths, of POSIX and of Windows: their last part says what matters.
PATHS = re.compile(r"(?<![\w/:.])(?:[A-Za-z]:)?(?:[\\/][^\s\\/:'\"<>|]+)*[\\/](?=[^\s\\/:'\"<>|])")
ADDRESS = re.compile(r"0x[0-9a-f]{4,}")
# Names of users and hosts that are words as well.
SHORTEST_NAME = 4
MEMORY = re.compile(
    r"std::bad_alloc|DefaultCPUAllocator|can't allocate memory|not enough memory|out of memory|Cannot allocate memory"
)


def in_one_line(error: BaseException) -> str:
    """Give an error's type and the first line of what it says."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    return scrubbed(f"{type(error).__name__}: {lines[0].strip()}" if lines else type(error).__name__)


def scrubbed(text: str) -> str:
    """Keep one printable line of a text, and drop paths and the names of user and host."""
    text = " ".join("".join(character if character.isprintable() else " " for character in text).split())
    text = ADDRESS.sub("0x…", PATHS.sub("", text))
    for name in sorted(_names(), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text, flags=re.IGNORECASE)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def out_of_memory(error: BaseException) -> bool:
    """Tell whether an error, or what led to it, says that memory ran out."""
    seen: BaseException | None = error
    # Inductor wraps what it met.
    for _ in range(10):
        if seen is None:
            break
        if isinstance(seen, MemoryError) or MEMORY.search(str(seen)):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def _names() -> set[str]:
    host = socket.gethostname()
    names = {host, host.partition(".")[0]}
    with contextlib.suppress(OSError, KeyError, ImportError):
        names.add(getpass.getuser())
    return {name for name in names if len(name) >= SHORTEST_NAME and name != "root"}
