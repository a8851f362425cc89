"""Builds of the same site, one way after the other in each round, so that a busy machine is busy for all of them."""

from __future__ import annotations

import hashlib
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from support.project import make_project
from support.sized.edits import Editor
from support.sized.serving import Shown, serve_edits
from support.sized.site import make_site
from support.sized.spent import Spent, run
from support.sized.weight import Weight, weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from support.sized.site import Site

OFF = {"LOCKSTEP_ACCELERATION": "off"}
CACHE = Path(".cache") / "lockstep"
# Bytes for each page in English, and pages that stand for what any build uses: together more than the largest build
# does, files that it writes included.
MEMORY, ANY = 1280 * 1024, 100
BUILD = (sys.executable, "-m", "mkdocs", "build")
# How the site is built, in the order of a round.
STOCK, PLAIN, COLD, SAME, WARM = "stock", "plain", "cold", "warm, same folder", "warm"
EDITED = "warm, one page edited"
ZENSICAL, ZENSICAL_WARM, ZENSICAL_EDITED = "zensical", "zensical, warm", "zensical, one page edited"
# While it is served.
SERVED = {
    STOCK: "stock, one edit while serving",
    PLAIN: "plain, one edit while serving",
    WARM: "one edit while serving",
}


@dataclass
class Measured:
    """What was found: of each way, what each round took, or each edit; what differs; what pages weigh.

    ``differences`` are the files of the site that are not the same as those of the plain build, by the way it was
    built: also those that only one of them has.
    """

    site: Site
    builds: dict[str, list[Spent]] = field(default_factory=dict)
    edits: dict[str, list[Shown]] = field(default_factory=dict)
    differences: dict[str, set[str]] = field(default_factory=dict)
    weights: dict[str, Weight] = field(default_factory=dict)


