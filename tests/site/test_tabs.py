"""Content tabs in the built site and in a real browser: linked by a key that is the same in every language."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browser import LITTLE, complaints, serve, shift
from support.html import parse
from support.project import SmallProject, make_project
from support.readers import ADDRESS, FOLDERS, TAGS
from support.tabs import LABELS, make_tabs_project

DEVICES, SYSTEMS = ["cpu", "gpu"], ["linux", "windows"]
SETUPS = {"plain": {}, "linked": {"linked": True}, "instant": {"instant": True}}


class Sites:
    """The site in each of the ways it may be set up, built and served when it is first asked for."""

    def __init__(self, stack: ExitStack, make: pytest.TempPathFactory) -> None:
        self.stack, self.make = stack, make
        self.folders: dict[str, Path] = {}
        self.addresses: dict[str, str] = {}

    def folder(self, setup: str) -> Path:
        if setup not in self.folders:
            project = make_tabs_project(self.make.mktemp(setup), **SETUPS[setup])
            run = project.build("--strict")
            assert run.code == 0, run.output
            self.folders[setup] = project.root / "site"
        return self.folders[setup]

    def address(self, setup: str) -> str:
        if setup not in self.addresses:
            self.addresses[setup] = self.stack.enter_context(serve(self.folder(setup)))
        return self.addresses[setup]


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    with ExitStack() as stack:
        yield Sites(stack, tmp_path_factory)


def keys(file: Path) -> list[list[str | None]]:
    return [
        [radio.get("data-lockstep-tab") for radio in tabs.find_all("input", recursive=False)]
        for tabs in parse(file).select(".tabbed-set")
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_tab_has_the_same_key_in_every_language(sites: Sites, folder: str) -> None:
    site = sites.folder("plain")
    assert keys(site / FOLDERS[folder] / "guide/install/index.html") == [DEVICES, SYSTEMS, DEVICES, DEVICES]
    labels = parse(site / FOLDERS[folder] / "guide/install/index.html").select(".tabbed-labels label")
    assert [label.get_text() for label in labels[:2]] == list(LABELS[folder][:2])
    # A page that is not translated has the source's labels, which are the keys.
    assert keys(site / FOLDERS[folder] / "guide/only/index.html") == [DEVICES, SYSTEMS, DEVICES, DEVICES]


def test_only_pages_with_tabs_load_the_script(sites: Sites) -> None:
    for folder in FOLDERS.values():
        for page, loaded in {"guide/install/": True, "guide/only/": True, "guide/compile/": False, "": False}.items():
            found = parse(sites.folder("plain") / folder / page / "index.html").select("script[src*='tabs.js']")
            assert len(found) == loaded, page
    # Where pages are swapped in place, the scripts of the first stay.
    assert parse(sites.folder("instant") / "index.html").select("script[src*='tabs.js']")


def test_materials_own_links_by_label_make_room(sites: Sites) -> None:
    page = (sites.folder("linked") / "pt/guide/install/index.html").read_text("utf-8")
    assert "content.tabs.link" not in page
    assert "__tabs" not in page


def test_materials_own_links_by_label_alone_are_refused_in_more_than_one_language(tmp_path: Path) -> None:
    project = make_tabs_project(tmp_path, linked=True)
    project.edit("mkdocs.yml", "  - lockstep.tabs\n", "")
    run = project.build()
    assert run.code != 0
    assert (
        "mkdocs.yml:1:1 LS009 content.tabs.link links tabs by their labels, which are not the same in every language "
        "(add lockstep.tabs to markdown_extensions)" in run.output
    )
    assert "Traceback" not in run.output


def test_a_key_of_the_translation_that_the_source_does_not_have_is_found(tmp_path: Path) -> None:
    project = make_tabs_project(tmp_path)
    project.edit("docs/tr/guide/install.md", '=== "Windows"', '=== "Windows { #win }"')
    run = project.build("--strict")
    assert run.code != 0
    assert (
        "docs/tr/guide/install.md:43:1 LS234 the tab has the key 'win', that of docs/en/guide/install.md has 'windows' "
        "(keys are the same in every language)" in run.output
    )


def chosen(page: Page) -> list[str | None]:
    return [
        radio.get_attribute("data-lockstep-tab") for radio in page.locator("article input[type=radio]:checked").all()
    ]


def choose(page: Page, number: int, label: str) -> None:
    page.locator(".tabbed-set").nth(number).locator("label", has_text=label).first.click()


def switch(page: Page, folder: str) -> None:
    page.locator("header .md-select").hover()
    page.locator("header .md-select__link").nth(list(FOLDERS).index(folder)).click()
    expect(page.locator("html")).to_have_attribute("lang", TAGS[folder])
    page.wait_for_load_state()


@pytest.mark.browser
@pytest.mark.parametrize("setup", SETUPS)
def test_a_choice_holds_in_every_set_language_and_page(page: Page, sites: Sites, setup: str) -> None:
    root = sites.address(setup)
    found = complaints(page, root)
    page.goto(root + "guide/install/")
    assert chosen(page) == ["cpu", "linux", "cpu", "cpu"]
    choose(page, 0, "GPU")
    assert chosen(page) == ["gpu", "linux", "gpu", "gpu"]
    for folder in ("pt", "tr", "en", "tr", "pt"):
        switch(page, folder)
        assert chosen(page) == ["gpu", "linux", "gpu", "gpu"]
        expect(page.locator("article label", has_text=LABELS[folder][1]).first).to_be_visible()
        expect(page.locator(".tabbed-set").first).to_contain_text("B 2")
        expect(page.get_by_text("A 1", exact=True).first).to_be_hidden()
    # Back the other way, from a translated label in another set.
    choose(page, 2, "CPU (processador)")
    choose(page, 1, "Windows")
    assert chosen(page) == ["cpu", "windows", "cpu", "cpu"]
    page.reload()
    assert chosen(page) == ["cpu", "windows", "cpu", "cpu"]
    page.goto(root + "tr/guide/only/")
    assert chosen(page) == ["cpu", "windows", "cpu", "cpu"]
    page.goto(root + "guide/install/")
    assert chosen(page) == ["cpu", "windows", "cpu", "cpu"]
    assert found == []


@pytest.mark.browser
def test_pages_that_are_swapped_in_place_keep_the_choice(page: Page, sites: Sites) -> None:
    root = sites.address("instant")
    page.route(
        "**/sitemap.xml",
        lambda route: route.fulfill(body=route.fetch().text().replace(ADDRESS, root), content_type="text/xml"),
    )
    page.goto(root + "pt/")
    page.wait_for_load_state("networkidle")
    page.evaluate("window.kept = true")

    def follow(name: str) -> None:
        page.evaluate(f"document.querySelector('.md-sidebar--primary a[href*={name}]').click()")
        page.wait_for_url(f"{root}pt/guide/{name}/")

    follow("install")
    expect(page.locator("article h1")).to_contain_text("Instalação")
    assert page.evaluate("window.kept")
    choose(page, 2, "GPU")
    assert chosen(page) == ["gpu", "linux", "gpu", "gpu"]
    follow("only")
    expect(page.locator("article h1")).to_contain_text("Only")
    assert chosen(page) == ["gpu", "linux", "gpu", "gpu"]
    # One that is not translated, and so is in no sitemap, is loaded whole.
    page.wait_for_load_state("networkidle")
    page.evaluate("window.kept = true")
    choose(page, 0, "CPU")
    page.evaluate("document.querySelector('.md-sidebar--primary a[href*=install]').click()")
    expect(page.locator("article h1")).to_contain_text("Instalação")
    assert chosen(page) == ["cpu", "linux", "cpu", "cpu"]
    assert page.evaluate("window.kept")
    switch(page, "tr")
    assert chosen(page) == ["cpu", "linux", "cpu", "cpu"]


@pytest.mark.browser
@pytest.mark.parametrize("setup", SETUPS)
def test_tabs_are_chosen_by_keyboard(page: Page, sites: Sites, setup: str) -> None:
    page.goto(sites.address(setup) + "tr/guide/install/")
    page.locator(".tabbed-set").nth(2).locator("input").first.focus()
    page.keyboard.press("ArrowRight")
    assert chosen(page) == ["gpu", "linux", "gpu", "gpu"]
    assert page.evaluate("document.activeElement.id") == "__tabbed_3_2"
    page.keyboard.press("ArrowLeft")
    assert chosen(page) == ["cpu", "linux", "cpu", "cpu"]
    # The line below the label has moved in the other sets, too.
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(200)
    tabs = page.locator(".tabbed-set").first
    line = tabs.evaluate("set => parseFloat(set.style.getPropertyValue('--md-indicator-x'))")
    assert line == pytest.approx(tabs.evaluate("set => set.querySelectorAll('label')[1].offsetLeft"), abs=1)


@pytest.mark.browser
@pytest.mark.parametrize("setup", SETUPS)
def test_a_tab_that_an_address_names_comes_first_until_another_is_chosen(page: Page, sites: Sites, setup: str) -> None:
    root = sites.address(setup)
    page.goto(root + "guide/install/")
    choose(page, 0, "GPU")
    assert page.url.endswith("#__tabbed_1_2")
    page.goto(root + "guide/only/#__tabbed_1_1")
    page.wait_for_load_state("networkidle")
    assert chosen(page) == ["cpu", "linux", "cpu", "cpu"]
    page.locator(".tabbed-set").first.locator("input").first.focus()
    page.keyboard.press("ArrowRight")
    page.reload()
    page.wait_for_load_state("networkidle")
    assert chosen(page) == ["gpu", "linux", "gpu", "gpu"]


@pytest.mark.browser
@pytest.mark.parametrize("setup", SETUPS)
def test_going_back_shows_what_was_chosen_since(page: Page, sites: Sites, setup: str) -> None:
    root = sites.address(setup)
    for path, key in {"guide/install/": "ArrowRight", "guide/only/": "ArrowLeft"}.items():
        page.goto(root + path)
        # By keyboard, which leaves no address of a tab.
        page.locator(".tabbed-set").first.locator("input:checked").focus()
        page.keyboard.press(key)
    # Browsers put back what was chosen on the page when it was left.
    page.go_back()
    page.wait_for_load_state("networkidle")
    assert page.url == root + "guide/install/"
    assert chosen(page) == ["cpu", "linux", "cpu", "cpu"]


@pytest.mark.browser
def test_the_tab_that_was_chosen_stays_in_its_place(page: Page, sites: Sites) -> None:
    page.goto(sites.address("plain") + "pt/guide/install/")
    for label in ("GPU", "CPU", "GPU"):
        tab = page.locator(".tabbed-set").nth(2).locator("label", has_text=label).first
        tab.scroll_into_view_if_needed()
        page.wait_for_timeout(300)
        before, height = tab.bounding_box()["y"], page.evaluate("document.body.scrollHeight")
        tab.click()
        page.wait_for_timeout(300)
        assert page.evaluate("document.body.scrollHeight") != height
        assert tab.bounding_box()["y"] == pytest.approx(before, abs=1)


@pytest.mark.browser
def test_nothing_moves_when_a_choice_is_restored(page: Page, sites: Sites) -> None:
    root = sites.address("plain")
    page.goto(root + "guide/install/")
    choose(page, 0, "GPU")
    page.goto(root + "tr/guide/install/")
    page.wait_for_load_state("networkidle")
    assert chosen(page) == ["gpu", "linux", "gpu", "gpu"]
    assert shift(page) < LITTLE


@pytest.mark.browser
@pytest.mark.parametrize("stored", ["not JSON", "7", '["no-such", 3, null]'])
def test_what_cannot_be_restored_is_no_error(page: Page, sites: Sites, stored: str) -> None:
    root = sites.address("plain")
    found = complaints(page, root)
    page.add_init_script(f"localStorage.setItem('/docs/torch/lockstep.tabs', {stored!r})")
    page.goto(root + "guide/install/#%E0%A4%A")
    assert chosen(page) == ["cpu", "linux", "cpu", "cpu"]
    choose(page, 0, "GPU")
    assert chosen(page) == ["gpu", "linux", "gpu", "gpu"]
    assert found == []


@pytest.mark.browser
def test_tabs_are_linked_where_nothing_can_be_stored(page: Page, sites: Sites) -> None:
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })")
    page.goto(sites.address("plain") + "guide/install/")
    choose(page, 0, "GPU")
    assert chosen(page) == ["gpu", "linux", "gpu", "gpu"]


@pytest.mark.browser
def test_without_scripts_each_set_is_a_set_of_radio_buttons(browser: Browser, sites: Sites) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(sites.address("plain") + "pt/guide/install/")
    choose(page, 0, "GPU")
    assert chosen(page) == ["gpu", "linux", "cpu", "cpu"]
    expect(page.get_by_text("B 2", exact=True).first).to_be_visible()
    context.close()


def test_a_site_without_tabs_needs_no_extension_for_them(tmp_path: Path) -> None:
    project: SmallProject = make_project(tmp_path)
    run = project.build("--strict")
    assert run.code == 0, run.output
    assert not parse(project.root / "site/index.html").select("script[src*='tabs.js']")
