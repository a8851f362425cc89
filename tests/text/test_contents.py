"""Whether a translation says and shows what its source does."""

import pytest

from lockstep.languages.contents import check_contents
from lockstep.languages.pages import parse_page
from lockstep.languages.sections import sections
from lockstep.languages.untranslated import compare_text
from lockstep.project import load_project

SOURCE = """\
---
title: The guide
description: How to compile a model and what to expect from it.
---

# The guide { #guide }

The model is compiled at its first call, and every later call is faster.

Set `mode` to `max-autotune` for the fastest kernels, as the [reference](https://example.org/en/compile) says.

```python
--8<-- "a.py:first"
```

```benchmark
results: numbers
```

- One graph is best.
- A graph break costs speed, see [breaks](breaks.md#causes).
- Use `fullgraph=True`.

> [!TIP]
> The cache is kept between runs.

=== "CPU"

    Install the compiler.

=== "GPU"

    Install the driver.

| Mode | Speed |
|---|---|
| `default` | good |
| `max-autotune` | best |

![The graph](graph.svg)

```bash
pip install torch
# then
python run.py
```

## Limits { #limits }

Some code cannot be captured at all, and then Python runs it.
"""
TRANSLATION = """\
---
title: O guia
description: Como compilar um modelo e o que esperar dele.
---

# O guia { #guide }

O modelo é compilado na primeira chamada, e as chamadas seguintes são mais rápidas.

Defina `mode` como `max-autotune` para os kernels mais rápidos, como diz a [referência](https://example.org/pt/compile).

```python
--8<-- "a.py:first"
```

```benchmark
results: numbers
```

- O melhor é um único grafo.
- Uma quebra de grafo custa velocidade, veja [quebras](breaks.md#causes).
- Use `fullgraph=True`.

> [!TIP]
> O cache é mantido entre execuções.

=== "CPU"

    Instale o compilador.

=== "GPU"

    Instale o driver.

| Modo | Velocidade |
|---|---|
| `default` | boa |
| `max-autotune` | a melhor |

![O grafo](graph.svg)

```bash
pip install torch
# depois
# disso
python run.py
```

## Limites { #limits }

Parte do código não pode ser capturada, e então o Python a executa.
"""
BREAKS = "# Breaks { #breaks }\n\n## Causes { #causes }\n\nMany.\n"

