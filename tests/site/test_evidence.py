"""What readers are told of the code: in their language, below it, and of this very text only."""

import pytest

from lockstep.snippets.record import Entry
from support.html import article, code_blocks, parse
from support.project import TITLES, VERIFIED, SmallProject

URLS = {"en": "", "pt": "pt", "tr": "tr"}
SUMMARY = {
    "en": "Verified: torch 2.99.1 · CPU · graphs: 1 · graph breaks: 0",
    "pt": "Verificado: torch 2.99.1 · CPU · grafos: 1 · quebras de grafo: 0",
    "tr": "Doğrulandı: torch 2.99.1 · CPU · grafik: 1 · grafik kırılması: 0",
}
NO_RECORD = {
    "en": "Not verified: there is no record of this version of the program.",
    "pt": "Não verificado: não há registro desta versão do programa.",
    "tr": "Doğrulanmadı: programın bu sürümü için kayıt yok.",
}
LACKS = {
    "en": "Not verified here. Needs a CUDA GPU. Needs the package accelerate>=1.0.",
    "pt": "Não verificado aqui. Requer uma GPU com CUDA. Requer o pacote accelerate>=1.0.",
    "tr": "Burada doğrulanmadı. CUDA destekli bir GPU gerektirir. accelerate>=1.0 paketini gerektirir.",
}
ROWS = {
    "en": {"Program": ["prog.py"], "Device": ["NVIDIA H200"], "Graph breaks": ["2"], "Recompilations": ["3"]},
    "pt": {"Programa": ["prog.py"], "Dispositivo": ["NVIDIA H200"], "Quebras de grafo": ["2"], "Recompilações": ["3"]},
    "tr": {"Program": ["prog.py"], "Aygıt": ["NVIDIA H200"], "Grafik kırılmaları": ["2"], "Yeniden derlemeler": ["3"]},
}
REASONS = {"en": "Reasons for the breaks", "pt": "Motivos das quebras", "tr": "Kırılmaların nedenleri"}
OUTPUT = {"en": "Output", "pt": "Saída", "tr": "Çıktı"}
DECLARATION = '# /// lockstep\n# needs = ["cuda", "accelerate>=1.0"]\n# output = true\n# ///\n'


def declare(project: SmallProject) -> None:
    text = (project.root / "snippets/prog.py").read_text("utf-8")
    project.write("snippets/prog.py", DECLARATION + text)


def evidence(project: SmallProject, language: str):
    found = article(parse(project.page(URLS[language]))).select(".ls-evidence")
    assert len(found) == 1
    return found[0]


def text_of(element) -> str:
    return " ".join(element.get_text().split())


def test_what_was_verified_is_said_in_each_language(small: SmallProject) -> None:
    run = small.build("--strict")
    assert run.code == 0, run.output
    for language in TITLES:
        found = evidence(small, language)
        assert text_of(found.select_one("details:not([open]) > summary")) == SUMMARY[language]
        # Below the block itself, and no part of it.
        assert found.find_previous_sibling().name == "div"
        assert "highlight" in found.find_previous_sibling()["class"]
        assert not found.select("[style]")


def test_one_changed_character_ends_the_claim(small: SmallProject) -> None:
    small.edit("snippets/prog.py", "assert model", "assert  model")
    assert small.build("--strict").code != 0
    run = small.build()
    assert "snippets/prog.py:1:1 LS142 the record is of another version of this program" in run.output
    for language in TITLES:
        assert text_of(evidence(small, language)) == NO_RECORD[language]
        assert "2.99.1" not in small.page(URLS[language]).read_text("utf-8")


def test_the_evidence_is_there_in_full(small: SmallProject) -> None:
    declare(small)
    seen = {"device": "cuda", "device_name": "NVIDIA H200", "graph_breaks": 2, "recompiles": 3}
    reasons = ("call to <print>", "call to item()")
    gpu = VERIFIED.model_copy(update={**seen, "break_reasons": reasons, "output": "<b>1</b>\n\n2\n"})
    small.record(prog=Entry(key="", runs=(gpu,), lacks=("cuda",)))
    run = small.build("--strict")
    assert run.code == 0, run.output
    for language in TITLES:
        found = evidence(small, language)
        rows = {}
        for cell in found.select("dl > *"):
            if cell.name == "dt":
                rows[cell.get_text()] = []
            else:
                rows[list(rows)[-1]].append(cell.get_text())
        assert rows | ROWS[language] == rows
        assert rows["torch"] == ["2.99.1"]
        assert rows["transformers"] == ["5.99.2"]
        assert rows["Python"] == ["3.99.3"]
        assert rows[REASONS[language]] == list(reasons)
        assert len(list(rows.values())[-1]) == 3
        assert text_of(found.select_one(".ls-evidence__title")) == OUTPUT[language]
        assert found.select_one("pre").get_text() == "<b>1</b>\n\n2"
        # What is printed is no code that was run: it has no place among the blocks, and no copy button.
        assert code_blocks(parse(small.page(URLS[language])))[0].startswith("import torch\n")
        assert not found.select("code")


@pytest.mark.parametrize("language", TITLES)
def test_what_a_program_needs_is_said(small: SmallProject, language: str) -> None:
    declare(small)
    small.record(prog=Entry(key="", lacks=("cuda", "accelerate>=1.0")))
    run = small.build("--strict")
    assert run.code == 0, run.output
    assert text_of(evidence(small, language)) == LACKS[language]


def test_a_record_that_cannot_be_read_fails_the_build(small: SmallProject) -> None:
    small.write("snippets/verified.json", '{"schema_version": 1, "programs": {"prog.py": {}}}')
    run = small.build("--strict")
    assert run.code != 0
    assert "snippets/verified.json:1:1 LS141 this is no record of verification" in run.output
    assert "Traceback" not in run.output
