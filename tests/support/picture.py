"""Make the README's picture of the site: ``python tests/support/picture.py`` from the project's root."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
# In the place of this folder, whose html.py would hide the standard library's.
sys.path[0] = str(ROOT / "tests")

from support.browser import launch, serve  # noqa: E402
from support.project import mkdocs  # noqa: E402


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as address, sync_playwright() as playwright:
        run = mkdocs("build", "--strict", "--site-dir", folder, cwd=ROOT)
        browser = launch(playwright)
        if run.code or not browser:
            sys.exit(run.output if run.code else "no Chromium found")
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        page.screenshot(path=str(ROOT / "docs/assets/screenshot.png"))
        browser.close()


if __name__ == "__main__":
    main()
