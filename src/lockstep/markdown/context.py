"""Which page is being rendered: a host says so here, since a Markdown extension cannot know.

A host (the MkDocs plugin) sets :data:`current` around each page. Without a host, the extensions' own options say where
the project is and which language the text is in, and a fault is an exception.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NoReturn, TypeVar, cast

from markdown import Extension

from lockstep.check import load
from lockstep.findings import Finding, FindingError, near
from lockstep.languages.pages import load_pages
from lockstep.messages import Messages
from lockstep.project import load_project

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, MutableMapping, Sequence

    from lockstep.benchmarks.directive import Directive
    from lockstep.check import Sources
    from lockstep.languages.pages import Page
    from lockstep.project import Language

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PageContext:
    """The page being rendered.

    ``path`` is its path below the project's root; ``offset`` is the number of its file's lines above the Markdown that
    is rendered; ``report`` takes every fault that rendering meets; ``publish``, where the host writes files, makes the
    numbers of a table files of the site and returns the page's links to them, by extension; ``write`` makes any text a
    file of the site, by its path there, and returns the page's link to it: it asks for the text once for all pages;
    ``read`` are the pages of every language, where the host has read them; ``find``, where the host knows addresses,
    finds that of a language's page by its name, from this page, or returns an empty text; ``tabs`` are the keys of the
    page's sets of tabs, where the host knows them; ``kept`` is what has been worked out, for the page or, where the
    host says so, for all of a build.
    """

    sources: Sources
    path: str
    language: Language
    report: Callable[[Finding], None]
    offset: int = 0
    publish: Callable[[Directive], Mapping[str, str]] | None = None
    write: Callable[[str, Callable[[], str]], str] | None = None
    read: Mapping[tuple[str, str], Page] | None = None
    find: Callable[[Language, str], str] | None = None
    tabs: Sequence[Sequence[str]] = ()
    kept: MutableMapping[Hashable, object] = field(default_factory=dict)

    @property
    def pages(self) -> Mapping[tuple[str, str], Page]:
        """Every page of the project, by language folder and name; those that cannot be read are left out."""
        return load_pages(self.sources.project)[0] if self.read is None else self.read

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """Work something out, or take it as it was: a page and its twin need the same, and so do pages of a build.

        Args:
            key: what it is, with all that it depends on and that is not the same on all pages.
            work: works it out.
        """
        if key not in self.kept:
            self.kept[key] = work()
        return cast("T", self.kept[key])

    def address(self, language: Language, name: str) -> str:
        """Find where a language's page is, from this one; empty where that is not known."""
        return self.find(language, name) if self.find else ""

    @property
    def messages(self) -> Messages:
        """The interface's texts in the page's language."""
        return self.once(("messages", self.language), lambda: Messages(self.language))


current: ContextVar[PageContext | None] = ContextVar("lockstep_page", default=None)


class LockstepExtension(Extension):
    """What the extensions share: their options, and the page they are on.

    ``blocks`` are the languages of the fences that an extension renders something else in the place of.
    """

    blocks: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **options: object) -> None:
        """Take the options ``root``, ``language`` and ``page``, which matter only without a host."""
        self.config = {
            "root": [".", "the project's root, for a host that does not say which page it renders"],
            "language": ["", "the page's language folder; the source language by default"],
            "page": ["<text>", "the page's path, for messages"],
        }
        super().__init__(**options)

    def context(self) -> PageContext:
        """Ask which page is being rendered.

        Raises:
            FindingError: without a host, when the project cannot be read or has no such language.
        """
        known = current.get()
        if known:
            return known
        project = load_project(Path(self.getConfig("root")))
        folder = self.getConfig("language") or project.source.folder
        path = self.getConfig("page")
        try:
            language = project.language(folder)
        except KeyError:
            folders = [language.folder for language in project.languages]
            raise FindingError(
                Finding(path, 1, 1, "LS005", f"no language '{folder}' in the project", near(folder, folders))
            ) from None
        return PageContext(load(project), path, language, _refuse)


def _refuse(finding: Finding) -> NoReturn:
    raise FindingError(finding)
