"""Links to pages that are not translated say so, however they are written, and no others do."""

from __future__ import annotations

from random import Random
from urllib.parse import urljoin, urlsplit

from lockstep.languages.notices import ANYWHERE, PATH, _follow, link_targets, mark_links
from lockstep.project import Language

PARTS = ("a", "b", "c.html", "..", ".", "", "é", "%C3%A9", "a;x", "index.html")
BEFORE = ("", "", "/", "//site.invalid/", "https://site.invalid/", "//other.invalid/", "https://other.invalid/")
AFTER = ("", "", "#a", "?b=c/a/", "#a/b")


def path(draw: Random) -> str:
    return "/".join(draw.choices(PARTS, k=draw.randrange(1, 5)))


def test_a_link_says_where_it_leads_as_its_whole_address_does() -> None:
    draw, language, marked = Random(10), Language("en", "en"), 0
    for _ in range(3000):
        fallbacks = {path(draw): language for _ in range(draw.randrange(1, 30))}
        targets = {urlsplit(urljoin(ANYWHERE, one)).path for one in fallbacks}
        url, href = path(draw), draw.choice(BEFORE) + path(draw)
        told = mark_links(f'<a href="{href}{draw.choice(AFTER)}">x</a>', url, link_targets(fallbacks))
        there = urlsplit(urljoin(ANYWHERE + url, href))
        expected = bool(href) and there.hostname == "site.invalid" and there.path in targets
        assert ('hreflang="en"' in told) == expected, (url, href, fallbacks)
        marked += expected
    assert marked > 300


def test_a_plain_path_is_followed_as_an_address_is() -> None:
    draw, followed = Random(11), 0
    pieces = ("a", "page-01/", "..", "../", ".", "/", "./", "b.html", "x/", "...", "é", ":", "?a", "\n")
    for _ in range(20000):
        url, href = ("".join(draw.choices(pieces, k=draw.randrange(6))) for _ in range(2))
        folder = f"/{url.rpartition('/')[0]}"
        if PATH.fullmatch(url or "a") and (path := _follow(folder, href)):
            assert path == urlsplit(urljoin(ANYWHERE + url, href)).path, (url, href)
            followed += 1
    assert followed > 1000
