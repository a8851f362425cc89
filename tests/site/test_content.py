"""What readers see is what was run, what was published, and the same in every language: read from the built HTML."""

import csv
import json
import re
from pathlib import Path

import pytest

from support.html import article, code_blocks, parse, tables
from support.sources import LANGUAGES, PAGES, ROOT, URLS, built, code, published, shown, subset_key

PUBLISHED = "#benchmark-published-2023"
EVERYWHERE = [(language, page) for language in LANGUAGES for page in PAGES]


def test_every_language_has_every_page() -> None:
    for language in LANGUAGES:
        folder = ROOT / "docs" / language
        assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")} == set(PAGES)


@pytest.mark.parametrize(("language", "page"), EVERYWHERE)
def test_the_code_shown_is_the_code_run(site: Path, language: str, page: str) -> None:
    assert code_blocks(parse(built(site, language, page))) == code(language, page)


def test_pages_show_programs_in_every_language() -> None:
    for page in PAGES:
        assert shown("en", page) == shown("pt", page) == shown("tr", page)
        assert code("en", page) == code("pt", page) == code("tr", page)
    every = {target.split(":")[0] for page in PAGES for target in shown("en", page)}
    folder = ROOT / "snippets"
    assert every == {path.relative_to(folder).as_posix() for path in folder.rglob("*.py")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["benchmarks.md", "guide/inference.md"])
def test_every_digit_is_as_published(site: Path, language: str, page: str) -> None:
    found = tables(parse(built(site, language, page)))
    assert list(found) == [
        "a100",
        "v100",
        "t4",
        "a100-nightly",
        "v100-nightly",
        "t4-nightly",
        "a100-nightly-reduce-overhead",
        "t4-nightly-reduce-overhead",
    ]
    assert found == published(language)
    assert sum(map(len, found.values())) == 136


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (">7,584</td>", ">7,585</td>"),
        (">6,00</td>", ">6,0</td>"),
        (">2.842,940</td>", ">2842,940</td>"),
        (">1,23×<svg", ">1,24×<svg"),
    ],
)
def test_one_wrong_digit_would_be_noticed(site: Path, tmp_path: Path, old: str, new: str) -> None:
    html = built(site, "pt", "benchmarks.md").read_text("utf-8")
    assert old in html
    spoilt = tmp_path / "index.html"
    spoilt.write_text(html.replace(old, new, 1), "utf-8")
    assert tables(parse(spoilt)) != published("pt")


def test_one_wrong_character_of_code_would_be_noticed(site: Path, tmp_path: Path) -> None:
    html = built(site, "tr", "guide/inference.md").read_text("utf-8")
    spoilt = tmp_path / "index.html"
    spoilt.write_text(html.replace("compiled_model", "compiled_modeI"), "utf-8")
    assert spoilt.read_text("utf-8") != html
    assert code_blocks(parse(spoilt)) != code("tr", "guide/inference.md")


