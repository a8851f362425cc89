"""The codes of LS20x to LS24x, pages, and what their translations say and show."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "LS245",
        _("A link to another site that cannot work"),
        _(
            "The address has a form that no browser could follow: a scheme that is misspelt or missing, no host, a "
            "port, a blank or a percent sign that cannot be, or the point or bracket that ends the sentence. "
            "Correct it; whether a well-formed address is alive is not asked, and `lockstep links` lists them all for "
            "a tool that asks."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
# Modes { #modes }

The modes are in the [reference](htps://docs.pytorch.org/docs/stable/).
"""
            },
            finding="docs/en/modes.md:3:34 LS245 the link 'htps://docs.pytorch.org/docs/stable/' begins with 'htps:', "
            "which is no scheme of the web (begin it with https://)",
            cure={
                "docs/en/modes.md": """\
# Modes { #modes }

The modes are in the [reference](https://docs.pytorch.org/docs/stable/).
"""
            },
        ),
    ),
)