class Bench:
    """The site's folders, and the ways to build it."""

    def __init__(self, root: Path, seed: int, pages: int, zensical: Path | None, tell: Callable[[str], None]) -> None:
        """Write the site to a folder, each form of it.

        Args:
            root: an empty folder.
            seed: of the site.
            pages: of the site, in the source language.
            zensical: the executable, if it is measured too.
            tell: told what is done, and each number as it is found.
        """
        self.root, self.zensical, self.tell = root, zensical, tell
        self.moved = 0
        self.taken = (pages + ANY) * MEMORY
        # The memory of all processes of a build, by the way it was made: of one that is not measured otherwise.
        self.memory: dict[str, float | None] = {}
        site = make_site(seed, pages)
        self.measured = Measured(site)
        self.stock, self.plain, self.ours = root / "stock", root / "plain", root / "lockstep"
        site.write_stock(self.stock)
        # Apart, so that a build without the cache has none, and is not compared with itself.
        site.write(self.plain)
        site.write(self.ours)
        self.editors = {folder: Editor(folder / "docs", site.plan) for folder in (self.stock, self.plain, self.ours)}
        self.configs = site.write_zensical(root / "zensical") if zensical else []
        # The same day on both sides of midnight.
        self.variables = {"SOURCE_DATE_EPOCH": str(int(time.time()))}

    def warm_up(self) -> None:
        """Build something small, so that the first build that is measured finds the code compiled and read."""
        self.tell("warming up")
        run(BUILD, make_project(self.root / "small").root, OFF)

    def watch(self) -> None:
        """Build anew as plain and with Lockstep, and see how much memory all processes have together.

        To watch them costs those that are several more than one that is alone, so these builds are not compared.
        """
        for name, folder, variables in ((PLAIN, self.plain, OFF), (COLD, self.ours, {})):
            self.tell(f"{name}: watching its memory")
            self.memory[name] = run(BUILD, folder, self.variables | variables, memory=self.taken, watched=True).tree_mib

    def round(self, number: int) -> None:
        """Measure every way to build once."""
        self._away(self.stock / "site", self.plain / "site", self.ours / "site", self.ours / CACHE)
        self._mkdocs(STOCK, self.stock)
        self._mkdocs(PLAIN, self.plain, OFF)
        self._mkdocs(COLD, self.ours)
        self._compare(COLD)
        self._mkdocs(SAME, self.ours)
        self._compare(SAME)
        self._away(self.ours / "site")
        self._mkdocs(WARM, self.ours)
        self._compare(WARM)
        if not number:
            names = {STOCK: self.stock, PLAIN: self.plain, WARM: self.ours}
            self.measured.weights |= {name: weigh(folder / "site") for name, folder in names.items()}
        self._edited(number)
        self._zensical(number)

    def serve(self, number: int, edits: int) -> None:
        """Measure edits while the site is served: as many as asked with Lockstep, else one.

        What serves the plain site makes all of it anew, and deletes what was there: see `_away`.
        """
        for name, folder, variables, times in (
            (STOCK, self.stock, {}, 1),
            (PLAIN, self.plain, OFF, 1),
            (WARM, self.ours, {}, edits),
        ):
            numbers = range(number * edits, number * edits + times)
            shown = serve_edits(folder, self.editors[folder], numbers, self.variables | variables, self.taken)
            for one in shown:
                self.tell(f"{SERVED[name]}: {one.cpu_s:.2f} s of the processor, {one.wall_s:.2f} s on the clock")
            self.measured.edits.setdefault(SERVED[name], []).extend(shown)

    def _away(self, *folders: Path) -> None:
        """Have folders no more, without deleting them.

        To make files where others were deleted a minute ago costs some file systems ten times as much.
        """
        for folder in folders:
            if folder.exists():
                self.moved += 1
                folder.rename(self.root / f"moved-{self.moved}")

    def _edited(self, number: int) -> None:
        for folder in (self.plain, self.ours):
            self.editors[folder].edit(number)
        self._mkdocs(EDITED, self.ours)
        if not number:
            self._away(self.plain / "site")
            run(BUILD, self.plain, self.variables | OFF)
            self._compare(EDITED)
        for folder in (self.plain, self.ours):
            self.editors[folder].restore()

    def _zensical(self, number: int) -> None:
        """Build each language for itself, anew, again, and after an edit of the source."""
        if not self.configs:
            return
        folders = [config.parent for config in self.configs]
        self._away(*(folder / made for folder in folders for made in ("site", ".cache")))
        self._add(ZENSICAL, self._zensical_builds())
        self._add(ZENSICAL_WARM, self._zensical_builds())
        if not number:
            self.measured.weights[ZENSICAL] = weigh(*(folder / "site" for folder in folders))
        editor = Editor(folders[0] / "docs", self.measured.site.plan, below="")
        editor.edit(number)
        self._add(ZENSICAL_EDITED, self._zensical_builds())
        editor.restore()

    def _zensical_builds(self) -> Iterable[Spent]:
        for config in self.configs:
            yield run(
                (str(self.zensical), "build", "-f", str(config)), config.parent, self.variables, memory=self.taken
            )

    def _mkdocs(self, name: str, folder: Path, variables: dict[str, str] | None = None) -> None:
        self._add(name, (run(BUILD, folder, self.variables | (variables or {}), memory=self.taken) for _ in range(1)))

    def _add(self, name: str, runs: Iterable[Spent]) -> None:
        first, *more = runs
        # Taken with the first round.
        spent = replace(sum(more, start=first), tree_mib=self.memory.pop(name, None))
        self.tell(f"{name}: {spent.cpu_s:.2f} s of the processor, {spent.wall_s:.2f} s on the clock")
        self.measured.builds.setdefault(name, []).append(spent)

    def _compare(self, name: str) -> None:
        found = differing(self.plain / "site", self.ours / "site")
        self.measured.differences.setdefault(name, set()).update(found)


def measure(
    root: Path,
    *,
    seed: int,
    pages: int,
    rounds: int,
    edits: int,
    zensical: Path | None,
    tell: Callable[[str], None],
) -> Measured:
    """Make the site, and measure it.

    Args:
        root: an empty folder.
        seed: of the site.
        pages: of the site, in the source language.
        rounds: how often each way is measured.
        edits: how many edits are measured in each round while the site is served; 0 for none at all.
        zensical: the executable, if it is measured too.
        tell: told what is done, and each number as it is found.

    Raises:
        RunError: a build has failed.
    """
    bench = Bench(root, seed, pages, zensical, tell)
    bench.warm_up()
    bench.watch()
    for number in range(rounds):
        bench.round(number)
    for number in range(rounds if edits else 0):
        bench.serve(number, edits)
    return bench.measured


def differing(expected: Path, built: Path) -> set[str]:
    """List the files that are not the same in two folders, or only in one of them."""
    ones, others = _digests(expected), _digests(built)
    return {path for path in ones | others if ones.get(path) != others.get(path)}


def _digests(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).digest()
        for file in folder.rglob("*")
        if file.is_file()
    }