# What is changed in the translation, and the findings.
FAULTS = {
    "nothing": ("", "", []),
    "a lost paragraph": (
        "Defina `mode` como `max-autotune` para os kernels mais rápidos, como diz a [referência](https://example.org/pt/compile).\n\n",
        "",
        ["8:1 LS237 the paragraph of docs/en/p.md:10 is missing: 'Set mode to max-autotune for the …'"],
    ),
    "the first paragraph lost": (
        "O modelo é compilado na primeira chamada, e as chamadas seguintes são mais rápidas.\n\n",
        "",
        ["6:1 LS237 the paragraph of docs/en/p.md:8 is missing: 'The model is compiled at its …'"],
    ),
    "the last text of the page": (
        "Parte do código não pode ser capturada, e então o Python a executa.\n",
        "",
        ["49:1 LS237 the paragraph of docs/en/p.md:50 is missing: 'Some code cannot be captured at …'"],
    ),
    "an added paragraph": (
        "## Limites",
        "Isto não está no original.\n\n## Limites",
        ["49:1 LS237 a paragraph that is not in the section at docs/en/p.md:6: 'Isto não está no original.'"],
    ),
    "a lost item": (
        "- Use `fullgraph=True`.\n",
        "",
        ["21:1 LS237 the list item of docs/en/p.md:22 is missing: 'Use fullgraph=True.'"],
    ),
    "another passage": (
        "a.py:first",
        "a.py:second",
        ["12:1 LS231 the block shows a.py:second, that of docs/en/p.md:12 shows a.py:first"],
    ),
    "a lost passage": (
        '```python\n--8<-- "a.py:first"\n```\n\n',
        "",
        ["10:1 LS231 the passage of docs/en/p.md:12 is missing: '--8<-- \"a.py:first\"'"],
    ),
    "other results": (
        "results: numbers",
        "results: others",
        ["16:1 LS231 the block says results: others, that of docs/en/p.md:16 says results: numbers"],
    ),
    "a lost table of results": (
        "```benchmark\nresults: numbers\n```\n\n",
        "",
        ["12:1 LS231 the table of results of docs/en/p.md:16 is missing: 'results: numbers'"],
    ),
    "a lost line of code": (
        "python run.py\n",
        "",
        ["42:1 LS231 the block has 1 line of code, that of docs/en/p.md:42 has 2"],
    ),
    "another type of callout": (
        "[!TIP]",
        "[!NOTE]",
        ["24:1 LS233 the callout is of type 'note', that of docs/en/p.md:24 is of type 'tip'"],
    ),
    "a lost callout": (
        "> [!TIP]\n> O cache é mantido entre execuções.\n\n",
        "",
        ["22:1 LS233 the callout of docs/en/p.md:24 is missing: 'The cache is kept between runs.'"],
    ),
    "a lost tab": (
        '=== "GPU"\n\n    Instale o driver.\n\n',
        "",
        [
            "27:1 LS234 the number of tabs is 1, at docs/en/p.md:27 it is 2",
        ],
    ),
    "a lost row": (
        "| `default` | boa |\n",
        "",
        ["35:1 LS232 the table has 2 rows and 2 columns, that of docs/en/p.md:35 has 3 rows and 2 columns"],
    ),
    "a lost column": (
        "| Modo | Velocidade |\n|---|---|\n| `default` | boa |\n| `max-autotune` | a melhor |\n",
        "| Modo |\n|---|\n| `default` |\n| `max-autotune` |\n",
        ["35:1 LS232 the table has 3 rows and 1 column, that of docs/en/p.md:35 has 3 rows and 2 columns"],
    ),
    "a lost image": (
        "![O grafo](graph.svg)\n\n",
        "",
        ["38:1 LS236 the image 'graph.svg' of docs/en/p.md:40 is missing"],
    ),
    "a picture of its own": ("graph.svg", "graph-pt.svg", []),
    "an image in HTML": ("![O grafo](graph.svg)", '<img src="graph.svg" alt="O grafo">', []),
    "a lost link": (
        "[quebras](breaks.md#causes)",
        "quebras",
        ["21:1 LS235 the link to 'breaks.md#causes' of docs/en/p.md:21 is missing"],
    ),
    "a link in HTML": ("[quebras](breaks.md#causes)", '<a href="breaks.md#causes">quebras</a>', []),
    "a link to another page": (
        "breaks.md#causes",
        "p.md#limits",
        ["21:1 LS235 the link leads to 'p.md#limits', that of docs/en/p.md:21 to 'breaks.md#causes'"],
    ),
    "a link to nowhere on a page that is not translated": (
        "breaks.md#causes",
        "breaks.md#cause",
        [
            "21:1 LS235 the link leads to 'breaks.md#cause', that of docs/en/p.md:21 to 'breaks.md#causes'",
            "21:56 LS238 a link to '#cause', which docs/en/breaks.md does not have (did you mean 'causes'?)",
        ],
    ),
    "a link to another site": (
        "https://example.org/pt/compile",
        "https://example.org/other",
        [
            "10:1 LS235 the link leads to 'https://example.org/other', that of docs/en/p.md:10 to 'https://example.org/en/compile'"
        ],
    ),
    "the source's link": ("https://example.org/pt/compile", "https://example.org/en/compile", []),
    "a link to the source's page": ("breaks.md#causes", "../en/breaks.md#causes", []),
    "a second link": ("O melhor é", "[O melhor](breaks.md) é", []),
    "text in the source language": (
        "O modelo é compilado na primeira chamada, e as chamadas seguintes são mais rápidas.",
        "The model is compiled at its first call, and every later call is faster.",
        ["8:1 LS239 'The model is compiled at its …' is still in the source language, as at docs/en/p.md:8"],
    ),
    "text nearly in the source language": (
        "O modelo é compilado na primeira chamada, e as chamadas seguintes são mais rápidas.",
        "The model is compiled at its first call and any later call is faster.",
        ["8:1 LS239 'The model is compiled at its …' is still in the source language, as at docs/en/p.md:8"],
    ),
    "a callout in the source language": (
        "O cache é mantido entre execuções.",
        "The cache is kept between runs.",
        ["25:1 LS239 'The cache is kept between runs.' is still in the source language, as at docs/en/p.md:25"],
    ),
    "a description in the source language": (
        "Como compilar um modelo e o que esperar dele.",
        "How to compile a model and what to expect from it.",
        ["3:1 LS239 the description is still in the source language, as at docs/en/p.md:3"],
    ),
    "a lost description": (
        "description: Como compilar um modelo e o que esperar dele.\n",
        "",
        ["1:1 LS237 the front matter has no description, that of docs/en/p.md:3 has"],
    ),
    "a heading lost, its text kept": ("## Limites { #limits }\n\n", "", []),
    "a heading added": ("- O melhor", "### Mais { #more }\n\n- O melhor", []),
    "an indented fence is code": ("- Use `fullgraph", "    ```python\n    x\n    ```\n\n- Use `fullgraph", None),
}


def check(project, translation, source=SOURCE, breaks=BREAKS):
    loaded = load_project(project)
    en, pt, _ = loaded.languages
    pages = {
        ("en", "p.md"): parse_page(source, "p.md", "docs/en/p.md", en),
        ("en", "breaks.md"): parse_page(breaks, "breaks.md", "docs/en/breaks.md", en),
        ("pt", "p.md"): parse_page(translation, "p.md", "docs/pt/p.md", pt),
    }
    return sorted(check_contents(loaded, pages))


@pytest.mark.parametrize(("old", "new", "expected"), FAULTS.values(), ids=FAULTS)
def test_each_difference_is_a_finding_in_its_place(project, old, new, expected):
    assert old in TRANSLATION
    found = check(project, TRANSLATION.replace(old, new, 1))
    if expected is None:
        assert {finding.code for finding in found} == {"LS231"}
        return
    shown = [str(finding).removeprefix("docs/pt/p.md:") for finding in found]
    assert [one[: len(want)] for one, want in zip(shown, expected, strict=False)] == expected
    assert len(shown) == len(expected)


