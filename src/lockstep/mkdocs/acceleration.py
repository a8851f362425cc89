"""Everything that does the same in less time, turned on or off for a build.

Each of the modules says what it knows of upstream: ``PLAIN``, by name, and in ``KNOWN`` a digest of the source of each,
as it was read; and what it puts in its place: ``STAND_INS``. Where upstream is another, its own stays.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from lockstep.mkdocs.standin import changed
from lockstep.store import allowed

if TYPE_CHECKING:
    from types import ModuleType

NAMES = (
    "converting",
    "highlighting",
    "i18n",
    "indexing",
    "lookups",
    "output",
    "parsing",
    "passes",
    "reading",
    "rendering",
)


def _module(name: str) -> ModuleType | None:
    """Import a module; ``None`` where upstream has not even the names that it begins with."""
    try:
        return import_module(f"lockstep.mkdocs.{name}")
    except ImportError:
        return None


_modules = {name: _module(name) for name in NAMES}
# What was in the place of each before.
_plain = {
    (one.owner, one.name): getattr(one.owner, one.name, None)
    for module in _modules.values()
    for one in (module.STAND_INS if module else ())
}


def settle() -> None:
    """Have this process do without what costs time and changes nothing, where that is allowed; else, as ever."""
    for name, module in _modules.items():
        quick = allowed() and not _told(name)
        for one in module.STAND_INS if module else ():
            plain = _plain[one.owner, one.name]
            # Where upstream has nothing of that name, nothing is put there.
            if plain is not None:
                setattr(one.owner, one.name, one.new if quick else plain)


def differs(name: str) -> list[str]:
    """Name what of upstream is not what a module knows."""
    module = _modules[name]
    return changed(module.KNOWN, module.PLAIN) if module else [name]


@cache
def _told(name: str) -> list[str]:
    """See whether upstream is another, and say so: once, for the others it is as it was."""
    names = differs(name)
    if names:
        # Not a logger of MkDocs: this is no fault of the site, and stops no strict build.
        text = "%s of another version: pages take longer, and are the same"
        logging.getLogger("lockstep").warning(text, ", ".join(names))
    return names
