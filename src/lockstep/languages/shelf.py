"""Where readers of each language find a page: its translation, or else its source, or else the page above it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import urljoin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence, Set

    from lockstep.project import Language

# Those that stand for their folder.
INDEXES = ("index", "README")
DEFAULT = "x-default"


@dataclass(frozen=True, slots=True)
class Edition:
    """What readers of ``language`` find in the place of a page.

    ``url`` is below the site's root; ``written_in`` is the language of its text; ``same`` is whether it is that page,
    and not one above it.
    """

    language: Language
    url: str
    written_in: Language
    same: bool = True

    @property
    def translated(self) -> bool:
        """Whether it is the page, in the readers' own language."""
        return self.same and self.written_in == self.language


@dataclass(frozen=True, slots=True)
class Shelf:
    """The pages of a site, by their names below their language's folder.

    ``languages`` are those that are built, the source first; ``names`` are the pages written in each, by folder;
    ``address`` turns a name into an address below its language's home; ``fallback`` is whether a page that is not
    translated is there with its source's text.
    """

    languages: Sequence[Language]
    names: Mapping[str, Set[str]]
    address: Callable[[str], str]
    fallback: bool
    # By a page's name.
    found: dict[str, Sequence[Edition]] = field(default_factory=dict, compare=False)

    @property
    def source(self) -> Language:
        """The language that pages are written in first."""
        return self.languages[0]

    def url(self, language: Language, name: str) -> str:
        """Say where a page of a language is, below the site's root; ``./`` is the root itself."""
        address = self.address(name)
        if language == self.source:
            return address
        return f"{language.folder}/" + ("" if address == "./" else address)

    def edition(self, language: Language, name: str) -> Edition:
        """Find what readers of a language get in the place of a page."""
        written_in = self._written_in(language, name)
        # One that has no file was made for every language.
        if written_in or not any(name in names for names in self.names.values()):
            return Edition(language, self.url(language, name), written_in or language)
        for above in _above(name):
            written_in = self._written_in(language, above)
            if written_in and above != name:
                return Edition(language, self.url(language, above), written_in, same=False)
        return Edition(language, self.url(language, "index.md"), language, same=False)

    def editions(self, name: str) -> Sequence[Edition]:
        """Find a page's editions in every language, the source first."""
        if name not in self.found:
            self.found[name] = [self.edition(language, name) for language in self.languages]
        return self.found[name]

    def homes(self) -> Sequence[Edition]:
        """Find the home page of every language, the source first."""
        return [Edition(language, self.url(language, "index.md"), language) for language in self.languages]

    def alternates(self, name: str, site_url: str | None) -> list[tuple[str, str]]:
        """List the languages that a page is written in, as search engines are told: tag and absolute address.

        Nothing where there is but one, or where the site's own address is not known: a relative one is no help to them.
        """
        written = [edition for edition in self.editions(name) if edition.translated]
        if not site_url or len(written) < 2:
            return []
        found = [(edition.language.tag, absolute(site_url, edition.url)) for edition in written]
        return [*found, (DEFAULT, found[0][1])]

    def fallbacks(self, language: Language) -> dict[str, Language]:
        """Map the addresses of a language's pages that are not translated to the language of their text."""
        if not self.fallback or language == self.source:
            return {}
        missing = self.names.get(self.source.folder, frozenset()) - self.names.get(language.folder, frozenset())
        return {self.url(language, name): self.source for name in missing}

    def _written_in(self, language: Language, name: str) -> Language | None:
        if name in self.names.get(language.folder, ()):
            return language
        return self.source if self.fallback and name in self.names.get(self.source.folder, ()) else None


def absolute(site_url: str, url: str) -> str:
    """Make an address below the site's root absolute."""
    return urljoin(site_url.rstrip("/") + "/", url)


def _above(name: str) -> Iterator[str]:
    """List the pages that may stand for a page's folder, or a folder above it."""
    for folder in PurePosixPath(name).parents:
        for index in INDEXES:
            yield (folder / f"{index}.md").as_posix()
