"""The suites that ``lockstep bench run`` offers, by name."""

from lockstep.benchmarks.measuring.suite import Suite
from lockstep.benchmarks.measuring.suites.causal_lm import CAUSAL_LM
from lockstep.benchmarks.measuring.suites.vision import VISION

SUITES: dict[str, Suite] = {suite.name: suite for suite in (VISION, CAUSAL_LM)}
