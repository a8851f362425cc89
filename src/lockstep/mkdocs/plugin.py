"""The MkDocs plugin: each hook asks a wing."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.config.base import Config
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.utils import get_relative_url, write_file

from lockstep.benchmarks.downloads import FORMATS, downloads, file_name
from lockstep.check import Sources, check_read, load
from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError
from lockstep.languages.evidence import stale_sections
from lockstep.languages.notices import link_targets, mark_links
from lockstep.languages.pages import load_pages
from lockstep.languages.sitemap import render_sitemap
from lockstep.markdown.context import PageContext, current
from lockstep.messages import Messages
from lockstep.messages import mark as _
from lockstep.mkdocs import i18n, material, reader, search
from lockstep.mkdocs.server import serve_own_404
from lockstep.project import CONFIG, ONLY, Language, Project, load_project

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

    from lockstep.benchmarks.directive import Directive
    from lockstep.languages.sections import Section
    from lockstep.languages.shelf import Shelf

# Not get_plugin_logger: its prefix would stand before the path, where editors look for it.
log = logging.getLogger("mkdocs.plugins.lockstep")

THEME = Path(__file__).parent / "theme"
# static-i18n sets up its language at -100.
AFTER_I18N = -101
BEFORE_I18N = 0
# It builds the other languages and puts the search indexes together at -100, Material writes one at 0.
BEFORE_MERGE, AFTER_MERGE = -50, -200
NOT_FOUND = "404.html"
DOWNLOADS = "assets/benchmarks"
SITEMAP = "sitemap.xml"
# Without them, what is checked is not what readers get.
EXTENSIONS = ("attr_list", "pymdownx.superfences", "lockstep.benchmarks", "lockstep.callouts", "lockstep.snippets")


class LockstepConfig(Config):  # type: ignore[no-untyped-call]
    """Nothing to set here: ``[tool.lockstep]`` in ``pyproject.toml`` serves every host."""


class LockstepPlugin(BasePlugin[LockstepConfig]):  # type: ignore[no-untyped-call]
    """Checks the sources before anything is built, and tells the Markdown extensions which page they are on."""

    sources: Sources
    reported: set[tuple[str, str, str]]
    published: set[str]
    # What links to pages without a translation lead to, by the language's folder.
    untranslated: dict[str, dict[str, Language]]
    # Sections that translate an older text, by the path of their page.
    stale: dict[str, tuple[Section, ...]]
    # The site's pages in every language, on a site that has more than one; when those built so far were changed.
    shelf: Shelf | None = None
    dates: dict[str, str]

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Speak up for what static-i18n warns of, before it does."""
        i18n.allow_instant_navigation()

    @event_priority(BEFORE_I18N)
    def _only(self, config: MkDocsConfig) -> MkDocsConfig:
        if only := os.environ.get(ONLY):
            i18n.build_only(config, only)
        return config

    @event_priority(AFTER_I18N)
    def _check(self, config: MkDocsConfig) -> MkDocsConfig:
        """Check everything, once per build, while the last good site is still in place."""
        if i18n.nested(config):
            i18n.set_theme_language(config, material.theme_language(self._building(config)))
            return config
        _add_theme(config)
        self.dates = {}
        try:
            project = load_project(Path(config.config_file_path).parent)
            _agree(project, config)
        except FindingError as error:
            raise PluginError(str(error)) from None
        self.sources = load(project)
        self.published = set()
        self.untranslated = {}
        pages, unreadable = load_pages(project)
        self.stale = stale_sections(project, pages)
        i18n.set_theme_language(config, material.theme_language(project.source))
        findings = check_read(self.sources, pages, unreadable)
        for finding in findings:
            log.warning("%s", finding)
        # Rendering meets them again, in every language that falls back to the page, and not always at the same line.
        self.reported = {(finding.path, finding.code, finding.message) for finding in findings}
        if findings and config.strict:
            number = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
            raise PluginError(f"{number}, nothing was built: mend them, or build without --strict")
        return config

    on_config = CombinedEvent(_only, _check)

    def _publish(self, directive: Directive, page: Page, config: MkDocsConfig) -> dict[str, str]:
        """Write the numbers of a table into the site, once for all pages and languages; return the page's links."""
        if directive.results is None:
            return {}
        name = f"{DOWNLOADS}/{file_name(directive.names)}"
        if name not in self.published:
            self.published.add(name)
            for extension, text in downloads(directive.results).items():
                write_file(text.encode(), str(Path(config.site_dir, f"{name}.{extension}")))
        return {extension: get_relative_url(f"{name}.{extension}", page.url) for extension in FORMATS}

    def _report(self, finding: Finding) -> None:
        key = (finding.path, finding.code, finding.message)
        if key not in self.reported:
            self.reported.add(key)
            log.warning("%s", finding)

    @event_priority(BEFORE_I18N)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> None:
        """See which pages there are, before static-i18n keeps those of one language."""
        self.shelf = reader.make_shelf(self.sources.project, config, files) if i18n.languages(config) else None

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        """Stand in for MkDocs where it would stop with a traceback: at a page that is not UTF-8."""
        if page.file.abs_src_path is None:
            return None
        path = Path(page.file.abs_src_path)
        try:
            return read_text(path, self.sources.project.root)
        except FindingError:
            return path.read_bytes().decode("utf-8", "replace") if path.exists() else None

    @event_priority(-100)
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Tell the Markdown extensions which page they render."""
        language = self._of(page)
        source = Path(page.file.abs_src_path) if page.file.abs_src_path else None
        path = self._path(page)
        offset = _offset(source, markdown)

        def publish(directive: Directive) -> dict[str, str]:
            return self._publish(directive, page, config)

        current.set(PageContext(self.sources, path, language, self._report, offset, publish))

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Title the headings' links in the page's language, and forget the page."""
        current.set(None)
        language = self._of(page)
        if self.shelf and language == self._building(config):
            if language.folder not in self.untranslated:
                self.untranslated[language.folder] = link_targets(self.shelf.fallbacks(language))
            html = mark_links(html, page.file.url, self.untranslated[language.folder])
        return material.permalinks(html, Messages(language)(_("Permanent link")))

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """See when pages were changed, and give the templates what they use."""
        self.dates |= {file.url: file.page.update_date for file in files.documentation_pages() if file.page}
        env.filters["lockstep_anywhere"] = material.anywhere
        env.filters["lockstep_head"] = material.head
        env.filters["lockstep_header"] = material.header

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
        if template_name == SITEMAP and self.shelf:
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
        told: dict[str, object] = {"_": Messages(self._building(config)), "lockstep": {"alternates": alternates}}
        if self.shelf:
            state = reader.swapped(config, self.shelf, context["page"], context["base_url"])
            told["lockstep"] = {"alternates": alternates, "swapped": state}
        context.update(told)  # type: ignore[typeddict-item]

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Tell browsers and readers the language of the page, and that of its text where that is another."""
        # Without static-i18n there is one build, and a page's folder is all there is to go by.
        language = self._building(config) if self.shelf else self._of(page)
        if self.shelf and self._falls_back(page, config):
            output = reader.fallback(output, self.shelf, page, language)
        elif self.shelf and (old := self.stale.get(self._path(page))):
            output = reader.outdated(output, self.shelf, page, language, old)
        return search.own_worker(material.document(output, language.tag), language)

    @event_priority(BEFORE_MERGE)
    def _index(self, *, config: MkDocsConfig) -> None:
        search.write_index(config, self._building(config))

    @event_priority(AFTER_MERGE)
    def _empty_index(self, *, config: MkDocsConfig) -> None:
        search.empty_index(config)

    # Each language has a search index of its own.
    on_post_build = CombinedEvent(_index, _empty_index)

    def _path(self, page: Page) -> str:
        """Name a page as findings do."""
        source = page.file.abs_src_path
        return relative(Path(source), self.sources.project.root) if source else page.file.src_uri

    def _falls_back(self, page: Page, config: MkDocsConfig) -> bool:
        return i18n.written_in(page.file) not in (None, i18n.build_language(config))

    def _building(self, config: MkDocsConfig) -> Language:
        return self._language(i18n.build_language(config))

    def _of(self, page: Page) -> Language:
        return self._language(page.file.src_uri.split("/", 1)[0])

    def _language(self, folder: str | None) -> Language:
        languages = self.sources.project.languages
        return next((language for language in languages if language.folder == folder), languages[0])

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> None:
        """Rebuild when a program, a result, a catalogue or the project's configuration changes."""
        serve_own_404(server, [language.folder for language in self.sources.project.languages])
        project = self.sources.project
        for watched in (project.snippets, project.results, project.source.catalogues, project.root / CONFIG):
            if watched and watched.exists():
                server.watch(str(watched))


