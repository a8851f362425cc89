"""What a page's readers get in each language, told to MkDocs' templates; the wing decides what that is."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, InclusionLevel, set_exclusions
from mkdocs.utils import get_relative_url, normalize_url

from lockstep.files import below, relative
from lockstep.findings import Finding, FindingError
from lockstep.languages.notices import fallback_notice, section_notices, stale_notice, switcher_name
from lockstep.languages.pages import check_file, named_as_page
from lockstep.languages.shelf import Shelf, absolute
from lockstep.mkdocs import i18n, material

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

    from lockstep.languages.sections import Section
    from lockstep.languages.shelf import Edition
    from lockstep.project import Language, Project


def exclusions(project: Project, config: MkDocsConfig) -> Iterator[tuple[str, str, str]]:
    """Find the pages that one of the two configurations leaves out: the path, which one does, which does not."""
    options = ("'exclude'", "exclude_docs in mkdocs.yml")
    for page in below(project.docs):
        if not named_as_page(page):
            continue
        out = (project.excludes(page), _left_out(page.relative_to(project.docs).as_posix(), config))
        if out[0] != out[1]:
            yield relative(page, project.root), options[out.index(True)], options[out.index(False)]


def source(file: File, project: Project) -> Path:
    """Find the file that MkDocs reads as the project has it: MkDocs may come by way of a link to the docs folder."""
    path = Path(str(file.abs_src_path))
    if file.src_dir == str(project.docs):
        return path
    docs = Path(str(file.src_dir))
    # The templates' own files, and those of plugins, are elsewhere.
    ours = path.is_relative_to(docs) and docs.resolve() == project.docs
    return project.docs / path.relative_to(docs) if ours else path


def named(file: File, project: Project) -> str:
    """Name a file of the docs folder as findings do."""
    path, above = str(file.abs_src_path), f"{project.root}{os.sep}"
    # As most are: nothing is left to be tidied up, and no link is on the way.
    if file.src_dir == str(project.docs) and path.startswith(above) and os.path.normpath(path) == path:
        return path.removeprefix(above).replace(os.sep, "/")
    return relative(source(file, project), project.root)


def leave_out(files: Files, project: Project, config: MkDocsConfig) -> Iterator[Finding]:
    """Leave out what lies in the docs folder and is no file of a site, and report it."""
    for file in [file for file in files if file.abs_src_path and file.src_dir == config.docs_dir]:
        path = str(file.abs_src_path)
        # As nearly all are; each language asks again.
        if path.isascii() and os.path.isfile(path):  # noqa: PTH113 (a Path takes its time)
            continue
        try:
            check_file(source(file, project), project.root)
        except FindingError as error:
            files.remove(file)
            if not _left_out(file.src_uri, config):
                yield from error.findings


def _left_out(name: str, config: MkDocsConfig) -> bool:
    """Whether MkDocs leaves a file out."""
    file = File(name, config.docs_dir, config.site_dir, use_directory_urls=True)
    set_exclusions([file], config)
    return file.inclusion is InclusionLevel.EXCLUDED


def make_shelf(project: Project, config: MkDocsConfig, files: Files) -> Shelf:
    """Find out which pages there are, from the files as MkDocs found them."""
    folders = i18n.built(config)
    names: dict[str, set[str]] = {folder: set() for folder in folders}
    for file in files.documentation_pages():
        folder, _, name = file.src_uri.partition("/")
        if folder in names and name:
            names[folder].add(name)

    languages = [project.language(folder) for folder in folders]
    return Shelf(languages, names, cache(lambda name: address(name, config)), i18n.falls_back(config))


def address(name: str, config: MkDocsConfig) -> str:
    """Turn a page's name into its address, as MkDocs does."""
    return File(name, config.docs_dir, config.site_dir, config.use_directory_urls).url


def find(
    shelf: Shelf | None,
    pages: Container[tuple[str, str]],
    page: Page,
    language: Language,
    name: str,
    *,
    config: MkDocsConfig,
) -> str:
    """Find the address of a language's page from another; empty where it is not on the site that is built."""
    if shelf:
        there = name in shelf.names.get(language.folder, ())
        url = shelf.url(language, name) if there else ""
    else:
        there = (language.folder, name) in pages
        url = address(PurePosixPath(language.folder, name).as_posix(), config)
    return get_relative_url(url, page.url) if there else ""


def switch(config: MkDocsConfig, shelf: Shelf, editions: Iterable[Edition]) -> None:
    """Lead the language switcher to a page's editions."""

    def entry(edition: Edition) -> i18n.Entry:
        def fill(name: str) -> dict[str, str]:
            # Home pages have an edition in every language, or there is no site in it.
            shown = name if edition.translated else switcher_name(name, edition.language)
            return {"link": edition.url, "lang": edition.written_in.tag, "name": shown}

        return fill

    i18n.set_switcher(config, {edition.language.folder: entry(edition) for edition in editions})


def swapped(config: MkDocsConfig, shelf: Shelf, page: Page | None, base_url: str) -> str | None:
    """Tell our script what changes with the page on a site that swaps pages in place; nothing to tell on others."""
    if not material.instant(config):
        return None
    links = [
        {"href": normalize_url(entry["link"], page, base_url), "hreflang": entry["lang"], "name": entry["name"]}
        for entry in getattr(config.extra, "alternate", [])
    ]
    folders = [language.folder for language in shelf.languages if language != shelf.source]
    return json.dumps({"root": f"{base_url}/", "folders": folders, "links": links}, ensure_ascii=False)


def canonical(config: MkDocsConfig, shelf: Shelf, page: Page) -> None:
    """Send search engines from a page that is not translated to its source."""
    if config.site_url:
        page.canonical_url = absolute(config.site_url, shelf.url(shelf.source, i18n.name(page.file)))


def fallback(output: str, shelf: Shelf, page: Page, reader: Language) -> str:
    """Tell readers of a page that is not translated what they are looking at."""
    source = shelf.url(shelf.source, i18n.name(page.file))
    notice = fallback_notice(reader, shelf.source, get_relative_url(source, page.file.url))
    return material.fallback(output, reader, shelf.source, notice)


def outdated(output: str, shelf: Shelf, page: Page, reader: Language, sections: Sequence[Section]) -> str:
    """Tell readers of a translation which sections of it are older than their source."""
    source = shelf.url(shelf.source, i18n.name(page.file))
    url = get_relative_url(source, page.file.url)
    output = material.noted_below(output, section_notices(reader, shelf.source, url, sections))
    return material.noted(output, stale_notice(reader, shelf.source, url, sections))


def offset(file: Path | str | None, markdown: str) -> int:
    """Count the lines of a file, or of its text, above its Markdown; 0 where another plugin has changed that."""
    if isinstance(file, Path):
        file = file.read_text("utf-8-sig", "replace") if file.exists() else ""
    text = (file or "").rstrip()
    body = markdown.rstrip()
    return text.count("\n", 0, len(text) - len(body)) if body and text.endswith(body) else 0
