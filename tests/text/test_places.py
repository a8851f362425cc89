"""Passages, labels and tables in every place that holds blocks."""

import pytest
from bs4 import BeautifulSoup

from lockstep.messages import Messages
from lockstep.project import Language
from support.host import fences, lockstep
from support.places import PLACES, put

# Two blank lines, a line of blanks, text at the first column, a tab, what looks like Markdown, and what is HTML.
CODE = 'def f():\n\n\n    """\ntext\n   \n\t&amp; <b>\n> [!TIP]\n    ```\n# x\n\'\'\'\n    """\n    return f'
LANGUAGES = {"en": "en", "pt": "pt-BR", "tr": "tr"}


@pytest.fixture
def render(project):
    # The bare host refuses at the first fault, so a page that is rendered has none.
    return lambda text, folder="en": lockstep(project, folder).convert(text)


@pytest.mark.parametrize("opening", ["```python", "~~~~ { .python .x }", '```python title="a" hl_lines="2"', "```  py"])
@pytest.mark.parametrize("place", PLACES)
def test_a_passage_is_shown_as_it_stands_in_the_program(project, render, place, opening):
    (project / "snippets/b.py").write_text(f"# --8<-- [start:all]\n{CODE}\n# --8<-- [end:all]\n", "utf-8")
    mark = opening[: 4 if opening[0] == "~" else 3]
    markup = render(put(place, f'text\n\n{opening}\n--8<-- "b.py:all"\n{mark}\n\nmore'))
    shown = BeautifulSoup(markup, "html5lib").select(f"{PLACES[place][1]} pre.fence")
    assert [code.get_text() for code in shown] == [CODE]
    assert len(fences(markup)) == 1
    assert "8<" not in markup
    assert "```" not in markup.replace(shown[0].decode_contents(), "").replace("    ```\n", "")


@pytest.mark.parametrize("folder", LANGUAGES)
@pytest.mark.parametrize("place", PLACES)
def test_code_that_is_not_run_says_so_below_the_block(render, place, folder):
    markup = render(put(place, "text\n\n```python { .not-executable }\nx = 1\n```\n\nmore"), folder)
    block = BeautifulSoup(markup, "html5lib").select(f"{PLACES[place][1]} pre.fence")[0]
    label = block.find_next_sibling()
    assert label["class"] == ["ls-unverified"]
    messages = Messages(Language(folder, LANGUAGES[folder]))
    assert label.get_text() == messages("For reading only: this code is not run.")


@pytest.mark.parametrize("place", PLACES)
def test_a_table_of_results_stands_in_its_place(render, place):
    markup = render(put(place, "text\n\n```benchmark\nresults: numbers\n```\n\nmore"))
    assert BeautifulSoup(markup, "html5lib").select_one(f"{PLACES[place][1]} figure.ls-benchmark table")
    assert not fences(markup)


def test_two_tables_of_the_same_results_have_ids_of_their_own(render):
    block = "```benchmark\nresults: numbers\nchart: true\n{}```\n\n"
    page = BeautifulSoup(render(block.format("") + block.format("id: again\n")), "html5lib")
    ids = [element["id"] for element in page.select("[id]")]
    assert [figure["id"] for figure in page.select("figure")] == ["benchmark-numbers", "benchmark-again"]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("place", PLACES)
def test_an_escaped_include_shows_the_notation(render, place):
    markup = render(put(place, '```text\n;--8<-- "a.py:first"\n```'))
    assert [text for _, _, text in fences(markup)] == ['--8<-- "a.py:first"']


@pytest.mark.parametrize(
    "text",
    [
        '    ```python\n    --8<-- "no.py:such"\n    ```',
        '<!--\n```python\n--8<-- "no.py:such"\n```\n-->',
        '    --8<-- "no.py:such"',
        '<!--\n--8<-- "no.py:such"\n-->',
        "`--8<--` is the notation",
    ],
)
def test_an_include_that_readers_see_as_text_or_not_at_all_is_left_alone(render, text):
    assert not fences(render(text))


def test_windows_line_endings_change_nothing(project, render):
    text = put("a tab in a list", '```python\n--8<-- "a.py:first"\n```')
    assert render(text.replace("\n", "\r\n")) == render(text)


def test_a_passage_that_would_close_its_fence_does_not(project, render):
    (project / "snippets/readme.txt").write_text("```\ntext\n```\n````\n")
    markup = render('```text\n--8<-- "readme.txt"\n```\n\nmore')
    assert [text for _, _, text in fences(markup)] == ["```\ntext\n```\n````"]
