"""Search, typed into the box of a real browser: every language finds its pages and its fallbacks, by its words."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support.browser import complaints, serve
from support.project import make_project
from support.readers import FOLDERS

pytestmark = pytest.mark.browser

# What pages say: by name, in each language that they are written in.
WORDS = {
    "people": {
        "en": "Every user eats a wombat.",
        "pt": "Todo usuário come pão durante a execução.",
        "tr": "Her kullanıcı gelir; şehir İstanbul.",
    },
    "light": {"en": "A ray of light.", "pt": "Uma boa otimização.", "tr": "Bir ışık, büyük harfle IŞIK. Bu bir işlem."},
    "compiler": {
        "en": "What compilers do.",
        "pt": "Várias compilações lentas.",
        "tr": "Onun derleyicisinden çıkarım yapılır.",
    },
    "names": {
        "en": 'Call `torch.compile(model, mode="reduce-overhead")`, `fullgraph=True`; see `_orig_mod` and 6.00.',
        "pt": 'Chame `torch.compile(model, mode="reduce-overhead")`, `fullgraph=True`; veja `_orig_mod` e 6.00.',
        "tr": '`torch.compile(model, mode="reduce-overhead")`, `fullgraph=True`; Python\'dan `_orig_mod` ve 6.00.',
    },
    "only": {"en": "A xylophone that nobody has translated."},
}
EVERYWHERE = {
    "torch.compile": ("names", "torch.compile"),
    "compile": ("names", "torch.compile"),
    "reduce-overhead": ("names", "reduce-overhead"),
    "overhead": ("names", "reduce-overhead"),
    "_orig_mod": ("names", "_orig_mod"),
    "orig_mod": ("names", "_orig_mod"),
    "fullgraph": ("names", "fullgraph"),
    "FullGraph": ("names", "fullgraph"),
    "6.00": ("names", "6.00"),
    "xylophone": ("only", "xylophone"),
}
QUERIES = {
    "en": {"user": ("people", "user"), "compiler": ("compiler", "compilers"), "compiling": ("compiler", "compilers")},
    "pt": {
        "pao": ("people", "pão"),
        "pão": ("people", "pão"),
        "execucao": ("people", "execução"),
        "EXECUÇÃO": ("people", "execução"),
        "execuções": ("people", "execução"),
        "otimizacao": ("light", "otimização"),
        "compilação": ("compiler", "compilações"),
        "compilacao": ("compiler", "compilações"),
        "execuc\u0327a\u0303o": ("people", "execução"),
    },
    "tr": {
        "kullanıcı": ("people", "kullanıcı"),
        "kullanici": ("people", "kullanıcı"),
        "KULLANICI": ("people", "kullanıcı"),
        "istanbul": ("people", "İstanbul"),
        "İSTANBUL": ("people", "İstanbul"),
        "ışık": ("light", "ışık"),
        "IŞIK": ("light", "ışık"),
        # As JavaScript lowers "İstanbul", with a combining dot; as some keyboards type "ı" and "ş".
        "i\u0307stanbul": ("people", "İstanbul"),
        "I\u0307STANBUL": ("people", "İstanbul"),
        "ıs\u0327ık": ("light", "ışık"),
        "işlem": ("light", "işlem"),
        "islem": ("light", "işlem"),
        "işlemler": ("light", "işlem"),
        "derleyici": ("compiler", "derleyicisinden"),
        "cikarim": ("compiler", "çıkarım"),
        "python": ("names", "Python"),
    },
}
NOTHING = {"en": "işlem", "pt": "wombat", "tr": "wombat"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = make_project(tmp_path_factory.mktemp("search"))
    for name, texts in WORDS.items():
        for folder, text in texts.items():
            # Nothing of the text is in the title; the last section is one of its own.
            project.write(f"docs/{folder}/{name}.md", f"# {name[0]} {{ #top }}\n\n…\n\n## s {{ #s }}\n\n{text}\n")
    for folder in FOLDERS:
        project.write(f"docs/{folder}/index.md", "# s { #home }\n\n…\n")
    project.write("docs/en/program.md", '# p { #p }\n\n```python\n--8<-- "prog.py:first"\n```\n')
    project.edit("mkdocs.yml", "plugins:\n", "plugins:\n  - search\n")
    project.edit("mkdocs.yml", "font: false}", "font: false, features: [search.highlight]}")
    run = project.build("--strict")
    assert run.code == 0, run.output
    return project.root / "site"


@pytest.fixture(scope="module")
def root(built: Path) -> Iterator[str]:
    with serve(built) as address:
        yield address


def find(page: Page, query: str) -> None:
    page.set_default_timeout(10_000)
    box = page.locator(".md-search__input")
    for text in ("", query):
        # What was found before is gone before anything is looked for.
        expect(page.locator(".md-search-result__item")).to_have_count(0) if text else None
        box.fill(text)
        # Material listens to keys; one that changes nothing.
        box.press("Shift")


def results(page: Page) -> list[str]:
    return page.locator(".md-search-result__item > a:first-child").evaluate_all(
        "links => links.map(link => { const url = new URL(link.href); return url.origin + url.pathname; })"
    )


def marked(page: Page, where: str) -> set[str]:
    return set(page.locator(where).all_inner_texts())


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_query_finds_its_page_and_marks_the_whole_word(page: Page, root: str, folder: str) -> None:
    home = root + FOLDERS[folder]
    page.goto(home)
    wrong = {}
    for query, (name, word) in (EVERYWHERE | QUERIES[folder]).items():
        find(page, query)
        item = page.locator(f".md-search-result__item a[href*='/{name}/'][href$='#s']")
        try:
            expect(item).to_have_count(1, timeout=5000)
        except AssertionError:
            wrong[query] = results(page)
            continue
        expect(page.locator(f".md-search-result__item a[href*='/{name}/'] mark").first).to_be_visible()
        there = marked(page, f".md-search-result__item a[href*='/{name}/'] mark")
        if word not in there or f"{home}{name}/" not in results(page) or len(set(results(page))) != len(results(page)):
            wrong[query] = (there, results(page))
    assert wrong == {}


@pytest.mark.parametrize(
    ("folder", "query"), [("tr", "kullanici"), ("tr", "derleyici"), ("pt", "compilacao"), ("en", "reduce-overhead")]
)
def test_the_word_is_marked_on_the_page_that_it_leads_to(page: Page, root: str, folder: str, query: str) -> None:
    name, word = (EVERYWHERE | QUERIES[folder])[query]
    page.goto(root + FOLDERS[folder])
    find(page, query)
    page.locator(f".md-search-result__item a[href*='/{name}/'][href$='#s']").click()
    page.wait_for_url(f"{root}{FOLDERS[folder]}{name}/?h=*")
    expect(page.locator("article mark").first).to_be_visible()
    text = " ".join(marked(page, "article mark"))
    assert word in text or set(word.split("-")) == set(text.split())


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_search_finds_nothing_of_other_languages(page: Page, root: str, folder: str) -> None:
    page.goto(root + FOLDERS[folder])
    find(page, "6.00")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    assert all(link.startswith(root + FOLDERS[folder]) for link in results(page))
    assert folder != "en" or not any(link.startswith((root + "pt/", root + "tr/")) for link in results(page))
    find(page, NOTHING[folder])
    expect(page.locator(".md-search-result__meta")).not_to_contain_text("1")
    expect(page.locator(".md-search-result__item")).to_have_count(0)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_404_searches_its_own_language(page: Page, root: str, folder: str) -> None:
    query, (name, _) = next(iter(QUERIES[folder].items()))
    for deep in ("no-such/", "guide/no/such/deep/"):
        page.goto(root + FOLDERS[folder] + deep)
        find(page, query)
        expect(page.locator(f".md-search-result__item a[href*='/{name}/'][href$='#s']")).to_have_count(1)
        assert results(page) == [f"{root}{FOLDERS[folder]}{name}/"]
        find(page, NOTHING[folder])
        expect(page.locator(".md-search-result__item")).to_have_count(0)


def test_the_index_is_fetched_on_first_use_and_not_before(page: Page, root: str) -> None:
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    found = complaints(page, root)
    page.goto(root + "tr/")
    page.wait_for_load_state("networkidle")
    indexes = [f"{root}search/{tag}.json" for tag in ("en", "pt-BR", "tr")]
    assert not set(indexes) & set(asked)
    for query in ("ışık", "islem"):
        find(page, query)
        expect(page.locator(".md-search-result__item")).to_have_count(1)
    assert [url for url in asked if url in indexes] in ([], [f"{root}search/tr.json"])
    assert found == []


def test_an_index_holds_a_languages_pages_and_its_fallbacks_once_each(built: Path) -> None:
    for folder, tag in {"en": "en", "pt": "pt-BR", "tr": "tr"}.items():
        entries = json.loads((built / f"search/{tag}.json").read_text("utf-8"))["docs"]
        places = [entry["location"] for entry in entries]
        assert len(places) == len(set(places))
        assert {place.split("#")[0] for place in places} == {
            f"{FOLDERS[folder]}{name}" for name in ("", "program/", *(f"{name}/" for name in WORDS))
        }
    assert json.loads((built / "search/search_index.json").read_text("utf-8"))["docs"] == []


def test_a_search_that_cannot_fetch_its_index_is_not_stuck(page: Page, root: str) -> None:
    page.context.route("**/search/tr.json", lambda route: route.abort())
    page.goto(root + "tr/")
    find(page, "ışık")
    expect(page.locator(".md-search-result__item")).to_have_count(0)
    page.context.unroute("**/search/tr.json")
    find(page, "işlem")
    expect(page.locator(".md-search-result__item")).to_have_count(1)