@pytest.mark.parametrize(("language", "page"), EVERYWHERE)
def test_headings_have_the_same_ids_and_levels(site: Path, language: str, page: str) -> None:
    def outline(of: str) -> list[tuple[str, str]]:
        headings = article(parse(built(site, of, page))).select("h1, h2, h3, h4, h5, h6")
        return [(heading.name, str(heading.get("id"))) for heading in headings]

    assert outline(language)
    assert outline(language) == outline("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_out_of_memory_is_a_status(site: Path, language: str) -> None:
    page = parse(built(site, language, "benchmarks.md"))
    assert "OOM" not in article(page).get_text()
    cells = page.select(f"{PUBLISHED} .ls-status")
    assert len(cells) == 8
    assert len({cell.get_text() for cell in cells}) == 1


HEADERS = {
    "en": ["Task", "Model", "Batch size", "Eager (ms)", "Compiled (ms)", "Speed-up"],
    "pt": ["Tarefa", "Modelo", "Tamanho do lote", "Eager (ms)", "Compilado (ms)", "Ganho de velocidade"],
    "tr": ["Görev", "Model", "Parti boyutu", "Eager (ms)", "Derlenmiş (ms)", "Hızlanma"],
}
CAPTIONS = {
    "en": "Mean inference time on {device}, PyTorch {torch}, mode {mode}",
    "pt": "Tempo médio de inferência: {device}, PyTorch {torch}, modo {mode}",
    "tr": "{device} üzerinde ortalama çıkarım süresi, PyTorch {torch}, {mode} modu",
}
METHODS = {
    "en": (
        "Mean of 300 inferences of the same image, after warm-up.",
        "Source:",
        "Imported as published, not measured",
    ),
    "pt": ("Média de 300 inferências com a mesma imagem, após o aquecimento.", "Fonte:", "Números importados"),
    "tr": ("Isınma sonrasında aynı görüntüyle yapılan 300 çıkarımın ortalaması.", "Kaynak:", "yayımlandığı gibi"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_says_what_was_measured_on_what(site: Path, language: str) -> None:
    page = parse(built(site, language, "benchmarks.md"))
    setups = {}
    with (ROOT / "benchmarks/published-2023.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            setups[subset_key(row)] = {name: row[name] for name in ("device", "torch", "mode")}
    subsets = {str(subset["data-subset"]): subset for subset in page.select(f"{PUBLISHED} .ls-subset")}
    assert set(subsets) == set(setups)
    for key, subset in subsets.items():
        assert subset.select_one("caption").get_text() == CAPTIONS[language].format(**setups[key])
        assert [header.get_text() for header in subset.select("thead th")] == HEADERS[language]
    labels = [option.get_text() for option in page.select(f"{PUBLISHED} select[name=subset] option")]
    assert labels[0] == "A100"
    assert labels[-1] == "T4 · nightly · reduce-overhead"


@pytest.mark.parametrize("language", LANGUAGES)
def test_method_and_source_stand_in_the_caption(site: Path, language: str) -> None:
    caption = parse(built(site, language, "benchmarks.md")).select_one("figcaption")
    for text in METHODS[language]:
        assert text in caption.get_text()
    link = caption.select_one("a")
    assert link["href"] == "https://huggingface.co/docs/transformers/perf_torch_compile"
    assert link.get_text() == "Hugging Face, transformers documentation, 2023, Apache-2.0"


DOUBTFUL = ("t4-nightly", "a100-nightly-reduce-overhead")
DOUBTS = {"en": ["42.179", "47.381", "2.187", "3.801"], "pt": ["42,179", "47,381", "2,187", "3,801"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_gives_both_times_and_both_batch_sizes(site: Path, language: str) -> None:
    page = parse(built(site, language, "benchmarks.md"))
    texts = [page.select_one(f"[data-subset={key}] ol.ls-notes li").get_text() for key in DOUBTFUL]
    times = DOUBTS["en" if language == "en" else "pt"]
    for text, (time, smaller), sizes in zip(texts, (times[:2], times[2:]), (("16", "4"), ("4", "1")), strict=True):
        assert time in text
        assert smaller in text
        assert all(re.search(rf"\b{size}\b", text) for size in sizes)
    assert HEADERS[language][4] in texts[1]


def test_no_text_of_the_interface_is_left_in_english(site: Path) -> None:
    """Titles, labels and alternatives, wherever they stand, but names and the README's own words."""

    def texts(language: str) -> set[str]:
        found = set()
        for page in PAGES:
            for element in parse(built(site, language, page)).select("[title], [aria-label], [alt], [placeholder]"):
                found |= {str(element.get(name)) for name in ("title", "aria-label", "alt", "placeholder")}
        return {text for text in found if " " in text and not text.startswith(("torch.compile", "lockstep "))}

    assert texts("en") >= {"Permanent link"}
    assert not texts("en") & texts("pt")
    assert not texts("en") & texts("tr")


FLAGS = {
    "en": "almost certainly a copying error",
    "pt": "quase certamente um erro de cópia",
    "tr": "kopyalama hatası",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_doubtful_rows_are_flagged_with_their_reason(site: Path, language: str) -> None:
    page = parse(built(site, language, "benchmarks.md"))
    rows = [
        (row.find_parent(class_="ls-subset")["data-subset"], row) for row in page.select(f"{PUBLISHED} .ls-flagged")
    ]
    assert [(key, row.select_one(".ls-model bdi").text, row.select_one(".ls-batch").text) for key, row in rows] == [
        ("v100", "ViT", "1"),
        ("t4", "DETR", "1"),
        ("t4", "Maskformer", "16"),
        ("t4-nightly", "BeiT", "16"),
        ("a100-nightly-reduce-overhead", "ResNet", "4"),
        ("t4-nightly-reduce-overhead", "ConvNeXT", "1"),
    ]
    for _, row in rows:
        flag = row.select_one("a.ls-flag")
        note = page.find(id=flag["href"].removeprefix("#"))
        assert note
        assert flag["aria-label"]
    copied = page.find(id=rows[3][1].select_one("a.ls-flag")["href"].removeprefix("#")).get_text()
    assert FLAGS[language] in copied.lower()
    assert "A100 · nightly" in copied
    assert URLS[language] in ("", "pt/", "tr/")


ACKNOWLEDGED = {"en": "Published so", "pt": "Publicado assim", "tr": "Böyle yayımlandı"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_known_of_a_doubt_stands_beside_it(site: Path, language: str) -> None:
    page = parse(built(site, language, "benchmarks.md"))
    notes = [note.get_text() for note in page.select(f"{PUBLISHED} ol.ls-notes li")]
    assert len(notes) == 6
    assert all(ACKNOWLEDGED[language] in note for note in notes)
    # What a subset as a whole lacks, or says wrongly, has no row to stand at.
    whole = {
        subset["data-subset"]: [note.get_text() for note in subset.select("ul.ls-notes li")]
        for subset in page.select(f"{PUBLISHED} .ls-subset")
    }
    assert {key: len(notes) for key, notes in whole.items()} == {
        "a100": 1,
        "v100": 1,
        "t4": 1,
        "a100-nightly": 1,
        "v100-nightly": 2,
        "t4-nightly": 1,
        "a100-nightly-reduce-overhead": 1,
        "t4-nightly-reduce-overhead": 1,
    }
    assert "OwlViT" in whole["a100"][0]
    assert "reduce-overhead" in whole["v100-nightly"][0]
    assert all("2.0" in notes[-1] for key, notes in whole.items() if "nightly" in key)


VERIFIED = {"en": "Verified:", "pt": "Verificado:", "tr": "Doğrulandı:"}
COUNTS = {
    "en": "graphs: {graphs} · graph breaks: {graph_breaks}",
    "pt": "grafos: {graphs} · quebras de grafo: {graph_breaks}",
    "tr": "grafik: {graphs} · grafik kırılması: {graph_breaks}",
}


@pytest.mark.parametrize(("language", "page"), EVERYWHERE)
def test_every_program_says_on_what_it_was_verified(site: Path, language: str, page: str) -> None:
    record = json.loads((ROOT / "snippets/verified.json").read_text("utf-8"))["programs"]
    programs = dict.fromkeys(target.split(":")[0] for target in shown(language, page))
    found = article(parse(built(site, language, page))).select(".ls-evidence:not(.ls-verified .ls-evidence)")
    assert len(found) == len(programs)
    for name, evidence in zip(programs, found, strict=True):
        summaries = [summary.get_text() for summary in evidence.select("summary")]
        runs = record[name].get("runs", [])
        assert len(summaries) == len(runs)
        assert runs or evidence.select_one(".ls-evidence__none")
        for run, summary in zip(runs, summaries, strict=True):
            version = run["torch"].split("+")[0]
            assert summary.startswith(f"{VERIFIED[language]} torch {version} · ")
            assert COUNTS[language].format(**run) in summary


CALLOUTS = {"en": ["Tip", "Note"], "pt": ["Dica", "Nota"], "tr": ["İpucu", "Not"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_callouts_are_titled_in_the_language(site: Path, language: str) -> None:
    titles = article(parse(built(site, language, "guide/inference.md"))).select(".admonition-title")
    assert [title.get_text() for title in titles] == CALLOUTS[language]


@pytest.mark.parametrize("page", PAGES)
def test_no_paragraph_is_left_in_english(site: Path, page: str) -> None:
    def prose(language: str) -> set[str]:
        texts = article(parse(built(site, language, page))).select("p, li, caption, label, h1, h2, h3")
        return {text.get_text(" ", strip=True) for text in texts if len(text.get_text()) > 20}

    assert prose("en")
    assert not prose("en") & prose("pt")
    assert not prose("en") & prose("tr")
    assert not prose("pt") & prose("tr")
