"""Pages as an earlier build has left them, in the place of making them again.

What is kept of a page is found by a digest of all that it was made of: its own text and its source's, what all pages
share, and, for one that lists what other pages hold, every text of the site; for one in the theme, also the titles and
the order of the navigation. What making a page had said and written besides is said and written again.
"""

from __future__ import annotations

import logging
import marshal
import re
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from mkdocs.structure.files import InclusionLevel
from mkdocs.structure.nav import Section
from mkdocs.structure.pages import Page

from lockstep.benchmarks.directive import LANGUAGE
from lockstep.findings import Finding
from lockstep.languages.blocks import GLOSSARY, TRANSLATIONS
from lockstep.mkdocs import dependence, highlighting, i18n, navigation, output, pipeline, search, tools
from lockstep.mkdocs.shares import Shares
from lockstep.project import HERE
from lockstep.snippets.stock import VERIFIED
from lockstep.store import Store, allowed, decode, digest, encode
from lockstep.surroundings import contents, installed, surroundings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure import StructureItem
    from mkdocs.structure.files import File, Files
    from mkdocs.structure.nav import Navigation

    from lockstep.languages.pages import Page as SourcePage
    from lockstep.project import Project

    Find = Callable[[Page], str | None]

# Bytes that wait in memory to be kept: to look at every file once more is worth as much.
WAITING = 32 * 1024 * 1024
# Marks messages that are said again by other means.
OURS = "lockstep"
# Blocks that show what stands on other pages.
WIDE = re.compile(rf"(?:```|~~~)[^\n]*\b(?:{GLOSSARY}|{TRANSLATIONS}|{VERIFIED})\b")


TABLE = re.compile(rf"^(?:```|~~~){LANGUAGE}\b[^\n]*\n(.*)", re.MULTILINE)


class Look(NamedTuple):
    """What pages are made of, at one moment.

    ``store`` is what is left of earlier builds; ``paths`` are folders of templates, beside the project's;
    ``settings`` is what its configuration says.
    """

    store: Store
    paths: tuple[Path, ...]
    digest: str
    settings: str = ""


def look(project: Project, config: MkDocsConfig, store: Store) -> Look | None:
    """Look at what pages are made of, before anything of it is read; ``None`` where that is not known."""
    if not allowed() or not dependence.known(config):
        return None
    paths = tuple(dependence.templates(config))
    return Look(store, paths, _files(project, paths))


def _files(project: Project, paths: tuple[Path, ...]) -> str:
    return surroundings(project, contents(*paths))


def keep(
    project: Project,
    config: MkDocsConfig,
    pages: Mapping[tuple[str, str], SourcePage],
    report: Callable[[Finding], None],
    looked: Look | None,
    *,
    alone: bool,
) -> KeptPages | None:
    """Take up what earlier builds have left of a site's pages; ``None`` where every page is made again."""
    if not looked:
        return None
    if functions := pipeline.changed():
        # Not a logger of MkDocs: this is no fault of the site, and stops no strict build.
        logging.getLogger("lockstep").warning("this MkDocs builds in another way (%s): no page is kept", functions)
        return None
    try:
        settings = dependence.settings(config, i18n.built(config))
    except (dependence.UnknownError, RecursionError):
        return None
    pipeline.wrap(_keeper)
    return KeptPages(project, config, pages, report, looked._replace(settings=settings), alone=alone)


def _keeper(config: MkDocsConfig) -> KeptPages | None:
    plugin = config.plugins.get("lockstep")
    return getattr(plugin, "keeper", None)


