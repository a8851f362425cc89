"""The codes of LS1 about what is on record of programs, and lists of it."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule
from lockstep.rules.programs import ONE, PROGRAM, SHOWS_ONE

VERIFY = "lockstep verify --update"

RULES: tuple[Rule, ...] = (
    Rule(
        "LS141",
        _("Unreadable record of verification"),
        _(
            "`verified.json` in the folder of programs is no JSON, or not in the form that Lockstep writes: often a "
            "merge left its marks in it. Restore it, or write it again by a verification."
        ),
        Example(
            {
                "snippets/verified.json": """\
{
 "schema_version": 1,
 "programs": {
<<<<<<< HEAD
  "prog.py": {
"""
            },
            "snippets/verified.json:4:1 LS141 this is no record of verification (it is written by 'lockstep "
            "verify --update'; restore it or write it again)",
            mend=VERIFY,
        ),
    ),
    Rule(
        "LS142",
        _("Record of another version of a program"),
        _(
            "The program was edited since it was verified, and what pages say of it is of its earlier text. Verify it "
            "again, and commit the record with it."
        ),
        Example(
            {PROGRAM: ONE.replace("2 * x", "x + x")},
            "snippets/double.py:1:1 LS142 the record is of another version of this program (run: lockstep "
            "verify --update)",
            beside={PROGRAM: ONE, **SHOWS_ONE},
            mend=VERIFY,
        ),
    ),
    Rule(
        "LS143",
        _("Record of a program that is not there"),
        _(
            "The program was deleted or renamed, and `verified.json` still has it. A verification of all programs "
            "drops what is gone."
        ),
        Example(
            {PROGRAM: None},
            "snippets/verified.json:4:1 LS143 a record of 'double.py', which is no program (did you mean "
            "'prog.py'?; run: lockstep verify --update)",
            beside={PROGRAM: ONE},
            mend=VERIFY,
        ),
    ),
    Rule(
        "LS144",
        _("Program without a record"),
        _(
            "A program was added, and nothing says that it was ever run. Verify it, and commit `verified.json`: pages "
            "take from it what they say below the code."
        ),
        Example(
            {PROGRAM: ONE},
            "snippets/double.py:1:1 LS144 there is no record of this program's verification (run: lockstep "
            "verify --update)",
            beside=SHOWS_ONE,
            mend=VERIFY,
        ),
    ),
    Rule(
        "LS151",
        _("A list of what is verified with options"),
        _(
            "A block `verified` lists every program of the project, and takes no options; one that asks for something "
            "else would not get it. Leave it empty."
        ),
        Example(
            fault={"docs/en/verified.md": "# Verified { #verified }\n\n```verified\nprograms: all\n```\n"},
            finding="docs/en/verified.md:4:1 LS151 the block takes no options, such as 'programs: all' "
            "(leave it empty)",
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
