"""Whether a translation says and shows what its source does."""

import pytest
from pygments.token import STANDARD_TYPES, Token

from lockstep.languages import code
from lockstep.languages.code import code_lines
from lockstep.languages.contents import check_contents
from lockstep.languages.links import check_anchors
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
    "the first item lost": (
        "- O melhor é um único grafo.\n",
        "",
        ["16:1 LS237 the list item of docs/en/p.md:20 is missing: 'One graph is best.'"],
    ),
    "several lost items": (
        "- O melhor é um único grafo.\n- Uma quebra de grafo custa velocidade, veja [quebras](breaks.md#causes).\n",
        "",
        ["16:1 LS237 2 list items from docs/en/p.md:20 on are missing: 'One graph is best.'"],
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
    "another line of code": (
        "pip install torch\n",
        "pip install torchvision\n",
        ["42:1 LS231 the block says 'pip install torchvision', that of docs/en/p.md:42 says 'pip install torch'"],
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
    "tabs in another order": (
        '=== "CPU"\n\n    Instale o compilador.\n\n=== "GPU"\n\n    Instale o driver.\n',
        '=== "GPU"\n\n    Instale o driver.\n\n=== "CPU"\n\n    Instale o compilador.\n',
        ["27:1 LS234 the tabs are GPU, CPU, at docs/en/p.md:27 they are CPU, GPU"],
    ),
    "a lost row": (
        "| `default` | boa |\n",
        "",
        ["35:1 LS232 the table has 2 rows and 2 columns, that of docs/en/p.md:35 has 3 rows and 2 columns"],
    ),
    "an emptied cell": (
        "| `default` | boa |\n",
        "| `default` | |\n",
        ["37:1 LS232 the cell of docs/en/p.md:37 is empty here: 'good' (translate it)"],
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
    "a lost alternative text": (
        "![O grafo]",
        "![]",
        ["40:1 LS236 the image 'graph.svg' has no alternative text, that of docs/en/p.md:40 has 'The graph'"],
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
    "a sentence in the source language": (
        "O modelo é compilado na primeira chamada, e",
        "The model is compiled at its first call, e",
        ["8:1 LS239 'The model is compiled at its …' is still in the source language, as at docs/en/p.md:8"],
    ),
    "a quotation of the source": (
        "são mais rápidas.",
        "são mais rápidas (“The model is compiled at its first call”).",
        [],
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


def check(project, translation, source=SOURCE, breaks=BREAKS, more=()):
    loaded = load_project(project)
    en, pt, _ = loaded.languages
    pages = {
        **{(folder, name): parse_page("", name, f"docs/{folder}/{name}", pt) for folder, name in more},
        ("en", "p.md"): parse_page(source, "p.md", "docs/en/p.md", en),
        ("en", "breaks.md"): parse_page(breaks, "breaks.md", "docs/en/breaks.md", en),
        ("pt", "p.md"): parse_page(translation, "p.md", "docs/pt/p.md", pt),
    }
    return sorted([*check_contents(loaded, pages), *check_anchors(loaded, pages)])


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
        "allow LS238 (x)": "LS238 is no difference that can be allowed",
        "allow (x)": "what is allowed here has no code",
        "allow LS231 (x)": "LS231 is allowed, but there is none in this section",
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


def test_the_text_above_the_first_heading_can_be_lost_as_a_whole(project):
    source, translation = (text.replace("---\n\n#", "---\n\nA text.\n\n#", 1) for text in (SOURCE, TRANSLATION))
    assert check(project, translation, source) == []
    assert [str(finding).split(" (")[0] for finding in check(project, TRANSLATION, source)] == [
        "docs/pt/p.md:6:1 LS237 the text above the first heading of docs/en/p.md:6 is missing"
    ]


@pytest.mark.parametrize("row", ["", "| | |\n"])
def test_a_table_can_lose_its_only_row(project, row):
    """Python-Markdown makes an empty one of it."""
    table = "# T {{ #t }}\n\n| a | b |\n|---|---|\n{}"
    (finding,) = check(project, table.format(row), table.format("| one | two |\n"))
    assert str(finding) == (
        "docs/pt/p.md:3:1 LS232 the table has 1 row and 2 columns, that of docs/en/p.md:3 has 2 rows and 2 columns "
        "(translate every row and every column)"
    )
    assert check(project, table.format(row), table.format("")) == []


def test_a_list_item_can_lose_its_text(project):
    items = "# T {{ #t }}\n\n- {}\n- {}\n- {}\n"
    (finding,) = check(project, items.format("um", "<!-- dois -->", "três"), items.format("one", "two", "three"))
    assert str(finding) == "docs/pt/p.md:3:1 LS237 the list item of docs/en/p.md:4 is empty here: 'two' (translate it)"


def test_a_picture_of_another_place_is_none_of_its_own(project):
    source = SOURCE + "\n![Times](times.svg)\n"
    translation = TRANSLATION.replace("graph.svg", "img/times.svg") + "\n![Tempos](times.svg)\n"
    assert [str(finding).split(" (")[0] for finding in check(project, translation, source)] == [
        "docs/pt/p.md:40:1 LS236 the image 'img/times.svg' is another than 'graph.svg' of docs/en/p.md:40"
    ]


@pytest.mark.parametrize("image", ["![{}](graph.svg)", '<img src="graph.svg" alt="{}">', "A, ![{}](graph.svg) b"])
def test_an_alternative_text_is_a_text(project, image):
    alt = "The graph of a model that was compiled"
    source = SOURCE.replace("![The graph](graph.svg)", image.format(alt))
    translated, left = (
        TRANSLATION.replace("![O grafo](graph.svg)", image.format(one)) for one in ("O grafo de um modelo", alt)
    )
    assert check(project, translated, source) == []
    assert [str(finding).split(" (")[0] for finding in check(project, left, source)] == [
        "docs/pt/p.md:40:1 LS239 the alternative text of 'graph.svg' is still in the source language, as at "
        "docs/en/p.md:40"
    ]


@pytest.mark.parametrize(
    ("target", "translated", "expected"),
    [
        ("../en/breaks.md#causes", True, "which is in en"),
        ("../en/breaks.md#causes", False, ""),
        ("../tr/breaks.md#causes", False, "which is in tr"),
        ("../pt/breaks.md#causes", True, ""),
    ],
)
def test_a_link_leads_to_a_page_in_the_readers_language(project, target, translated, expected):
    more = [("pt", "breaks.md")] if translated else []
    translation = TRANSLATION.replace("breaks.md#causes", target)
    found = [one for one in check(project, translation, more=more) if one.code == "LS235"]
    assert [expected in finding.message for finding in found] == [True] * bool(expected)
    # A list of languages leads to each of them.
    source = SOURCE.replace("breaks.md#causes", target)
    assert not [one for one in check(project, translation, source, more=more) if one.code == "LS235"]


@pytest.mark.parametrize(
    ("language", "ours", "theirs", "same"),
    [
        ("python", 'print("Olá")  # olá', '# hi\n\nprint("Hello")', True),
        ("python", "run(1)", "run(2)", False),
        ("python", 'load("gpt_2")', 'load("gpt_3")', False),
        ("python", "f'{a} anos'", "f'{a} years'", True),
        ("bash", "cd <pasta>", "cd <folder>", True),
        ("bash", "pip install a", "pip install b", False),
        ("yaml", "title: Um guia\nsteps: 3", "title: A guide\nsteps: 3", True),
        ("yaml", "steps: 3", "steps: 4", False),
        ("json", '{"a": "um texto"}', '{"a": "a text"}', True),
        ("json", '{"a": 1}', '{"b": 1}', False),
        ("mermaid", "um --> dois", "one --> two", True),
        ("mermaid", "um", "one\ntwo", False),
    ],
)
def test_code_is_the_same_in_every_language_but_for_its_texts(language, ours, theirs, same):
    lines = [code_lines(language, tuple(text.split("\n"))) for text in (ours, theirs)]
    assert (lines[0] == lines[1]) is same


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


def test_a_token_is_told_by_its_name():
    kinds = [
        *STANDARD_TYPES,
        Token.Comment.Own,
        Token.Literal.Own,
        Token.Literal.String.A.B,
        Token.Literal.Scalar.Plain,
    ]
    for kind in kinds:
        name = str(kind)
        assert (code._name(kind) == code.COMMENT) == name.startswith("Token.Comment")
        assert (code._name(kind) == code.TEXT) == name.startswith(("Token.Literal.String", "Token.Literal.Scalar"))
