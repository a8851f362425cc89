"""Words and their inflected forms, as far as a glossary needs them.

Two questions, with the doubt on the side of silence: whether a word of the source surely is a term (itself, or its
plural), and whether a word of a translation can be a form of the wanted rendering. Turkish puts suffixes behind its
words, softens the consonant before them or loses a vowel, and takes the ending of a compound off for others;
Portuguese has several plurals; Arabic and Hebrew write articles and short words in one with the next. Of other
languages it is known that the beginning of a word stays.
"""

from __future__ import annotations

import re
from functools import lru_cache

WORD = re.compile(r"\w+(?:[.\-_/]\w+)*")
TURKISH = ("tr", "az")
# One suffix; a word has several, one behind the other.
SUFFIX = (
    "l[ae]r|s?[ıiuü]|[ıiuü]m(?:[ıiuü]z)?|n?[ıiuü]n(?:[ıiuü]z)?|y?[ıiuü]|n[ıiuü]|[yn]?[ae]|n?[dt][ae]n?|ki|y?l[ae]"
    "|n?c[ae]|l[ıiuü][kğ]?|s[ıiuü]z|[dt][ıiuü]r|m[ıiuü]ş|y?k[ae]n"
)
SUFFIXES = re.compile(f"(?:{SUFFIX})*")
SOFTENED = {"k": "ğ", "p": "b", "t": "d", "ç": "c"}
HARDENED = {soft: hard for hard, soft in SOFTENED.items()}
# Stands between an adjective and its noun.
ARTICLE = "bir"
COMPOUND = re.compile(r"(?<=[aeıioöuü])s[ıiuü]$|(?<=[^aeıioöuü])[ıiuü]$")
# The vowel of a last syllable that some words lose: şekil, şekli.
ELIDED = re.compile(r"(?<=[^aeıioöuü])[ıiuü](?=[^aeıioöuü]$)")
PLURALS = (
    ("ão", ("ões", "ães", "ãos")),
    ("m", ("ns",)),
    ("al", ("ais",)),
    ("el", ("éis", "eis")),
    ("ol", ("óis", "ois")),
    ("ul", ("uis",)),
    ("il", ("is", "eis")),
    ("ês", ("eses",)),
    ("o", ("os", "a", "as")),
    ("a", ("as", "o", "os")),
)
# What is written in one with the word behind it: "and", "in", "for", the article.
BEFORE = {
    "ar": re.compile("[وف]?(?:[بك]?ال|لل|[بكل])?"),
    "he": re.compile("ו?[שכמ]?[בלמכה]?ה?"),
}
# Languages that put no blanks between words.
UNSPACED = ("zh", "ja", "th", "lo", "km", "my")


def fold(text: str, language: str) -> str:
    """Make small letters, as the language does."""
    if language in TURKISH:
        text = text.replace("İ", "i").replace("I", "ı")
    return text.casefold().replace("\u0307", "")


@lru_cache(maxsize=8192)
def words(text: str, language: str) -> tuple[str, ...]:
    """List the words of a text in small letters; an apostrophe ends one, for what is behind it is a suffix."""
    return tuple(WORD.findall(fold(text, language)))


@lru_cache(maxsize=8192)
def is_term(word: str, term: str, language: str) -> bool:
    """Tell whether a word of the source is a term: itself, or its regular plural."""
    if word == term:
        return True
    if language == "en":
        return word in (f"{term}s", f"{term}es", re.sub("y$", "ies", term))
    if language in ("pt", "gl"):
        return word in _portuguese(term)
    if language in TURKISH:
        return _turkish(word, term)
    return False


@lru_cache(maxsize=65536)
def can_be(word: str, rendering: str, language: str) -> bool:
    """Tell whether a word of a translation can be a form of a rendering's word."""
    if word == rendering:
        return True
    if language in TURKISH:
        return _turkish(word, rendering)
    if language in ("pt", "gl"):
        return word in _portuguese(rendering)
    if language in BEFORE:
        have, want = _bare(word, language), _bare(rendering, language)
        return any(_begins(one, other) for one in have for other in want)
    return _begins(word, rendering)


def find(text: str, rendering: str, language: str) -> bool:
    """Tell whether a translation's text has a rendering in it, its words in any form and in their order."""
    if language in UNSPACED:
        return "".join(fold(rendering, language).split()) in "".join(fold(text, language).split())
    if rendering in text and _itself(rendering).search(text):
        return True
    wanted, have = words(rendering, language), words(text, language)
    if language in TURKISH and ARTICLE not in wanted:
        have = tuple(word for word in have if word != ARTICLE)
    first, rest = wanted[0], list(enumerate(wanted))[1:]
    for at in range(len(have) - len(rest)):
        if can_be(have[at], first, language) and all(can_be(have[at + index], one, language) for index, one in rest):
            return True
    return False


@lru_cache(maxsize=1024)
def _itself(rendering: str) -> re.Pattern[str]:
    """Match a rendering as it is, between the ends of words."""
    return re.compile(rf"(?<!\w)(?<!\w[.\-_/]){re.escape(rendering)}(?![.\-_/]?\w)")


def _begins(word: str, rendering: str) -> bool:
    start = rendering[: max(3, len(rendering) - 3)]
    return word.startswith(start) and abs(len(word) - len(rendering)) <= 5


def _bare(word: str, language: str) -> set[str]:
    """Take off what may stand before a word, or may be its own beginning."""
    before = BEFORE[language].match(word)
    bare = word[before.end() :] if before else word
    return {word, bare} if len(bare) > 2 else {word}


def _turkish(word: str, base: str) -> bool:
    stems = {base, COMPOUND.sub("", base)} if len(base) > 4 else {base}
    stems |= {stem[:-1] + HARDENED[stem[-1]] for stem in stems - {base} if stem[-1] in HARDENED}
    stems |= {stem[:-1] + SOFTENED[stem[-1]] for stem in stems if stem[-1] in SOFTENED}
    stems |= {ELIDED.sub("", stem) for stem in stems if len(stem) > 3}
    stems |= {stem[:-2] + "ng" for stem in stems if stem.endswith("nk")}
    return any(word.startswith(stem) and SUFFIXES.fullmatch(word, len(stem)) for stem in stems)


def _portuguese(base: str) -> set[str]:
    forms = {f"{base}s", f"{base}es"}
    for ending, others in PLURALS:
        if base.endswith(ending):
            forms |= {base.removesuffix(ending) + other for other in others}
    return forms
