"""What languages are called, and how a language begins a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.languages.inflection import TURKISH

if TYPE_CHECKING:
    from lockstep.project import Language


def language_name(language: Language, reader: Language) -> str:
    """Name a language in another, as it stands within a sentence."""
    return language.locale.get_display_name(reader.locale) or language.tag


def capital(text: str, language: Language) -> str:
    """Begin a text with a capital letter, as the language writes it."""
    first = "İ" if text.startswith("i") and language.locale.language in TURKISH else text[:1].upper()
    return first + text[1:]
