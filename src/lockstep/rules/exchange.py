"""The codes of LS26x: files that go to translators and come back."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule

COMMAND = "lockstep import pt.po"
HEADER = """\
msgid ""
msgstr ""
"Language: pt_BR\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"""
UNIT = """\
msgctxt "modes.md#modes@new"
msgid "Modes\\n\\nThe default mode compiles in the least time."
msgstr "Modos\\n\\nO modo padrão é o que compila em menos tempo."
"""
MODES = """\
# Modes { #modes }

The default mode compiles in the least time.
"""
SOURCE = {"docs/en/modes.md": MODES}

RULES = (
    Rule(
        "LS261",
        _("Translators' file that cannot be read"),
        _(
            "What `lockstep import` is given is neither PO nor XLIFF 1.2 in UTF-8, or it is damaged, most often cut "
            "off. Nothing is imported from any file: restore it, or save it again from the translators' tool."
        ),
        Example(
            fault={
                "pt.po": f"""\
{HEADER}
msgctxt "modes.md#modes@new"
msgid "Modes\\n\\nThe default mode compiles in the least time."
"""
            },
            finding="pt.po:8:1 LS261 a unit has a msgid, but no msgstr: the file is cut off (export again, or "
            "restore it)",
            cure={"pt.po": f"{HEADER}\n{UNIT}"},
            beside=SOURCE,
            command=COMMAND,
        ),
    ),
    Rule(
        "LS262",
        _("Translators' file in another language than the project's"),
        _(
            "The file does not say which language it is in, or names one that the project does not translate from or "
            "into, so that its texts would come into the wrong pages. Nothing is imported: correct `Language` in a PO "
            "file, `source-language` or `target-language` in an XLIFF file."
        ),
        Example(
            fault={
                "pt.po": f"""\
msgid ""
msgstr ""
"Language: pt_PT\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

{UNIT}"""
            },
            finding="pt.po:1:1 LS262 the project has no language 'pt_PT' to translate into (did you mean 'pt'?)",
            cure={"pt.po": f"{HEADER}\n{UNIT}"},
            beside=SOURCE,
            command=COMMAND,
        ),
    ),
    Rule(
        "LS263",
        _("Unit that no export has written"),
        _(
            "A unit's context, which says which section of which page it is, was changed or lost, or the same section "
            "is there twice; or the unit has plural forms or a control character. Nothing is imported: restore the "
            "context, or export again and let the tool fill in what it remembers."
        ),
        Example(
            fault={
                "pt.po": f"""\
{HEADER}
msgctxt "modes"
msgid "Modes\\n\\nThe default mode compiles in the least time."
msgstr "Modos\\n\\nO modo padrão é o que compila em menos tempo."
"""
            },
            finding="pt.po:6:1 LS263 'modes' names no section (restore what lockstep export wrote, such as "
            "'guide.md#modes@new'; or export again)",
            cure={"pt.po": f"{HEADER}\n{UNIT}"},
            beside=SOURCE,
            command=COMMAND,
        ),
    ),
    Rule(
        "LS264",
        _("Unit whose section the source does not have"),
        _(
            "The section was renamed, moved to another page or deleted after the export. The other units go in; export "
            "again, and let the translators' tool fill in what it remembers."
        ),
        Example(
            fault={
                "pt.po": f"""\
{HEADER}
msgctxt "modes.md#mode@new"
msgid "Modes\\n\\nThe default mode compiles in the least time."
msgstr "Modos\\n\\nO modo padrão é o que compila em menos tempo."
"""
            },
            finding="pt.po:6:1 LS264 the source has no section 'modes.md#mode' (export again; did you mean 'modes'?)",
            cure={"pt.po": f"{HEADER}\n{UNIT}"},
            beside=SOURCE,
            command=COMMAND,
        ),
    ),
    Rule(
        "LS265",
        _("Unit whose source has changed since the export"),
        _(
            "The translation would be recorded as that of a text which it does not translate. The other units go in; "
            "export again, and let the translators' tool fill in what has stayed."
        ),
        Example(
            fault={
                "docs/en/modes.md": MODES,
                "pt.po": f"""\
{HEADER}
msgctxt "modes.md#modes@new"
msgid "Modes\\n\\nThe default mode compiles in no time."
msgstr "Modos\\n\\nO modo padrão compila num instante."
""",
            },
            finding="pt.po:6:1 LS265 the source has changed since 'modes.md#modes' was exported, at "
            "docs/en/modes.md:1 (export again; a translation memory will know what stayed)",
            cure={"pt.po": f"{HEADER}\n{UNIT}"},
            command=COMMAND,
        ),
    ),
    Rule(
        "LS266",
        _("Work that would be overwritten"),
        _(
            "A page was edited after its texts were exported, or while they were imported; or `lockstep export` would "
            "write over a file with translations that are in no page yet. What is there stays: import that file first, "
            "or export again and put the two texts together by hand."
        ),
        Example(
            fault={
                "docs/pt/modes.md": """\
# Modos { #modes }

O modo padrão é o que compila mais rápido.
""",
                "pt.po": f"{HEADER}\n{UNIT}",
            },
            finding="pt.po:6:1 LS266 'modes.md#modes' was exported without a translation, and docs/pt/modes.md:1 "
            "has one (it stays as it is: export again, or put the two together by hand)",
            cure={
                "pt.po": f"""\
{HEADER}
msgctxt "modes.md#modes@lndqztgzt"
msgid "Modes\\n\\nThe default mode compiles in the least time."
msgstr "Modos\\n\\nO modo padrão é o que compila em menos tempo."
"""
            },
            beside=SOURCE,
            command=COMMAND,
        ),
    ),
    Rule(
        "LS267",
        _("Translation that does not fit into its section"),
        _(
            "What a translator has written begins a section of its own, changes another section or the front matter, "
            "leaves something open, brings in elements or scripts that neither the source nor the page has, or shows "
            "readers nothing. The other units go in: give the text the same signs as the source's, in the same places."
        ),
        Example(
            fault={
                "pt.po": f"""\
{HEADER}
msgctxt "modes.md#modes@new"
msgid "Modes\\n\\nThe default mode compiles in the least time."
msgstr "Modos\\n\\n# O modo padrão\\n\\nÉ o que compila em menos tempo."
"""
            },
            finding="pt.po:6:1 LS267 'modes.md#modes' would not pass: the text has a heading of its own, 'O modo "
            "padrão' (a unit is one section)",
            cure={"pt.po": f"{HEADER}\n{UNIT}"},
            beside=SOURCE,
            command=COMMAND,
        ),
    ),
    Rule(
        "LS268",
        _("Translation that changes code"),
        _(
            "A block of code that comes back from translators is neither the source's nor the one that the page had: "
            "readers of one language would run something else. Comments may be translated. The other units go in: put "
            "the code back as it is in the source."
        ),
        Example(
            fault={
                "pt.po": f"""\
{HEADER}
msgctxt "start.md#install@new"
msgid "Install\\n\\n```sh\\npip install torch\\n```"
msgstr "Instalação\\n\\n```sh\\npip instale torch\\n```"
"""
            },
            finding="pt.po:6:1 LS268 'start.md#install' would not pass: a block of code is not that of "
            "docs/en/start.md: 'pip instale torch' (code is the same in every language, comments apart)",
            cure={
                "pt.po": f"""\
{HEADER}
msgctxt "start.md#install@new"
msgid "Install\\n\\n```sh\\npip install torch\\n```"
msgstr "Instalação\\n\\n```sh\\npip install torch\\n```"
"""
            },
            beside={
                "docs/en/start.md": """\
# Install { #install }

```sh
pip install torch
```
"""
            },
            command=COMMAND,
        ),
    ),
    Rule(
        "LS269",
        _("Character that XLIFF cannot hold"),
        _(
            "A page has a character that no XML file may have, such as the form feed that a copied PDF leaves behind. "
            "No file is written: delete the character, which no reader sees, or export as PO."
        ),
        Example(
            fault={"docs/en/modes.md": "# Modes { #modes }\n\nThe default mode compiles\fin the least time.\n"},
            finding="docs/en/modes.md:1:1 LS269 this section has the character U+000C, which cannot stand in an "
            "XLIFF file (delete it, or export as PO)",
            cure=SOURCE,
            command="lockstep export pt --format xliff -o pt.xliff",
        ),
    ),
)
