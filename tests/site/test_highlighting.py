"""Code that several pages show is highlighted once; what is shown in another way is another text."""

import pytest
from markdown import Markdown
from pygments.formatters import HtmlFormatter
from pygments.util import ClassNotFound
from pymdownx import highlight as upstream

from lockstep.mkdocs import highlighting

CODE = "```python{}\nprint({})\n```\n"


@pytest.fixture
def counted(monkeypatch):
    """Counts what is highlighted, from nothing kept."""
    calls = []
    plain = highlighting._plain
    for one in highlighting.STAND_INS:
        monkeypatch.setattr(one.owner, one.name, one.new)

    def highlight(*arguments, **options):
        calls.append(arguments)
        return plain(*arguments, **options)

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


def test_what_another_process_has_highlighted_is_taken(counted):
    with highlighting.noting() as noted:
        made = convert(CODE.format("", 1))
        assert len(noted) == 1
        convert(CODE.format("", 1))
        assert len(noted) == 1
    highlighting._kept.clear()
    highlighting.learn(noted)
    assert convert(CODE.format("", 1)) == made
    assert len(counted) == 1


@pytest.mark.parametrize("options", [{}, {"noclasses": True}, {"pygments_style": "monokai", "noclasses": True}])
def test_formatters_and_lexers_are_as_if_each_were_the_first(counted, options, monkeypatch):
    pages = [f"```{language}\na = 'b' # 1\n```" for language in ("python", "c++", "no such one", "Python", "text", "")]
    quick = [convert(page, **options) for page in pages * 2]
    for one in highlighting.STAND_INS:
        monkeypatch.setattr(one.owner, one.name, highlighting.PLAIN[one.name])
    assert [convert(page, **options) for page in pages * 2] == quick


def test_a_formatter_changes_no_other(counted):
    one = HtmlFormatter()
    one.ttype2class.clear()
    one.class2style.clear()
    assert HtmlFormatter().get_style_defs() != ""
    assert HtmlFormatter().ttype2class


def test_a_lexer_has_its_options_and_there_may_be_none(counted):
    assert not upstream.get_lexer_by_name("python", stripnl=False).stripnl
    assert upstream.get_lexer_by_name("python").stripnl
    for _ in range(2):
        with pytest.raises(ClassNotFound):
            upstream.get_lexer_by_name("no such one")
