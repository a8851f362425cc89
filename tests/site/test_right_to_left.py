"""A fourth language, written from right to left: configuration, pages and one catalogue, looked at in a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from support.browser import complaints, serve
from support.html import parse
from support.readers import ARABIC, add_arabic, make_readers_project

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = make_readers_project(tmp_path_factory.mktemp("arabic"))
    add_arabic(project)
    run = project.build("--strict")
    assert run.code == 0, run.output
    return project.root / "site"


@pytest.fixture(scope="module")
def root(built: Path) -> Iterator[str]:
    with serve(built) as address:
        yield address


def test_the_interface_is_in_the_language_and_its_direction(built: Path) -> None:
    for name in ("index.html", "guide/compile/index.html", "guide/advanced/index.html", "404.html"):
        page = parse(built / "ar" / name)
        assert page.html["lang"] == "ar"
        assert page.body["dir"] == "rtl"
    assert parse(built / "ar/404.html").h1.get_text() == ARABIC["Page not found"]
    assert parse(built / "ar/index.html").select_one(".admonition-title").get_text() == ARABIC["Tip"]
    # The others know of it.
    assert "العربية" in parse(built / "pt/index.html").select_one(".md-select__list").get_text()
    assert (
        "العربية (غير مترجمة)" in parse(built / "guide/advanced/index.html").select_one(".md-select__list").get_text()
    )


def test_a_page_that_is_not_translated_runs_in_its_own_direction(page: Page, root: str) -> None:
    page.goto(root + "ar/guide/advanced/")
    article = page.locator("article")
    assert (article.get_attribute("lang"), article.get_attribute("dir")) == ("en", "ltr")
    notice = page.locator(".ls-notice")
    assert (notice.get_attribute("lang"), notice.get_attribute("dir")) == ("ar", "rtl")
    expect(notice).to_contain_text(ARABIC["Open the original page"])
    assert notice.evaluate("box => getComputedStyle(box).borderRightWidth") == "3px"
    # Lists and quotations of the text stand on its side.
    inside = article.locator("ul li").first.bounding_box()
    around = article.bounding_box()
    assert inside["x"] - around["x"] > 15
    quote = article.locator("blockquote").first
    assert quote.evaluate("quote => getComputedStyle(quote).borderLeftWidth") != "0px"
    assert quote.evaluate("quote => getComputedStyle(quote).borderRightWidth") == "0px"
    for table in article.locator("table:not([class])").all():
        assert table.locator("th").first.evaluate("cell => getComputedStyle(cell).textAlign") in ("left", "start")


def violations(page: Page) -> set[str]:
    return {violation["id"] for violation in Axe().run(page).response["violations"]}


@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_is_broken_in_any_view(browser: Browser, root: str, width: int) -> None:
    for path in ("ar/", "ar/guide/compile/", "ar/guide/advanced/"):
        context = browser.new_context(viewport={"width": width, "height": 844})
        page = context.new_page()
        found = complaints(page, root)
        page.goto(root + path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, path
        for cell in page.locator(".ls-table :is(th, td)").all():
            box = cell.bounding_box()
            assert box is None or (box["x"] >= 0 and box["x"] + box["width"] <= width), path
        assert found == [], path
        # The colours of the theme as it comes have faults of their own, in every language.
        faults = violations(page)
        page.goto(root + path.removeprefix("ar/"))
        assert faults - violations(page) == set(), path
        context.close()


def test_the_table_runs_from_right_to_left_and_its_code_does_not(page: Page, root: str) -> None:
    page.goto(root + "ar/")
    first, last = (page.locator(".ls-table thead th").nth(index).bounding_box() for index in (0, -1))
    assert first["x"] > last["x"]
    code = page.locator("article pre").first
    assert code.evaluate("code => getComputedStyle(code).direction") == "ltr"


def test_the_switcher_and_the_search_work(page: Page, root: str) -> None:
    page.goto(root + "ar/guide/compile/#modes")
    page.locator("header .md-select").hover()
    page.locator("header .md-select__link").get_by_text("Türkçe", exact=True).click()
    page.wait_for_url(root + "tr/guide/compile/#modes")
    page.go_back()
    box = page.locator(".md-search__input")
    # Without its vowel signs.
    box.fill("المترجم")
    box.press("Shift")
    expect(page.locator(".md-search-result__item mark").first).to_have_text("المُترجِم")
