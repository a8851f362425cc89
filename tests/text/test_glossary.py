"""The glossary: read, and compared with texts whose words are inflected."""

import pytest

from lockstep.languages.contents import check_contents
from lockstep.languages.glossary import load_glossary
from lockstep.languages.inflection import find, is_term
from lockstep.languages.pages import parse_page
from lockstep.project import load_project

FORMS = {
    "pt": {
        "quebra de grafo": ["Quebras de grafo", "uma *quebra* de grafos"],
        "recompilação": ["as recompilações"],
        "padrão": ["Padrões"],
        "kernel": ["kernels", "Kernel"],
        "quartil": ["os quartis"],
        "cache estático": ["caches estáticos"],
        "imagem": ["imagens"],
    },
    "tr": {
        "çekirdek": ["çekirdeği", "çekirdeklerden", "Çekirdek"],
        "grafik kırılması": ["grafik kırılmaları", "Grafik kırılmasının", "GRAFİK KIRILMASI"],
        "CUDA grafiği": ["CUDA grafikleri olarak", "CUDA grafiğine"],
        "mod": ["modu", "modunda", "modlardan", "Modun"],
        "parti boyutu": ["parti boyutlarında", "parti boyutunun"],
        "statik önbellek": ["statik bir önbelleğe"],
        "ek yük": ["ek yükü azaltır"],
        "derleyici": ["derleyicisinden"],
        "ısınma": ["ISINMA"],
        "TorchInductor": ["TorchInductor'a", "TorchInductor’ın"],
        "renk": ["rengi"],
        "şekil": ["şekli", "şeklinin", "şekillerde"],
        "dinamik şekil": ["dinamik şekliyle"],
    },
    "es": {"grafo": ["grafos"], "tensor": ["tensores"]},
    "zh": {"编译器": ["这个编译器很快"]},
    "ar": {"مترجم": ["يقرأ المترجم", "للمترجم", "والمترجمات", "بمترجم"], "ذاكرة مخبأة": ["في الذاكرة المخبأة"]},
    "he": {"מהדר": ["המהדר", "ולמהדר", "במהדרים"]},
}
OTHERS = {
    "pt": {
        "grafo": ["gráfico", "grafite"],
        "modo": ["modelo"],
        "lote": ["loteria"],
        "quebra de grafo": ["grafo da quebra"],
    },
    "tr": {
        "mod": ["model", "modern"],
        "küme": ["kümes"],
        "alt küme": ["küme alt"],
        "yük": ["yüksek"],
        "şekil": ["şek", "şeklkl"],
        "parti boyutu": ["parti"],
    },
    "zh": {"编译器": ["编译"]},
    "ar": {"مترجم": ["الأداة", "ترجمة"], "ذاكرة مخبأة": ["الذاكرة", "مخبأة الذاكرة"]},
    "he": {"מהדר": ["הכלי"]},
}


@pytest.mark.parametrize(
    ("language", "rendering", "text"),
    [(lang, one, text) for lang, all_ in FORMS.items() for one, texts in all_.items() for text in texts],
)
def test_knows_the_forms_of_a_word(language, rendering, text):
    assert find(text.replace("*", ""), rendering, language)


@pytest.mark.parametrize(
    ("language", "rendering", "text"),
    [(lang, one, text) for lang, all_ in OTHERS.items() for one, texts in all_.items() for text in texts],
)
def test_tells_other_words_from_forms(language, rendering, text):
    assert not find(text, rendering, language)


@pytest.mark.parametrize(
    ("word", "term", "same"),
    [
        ("graphs", "graph", True),
        ("latencies", "latency", True),
        ("graphic", "graph", False),
        ("graphed", "graph", False),
    ],
)
def test_takes_a_word_of_the_source_for_a_term_only_where_that_is_sure(word, term, same):
    assert is_term(word, term, "en") is same


