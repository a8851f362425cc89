"""The tables of the page on what a build costs: made of the results that are committed, in every language.

A table takes the place of the only one in its section, so that pages need no marks of their own; likewise the commands
that the results were measured with, the place of the section's only block of a console. What is measured is called by
its name in ``captions.txt``; a way that has none there is an error, and one that a result lacks is a dash.
"""

from __future__ import annotations

import json
import re
import statistics
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.dates import format_date

from lockstep.languages.evidence import CURRENT, page_state
from lockstep.languages.pages import load_pages
from lockstep.languages.record import read_record, write_record
from lockstep.languages.sections import sections
from lockstep.numbers import format_exact, format_rounded
from lockstep.project import load_project
from support.sized.measuring import SERVED, STOCK, WARM
from support.sized.words import LANGUAGES, SOURCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from lockstep.languages.pages import Page
    from lockstep.project import Language

PAGE = "write/speed.md"
RESULTS = Path("benchmarks") / "site" / "results"
TABLE = re.compile(r"^\|.*(?:\n\|.*)*", re.MULTILINE)
CONSOLE = re.compile(r"^```console\n.*?^```$", re.MULTILINE | re.DOTALL)
NOTHING = "–"
# Between a number and its unit, where no line is to end.
SPACE = "\N{NO-BREAK SPACE}"
KIB = 1024


class TableError(Exception):
    """The tables cannot be made, or not be put into a page; the text says where and why."""


def load_results(folder: Path) -> list[dict[str, Any]]:
    """Read all results, the smallest site first.

    Raises:
        TableError: there is none, one is named after another size, or what was built was not what was to be built.
    """
    found = []
    for file in sorted(folder.glob("*.json")):
        one = json.loads(file.read_text("utf-8"))
        name = f"{RESULTS.as_posix()}/{file.name}"
        pages = one["site"]["pages"][SOURCE]
        if file.stem != str(pages):
            raise TableError(f"{name} is of a site of {pages} pages: call it {pages}.json")
        if wrong := ", ".join(way for way, paths in one["differences"].items() if paths):
            raise TableError(f"{name}: files are not as in a plain build ({wrong}), so that its times mean nothing")
        for kind in ("builds", "edits", "weights"):
            # Weighed a second time: every byte is as in the plain build.
            for way in one[kind].keys() - captions()[kind].keys() - ({WARM} if kind == "weights" else set()):
                raise TableError(f"{name}: '{way}' has no name: add it to [{kind}] in tests/support/sized/captions.txt")
        found.append(one)
    if not found:
        raise TableError(f"no results in {RESULTS.as_posix()}")
    return sorted(found, key=lambda one: one["site"]["pages"][SOURCE])


def written(root: Path, results: Sequence[Mapping[str, Any]]) -> dict[Path, str]:
    """Put the tables into the page of each language of a project, and give the new texts by their files.

    A section of a translation that was current stays so: the table that it got says the same as its source's. One that
    was stale stays stale.

    Raises:
        TableError: a page or a section is missing, or has not one place to put a table into.
    """
    project = load_project(root)
    pages, _ = load_pages(project)
    texts = {}
    for language in project.languages:
        if (language.folder, PAGE) not in pages:
            raise TableError(f"docs/{language.folder}/{PAGE} is missing")
        page = pages[language.folder, PAGE]
        texts[language.folder] = _put(page, blocks(results, language))
    before = pages[project.source.folder, PAGE]
    after = sections(replace(before, text=texts[project.source.folder]))
    for language in project.languages[1:]:
        page = pages[language.folder, PAGE]
        states = page_state(before, page, language).sections
        current = {one.source.id: after[one.source.id].fingerprint for one in states if one.state == CURRENT}
        recorded = read_record(page.text, page.path).entries
        texts[language.folder] = write_record(texts[language.folder], recorded | current, page.path)
    return {root / pages[folder, PAGE].path: text for folder, text in texts.items()}


