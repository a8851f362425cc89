"""What tools read of the site, where they look for it: twins of pages, an index per language, previews of links."""

from __future__ import annotations

import gzip
import posixpath
import re
from datetime import date as Date  # noqa: N812 (a page has one)
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urljoin, urlsplit, urlunsplit

from mkdocs.structure.files import InclusionLevel
from mkdocs.structure.nav import Section
from mkdocs.structure.pages import Page
from mkdocs.utils import get_build_date, get_relative_url, write_file

from lockstep.languages.names import capital, language_name
from lockstep.languages.notices import fallback_notice, stale_notice
from lockstep.languages.shelf import absolute
from lockstep.markdown.twin import twin
from lockstep.messages import Messages
from lockstep.messages import mark as _
from lockstep.mkdocs import i18n
from lockstep.mkdocs.reading import LINK
from lockstep.plain import to_markdown
from lockstep.twins.index import NAME, Entry, Part, render_index
from lockstep.twins.prose import simplify
from lockstep.twins.social import Preview, properties, said, social_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure import StructureItem
    from mkdocs.structure.files import File, Files
    from mkdocs.structure.nav import Navigation

    from lockstep.languages.pages import Page as SourcePage
    from lockstep.languages.sections import Section as Passage
    from lockstep.languages.shelf import Shelf
    from lockstep.markdown.context import PageContext
    from lockstep.project import Language

HOME = ("index.md", "README.md")
# A name that ends as those of nearly all pages do.
PAGE = re.compile(r"[^/]\.html\Z")


def twin_uri(page: Page) -> str:
    """Say where a page's twin is, below the site's root: beside its HTML, so that relative links lead to the same."""
    uri = page.file.dest_uri
    if i18n.TIDY.fullmatch(uri) and PAGE.search(uri):
        return f"{uri.removesuffix('.html')}.md"
    return PurePosixPath(uri).with_suffix(".md").as_posix()


def make_twin(
    markdown: str,
    page: Page,
    told: PageContext,
    config: MkDocsConfig,
    files: Files,
    *,
    written: SourcePage | None,
    shelf: Shelf | None,
    reader: Language,
    stale: Sequence[Passage],
) -> str:
    """Write the Markdown twin of a page.

    Its links lead to pages and not to twins: who reads the twin passes them on to people, and sections have addresses
    there. Every page names its twin.
    """
    url = page.file.url

    def whole(address: str) -> str:
        if _elsewhere(address):
            return address
        if not address or address.startswith(("#", "?")):
            address = get_relative_url(url, url) + address
        return urljoin(absolute(config.site_url, url), address) if config.site_url else address

    def resolve(address: str) -> str:
        return _lead(address, page.file, files, config.site_url) or lead(address)

    def lead(address: str) -> str:
        if _elsewhere(address):
            return address
        parts = urlsplit(address)
        path = parts.path
        if path:
            name = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), unquote(path)))
            if file := files.get_file_from_path(name):
                path = get_relative_url(file.url, url)
        return whole(urlunsplit(("", "", path, parts.query, parts.fragment)))

    canonical, notice = url, ""
    if shelf and told.language != reader:
        canonical = shelf.url(shelf.source, i18n.name(page.file))
        notice = fallback_notice(reader, told.language, get_relative_url(canonical, url))
    elif shelf and stale:
        source = shelf.url(shelf.source, i18n.name(page.file))
        notice = stale_notice(reader, shelf.source, get_relative_url(source, url), stale)
    # What the navigation calls the home page is not what it is about. Before it is rendered, a title has attributes.
    title = config.site_name if i18n.name(page.file) in HOME and "title" not in page.meta else str(page.title)
    if "title" not in page.meta:
        title = simplify(title, whole, lambda *_: None).strip()
    facts = {"title": title, "description": described(page), "language": told.language.tag}
    if config.site_url:
        facts["canonical"] = absolute(config.site_url, canonical)
    return twin(
        _lines(markdown, written),
        told,
        {name: fact for name, fact in facts.items() if fact},
        resolve=resolve,
        absolute=whole,
        notice=simplify(to_markdown(notice), whole, lambda *_: None),
    )


def _lead(address: str, here: File, files: Files, site_url: str | None) -> str:
    """Find where readers are led whom an address leads to a page and a section of it, as most do; else, empty.

    To take an address apart and put it together again for each of the questions to it takes several times as long.
    """
    plain = LINK.fullmatch(address)
    if not plain:
        return ""
    there: File | None = here
    if plain["path"]:
        there = files.get_file_from_path(posixpath.normpath(posixpath.join(here.src_uri, "..", plain["path"])))
    if not there:
        return ""
    led = absolute(site_url, there.url) if site_url else get_relative_url(there.url, here.url)
    return led + plain["section"]


