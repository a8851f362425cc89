"""Pages as an earlier build has left them, in the place of making them again.

What is kept of a page is found by a digest of all that it was made of: its own text and its source's, what all pages
share, and, for one that lists what other pages hold, every text of the site; for one in the theme, also the titles and
the order of the navigation. What making a page had said and written besides is said and written again.
"""

from __future__ import annotations

import json
import logging
import os
import re
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_paths
from typing import TYPE_CHECKING, Any

from mkdocs.config.base import Config
from mkdocs.plugins import PluginCollection
from mkdocs.structure.nav import Section
from mkdocs.theme import Theme
from mkdocs.utils import write_file
from pathspec import PathSpec

from lockstep.files import below
from lockstep.findings import Finding, FindingError
from lockstep.languages.blocks import GLOSSARY, TRANSLATIONS
from lockstep.mkdocs import i18n, output, pipeline, search, tools
from lockstep.project import ONLY, load_project
from lockstep.snippets.stock import VERIFIED
from lockstep.store import Store, allowed, digest
from lockstep.surroundings import surroundings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure import StructureItem
    from mkdocs.structure.files import File, Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page

    from lockstep.languages.pages import Page as SourcePage
    from lockstep.project import Project

log = logging.getLogger("mkdocs.plugins.lockstep")

# Marks messages that are said again by other means.
OURS = "lockstep"
# What any other adds to pages may depend on anything.
PLUGINS = frozenset({"search", search.PLUGIN, i18n.PLUGIN, "lockstep"})
# Places that pages do not depend on, and what the command line says of how to build.
PLACES = frozenset({"config_file_path", "docs_dir", "site_dir", "custom_dir", "dev_addr", "strict", "watch"})
# Blocks that show what stands on other pages.
WIDE = re.compile(rf"(?:```|~~~)[^\n]*\b(?:{GLOSSARY}|{TRANSLATIONS}|{VERIFIED})\b")
LIBRARIES = tuple({get_paths()[name] for name in ("stdlib", "purelib", "platlib")})


def keep(
    project: Project,
    config: MkDocsConfig,
    pages: Mapping[tuple[str, str], SourcePage],
    report: Callable[[Finding], None],
    store: Store,
) -> KeptPages | None:
    """Take up what earlier builds have left of a site's pages; ``None`` where every page is made again."""
    if not allowed() or config.hooks or set(config.plugins) - PLUGINS:
        return None
    if functions := pipeline.changed():
        # Not a logger of MkDocs: this is no fault of the site, and stops no strict build.
        logging.getLogger("lockstep").warning("this MkDocs builds in another way (%s): no page is kept", functions)
        return None
    pipeline.wrap(_keeper)
    return KeptPages(project, config, pages, report, store)


def take_over() -> None:
    """Have the command that builds a site do so beside the last one, and only where something has changed."""
    pipeline.wrap_command(build)


def build(config: MkDocsConfig, work: Callable[[], None]) -> None:
    """Build a site beside its place, or leave it where nothing has changed since it was built."""
    if not allowed():
        work()
        return
    store, key = Store(Path(config.config_file_path).parent), ""
    place = Path(config.site_dir)
    # As it is before it is built: plugins write into it.
    settings = "" if config.hooks or set(config.plugins) - PLUGINS else json.dumps(_plain(config), default=str)
    if settings:
        key = _everything(config, settings)
        site = store.get(key)
        if site and place.is_dir() and output.contents(place) == site:
            log.info("Nothing has changed since the site in %s was built", config.site_dir)
            return
    with output.beside(config), pipeline.Hearing(logging.WARNING) as heard:
        work()
    # What is warned of is found again by building, not by hearsay.
    quiet = logging.getLogger("mkdocs").getEffectiveLevel() > logging.WARNING
    if key and not (quiet or heard.said or heard.found) and _everything(config, settings) == key:
        store.put(key, output.contents(place))
    store.close()


