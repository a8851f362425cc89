"""The codes of LS20x to LS24x, pages, and what their translations say and show."""

from __future__ import annotations

from lockstep.rules import Rule

RULES: tuple[Rule, ...] = ()
