"""Everything that does the same in less time, turned on or off for a build.

Each of the modules says what it knows of upstream: ``PLAIN``, by name, and in ``KNOWN`` a digest of the source of each,
as it was read; and what it puts in its place: ``STAND_INS``. Where upstream is another, its own stays.
"""

from __future__ import annotations

import inspect
import logging
from functools import cache
from typing import TYPE_CHECKING

from lockstep.mkdocs import converting, highlighting, i18n, indexing
from lockstep.store import allowed, digest

if TYPE_CHECKING:
    from types import ModuleType

MODULES = (converting, highlighting, i18n, indexing)
_plain = {(one.owner, one.name): vars(one.owner)[one.name] for module in MODULES for one in module.STAND_INS}


def settle() -> None:
    """Have this process do without what costs time and changes nothing, where that is allowed; else, as ever."""
    for module in MODULES:
        quick = allowed() and not _told(module)
        for one in module.STAND_INS:
            setattr(one.owner, one.name, one.new if quick else _plain[one.owner, one.name])


def changed(module: ModuleType) -> list[str]:
    """Name what of upstream is not what a module knows."""
    return [name for name, known in module.KNOWN.items() if digest(inspect.getsource(module.PLAIN[name])) != known]


@cache
def _told(module: ModuleType) -> list[str]:
    """See whether upstream is another, and say so: once, for the others it is as it was."""
    names = changed(module)
    if names:
        # Not a logger of MkDocs: this is no fault of the site, and stops no strict build.
        text = "%s of another version: pages take longer, and are the same"
        logging.getLogger("lockstep").warning(text, ", ".join(names))
    return names
