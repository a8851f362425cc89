"""The real site, built once, as a reader gets it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from support.browser import launch, required
from support.once import Once
from support.project import SmallProject, make_project, mkdocs

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def site(once: Once) -> Path:
    """The folder of the built site; building it strictly, without torch, is itself the first test."""

    def build(folder: Path) -> None:
        run = mkdocs("build", "--strict", "--site-dir", str(folder), cwd=ROOT)
        assert run.code == 0, run.output

    return once("site", build)


@pytest.fixture
def small(tmp_path: Path) -> SmallProject:
    return make_project(tmp_path)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launch(playwright)
        if not found:
            if required():
                pytest.fail("no Chromium found, and CI requires the browser tests")
            pytest.skip("not run: no Chromium found")
        yield found
        found.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
