"""The sitemap: every page in the languages that it is written in, and no page twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.languages.shelf import absolute
from lockstep.render import environment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lockstep.languages.shelf import Shelf


def render_sitemap(shelf: Shelf | None, site_url: str | None, dates: Mapping[str, str]) -> str:
    """Render the sitemap; an empty one where the site's own address is not known, since it takes absolute addresses.

    Args:
        shelf: the site's pages, by language; ``None`` where it has one language, and pages are those with dates.
        site_url: the site's address.
        dates: when pages were last changed, by their address below the site's root; empty where nobody knows.
    """
    pages = list(_pages(shelf, site_url) if shelf else ((url, ()) for url in dates))
    entries = [(absolute(site_url, url), dates.get(url), alternates) for url, alternates in pages] if site_url else []
    return environment.get_template("sitemap.xml").render(entries=entries)


def _pages(shelf: Shelf, site_url: str | None) -> Iterator[tuple[str, Iterable[tuple[str, str]]]]:
    for name in sorted(set().union(*shelf.names.values())):
        alternates = shelf.alternates(name, site_url)
        yield from ((edition.url, alternates) for edition in shelf.editions(name) if edition.translated)
