"""The MkDocs plugin: each hook asks a wing."""

from __future__ import annotations

import logging
import os
import shutil
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.config.base import Config
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.utils import write_file

from lockstep.check import Sources, check_read, load
from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError
from lockstep.languages.notices import Targets, link_targets, mark_links
from lockstep.languages.pages import load_pages
from lockstep.languages.sections import sections
from lockstep.languages.sitemap import render_sitemap
from lockstep.languages.tabs import tab_keys
from lockstep.markdown.context import PageContext, current
from lockstep.markdown.tabs import ATTRIBUTE
from lockstep.messages import Messages
from lockstep.messages import mark as _
from lockstep.mkdocs import acceleration, dependence, i18n, keeping, material, reader, search, templates, tools, wishes
from lockstep.mkdocs.agreement import TABS, agree
from lockstep.mkdocs.command import build_beside
from lockstep.mkdocs.publishing import Publisher
from lockstep.mkdocs.server import refuse_taken, take_over, watch
from lockstep.mkdocs.serving import RefusedError, Serving
from lockstep.project import ONLY, Language, load_project
from lockstep.store import Store, allowed, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import File, Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

    from lockstep.languages.pages import Page as SourcePage
    from lockstep.languages.sections import Section
    from lockstep.languages.shelf import Shelf

# Not get_plugin_logger: its prefix would stand before the path, where editors look for it.
log = logging.getLogger("mkdocs.plugins.lockstep")

# static-i18n sets up its language at -100.
AFTER_I18N = -101
BEFORE_I18N, LAST_BEFORE_I18N = 0, -99.9
# It builds the other languages and puts the search indexes together at -100, Material writes one at 0.
BEFORE_MERGE, AFTER_MERGE = -50, -200
# Other plugins hand the server the builder that it was made with, and nothing else.
LAST = -1000
NOT_FOUND = "404.html"
SITEMAP = "sitemap.xml"


class LockstepConfig(Config):  # type: ignore[no-untyped-call]
    """Nothing to set here: ``[tool.lockstep]`` in ``pyproject.toml`` serves every host."""