def _everything(config: MkDocsConfig, settings: str) -> str:
    """Digest all that a site is made of."""
    try:
        project = load_project(Path(config.config_file_path).parent)
    except FindingError:
        return ""
    own = (settings, os.environ.get(ONLY, ""), output.contents(project.docs), *_own(config))
    return digest("site", surroundings(project, *own))


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
        store: Store,
    ) -> None:
        """Take down what the pages of this build depend on.

        Args:
            project: the project.
            config: MkDocs' configuration, as the build of the source language has it.
            pages: every page that could be read, by language folder and name.
            report: takes each fault that making a page has met, again.
            store: what earlier builds have left.
        """
        self.project, self.config, self.texts, self.report = project, config, pages, report
        self.store = store
        self.shared = surroundings(project, *_settings(config))
        self.all = digest(*(f"{page.path}\0{page.text}" for page in pages.values()))
        # By the language that is built.
        self.navigations: dict[str | None, str] = {}
        self.written: set[str] = set()
        # Of the page that is being made.
        self.findings: list[Finding] | None = None
        self.files: dict[str, str] = {}
        self.keys: dict[str, str] = {}

    def tell(self, finding: Finding) -> None:
        """Take down a fault of the page that is being made."""
        if self.findings is not None:
            self.findings.append(finding)

    def emit(self, name: str, text: str) -> None:
        """Write a file of the site, on behalf of the page that is being made."""
        self.files[name] = text
        self._write(name, text)

    def read(self, page: Page, files: Files, work: Callable[[], None]) -> None:
        """Read a page into HTML, or take what an earlier build has read."""
        key = self._key(page)
        if not key:
            work()
            return
        self.keys[page.file.dest_uri] = key
        kept = self.store.get(key)
        if kept and self._again(kept) and pipeline.restore(page, kept, files, self.config):
            tools.settle_title(page)
            return
        said = self._record(work)
        if said is not None and page.content is not None:
            self.store.put(key, pipeline.dump(page) | said)

    def write(
        self, page: Page, pages: Sequence[File], nav: Navigation, *, draft: bool, work: Callable[[], None]
    ) -> None:
        """Put a page into the theme, or take it as an earlier build has put it there."""
        read = self.keys.get(page.file.dest_uri)
        if not read or draft:
            work()
            return
        # Templates of the site's own may show any page on any other.
        key = digest("page", read, self._navigation(nav, pages), self.all if self.config.theme.custom_dir else "")
        index = search.entries(self.config)
        kept = self.store.get(key)
        if kept and self._again(kept):
            index += kept["index"]
            write_file(kept["html"].encode("utf-8", "xmlcharrefreplace"), page.file.abs_dest_path)
            return
        before = len(index)
        said = self._record(work)
        file = Path(page.file.abs_dest_path)
        if said is not None and file.exists():
            self.store.put(key, {"html": file.read_text("utf-8"), "index": index[before:]} | said)

    def close(self) -> None:
        """End the build."""
        self.store.close()

    def _key(self, page: Page) -> str | None:
        """Digest what the HTML of a page is made of; ``None`` where that is not known."""
        folder, _, name = page.file.src_uri.partition("/")
        own = self.texts.get((folder, name))
        if not own or not page.file.abs_src_path or logging.getLogger("mkdocs").getEffectiveLevel() <= logging.DEBUG:
            return None
        source = self.texts.get((self.project.source.folder, name))
        wide = WIDE.search(own.text)
        return digest(
            *("read", self.shared, i18n.build_language(self.config) or "", page.file.src_uri, page.file.dest_uri),
            *(own.text, source.text if source else "\0", self.all if wide else ""),
        )

    def _navigation(self, nav: Navigation, pages: Sequence[File]) -> str:
        """Digest what the theme shows of other pages: once for each language that is built."""
        language = i18n.build_language(self.config)
        known = self.navigations.get(language)
        if known is None:
            order = [(item.title, getattr(item, "url", ""), *depth) for depth, item in _items(nav.items)]
            others = [(file.url, str(file.page.title), file.page.meta) for file in pages if file.page]
            known = digest(json.dumps([order, others], default=str))
            self.navigations[language] = known
        return known

    def _record(self, work: Callable[[], None]) -> dict[str, Any] | None:
        """Make something, and take down what that says and writes; ``None`` where not everything is heard."""
        self.findings, self.files = [], {}
        try:
            with pipeline.Hearing() as heard:
                work()
            files = []
            for name, text in self.files.items():
                key = digest("file", text)
                self.store.put(key, text)
                files.append([name, key])
            findings = [[*_fields(finding)] for finding in self.findings]
        finally:
            self.findings, self.files = None, {}
        if logging.getLogger("mkdocs").getEffectiveLevel() > logging.INFO:
            return None
        return {"said": heard.said, "findings": findings, "files": files}

    def _again(self, kept: dict[str, Any]) -> bool:
        """Write and say again what making something did; ``False`` where not all of it is kept."""
        texts = {name: self.store.get(key) for name, key in kept["files"] if name not in self.written}
        if None in texts.values():
            return False
        for name, text in texts.items():
            self._write(name, text)
        for finding in kept["findings"]:
            self.report(Finding(*finding))
        for name, level, message in kept["said"]:
            logging.getLogger(name).log(level, "%s", message)
        return True

    def _write(self, name: str, text: str) -> None:
        self.written.add(name)
        write_file(text.encode("utf-8", "replace"), str(Path(self.config.site_dir, name)))


