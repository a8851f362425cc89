"""Words in the order of a language's alphabet (CLDR's collation, as far as a list of terms needs it)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from lockstep.languages.inflection import TURKISH, fold

if TYPE_CHECKING:
    from babel import Locale

# Letters that stand by themselves, each group behind its first letter. Elsewhere a letter with a mark stands with the
# one without.
LETTERS = {
    **dict.fromkeys(TURKISH, ("cç", "gğ", "hı", "oö", "sş", "uü")),
    **dict.fromkeys(("es", "gl"), ("nñ",)),
    **dict.fromkeys(("da", "nb", "nn", "no"), ("zæøå",)),
    **dict.fromkeys(("sv", "fi"), ("zåäö",)),
    "pl": ("aą", "cć", "eę", "lł", "nń", "oó", "sś", "zźż"),
    "cs": ("cč", "rř", "sš", "zž"),
    "et": ("sšzž", "wõäöü"),
    "hu": ("oö", "uü"),
    "is": ("aá", "dð", "eé", "ií", "oó", "uú", "yý", "zþæö"),
    "ro": ("aăâ", "iî", "sș", "tț"),
    "hr": ("cčć", "dđ", "sš", "zž"),
}

BLANK = " "

Key = tuple[tuple[tuple[str, int], ...], str]


def sort_key(text: str, locale: Locale) -> Key:
    """Make the key that puts a text into its place in a language's alphabet.

    Case does not count, unless nothing else differs.
    """
    language = locale.language
    own = {
        letter: (group[0], place) for group in LETTERS.get(language, ()) for place, letter in enumerate(group[1:], 1)
    }
    found: list[tuple[str, int]] = []
    for character in unicodedata.normalize("NFC", fold(text, language)):
        if character in own:
            found.append(own[character])
        else:
            bare = unicodedata.normalize("NFD", character)
            # Blanks and hyphens come before all letters.
            found += [(one if one.isalnum() else BLANK, 0) for one in bare if not unicodedata.combining(one)]
    return tuple(found), text
