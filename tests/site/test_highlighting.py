"""Code that several pages show is highlighted once; what is shown in another way is another text."""

import pytest
from markdown import Markdown

from lockstep.mkdocs import highlighting

CODE = "```python{}\nprint({})\n```\n"


@pytest.fixture
def counted(monkeypatch):
    """Counts what is highlighted, from nothing kept."""
    calls = []
    plain = highlighting._plain

    def highlight(*arguments, **options):
        calls.append(arguments)
        return plain(*arguments, **options)

    assert not highlighting.changed()
    highlighting.remember()
    monkeypatch.setattr(highlighting, "_plain", highlight)
    highlighting._kept.clear()
    yield calls
    highlighting._kept.clear()


def convert(text, **options):
    extensions = ["pymdownx.superfences", "pymdownx.highlight", "pymdownx.inlinehilite"]
    return Markdown(extensions=extensions, extension_configs={"pymdownx.highlight": options}).convert(text)


def test_the_same_code_is_highlighted_once(counted):
    pages = [CODE.format("", 1), CODE.format("", 2) + "\n" + CODE.format("", 1)]
    made = [convert(page) for page in pages * 2]
    assert len(counted) == 2
    assert made[:2] == made[2:]
    assert made[0] in made[1]


@pytest.mark.parametrize("attributes", [' title="a"', ' linenums="3"', ' hl_lines="1"', " {.a #b}"])
def test_what_is_shown_in_another_way_is_another_text(counted, attributes):
    plain, other = (convert(CODE.format(some, 1)) for some in ("", attributes))
    assert plain != other
    assert len(counted) == 2


def test_lines_have_ids_of_their_own(counted):
    page = CODE.format("", 1) + "\n" + CODE.format("", 1)
    assert convert(page, line_spans="line").count('id="line-0-1"') <= 1
    assert len(counted) == 2


def test_titles_with_markup_and_code_in_a_line_are_made_each_time(counted):
    for _ in range(2):
        assert "<b>t</b>" in convert(CODE.format(' title="<b>t</b>" title_mode="html"', 1))
        assert "<code" in convert("`#!python print(1)`")
    assert len(counted) == 4
