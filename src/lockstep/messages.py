"""The interface's texts in every language, from gettext catalogues.

A text is written in English where it is used, marked by ``_()`` for extraction, and looked up in
``LOCALE/LC_MESSAGES/lockstep.po``, in the project's folder of catalogues or else in ours.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Message

    from lockstep.project import Language

CATALOGUES = Path(__file__).parent / "locale"
DOMAIN = "lockstep.po"
TEMPLATE = CATALOGUES / "lockstep.pot"
SOURCE = "en"


def mark(message: str) -> str:
    """Mark a text for extraction where its language is not known yet; to be imported as ``_``."""
    return message


class Messages:
    """The texts of one language."""

    def __init__(self, language: Language) -> None:
        """Read the catalogue of a language, or of its base language where it has none of its own."""
        self.language = language
        self.catalogue = next(filter(None, map(_catalogue, _places(language))), None)

    def __call__(self, message: str, /, **values: object) -> str:
        """Translate a text and fill in its ``{named}`` places; a text without a translation stays English."""
        found = self.catalogue.get(message) if self.catalogue else None
        text = str(found.string) if found and _fits(found) else message
        return text.format(**values) if values else text

    def missing(self) -> list[str]:
        """List the texts that this language has no translation of, in order of the template."""
        if self.language.locale.language == SOURCE:
            return []
        have = self.catalogue or Catalog()
        return [
            str(message.id)
            for message in template()
            if message.id and not ((entry := have.get(message.id)) and _fits(entry))
        ]

    @property
    def path(self) -> Path | None:
        """Where the project keeps its own catalogue of this language, whether or not there is one."""
        folder = self.language.catalogues
        return folder / str(self.language.locale) / "LC_MESSAGES" / DOMAIN if folder else None


def template() -> Catalog:
    """Read the template: every text there is to translate."""
    return _catalogue(TEMPLATE) or Catalog()


def translated() -> list[str]:
    """List the tags of the languages that have a catalogue of ours."""
    return sorted(path.parent.parent.name.replace("_", "-") for path in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}"))


def _places(language: Language) -> Iterator[Path]:
    """List where a language's texts may be: the project's own before ours, a region's before its base language's."""
    for folder in (language.catalogues, CATALOGUES):
        for name in dict.fromkeys((str(language.locale), language.locale.language)):
            if folder:
                yield folder / name / "LC_MESSAGES" / DOMAIN


def _catalogue(path: Path) -> Catalog | None:
    if not path.is_file():
        return None
    # A served site reads a catalogue again when its author has edited it.
    return _read(path, path.stat().st_mtime_ns)


def _fits(entry: Message) -> bool:
    """Whether a translation is there, is final, and has the text's ``{named}`` places and no others."""
    if entry.fuzzy or not isinstance(entry.string, str) or not entry.string:
        return False
    try:
        return _fields(entry.string) == _fields(str(entry.id))
    except ValueError:
        return False


def _fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def _read(path: Path, _changed: int) -> Catalog | None:
    try:
        with path.open("rb") as file:
            return read_po(file, abort_invalid=True)
    except (OSError, ValueError, PoFileError):
        return None
