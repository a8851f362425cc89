"""Every code there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.rules import (
    evidence,
    exchange,
    glossary,
    pages,
    parity,
    programs,
    project,
    reference,
    results,
    shown,
    verification,
)

if TYPE_CHECKING:
    from lockstep.rules import Rule

FAMILIES = (
    project,
    programs,
    shown,
    verification,
    pages,
    evidence,
    parity,
    glossary,
    exchange,
    reference,
    results,
)
# In order of their codes.
RULES: dict[str, Rule] = {
    rule.code: rule
    for rule in sorted((rule for family in FAMILIES for rule in family.RULES), key=lambda rule: rule.code)
}