class KeptPages:
    """The pages of one build, and what earlier ones have left of them."""

    def __init__(
        self,
        project: Project,
        config: MkDocsConfig,
        pages: Mapping[tuple[str, str], SourcePage],
        report: Callable[[Finding], None],
        looked: Look,
        *,
        alone: bool,
    ) -> None:
        """Take down what the pages of this build depend on.

        Args:
            project: the project.
            config: MkDocs' configuration, as the build of the source language has it.
            pages: every page that could be read, by language folder and name.
            report: takes each fault that making a page has met, again.
            looked: what pages are made of, before anything of it was read.
            alone: whether nothing but the build goes on in this process, which may be forked then.
        """
        self.alone = alone
        self.project, self.config, self.texts, self.report = project, config, pages, report
        self.store = looked.store
        self.looked = looked
        self.common = digest(looked.digest, looked.settings)
        # Templates of the site's own may show any page on any other.
        self.templates = bool(dependence.templates(config))
        # What is to be kept, once it is sure that no file was changed while it was made.
        self.waiting: list[tuple[str, bytes]] = []
        self.length = 0
        self.all = digest(*(f"{page.path}\0{page.text}" for page in pages.values()))
        # By the language that is built.
        self.navigations: dict[str | None, str] = {}
        self.written: set[str] = set()
        # The keys of files that are kept, or wait for it.
        self.sent: set[str] = set()
        # Of the page that is being made: what was said, in order.
        self.said: list[list[str | int]] | None = None
        self.hearing = pipeline.Hearing([])
        self.files: dict[str, str] = {}
        # Of pages that were read, by their files: the key, and the HTML.
        self.keys: dict[str, str] = {}
        self.contents: dict[str, str | None] = {}
        # What is made by several processes: the files that are read, or the navigation that pages are put in.
        self.shared: object = None
        self.found: dict[str, str | None] = {}
        self.missing: dict[str, tuple[Page, str]] = {}
        self.shares = Shares()
        # Whether what was asked for last has been made by one of them.
        self.elsewhere = False
        # The page that is made before others begin, and what they begin.
        self.first = ""
        self.begin: Callable[[], Shares] | None = None

    def tell(self, finding: Finding) -> None:
        """Take down a fault of the page that is being made."""
        if self.said is not None:
            self.said.append([*finding.fields()])

    def emit(self, name: str, text: str, *, shared: bool = False) -> None:
        """Write a file of the site, on behalf of the page that is being made; once, where others bring the same."""
        self.files[name] = text
        if not shared or name not in self.written:
            self._write(name, text)

    def read(self, page: Page, files: Files, work: Callable[[Page], None]) -> None:
        """Read a page into HTML, or take what an earlier build, or another process, has read."""
        if self.shared is not files:
            self.shared, self.contents = files, {}
            pages = files.documentation_pages(inclusion=InclusionLevel.is_included)
            self._share(pages, self._key, lambda page, key: self._read(page, key, work), self._table)
        key = self._found(page, self._key)
        if not key:
            work(page)
            return
        self.keys[page.file.dest_uri] = key
        kept = self._kept(page, key)
        if kept and pipeline.restore(page, kept, files, self.config) and self._again(kept):
            tools.settle_title(page)
        else:
            self._read(page, key, work)
        self.contents[page.file.dest_uri] = page.content

    def _read(self, page: Page, key: str, work: Callable[[Page], None]) -> None:
        said = self._record(lambda: work(page))
        if said is not None and page.content is not None:
            self._wait(key, pipeline.dump(page) | said)

    def write(
        self, page: Page, pages: Sequence[File], nav: Navigation, *, draft: bool, work: Callable[[Page], None]
    ) -> None:
        """Put a page into the theme, or take it as an earlier build, or another process, has put it there."""
        if draft or page.file.dest_uri not in self.keys:
            work(page)
            return

        def find(page: Page) -> str | None:
            name = page.file.dest_uri
            read = self.keys.get(name)
            # Its key says what was read, if nobody has put something else there.
            content = ("read",) if page.content is self.contents.get(name) else ("other", page.content or "")
            others = self._navigation(nav, pages), self.all if self.templates else ""
            return digest("page", read, *content, *others) if read else None

        if self.shared is not nav:
            self.shared = nav
            self._share(pages, find, lambda page, key: self._written(page, key, work), navigation.folder)
        key = self._found(page, find) or ""
        kept = self._kept(page, key)
        if kept and self._again(kept):
            search.entries(self.config).extend(kept["index"])
            # Another process has written it, too: where there was none before, that one stays.
            if not self.elsewhere or output.had(self.config, page.file.abs_dest_path):
                html = (page.content or "").join(kept["html"])
                output.write(self.config, page.file.abs_dest_path, html.encode("utf-8", "xmlcharrefreplace"))
            return
        self._written(page, key, work)

    def _written(self, page: Page, key: str, work: Callable[[Page], None]) -> None:
        index = search.entries(self.config)
        before = len(index)
        output.alone(page.file.abs_dest_path)
        said = self._record(lambda: work(page))
        written = output.written(page.file.abs_dest_path)
        if said is not None and written is not None:
            html = written.decode("utf-8")
            # The content is kept already, and is most of it.
            around = html.split(page.content) if page.content else [html]
            self._wait(key, {"html": around, "index": index[before:]} | said)

    def _share(self, files: Iterable[File], find: Find, make: Callable[[Page, str], None], common: Find) -> None:
        """Have other processes make a share of the pages that nothing is kept of, once the first of them is made.

        What the first needs, templates and modules, is there for the others then.

        Args:
            files: the files of all pages, in the order of the build.
            find: finds the key of a page, where it has one.
            make: makes a page, and has what came of it wait.
            common: says what a page has in common with others, which is made once by each process.
        """
        self.missing = missing = {}
        self.found = {}
        for file in files if self.alone else ():
            page = file.page or Page(None, file, self.config)
            key = self.found[file.dest_uri] = find(page)
            if key and not self.store.has(key):
                missing[file.dest_uri] = page, key

        def work(name: str) -> bytes:
            self.waiting, self.length = [], 0
            page, key = missing[name]
            with highlighting.noting() as noted:
                make(page, key)
            # Not everything that was said may have been heard.
            return marshal.dumps((self.waiting, noted)) if self.waiting and self.waiting[-1][0] == key else b""

        self.first, *others = missing or ("",)
        self.shares, self.begin = Shares(), partial(Shares, others, work, lambda name: common(missing[name][0]))

    def _found(self, page: Page, find: Find) -> str | None:
        name = page.file.dest_uri
        if self.begin and not self.first:
            self.shares, self.begin = self.begin(), None
        if name == self.first:
            self.first = ""
        return self.found[name] if name in self.found else find(page)

    def _kept(self, page: Page, key: str) -> Any:  # noqa: ANN401 (whatever is kept)
        """Find what is kept of a page, or was made of it just now."""
        made = self.shares.take(page.file.dest_uri)
        self.elsewhere = bool(made)
        if not made:
            return None if page.file.dest_uri in self.missing else self.store.get(key)
        entries, noted = marshal.loads(made)  # noqa: S302 (of a fork of this process)
        # The next language shows the same programs.
        highlighting.learn(noted)
        for one, text in entries:
            self._hold(one, text)
        kept = decode(entries[-1][1])
        self.written.update(name for name, _ in kept["files"])
        return kept

    def close(self) -> None:
        """End the build."""
        self._settle()
        self.store.close()

    def _wait(self, key: str, value: object) -> None:
        """Have a value kept as soon as that is sure to be right."""
        text = encode(value)
        if text is not None:
            self._hold(key, text)

    def _hold(self, key: str, text: bytes) -> None:
        self.waiting.append((key, text))
        self.length += len(text)
        if self.length > WAITING:
            self._settle()

    def _settle(self) -> None:
        """Keep what waits for it, unless a file was changed since the build began: it may be of before or after."""
        if self.waiting and _files(self.project, self.looked.paths) != self.looked.digest:
            # For the rest of the build, too.
            self.store = Store(None)
        for key, text in self.waiting:
            self.store.hold(key, text)
        self.waiting, self.length = [], 0

    def _place(self, page: Page) -> tuple[str, str]:
        """Find the language folder and the name of a page."""
        folder, name = self.project.source.folder, page.file.src_uri
        if folder != HERE:
            folder, _, name = name.partition("/")
        return folder, name

    def _table(self, page: Page) -> str | None:
        """Say which results a page shows first: their tables are written once for all pages."""
        own = self.texts.get(self._place(page))
        table = own and TABLE.search(own.text)
        return table[1] if table else None

    def _key(self, page: Page) -> str | None:
        """Digest what the HTML of a page is made of; ``None`` where that is not known."""
        folder, name = self._place(page)
        own = self.texts.get((folder, name))
        if not own or not page.file.abs_src_path or logging.getLogger("mkdocs").getEffectiveLevel() <= logging.DEBUG:
            return None
        source = self.texts.get((self.project.source.folder, name))
        wide = WIDE.search(own.text)
        return digest(
            *("read", self.common, i18n.build_language(self.config) or "", page.file.src_uri, page.file.dest_uri),
            *(own.text, source.text if source else "\0", self.all if wide else ""),
        )

    def _navigation(self, nav: Navigation, pages: Sequence[File]) -> str:
        """Digest what the theme shows of other pages: once for each language that is built."""
        language = i18n.build_language(self.config)
        known = self.navigations.get(language)
        if known is None:
            order = [(item.title, getattr(item, "url", ""), *depth) for depth, item in _items(nav.items)]
            others = [(file.url, str(file.page.title), file.page.meta) for file in pages if file.page]
            known = digest(repr([order, others]))
            self.navigations[language] = known
        return known

    def _record(self, work: Callable[[], None]) -> dict[str, Any] | None:
        """Make something, and take down what that says and writes; ``None`` where not everything is heard."""
        self.said, self.files = [], {}
        try:
            with self.hearing.again(self.said) as heard:
                work()
            said, files = self.said, []
            for name, text in self.files.items():
                key = digest("file", installed(), text)
                if key not in self.sent:
                    self.sent.add(key)
                    self._wait(key, text)
                files.append([name, key])
        finally:
            self.said, self.files = None, {}
        return {"said": said, "files": files} if heard.whole else None

    def _again(self, kept: dict[str, Any]) -> bool:
        """Write and say again what making something did; ``False`` where not all of it is kept."""
        texts = {name: self.store.get(key) for name, key in kept["files"] if name not in self.written}
        if None in texts.values():
            return False
        for name, text in texts.items():
            self._write(name, text)
        for said in kept["said"]:
            if len(said) == pipeline.MESSAGE:
                pipeline.say([said])
            else:
                self.report(Finding(*said))
        return True

    def _write(self, name: str, text: str) -> None:
        self.written.add(name)
        output.write(self.config, f"{self.config.site_dir}/{name}", text.encode("utf-8", "replace"))


def _items(items: Sequence[StructureItem], *depth: int) -> Iterator[tuple[tuple[int, ...], StructureItem]]:
    for number, item in enumerate(items):
        yield (*depth, number), item
        if isinstance(item, Section):
            yield from _items(item.children, *depth, number)
