"""The code of the block that explains codes."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule

PAGE = """\
# Findings { #findings }

```findings
codes: LS1
```
"""

RULES: tuple[Rule, ...] = (
    Rule(
        "LS256",
        _("Reference of findings that cannot be made"),
        _(
            "A block `findings` says with `codes` which codes it is to explain: codes, or what several begin with. "
            "Anything else would leave a hole on the page."
        ),
        Example(
            {"docs/en/findings.md": PAGE.replace("codes", "code")},
            "docs/en/findings.md:4:1 LS256 unknown option 'code' (did you mean 'codes'?)",
            {"docs/en/findings.md": PAGE},
        ),
    ),
)
