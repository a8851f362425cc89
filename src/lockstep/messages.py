"""The interface's texts in every language, from gettext catalogues.

A text is written in English where it is used, marked by ``_()`` for extraction, and looked up in
``LOCALE/LC_MESSAGES/lockstep.po``, in the project's folder of catalogues or else in ours. What only the references of
commands and findings say, which few sites have, is in a catalogue of its own beside it, ``reference.po``.
"""

from __future__ import annotations

import stat
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

from babel.messages.pofile import PoFileError, read_po

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from babel.messages.catalog import Catalog, Message

    from lockstep.project import Language

CATALOGUES = Path(__file__).parent / "locale"
# Of the catalogues of a language, by the names of their files, in the order in which a text is looked up.
INTERFACE, REFERENCE = DOMAINS = ("lockstep", "reference")
SOURCE = "en"


def mark(message: str) -> str:
    """Mark a text for extraction where its language is not known yet; to be imported as ``_``."""
    return message


class Messages:
    """The texts of one language."""

    def __init__(self, language: Language) -> None:
        """Take the catalogues of a language, or of its base language where it has none of its own, when asked."""
        self.language = language
        self.read: list[Mapping[str, str]] = []

    def _catalogues(self) -> Iterator[Mapping[str, str]]:
        """Read one catalogue after the other, as far as they are needed: few sites ask for the references' texts."""
        for number, domain in enumerate(DOMAINS):
            if number == len(self.read):
                found = map(_texts, _places(self.language, domain))
                self.read.append(next((texts for texts in found if texts is not None), {}))
            yield self.read[number]

    def __call__(self, message: str, /, **values: object) -> str:
        """Translate a text and fill in its ``{named}`` places; a text without a translation stays English."""
        text = self._translation(message) or message
        return text.format(**values) if values else text

    def missing(self, domain: str = INTERFACE) -> list[str]:
        """List the texts of a domain that no catalogue of this language translates, in order of the template."""
        if self.language.locale.language == SOURCE:
            return []
        return [text for text in template(domain) if not self._translation(text)]

    def path(self, domain: str = INTERFACE) -> Path | None:
        """Where the project keeps its own catalogue of a domain in this language, whether or not there is one."""
        return _place(self.language.catalogues, str(self.language.locale), domain) if self.language.catalogues else None

    def _translation(self, message: str) -> str:
        # A project may keep everything in one file, so that neither domain's texts are looked for in its own alone.
        return next((texts[message] for texts in self._catalogues() if message in texts), "")


def template(domain: str = INTERFACE) -> list[str]:
    """List the texts of a domain that there are to translate."""
    return [str(message.id) for message in _read(template_path(domain)) or () if message.id]


def template_path(domain: str = INTERFACE) -> Path:
    """Where the template of a domain is: the file that a translation into a new language begins with."""
    return CATALOGUES / f"{domain}.pot"


def translated() -> list[str]:
    """List the tags of the languages that have catalogues of ours."""
    found = CATALOGUES.glob(f"*/LC_MESSAGES/{INTERFACE}.po")
    return sorted(path.parent.parent.name.replace("_", "-") for path in found)


@cache
def _places(language: Language, domain: str) -> tuple[Path, ...]:
    """List where a language's texts may be: the project's own before ours, a region's before its base language's."""
    names = dict.fromkeys((str(language.locale), language.locale.language))
    folders = filter(None, (language.catalogues, CATALOGUES))
    return tuple(_place(folder, name, domain) for folder in folders for name in names)


def _place(folder: Path, name: str, domain: str) -> Path:
    return folder / name / "LC_MESSAGES" / f"{domain}.po"


def _texts(path: Path) -> Mapping[str, str] | None:
    """Read the translations of a catalogue that can be shown; ``None`` where none can be read."""
    try:
        changed = path.stat()
    except OSError:
        return None
    # A served site reads a catalogue again when its author has edited it.
    return _fitting(path, changed.st_mtime_ns) if stat.S_ISREG(changed.st_mode) else None


@cache
def _fitting(path: Path, _changed: int) -> Mapping[str, str] | None:
    catalogue = _read(path)
    # Nor does an empty one hide those that come after.
    if not catalogue:
        return None
    return {str(entry.id): str(entry.string) for entry in catalogue if not entry.context and _fits(entry)}


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


def _read(path: Path) -> Catalog | None:
    try:
        with path.open("rb") as file:
            return read_po(file, abort_invalid=True)
    except (OSError, ValueError, PoFileError):
        return None
