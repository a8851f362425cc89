"""The codes of LS0, the project's files and configuration."""

from __future__ import annotations

from lockstep.rules import Rule

RULES: tuple[Rule, ...] = ()
