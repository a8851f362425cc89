"""The sitemap: every page in the languages that it is written in, and no page twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.languages.shelf import absolute
from lockstep.render import environment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lockstep.languages.shelf import Shelf


def render_sitemap(shelf: Shelf, site_url: str | None, dates: Mapping[str, str]) -> str:
    """Render the sitemap; an empty one where the site's own address is not known, since it takes absolute addresses.

    Args:
        shelf: the site's pages.
        site_url: the site's address.
        dates: when pages were last changed, by their address below the site's root.
    """
    entries = []
    for name in sorted(set().union(*shelf.names.values())) if site_url else ():
        alternates = shelf.alternates(name, site_url)
        for edition in shelf.editions(name):
            if edition.translated and site_url:
                entries.append((absolute(site_url, edition.url), dates.get(edition.url), alternates))
    return environment.get_template("sitemap.xml").render(entries=entries)