def _fields(finding: Finding) -> tuple[str | int, ...]:
    return finding.path, finding.line, finding.column, finding.code, finding.message, finding.hint


def _items(items: Sequence[StructureItem], *depth: int) -> Iterator[tuple[tuple[int, ...], StructureItem]]:
    for number, item in enumerate(items):
        yield (*depth, number), item
        if isinstance(item, Section):
            yield from _items(item.children, *depth, number)


def _settings(config: MkDocsConfig) -> Iterator[str]:
    """List what a site's configuration says when it is being built, and what it brings of its own, as texts."""
    yield json.dumps(_plain(config), default=str)
    yield str(i18n.built(config))
    yield from _own(config)


def _own(config: MkDocsConfig) -> Iterator[str]:
    """List the site's own templates and extensions, as texts."""
    folders = [config.theme.custom_dir] if config.theme.custom_dir else []
    modules = {name.partition(":")[0] for name in config.markdown_extensions}
    for name in sorted(modules):
        yield _own_code(name)
    for folder in map(Path, folders):
        for file in below(folder):
            yield f"{file.relative_to(folder).as_posix()}\0{file.read_bytes()!r}"


def _own_code(module: str) -> str:
    """Take the code of a Markdown extension that is not installed, and so has no version."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return module
    if not spec or not spec.origin or spec.origin.startswith(LIBRARIES) or module.startswith("lockstep."):
        return module
    return Path(spec.origin).read_text("utf-8", "replace")


def _plain(value: object) -> object:
    """Turn what a configuration holds into what has the same text in every process."""
    kind = next((kind for kind in PLAIN if isinstance(value, kind)), None)
    if kind:
        return PLAIN[kind](value)
    if callable(value):
        module = str(getattr(value, "__module__", ""))
        return [module, str(getattr(value, "__qualname__", value)), _own_code(module) if module else ""]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _plain_items(value: Mapping[str, object]) -> object:
    return {str(key): _plain(one) for key, one in value.items() if key not in PLACES}


def _plain_list(value: Iterable[object]) -> object:
    return [_plain(one) for one in value]


# The first that fits.
PLAIN: dict[type, Callable[[Any], object]] = {
    Theme: lambda theme: [theme.name, sorted(theme.static_templates), _plain_items(dict(theme.items()))],
    PluginCollection: lambda plugins: {name: _plain(plugin.config) for name, plugin in plugins.items()},
    Config: lambda config: _plain_items(config.data),
    dict: _plain_items,
    list: _plain_list,
    tuple: _plain_list,
    set: lambda value: sorted(map(str, value)),
    PathSpec: lambda spec: [str(pattern.pattern) for pattern in spec.patterns],
}
