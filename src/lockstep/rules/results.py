"""The codes of LS3, results of benchmarks, and the figures that pages show."""

from __future__ import annotations

from lockstep.rules import Rule

RULES: tuple[Rule, ...] = ()
