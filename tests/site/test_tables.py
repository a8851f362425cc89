"""Tables of results in a real browser: chosen, sorted, linked to, copied and downloaded, as readers do."""

import csv
import functools
import http.server
import io
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from lockstep.benchmarks.load import parse_results
from lockstep.benchmarks.write import dump
from support.browser import complaints, serve
from support.html import parse
from support.project import SmallProject, make_project
from support.tables import awkward, long, sample

pytestmark = pytest.mark.browser

URLS = {"en": "", "pt": "pt/", "tr": "tr/"}
LABELS = {"en": "GPU (half precision)", "pt": "GPU (meia precisão)", "tr": "GPU (yarım duyarlık)"}
BLOCKS = """\
# {title} {{ #t }}

[home](index.md)

```benchmark
results: awkward
labels: {{gpu-fp16: "{label}"}}
```

```benchmark
results: measured
id: second
chart: true
```

```benchmark
results: awkward
id: third
subset: gpu int8/ç
```

```benchmark
results: long
```
"""
ROWS = {
    # As in the file: İzmir 100, Irmak 9.5, ılık OOM, zebra 12, Çam 1e3, ağ 9.50.
    "file": ["İzmir", "Irmak", "ılık", "zebra", "Çam", "ağ"],
    "up": ["Irmak", "ağ", "zebra", "İzmir", "Çam", "ılık"],
    "down": ["Çam", "İzmir", "zebra", "Irmak", "ağ", "ılık"],
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> SmallProject:
    """A site with one page of three tables in three languages, and instant navigation."""
    project = make_project(tmp_path_factory.mktemp("tables"))
    project.write("benchmarks/results/awkward.json", dump(awkward()))
    project.write("benchmarks/results/measured.json", dump(sample()))
    project.write("benchmarks/results/long.json", dump(long()))
    for folder, label in LABELS.items():
        project.write(f"docs/{folder}/tables.md", BLOCKS.format(title=folder, label=label))
    built = project.build("--strict")
    assert built.code == 0, built.output
    return project


@pytest.fixture(scope="module")
def address(project: SmallProject) -> Iterator[str]:
    with serve(project.root / "site") as url:
        yield url


@pytest.fixture
def table(page: Page, address: str) -> Locator:
    """The first table of the English page."""
    page.goto(address + "tables/")
    return figure(page)


def figure(page: Page, key: str = "awkward") -> Locator:
    return page.locator(f'.ls-benchmark[data-key="{key}"]')


def shown(table: Locator) -> list[str]:
    return [str(part.get_attribute("data-subset")) for part in table.locator(".ls-subset").all() if part.is_visible()]


def column(table: Locator, name: str = "model") -> list[str]:
    cells = table.locator(f".ls-subset[data-shown] tbody tr:visible .ls-{name}").all()
    return [cell.inner_text() for cell in cells]


def header(table: Locator, name: str) -> Locator:
    return table.locator(f".ls-subset[data-shown] thead .ls-{name}")


def press(table: Locator, name: str) -> None:
    header(table, name).get_by_role("button").click()


def sorted_by(table: Locator) -> list[tuple[str, str]]:
    found = table.locator(".ls-subset[data-shown] [aria-sort]").all()
    return [(str(one.get_attribute("data-column")), str(one.get_attribute("aria-sort"))) for one in found]


def choose(table: Locator, name: str, value: str) -> None:
    table.locator(f"select[name={name}]").select_option(value)


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


# Sorting


def test_numbers_are_sorted_by_value_and_what_has_none_comes_last(table: Locator) -> None:
    assert column(table) == ROWS["file"]
    for _ in range(2):
        for order, said in (("up", "ascending"), ("down", "descending"), ("file", None)):
            press(table, "eager")
            assert column(table) == ROWS[order]
            assert sorted_by(table) == ([("eager", said)] if said else [])


@pytest.mark.parametrize(
    ("name", "up", "down"),
    [
        ("batch", ["1", "1", "2", "4", "4", "16"], ["16", "4", "4", "2", "1", "1"]),
        # 9.5/10, 12/12, 100/50, 9.50/2.
        ("speed-up", ["0.95×", "1.00×", "2.00×", "4.75×", "–", "–"], ["4.75×", "2.00×", "1.00×", "0.95×", "–", "–"]),
        ("compiled", ["2", "10", "12", "50"] + ["out of memory"] * 2, ["50", "12", "10", "2"] + ["out of memory"] * 2),
    ],
)
def test_every_column_sorts_by_what_it_means(table: Locator, name: str, up: list[str], down: list[str]) -> None:
    press(table, name)
    assert column(table, name) == up
    press(table, name)
    assert column(table, name) == down


ALPHABETS = {
    # Dotless ı before i, ç behind c, ğ behind g.
    "tr/": ["ağ", "Çam", "ılık", "Irmak", "İzmir", "zebra"],
    "": ["ağ", "Çam", "Irmak", "İzmir", "ılık", "zebra"],
    "pt/": ["ağ", "Çam", "Irmak", "İzmir", "ılık", "zebra"],
}


@pytest.mark.parametrize("url", ALPHABETS)
def test_names_are_sorted_by_the_alphabet_of_the_page_s_language(page: Page, address: str, url: str) -> None:
    page.goto(address + url + "tables/")
    table = figure(page)
    press(table, "model")
    assert column(table) == ALPHABETS[url]
    press(table, "model")
    assert column(table) == ALPHABETS[url][::-1]


def test_one_header_only_says_that_it_is_sorted_by(table: Locator) -> None:
    for name in ("eager", "model", "batch", "speed-up", "task"):
        press(table, name)
        assert sorted_by(table) == [(name, "ascending")]


def test_headers_are_buttons_for_the_keyboard_and_keep_the_focus(table: Locator, page: Page) -> None:
    button = header(table, "eager").get_by_role("button", name="Eager (ms)", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    assert column(table) == ROWS["up"]
    page.keyboard.press("Space")
    assert column(table) == ROWS["down"]
    expect(button).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(header(table, "batch").get_by_role("button")).to_be_focused()


def test_sorting_moves_nothing_but_rows(table: Locator, page: Page) -> None:
    heads = """() => [...document.querySelectorAll("[data-shown] thead th, figcaption")]
      .map(element => JSON.stringify(element.getBoundingClientRect()))"""
    before = page.evaluate(heads)
    for _ in range(2):
        press(table, "eager")
        assert page.evaluate(heads) == before


def test_without_the_script_headers_are_words(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "tables/")
    table = figure(page)
    assert shown(table) == ["cpu", "gpu-fp16", "gpu int8/ç"]
    assert page.locator("thead button").count() == 0
    expect(table.locator(".ls-benchmark__control")).to_be_hidden()
    expect(table.get_by_role("button", name="Copy as Markdown")).to_be_hidden()
    for link in ("JSON", "CSV", "Link to this table"):
        expect(table.get_by_role("link", name=link)).to_be_visible()
    context.close()


def test_in_print_every_row_and_caption_is_there_and_no_control(table: Locator, page: Page) -> None:
    choose(table, "batch", "16")
    assert column(table) == ["Irmak"]
    page.emulate_media(media="print")
    assert shown(table) == ["cpu", "gpu-fp16", "gpu int8/ç"]
    assert sorted(column(table)) == sorted(ROWS["file"])
    assert all(caption.is_visible() for caption in table.locator("caption").all())
    for part in (".ls-benchmark__control", ".ls-actions", ".ls-nothing"):
        expect(table.locator(part)).to_be_hidden()
    expect(figure(page, "second").locator(".ls-conditions dl")).to_be_visible()


def test_rows_of_a_long_table_are_sorted_across_its_groups(page: Page, address: str) -> None:
    page.goto(address + "tables/")
    table = figure(page, "long")
    sizes = "bodies => bodies.map(body => [body.rows.length, getComputedStyle(body).display])"

    def groups() -> list[list[object]]:
        return table.locator("tbody").evaluate_all(sizes)

    def numbers() -> list[int]:
        # Far from the screen nothing is laid out, and there is no inner text.
        return [int(text) for text in table.locator("tbody tr:not([data-out]) .ls-eager").all_text_contents()]

    whole = [[40, "block"], [40, "block"], [20, "block"]]
    # 1 to 100, in an order of its own.
    before = numbers()
    assert groups() == whole
    press(table, "eager")
    assert numbers() == list(range(1, 101))
    press(table, "eager")
    assert numbers() == list(range(100, 0, -1))
    choose(table, "batch", "2")
    assert numbers() == [100, 50]
    # The others take no room.
    assert groups() == [[40, "block"], [40, "none"], [20, "none"]]
    choose(table, "batch", "")
    press(table, "eager")
    assert numbers() == before
    assert groups() == whole


# What is chosen, and the address


def test_filters_choose_rows_and_go_with_sorting(table: Locator) -> None:
    choose(table, "batch", "4")
    assert column(table) == ["zebra", "ağ"]
    press(table, "eager")
    assert column(table) == ["ağ", "zebra"]
    choose(table, "batch", "")
    assert column(table) == ROWS["up"]


def test_what_a_subset_does_not_have_is_no_choice_in_it(table: Locator) -> None:
    choose(table, "batch", "16")
    choose(table, "subset", "gpu-fp16")
    assert column(table) == ["vit", "beit"]
    batch = table.locator("select[name=batch]")
    assert batch.input_value() == ""
    assert [option.get_attribute("value") for option in batch.locator("option:not(:disabled)").all()] == ["", "1"]
    choose(table, "subset", "gpu int8/ç")
    choose(table, "mode", "max-autotune")
    assert column(table, "batch") == ["1"]


def test_no_row_is_said_to_be_none(table: Locator) -> None:
    choose(table, "subset", "gpu int8/ç")
    choose(table, "mode", "max-autotune")
    choose(table, "batch", "4")
    assert column(table) == []
    expect(table.get_by_text("No row has this batch size and this mode.")).to_be_visible()
    choose(table, "batch", "1")
    expect(table.locator(".ls-nothing")).to_be_hidden()


def test_the_state_is_kept_by_reload_and_link_and_only_what_is_chosen_is_in_the_address(
    page: Page, context: BrowserContext, address: str
) -> None:
    page.goto(address + "tables/?other=1&other=2#t")
    table, second = figure(page), figure(page, "second")
    choose(table, "subset", "gpu-fp16")
    press(table, "eager")
    choose(second, "mode", "max-autotune")
    press(second, "speed-up")
    press(second, "speed-up")
    state = {
        "other": ["1", "2"],
        "awkward": ["gpu-fp16"],
        "awkward.sort": ["eager"],
        "second.mode": ["max-autotune"],
        "second.sort": ["-speed-up"],
    }
    assert query(page) == state
    assert urlsplit(page.url).fragment == "t"
    page.reload()
    other = context.new_page()
    other.goto(page.url)
    for there in (page, other):
        assert query(there) == state
        assert shown(figure(there)) == ["gpu-fp16"]
        assert column(figure(there), "eager") == ["3", "4"]
        assert sorted_by(figure(there)) == [("eager", "ascending")]
        assert sorted_by(figure(there, "second")) == [("speed-up", "descending")]
        assert set(column(figure(there, "second"), "mode")) == {"max-autotune"}
        assert shown(figure(there, "third")) == ["gpu int8/ç"]
    choose(table, "subset", "cpu")
    press(table, "eager")
    press(table, "eager")
    choose(second, "mode", "")
    press(second, "speed-up")
    assert query(page) == {"other": ["1", "2"]}


def test_keys_of_any_characters_survive(page: Page, address: str) -> None:
    page.goto(address + "tables/")
    choose(figure(page), "subset", "gpu int8/ç")
    assert query(page) == {"awkward": ["gpu int8/ç"]}
    page.reload()
    assert shown(figure(page)) == ["gpu int8/ç"]


@pytest.mark.parametrize(
    "search",
    [
        "awkward=h100&awkward.sort=colour&awkward.batch=7&awkward.mode=x",
        "awkward=&awkward.sort=-&awkward.batch=&third.sort=",
        "awkward=constructor&awkward.sort=__proto__",
        "awkward=%E0%A4%A&awkward.sort=%00",
    ],
)
def test_what_is_unknown_falls_back_without_a_word(page: Page, address: str, search: str) -> None:
    found = complaints(page, address)
    page.goto(f"{address}tables/?{search}#%E0%A4%A")
    assert shown(figure(page)) == ["cpu"]
    assert column(figure(page)) == ROWS["file"]
    assert sorted_by(figure(page)) == []
    assert found == []


def test_the_language_switcher_and_back_keep_everything(page: Page, address: str) -> None:
    page.goto(address + "tables/")
    choose(figure(page), "subset", "gpu-fp16")
    press(figure(page), "eager")
    state = query(page)
    for url, label in (("tr/", LABELS["tr"]), ("pt/", LABELS["pt"]), ("", LABELS["en"])):
        page.locator("header .md-select").hover()
        tag = {"tr/": "tr", "pt/": "pt-BR", "": "en"}[url]
        page.locator(f'header a.md-select__link[hreflang="{tag}"]').click()
        page.wait_for_url(f"{address}{url}tables/?**")
        assert query(page) == state
        assert shown(figure(page)) == ["gpu-fp16"]
        assert sorted_by(figure(page)) == [("eager", "ascending")]
        assert figure(page).locator("select[name=subset] option:checked").inner_text() == label
    choose(figure(page), "subset", "gpu int8/ç")
    page.locator("article").get_by_role("link", name="home").click()
    page.wait_for_url(address)
    page.go_back()
    page.wait_for_url(f"{address}tables/?**")
    assert shown(figure(page)) == ["gpu int8/ç"]
    assert sorted_by(figure(page)) == [("eager", "ascending")]


def test_the_permalink_leads_to_the_table_as_it_is(page: Page, context: BrowserContext, address: str) -> None:
    page.goto(address + "tables/?other=1")
    table = figure(page, "third")
    choose(table, "subset", "cpu")
    press(table, "eager")
    link = table.get_by_role("link", name="Link to this table")
    other = context.new_page()
    other.goto(link.evaluate("link => link.href"))
    assert urlsplit(other.url).fragment == "benchmark-third"
    assert query(other) == {"other": ["1"], "third": ["cpu"], "third.sort": ["eager"]}
    assert column(figure(other, "third")) == ROWS["up"]
    expect(figure(other, "third").locator(".ls-benchmark__control")).to_be_in_viewport()
    # It changes nothing of what the reader sees.
    link.click()
    assert column(table) == ROWS["up"]


def test_the_anchor_stays_unless_it_was_a_note_of_the_table(page: Page, address: str) -> None:
    note = "benchmark-second.epyc.note-1"
    page.goto(f"{address}tables/#{note}")
    expect(page.locator(f'[id="{note}"]')).to_be_in_viewport()
    choose(figure(page), "subset", "gpu-fp16")
    assert urlsplit(page.url).fragment == note
    choose(figure(page, "second"), "mode", "default")
    assert urlsplit(page.url).fragment == ""


# In-site navigation


def test_everything_works_after_instant_navigation_and_back(
    tmp_path: Path, browser: Browser, project: SmallProject
) -> None:
    small = make_project(tmp_path)
    for name in ("awkward", "measured", "long"):
        source = (project.root / f"benchmarks/results/{name}.json").read_text("utf-8")
        small.write(f"benchmarks/results/{name}.json", source)
    for folder, label in LABELS.items():
        small.write(f"docs/{folder}/tables.md", BLOCKS.format(title=folder, label=label))
    small.edit("mkdocs.yml", "font: false", "font: false, features: [navigation.instant]")
    with serve(tmp_path / "site") as address:
        # It looks pages up in the sitemap, which needs an address.
        small.edit("mkdocs.yml", "site_name: Small", f"site_name: Small\nsite_url: {address}")
        # static-i18n warns that its own way of switching languages does not go with it; ours does.
        built = small.build()
        assert built.code == 0, built.output
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        found = complaints(page, address)
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.evaluate("window.same = true")
        for _ in range(2):
            page.locator(".md-nav--primary a", has_text="en").first.click()
            page.wait_for_url(f"{address}tables/**")
            table = figure(page)
            for order in ("up", "down", "file"):
                press(table, "eager")
                assert column(table) == ROWS[order]
            choose(table, "subset", "gpu-fp16")
            press(table, "compiled")
            page.locator("article").get_by_role("link", name="home").click()
            page.wait_for_url(address)
            expect(figure(page)).to_have_count(0)
            page.go_back()
            page.wait_for_url(f"{address}tables/**")
            expect(figure(page)).to_have_count(1)
            expect(table.locator("[aria-sort]")).to_have_count(1)
            assert shown(table) == ["gpu-fp16"]
            assert column(table, "compiled") == ["1", "2"]
            assert table.locator(".ls-subset[data-shown] thead button").count() == 6
            page.locator("article").get_by_role("link", name="home").click()
            page.wait_for_url(address)
        assert page.evaluate("window.same"), "the browser has loaded the page anew"
        assert found == []
        context.close()


# Copies and downloads


MARKDOWN = """\
Mean inference time on T4, PyTorch 2.0.1, mode default

| Task | Model | Batch size | Eager (ms) | Compiled (ms) | Speed-up |
| --- | --- | ---: | ---: | ---: | ---: |
| t | zebra | 4 | 12 | 12 | 1.00× |
| t | ağ | 4 | 9.50 | 2 | 4.75× |

Mean of 300 inferences of the same input, after warm-up. Source: [P](https://example.org/). Imported as published, not \
measured by this site."""


def test_what_is_copied_are_the_rows_as_they_are_shown(context: BrowserContext, address: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(address + "tables/")
    table = figure(page)
    choose(table, "batch", "4")
    press(table, "eager")
    press(table, "eager")
    table.get_by_role("button", name="Copy as Markdown").click()
    expect(table.get_by_role("status")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(MARKDOWN)
    expect(table.get_by_role("status")).to_have_text("", timeout=10_000)


def test_what_is_copied_is_in_the_page_s_numbers_and_escaped(context: BrowserContext, address: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(address + "tr/tables/")
    table = figure(page, "second")
    table.get_by_role("button", name="Markdown olarak kopyala").click()
    expect(table.get_by_role("status")).to_have_text("Kopyalandı.")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    (row,) = [line for line in lines if "Conditional-DETR | 4 | default" in line]
    # The interval is beside the number, in brackets.
    assert row.startswith("| nesne tespiti | Conditional-DETR | 4 | default | 2.080 | 2.240 | 0,93× (0,9")
    (failed,) = [line for line in lines if "ConvNeXT | 1 | max-autotune" in line]
    assert " | hata | – | " in failed
    # What stands in a table has to be that in Markdown, not what an entity stands for.
    table.get_by_text("MobileNet", exact=True).first.evaluate("name => { name.textContent = '&amp; a|b_c'; }")
    table.get_by_role("button", name="Markdown olarak kopyala").click()
    page.wait_for_function("navigator.clipboard.readText().then(text => text.includes('a\\\\|b\\\\_c'))")
    assert r"| \&amp; a\|b\_c |" in page.evaluate("navigator.clipboard.readText()")


def test_it_is_copied_where_the_browser_has_no_clipboard(page: Page, address: str) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.add_init_script("document.addEventListener('copy', () => { window.copied = String(getSelection()); })")
    page.goto(address + "tables/")
    table = figure(page)
    table.get_by_role("button", name="Copy as Markdown").click()
    expect(table.get_by_role("status")).to_have_text("Copied.")
    assert "| İzmir | 1 | 100 | 50 | 2.00× |" in page.evaluate("window.copied")
    assert page.locator("textarea").count() == 0
    expect(table.get_by_role("button", name="Copy as Markdown")).to_be_focused()


def test_a_copy_that_fails_is_said(page: Page, address: str) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.add_init_script("document.execCommand = () => false")
    page.goto(address + "pt/tables/")
    table = figure(page)
    table.get_by_role("button", name="Copiar como Markdown").click()
    expect(table.get_by_role("status")).to_have_text("O navegador não permitiu a cópia.")


@pytest.mark.parametrize("directory_urls", [True, False], ids=["folders", "files"])
def test_downloads_are_the_numbers_below_any_path_and_for_every_language(tmp_path: Path, directory_urls: bool) -> None:
    small = make_project(tmp_path)
    small.write("benchmarks/results/awkward.json", dump(awkward()))
    small.write("benchmarks/results/v2 ç.json", dump(sample()))
    for folder in LABELS:
        small.write(f"docs/{folder}/a/b.md", "# B { #b }\n\n```benchmark\nresults: [awkward, v*]\n```\n")
        # The same on pages above and below.
        for name in ("a", "a/c", "a/d"):
            small.write(f"docs/{folder}/{name}.md", "# A { #a }\n\n```benchmark\nresults: v2 ç\n```\n")
    if not directory_urls:
        small.edit("mkdocs.yml", "site_name", "use_directory_urls: false\nsite_name")
    built = small.build("--strict")
    assert built.code == 0, built.output
    site = tmp_path / "site"
    files = sorted(path.name for path in (site / "assets/benchmarks").iterdir())
    names = ["awkward.v2_20__e7_", "numbers", "v2_20__e7_"]
    assert files == sorted(f"{name}.{extension}" for name in names for extension in ("csv", "json"))
    pages = sorted(path for path in site.rglob("*.html") if parse(path).select(".ls-downloads"))
    assert len(pages) == 15
    for page in pages:
        twin = page.with_suffix(".md").read_text("utf-8")
        for link in parse(page).select(".ls-downloads a"):
            assert (page.parent / link["href"]).resolve().parent == site / "assets/benchmarks"
            assert (page.parent / link["href"]).is_file()
            assert f"]({link['href']})" in twin
    whole = parse_results((site / "assets/benchmarks/awkward.v2_20__e7_.json").read_text("utf-8"), "r.json")
    assert {found.key for found in whole.subsets} == {"cpu", "gpu-fp16", "gpu int8/ç", "epyc"}
    text = (site / "assets/benchmarks/awkward.v2_20__e7_.csv").read_bytes().decode()
    assert len(list(csv.DictReader(io.StringIO(text, newline=""), strict=True))) == 6 + 2 + 3 + 28


def test_what_reaches_the_browser_is_strict_json(page: Page, address: str) -> None:
    page.goto(address + "tables/")
    for table in page.locator(".ls-benchmark").all():
        link = table.get_by_role("link", name="JSON").evaluate("link => link.href")
        assert page.evaluate("async url => (await (await fetch(url)).json()).schema_version", link) == 2
    text = (page.request.get(link)).text()
    json.loads(text, parse_constant=pytest.fail)


def test_a_file_that_is_cut_off_publishes_no_table(small: SmallProject) -> None:
    text = (small.root / "benchmarks/results/numbers.json").read_text("utf-8")
    small.write("benchmarks/results/numbers.json", text[: len(text) // 2])
    built = small.build("--strict")
    assert built.code != 0
    assert "benchmarks/results/numbers.json:" in built.output
    assert not (small.root / "site").exists()
    assert small.build().code == 0
    page = parse(small.page(""))
    assert page.select_one(".ls-error")
    assert not page.select(".ls-benchmark, table")
    assert not (small.root / "site/assets/benchmarks").exists()


# A strict policy, and accessibility


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'"
)
# Who was blocked: Material has scripts of its own in its pages.
BLOCKED = """
window.blocked = [];
document.addEventListener("securitypolicyviolation", (event) => {
  const element = event.target instanceof Element ? event.target : null;
  window.blocked.push({
    ours: Boolean(element?.closest(".ls-benchmark")) || /lockstep/.test(event.sourceFile),
    what: `${event.violatedDirective} ${event.sourceFile} ${event.sample}`,
  });
});
"""


@contextmanager
def serve_strictly(folder: Path) -> Iterator[str]:
    class Strict(http.server.SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", POLICY)
            super().end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Strict, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def test_tables_need_no_leave_from_a_strict_policy(browser: Browser, project: SmallProject) -> None:
    with serve_strictly(project.root / "site") as address:
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.add_init_script(BLOCKED)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
        page.goto(address + "tables/")
        table = figure(page)
        press(table, "eager")
        assert column(table) == ROWS["up"]
        choose(table, "subset", "gpu int8/ç")
        choose(table, "mode", "default")
        assert column(table, "batch") == ["1", "4"]
        assert query(page) == {"awkward": ["gpu int8/ç"], "awkward.mode": ["default"], "awkward.sort": ["eager"]}
        table.get_by_role("button", name="Copy as Markdown").click()
        expect(table.get_by_role("status")).not_to_be_empty()
        page.reload()
        assert shown(table) == ["gpu int8/ç"]
        blocked = page.evaluate("window.blocked")
        assert blocked, "the policy was not in force"
        assert [found["what"] for found in blocked if found["ours"]] == []
        assert [error for error in errors if "lockstep" in error] == []
        # Drawn by files, not by attributes.
        bar = table.locator(".ls-subset[data-shown] .ls-bar").first.bounding_box()
        assert bar
        assert bar["width"] > 20
        context.close()


RIGHT_END = """() => Math.max(
  ...[...document.querySelectorAll(".ls-benchmark, .ls-benchmark *")].map(part => part.getBoundingClientRect().right)
)"""


@pytest.mark.parametrize("url", URLS.values(), ids=URLS)
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_view_of_the_tables_has_a_fault(browser: Browser, address: str, url: str, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    found = complaints(page, address)
    page.goto(address + url + "tables/")
    figure(page, "second").locator(".ls-conditions summary").click()
    press(figure(page), "eager")
    press(figure(page, "second"), "speed-up")
    violations = [
        (violation["id"], [node["target"] for node in violation["nodes"]])
        for violation in Axe().run(page).response["violations"]
        # Of the small project's own theme, without this site's colours.
        if any("ls-" in str(node["html"]) or "benchmark" in str(node["target"]) for node in violation["nodes"])
    ]
    assert violations == []
    assert page.evaluate(RIGHT_END) <= width
    assert found == []
    context.close()


@pytest.mark.parametrize("key", ["awkward", "second"])
def test_on_a_phone_every_number_is_on_the_screen_and_the_model_first(browser: Browser, address: str, key: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(address + "pt/tables/")
    row = figure(page, key).locator(".ls-subset[data-shown] tbody tr").first
    boxes = {str(cell.get_attribute("class")): cell.bounding_box() for cell in row.locator("th, td").all()}
    for name, box in boxes.items():
        assert box, name
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= 390, name
        assert box["width"] > 20, name
    assert boxes["ls-model"]["x"] == min(box["x"] for box in boxes.values())
    # Nothing lies on anything else.
    areas = list(boxes.values())
    for index, one in enumerate(areas):
        for other in areas[index + 1 :]:
            apart = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
            above = one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
            assert apart or above
    context.close()
