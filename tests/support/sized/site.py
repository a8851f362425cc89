"""A whole site on disk: with Lockstep, without it, or without it and with one tree of pages per language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.languages.pages import parse_page
from lockstep.languages.sections import sections
from lockstep.project import Language
from support.planted.pages import write_page
from support.project import record
from support.sized.config import mkdocs_file, project_file, zensical_file
from support.sized.making import PICTURES, SizedMaker
from support.sized.plan import make_plan
from support.sized.sources import make_files, make_program, make_results
from support.sized.stock import Stock
from support.sized.words import LANGUAGES, SOURCE

if TYPE_CHECKING:
    from pathlib import Path

    from support.sized.plan import Plan

# A program for so many pages, a file of results for so many.
PER_PROGRAM, PER_RESULTS = 4, 25
SHOWN = re.compile(r"program_\d+\.py")


@dataclass(frozen=True)
class Site:
    """A site: its plan, its files but for the pages, and its pages by language and name, with and without Lockstep."""

    plan: Plan
    files: dict[str, str]
    pages: dict[tuple[str, str], str]
    stock: dict[tuple[str, str], str]

    def write(self, root: Path) -> None:
        """Write it to a folder, for MkDocs with Lockstep."""
        files = self.files | {"pyproject.toml": project_file(), "mkdocs.yml": mkdocs_file(self.plan, stock=False)}
        _write(root, files)
        _write(root, _placed(self.pages))
        record(root)

    def write_stock(self, root: Path) -> None:
        """Write it to a folder, for MkDocs with Material and static-i18n alone."""
        _write(root, self._assets() | {"mkdocs.yml": mkdocs_file(self.plan, stock=True)} | _placed(self.stock))

    def write_zensical(self, root: Path) -> list[Path]:
        """Write a site per language below a folder, with the source's pages for those that it does not have.

        Returns the configurations.
        """
        configs = []
        for language in LANGUAGES:
            folder = root / language
            _write(folder, self._assets() | {"mkdocs.yml": zensical_file(self.plan, language)})
            pages = {}
            for name in self.plan.names:
                text = self.stock.get((language, name), self.stock[SOURCE, name])
                # What all languages share is one folder nearer.
                pages[f"docs/{name}"] = text.replace("../assets/", "assets/")
            _write(folder, pages)
            configs.append(folder / "mkdocs.yml")
        return configs

    def _assets(self) -> dict[str, str]:
        return {path: text for path, text in self.files.items() if path.startswith("docs/")}


def make_site(seed: int, pages: int) -> Site:
    """Make a site.

    Args:
        seed: the same gives the same site.
        pages: the number of pages in the source language; the others have a few fewer.
    """
    plan = make_plan(seed, pages)
    programs = {f"program_{number + 1:03}.py": make_program(number) for number in range(-(-pages // PER_PROGRAM))}
    results = {f"results-{number + 1}": make_results(seed, number) for number in range(-(-pages // PER_RESULTS))}
    stock = Stock(programs, results)
    written = {}
    source = Language(SOURCE, LANGUAGES[SOURCE])
    for page in SizedMaker(seed, plan, list(programs), list(results)).pages():
        # Authors differ in how they end lines; that costs no build time.
        text = _text(write_page(page, SOURCE, {}).text)
        written[SOURCE, page.name] = text
        found = sections(parse_page(text, page.name, page.name, source))
        translated = {key: section.fingerprint for key, section in found.items()}
        for language in LANGUAGES:
            if language != SOURCE and language in page.languages:
                written[language, page.name] = _text(write_page(page, language, translated).text)
    plain = {(language, name): stock.page(text, language) for (language, name), text in written.items()}
    # A program that no page has drawn would be a finding.
    shown = {name for text in written.values() for name in SHOWN.findall(text)}
    programs = {name: text for name, text in programs.items() if name in shown}
    return Site(plan, make_files(seed, programs, results, PICTURES), written, plain)


def _text(written: str) -> str:
    return written.replace("\r\n", "\n")


def _placed(pages: dict[tuple[str, str], str]) -> dict[str, str]:
    return {f"docs/{language}/{name}": text for (language, name), text in pages.items()}


def _write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
