"""The codes of LS1, programs, and the code that pages show."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "LS151",
        _("A list of what is verified with options"),
        _(
            "A block `verified` lists every program of the project, and takes no options; one that asks for something "
            "else would not get it. Leave it empty."
        ),
        Example(
            fault={"docs/en/verified.md": "# Verified { #verified }\n\n```verified\nprograms: all\n```\n"},
            finding="docs/en/verified.md:4:1 LS151 the block takes no options, such as 'programs: all' (leave it empty)",
            cure={"docs/en/verified.md": "# Verified { #verified }\n\n```verified\n```\n"},
        ),
    ),
    Rule(
        "LS152",
        _("A list of what is verified without a program"),
        _(
            "The page has a block `verified`, and there is no program in the snippets folder: readers would find an "
            "empty list. Write a program, or delete the block."
        ),
        Example(
            fault={
                "snippets/prog.py": None,
                "docs/en/verified.md": "# Verified { #verified }\n\n```verified\n```\n",
            },
            finding="docs/en/verified.md:3:1 LS152 there is no program to list "
            "(write one in the snippets folder, or delete the block)",
            cure={"docs/en/verified.md": None},
            beside={
                "docs/en/index.md": "# Start { #home }\n",
                "docs/pt/index.md": "# Início { #home }\n",
                "docs/tr/index.md": "# Başlangıç { #home }\n",
            },
        ),
    ),
)
