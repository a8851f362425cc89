"""The codes of LS1, programs, and the code that pages show."""

from __future__ import annotations

from lockstep.rules import Rule

RULES: tuple[Rule, ...] = ()
