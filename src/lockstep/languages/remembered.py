"""What checks have found on pages before: on a site where one page has changed, one page is looked at.

What is found on a page depends on its text, on its source's, on which pages there are, on the images of the source, on
what all pages share, and on the texts of the pages that it leads to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lockstep.findings import Finding
from lockstep.languages.contents import page_pictures
from lockstep.store import NOTHING, digest
from lockstep.surroundings import installed, surroundings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from lockstep.languages.pages import Page
    from lockstep.project import Project
    from lockstep.store import Store

    Key = tuple[str, str]
    Shown = tuple[str, int, int]


class Watched(Mapping["Key", "Page"]):
    """The pages of a site, and which of them, there or not, were asked for."""

    def __init__(self, pages: Mapping[Key, Page]) -> None:
        """Take the pages."""
        self.pages = pages
        self.asked: set[Key] = set()

    def __getitem__(self, key: Key) -> Page:
        """Find a page."""
        self.asked.add(key)
        return self.pages[key]

    def __iter__(self) -> Iterator[Key]:
        """List the pages."""
        return iter(self.pages)

    def __len__(self) -> int:
        """Count the pages."""
        return len(self.pages)


class Remembered:
    """What is known of the pages of a site, and which pages nothing is known of."""

    def __init__(
        self,
        project: Project,
        pages: Mapping[Key, Page],
        store: Store,
        extensions: Collection[str] | None,
        look: str,
    ) -> None:
        """Ask the store for every page.

        Args:
            project: the project.
            pages: every page that could be read, by language folder and name.
            store: what was found before.
            extensions: the Markdown extensions that are in use, where they are known.
            look: the surroundings of pages, before anything of them was read.
        """
        self.project, self.pages, self.store, self.look = project, pages, store, look
        self.by_path = {page.path: key for key, page in pages.items()}
        self.known: dict[Key, dict[str, Any]] = {}
        self.unknown: dict[Key, Page] = {}
        # Findings that are of no page.
        self.others: list[Finding] = []
        self.texts: dict[Key, str] = {}
        self.keys: dict[Key, str] = {}
        folder = project.source.folder
        sources = {name: page for (language, name), page in pages.items() if language == folder}
        self.pictures = {name for page in sources.values() for name in self._pictures(page)}
        if not store.folder:
            self.unknown = dict(pages)
            return
        self.texts = {key: digest(page.text) for key, page in pages.items()}
        others = [repr(sorted(pages)), repr(sorted(self.pictures)), repr(extensions and sorted(extensions))]
        shared = digest(look, *others)
        for key, page in pages.items():
            source = self.texts.get((folder, page.name), "")
            self.keys[key] = digest("checked", shared, page.path, self.texts[key], source)
            known = store.get(self.keys[key])
            if known and all(self.texts.get((there, name), "") == text for there, name, text in known["asked"]):
                self.known[key] = known
            else:
                self.unknown[key] = page

    def _pictures(self, page: Page) -> Iterable[str]:
        if not self.store.folder:
            return page_pictures(page)
        key = digest("pictures", installed(), page.text)
        known = self.store.get(key)
        if known is None:
            known = sorted(page_pictures(page))
            self.store.put(key, known)
        names: list[str] = known
        return names

    def add(self, key: Key, *, shown: Iterable[Shown], stale: Iterable[str], refers: bool) -> None:
        """Take down what a page holds that others are asked about.

        Args:
            key: the page's language folder and name.
            shown: the passages that it shows: program, first and last line.
            stale: the ids of its stale sections.
            refers: whether it has a reference of commands or findings.
        """
        told = {"shown": list(shown), "stale": list(stale), "refers": refers}
        self.known[key] = {"first": [], "later": [], **told}

    def find(self, findings: Iterable[Finding], *, later: bool = False) -> None:
        """Take down findings, each with its page; those of the comparison of contents come later than the others."""
        for finding in findings:
            key = self.by_path.get(finding.path)
            if key is None:
                self.others.append(finding)
            elif key in self.unknown:
                self.known[key]["later" if later else "first"].append(finding.fields())

    def settle(self) -> None:
        """Keep nothing where something has changed since pages' surroundings were looked at."""
        if self.unknown and self.store.folder and surroundings(self.project) != self.look:
            self.store = NOTHING

    def keep(self, key: Key, asked: Iterable[Key]) -> None:
        """Remember a page.

        Args:
            key: the page's language folder and name.
            asked: the pages whose texts matter to it.
        """
        if self.store.folder:
            texts = [(*one, self.texts.get(one, "")) for one in sorted(asked)]
            self.store.put(self.keys[key], self.known[key] | {"asked": texts})

    def findings(self, *, later: bool = False) -> list[Finding]:
        """List what is known to be wrong; without what comes later unless that is asked for."""
        kinds = ("first", "later") if later else ("first",)
        found = [Finding(*fields) for known in self.known.values() for kind in kinds for fields in known[kind]]
        return [*self.others, *found]

    def shown(self) -> Iterator[Shown]:
        """List the passages that pages show."""
        for known in self.known.values():
            yield from map(tuple, known["shown"])

    def referring(self) -> list[Page]:
        """List the pages that have a reference of commands or findings."""
        return [self.pages[key] for key, known in self.known.items() if known["refers"]]

    def stale(self) -> dict[str, tuple[str, ...]]:
        """Map pages, by path, to the ids of their stale sections; pages without any are left out."""
        return {self.pages[key].path: tuple(known["stale"]) for key, known in self.known.items() if known["stale"]}