class LockstepPlugin(BasePlugin[LockstepConfig]):  # type: ignore[no-untyped-call]
    """Checks the sources before anything is built, and tells the Markdown extensions which page they are on."""

    sources: Sources
    reported: set[tuple[str, str, str]]
    published: Publisher
    kept: dict[Hashable, object]  # What pages have worked out, for others of the same build.
    untranslated: dict[str, Targets]  # What links to pages without a translation lead to, by folder.
    messages: Callable[[Language], Messages]
    # The pages of every language, by its folder and their name below it.
    pages: Mapping[tuple[str, str], SourcePage]
    stale: Mapping[str, Sequence[str]]  # Ids of sections that translate an older text, by the path of their page.
    # The site's pages in every language, on a site that has more than one; when those built so far were changed.
    shelf: Shelf | None = None
    held: list[File]  # Files that another plugin made, while static-i18n is at work.
    dates: dict[str, str]
    # Of the language that is being built.
    nav: Navigation
    files: Files
    env: Environment
    # What earlier builds have left of pages, where that can be used.
    keeper: keeping.KeptPages | None = None
    store: Store
    # While a site is served: what its author is told, by whom, and the folder of what they see.
    serving: Serving | None = None
    server: LiveReloadServer | None = None
    served: Path | None = None

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Speak up for what static-i18n warns of, before it does; be there for an author from the first build on."""
        i18n.allow_instant_navigation()
        if command == "build" and allowed():
            build_beside()
        if command == "serve":
            self.serving = Serving(dirty=dirty)

    def on_shutdown(self) -> None:
        """Leave nothing behind."""
        if self.serving:
            self.serving.close()
        if self.served:
            shutil.rmtree(self.served, ignore_errors=True)

    @event_priority(BEFORE_I18N)
    def _only(self, config: MkDocsConfig) -> MkDocsConfig:
        if only := os.environ.get(ONLY):
            i18n.build_only(config, only)
        return config

    @event_priority(AFTER_I18N)
    def _check(self, config: MkDocsConfig) -> MkDocsConfig:
        """Check everything, once per build, while the last good site is still in place."""
        if TABS in config.markdown_extensions:
            material.leave_tabs(config)
        if i18n.nested(config):
            i18n.set_theme_language(config, material.theme_language(self._building(config)))
            return config
        material.add_templates(config, templates.THEME)
        self.dates = {}
        # That of a build that ended in the middle.
        current.set(None)
        try:
            project = load_project(Path(config.config_file_path).parent)
            agree(project, config)
        except FindingError as error:
            raise PluginError(str(error)) from None
        if self.serving:
            if not self.server:
                refuse_taken(config.dev_addr)
            new = self.serving.look(project, config)
            if self.server:
                watch(self.server, new)
        self.store = store = open_store(project.root)
        looked = keeping.look(project, config, store)
        self.sources = load(project, store)
        self.published = Publisher()
        self.kept, self.messages = {}, cache(Messages)
        self.keeper = None
        self.untranslated = {}
        self.pages, unreadable = load_pages(project, store)
        i18n.set_theme_language(config, material.theme_language(project.source))
        extensions = config.markdown_extensions
        findings, self.stale = check_read(self.sources, self.pages, unreadable, extensions=extensions, store=store)
        # Here too: a build may end at what was found.
        store.close()
        for finding in findings:
            self._tell_author(finding)
        # Rendering meets them again, in every language that falls back to the page, and not always at the same line.
        self.reported = {(finding.path, finding.code, finding.message) for finding in findings}
        if findings and config.strict:
            number = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
            raise RefusedError(f"{number}, nothing was built: mend them, or build without --strict")
        if self.serving and self.serving.holds():
            raise RefusedError("parts of pages would be missing, nothing was built")
        templates.prepare(config, store, shared=allowed())
        self.keeper = keeping.keep(project, config, self.pages, self._report, looked, alone=not self.serving)
        self.published.keeper = self.keeper
        acceleration.settle()
        i18n.settle(config)
        return config

    on_config = CombinedEvent(_only, _check)

    def _report(self, finding: Finding) -> None:
        if self.keeper:
            self.keeper.tell(finding)
        key = (finding.path, finding.code, finding.message)
        if key not in self.reported:
            self.reported.add(key)
            self._tell_author(finding)

    def _tell_author(self, finding: Finding) -> None:
        log.warning("%s", finding, extra={keeping.OURS: True})
        if self.serving:
            self.serving.findings.append(finding)

    @event_priority(BEFORE_I18N)
    def _shelve(self, files: Files, *, config: MkDocsConfig) -> None:
        """Leave out what is no file, and see which pages there are, before static-i18n keeps those of one language."""
        for finding in reader.leave_out(files, self.sources.project, config):
            self._report(finding)
        self.shelf = reader.make_shelf(self.sources.project, config, files) if i18n.languages(config) else None

    @event_priority(LAST_BEFORE_I18N)
    def _hold(self, files: Files, *, config: MkDocsConfig) -> None:
        self.held = i18n.hold_generated(files, config) if self.shelf else []

    @event_priority(AFTER_I18N)
    def _put_back(self, files: Files, *, config: MkDocsConfig) -> None:
        for file in self.held:
            files.append(file)

    on_files = CombinedEvent(_shelve, _hold, _put_back)

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Refuse pages that static-i18n has put into no language: they have no file in the docs folder."""
        self.nav, self.files = nav, files
        for file in files.documentation_pages() if self.shelf else ():
            if i18n.written_in(file) is None:
                maker = f"'{file.generated_by}'" if file.generated_by else "a plugin"
                message = f"the page {file.src_uri} is made by {maker}, and would be in no language"
                path = relative(Path(config.config_file_path), self.sources.project.root)
                hint = "write it into the folder of its language"
                raise PluginError(str(Finding(path, 1, 1, "LS011", message, hint)))

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        """Stand in for MkDocs where it would stop with a traceback: at a page that is not UTF-8."""
        if page.file.abs_src_path is None:
            return None
        if written := self._written(page):
            # As it was checked, even where it has been changed since.
            return written.text
        path = Path(page.file.abs_src_path)
        try:
            return read_text(path, self.sources.project.root)
        except FindingError:
            return path.read_bytes().decode("utf-8", "replace") if path.exists() else None

    @event_priority(-100)
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Tell the Markdown extensions which page they render."""
        tools.settle_title(page)
        language = self._of(page)
        path, written = self.path(page), self._written(page)
        source = Path(page.file.abs_src_path) if page.file.abs_src_path and not written else None
        offset = reader.offset(written.text if written else source, markdown)

        original = self.pages.get((self.sources.project.source.folder, written.name)) if written else None
        tabs = tab_keys(written, original) if written else ()
        told = PageContext(
            *(self.sources, path, language, self._report, offset),
            publish=partial(self.published.numbers, page=page, config=config),
            write=partial(self.published.text, page=page, config=config),
            read=self.pages,
            find=partial(reader.find, self.shelf, self.pages, page, config=config),
            tabs=tabs,
            kept=self.kept,
        )
        current.set(told)
        stale = self._stale(path, written)
        shelf, building = self.shelf, self._building(config) if self.shelf else language
        twin = tools.make_twin(
            markdown, page, told, config, files, written=written, shelf=shelf, reader=building, stale=stale
        )
        self.published.emit(tools.twin_uri(page), twin, config)

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Title the headings' links in the page's language, and forget the page."""
        current.set(None)
        language = self._of(page)
        if self.shelf and language == self._building(config):
            if language.folder not in self.untranslated:
                self.untranslated[language.folder] = link_targets(self.shelf.fallbacks(language))
            html = mark_links(html, page.file.url, self.untranslated[language.folder])
        return material.permalinks(html, self.messages(language)(_("Permanent link")))

    @event_priority(AFTER_I18N)
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """See when pages were changed and what they ask for, and give the templates what they use."""
        self.env = env
        if self.serving:
            self.serving.pages |= {file.dest_uri: self.path(file.page) for file in files if file.page}
        wishes.settle(files, config, env, lambda page, *found: self._report(Finding(self.path(page), *found)))
        self.dates |= {file.url: tools.changed(file.page) for file in files.documentation_pages() if file.page}
        env.filters |= {f"lockstep_{one.__name__}": one for one in (material.anywhere, material.head, material.header)}

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        """Lead from a page without a source file, such as the 404, to every language's home page."""
        if self.shelf:
            reader.switch(config, self.shelf, self.shelf.homes())
        if template_name == NOT_FOUND and not config.site_url:
            # It is served at any depth, of a site that may be at any path: its script finds out.
            context["base_url"] = "."
        self._tell(context, config, [])
        return context

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Keep a 404 page per language: static-i18n would leave one, in the language built last; and one sitemap."""
        if template_name == SITEMAP and (self.shelf or not dependence.has_own(config, SITEMAP)):
            return render_sitemap(self.shelf, config.site_url, self.dates)
        if template_name != NOT_FOUND:
            return output_content
        language = self._building(config)
        page = search.own_worker(material.document(output_content, language.tag), language)
        if language == self.sources.project.source:
            return page
        write_file(page.encode(), str(Path(config.site_dir, language.folder, NOT_FOUND)))
        return ""

    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: object
    ) -> TemplateContext:
        """Point the language switcher at this page, and search engines at the languages that it is written in."""
        alternates: list[tuple[str, str]] = []
        if isinstance(text := page.meta.get("description"), str):
            # Themes put it between quotes as it is.
            page.meta["description"] = text.replace('"', "&quot;")
        if self.shelf:
            name = i18n.name(page.file)
            reader.switch(config, self.shelf, self.shelf.editions(name))
            if self._falls_back(page, config):
                reader.canonical(config, self.shelf, page)
            else:
                alternates = self.shelf.alternates(name, config.site_url)
        self._tell(context, config, alternates)
        return context

    def _tell(self, context: TemplateContext, config: MkDocsConfig, alternates: list[tuple[str, str]]) -> None:
        page = context["page"]
        # Of a site that swaps pages in place, any page may be followed by one with tabs.
        tabs = material.instant(config) or bool(page and page.content and ATTRIBUTE in page.content)
        own: dict[str, object] = {"alternates": alternates, "tabs": tabs and TABS in config.markdown_extensions}
        if self.shelf:
            own["swapped"] = reader.swapped(config, self.shelf, page, context["base_url"])
        if page:
            own |= tools.head(page, config, self.shelf, self._of(page))
        told: dict[str, object] = {"_": self.messages(self._building(config)), "lockstep": own}
        context.update(told)  # type: ignore[typeddict-item]

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Tell browsers and readers the language of the page, and that of its text where that is another."""
        # Without static-i18n there is one build, and a page's folder is all there is to go by.
        language = self._building(config) if self.shelf else self._of(page)
        if self.shelf and self._falls_back(page, config):
            output = reader.fallback(output, self.shelf, page, language)
        elif self.shelf and (old := self._stale(self.path(page), self._written(page))):
            output = reader.outdated(output, self.shelf, page, language, old)
        return search.own_worker(material.document(output, language.tag), language)

    @event_priority(BEFORE_MERGE)
    def _index(self, *, config: MkDocsConfig) -> None:
        search.write_index(config, self._building(config))
        search.forget(config)
        tools.write_index(self.nav, self.files, config, self._building(config), self.shelf)
        if self.serving:
            self.serving.previews.leave(self, config, self.env)

    @event_priority(AFTER_MERGE)
    def _empty_index(self, *, config: MkDocsConfig) -> None:
        search.empty_index(config)
        tools.settle_sitemap(config)
        if self.keeper and not i18n.nested(config):
            self.keeper.close()
        self.store.close()

    # Each language has a search index of its own.
    on_post_build = CombinedEvent(_index, _empty_index)

    def path(self, page: Page) -> str:
        """Name a page as findings do."""
        if not page.file.abs_src_path:
            return page.file.src_uri
        return reader.named(page.file, self.sources.project)

    def _written(self, page: Page) -> SourcePage | None:
        """Find a page as it was checked; ``None`` for one that could not be read, or that a plugin has made."""
        folder = self._of(page).folder
        found = self.pages.get((folder, page.file.src_uri.removeprefix(f"{folder}/")))
        return found if found and found.path == self.path(page) else None

    def _stale(self, path: str, page: SourcePage | None) -> tuple[Section, ...]:
        """Find the sections of a page that translate an older text."""
        ids = self.stale.get(path, ())
        return tuple(sections(page)[key] for key in ids) if page and ids else ()

    def _falls_back(self, page: Page, config: MkDocsConfig) -> bool:
        return i18n.written_in(page.file) not in (None, i18n.build_language(config))

    def _building(self, config: MkDocsConfig) -> Language:
        return self._language(i18n.build_language(config))

    def _of(self, page: Page) -> Language:
        return self._language(page.file.src_uri.split("/", 1)[0])

    def _language(self, folder: str | None) -> Language:
        languages = self.sources.project.languages
        return next((language for language in languages if language.folder == folder), languages[0])

    @event_priority(LAST)
    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> None:
        """Rebuild when anything changes that pages are made of, and say what came of it."""
        if not self.serving:
            # With --clean, MkDocs does not say at the start that it is going to serve.
            refuse_taken(config.dev_addr)
            self.serving = Serving()
            self.serving.look(self.sources.project, config)
        self.served = take_over(server, self.serving)
        self.server = server
