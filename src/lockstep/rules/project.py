"""The codes of LS0, the project's files and configuration."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule

TABLE = """\
[tool.lockstep.languages]
en = "en"
pt = "pt-BR"
tr = "tr"
"""
SITE = """\
site_name: Guide
theme: {name: material, font: false}
plugins:
  - i18n:
      docs_structure: folder
      languages:
        - {locale: en, name: English, default: true, build: true}
        - {locale: pt, name: Português, build: true}
        - {locale: tr, name: Türkçe, build: true}
  - lockstep
markdown_extensions:
  - attr_list
  - pymdownx.superfences
  - lockstep.benchmarks
  - lockstep.callouts
  - lockstep.snippets
"""
BUILD = "mkdocs build --strict"

RULES: tuple[Rule, ...] = (
    Rule(
        "LS001",
        _("File that is not there, or cannot be read"),
        _(
            "A file that is needed does not exist or may not be read, or what has a page's name is none: a link that "
            "leads nowhere, for example. Put the file in its place, or delete what names it."
        ),
    ),
    Rule(
        "LS002",
        _("File that is not UTF-8"),
        _(
            "The file was saved in another encoding, and its letters beyond ASCII would be wrong; or it holds a control"
            " character, which has no place in a text. Save it as UTF-8, or delete the character."
        ),
        Example(
            {"docs/pt/setup.md": "# Instalação { #setup }\n".encode("latin-1")},
            "docs/pt/setup.md:1:10 LS002 byte 0xe7 is not UTF-8 (save the file as UTF-8)",
            {"docs/pt/setup.md": "# Instalação { #setup }\n"},
            {"docs/en/setup.md": "# Setup { #setup }\n"},
        ),
    ),
    Rule(
        "LS003",
        _("Configuration that is not TOML"),
        _(
            "`pyproject.toml` cannot be read, so nothing is known of the project. The line and the column are the "
            "parser's."
        ),
        Example(
            {"pyproject.toml": TABLE.replace('"pt-BR"', "pt-BR")},
            "pyproject.toml:3:6 LS003 not TOML: Invalid value",
            {"pyproject.toml": TABLE},
        ),
    ),
    Rule(
        "LS004",
        _("Unusable value in `[tool.lockstep]`"),
        _(
            "A key is not known, or its value is of another kind, names a folder outside the project, or a language "
            "that CLDR does not have. Nothing is checked until it is mended."
        ),
        Example(
            {"pyproject.toml": f'[tool.lockstep]\nsnipets = "programs"\n\n{TABLE}'},
            "pyproject.toml:2:1 LS004 unknown key 'snipets' in [tool.lockstep] (did you mean 'snippets'?)",
            {"pyproject.toml": f'[tool.lockstep]\nsnippets = "snippets"\n\n{TABLE}'},
        ),
    ),
    Rule(
        "LS005",
        _("Language that the project does not have"),
        _(
            "A Markdown extension of Lockstep that is used without MkDocs was told, by its option `language`, to render"
            " a page in a language that `[tool.lockstep.languages]` does not name."
        ),
    ),
    Rule(
        "LS006",
        _("`mkdocs.yml` and `[tool.lockstep]` do not agree"),
        _(
            "They name other folders, other languages, another source language, or other pages to leave out. What is "
            "checked would not be what readers get: say the same in both."
        ),
        Example(
            {"pyproject.toml": TABLE.replace('tr = "tr"\n', "")},
            "pyproject.toml:1:1 LS006 the languages are en, pt, but those of the i18n plugin are en, pt, tr "
            "(name the same ones in both, the source first)",
            {"pyproject.toml": TABLE},
            command=BUILD,
        ),
    ),
    Rule(
        "LS007",
        _("No project here"),
        _(
            "The command looked in this folder and those above it for a `pyproject.toml` with a table "
            "`[tool.lockstep]`. Add the table, or change to the project's folder."
        ),
        Example(
            {"pyproject.toml": '[project]\nname = "guide"\n'},
            "pyproject.toml:1:1 LS007 no project here: no pyproject.toml with a [tool.lockstep] table in "
            "this folder or above it (add the table, or change to the project's folder)",
            {"pyproject.toml": TABLE},
        ),
    ),
    Rule(
        "LS008",
        _("File that cannot be written"),
        _(
            "The command had something to write, and the system refused: the folder may not be written to, the disk is "
            "full, or a file stands where a folder should be. What was there is unchanged."
        ),
        Example(
            {"docs/pt/guide": "The guide is being translated.\n"},
            "docs/pt/guide/setup.md:1:1 LS008 the file cannot be written: File exists",
            {"docs/pt/guide": None},
            {"docs/en/guide/setup.md": "# Setup { #setup }\n"},
            command="lockstep new guide/setup.md pt",
        ),
    ),
    Rule(
        "LS009",
        _("Markdown extension not in use"),
        _(
            "Without it, readers would get something other than what was checked: includes as they are written, tables "
            "as code, callouts without their titles, or tabs that forget what was chosen. Add it to "
            "`markdown_extensions` in `mkdocs.yml`."
        ),
        Example(
            {"mkdocs.yml": SITE.replace("  - lockstep.callouts\n", "")},
            "mkdocs.yml:1:1 LS009 the Markdown extension 'lockstep.callouts' is not in use (add it to "
            "markdown_extensions)",
            {"mkdocs.yml": SITE},
            command=BUILD,
        ),
    ),
    Rule(
        "LS010",
        _("Option of the i18n plugin that breaks the site"),
        _(
            "`build_only_locale` builds a language without the source that its missing pages fall back to, and "
            "`admonition_translations` rewrites callouts in blocks of code too. Neither is needed here."
        ),
        Example(
            {"mkdocs.yml": SITE.replace("      languages:", "      build_only_locale: tr\n      languages:")},
            "mkdocs.yml:1:1 LS010 the option 'build_only_locale' of the i18n plugin builds a language "
            "without the source that its missing pages fall back to (set 'build: false' for the languages to"
            " leave out, and keep the source)",
            {"mkdocs.yml": SITE},
            command=BUILD,
        ),
    ),
    Rule(
        "LS011",
        _("Page made by a plugin"),
        _(
            "A page that a plugin or a hook makes has no file in the folder of a language, and would be in no language."
            " Have it written into `docs` before the build, into the folder of its language."
        ),
        Example(
            {
                "mkdocs.yml": f"{SITE}hooks: [hooks.py]\n",
                "hooks.py": """\
from mkdocs.structure.files import File


def on_files(files, config):
    files.append(File.generated(config, "api.md", content="# API { #api }"))
""",
            },
            "mkdocs.yml:1:1 LS011 the page api.md is made by 'hooks.py', and would be in no language (write "
            "it into the folder of its language)",
            {"mkdocs.yml": SITE, "docs/en/api.md": "# API { #api }\n"},
            command=BUILD,
        ),
    ),
    Rule(
        "LS012",
        _("`mkdocs.yml` that cannot be read while serving"),
        _(
            "Under `mkdocs serve` or `lockstep serve`, the configuration was edited to something that is no YAML. The "
            "last good site stays; the next edit that can be read is built."
        ),
    ),
)
