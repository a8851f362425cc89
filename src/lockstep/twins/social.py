"""What is shown of a page where a link to it is shared: Open Graph's properties, and what X takes in their place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from babel.core import get_global

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lockstep.project import Language


@dataclass(frozen=True, slots=True)
class Preview:
    """A page as links to it show it.

    ``title`` and ``description`` are as they are to be shown; ``url`` is its absolute address, empty where that is not
    known; ``languages`` are the others that it is written in; ``home`` is whether it is the site's own.
    """

    site: str
    title: str
    description: str
    language: Language
    languages: tuple[Language, ...] = ()
    url: str = ""
    home: bool = False


def said(value: object) -> str:
    """Read a text of a front matter, in one line: a number, too, is one; empty for a list, a mapping, or none."""
    return "" if value is None or isinstance(value, (list, dict)) else " ".join(str(value).split())


def social_title(own: object, title: str, site: str, *, home: bool) -> str:
    """Find the title of a shared link: the author's own, or the page's and the site's, or that of the site alone."""
    if text := said(own):
        return text
    return site if home or title == site else f"{title} · {site}"


def properties(preview: Preview) -> Iterable[tuple[str, str, str]]:
    """List the elements of the page's head: the attribute that names each, its name, its content."""
    found = [
        ("og:type", "website" if preview.home else "article"),
        ("og:site_name", preview.site),
        ("og:title", preview.title),
        ("og:description", preview.description),
        ("og:url", preview.url),
        ("og:locale", territory(preview.language)),
        *(("og:locale:alternate", place) for place in sorted(map(territory, preview.languages))),
    ]
    yield from (("property", name, content) for name, content in found if content)
    yield "name", "twitter:card", "summary"


def territory(language: Language) -> str:
    """Name a language as Open Graph does, with a territory: the likeliest where its tag has none."""
    locale = language.locale
    likely = get_global("likely_subtags")
    keys = ("_".join(filter(None, (locale.language, locale.script))), locale.language)
    whole = next((str(likely[key]) for key in keys if key in likely), "")
    return f"{locale.language}_{locale.territory or (whole.rsplit('_', 1)[-1] if whole else '')}".rstrip("_")
