"""What a content tab is called in every language."""

import pytest
from bs4 import BeautifulSoup
from markdown import Markdown

from lockstep.languages.pages import parse_page
from lockstep.languages.tabs import check_tabs, tab_key, tab_keys
from lockstep.project import Language
from support.host import lockstep

EN, PT = Language("en", "en"), Language("pt", "pt-BR")
ONE = '# T {{ #t }}\n\n=== "{}"\n\n    a\n\n=== "{}"\n\n    b\n'
NESTED = (
    '# T {{ #t }}\n\n=== "{}"\n\n    a\n\n    === "{}"\n\n        x\n\n    === "{}"\n\n        y\n\n=== "{}"\n\n    b\n'
)
TWO = ONE + '\n## U {{ #u }}\n\n=== "{}"\n\n    c\n\n=== "{}"\n\n    d\n\n=== "{}"\n\n    e\n'
CASES = {
    "the same labels": (ONE, ("CPU", "GPU"), ("CPU", "GPU"), [("cpu", "gpu")]),
    "translated ones": (ONE, ("CPU", "GPU"), ("CPU (processador)", "Placa de vídeo"), [("cpu", "gpu")]),
    "in another order": (ONE, ("CPU", "GPU"), ("GPU", "CPU"), [("gpu", "cpu")]),
    "in another order, one translated": (ONE, ("CPU", "GPU"), ("GPU", "Processador"), [("gpu", "cpu")]),
    "a key of the source's": (ONE, ("CPU { #c }", "GPU"), ("Processador", "Placa"), [("c", "gpu")]),
    "a key in both": (ONE, ("CPU { #c }", "GPU"), ("Placa { #gpu }", "Processador {#c}"), [("gpu", "c")]),
    "a key that only the translation has": (ONE, ("CPU", "GPU"), ("Processador { #x }", "Placa"), [("cpu", "gpu")]),
    "names that differ by their signs": (ONE, ("C++", "C#"), ("C++", "C#"), [("c++", "c#")]),
    "code, and blanks": (ONE, ("`torch`  Now", "A *b*"), ("`torch` Já", "A *c*"), [("torch-now", "a-b")]),
    "sets in sets": (
        NESTED,
        ("Linux", "CPU", "GPU", "Windows"),
        ("O Linux", "A CPU", "A GPU", "O Windows"),
        [("linux", "windows"), ("cpu", "gpu")],
    ),
    "two sections": (
        TWO,
        ("CPU", "GPU", "Fast", "Slow", "CPU"),
        ("A CPU", "A GPU", "Rápido", "Lento", "A CPU"),
        [("cpu", "gpu"), ("fast", "slow", "cpu")],
    ),
}


def page(text, language=PT):
    return parse_page(text, "p.md", f"docs/{language.folder}/p.md", language)


@pytest.mark.parametrize(("template", "source", "translation", "keys"), CASES.values(), ids=CASES)
@pytest.mark.parametrize("front", ["", "---\ntitle: x\n---\n\n"], ids=["bare", "front matter"])
def test_keys_are_the_labels_of_the_source_at_the_same_place(template, source, translation, keys, front):
    en, pt = page(template.format(*source), EN), page(front + template.format(*translation))
    assert list(tab_keys(pt, en)) == keys
    # What a page without a source has is its own.
    assert tab_keys(en, None) == tab_keys(en, en)


def test_a_set_that_the_source_does_not_have_goes_by_its_own_labels():
    en = page("# T { #t }\n\ntext\n", EN)
    assert tab_keys(page(ONE.format("Um", "Dois { #two }")), en) == (("um", "two"),)
    assert tab_keys(page(ONE.format("Um", "Dois").replace("#t }", "#other }")), en) == (("um", "dois"),)


def test_a_lost_tab_leaves_those_whose_labels_are_the_same():
    en = page(TWO.format("A", "B", "CPU", "GPU", "TPU"), EN)
    pt = page(TWO.format("A", "B", "CPU", "TPU", "x").replace('=== "x"\n\n    e\n', ""))
    assert tab_keys(pt, en)[1] == ("cpu", "tpu")


@pytest.mark.parametrize(
    ("source", "translation", "found"),
    [
        (("CPU", "GPU"), ("Um { #cpu }", "Dois"), []),
        (("CPU { #c }", "GPU"), ("Um { #c }", "Dois { #gpu }"), []),
        (
            ("CPU { #c }", "GPU"),
            ("Um { #x }", "Dois"),
            [
                "docs/pt/p.md:3:1 LS234 the tab has the key 'x', that of docs/en/p.md has 'c' "
                "(keys are the same in every language)"
            ],
        ),
    ],
)
def test_a_key_that_the_source_does_not_have_is_a_finding(source, translation, found):
    en, pt = page(ONE.format(*source), EN), page(ONE.format(*translation))
    assert list(map(str, check_tabs(pt, en, frozenset()))) == found
    assert list(check_tabs(pt, en, {"t"})) == []


def radios(html):
    return [radio.get("data-lockstep-tab") for radio in BeautifulSoup(html, "html5lib").select("input")]


@pytest.mark.parametrize("alternate", [True, False])
def test_without_a_host_a_key_is_made_of_the_label(tmp_path, alternate):
    md = Markdown(
        extensions=["attr_list", "pymdownx.tabbed", "lockstep.tabs"],
        extension_configs={"pymdownx.tabbed": {"alternate_style": alternate}},
    )
    html = md.convert('=== "C++ { #cpp }"\n\n    x\n\n=== "`C#` &amp; \\*x"\n\n    y\n\n=== ""\n\n    z\n')
    assert radios(html) == ["cpp", "c#-&-*x", None]
    labels = [label.get_text() for label in BeautifulSoup(html, "html5lib").select("label")]
    assert labels == ["C++", "C# & *x", ""]


def test_blocks_of_tabs_have_keys_too():
    md = Markdown(extensions=["pymdownx.blocks.tab", "lockstep.tabs"])
    assert radios(md.convert("/// tab | CPU\nx\n///\n\n/// tab | Placa { #gpu }\ny\n///\n")) == ["cpu", "gpu"]


def test_tabs_need_no_project(tmp_path):
    assert radios(lockstep(tmp_path / "nowhere").convert('=== "CPU"\n\n    x\n')) == ["cpu"]


def test_a_key_is_the_same_however_a_label_is_typed():
    assert tab_key(" GPU  (NVIDIA) ") == tab_key("gpu (Nvidia)") == "gpu-(nvidia)"
