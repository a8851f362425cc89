"""Everything that is known here of the insides of Material for MkDocs: what its markup gets wrong for readers.

Each function takes the markup that Material rendered and returns it mended. What it looks for is there in the versions
that the project allows; a test fails by name when an upgrade changes it.
"""

from __future__ import annotations

import re

from markupsafe import Markup, escape

# Material's script asks for a sitemap beside the target of every link whose rel is exactly "alternate": missing files
# at every page view. With a blank more it is the same relation to browsers and search engines, not to the script.
ALTERNATE = '<link rel="alternate" href='
QUIET_ALTERNATE = '<link rel="alternate " href='

# The default of Python-Markdown's toc, which cannot know the page's language.
PERMALINK = re.compile(r'(<a class="headerlink"[^>]*? title=")Permanent link(")')
HTML = re.compile(r'<html lang="[^"]*"')
SEARCH_DIALOG = 'data-md-component="search" role="dialog"'


def head(markup: str) -> Markup:
    """Keep the links to other languages, without the requests for missing sitemaps."""
    return Markup(markup.replace(ALTERNATE, QUIET_ALTERNATE))  # noqa: S704 (Material's own markup)


def header(markup: str, search: str) -> Markup:
    """Give the search dialog a name."""
    return Markup(markup.replace(SEARCH_DIALOG, f'{SEARCH_DIALOG} aria-label="{escape(search)}"'))  # noqa: S704


def document(page: str, tag: str) -> str:
    """Name a page's language by its full tag: Material names the language of its own translation."""
    return HTML.sub(f'<html lang="{tag}"', page, count=1)


def permalinks(content: str, title: str) -> str:
    """Title the links beside headings in the page's language, unless the site's configuration titles them."""
    return PERMALINK.sub(lambda match: f"{match[1]}{escape(title)}{match[2]}", content)
