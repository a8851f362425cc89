"""The codes of LS22x: what is on record of translations, and pages that no language has."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule
from lockstep.rules.pages import MODES, MODOS

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
  .title: vrzdmvfqk
  home: bxdfcdrcg
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
        "LS221",
        _("Record of translations that cannot be read"),
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
            finding="docs/pt/modes.md:3:10 LS221 the record of 'modes' is no fingerprint of 9 letters: 'done' "
            "(compare the section with its source, then: lockstep accept docs/pt/modes.md --section modes)",
            cure={"docs/pt/modes.md": MODOS},
            beside={"docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS222",
        _("Record of a section that is not there"),
        _(
            "The front matter has a fingerprint for a section that neither the page nor its source has, most often "
            "because the section was renamed or deleted; `lockstep accept` drops it. The command says the same where "
            "`--section` names one that either page lacks."
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
            finding="docs/pt/modes.md:3:1 LS222 the record has a section 'overhead', which docs/en/modes.md does "
            "not have (lockstep accept docs/pt/modes.md drops it; known: 'modes')",
            mend="lockstep accept docs/pt/modes.md",
            beside={"docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS223",
        _("Section that translates an older text"),
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
  modes: tnkwqdwvr
---

# Modos { #modes }

Há um só modo.
""",
            },
            finding="docs/pt/modes.md:6:1 LS223 the section 'modes' translates an older text than that of "
            "docs/en/modes.md:1 (lockstep diff docs/pt/modes.md shows what changed; then: lockstep accept "
            "docs/pt/modes.md --section modes)",
            cure={
                "docs/pt/modes.md": f"""\
---
translates:
  modes: tnkwqdwvr
---

{MODOS}"""
            },
            mend="lockstep accept docs/pt/modes.md --section modes",
            beside=STRICT,
        ),
    ),
    Rule(
        "LS224",
        _("Section that says nothing of what it translates"),
        _(
            "The front matter has no fingerprint for the section, so that nobody would notice when the source changes. "
            'It is a finding with `stale = "error"` in `[tool.lockstep]`: compare the section with its source, then '
            "record it with `lockstep accept`, or all that the Git history tells with `lockstep adopt`."
        ),
        Example(
            fault={"docs/pt/modes.md": MODOS},
            finding="docs/pt/modes.md:1:1 LS224 nothing says which text of docs/en/modes.md:1 the section 'modes' "
            "translates (compare them, then: lockstep accept docs/pt/modes.md --section modes)",
            mend="lockstep accept docs/pt/modes.md --section modes",
            beside={**STRICT, "docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS225",
        _("Section that is still to do"),
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
            finding="docs/pt/modes.md:3:1 LS225 the section 'modes' is still to do (translate it, then delete this "
            "mark)",
            cure={"docs/pt/modes.md": MODOS},
            beside={"docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS226",
        _("Folder of pages that is no language's"),
        _(
            "A folder in `docs` holds pages but is not in `[tool.lockstep.languages]`: they would be published in "
            "no language, or not at all, and nothing would be checked. Move them into the folder of their language, "
            "or name that folder and its language tag in the table."
        ),
        Example(
            fault={"docs/pt-br/modes.md": MODOS},
            finding="docs/pt-br:1:1 LS226 the folder 'pt-br' holds a page but is no language's (name its language "
            "in [tool.lockstep.languages], or move it; did you mean 'tr' or 'pt'?)",
            cure={"docs/pt-br/modes.md": None, "docs/pt/modes.md": MODOS},
            beside={"docs/en/modes.md": MODES},
        ),
    ),
    Rule(
        "LS227",
        _("Page outside the folders of the languages"),
        _(
            "A page lies in `docs` itself, where it belongs to no language: readers would not find it, and nothing on "
            "it would be checked. Move it into the folder of its language."
        ),
        Example(
            fault={"docs/modes.md": MODES},
            finding="docs/modes.md:1:1 LS227 a page outside the folders of the languages (move it into the folder "
            "of its language; known: 'en', 'pt', 'tr')",
            cure={"docs/modes.md": None, "docs/en/modes.md": MODES},
        ),
    ),
)
