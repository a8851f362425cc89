import pytest
from bs4 import BeautifulSoup

from lockstep.languages.callouts import TITLES, title_callouts
from lockstep.messages import Messages
from lockstep.project import Language
from support.host import lockstep

PT, TR = Language("pt", "pt-BR"), Language("tr", "tr")
CASES = {
    "> [!TIP]\n> x": "> [!TIP] Dica\n> x",
    "> [!tip]  \n> x": "> [!tip] Dica\n> x",
    ">[!TIP]\n>x": ">[!TIP] Dica\n>x",
    "> [!TIP] Own\n> x": "> [!TIP] Own\n> x",
    "> [!TIP]-\n> x": "> [!TIP]- Dica\n> x",
    "> [!TIP]+ Own\n> x": "> [!TIP]+ Own\n> x",
    "> [!note | inline]\n> x": "> [!note | inline] Nota\n> x",
    "- a\n\n    > [!NOTE]\n    > x": "- a\n\n    > [!NOTE] Nota\n    > x",
    "- > [!NOTE]\n  > x": "- > [!NOTE] Nota\n  > x",
    "> [!TIP]\n> x\n>\n> > [!NOTE]\n> > y": "> [!TIP] Dica\n> x\n>\n> > [!NOTE] Nota\n> > y",
    "> x\n> [!TIP]\n> y": "> x\n> [!TIP]\n> y",
    ">\n> [!TIP]\n> y": ">\n> [!TIP] Dica\n> y",
    "!!! tip\n    x": '!!! tip "Dica"\n    x',
    '!!! tip "Own"\n    x': '!!! tip "Own"\n    x',
    '!!! tip ""\n    x': '!!! tip ""\n    x',
    "!!! note inline end\n    x": '!!! note inline end "Nota"\n    x',
    "???+ warning\n    x": '???+ warning "Aviso"\n    x',
    "1. a\n\n    !!! tip\n        x": '1. a\n\n    !!! tip "Dica"\n        x',
    "```text\n> [!TIP]\n!!! tip\n??? note\n```": None,
    "> ```text\n> [!TIP]\n> ```": None,
    "    > [!TIP]\n    > x": None,
    "<!--\n> [!TIP]\n\n!!! tip\n-->": None,
    "<pre>\n!!! tip\n</pre>": None,
    "`!!! tip` and [!TIP]": None,
    "text\n!!!": None,
}


@pytest.mark.parametrize(("text", "expected"), CASES.items())
def test_titles_are_in_the_language_of_the_page(text, expected):
    lines, findings = title_callouts(text.split("\n"), "p.md", Messages(PT))
    assert "\n".join(lines) == (text if expected is None else expected)
    assert not findings


@pytest.mark.parametrize("kind", TITLES)
@pytest.mark.parametrize("language", [PT, TR])
def test_every_type_has_a_title_in_every_language(project, kind, language):
    title = Messages(language)(TITLES[kind])
    for text in (f"> [!{kind.upper()}]\n> x", f"> [!{kind}]-\n> x", f"!!! {kind}\n    x", f"??? {kind}\n    x"):
        page = BeautifulSoup(lockstep(project, language.folder).convert(text), "html5lib")
        assert page.select_one(".admonition-title, summary").get_text() == title


def test_an_unknown_type_is_a_finding_at_its_place():
    _, findings = title_callouts(["", "- a", "", "\t> [!CAUTOIN] Own", "", "!!! exmaple"], "p.md", Messages(PT), 10)
    assert [str(finding) for finding in findings] == [
        "p.md:14:6 LS121 unknown type of callout 'CAUTOIN' (did you mean 'caution' or 'question'?)",
        "p.md:16:5 LS121 unknown type of callout 'exmaple' (did you mean 'example'?)",
    ]
