"""The language switcher and the 404 pages in a real browser, on sites set up in every way."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from support.browser import complaints, faults, serve
from support.once import Once
from support.readers import FOLDERS, NAMES, TAGS, UNTRANSLATED, configure, make_readers_project

pytestmark = pytest.mark.browser

SETUPS = {
    "plain": {},
    "address": {"address": True},
    "flat": {"flat": True},
    "instant": {"instant": True},
    "address instant": {"address": True, "instant": True},
    "address flat": {"address": True, "flat": True},
    "flat instant": {"flat": True, "instant": True},
}
NOT_FOUND = {"en": "Page not found", "pt": "Página não encontrada", "tr": "Sayfa bulunamadı"}
Visit = Callable[..., str]


@pytest.fixture(scope="module")
def visit(once: Once) -> Iterator[Visit]:
    """Serve the site in one of the ways it may be set up, below a path or at the root; gives its address."""
    addresses: dict[tuple[str, str], str] = {}
    with ExitStack() as stack:

        def get(setup: str, prefix: str = "/docs/torch/") -> str:
            def make(folder: Path) -> None:
                project = make_readers_project(folder)
                configure(project, **SETUPS[setup])
                run = project.build("--strict")
                assert run.code == 0, run.output

            if (setup, prefix) not in addresses:
                site = once(f"readers {setup}", make) / "site"
                addresses[setup, prefix] = stack.enter_context(serve(site, prefix))
            return addresses[setup, prefix]

        yield get


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Menus open at once: hundreds of times, a test would wait for them to have slid down."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context
    context.close()


def choose(page: Page, name: str) -> None:
    page.locator("header .md-select").hover()
    page.locator("header .md-select__link").get_by_text(name, exact=True).click()


def address(root: str, folder: str, page: str, setup: str) -> str:
    if "flat" in setup:
        page = page.rstrip("/") + ".html" if page else "index.html"
    return root + FOLDERS[folder] + page


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("name", ["", "guide/compile/", "guide/advanced/"])
def test_the_switcher_keeps_page_section_and_state_in_every_direction(
    page: Page, visit: Visit, setup: str, name: str
) -> None:
    root = visit(setup)
    state = {"": "?numbers=small#home", "guide/compile/": "?x=1#last", "guide/advanced/": "#cache-setup"}[name]
    found = complaints(page, root)
    page.goto(address(root, "en", name, setup) + state)
    for folder in ("tr", "pt", "en", "pt", "tr", "en"):
        names = NAMES | (UNTRANSLATED if name == "guide/advanced/" else {})
        choose(page, names[folder])
        page.wait_for_url(address(root, folder, name, setup) + state)
        assert page.locator("html").get_attribute("lang") == TAGS[folder]
        expect(page.locator(".ls-notice")).to_have_count(int(name == "guide/advanced/" and folder != "en"))
    assert found == []


@pytest.mark.parametrize("setup", ["address instant", "instant"])
def test_pages_that_are_swapped_in_place_keep_the_switcher_right(page: Page, visit: Visit, setup: str) -> None:
    root = visit(setup)
    if setup == "address instant":
        # The sitemap names the site's real address: let the browser find it there.
        page.route(
            "**/sitemap.xml",
            lambda route: route.fulfill(
                body=route.fetch().text().replace("https://x.example/docs/torch/", root), content_type="text/xml"
            ),
        )
    page.goto(root + "tr/")
    page.wait_for_load_state("networkidle")
    page.evaluate("window.kept = true")
    # The menu is folded.
    page.evaluate("document.querySelector('.md-sidebar--primary a[href*=compile]').click()")
    page.wait_for_url(root + "tr/guide/compile/")
    expect(page.locator("article h1")).to_contain_text("Rehber")
    assert bool(page.evaluate("window.kept")) is (setup == "address instant")
    choose(page, "Português")
    page.wait_for_url(root + "pt/guide/compile/")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    # From here to a page that is not translated, which is loaded whole or in place, and by its notice to the source.
    page.locator("article a", has_text="avançado").click()
    page.wait_for_url(root + "pt/guide/advanced/#cache-setup")
    expect(page.locator("article")).to_have_attribute("lang", "en")
    page.locator(".ls-notice a").click()
    page.wait_for_url(root + "guide/advanced/#cache-setup")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("header .md-select__link").first).to_have_text("English")
    page.go_back()
    page.wait_for_url(root + "pt/guide/advanced/#cache-setup")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")


@pytest.mark.parametrize(
    ("setup", "prefix"),
    [("plain", "/"), *((setup, "/docs/torch/") for setup in SETUPS)],
)
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_404_is_right_at_any_depth_below_any_path(
    page: Page, visit: Visit, setup: str, prefix: str, folder: str
) -> None:
    root = visit(setup, prefix)
    for turn, deep in enumerate(("no-such/", "guide/no/such/deep/", "no-such.html", "404.html")):
        page.goto(root + FOLDERS[folder] + deep)
        # What a host that knows folders' own 404 pages sends; at the place where it is shown.
        assert page.locator("html").get_attribute("lang") == TAGS[folder]
        expect(page.locator("h1")).to_have_text(NOT_FOUND[folder])
        # Its styles and scripts are there.
        expect(page.locator("html.js")).to_have_count(1)
        assert page.evaluate("getComputedStyle(document.querySelector('.md-header')).position") == "sticky"
        if "address" not in setup:
            # What readers chose on other pages, such as the palette, is kept by where the site begins.
            assert page.evaluate("__md_scope.href") == root
        logo = page.locator("header a.md-logo").evaluate("link => link.href")
        button = page.locator("article a.md-button").evaluate("link => link.href")
        home = address(root, folder, "", setup)
        assert {logo.removesuffix("./"), button} == {home}
        menu = page.locator(".md-nav__link[href]").evaluate_all("links => links.map(link => link.href)")
        assert all(link.startswith(root) for link in menu)
        switcher = page.locator("header .md-select__link")
        assert dict(switcher.evaluate_all("links => links.map(link => [link.textContent.trim(), link.href])")) == {
            NAMES[other]: address(root, other, "", setup) for other in FOLDERS
        }
        # Each language is gone to at another depth.
        other = ("pt", "tr", "en")[(turn + list(FOLDERS).index(folder)) % 3]
        choose(page, NAMES[other])
        page.wait_for_url(address(root, other, "", setup))
        assert page.locator("html").get_attribute("lang") == TAGS[other]


def test_a_fallback_is_told_by_the_link_that_leads_there(page: Page, visit: Visit) -> None:
    root = visit("plain")
    page.goto(root + "tr/guide/compile/")
    link = page.locator("article a", has_text="ileri")
    assert link.evaluate("link => getComputedStyle(link, '::after').content") == '" (en)"'
    link.click()
    page.wait_for_url(root + "tr/guide/advanced/#cache-setup")
    expect(page.locator("#cache-setup")).to_be_in_viewport()


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_a_site_without_styles_of_its_own_has_no_fault_on_any_page(
    page: Page, tmp_path_factory: pytest.TempPathFactory, scheme: str
) -> None:
    project = make_readers_project(tmp_path_factory.mktemp(scheme))
    # Without an address, a 404 page has to look for its site, and asks in vain.
    words = "copyright: Some words\nsite_url: https://x.example/docs/torch/"
    project.edit("mkdocs.yml", "site_name: Small", f"site_name: Small\n{words}")
    project.edit("mkdocs.yml", "font: false}", f"font: false, palette: {{scheme: {scheme}}}}}")
    run = project.build("--strict")
    assert run.code == 0, run.output
    with serve(project.root / "site") as root:
        for path in ("", "guide/compile/", "pt/", "tr/guide/advanced/", "tr/404.html"):
            found = complaints(page, root)
            page.goto(root + path)
            broken = dict(faults(page))
            # Links in a text are told by Material's colour alone, which is the site's to choose.
            links = broken.pop("link-in-text-block", [])
            assert not [target for target in links if "ls-" in str(target) or "hreflang" in str(target)], path
            assert broken == {}, path
            assert found == [], path


def test_what_the_switcher_says_can_be_read_on_a_phone(page: Page, visit: Visit) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(visit("plain") + "tr/guide/advanced/")
    page.locator("header .md-select").hover()
    for link in page.locator("header .md-select__link").all():
        expect(link).to_be_visible()
        assert link.evaluate("link => link.scrollWidth - link.clientWidth") <= 0
        box = link.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
