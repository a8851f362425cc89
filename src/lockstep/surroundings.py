"""What every page of a project may depend on beside its own text, as one digest.

It is taken from contents, never from dates: a program, a result, a term or a setting that changes changes it, and so
does another version of anything installed. It is coarse on purpose: too much in it costs time, too little a wrong page.
"""

from __future__ import annotations

import contextlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lockstep.files import names_below
from lockstep.project import CONFIG
from lockstep.store import digest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lockstep.project import Project

PACKAGE = Path(__file__).parent
# Of files in the docs folder that are no pages: what is read, and not only led to.
READ = (".yml", ".yaml", ".json")
CODE = (".py", ".po", ".html", ".xml", ".js", ".css")
DISTRIBUTION = (".dist-info", ".egg-info")


def surroundings(project: Project, *others: str) -> str:
    """Digest what pages of a project share.

    Args:
        project: the project.
        others: what else pages of a host depend on.

    Returns:
        A digest; what is the same has the same one, in whatever folder and on whatever day.
    """
    config = project.root / CONFIG
    docs = [*names_below(str(project.docs))]
    read = [(name, path) for name, path in docs if name.endswith(READ)]
    folders = [project.snippets, project.results, *_catalogues(project)]
    parts = [installed(), contents(config), digest(*(name for name, _ in docs)), _contents(read)]
    parts += [_contents(names_below(str(folder))) for folder in folders]
    return digest(*parts, *others)


def contents(*folders: Path) -> str:
    """Digest all that is in folders, or the files themselves, by content."""
    return digest(*(_contents(names_below(str(one)) if one.is_dir() else [("", str(one))]) for one in folders))


def code_of(folder: Path) -> str:
    """Digest the code and the templates in a folder."""
    return _contents((name, path) for name, path in names_below(str(folder)) if name.endswith(CODE))


@cache
def installed() -> str:
    """Digest the versions of what is installed, and Lockstep's own code, which may be under work."""
    names: set[str] = set()
    for path in sys.path:
        with contextlib.suppress(OSError):
            names.update(os.listdir(path or "."))  # noqa: PTH208
    return digest(sys.version, code_of(PACKAGE), *sorted(name for name in names if name.endswith(DISTRIBUTION)))


def _catalogues(project: Project) -> Iterable[Path]:
    return dict.fromkeys(language.catalogues for language in project.languages if language.catalogues)


def _contents(files: Iterable[tuple[str, str]]) -> str:
    parts: list[str | bytes] = []
    for name, path in files:
        # Its compiled copy has dates in it.
        if name.endswith(".pyc"):
            continue
        data = b"\0unreadable"
        # What is no file may never end, or lead nowhere, as the locks of some editors do.
        if os.path.isfile(path):  # noqa: PTH113 (there are thousands, and to make a path of each takes longer)
            with contextlib.suppress(OSError), open(path, "rb", buffering=0) as file:  # noqa: PTH123
                data = file.read()
        parts += [name, data]
    return digest(*parts)
