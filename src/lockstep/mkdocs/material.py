"""Everything that is known here of the insides of Material for MkDocs: what its markup gets wrong for readers.

Each function takes the markup that Material rendered and returns it mended. What it looks for is there in the versions
that the project allows; a test fails by name when an upgrade changes it.
"""

from __future__ import annotations

import re
from html import unescape
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from mkdocs.config.defaults import MkDocsConfig

    from lockstep.project import Language

# What Material says of other languages is relative, and takes every entry of the switcher for a translation.
ALTERNATE = '<link rel="alternate" href="{{ alt.link | url }}" hreflang="{{ alt.lang | d(lang.t(\'language\')) }}">'
ALTERNATES = re.compile(r'\s*<link rel="alternate" href="[^"]*" hreflang="[^"]*">')
# Its script asks for a sitemap beside the target of every link whose rel is exactly "alternate": missing files at every
# page view. With a blank more it is the same relation to browsers and search engines, not to the script.
RELATION = "alternate "

# The default of Python-Markdown's toc, which cannot know the page's language.
PERMALINK = re.compile(r'(<a class="headerlink"[^>]*? title=")Permanent link(")')
HTML = re.compile(r'<html lang="[^"]*"')
SEARCH_DIALOG = 'data-md-component="search" role="dialog"'
ARTICLE = '<article class="md-content__inner md-typeset">'
BUTTON = 'class="md-content__button md-icon"'
HEADING = re.compile(r'<h(?P<level>[2-6])\b[^>]*?\sid="(?P<id>[^"]*)".*?</h(?P=level)>', re.DOTALL)
CHARSET = '<meta charset="utf-8">'
INSTANT = "navigation.instant"
# Its script links tabs whose labels are the same, and keeps the labels that were chosen.
LINKED_TABS = "content.tabs.link"
LANGUAGES = files("material") / "templates/partials/languages"


def head(markup: str, alternates: Sequence[tuple[str, str]]) -> Markup:
    """Say which languages a page is written in, and where: by tag and absolute address."""
    links = (f'\n<link rel="{RELATION}" hreflang="{tag}" href="{escape(url)}">' for tag, url in alternates)
    return Markup(ALTERNATES.sub("", markup) + "".join(links))  # noqa: S704 (Material's own markup)


def anywhere(markup: str, base: str) -> Markup:
    """Put the markup that says where the site begins in front of the first address in a page's head."""
    return Markup(markup.replace(CHARSET, CHARSET + base, 1))  # noqa: S704


def header(markup: str, search: str) -> Markup:
    """Give the search dialog a name."""
    return Markup(markup.replace(SEARCH_DIALOG, f'{SEARCH_DIALOG} aria-label="{escape(search)}"'))  # noqa: S704


def document(page: str, tag: str) -> str:
    """Name a page's language by its full tag: Material names the language of its own translation."""
    return HTML.sub(f'<html lang="{tag}"', page, count=1)


def fallback(page: str, reader: Language, written_in: Language, notice: str) -> str:
    """Say in which language a page's text is, where it is not the readers', and put a notice above it."""
    opened = f'{ARTICLE[:-1]} lang="{written_in.tag}" dir="{written_in.direction}">{notice}'
    return page.replace(BUTTON, f'{BUTTON} lang="{reader.tag}"').replace(ARTICLE, opened, 1)


def noted(page: str, notice: str) -> str:
    """Put a notice above a page's text."""
    return page.replace(ARTICLE, ARTICLE + notice, 1)


def noted_below(page: str, notices: Mapping[str, str]) -> str:
    """Put notices below headings, by the heading's id; the page's own title has the one above the text."""

    def note(match: re.Match[str]) -> str:
        return match[0] + notices.get(unescape(match["id"]), "")

    return HEADING.sub(note, page)


def theme_language(language: Language) -> str:
    """Name Material's translation for a language: a region's own where there is one."""
    names = (language.tag, language.locale.language)
    return next((name for name in names if (LANGUAGES / f"{name}.html").is_file()), language.locale.language)


def add_templates(config: MkDocsConfig, folder: Path) -> None:
    """Put templates of ours behind the site's own, wherever those are, and before Material's."""
    dirs, own = config.theme.dirs, config.theme.custom_dir
    dirs.insert(dirs.index(own) + 1 if own in dirs else 0, str(folder))


def instant(config: MkDocsConfig) -> bool:
    """Whether the site swaps pages in place."""
    return INSTANT in (config.theme.get("features") or ())


def links_tabs(config: MkDocsConfig) -> bool:
    """Whether the site links tabs by their labels."""
    return LINKED_TABS in (config.theme.get("features") or ())


def leave_tabs(config: MkDocsConfig) -> None:
    """Leave the linking of tabs to our script: two that keep the choice would overrule each other."""
    if links_tabs(config):
        config.theme["features"] = [feature for feature in config.theme["features"] if feature != LINKED_TABS]


def permalinks(content: str, title: str) -> str:
    """Title the links beside headings in the page's language, unless the site's configuration titles them."""
    return PERMALINK.sub(lambda match: f"{match[1]}{escape(title)}{match[2]}", content)
