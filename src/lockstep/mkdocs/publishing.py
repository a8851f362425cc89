"""Files of the site that pages bring with them: the numbers of their tables, their twins."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.utils import get_relative_url, write_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

    from lockstep.benchmarks.directive import Directive
    from lockstep.mkdocs.keeping import KeptPages

FOLDER = "assets/benchmarks"


class Publisher:
    """Writes the files of one build; those that several pages share are made once."""

    def __init__(self) -> None:
        """Know of no file yet."""
        self.texts: dict[str, str] = {}
        # Who is to know which page brings what.
        self.keeper: KeptPages | None = None

    def numbers(self, directive: Directive, page: Page, config: MkDocsConfig) -> dict[str, str]:
        """Write the numbers of a table into the site; return the page's links to them, by extension."""
        # Only a page with a table needs this, and the classes of results.
        from lockstep.benchmarks.downloads import FORMATS, downloads, file_name  # noqa: PLC0415

        if directive.results is None:
            return {}
        names = {extension: f"{FOLDER}/{file_name(directive.names)}.{extension}" for extension in FORMATS}
        if names[FORMATS[0]] not in self.texts:
            self.texts |= {names[extension]: text for extension, text in downloads(directive.results).items()}
        for name in names.values():
            self.emit(name, self.texts[name], config, shared=True)
        return {extension: get_relative_url(name, page.url) for extension, name in names.items()}

    def text(self, name: str, text: Callable[[], str], page: Page, config: MkDocsConfig) -> str:
        """Write a file into the site; return the page's link to it."""
        if name not in self.texts:
            self.texts[name] = text()
        self.emit(name, self.texts[name], config, shared=True)
        return get_relative_url(name, page.url)

    def emit(self, name: str, text: str, config: MkDocsConfig, *, shared: bool = False) -> None:
        """Write a file into the site; ``shared`` says that other pages bring the same."""
        if self.keeper:
            self.keeper.emit(name, text, shared=shared)
        else:
            write_file(text.encode("utf-8", "replace"), str(Path(config.site_dir, name)))
