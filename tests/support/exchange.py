"""A small project with something of everything for translators, and what their tools do to the files."""

from pathlib import Path

from translate.storage.pypo import pofile
from translate.storage.xliff import xlifffile

from support.repository import make_repository

CONFIG = """\
[tool.lockstep.languages]
en = "en"
pt = "pt-BR"
tr = "tr"
"""
GLOSSARY = """\
graph break: {pt: quebra de grafo, tr: grafik kırılması}
PyTorch: keep
"""
RICH = """\
---
title: "Modes: a guide"
description: Which mode is the right one for you
---

This page was written for people who know PyTorch well.

# Rich { #rich }

Compile the model first, then read about [the modes](guide.md#modes) again.

## Code and more { #code }

Run this small program once, then compile the model:

```python {.not-executable}
x = 1  # the first
print(x)
```

- The first item is quite short.
- The second item is short too.

| Mode | Speed |
|---|---|
| the first of them | 1 |
| the second of them | 2 |

## End { #end }

A graph break costs speed, and nothing tells you about it.
"""
RICH_PT = {
    ".title": 'Modos: "um guia"',
    ".description": "Qual modo é o certo para você",
    ".top": "Esta página foi escrita para quem conhece bem o PyTorch.",
    "rich": "Rica\n\nCompile o modelo primeiro e depois leia de novo sobre [os modos](guide.md#modes).",
    "code": (
        "Código e mais\n\nRode este pequeno programa uma vez e depois compile o modelo:\n\n"
        "```python {.not-executable}\nx = 1  # o primeiro\nprint(x)\n```\n\n"
        "- O primeiro item é bem curto.\n- O segundo item também é curto.\n\n"
        "| Modo | Velocidade |\n|---|---|\n| o primeiro deles | 1 |\n| o segundo deles | 2 |"
    ),
    "end": "Fim\n\nUma quebra de grafo custa velocidade, e nada avisa você disso.",
}
PAGE_PT = """\
---
title: 'Modos: "um guia"'
description: Qual modo é o certo para você
---

Esta página foi escrita para quem conhece bem o PyTorch.

# Rica { #rich }

Compile o modelo primeiro e depois leia de novo sobre [os modos](guide.md#modes).

## Código e mais { #code }

Rode este pequeno programa uma vez e depois compile o modelo:

```python {.not-executable}
x = 1  # o primeiro
print(x)
```

- O primeiro item é bem curto.
- O segundo item também é curto.

| Modo | Velocidade |
|---|---|
| o primeiro deles | 1 |
| o segundo deles | 2 |

## Fim { #end }

Uma quebra de grafo custa velocidade, e nada avisa você disso.
"""


def make_site(root):
    """Make a project in three languages: two pages are in Portuguese and current, none is in Turkish."""
    site = make_repository(root)
    site.write("pyproject.toml", CONFIG)
    site.write("docs/glossary.yml", GLOSSARY)
    site.write("docs/en/rich.md", RICH)
    site.write("docs/pt/rich.md", PAGE_PT)
    site.write("docs/tr/.keep", "")
    site.run("accept", "docs/pt/guide.md", "docs/pt/rich.md")
    site.commit("everything, recorded")
    return site


def parse(file):
    """Read an exchange file as a translator's tool does."""
    data = Path(file).read_bytes()
    return (pofile if Path(file).suffix == ".po" else xlifffile).parsestring(data)


def key(unit):
    """Name a unit of a file as the page and the section."""
    context = unit.xmlelement.get("id") if hasattr(unit, "xmlelement") else unit.getcontext()
    return context.rpartition("@")[0]


def units(file):
    """Map a file's units by page and section."""
    return {key(unit): unit for unit in parse(file).units if not unit.isheader()}


def fill(file, texts):
    """Translate units of a file and say that they are done, as a translator does in a tool."""
    store = parse(file)
    found = {key(unit): unit for unit in store.units if not unit.isheader()}
    for name, text in texts.items():
        found[name].target = text
        found[name].markfuzzy(False)
    Path(file).write_bytes(bytes(store))
