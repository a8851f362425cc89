"""A page that was saved is shown before the site is built again, at a cost that does not grow with the site.

Each build of a language leaves a copy of itself (:mod:`lockstep.copies`), which makes the page anew in the state in
which all pages of that language were made. What else follows from the edit, the build after it finds: of other pages,
of the search and of findings. An edit that may change more than its page's own text is left to that build alone.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from lockstep.copies import POSSIBLE, Copy, ask
from lockstep.files import below, read_text
from lockstep.findings import FindingError
from lockstep.languages.pages import parse_page
from lockstep.mkdocs import i18n, pipeline

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig

    from lockstep.languages.pages import Page as SourcePage
    from lockstep.mkdocs.plugin import LockstepPlugin

# Whoever saves more at once has changed branches, or replaced a word everywhere.
MOST = 4


class Previews:
    """The copies that the last build has left, by language."""

    def __init__(self) -> None:
        """Have none yet."""
        self.copies: dict[str | None, Copy] = {}

    def leave(self, plugin: LockstepPlugin, config: MkDocsConfig, env: Environment) -> None:
        """Leave a copy of the build of a language, at its end."""
        if POSSIBLE and plugin.keeper:
            language = i18n.build_language(config)
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


def _remake(plugin: LockstepPlugin, config: MkDocsConfig, env: Environment, files: list[str], folder: str) -> bool:
    """Make the pages of files anew, as they are in the language of this build.

    Returns whether that is all: not where the edit is not one of a page's own text alone, or a page would lack parts.
    """
    project = plugin.sources.project
    texts = {os.path.join(project.root, page.path): key for key, page in plugin.pages.items()}  # noqa: PTH118 (of all)
    new: dict[tuple[str, str], SourcePage] = {}
    for file in files:
        known = plugin.pages.get(texts.get(file, ("", "")))
        try:
            read = read_text(Path(file), project.root) if known else ""
            page = parse_page(read, known.name, known.path, known.language) if known else None
        except (FindingError, OSError):
            return False
        if not known or not page or _head(known) != _head(page):
            return False
        new[known.language.folder, known.name] = page
    # Nothing of what was worked out for other pages is sure any more, and nothing here is to be kept.
    plugin.pages, plugin.kept = {**plugin.pages, **new}, {}
    plugin.keeper = plugin.published.keeper = None
    plugin.reported = set()
    serving = plugin.serving
    if serving:
        serving.findings = []
    config.site_dir = folder
    for one in [file.page for file in plugin.files.documentation_pages() if file.page]:
        if one.file.abs_src_path not in files:
            continue
        if one.file.inclusion.is_excluded():  # type: ignore[no-untyped-call]
            return False
        # MkDocs has joined it to the folder of the site already.
        one.file.dest_dir, one.file.abs_dest_path = folder, str(Path(folder, one.file.dest_uri))
        pipeline.make(one, config, plugin.files, plugin.nav, env)
    return not (serving and serving.lacking())


def _head(page: SourcePage) -> tuple[object, ...]:
    """Take what other pages show of one: its front matter, its title, and what they link to."""
    lines = page.text.split("\n")[: page.body_line - 1]
    headings = page.outline.headings
    title = next((heading.title for heading in headings if heading.level == 1), "")
    return lines, title
