"""The codes of LS23x and LS240: what translations say and show, compared with their source."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule

RULES = (
    Rule(
        "LS231",
        _("Code that differs between languages"),
        _(
            "A block of code in a translation is another than its source's, or there is one more or one fewer, so "
            "that readers of one language would run something else. Comments, and texts in quotes, may be translated; "
            "names, options and what a passage or a table of results asks for stay as they are."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
# Modes { #modes }

```python {.not-executable}
model = torch.compile(model, mode="reduce-overhead")
output = model(batch)
```
""",
                "docs/pt/modes.md": """\
# Modos { #modes }

```python {.not-executable}
model = torch.compile(model, mode="reduce-overhead")
saída = model(lote)
```
""",
            },
            finding="docs/pt/modes.md:3:1 LS231 the block says 'saída = model(lote)', that of docs/en/modes.md:3 "
            "says 'output = model(batch)' (code is the same in every language, comments and texts apart)",
            cure={
                "docs/pt/modes.md": """\
# Modos { #modes }

```python {.not-executable}
model = torch.compile(model, mode="reduce-overhead")
output = model(batch)
```
"""
            },
        ),
    ),
    Rule(
        "LS232",
        _("Table that differs between languages"),
        _(
            "A table in a translation has lost a row, a column or what is in a cell, or the table is missing: readers "
            "of that language would not be told what the others are. Translate every row and every column."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
# Modes { #modes }

| Mode | For |
| --- | --- |
| `default` | a short compilation |
| `reduce-overhead` | small batches |
| `max-autotune` | a long run |
""",
                "docs/pt/modes.md": """\
# Modos { #modes }

| Modo | Para |
| --- | --- |
| `default` | uma compilação curta |
| `reduce-overhead` | lotes pequenos |
""",
            },
            finding="docs/pt/modes.md:3:1 LS232 the table has 3 rows and 2 columns, that of docs/en/modes.md:3 has "
            "4 rows and 2 columns (translate every row and every column)",
            cure={
                "docs/pt/modes.md": """\
# Modos { #modes }

| Modo | Para |
| --- | --- |
| `default` | uma compilação curta |
| `reduce-overhead` | lotes pequenos |
| `max-autotune` | uma execução longa |
"""
            },
        ),
    ),
    Rule(
        "LS233",
        _("Callout or quote that differs between languages"),
        _(
            "A callout is of another type than its source's, or is missing: a warning in one language would be a tip "
            "in another. Types stay in English, the same in every language; readers see the name of theirs."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
# Modes { #modes }

> [!WARNING]
> A graph's output is overwritten by the next call.
""",
                "docs/tr/modes.md": """\
# Modlar { #modes }

> [!NOTE]
> Bir grafiğin çıktısının üzerine sonraki çağrıda yazılır.
""",
            },
            finding="docs/tr/modes.md:3:1 LS233 the callout is of type 'note', that of docs/en/modes.md:3 is of "
            "type 'warning' (types are the same in every language)",
            cure={
                "docs/tr/modes.md": """\
# Modlar { #modes }

> [!WARNING]
> Bir grafiğin çıktısının üzerine sonraki çağrıda yazılır.
"""
            },
        ),
    ),
    Rule(
        "LS234",
        _("Tabs that differ between languages"),
        _(
            "A set of tabs is missing, has more or fewer tabs than its source's, has them in another order, or has a "
            "tab with another key. A choice that readers make in one language holds for the others, which takes the "
            "same tabs in all of them."
        ),
        Example(
            fault={
                "docs/en/start.md": """\
# Installation { #installation }

=== "pip"

    Run `pip install torch`.

=== "uv"

    Run `uv add torch`.
""",
                "docs/pt/start.md": """\
# Instalação { #installation }

=== "pip"

    Execute `pip install torch`.
""",
            },
            finding="docs/pt/start.md:3:1 LS234 the number of tabs is 1, at docs/en/start.md:3 it is 2 (translate "
            "every tab)",
            cure={
                "docs/pt/start.md": """\
# Instalação { #installation }

=== "pip"

    Execute `pip install torch`.

=== "uv"

    Execute `uv add torch`.
"""
            },
        ),
    ),
    Rule(
        "LS235",
        _("Link that leads elsewhere than its source's"),
        _(
            "A link in a translation leads to another page, section or site than in the source, or is missing, or "
            "leads to a page in another language than the readers'. Write the same target as the source does, from "
            "page to page: readers get it in their language. A site may have another address in the translation's "
            "language."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
# Modes { #modes }

First [compile a model](start.md).
""",
                "docs/pt/modes.md": """\
# Modos { #modes }

Primeiro, [compile um modelo](index.md).
""",
            },
            finding="docs/pt/modes.md:3:1 LS235 the link leads to 'index.md', that of docs/en/modes.md:3 to "
            "'start.md' (links are the same in every language)",
            cure={
                "docs/pt/modes.md": """\
# Modos { #modes }

Primeiro, [compile um modelo](start.md).
"""
            },
            beside={
                "docs/en/start.md": "# Compile a model { #compile }\n",
                "docs/pt/start.md": "# Compile um modelo { #compile }\n",
            },
        ),
    ),
    Rule(
        "LS236",
        _("Image that differs between languages"),
        _(
            "A translation lacks an image of its source, has one more or another one, or has lost its alternative "
            "text, which is all that some readers get of it. An image that a translation has made for itself has a "
            "file name of its own."
        ),
        Example(
            fault={
                "docs/en/graphs.md": """\
# Graphs { #graphs }

![Two graphs with a break between them](../assets/break.svg)
""",
                "docs/pt/graphs.md": """\
# Grafos { #graphs }

![](../assets/break.svg)
""",
            },
            finding="docs/pt/graphs.md:3:1 LS236 the image '../assets/break.svg' has no alternative text, that of "
            "docs/en/graphs.md:3 has 'Two graphs with a break between them' (translate that text: it is for those "
            "who do not see the image)",
            cure={
                "docs/pt/graphs.md": """\
# Grafos { #graphs }

![Dois grafos com uma quebra entre eles](../assets/break.svg)
"""
            },
            beside={"docs/assets/break.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>\n'},
        ),
    ),
    Rule(
        "LS237",
        _("Text that a translation lacks, or has alone"),
        _(
            "A paragraph, a list item, a definition, a footnote, the title or the description of the source is not in "
            "the translation, or something is there that the source does not say. Which text it is, is told by its "
            "length and by the code, names and links in it; where others may be meant, the finding names their lines."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
# Modes { #modes }

The mode `default` compiles in the least time.

The mode `reduce-overhead` uses CUDA graphs, which need more memory.
""",
                "docs/tr/modes.md": """\
# Modlar { #modes }

`default` modu en kısa sürede derler.
""",
            },
            finding="docs/tr/modes.md:3:1 LS237 the paragraph of docs/en/modes.md:5 is missing: 'The mode "
            "reduce-overhead uses CUDA graphs, …' (translate it below this line)",
            cure={
                "docs/tr/modes.md": """\
# Modlar { #modes }

`default` modu en kısa sürede derler.

`reduce-overhead` modu, daha çok bellek isteyen CUDA grafiklerini kullanır.
"""
            },
        ),
    ),
    Rule(
        "LS238",
        _("Link to a section that is not there"),
        _(
            "The page that a link leads to has no heading and no element with the id behind `#`: readers would arrive "
            "at the top of the page. Correct the id, or add it to the heading that is meant, in every language."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
# Modes { #modes }

First [compile a model](index.md#hom).
"""
            },
            finding="docs/en/modes.md:3:25 LS238 a link to '#hom', which docs/en/index.md does not have (did you "
            "mean 'home'?)",
            cure={
                "docs/en/modes.md": """\
# Modes { #modes }

First [compile a model](index.md#home).
"""
            },
        ),
    ),
    Rule(
        "LS239",
        _("Text that is still in the source language"),
        _(
            "A text of a translation is its source's, word for word or nearly so. Readers would meet a paragraph that "
            "they may not be able to read. Names, code and texts of fewer than four plain words are not reported; "
            "where a text is to stay as it is, allow LS239 in its section, with a reason."
        ),
        Example(
            fault={
                "docs/en/modes.md": """\
# Modes { #modes }

The default mode compiles in the least time.
""",
                "docs/pt/modes.md": """\
# Modos { #modes }

The default mode compiles in the least time.
""",
            },
            finding="docs/pt/modes.md:3:1 LS239 'The default mode compiles in the …' is still in the source "
            "language, as at docs/en/modes.md:3 (translate it)",
            cure={
                "docs/pt/modes.md": """\
# Modos { #modes }

O modo padrão é o que compila em menos tempo.
"""
            },
        ),
    ),
    Rule(
        "LS240",
        _("Difference that is allowed in vain"),
        _(
            "`<!-- lockstep: allow LS235 (reason) -->` in a section of a translation allows one kind of difference "
            "from its source there. It is reported where it has no reason, where no such difference is in its section "
            "any more, and where its code is not one that can be allowed: delete it, or correct it."
        ),
        Example(
            fault={
                "docs/en/video.md": """\
# Video { #video }

Watch the [introduction](https://example.org/watch/1).
""",
                "docs/pt/video.md": """\
# Vídeo { #video }

<!-- lockstep: allow LS235 (the video is another one in Portuguese) -->

Assista à [introdução](https://example.org/watch/1).
""",
            },
            finding="docs/pt/video.md:3:1 LS240 LS235 is allowed, but there is none in this section (delete this line)",
            cure={
                "docs/pt/video.md": """\
# Vídeo { #video }

Assista à [introdução](https://example.org/watch/1).
"""
            },
        ),
    ),
)