def _lines(markdown: str, written: SourcePage | None) -> Sequence[str]:
    """Take a page's lines as they have been read, so that they need not be read again; others where a plugin was."""
    read = written.lines if written else ()
    return read if "\n".join(read).strip() == markdown.strip() else markdown.split("\n")


def _elsewhere(address: str) -> bool:
    """Whether an address says all by itself, or cannot be read."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return True
    return bool(parts.scheme or parts.netloc or address.startswith("/"))


def settle_title(page: Page) -> None:
    """Let a title that the front matter leaves empty be as if it were not there: MkDocs would title the page None."""
    if not said(page.meta.get("title")):
        page.meta.pop("title", None)


def changed(page: Page) -> str:
    """Say when a page was last changed, as far as it says so itself or a plugin knows; empty where nobody does.

    MkDocs takes the day of the build, which says nothing of the page.
    """
    if page.update_date != get_build_date():
        return str(page.update_date)
    date = page.meta.get("date")
    if isinstance(date, datetime):
        date = date.date()
    return date.isoformat() if isinstance(date, Date) else ""


def settle_sitemap(config: MkDocsConfig) -> None:
    """Leave the time of the build out of the sitemap's compressed copy: the same site is the same on any day."""
    plain, packed = (Path(config.site_dir, name) for name in ("sitemap.xml", "sitemap.xml.gz"))
    if plain.exists() and packed.exists():
        packed.write_bytes(gzip.compress(plain.read_bytes(), mtime=0))


def described(page: Page) -> str:
    """Take a page's description from its front matter; empty where it has none."""
    return said(page.meta.get("description")).replace("&quot;", '"')


def write_index(nav: Navigation, files: Files, config: MkDocsConfig, language: Language, shelf: Shelf | None) -> None:
    """Write the index of the language that has been built, its pages, unless the site has such a file of its own."""
    source = shelf.source if shelf else language
    here = NAME if language == source else f"{language.folder}/{NAME}"
    own = (file for file in files if file.dest_uri == here and file.inclusion is not InclusionLevel.EXCLUDED)
    if any(i18n.written_in(file) in (None, language.folder) for file in own):
        return

    def lead(uri: str) -> str:
        return absolute(config.site_url, quote(uri)) if config.site_url else get_relative_url(quote(uri), quote(here))

    def entries(pages: Iterable[Page]) -> tuple[Entry, ...]:
        own = (page for page in pages if i18n.written_in(page.file) in (None, language.folder) or not shelf)
        return tuple(Entry(str(page.title), lead(twin_uri(page)), described(page)) for page in own)

    messages = Messages(language)
    notes = []
    others = [other for other in shelf.languages if other != language] if shelf else []
    if others:
        links = []
        for other in others:
            name = capital(language_name(other, other), other)
            links.append(f"[{name}]({lead(NAME if other == source else f'{other.folder}/{NAME}')})")
        said = messages(_("In other languages:"))
        notes.append(f"{said} {', '.join(links)}")
    top = Part(messages(_("Pages")), entries(item for item in nav.items if isinstance(item, Page)))
    parts = [top, *(Part(title, entries(pages)) for title, pages in _sections(nav.items, ""))]
    text = render_index(config.site_name, config.site_description or "", notes, parts)
    write_file(text.encode("utf-8", "replace"), str(Path(config.site_dir, here)))


def _sections(items: Iterable[StructureItem], above: str) -> Iterator[tuple[str, list[Page]]]:
    """List the sections of a navigation, each with the pages that are in it and in none below it."""
    for item in items:
        if isinstance(item, Section):
            title = f"{above}{item.title}"
            yield title, [child for child in item.children if isinstance(child, Page)]
            yield from _sections(item.children, f"{title}: ")


def head(page: Page, config: MkDocsConfig, shelf: Shelf | None, language: Language) -> dict[str, object]:
    """Say what a page's head tells tools: where its twin is, and what links to it show."""
    name = i18n.name(page.file)
    home = name in HOME
    others = [edition.language for edition in shelf.editions(name) if edition.translated] if shelf else []
    preview = Preview(
        config.site_name,
        social_title(page.meta.get("social_title"), str(page.title), config.site_name, home=home),
        described(page) or config.site_description or "",
        language,
        tuple(other for other in others if other != language) if language in others else (),
        page.canonical_url or "",
        home,
    )
    return {"twin": quote(posixpath.basename(twin_uri(page))), "properties": list(properties(preview))}