def test_a_page_that_was_only_copied_is_a_finding_for_each_section(project):
    found = [str(finding) for finding in check(project, SOURCE)]
    assert [one.split(" LS239 ")[1].split(",")[0] for one in found] == [
        "the description is still in the source language",
        "the section is still in the source language",
        "'Some code cannot be captured at …' is still in the source language",
    ]


def test_a_stale_section_is_left_alone_and_a_section_to_do_too(project):
    stale = TRANSLATION.replace("---\n\n#", "translates:\n  guide: bcdfghjkl\n---\n\n#").replace(
        "- Use `fullgraph=True`.\n", ""
    )
    assert check(project, stale) == []
    current = next(
        section
        for section in sections(parse_page(SOURCE, "p.md", "p.md", load_project(project).source)).values()
        if section.id == "guide"
    )
    assert len(check(project, stale.replace("bcdfghjkl", current.fingerprint))) == 1
    to_do = SOURCE.replace("# The guide { #guide }\n", "# The guide { #guide }\n\n<!-- lockstep: to do -->\n")
    assert [finding.line for finding in check(project, to_do)] == [3, 52]


def test_a_difference_can_be_allowed_with_a_reason(project):
    lost = TRANSLATION.replace("- Use `fullgraph=True`.\n", "")
    allowed = lost.replace(
        "# O guia { #guide }\n", "# O guia { #guide }\n\n<!-- lockstep: allow LS237 (said above) -->\n"
    )
    assert check(project, allowed) == []
    for wrong, message in {
        "allow LS237": "LS237 is allowed without a reason",
        "allow LS238 (x)": "what is allowed here is none of the differences",
        "allow (x)": "what is allowed here is none of the differences",
        "allow LS231 (x)": "there is no LS231 in this section",
    }.items():
        found = check(project, allowed.replace("allow LS237 (said above)", wrong))
        assert [(finding.line, finding.message) for finding in found if finding.code == "LS240"] == [(8, message)]
        assert [finding.code for finding in found if finding.code != "LS240"] == ["LS237"]


def test_links_are_checked_in_the_source_too_and_in_html(project):
    source = (
        SOURCE.replace("breaks.md#causes", "breaks.md#none")
        + '\n<a href="#nowhere">x</a> and <a href="#limits">y</a>\n'
    )
    found = [finding for finding in check(project, TRANSLATION, source) if finding.path == "docs/en/p.md"]
    assert [(finding.line, finding.column, finding.code) for finding in found] == [(21, 43, "LS238"), (52, 10, "LS238")]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("labels: {a: Uma GPU, b: Outra}", []),
        ("labels:\n  b: Outra\n  a: Uma GPU", []),
        ("labels: {a: Uma}", ["LS231"]),
    ],
)
def test_labels_of_a_table_are_texts(project, labels, expected):
    block = "results: numbers\n"
    source = SOURCE.replace(block, f"{block}labels: {{a: One GPU, b: Another}}\n")
    found = check(project, TRANSLATION.replace(block, f"{block}{labels}\n"), source)
    assert [finding.code for finding in found] == expected


@pytest.mark.parametrize(
    "anchor",
    [
        "{ #made }",
        "text\n{ #made .wide }",
        '<a id="made"></a>',
        "<a name='made'></a>",
        "```benchmark\nresults: numbers\nid: made\n```",
    ],
)
def test_an_id_may_be_made_in_many_ways(project, anchor):
    text = TRANSLATION.replace("breaks.md#causes", "breaks.md#made")
    found = check(project, text, SOURCE.replace("breaks.md#causes", "breaks.md#made"), BREAKS + "\n" + anchor + "\n")
    assert found == []


@pytest.mark.parametrize(
    ("ours", "theirs", "same"),
    [
        ("Next steps", "Next steps", False),
        ("ResNet, ViT, DETR and BERT", "ResNet, ViT, DETR and BERT", False),
        ("torch.compile mode=max-autotune", "torch.compile mode=max-autotune", False),
        ("João Silva, Maria Souza and José Alves Lima", "João Silva, Maria Souza and José Alves Lima", False),
        (
            "see https://example.org/some/long/path/with/words",
            "see https://example.org/some/long/path/with/words",
            False,
        ),
        ("{{ one two three four five six }}", "{{ one two three four five six }}", False),
        ("Run the program twice", "Run the program twice", True),
        ("編譯器", "編譯器", False),
        ("Execute o programa duas vezes", "Run the program two times", False),
    ],
)
def test_names_and_code_are_the_same_in_every_language(ours, theirs, same):
    assert compare_text(ours, theirs) is same


def test_one_language_in_two_countries_may_say_the_same(project):
    (project / "pyproject.toml").write_text('[tool.lockstep.languages]\nen = "en"\npt = "en-GB"\ntr = "tr"\n')
    assert check(project, SOURCE) == []