def blocks(results: Sequence[Mapping[str, Any]], language: Language) -> dict[str, str]:
    """Make the tables in a language, and the commands, by the ids of their sections."""
    table = _Tables(results, language)
    return {
        "setup": table.setup(),
        "cpu": table.times("cpu_s"),
        "clock": table.times("wall_s"),
        "serving": table.serving(),
        "memory": table.memory(),
        "weight": table.weights(),
        "repeat": _commands(results),
    }


@cache
def captions() -> dict[str, dict[str, dict[str, str]]]:
    """Read what rows and columns are called: by kind, key and language."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for line in (Path(__file__).parent / "captions.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = lines = {}
        elif line:
            key, *names = line.split(" | ")
            lines[key] = dict(zip(LANGUAGES, names, strict=True))
    return found


class _Tables:
    """Writes tables of the same results in one language."""

    def __init__(self, results: Sequence[Mapping[str, Any]], language: Language) -> None:
        self.results, self.language = results, language

    def setup(self) -> str:
        """Say what was measured on what, a column for each site."""
        facts = [self._facts(one) for one in self.results]
        rows = [
            [names[self.language.folder], *(one.get(key, NOTHING) for one in facts)]
            for key, names in captions()["setup"].items()
            if any(key in one for one in facts)
        ]
        return self._table("setup", rows, ruler="---")

    def times(self, value: str) -> str:
        """Say how what builds took compares with the stock site, and what it was."""
        return self._each(
            "builds",
            lambda one, way: (
                f"{self._ratio(one['ratios'][way][STOCK][value])} ({self._seconds(_median(one['builds'][way], value))})"
            ),
        )

    def serving(self) -> str:
        """Say what an edit took while the site was served: until the page showed, and of the processor."""
        return self._each(
            "edits",
            lambda one, way: (
                f"{self._seconds(_median(one['edits'][way], 'wall_s'))} "
                f"({self._seconds(_median(one['edits'][way], 'cpu_s'))})"
            ),
        )

    def memory(self) -> str:
        """Say how much memory builds had at most."""
        return self._each("builds", lambda one, way: self._rounded(_peak(one["builds"][way]), 0) + f"{SPACE}MiB")

    def weights(self) -> str:
        """Say what readers load."""
        rows = []
        for key, names in captions()["measures"].items():
            named = self._rows("weights", lambda one, way, key=key: self._kib(_loaded(one["weights"][way])[key]))
            rows += [[f"{names[self.language.folder]} · {name}", *cells] for name, *cells in named]
        return self._table("weights", rows)

    def _each(self, kind: str, cell: Callable[[Mapping[str, Any], str], str]) -> str:
        return self._table(kind, self._rows(kind, cell))

    def _rows(self, kind: str, cell: Callable[[Mapping[str, Any], str], str]) -> list[list[str]]:
        """Make a row for each way that any result has, with a cell for each result."""
        return [
            [names[self.language.folder], *(cell(one, way) if way in one[kind] else NOTHING for one in self.results)]
            for way, names in captions()[kind].items()
            if any(way in one[kind] for one in self.results)
        ]

    def _table(self, kind: str, rows: Sequence[Sequence[str]], ruler: str = "--:") -> str:
        if not rows:
            raise TableError(f"no result has any {kind}, so that there is no table of them")
        header = [captions()["columns"][kind][self.language.folder], *map(self._size, self.results)]
        first, *rest = (f"| {' | '.join(line)} |" for line in (header, *rows))
        return "\n".join([first, f"|---|{f'{ruler}|' * len(self.results)}", *rest])

    def _facts(self, one: Mapping[str, Any]) -> dict[str, str]:
        """Say what a result was measured on, by the keys of the captions; versions are among them."""
        setup, rounds = one["setup"], len(one["builds"][STOCK])
        return setup["versions"] | {
            "date": format_date(date.fromisoformat(setup["date"]), "long", self.language.locale),
            "pages": " / ".join(map(self._exact, one["site"]["pages"].values())),
            "bytes": self._rounded(one["site"]["bytes"] / KIB**2, 1),
            "rounds": self._exact(rounds),
            "edits": self._exact(len(one["edits"].get(SERVED[WARM], ())) // rounds),
            "processor": setup["processor"],
            "processors": self._exact(setup["processors"]),
            # As code: some fonts make a sign of multiplication of x86.
            "system": f"`{setup['system']}`",
            "python": setup["python"],
        }

    def _size(self, one: Mapping[str, Any]) -> str:
        pages = one["site"]["pages"]
        return f"{self._exact(pages[SOURCE])} × {len(pages)}"

    def _exact(self, value: int) -> str:
        return format_exact(value, self.language.locale)

    def _rounded(self, value: float, digits: int) -> str:
        return format_rounded(Decimal(str(value)), digits, self.language.locale)

    def _seconds(self, value: float) -> str:
        return self._rounded(value, 0 if value >= 100 else 1 if value >= 10 else 2) + f"{SPACE}s"

    def _ratio(self, value: float) -> str:
        return self._rounded(value, 2 if value >= 0.1 else 3)

    def _kib(self, size: int) -> str:
        return self._rounded(size / KIB, 0 if size >= 100 * KIB else 1) + f"{SPACE}KiB"


def _median(runs: Iterable[Mapping[str, float]], value: str) -> float:
    return statistics.median(one[value] for one in runs)


def _peak(runs: Iterable[Mapping[str, float | None]]) -> float:
    """Find the most memory: of one process or, where it was seen and is more, of all at once."""
    return max(one[value] or 0 for one in runs for value in ("process_mib", "tree_mib"))


def _loaded(weight: Mapping[str, Any]) -> dict[str, int]:
    """Add up what readers load, by the keys of the captions."""
    return {
        "mean": weight["html_mean"],
        "largest": weight["html_max"],
        "visit": weight["html_gzip_mean"] + weight["js_gzip"] + weight["css_gzip"],
        "index": _index(weight["index_gzip"]),
    }


def _index(sizes: Mapping[str, int]) -> int:
    """Choose the index that a reader of the source language loads: the one of that language, or the one of all."""
    own = [size for path, size in sizes.items() if SOURCE in Path(path).with_suffix("").parts]
    return own[0] if own else max(sizes.values())


def _commands(results: Sequence[Mapping[str, Any]]) -> str:
    """Write the commands that the results were made with, and those around them."""
    measured = (
        f"{one['setup']['command']} -o {RESULTS.as_posix()}/{one['site']['pages'][SOURCE]}.json" for one in results
    )
    lines = ['pip install -c constraints.txt -e ".[test]"', *measured, "python benchmarks/site/tables.py"]
    return "\n".join(["```console", *lines, "```"])


def _put(page: Page, made: Mapping[str, str]) -> str:
    """Put each block in the place of the one that its section has."""
    lines = page.text.split("\n")
    starts = [heading.line for heading in page.headings]
    known = {heading.id: number for number, heading in enumerate(page.headings)}
    places = {key: known[key] for key in made if key in known}
    if missing := made.keys() - places.keys():
        raise TableError(f"{page.path} has no section {', '.join(sorted(missing))}")
    # From below, so that lines above stay where they are.
    for key, number in sorted(places.items(), key=lambda place: -place[1]):
        start, end = starts[number], (*starts, len(lines) + 1)[number + 1] - 1
        section = "\n".join(lines[start:end])
        pattern, what = (TABLE, "table") if made[key].startswith("|") else (CONSOLE, "block of a console")
        found = pattern.findall(section)
        if len(found) != 1:
            raise TableError(f"{page.path}:{start}: the section '{key}' has {len(found)} times a {what}, not once")
        lines[start:end] = section.replace(found[0], made[key]).split("\n")
    return "\n".join(lines)
