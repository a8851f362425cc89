"""The codes of LS25x: the glossary, and the blocks that show what is known of the languages."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule

GLOSSARY = """\
graph break: {pt: quebra de grafo, tr: grafik kırılması}
latency: {pt: latência, tr: gecikme}
"""

# The small project's.
SITE = """\
site_name: Small
theme: {name: material, font: false}
plugins:
  - i18n:
      docs_structure: folder
      languages:
        - {locale: en, name: English, default: true, build: true}
        - {locale: pt, name: Português, build: true, theme: {language: pt-BR}}
        - {locale: tr, name: Türkçe, build: true, theme: {language: tr}}
  - lockstep
markdown_extensions:
  - attr_list
  - pymdownx.superfences
  - pymdownx.quotes: {callouts: true}
  - lockstep.benchmarks
  - lockstep.callouts
  - lockstep.snippets
"""

RULES = (
    Rule(
        "LS250",
        _("Entry of the glossary that cannot be read"),
        _(
            "`docs/glossary.yml` says of each term what it is called in each language, by the folder's name, or `keep` "
            "for one that stays as it is. An entry that says anything else, or is there twice, would be compared with "
            "no text: correct it."
        ),
        Example(
            fault={"docs/glossary.yml": "graph break: {pt-br: quebra de grafo, tr: grafik kırılması}\n"},
            finding="docs/glossary.yml:1:15 LS250 no language 'pt-br' to translate into (did you mean 'tr' or 'pt'?)",
            cure={"docs/glossary.yml": "graph break: {pt: quebra de grafo, tr: grafik kırılması}\n"},
        ),
    ),
    Rule(
        "LS251",
        _("Term that is not called what the glossary says"),
        _(
            "A text has a term in the source, and its translation has none of what the glossary calls it: readers "
            "would take two names for two things. Inflected forms count. Use the term, or add the other rendering to "
            "`docs/glossary.yml`; where neither reads well, allow the difference in the section, with a reason."
        ),
        Example(
            fault={
                "docs/glossary.yml": "graph break: {pt: quebra de grafo, tr: grafik kırılması}\n",
                "docs/en/graphs.md": """\
# Graphs { #graphs }

Each graph break costs time.
""",
                "docs/pt/graphs.md": """\
# Grafos { #graphs }

Cada interrupção custa tempo.
""",
            },
            finding="docs/pt/graphs.md:3:1 LS251 'graph break' at docs/en/graphs.md:3 is 'quebra de grafo' in "
            "pt-BR, which is not here (use it, or say why not: <!-- lockstep: allow LS251 (reason) -->)",
            cure={
                "docs/pt/graphs.md": """\
# Grafos { #graphs }

Cada quebra de grafo custa tempo.
"""
            },
        ),
    ),
    Rule(
        "LS252",
        _("Block with an option that it does not take"),
        _(
            "A block `glossary` takes `terms` and `definitions`, as YAML, or nothing; a block `translations` takes "
            "nothing. Anything else would be left out in silence: correct its name, or delete it."
        ),
        Example(
            fault={
                "docs/en/terms.md": """\
# Terms { #terms }

```glossary
term: latency
```
"""
            },
            finding="docs/en/terms.md:4:1 LS252 unknown option 'term' (did you mean 'terms'?)",
            cure={
                "docs/en/terms.md": """\
# Terms { #terms }

```glossary
terms: latency
```
"""
            },
            beside={"docs/glossary.yml": GLOSSARY},
        ),
    ),
    Rule(
        "LS253",
        _("Term that the glossary does not have"),
        _(
            "A block `glossary` asks for a term that is not in `docs/glossary.yml`, or there is no glossary at all: "
            "readers would look for it in vain. Correct the term, or add it to the glossary."
        ),
        Example(
            fault={
                "docs/en/terms.md": """\
# Terms { #terms }

```glossary
terms: [latencies, graph break]
```
"""
            },
            finding="docs/en/terms.md:4:9 LS253 no term 'latencies' in the glossary (did you mean 'latency'?)",
            cure={
                "docs/en/terms.md": """\
# Terms { #terms }

```glossary
terms: [latency, graph break]
```
"""
            },
            beside={"docs/glossary.yml": GLOSSARY},
        ),
    ),
    Rule(
        "LS254",
        _("Page of definitions that is not there"),
        _(
            "`definitions` in a block `glossary` names the page whose sections explain the terms, and there is none of "
            "that name in the source language: every link of the glossary would lead nowhere. Name the page by its "
            "path below the language's folder."
        ),
        Example(
            fault={
                "docs/en/terms.md": """\
# Terms { #terms }

```glossary
definitions: words.md
```
"""
            },
            finding="docs/en/terms.md:4:14 LS254 no page 'words.md' (did you mean 'guide/words.md' or 'terms.md' or "
            "'index.md'?)",
            cure={
                "docs/en/terms.md": """\
# Terms { #terms }

```glossary
definitions: guide/words.md
```
"""
            },
            beside={
                "docs/glossary.yml": GLOSSARY,
                "docs/en/guide/words.md": "# Words { #words }\n\n## Latency { #latency }\n\nThe time of one call.\n",
            },
        ),
    ),
    Rule(
        "LS255",
        _("Block whose Markdown extension is not in use"),
        _(
            "Blocks `glossary` and `translations` are rendered by the Markdown extension `lockstep.languages`; without "
            "it, readers would see an empty block of code. Add it to `markdown_extensions` in `mkdocs.yml`. Only a "
            "build looks for it."
        ),
        Example(
            fault={
                "docs/en/languages.md": """\
# Languages { #languages }

```translations
```
""",
                "mkdocs.yml": SITE,
            },
            finding="docs/en/languages.md:3:1 LS255 the block 'translations' needs the Markdown extension "
            "'lockstep.languages', which is not in use (add it to markdown_extensions)",
            cure={"mkdocs.yml": f"{SITE}  - lockstep.languages\n"},
            command="mkdocs build --strict",
        ),
    ),
)
