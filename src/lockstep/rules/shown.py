"""The codes of LS1 about the code that pages show."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule
from lockstep.rules.programs import PAGE_OF_TWO, PROGRAM, TWO

FILE = "docs/en/start.md"
IN_USE = """\
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


def _page(body: str) -> dict[str, str]:
    return {FILE: f"# Start {{ #start }}\n\n{body}"}


def _include(line: str) -> dict[str, str]:
    return _page(f"```python\n{line}\n```\n")


RIGHT = _include('--8<-- "prog.py:first"')

RULES: tuple[Rule, ...] = (
    Rule(
        "LS111",
        _("No such program"),
        _(
            "An include names a file that is not in the folder of programs, or one that cannot be used; readers would "
            "see an error in the place of code. Names are paths below that folder."
        ),
        Example(
            _include('--8<-- "porg.py:first"'),
            "docs/en/start.md:4:9 LS111 no snippet file 'porg.py' (did you mean 'prog.py'?)",
            RIGHT,
        ),
    ),
    Rule(
        "LS112",
        _("No such region"),
        _(
            "The program is there, but has no region of this name; capitals matter. Write the name as it stands in the "
            "program's markers."
        ),
        Example(
            _include('--8<-- "prog.py:frist"'),
            "docs/en/start.md:4:9 LS112 no region 'frist' in snippets/prog.py (did you mean 'first'?)",
            RIGHT,
        ),
    ),
    Rule(
        "LS113",
        _("Include without a region"),
        _(
            "A whole program would show its proof too, and line numbers mean something else after every edit. Name a "
            "region, and put its markers into the program where it has none."
        ),
        Example(
            _include('--8<-- "prog.py:2:4"'),
            "docs/en/start.md:4:9 LS113 line ranges cannot be verified (name a region; known: 'first')",
            RIGHT,
        ),
    ),
    Rule(
        "LS114",
        _("Include from outside the folder of programs"),
        _(
            "Only what lies in the folder of programs is run, so nothing else can be shown as verified. Move the file "
            "there."
        ),
        Example(
            _include('--8<-- "../src/prog.py:first"'),
            "docs/en/start.md:4:9 LS114 '../src/prog.py' leads out of the snippets folder (name a file inside it)",
            RIGHT,
        ),
    ),
    Rule(
        "LS115",
        _("Python that nothing runs"),
        _(
            "A block of Python that is no passage of a program was never run, and readers cannot tell. Move it into a "
            "program and include it, or mark it as `{ .python .not-executable }`: the page then says so below it."
        ),
        Example(
            _page("```python\nmodel = torch.compile(model, mode=…)\n```\n"),
            "docs/en/start.md:3:1 LS115 a Python block that is no passage of a program (include one, or mark"
            " the fence { .python .not-executable })",
            _page("``` { .python .not-executable }\nmodel = torch.compile(model, mode=…)\n```\n"),
        ),
    ),
    Rule(
        "LS116",
        _("Include outside a fence"),
        _(
            "Code is code only in a fenced block: elsewhere, Markdown would take a passage for text. Write a fence "
            "around the include."
        ),
        Example(
            _page('--8<-- "prog.py:first"\n'),
            "docs/en/start.md:3:1 LS116 an include outside a fence (put it into a fenced block)",
            RIGHT,
        ),
    ),
    Rule(
        "LS117",
        _("Passage above one that it needs"),
        _(
            "Readers copy a page from top to bottom. A passage whose program has earlier code that is not shown above "
            "it, or only in another tab, fails for them. Show that first."
        ),
        Example(
            {
                "docs/en/double.md": PAGE_OF_TWO.replace(':double"', ':first"')
                .replace(':call"', ':double"')
                .replace(':first"', ':call"')
            },
            "docs/en/double.md:3:1 LS117 'double.py:call' is shown before 'double', which it needs (show "
            "'double' above it)",
            {"docs/en/double.md": PAGE_OF_TWO},
            {PROGRAM: TWO},
        ),
    ),
    Rule(
        "LS118",
        _("Code beside an include"),
        _(
            "Lines in the same block as an include look like its passage, but nothing runs them. Move them into the "
            "program."
        ),
        Example(
            _include('--8<-- "prog.py:first"\nmodel.eval()'),
            "docs/en/start.md:3:1 LS118 code beside an include is not run (move it into the program)",
            RIGHT,
        ),
    ),
    Rule(
        "LS119",
        _("Block of code that is none"),
        _(
            "A fence is not closed, or closed elsewhere than in its list item or quote, or its header has a form that "
            "the highlighter does not take: readers would see backticks and text. Close it at the indentation at which "
            "it opens; write options other than the usual ones into braces."
        ),
        Example(
            _page("1. Check the pages:\n\n    ```console\n    lockstep check\n  ```\n"),
            "docs/en/start.md:5:5 LS119 the fence that opens here is never closed by ``` in its list item or"
            " quote (close it at the same indentation)",
            _page("1. Check the pages:\n\n    ```console\n    lockstep check\n    ```\n"),
        ),
    ),
    Rule(
        "LS120",
        _("Passage marked as not executable"),
        _(
            "A block that includes a passage is run, and the mark would tell readers that it is not. Drop "
            "`.not-executable`."
        ),
        Example(
            _page('``` { .python .not-executable }\n--8<-- "prog.py:first"\n```\n'),
            "docs/en/start.md:3:1 LS120 a passage of a program is run (drop .not-executable)",
            RIGHT,
        ),
    ),
    Rule(
        "LS121",
        _("Unknown type of callout"),
        _(
            "Callouts without a title of their own are titled by their type, in the page's language. A type that is not"
            " known has no such title, nor a colour or an icon."
        ),
        Example(
            _page("> [!WARN]\n> The first call takes longer.\n"),
            "docs/en/start.md:3:5 LS121 unknown type of callout 'WARN' (did you mean 'warning'?)",
            _page("> [!WARNING]\n> The first call takes longer.\n"),
        ),
    ),
    Rule(
        "LS122",
        _("Include that cannot be read"),
        _(
            "The line can only be meant for an include, but has a form that is not known: quotes are missing, or it "
            "names several files. To show the notation itself, write `;` before it."
        ),
        Example(
            _include("--8<-- prog.py:first"),
            'docs/en/start.md:4:1 LS122 an include that cannot be read (write --8<-- "file.py:region" alone '
            "on its line, or ; before it to show it)",
            RIGHT,
        ),
    ),
    Rule(
        "LS123",
        _("`pymdownx.snippets` in use"),
        _(
            "That extension knows the same notation and comes first: it shows whole files, proofs too, and nothing "
            "where there is nothing. Take it out of `markdown_extensions`."
        ),
        Example(
            {"mkdocs.yml": IN_USE.replace("  - lockstep.benchmarks", "  - pymdownx.snippets\n  - lockstep.benchmarks")},
            "mkdocs.yml:1:1 LS123 pymdownx.snippets is in use, and takes the includes (take it out of "
            "markdown_extensions)",
            {"mkdocs.yml": IN_USE},
            command="mkdocs build --strict",
        ),
    ),
)
