"""The interface's texts in every language, from gettext catalogues.

A text is written in English where it is used, marked by ``_()`` or ``gettext()`` for extraction, and looked up in
``locale/LOCALE/LC_MESSAGES/lockstep.po``.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from lockstep.project import Language

CATALOGUES = files("lockstep") / "locale"
DOMAIN = "lockstep.po"
SOURCE = "en"


class Messages:
    """The texts of one language."""

    def __init__(self, language: Language) -> None:
        """Read the catalogue of a language, or of its base language where it has none of its own."""
        self.language = language
        self.catalogue = _catalogue(str(language.locale)) or _catalogue(language.locale.language)

    def __call__(self, message: str, /, **values: object) -> str:
        """Translate a text and fill in its ``{named}`` places; a text without a translation stays English."""
        found = self.catalogue.get(message) if self.catalogue else None
        text = found.string if found and isinstance(found.string, str) and found.string else message
        return text.format(**values) if values else text

    def missing(self) -> list[str]:
        """List the texts that this language has no translation of, in order of the template."""
        if self.language.locale.language == SOURCE:
            return []
        have = self.catalogue or Catalog()
        return [
            str(message.id)
            for message in template()
            if message.id and not ((entry := have.get(message.id)) and entry.string and not entry.fuzzy)
        ]


def template() -> Catalog:
    """Read the template: every text there is to translate."""
    return _read(CATALOGUES / "lockstep.pot", None)


@cache
def _catalogue(name: str) -> Catalog | None:
    path = CATALOGUES / name / "LC_MESSAGES" / DOMAIN
    return _read(path, Locale.parse(name)) if path.is_file() else None


def _read(path: Traversable, locale: Locale | None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=locale)
