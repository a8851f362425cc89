"""The built site in a real browser, below a sub-path, as readers use it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from support.browser import LITTLE, complaints, faults, serve, shift
from support.html import parse
from support.sources import LANGUAGES, PAGES, URLS, passage

pytestmark = pytest.mark.browser

View = tuple[int, Literal["light", "dark"]]
# Each page is seen in one of them, by its place and the language: in three languages, in both widths and both schemes.
VIEWS: tuple[View, ...] = ((390, "light"), (1440, "dark"), (390, "dark"), (1440, "light"))
# Their colours are those of a few kinds, on hundreds of words of a page: each kind is looked at once.
TOKENS = ".highlight code span"
ADDRESSES = {page: "/".join([*filter(None, name.removesuffix("index").split("/")), ""]) for page, name in PAGES.items()}


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    with serve(site) as url:
        yield url


PUBLISHED = "#benchmark-published-2023"


def shown(page: Page) -> list[str]:
    """The subsets of the published table that can be seen."""
    return [
        str(subset.get_attribute("data-subset"))
        for subset in page.locator(f"{PUBLISHED} .ls-subset").all()
        if subset.is_visible()
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ADDRESSES.values(), ids=ADDRESSES.keys())
def test_no_page_has_a_fault(browser: Browser, address: str, language: str, path: str) -> None:
    turn = list(ADDRESSES.values()).index(path) + list(LANGUAGES).index(language)
    context = browser.new_context()
    page = context.new_page()
    found = complaints(page, address)
    width, scheme = VIEWS[turn % 4]
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.goto(address + URLS[language] + path)
    assert faults(page, {"exclude": [[TOKENS]]}) == [], f"{width} {scheme}"
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{width} {scheme}: {wide} px wider than the screen"
    assert shift(page) < LITTLE
    assert found == []
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_that_stands_in_code_can_be_read(page: Page, address: str, site: Path, scheme: str) -> None:
    kinds = {
        str(token["class"][0]) for file in site.rglob("*.html") for token in parse(file).select(f"{TOKENS}[class]")
    }
    assert len(kinds) > 20
    page.emulate_media(color_scheme=scheme)
    page.goto(address + "start/")
    page.locator(".highlight code").first.evaluate(
        "(code, kinds) => { code.innerHTML = kinds.map(kind => `<span class='${kind}'>word </span>`).join(''); }",
        sorted(kinds),
    )
    found = Axe().run(page, {"include": [[".highlight"]]}, {"runOnly": ["color-contrast"]}).response
    assert found["violations"] == []
    # Each of them was looked at.
    assert sum(len(one["nodes"]) for one in found["passes"]) >= len(kinds)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_control_switches_subsets_and_the_address_remembers(page: Page, address: str, language: str) -> None:
    page.goto(address + URLS[language] + "benchmarks/")
    assert shown(page) == ["a100"]

    control = page.get_by_label({"en": "Subset", "pt": "Subconjunto", "tr": "Alt küme"}[language])
    control.focus()
    page.keyboard.press("ArrowDown")
    assert shown(page) == ["v100"]

    control.select_option("t4-nightly-reduce-overhead")
    assert shown(page) == ["t4-nightly-reduce-overhead"]
    assert page.url.endswith("?published-2023=t4-nightly-reduce-overhead")

    page.reload()
    assert shown(page) == ["t4-nightly-reduce-overhead"]
    assert control.input_value() == "t4-nightly-reduce-overhead"


def test_an_unknown_subset_falls_back_to_the_first(page: Page, address: str) -> None:
    found = complaints(page, address)
    page.goto(address + "benchmarks/?published-2023=h100&other=1")
    assert shown(page) == ["a100"]
    assert found == []


def test_the_switcher_keeps_page_section_and_subset_in_every_direction(page: Page, address: str) -> None:
    state = "guide/inference/?published-2023=v100-nightly#modes"
    page.goto(address + state)
    for language in ("tr", "pt", "en", "pt", "tr", "en"):
        page.locator("header .md-select").hover()
        page.locator(f'header a.md-select__link[hreflang="{LANGUAGES[language]}"]').click()
        page.wait_for_url(address + URLS[language] + state)
        assert shown(page) == ["v100-nightly"]
        assert page.locator("html").get_attribute("lang") == LANGUAGES[language]


def test_a_link_to_a_note_shows_its_subset(page: Page, address: str) -> None:
    page.goto(address + "benchmarks/#benchmark-published-2023.t4-nightly.note-1")
    assert shown(page) == ["t4-nightly"]


def test_a_choice_outlasts_the_note_that_was_followed(page: Page, address: str) -> None:
    page.goto(address + "benchmarks/#benchmark-published-2023.t4-nightly.note-1")
    page.get_by_label("Subset").select_option("v100")
    page.reload()
    assert shown(page) == ["v100"]


def test_an_address_with_a_broken_fragment_is_no_error(page: Page, address: str) -> None:
    found = complaints(page, address)
    page.goto(address + "benchmarks/#%E0%A4%A")
    assert shown(page) == ["a100"]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_javascript_everything_is_there(browser: Browser, address: str, language: str) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, java_script_enabled=False)
    page = context.new_page()
    page.goto(address + URLS[language] + "benchmarks/")
    assert len(shown(page)) == 8
    assert all(subset.is_visible() for subset in page.locator(".ls-subset").all())
    assert not any(control.is_visible() for control in page.locator(".ls-benchmark__control").all())
    context.close()


def test_in_print_everything_is_there(page: Page, address: str) -> None:
    page.goto(address + "benchmarks/")
    page.emulate_media(media="print")
    assert len(shown(page)) == 8
    assert all(subset.is_visible() for subset in page.locator(".ls-subset").all())
    assert not any(control.is_visible() for control in page.locator(".ls-benchmark__control").all())


def test_what_the_copy_button_copies_is_the_passage(context: BrowserContext, address: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(address + "tr/guide/inference/")
    page.locator("article .md-code__button").first.click()
    page.wait_for_timeout(200)
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.rstrip("\n") == passage("compile.py:compile").rstrip("\n")


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_evidence_opens_by_keyboard_and_has_no_fault(
    browser: Browser, address: str, width: int, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page = context.new_page()
    page.goto(address + "tr/guide/inference/")
    runs = page.locator(".ls-evidence details")
    assert runs.count()
    assert "torch" in runs.first.locator("summary").inner_text()
    expect(runs.first.locator("dl")).to_be_hidden()
    for run in runs.all():
        run.locator("summary").focus()
        page.keyboard.press("Enter")
        expect(run.locator("dl")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert [violation["id"] for violation in Axe().run(page).response["violations"]] == []
    # Nothing of it is code to copy.
    assert page.locator(".ls-evidence .md-code__nav, .ls-evidence code").count() == 0
    page.keyboard.press("Space")
    expect(runs.last.locator("dl")).to_be_hidden()
    context.close()


def test_the_evidence_opens_without_javascript_and_is_there_in_print(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "guide/inference/")
    run = page.locator(".ls-evidence details").first
    run.locator("summary").click()
    expect(run.locator("dl")).to_be_visible()
    run.locator("summary").click()
    page.emulate_media(media="print")
    expect(run.locator("dl")).to_be_visible()
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_keep_their_meaning_on_a_phone(browser: Browser, address: str, language: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(address + URLS[language] + "benchmarks/")
    table = page.locator(f"{PUBLISHED} .ls-subset[data-shown] table")
    assert table.get_by_role("row").count() == 35
    assert table.get_by_role("rowheader").count() == 34
    row = table.get_by_role("row").nth(1)
    assert [cell.inner_text() for cell in row.get_by_role("cell").all()][1:] == {
        "en": ["1", "9.325", "7.584", "1.23×"],
        "pt": ["1", "9,325", "7,584", "1,23×"],
        "tr": ["1", "9,325", "7,584", "1,23×"],
    }[language]
    # Every number is on the screen, without scrolling sideways.
    for cell in row.get_by_role("cell").all():
        box = cell.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    context.close()
