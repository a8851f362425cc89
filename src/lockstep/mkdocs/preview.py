"""A page that was saved, or that shows what was, comes before the site is built again, at a cost that does not grow.

Each build of a language leaves a copy of itself (:mod:`lockstep.copies`), which makes the page anew in the state in
which all pages of that language were made. What else follows from the edit, the build after it finds: of other pages,
of the search and of findings. An edit that may change more than its page's own text is left to that build alone.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from lockstep.benchmarks.published import read_published
from lockstep.copies import POSSIBLE, Copy, ask
from lockstep.files import below, read_text
from lockstep.findings import FindingError
from lockstep.languages.pages import parse_page
from lockstep.mkdocs import i18n, pipeline
from lockstep.mkdocs.publishing import Publisher
from lockstep.snippets.program import load_program

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig

    from lockstep.languages.pages import Page as SourcePage
    from lockstep.mkdocs.plugin import LockstepPlugin

# Whoever saves more at once has changed branches, or replaced a word everywhere.
MOST = 4
# Pages that show one program or result, and are made before the others.
MANY = 8


class Previews:
    """The copies that the last build has left, by language."""

    def __init__(self) -> None:
        """Have none yet."""
        self.copies: dict[str | None, Copy] = {}

    def leave(self, plugin: LockstepPlugin, config: MkDocsConfig, env: Environment) -> None:
        """Leave a copy of the build of a language, at its end."""
        if POSSIBLE and plugin.keeper:
            language = i18n.build_language(config)
            # Here, and not in each copy while its author waits.
            _ = plugin.sources.record, plugin.sources.results
            self.copies[language] = Copy(lambda question: _remake(plugin, config, env, *question))

    def make(self, changed: Iterable[str], folder: Path) -> list[str]:
        """Make the pages of files that were saved.

        Args:
            changed: the files, absolute.
            folder: an empty folder, for the pages and what they bring with them.

        Returns the files of the site that are new there; none where that is for a build to do.
        """
        files = sorted(changed)
        if not self.copies or not 0 < len(files) <= MOST or not all(map(os.path.isfile, files)):
            return []
        if not all(ask([*self.copies.values()], [files, str(folder)])):
            return []
        return [file.relative_to(folder).as_posix() for file in below(folder) if file.is_file()]

    def end(self) -> None:
        """Let the copies go."""
        for copy in self.copies.values():
            copy.end()
        self.copies = {}


class _Edit:
    """What was edited, read anew."""

    def __init__(self, plugin: LockstepPlugin, files: Sequence[str]) -> None:
        """Read it.

        Raises:
            FindingError: a file cannot be used, or what it says may be shown by more than a few pages.
        """
        self.sources = plugin.sources
        self.project = self.sources.project
        self.pages: dict[tuple[str, str], SourcePage] = {}
        # Of programs and results: pages that say one of these may show it.
        self.names: list[str] = []
        root = self.project.root
        known = {os.path.join(root, page.path): page for page in plugin.pages.values()}  # noqa: PTH118 (of all pages)
        for name in files:
            file = Path(name)
            if name in known:
                self._page(known[name], file)
            elif file.is_relative_to(self.project.snippets):
                self._program(file)
            elif file.parent == self.project.results and file.suffix == ".json":
                self._results(file)
            else:
                raise FindingError

    def _page(self, old: SourcePage, file: Path) -> None:
        page = parse_page(read_text(file, self.project.root), old.name, old.path, old.language)
        if _head(page) != _head(old):
            raise FindingError
        self.pages[page.language.folder, page.name] = page

    def _program(self, file: Path) -> None:
        program = load_program(file, self.project)
        if program.findings or program.name not in self.sources.programs:
            raise FindingError(*program.findings)
        self.sources = replace(self.sources, programs={**self.sources.programs, program.name: program})
        self.names.append(program.name)

    def _results(self, file: Path) -> None:
        published = read_published(self.project)
        if published.faults:
            raise FindingError(*published.faults)
        self.sources = replace(self.sources, published=lambda: published)
        self.names.append(file.stem)


def _remake(plugin: LockstepPlugin, config: MkDocsConfig, env: Environment, files: list[str], folder: str) -> bool:
    """Make the pages of files anew, or those that show them, as they are in the language of this build.

    Returns whether that is all: not where an edit may change more than its pages' own text, or a page would lack parts.
    """
    try:
        edit = _Edit(plugin, files)
    except (FindingError, OSError):
        return False
    # Nothing of what was worked out for other pages is sure any more, and nothing here is to be kept.
    plugin.pages, plugin.sources, plugin.kept = {**plugin.pages, **edit.pages}, edit.sources, {}
    plugin.published, plugin.keeper, plugin.reported = Publisher(), None, set()
    serving = plugin.serving
    if serving:
        serving.findings = []
    config.site_dir = folder
    texts = {page.path: page.text for page in plugin.pages.values()} if edit.names else {}
    made = 0
    for one in [file.page for file in plugin.files.documentation_pages() if file.page]:
        if one.file.abs_src_path not in files:
            text = texts.get(plugin.path(one), "") if edit.names else ""
            if not any(name in text for name in edit.names):
                continue
        made += 1
        if made > MANY or one.file.inclusion.is_excluded():  # type: ignore[no-untyped-call]
            return False
        # MkDocs has joined it to the folder of the site already.
        one.file.dest_dir, one.file.abs_dest_path = folder, str(Path(folder, one.file.dest_uri))
        pipeline.make(one, config, plugin.files, plugin.nav, env)
    return not (serving and serving.lacking())


def _head(page: SourcePage) -> tuple[object, ...]:
    """Take what other pages show of one: its front matter, and its title."""
    lines = page.text.split("\n")[: page.body_line - 1]
    title = next((heading.title for heading in page.outline.headings if heading.level == 1), "")
    return lines, title
