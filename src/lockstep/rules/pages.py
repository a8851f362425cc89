"""The codes of LS20x to LS22x: pages, and what is on record of their translations."""

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
# The pages of the small project, whose translations are on record: a section without a record is an error as well
# where a stale one is.
STRICT = {
    "pyproject.toml": """\
[tool.lockstep]
stale = "error"

[tool.lockstep.languages]
en = "en"
pt = "pt-BR"
tr = "tr"
""",
    **{
        f"docs/{folder}/index.md": f"""\
---
title: {title}
translates:
  .title: TITLEPRINT
  home: HOMEPRINT
---

# {title} {{ #home }}

> [!TIP]
> {title}.

```python
--8<-- "prog.py:first"
```

```benchmark
results: numbers
```
"""
        for folder, title in {"pt": "Início", "tr": "Başlangıç"}.items()
    },
}

RULES = (
    Rule(
        "LS201",
        _("A folder of pages that is missing"),
        _(
            "A language has no folder in `docs`, or `docs` itself is not there, so that readers would get no page in "
            "it. Git keeps no empty folders: put in the first page, correct the folder's name in "
            "`[tool.lockstep.languages]`, or take the language out."
        ),
        Example(
            fault={"docs/tr/index.md": None},
            finding="docs/tr:1:1 LS201 the folder of language 'tr' is missing (create it, or change "
            "[tool.lockstep.languages])",
            cure={
                "docs/tr/index.md": """\
---
title: Başlangıç
---

# Başlangıç { #home }

> [!TIP]
> Başlangıç.

```python
--8<-- "prog.py:first"
```

```benchmark
results: numbers
```
"""
            },
        ),
    ),
    Rule(
        "LS202",
        _("A heading without an id"),
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
        _("The same id twice on a page"),
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
        _("A translation without a source page"),
        _(
            "A page of a translation has no page of the same name in the source language, so that nothing can be said "
            "of what it translates, and the switch of languages leads nowhere. File names are the same in every "
            "language: rename it, write the source page, or delete it."
        ),
        Example(
            fault={"docs/pt/modos.md": MODOS},
            finding="docs/pt/modos.md:1:1 LS205 a translation without a source page (did you mean 'modes.md'?)",
            cure={"docs/pt/modos.md": None, "docs/pt/modes.md": MODOS},
            beside={"docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS207",
        _("Front matter that cannot be read"),
        _(
            "What stands between the two lines `---` is no YAML, or the second one is missing: readers would see it as "
            "text above the page. A value with a colon and a blank in it needs quotes."
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
            finding="",
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
            "Lists, quotes or callouts stand in each other, some hundred of them, and Python-Markdown gives up on the "
            "page. It is raised for texts that a program has written: nest them less, or put them into a block of code."
        ),
    ),
    Rule(
        "LS211",
        _("A language without texts of the interface"),
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
            finding="",
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
        "LS221",
        _("A record of translations that cannot be read"),
        _(
            "`translates` in the front matter says which text of the source each section translates, by a fingerprint "
            "that `lockstep accept` writes. Anything else there is reported, as is a record on a page of the source "
            "language: delete the line, compare the section with its source, and accept it."
        ),
        Example(
            fault={
                "docs/pt/modes.md": f"""\
---
translates:
  modes: done
---

{MODOS}"""
            },
            finding="",
            cure={"docs/pt/modes.md": MODOS},
            beside={"docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS222",
        _("A record of a section that is not there"),
        _(
            "The front matter says what a section translates which neither the page nor its source has, most often "
            "because the section was renamed or deleted. `lockstep accept` drops the record; so it is said too where "
            "`lockstep accept --section` names such a section."
        ),
        Example(
            fault={
                "docs/pt/modes.md": f"""\
---
translates:
  overhead: wldsdfszx
---

{MODOS}"""
            },
            finding="",
            cure={
                "docs/pt/modes.md": f"""\
---
translates:
  modes: MODESPRINT
---

{MODOS}"""
            },
            beside={"docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS223",
        _("A section that translates an older text"),
        _(
            "The source has changed since the section was translated. Readers are told so above the section either "
            'way; with `stale = "error"` in `[tool.lockstep]`, it is a finding as well. `lockstep diff` shows what '
            "changed: translate it, then record it with `lockstep accept`."
        ),
        Example(
            fault={
                "docs/en/modes.md": MODES,
                "docs/pt/modes.md": """\
---
translates:
  modes: OLDPRINT
---

# Modos { #modes }

Há um só modo.
""",
            },
            finding="",
            cure={
                "docs/pt/modes.md": f"""\
---
translates:
  modes: MODESPRINT
---

{MODOS}"""
            },
            beside=STRICT,
        ),
    ),
    Rule(
        "LS224",
        _("A section that says nothing of what it translates"),
        _(
            "The front matter has no fingerprint for the section, so that nobody would notice when the source changes. "
            'It is a finding with `stale = "error"` in `[tool.lockstep]`: compare the section with its source, then '
            "record it with `lockstep accept`, or all that the Git history tells with `lockstep adopt`."
        ),
        Example(
            fault={"docs/pt/modes.md": MODOS},
            finding="",
            cure={
                "docs/pt/modes.md": f"""\
---
translates:
  modes: MODESPRINT
---

{MODOS}"""
            },
            beside={**STRICT, "docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS225",
        _("A section that is still to do"),
        _(
            "`lockstep new` starts a translation with the source's texts, and marks each section; a page with such a "
            "mark is not ready to be published. Translate the section, then delete the mark. `lockstep accept` "
            "refuses a section that has one."
        ),
        Example(
            fault={
                "docs/pt/modes.md": """\
# Modes { #modes }

<!-- lockstep: to do -->

The default mode compiles in the least time.
"""
            },
            finding="",
            cure={"docs/pt/modes.md": MODOS},
            beside={"docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS226",
        _("A folder of pages that is no language's"),
        _(
            "A folder in `docs` holds pages but is not in `[tool.lockstep.languages]`: they would be published in "
            "no language, or not at all, and nothing would be checked. Move them into the folder of their language, "
            "or name that folder and its language tag in the table."
        ),
        Example(
            fault={"docs/pt-br/modes.md": MODOS},
            finding="",
            cure={"docs/pt-br/modes.md": None, "docs/pt/modes.md": MODOS},
            beside={"docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS227",
        _("A page outside the folders of the languages"),
        _(
            "A page lies in `docs` itself, where it belongs to no language: readers would not find it, and nothing on "
            "it would be checked. Move it into the folder of its language."
        ),
        Example(
            fault={"docs/modes.md": MODES},
            finding="",
            cure={"docs/modes.md": None, "docs/en/modes.md": MODES},
        ),
    ),
)
