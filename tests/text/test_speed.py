"""The page on what a build costs: its tables are what the committed results give, in every language.

``pytest --update`` writes them, as ``python benchmarks/site/tables.py`` does.
"""

import json
import re
import shutil
from pathlib import Path

import pytest

from lockstep.languages.evidence import CURRENT, STALE, page_state
from lockstep.languages.pages import load_pages
from lockstep.project import load_project
from support.sized.tables import PAGE, RESULTS, SPACE, TableError, blocks, load_results, written

ROOT = Path(__file__).parents[2]
# What one way takes; the ratio is to the first of them.
STOCK = {"cpu_s": 10.0, "wall_s": 1234.5, "process_mib": 1100.4, "tree_mib": None}
WEIGHT = {
    "pages": 15,
    "html_mean": 2048,
    "html_max": 204800,
    "html_gzip_mean": 1024,
    "js_gzip": 512,
    "css_gzip": 256,
    "index_gzip": {"search/en.json": 3072, "search/pt-BR.json": 9, "search/search_index.json": 8},
}


def result(pages, **builds):
    ways = {"stock": [STOCK], **{way: [STOCK | {"cpu_s": cpu} for cpu in seconds] for way, seconds in builds.items()}}
    return {
        "setup": {
            "date": "2026-12-01",
            "command": f"python benchmarks/site/measure.py --pages {pages}",
            "python": "3.13.1",
            "system": "Linux 6.1 x86_64",
            "processor": "Abacus",
            "processors": 2,
            "versions": {"mkdocs": "1.6.1", "mkdocs-lockstep": "0.1.0", "Markdown": "3.10"},
        },
        "site": {"seed": 1, "pages": {"en": pages, "pt": pages - 1, "tr": pages - 1}, "bytes": 5 * 2**20},
        "builds": ways,
        "edits": {"one edit while serving": [{"file_s": 0.1, "wall_s": 0.25, "cpu_s": 1.5}]},
        "ratios": {
            way: {"stock": {"cpu_s": runs[len(runs) // 2]["cpu_s"] / 10, "wall_s": 1.0}} for way, runs in ways.items()
        },
        "differences": {"cold": []},
        "weights": {"plain": WEIGHT, "warm": WEIGHT},
    }


@pytest.fixture
def project(tmp_path):
    """This project's own page in a project of its own."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for folder in ("en", "pt", "tr"):
        (tmp_path / "docs" / folder / PAGE).parent.mkdir(parents=True)
        shutil.copy(ROOT / "docs" / folder / PAGE, tmp_path / "docs" / folder / PAGE)
    return tmp_path


def save(folder, *results):
    folder.mkdir(exist_ok=True)
    for one in results:
        (folder / f"{one['site']['pages']['en']}.json").write_text(json.dumps(one), "utf-8")


def update(project, *results):
    for file, text in written(project, results).items():
        file.write_text(text, "utf-8")


def states(project, folder):
    loaded = load_project(project)
    pages, _ = load_pages(loaded)
    found = page_state(pages["en", PAGE], pages[folder, PAGE], loaded.language(folder))
    return {one.source.id: one.state for one in found.sections}


def language(folder):
    return load_project(ROOT).language(folder)


def test_the_tables_are_what_the_results_give(golden):
    for file, text in written(ROOT, load_results(ROOT / RESULTS)).items():
        golden(file, text)


@pytest.mark.parametrize("file", sorted((ROOT / RESULTS).glob("*.json")), ids=lambda file: file.name)
def test_results_name_no_place_of_the_machine(file):
    setup = json.loads(file.read_text("utf-8"))["setup"]
    told = setup.pop("command").split()
    assert [word for word in told if "/" in word] == ["benchmarks/site/measure.py"]
    assert "/" not in json.dumps(setup)
    assert re.fullmatch(r"Linux [\d.]+ \w+", setup["system"])


def test_numbers_are_written_as_in_the_language():
    results = [result(1200, plain=[1.25, 150.0, 100.0], warm=[0.4])]
    assert blocks(results, language("en"))["cpu"].splitlines() == [
        "| Build | 1,200 × 3 |",
        "|---|--:|",
        f"| Plain MkDocs | 1.00 (10.0{SPACE}s) |",
        f"| Lockstep, acceleration off | 15.00 (100{SPACE}s) |",
        f"| Lockstep, nothing changed, site folder deleted | 0.040 (0.40{SPACE}s) |",
    ]
    pt, tr = (blocks(results, language(folder)) for folder in ("pt", "tr"))
    assert pt["cpu"].splitlines()[-1] == f"| Lockstep, nada mudou, pasta do site apagada | 0,040 (0,40{SPACE}s) |"
    assert tr["clock"].splitlines()[2] == f"| Yalın MkDocs | 1,00 (1.234{SPACE}s) |"
    assert pt["memory"].splitlines()[2] == f"| MkDocs puro | 1.100{SPACE}MiB |"
    assert tr["serving"].splitlines()[2:] == [f"| Lockstep | 0,25{SPACE}s (1,50{SPACE}s) |"]
    assert pt["weight"].splitlines() == [
        "| O que se baixa | 1.200 × 3 |",
        "|---|--:|",
        f"| HTML de uma página, média · Lockstep | 2,0{SPACE}KiB |",
        f"| HTML de uma página, máximo · Lockstep | 200{SPACE}KiB |",
        f"| Primeira visita · Lockstep | 1,8{SPACE}KiB |",
        f"| Índice de busca · Lockstep | 3,0{SPACE}KiB |",
    ]
    assert "| Data | 1 de dezembro de 2026 |" in pt["setup"]
    assert (
        "| Pages in English, Portuguese and Turkish | 1,200 / 1,199 / 1,199 |"
        in blocks(results, language("en"))["setup"]
    )


def test_sites_stand_side_by_side_and_what_one_lacks_is_a_dash():
    more = result(40, cold=[20.0])
    more["setup"]["versions"]["zensical"] = "0.0.73"
    made = blocks([result(20), more], language("en"))
    assert made["cpu"].splitlines() == [
        "| Build | 20 × 3 | 40 × 3 |",
        "|---|--:|--:|",
        f"| Plain MkDocs | 1.00 (10.0{SPACE}s) | 1.00 (10.0{SPACE}s) |",
        f"| Lockstep, empty cache | – | 2.00 (20.0{SPACE}s) |",
    ]
    assert made["setup"].splitlines()[-1] == "| Zensical | – | 0.0.73 |"
    assert made["repeat"].splitlines()[2:4] == [
        f"python benchmarks/site/measure.py --pages {pages} -o benchmarks/site/results/{pages}.json"
        for pages in (20, 40)
    ]


def test_a_translation_that_was_current_stays_so_and_one_that_was_stale_does_not_become_so(project):
    before = {folder: states(project, folder) for folder in ("pt", "tr")}
    assert before["pt"]["cpu"] == before["tr"]["cpu"] == CURRENT
    english = project / "docs/en" / PAGE
    english.write_text(english.read_text("utf-8").replace("by the clock", "by a clock"), "utf-8")
    update(project, result(20))
    for folder, were in before.items():
        assert "| 20 × 3 |" in (project / "docs" / folder / PAGE).read_text("utf-8")
        assert states(project, folder) == were | {"clock": STALE}
    again = written(project, [result(20)])
    assert all(file.read_text("utf-8") == text for file, text in again.items())


def test_what_has_no_name_and_what_means_nothing_is_refused(tmp_path):
    folder = tmp_path / "results"
    save(folder, result(20), result(100))
    assert [one["site"]["pages"]["en"] for one in load_results(folder)] == [20, 100]
    spoilt = [
        (
            result(20, tepid=[1.0]),
            r"results/20\.json: 'tepid' has no name: add it to \[builds\] in tests/support/sized/",
        ),
        (result(20) | {"differences": {"warm": ["tr/index.html"]}}, r"20\.json: files are not as in .* \(warm\)"),
    ]
    for one, said in spoilt:
        save(folder, one)
        with pytest.raises(TableError, match=said):
            load_results(folder)
    (folder / "20.json").write_text(json.dumps(result(30)), "utf-8")
    with pytest.raises(TableError, match=r"20\.json is of a site of 30 pages: call it 30\.json"):
        load_results(folder)
    with pytest.raises(TableError, match="no results in benchmarks/site/results"):
        load_results(tmp_path)


def test_a_page_without_the_place_for_a_table_is_named_by_line(project):
    page = project / "docs/tr" / PAGE
    whole = page.read_text("utf-8")
    line = whole.split("\n").index("## CPU süresi { #cpu }") + 1
    page.write_text(whole.replace("{ #cpu }\n", "{ #cpu }\n\n| a |\n|---|\n", 1), "utf-8")
    with pytest.raises(TableError, match=rf"docs/tr/write/speed\.md:{line}: the section 'cpu' has 2 times a table"):
        written(project, [result(20)])
    page.write_text(whole.replace("{ #cpu }", "{ #processor }"), "utf-8")
    with pytest.raises(TableError, match=r"docs/tr/write/speed\.md has no section cpu"):
        written(project, [result(20)])
    page.unlink()
    with pytest.raises(TableError, match=r"docs/tr/write/speed\.md is missing"):
        written(project, [result(20)])


def test_nothing_measured_is_no_table():
    one = result(20) | {"edits": {}}
    with pytest.raises(TableError, match="no result has any edits"):
        blocks([one], language("en"))