GLOSSARY = """\
graph: {pt: grafo}
graph break: {pt: [quebra de grafo, quebra do grafo]}
mode: {pt: modo, tr: mod}
PyTorch: keep
"""
# The source, its translation, and the findings.
CASES = {
    "as the glossary says": ("Each graph break costs time.", "Cada quebra de grafo custa tempo.", []),
    "the other rendering": ("Each graph break costs time.", "Cada quebra do grafo custa tempo.", []),
    "the plural": ("All modes of PyTorch.", "Todos os modos do PyTorch.", []),
    "another word": (
        "One graph is best.",
        "Um gráfico é melhor.",
        ["docs/pt/p.md:3:1 LS251 'graph' at docs/en/p.md:3 is 'grafo' in pt-BR, which is not here"],
    ),
    "not kept": (
        "PyTorch runs it.",
        "A biblioteca executa isso.",
        ["docs/pt/p.md:3:1 LS251 'PyTorch' at docs/en/p.md:3 is 'PyTorch' in pt-BR, which is not here (keep"],
    ),
    "a part of a longer term": (
        "Each graph break costs time.",
        "Cada quebra custa tempo.",
        ["docs/pt/p.md:3:1 LS251 'graph break'"],
    ),
    "not translated at all": (
        "One graph is best for the model.",
        "One graph is best for the model.",
        ["docs/pt/p.md:3:1 LS239 'One graph is best for the …' is still in the source language"],
    ),
    "not translated at all, as allowed": (
        "One graph is best for the model.",
        "<!-- lockstep: allow LS239 (a quotation) -->\n\nOne graph is best for the model.",
        [],
    ),
    "in code": ("Set `mode` first.", "Defina isso antes.", []),
    "in a word": ("The model is graphic.", "O modelo é visual.", []),
    "allowed": (
        "One graph is best.",
        "<!-- lockstep: allow LS251 (a drawing) -->\n\nUm gráfico é melhor.",
        [],
    ),
}


@pytest.fixture
def check(project):
    (project / "docs/glossary.yml").write_text(GLOSSARY)
    loaded = load_project(project)
    en, pt, _ = loaded.languages

    def run(source, translation):
        pages = {
            ("en", "p.md"): parse_page(f"# A {{ #a }}\n\n{source}\n", "p.md", "docs/en/p.md", en),
            ("pt", "p.md"): parse_page(f"# A {{ #a }}\n\n{translation}\n", "p.md", "docs/pt/p.md", pt),
        }
        return [str(finding) for finding in sorted(check_contents(loaded, pages))]

    return run


@pytest.mark.parametrize(("source", "translation", "expected"), CASES.values(), ids=CASES)
def test_compares_texts_with_the_glossary(check, source, translation, expected):
    found = check(source, translation)
    assert [one[: len(want)] for one, want in zip(found, expected, strict=False)] == expected
    assert len(found) == len(expected)


def test_a_heading_that_is_there_is_not_taken_for_a_lost_one(check):
    found = check("Text.\n\n## The mode { #mode }\n\nMore text.", "Um texto.\n\nMais texto.")
    assert found == []


@pytest.mark.parametrize(
    ("source", "translation", "code"),
    [
        (
            "- Here is the mode of it.\n- That is quite another and a much longer text of it.",
            "- Este é um outro texto.",
            "LS237",
        ),
        ("| a | b |\n|---|---|\n| one mode | c |\n| d | e |", "| a | b |\n|---|---|\n| d | e |", "LS232"),
        (
            "> [!TIP]\n> That is another text of it.\n\n> [!TIP]\n> Here is the mode of it.",
            "> [!TIP]\n> Este é um outro texto disso.",
            "LS233",
        ),
    ],
)
def test_where_one_is_lost_no_other_has_to_have_its_terms(check, source, translation, code):
    assert [one.split()[1] for one in check(source, translation)] == [code]


FAULTS = {
    "no YAML": ("a: [", "1:5 LS250 the glossary cannot be read"),
    "a list": ("- a", "1:1 LS250 the glossary must map terms to what they are called"),
    "a text": ("graph: grafo", "1:8 LS250 'graph' must be 'keep', or map languages to what it is called"),
    "an unknown language": ("graph: {pq: x}", "1:9 LS250 no language 'pq' to translate into (did you mean 'pt'?)"),
    "the source language": ("graph: {en: x}", "1:9 LS250 no language 'en' to translate into"),
    "nothing": ("graph: {pt: }", "1:12 LS250 'graph' has no rendering here"),
    "a mapping": ("graph: {pt: {a: b}}", "1:13 LS250 'graph' has no rendering here"),
    "twice": ("graph: keep\nGraph: keep", "2:1 LS250 'Graph' is there already, on line 1"),
    "no term": ("'…': keep", "1:1 LS250 no term"),
}


@pytest.mark.parametrize(("text", "expected"), FAULTS.values(), ids=FAULTS)
def test_names_what_is_wrong_with_a_glossary(project, text, expected):
    (project / "docs/glossary.yml").write_text(text, encoding="utf-8")
    _, findings = load_glossary(load_project(project))
    assert [str(finding)[: len(expected) + 18] for finding in findings] == [f"docs/glossary.yml:{expected}"]


def test_an_empty_glossary_and_none_at_all_are_fine(project):
    assert load_glossary(load_project(project)) == ([], [])
    (project / "docs/glossary.yml").write_text("# to come\n")
    assert load_glossary(load_project(project)) == ([], [])
