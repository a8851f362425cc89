"""The codes of LS20x and LS21x: pages, and the texts of the interface on them."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule

MODES = """\
# Modes { #modes }

The default mode compiles in the least time.
"""
MODOS = """\
# Modos { #modes }

O modo padrão é o que compila em menos tempo.
"""
RULES = (
    Rule(
        "LS201",
        _("Folder of pages that is missing"),
        _(
            "A language has no folder in `docs`, or `docs` itself is not there, so that readers would get every page "
            "in the source's language. Git keeps no empty folders: put in the first page, correct the folder's name in "
            "`[tool.lockstep.languages]`, or take the language out."
        ),
        Example(
            fault={
                "pyproject.toml": """\
[tool.lockstep.languages]
en = "en"
pt-br = "pt-BR"
tr = "tr"
"""
            },
            finding="docs/pt-br:1:1 LS201 the folder of language 'pt-br' is missing (create it, or change "
            "[tool.lockstep.languages]; did you mean 'pt'?)",
            cure={
                "pyproject.toml": """\
[tool.lockstep.languages]
en = "en"
pt = "pt-BR"
tr = "tr"
"""
            },
        ),
    ),
    Rule(
        "LS202",
        _("Heading without an id"),
        _(
            "Without an id of its own, a heading gets one made of its words, which are others in every language: links "
            "to it and the switch of languages would end at the top of the page. Write the id behind the heading, the "
            "same in every language."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
# Modes { #modes }

## Less overhead

CUDA graphs start all kernels at once.
"""
            },
            finding="docs/en/modes.md:3:1 LS202 the heading 'Less overhead' has no id of its own (add { #its-id }, the "
            "same in every language)",
            cure={
                "docs/en/modes.md": """\
# Modes { #modes }

## Less overhead { #overhead }

CUDA graphs start all kernels at once.
"""
            },
        ),
    ),
    Rule(
        "LS203",
        _("Sections that differ between languages"),
        _(
            "A translation has another section than its source, one more or one fewer, in another place or on another "
            "level. Readers who change the language would land elsewhere, and no record can say what the section "
            "translates. Give both the same ids, in the same order and on the same levels."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
# Modes { #modes }

## Less overhead { #overhead }

CUDA graphs start all kernels at once.
""",
                "docs/pt/modes.md": """\
# Modos { #modes }

## Menos overhead { #menos-overhead }

Grafos CUDA iniciam todos os kernels de uma vez.
""",
            },
            finding="docs/pt/modes.md:3:1 LS203 the id 'menos-overhead' stands where docs/en/modes.md:3 has 'overhead' "
            "(ids are the same in every language)",
            cure={
                "docs/pt/modes.md": """\
# Modos { #modes }

## Menos overhead { #overhead }

Grafos CUDA iniciam todos os kernels de uma vez.
"""
            },
        ),
    ),
    Rule(
        "LS204",
        _("Same id twice on a page"),
        _(
            "Links to the second heading would lead to the first, and the record of translations could not tell them "
            "apart. Give each heading an id of its own."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
# Modes { #modes }

## Default { #mode }

Compiles in the least time.

## Less overhead { #mode }

CUDA graphs start all kernels at once.
"""
            },
            finding="docs/en/modes.md:7:1 LS204 the id 'mode' stands on line 3 already (give each heading an id of its "
            "own)",
            cure={
                "docs/en/modes.md": """\
# Modes { #modes }

## Default { #default }

Compiles in the least time.

## Less overhead { #overhead }

CUDA graphs start all kernels at once.
"""
            },
        ),
    ),
    Rule(
        "LS205",
        _("Translation without a source page"),
        _(
            "A page of a translation has no page of the same name in the source language, so that nothing can be said "
            "of what it translates, and the switch of languages leads nowhere. File names are the same in every "
            "language: rename it, write the source page, or delete it."
        ),
        Example(
            fault={"docs/pt/modos.md": MODOS},
            finding="docs/pt/modos.md:1:1 LS205 a translation without a source page (did you mean 'modes.md' or "
            "'index.md'?)",
            cure={"docs/pt/modos.md": None, "docs/pt/modes.md": MODOS},
            beside={"docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS207",
        _("Front matter that cannot be read"),
        _(
            "What stands between the two lines `---` is no YAML, or the second one is missing: readers would see it as "
            "text above the page. A value with a colon and a blank in it needs quotes. Or it asks for a template or an "
            "icon that there is not, or has another kind of value than a text, a list or a mapping where one is "
            "expected."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
---
title: Modes: which one to take
---

# Modes { #modes }
"""
            },
            finding="docs/en/modes.md:2:13 LS207 the front matter cannot be read: mapping values are not allowed "
            "here (a value that has ': ' in it needs quotes)",
            cure={
                "docs/en/modes.md": """\
---
title: "Modes: which one to take"
---

# Modes { #modes }
"""
            },
        ),
    ),
    Rule(
        "LS208",
        _("Blocks that are nested too deeply"),
        _(
            "Lists, quotes or callouts stand in each other so deeply that Python-Markdown would give up on the page, "
            "and the build with it. Hardly anybody but a program writes that: nest them less, or put the text into a "
            "block of code."
        ),
    ),
    Rule(
        "LS211",
        _("Language without texts of the interface"),
        _(
            "The titles of callouts, the labels of tables and the notes below code would be in English, or some of "
            "them, on pages in another language. Use a language tag that there is a catalogue for, or write one for "
            "the project, in the file that the finding names."
        ),
        Example(
            fault={
                "pyproject.toml": """\
[tool.lockstep.languages]
en = "en"
pt = "pt"
tr = "tr"
"""
            },
            finding="locale/pt/LC_MESSAGES/lockstep.po:1:1 LS211 the interface is not translated into pt (translate "
            "Lockstep's lockstep.pot in this file; there are catalogues of pt-BR, tr)",
            cure={
                "pyproject.toml": """\
[tool.lockstep.languages]
en = "en"
pt = "pt-BR"
tr = "tr"
"""
            },
        ),
    ),
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
