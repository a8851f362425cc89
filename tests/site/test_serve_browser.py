"""The banner of ``mkdocs serve`` in a real browser: it comes and goes by itself, in the language of the page."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from support.project import SmallProject
from support.readers import add_arabic, configure, make_readers_project
from support.server import PATIENCE_S, Server, free_port

pytestmark = pytest.mark.browser

TITLES = {
    "": "The last build failed. This is the site before it.",
    "pt/": "A última geração do site falhou. Esta é a versão anterior.",
    "tr/": "Site yeniden oluşturulamadı. Gördüğünüz, bir önceki sürüm.",
}
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture
def server(small: SmallProject) -> Iterator[Server]:
    server = Server(small.root)
    yield server
    server.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE_S * 1000)
    yield context
    context.close()


def faults(page: Page) -> list[str]:
    """What axe finds in the banner: the rest of the page is the theme's."""
    return [one["id"] for one in Axe().run(page, context="#lockstep-banner").response["violations"]]


def test_the_banner_comes_and_goes_while_the_last_good_page_stays(
    context: BrowserContext, small: SmallProject, server: Server
) -> None:
    expect.set_options(timeout=PATIENCE_S * 1000)
    pages = {path: context.new_page() for path in TITLES}
    widths = {}
    for path, page in pages.items():
        page.goto(server.url + path)
        expect(page.locator("#lockstep-banner")).to_have_count(0)
        widths[path] = page.evaluate(WIDTH)
    small.edit("docs/tr/index.md", "prog.py:first", "prog.py:frist")
    for path, page in pages.items():
        banner = page.locator("#lockstep-banner")
        expect(banner.get_by_role("alert")).to_have_text(TITLES[path])
        expect(banner.locator("li").first).to_have_text(
            "docs/tr/index.md:11:9 LS112 no region 'frist' in snippets/prog.py (did you mean 'first'?)"
        )
        expect(page.locator("article pre")).to_contain_text("torch.nn.Linear")
        assert page.evaluate(WIDTH) == widths[path]
    turkish = pages["tr/"]
    for scheme in ("light", "dark"):
        turkish.emulate_media(color_scheme=scheme)
        assert faults(turkish) == []
    # It is closed until something is built again, on every page of the tab.
    turkish.get_by_role("button", name="Kapat").click()
    expect(turkish.locator("#lockstep-banner")).to_be_hidden()
    turkish.reload()
    expect(turkish.locator("#lockstep-banner")).to_be_hidden()
    small.edit("docs/tr/index.md", "prog.py:frist", "prog.py:fist")
    expect(turkish.locator("#lockstep-banner")).to_be_visible()
    small.edit("docs/tr/index.md", "prog.py:fist", "prog.py:first")
    for page in pages.values():
        expect(page.locator("#lockstep-banner")).to_have_count(0)
        expect(page.locator("article pre")).to_contain_text("torch.nn.Linear")


def test_the_banner_needs_no_javascript_and_shows_what_is_written_in_files_as_text(
    browser: Browser, small: SmallProject, server: Server
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    small.edit("docs/pt/index.md", "prog.py:first", "<script>.py:</body>")
    server.until(lambda: bool(server.banner("pt/")))
    page.goto(server.url + "pt/")
    banner = page.locator("#lockstep-banner")
    expect(banner.locator("li").first).to_contain_text("docs/pt/index.md:11:9 LS111 no snippet file '<script>.py'")
    expect(banner.get_by_role("button")).to_have_count(0)
    # What was found elsewhere opens without a script.
    small.edit("docs/pt/index.md", "<script>.py:</body>", "prog.py:first")
    small.edit("docs/tr/index.md", "{ #home }", "{ #heim }")
    server.until(lambda: "LS203" in server.said("pt/"))
    page.reload()
    item = banner.locator("details li").first
    expect(item).to_be_hidden()
    banner.locator("summary").click()
    expect(item).to_be_visible()
    context.close()


def test_the_banner_of_a_language_from_right_to_left(context: BrowserContext, small: SmallProject) -> None:
    project = make_readers_project(small.root.with_name("arabic"))
    add_arabic(project)
    project.edit("docs/tr/index.md", "{ #home }", "{ #heim }")
    server = Server(project.root)
    try:
        page = context.new_page()
        page.goto(f"{server.url}ar/")
        banner = page.locator("#lockstep-banner")
        # The texts of the test's catalogue that have no Arabic begin with a mark.
        expect(banner.get_by_role("alert")).to_have_text(re.compile("^ع Problems found in the last build: [0-9]+$"))
        assert banner.evaluate("box => getComputedStyle(box).direction") == "rtl"
        banner.locator("summary").click()
        # What is English runs as English does.
        assert banner.locator("li").first.evaluate("item => getComputedStyle(item).direction") == "ltr"
        assert banner.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
        assert faults(page) == []
    finally:
        server.stop()


def test_the_banner_follows_where_pages_are_swapped_in_place(context: BrowserContext, small: SmallProject) -> None:
    expect.set_options(timeout=PATIENCE_S * 1000)
    project = make_readers_project(small.root.with_name("instant"))
    port = free_port()
    configure(project, instant=True)
    project.edit("mkdocs.yml", "site_name: Small", f"site_name: Small\nsite_url: http://127.0.0.1:{port}/")
    project.edit("docs/pt/guide/compile.md", "{ #modes }", "{ #mods }")
    server = Server(project.root, port=port)
    try:
        page = context.new_page()
        page.goto(f"{server.url}pt/")
        page.wait_for_function("window.document$")
        banner = page.locator("#lockstep-banner")
        fault = banner.get_by_text("docs/pt/guide/compile.md:")
        expect(fault.first).to_be_hidden()
        page.evaluate("window.kept = true")
        page.evaluate("document.querySelector('.md-sidebar--primary a[href*=compile]').click()")
        page.wait_for_url(f"{server.url}pt/guide/compile/")
        expect(fault.first).to_be_visible()
        assert page.evaluate("window.kept")
        # It still comes and goes, and can be closed.
        banner.get_by_role("button").click()
        expect(banner).to_be_hidden()
    finally:
        server.stop()
