"""What a reader's browser loads of a built site."""

from __future__ import annotations

import gzip
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from support.html import parse

if TYPE_CHECKING:
    from pathlib import Path

# Where MkDocs, Lockstep and Zensical put a site's index of words.
INDEXES = ("search/*.json", "search.json")


@dataclass(frozen=True)
class Weight:
    """Bytes: of pages (mean and largest, and the mean compressed), of what a first visit loads, of the search.

    ``js_gzip`` and ``css_gzip`` are what the home page names, without the worker that searches; ``index_gzip`` is each
    index, by its path.
    """

    pages: int
    html_mean: int
    html_max: int
    html_gzip_mean: int
    js_gzip: int
    css_gzip: int
    index_gzip: dict[str, int]


def weigh(*sites: Path) -> Weight:
    """Weigh a built site, or several that are one together, the source language's first."""
    pages = [page.read_bytes() for site in sites for page in sorted(site.rglob("*.html"))]
    home = parse(sites[0] / "index.html")
    scripts = [str(one["src"]) for one in home.select("script[src]")]
    styles = [str(one["href"]) for one in home.select('link[rel="stylesheet"][href]')]
    above = sites[0] if len(sites) == 1 else sites[0].parents[1]
    indexes = [file for site in sites for name in INDEXES for file in sorted(site.glob(name))]
    return Weight(
        pages=len(pages),
        html_mean=round(statistics.fmean(map(len, pages))),
        html_max=max(map(len, pages)),
        html_gzip_mean=round(statistics.fmean(map(_packed, pages))),
        js_gzip=_loaded(sites[0], scripts),
        css_gzip=_loaded(sites[0], styles),
        index_gzip={file.relative_to(above).as_posix(): _packed(file.read_bytes()) for file in indexes},
    )


def _loaded(site: Path, addresses: list[str]) -> int:
    own = [urlsplit(address).path for address in addresses if not urlsplit(address).netloc]
    return sum(_packed((site / path).read_bytes()) for path in own)


def _packed(data: bytes) -> int:
    return len(gzip.compress(data, mtime=0))
