"""The blocks ``glossary`` and ``translations``: what is wrong with one, and the order of a language's alphabet."""

import pytest
from babel import Locale
from bs4 import BeautifulSoup

from lockstep.check import check, load
from lockstep.findings import FindingError
from lockstep.languages.alphabet import sort_key
from lockstep.languages.blocks import check_in_use, slug
from lockstep.languages.pages import load_pages
from lockstep.languages.report import percent
from lockstep.project import load_project
from support.host import lockstep

ORDERS = {
    "tr": [
        "alt",
        "cz",
        "çeyreklik",
        "çıkarım",
        "Derleme",
        "gz",
        "ğ",
        "hız",
        "ısınma",
        "iş",
        "İz",
        "oz",
        "ö",
        "sz",
        "şekil",
    ],
    "pt-BR": ["área", "arte", "cache", "cachê", "cache estático", "ênfase", "entrada", "órgão", "ótimo", "ou", "vazão"],
    "es": ["nube", "nz", "ñandú", "oso"],
    "sv": ["zebra", "ånga", "ärlig", "öga"],
    "da": ["zebra", "æble", "øl", "år"],
    "de": ["Apfel", "Äpfel", "Arm", "Öl", "Ost"],
    "en": ["batch size", "batch-wise", "batches", "CPU", "cuda"],
}


@pytest.mark.parametrize(("tag", "words"), ORDERS.items())
def test_words_stand_in_the_order_of_the_alphabet(tag: str, words: list[str]) -> None:
    locale = Locale.parse(tag, sep="-")
    assert sorted(words, key=lambda word: sort_key(word, locale)) == words


@pytest.mark.parametrize(
    ("term", "name"), [("graph break", "graph-break"), ("CUDA graph", "cuda-graph"), ("speed-up", "speed-up")]
)
def test_a_definition_is_found_by_the_slug_of_its_term(term: str, name: str) -> None:
    assert slug(term) == name


@pytest.mark.parametrize(
    ("part", "whole", "share"), [(0, 0, 100), (0, 9, 0), (1, 3, 33), (999, 1000, 99), (1000, 1000, 100)]
)
def test_nearly_everything_is_not_everything(part: int, whole: int, share: int) -> None:
    assert percent(part, whole) == share


GLOSSARY = "latency: {pt: latência, tr: gecikme}\nPyTorch: keep\n"
FAULTS = {
    "no YAML": ("glossary", "terms: [", "4:9 LS252 the block is not YAML (for example 'terms: [latency]')"),
    "a list": ("glossary", "- latency", "4:1 LS252 the block must map options to values"),
    "an option": ("glossary", "tersm: latency", "4:1 LS252 unknown option 'tersm' (did you mean 'terms'?)"),
    "twice": ("glossary", "terms: latency\nterms: PyTorch", "5:1 LS252 'terms' is there twice (keep one)"),
    "no list": ("glossary", "terms: {a: b}", "4:8 LS252 'terms' must be a term, or a list of terms"),
    "nothing": ("glossary", "terms:", "4:7 LS252 'terms' must be a term, or a list of terms"),
    "in itself": ("glossary", "terms: &a [*a]", "4:8 LS252 'terms' must be a term, or a list of terms"),
    "a character": ("glossary", 'terms: "\\x01"', "4:8 LS252 the character U+0001 has no place in a text"),
    "a term": ("glossary", "terms: [latency, latenz]", "4:18 LS253 no term 'latenz' in the glossary (did you mean"),
    "a page": ("glossary", "definitions: pag.md", "4:14 LS254 no page 'pag.md' (did you mean 'page.md'?)"),
    "no page": ("glossary", "definitions: [page.md]", "4:14 LS252 'definitions' must be a page"),
    "no options": ("translations", "languages: pt", "4:1 LS252 the block takes no options, such as 'languages'"),
    "no mapping": ("translations", "pt", "4:1 LS252 the block must map options to values (leave the block empty)"),
}


@pytest.fixture
def written(project):
    (project / "docs/glossary.yml").write_text(GLOSSARY, encoding="utf-8")

    def write(language, body="", folder="en", name="page.md"):
        page = project / "docs" / folder / name
        page.write_text(f"# Page {{ #page }}\n\n```{language}\n{body}\n```\n", encoding="utf-8")
        return page

    return write


def findings(project):
    return [str(one) for one in check(load(load_project(project))) if one.code != "LS126"]


@pytest.mark.parametrize(("language", "body", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_with_its_place(project, written, language, body, expected):
    page = written(language, body)
    found = findings(project)
    assert [one[: len(expected) + 16] for one in found] == [f"docs/en/page.md:{expected}"]
    # A host that knows of no findings is told by an error.
    with pytest.raises(FindingError) as caught:
        lockstep(project).convert(page.read_text("utf-8"))
    assert str(caught.value) == found[0]


def test_a_glossary_without_a_term_is_a_fault(project, written):
    (project / "docs/glossary.yml").unlink()
    written("glossary")
    assert findings(project) == [
        "docs/en/page.md:3:1 LS253 there is no term in the glossary "
        "(write glossary.yml in the folder of the pages, or delete the block)"
    ]


def test_a_block_without_its_extension_is_a_fault(project, written):
    written("glossary")
    written("translations", folder="pt")
    pages, _ = load_pages(load_project(project))
    assert [str(one) for one in check_in_use(pages, ["lockstep.snippets"])] == [
        f"docs/{folder}/page.md:3:1 LS255 the block '{block}' needs the Markdown extension 'lockstep.languages', "
        "which is not in use (add it to markdown_extensions)"
        for folder, block in (("en", "glossary"), ("pt", "translations"))
    ]
    assert list(check_in_use(pages, ["lockstep.languages"])) == []


@pytest.mark.parametrize("language", ["glossary", "translations"])
def test_a_block_that_is_lost_or_swapped_in_a_translation_is_a_difference(project, written, language):
    written(language)
    written({"glossary": "translations", "translations": "glossary"}[language], folder="pt")
    (project / "docs/tr/page.md").write_text("# Page { #page }\n")
    found = findings(project)
    assert len(found) == 2
    assert found[0].startswith("docs/pt/page.md:3:1 LS231 the block is of the language ")
    name = {"glossary": "glossary", "translations": "state of the translations"}[language]
    assert found[1].startswith(f"docs/tr/page.md:1:1 LS231 the {name} of docs/en/page.md:3 is missing")


def test_without_a_host_pages_are_named_and_not_linked(project, written):
    page = written("translations")
    markup = BeautifulSoup(lockstep(project).convert(page.read_text("utf-8")), "html5lib")
    assert [row.th.get_text() for row in markup.select(".ls-pages tbody tr")] == ["Page"]
    assert markup.select("a") == []


def test_a_project_in_one_language_says_so(tmp_path):
    (tmp_path / "docs/en").mkdir(parents=True)
    (tmp_path / "docs/en/page.md").write_text("# Page { #page }\n\n```translations\n```\n")
    (tmp_path / "docs/glossary.yml").write_text("latency: {}\nPyTorch: keep\n")
    markup = lockstep(tmp_path).convert("```translations\n```\n\n```glossary\n```")
    assert "This site has one language." in markup
    rows = BeautifulSoup(markup, "html5lib").select(".ls-glossary tr")
    assert [[cell.get_text() for cell in row.select("th, td")] for row in rows] == [["Term"], ["latency"], ["PyTorch"]]
