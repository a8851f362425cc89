"""How much a text looks like the translation of another, without knowing either language."""

from __future__ import annotations

import re
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING

from lockstep.languages.code import CODE
from lockstep.parts import GAP

if TYPE_CHECKING:
    from lockstep.parts import Link, Part

WIDE = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]")
# So many letters of other languages say as much as a character of Chinese, Japanese or Korean.
WIDE_LETTERS = 2.5
# Names that look the same in every language: BERT, PyTorch.
NAME = re.compile(r"\w*[A-Z]\w*[A-Z]\w*")


def unlike(mine: Part, yours: Part) -> float:
    """Say from 0 to 1 how little two texts look like one and its translation.

    By their lengths, small differences of which count little, and by the code, names, numbers and links in them.
    """
    length = min(1, 2 * log((_length(mine.text) + 5) / (_length(yours.text) + 5)) ** 2)
    one, other = (_marks(part.text, part.prose, part.links) for part in (mine, yours))
    marks = 1 - len(one & other) / len(one | other) if one | other else 0.3
    return 0.4 * length + 0.59 * marks


@lru_cache(maxsize=4096)
def _length(text: str) -> float:
    """Measure a text in letters."""
    return len(text) + (WIDE_LETTERS - 1) * len(WIDE.findall(text))


@lru_cache(maxsize=4096)
def _marks(text: str, prose: str, links: tuple[Link, ...]) -> frozenset[str]:
    """List what of a text is the same in every language."""
    spans = []
    if GAP in prose:
        # What readers are shown as code is what the prose leaves out of the text.
        shown = re.fullmatch("(.*?)".join(map(re.escape, prose.split(GAP))), text)
        spans = list(shown.groups()) if shown else []
    targets = (link.target.rpartition("/")[2] for link in links)
    return frozenset((*CODE.findall(text), *NAME.findall(text), *spans, *targets))
