"""How quickly a long table answers: eight subsets of 1,250 rows each, in Chromium, by the page's own clock.

Run it from the project's root: ``python benchmarks/tables.py [ROUNDS]``. A switch is timed from the change of the
control, a sort from the click, to where the browser has styled and laid out the page, and further to where the next
frame has been painted. The exit status tells whether every median keeps within the limits.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from playwright.sync_api import Page, sync_playwright

# The tests' own helpers; not this folder's neighbours.
sys.path[0] = str(Path(__file__).parents[1] / "tests")

from lockstep.benchmarks.write import dump  # noqa: E402
from support.browser import launch, serve  # noqa: E402
from support.results import cell, measured, results, samples  # noqa: E402

if TYPE_CHECKING:
    from lockstep.benchmarks.model import Results

SUBSETS, ROWS = 8, 1250
FRAME_MS, SORT_MS = 1000 / 60, 50
CONFIG = """\
site_name: Large
theme: {name: material, font: false}
plugins: [lockstep]
markdown_extensions: [attr_list, pymdownx.superfences, lockstep.benchmarks, lockstep.callouts, lockstep.snippets]
"""
# Both run in the page. A task that is posted in a frame runs when the frame has been painted.
TIMED = """
const painted = () => new Promise(done => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => done(performance.now());
  channel.port2.postMessage(0);
}));
const timed = async (act) => {
  await painted();
  await painted();
  const start = performance.now();
  act();
  document.body.offsetHeight;
  const laidOut = performance.now() - start;
  return [laidOut, await painted() - start];
};
"""
SWITCHES = (
    "async (rounds) => {"
    + TIMED
    + """
  const select = document.querySelector("select[name=subset]");
  const found = [];
  for (let round = 0; round < rounds; round++) {
    for (const option of [...select.options].slice(1).concat(select.options[0])) {
      found.push(await timed(() => {
        select.value = option.value;
        select.dispatchEvent(new Event("change", { bubbles: true }));
      }));
    }
  }
  return found;
}"""
)
SORTS = (
    "async (rounds) => {"
    + TIMED
    + """
  const buttons = document.querySelectorAll("[data-shown] .ls-sort");
  const found = [];
  for (let round = 0; round < rounds; round++) {
    for (const button of buttons) {
      for (let press = 0; press < 3; press++) {
        found.push(await timed(() => button.click()));
      }
    }
  }
  return found;
}"""
)


def large() -> Results:
    """Make up measured results: every row with an interval, a first call and a break-even count."""
    random = Random(0)  # noqa: S311
    subsets = []
    for number in range(SUBSETS):
        cells = []
        for row in range(ROWS):
            name, size = f"model-{row // 5}", 2 ** (row % 5)
            # Plausible ones: the audit would find the others.
            eager, ratio = (5 + row // 5) * size, 0.8 + row // 5 % 18 / 10
            arms = [
                samples(*(f"{time * random.gauss(1, 0.01):.4f}" for _ in range(6)), first_call_ms=Decimal(first))
                for time, first in ((eager, 30_000), (eager / ratio, 60_000))
            ]
            cells.append(cell(name, size, eager=arms[0], compiled=arms[1], task="text-generation"))
        subsets.append(measured(f"device-{number}", *cells))
    return results(*subsets)


def build(root: Path) -> Path:
    """Build a site with one page."""
    for folder in ("docs", "snippets", "benchmarks/results"):
        (root / folder).mkdir(parents=True)
    (root / "pyproject.toml").write_text('[tool.lockstep.languages]\n"." = "en"\n', encoding="utf-8")
    (root / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    (root / "docs/index.md").write_text("# Large { #large }\n\n```benchmark\nresults: large\n```\n", encoding="utf-8")
    (root / "benchmarks/results/large.json").write_text(dump(large()), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"], cwd=root, check=True)
    return root / "site"


def report(what: str, times: list[list[float]], limit: float) -> bool:
    """Print what was timed, and tell whether the median keeps within the limit."""
    for name, column in zip(("laid out", "painted"), zip(*times, strict=True), strict=True):
        median, worst = statistics.median(column), max(column)
        sys.stdout.write(f"{what:7} {name:9} median {median:6.1f} ms   greatest {worst:6.1f} ms   of {len(column)}\n")
    return statistics.median(time for time, _ in times) <= limit


def measure(page: Page, rounds: int) -> bool:
    """Switch and sort, and tell whether both are quick enough."""
    first = page.evaluate(SWITCHES, 1)
    report("first", first, FRAME_MS)
    switches = report("switch", page.evaluate(SWITCHES, rounds), FRAME_MS)
    return report("sort", page.evaluate(SORTS, rounds), SORT_MS) and switches


def main() -> None:
    """Build, measure, print, and exit with 1 if anything is too slow."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with TemporaryDirectory() as folder:
        site = build(Path(folder))
        size = (site / "index.html").stat().st_size / 2**20
        with serve(site) as address, sync_playwright() as playwright:
            browser = launch(playwright)
            if not browser:
                sys.exit("no Chromium found")
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(address)
            sys.stdout.write(f"{SUBSETS} subsets of {ROWS} rows, a page of {size:.1f} MiB\n")
            good = measure(page, rounds)
            browser.close()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