def _add_theme(config: MkDocsConfig) -> None:
    """Put our templates behind the site's own, wherever those are, and before Material's."""
    dirs, own = config.theme.dirs, config.theme.custom_dir
    dirs.insert(dirs.index(own) + 1 if own in dirs else 0, str(THEME))


def _agree(project: Project, config: MkDocsConfig) -> None:
    """Refuse a project whose two configurations do not go together."""
    if Path(config.docs_dir).resolve() != project.docs:
        message = f"'docs' is {relative(project.docs, project.root)}, but docs_dir in mkdocs.yml is {config.docs_dir}"
        raise FindingError(Finding(CONFIG, 1, 1, "LS006", message, "name the same folder in both"))
    for extension in EXTENSIONS:
        if extension not in config.markdown_extensions:
            message = f"the Markdown extension '{extension}' is not in use"
            file = relative(Path(config.config_file_path), project.root)
            raise FindingError(Finding(file, 1, 1, "LS009", message, "add it to markdown_extensions"))
    for option, problem, hint in i18n.misfits(config):
        file = relative(Path(config.config_file_path), project.root)
        raise FindingError(Finding(file, 1, 1, "LS010", f"the option '{option}' of the i18n plugin {problem}", hint))
    ours = [language.folder for language in project.languages]
    theirs = i18n.languages(config)
    if theirs is not None and (ours[0] != theirs[0] or set(ours) != set(theirs)):
        message = f"the languages are {', '.join(ours)}, but those of the i18n plugin are {', '.join(theirs)}"
        raise FindingError(Finding(CONFIG, 1, 1, "LS006", message, "name the same ones in both, the source first"))


def _offset(source: Path | None, markdown: str) -> int:
    """Count the lines of the file above the Markdown; 0 where another plugin has changed it."""
    text = source.read_text("utf-8-sig", "replace").rstrip() if source and source.exists() else ""
    body = markdown.rstrip()
    return text.count("\n", 0, len(text) - len(body)) if body and text.endswith(body) else 0
