"""The codes of LS25x and LS26x, the glossary, blocks, and texts that come back from translators."""

from __future__ import annotations

from lockstep.rules import Rule

RULES: tuple[Rule, ...] = ()
