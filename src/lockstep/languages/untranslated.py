"""Text that a translation left in the source language.

A text is taken for that when it is its source's, word for word or nearly so, and has enough plain words: written in
small letters, as names and identifiers rarely are. A list of models, a command or ``Fullgraph`` is the same in every
language, and stays silent.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING

from lockstep.findings import Finding
from lockstep.parts import GAP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lockstep.languages.pages import Page
    from lockstep.parts import Link, Part

WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
ADDRESS = re.compile(r"\S*(?:://|[./@_]\w)\S*|\{[{%].*?[%}]\}")
# What an address has somewhere; most texts have none, which this tells in a fraction of the time.
SIGN = re.compile(r"[./@_:{](?:\w|//|[{%])")
# What stands in quotation marks may be meant to be in another language.
QUOTED = re.compile(r"""["“„][^"“”]*["“”]|«[^»]*»|»[^«]*«|「[^」]*」|『[^』]*』""")
# So many plain words make a text; so many, one in which a few words were changed, or a part of one.
EXACT, NEARLY = 4, 6
# So many pieces between blanks that part has at least, signs before and behind it aside.
PIECES = NEARLY - 2
# A plain word has two letters, and something stands between two words: of texts, and so of parts, the shortest.
SHORTEST = 3 * EXACT - 1
ALIKE = 0.8


def compare_text(ours: str, theirs: str) -> bool:
    """Tell whether a text is still its source's."""
    if len(ours) < SHORTEST or (ours != theirs and not _close(ours, theirs)):
        return False
    have, want = _words(ours), _words(theirs)
    plain = _plain(have)
    # Among names there may be an "and".
    if plain < max(EXACT, len(have) / 2) or not want:
        return False
    if have == want:
        return True
    if plain < NEARLY or not 0.5 < len(have) / len(want) < 2:
        return False
    matcher = SequenceMatcher(None, have, want, autojunk=False)
    return matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE


def common_text(ours: str, theirs: str) -> str:
    """Find the part of a translated text that is still its source's, empty where there is none."""
    if len(_pieces(ours) & _pieces(theirs)) < PIECES:
        return ""
    have, want = _words(QUOTED.sub(" ", ours)), _words(theirs)
    match = SequenceMatcher(None, have, want, autojunk=False).find_longest_match()
    part = have[match.a : match.a + match.size]
    return " ".join(part) if _plain(part) >= max(NEARLY, len(part) / 2) else ""


def _close(ours: str, theirs: str) -> bool:
    """Tell whether it is worth a look, at little cost."""
    mine, yours = _pieces(ours), _pieces(theirs)
    return len(mine & yours) * 2 >= min(len(mine), len(yours))


@lru_cache(maxsize=8192)
def _pieces(text: str) -> frozenset[str]:
    # Code is the same everywhere, and says nothing.
    return frozenset(text.replace(GAP, " ").split())


def find_untranslated(pairs: Iterable[tuple[Part, Part]]) -> list[tuple[Part, Part]]:
    """Find the texts that are still their source's, as a whole or in part."""
    return [
        (one, other)
        for one, other in pairs
        if len(one.prose) >= SHORTEST
        and _share(one.prose, other.prose)
        and (compare_text(one.prose, other.prose) or common_text(one.prose, other.prose))
    ]


def _share(ours: str, theirs: str) -> bool:
    """Tell whether two texts have so much in common that either comparison may find something, at little cost."""
    mine, yours = ours.replace(GAP, " ").split(), _pieces(theirs)
    # Most have nothing in common, or a name or two.
    if yours.isdisjoint(mine):
        return False
    shared = len(yours.intersection(mine))
    return shared >= PIECES or shared * 2 >= min(len({*mine}), len(yours))


def check_texts(
    found: Sequence[tuple[Part, Part]], page: Page, source: Page, texts: Sequence[Part]
) -> Iterator[Finding]:
    """Report the texts of one section that are their source's; a section that is so as a whole is one finding."""
    if len(found) > 2 and len(found) >= sum(_plain(_words(part.prose)) >= EXACT for part in texts):
        one, other = found[0]
        message = f"the section is still in the source language, as at {source.path}:{other.line}"
        yield Finding(page.path, one.line, 1, "LS239", message, "translate it")
        return
    for one, other in found:
        whole = compare_text(one.prose, other.prose)
        shown = (one.text if whole else common_text(one.prose, other.prose)).split()
        quote = " ".join(shown[:6]) + (" …" if len(shown) > 6 else "")
        message = f"'{quote}' is still in the source language, as at {source.path}:{other.line}"
        yield Finding(page.path, one.line, 1, "LS239", message, "translate it")


def check_alternatives(ours: Sequence[Link], theirs: Sequence[Link], page: Page, source: Page) -> Iterator[Finding]:
    """Report images whose alternative text is still its source's."""
    for mine, yours in zip(ours, theirs, strict=True) if len(ours) == len(theirs) else ():
        if mine.alt and compare_text(mine.alt, yours.alt):
            message = f"the alternative text of '{mine.target}' is still in the source language, as at "
            yield Finding(page.path, mine.line, 1, "LS239", f"{message}{source.path}:{yours.line}", "translate it")


# A source's texts are asked for once for each language.
@lru_cache(maxsize=8192)
def _words(text: str) -> Sequence[str]:
    text = text.replace(GAP, " ")
    return WORD.findall(ADDRESS.sub(" ", text) if SIGN.search(text) else text)


def _plain(words: Sequence[str]) -> int:
    """Count the words that are no names: in small letters, or the first one with a capital."""
    return sum(
        len(word) > 1 and (word == word.lower() or (number == 0 and word[1:] == word[1:].lower()))
        for number, word in enumerate(words)
    )
