"""What every code of a finding means, with an example and its cure: the registry that pages and tools draw on.

The sentences are the interface's, marked for translation; inline code in them is written between backticks. The
examples are small projects: the tests run each, and hold the finding and the cure to what is written here. A family of
codes has a module of its own; ``rules.registry`` has them all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Example:
    """A fault as an author would make it, what is said of it, and how it is mended.

    Attributes:
        fault: the files in which the fault is, by their paths below the project's root; ``None`` for one that is not
            there. They are written over those of a small project in three languages that has no finding, in which every
            program is on record as verified, unless ``fault`` or ``beside`` says what is.
        finding: the line that is printed for it, as it is.
        cure: the files that differ once it is mended; ``None`` for one that is deleted.
        beside: files that have to be there for either, and that need not be shown.
        command: what finds it.
        mend: the command that mends it where that is no edit; it is run behind ``cure``.
    """

    fault: Mapping[str, str | bytes | None]
    finding: str
    cure: Mapping[str, str | bytes | None] = field(default_factory=dict)
    beside: Mapping[str, str | bytes] = field(default_factory=dict)
    command: str = "lockstep check"
    mend: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One code.

    Attributes:
        code: ``LS`` and three digits.
        title: what is wrong, as a heading: no verb that is not needed, no full stop.
        meaning: when it is raised, what a reader would meet without it, and how it is mended: one to three sentences.
        example: none only where a fault cannot be written down as files; ``meaning`` then says enough.
    """

    code: str
    title: str
    meaning: str
    example: Example | None = None
