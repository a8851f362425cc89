"""What search reads of a page is what Material's own parser reads, whatever the page holds."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from material.plugins.search.plugin import Parser

from lockstep.mkdocs import acceleration, indexing

if TYPE_CHECKING:
    from pathlib import Path

ARTICLE = re.compile(r'<article class="md-content__inner[^>]*>(.*?)</article>', re.DOTALL)
PIECES = re.compile(r"<[^>]*>|[^<]+")
# What pages hold now and then, whole or not.
ODD = (
    *('<h1 id="t">', '<h1 id="t" data-search-exclude>', "</h1>", '<h2 id="x">', "<h2>", "</h2>", '<H2 ID="q">'),
    *(
        '<h2 id="a&amp;b">',
        "<h3>",
        "</h3>",
        '<div data-search-exclude="">',
        '<div class="linenodiv">',
        "<div>",
        "</div>",
    ),
    *(
        '<a class="headerlink" href="#x" title="§">',
        '<a href="?a=1&b=2">',
        "</a>",
        "<pre>",
        "</pre>",
        "<code>",
        "</code>",
    ),
    *(
        '<span class="linenodiv">1</span>',
        '<span class="k">def</span>',
        '<span class="k"> \n</span>',
        "<span>",
        "</span>",
    ),
    *(
        '<pre><span></span><code><span class="k">def</span> a&lt;b &quot;&#39;\n</code></pre>',
        '<pre><span></span><code><span class="k"> </span>\n</code></pre>',
        "<pre><span></span><code>&copy; a & b</code></pre>",
        '<pre><span></span><code><span class="linenodiv">1</span>x</code></pre>',
        '<pre><span></span><code><span class="hll"><span class="l l-x">a</span> b\n</span>&amp;</code></pre>',
        '<pre><span></span><code><span class="hll">a<span class="linenodiv">b</span></span></code></pre>',
        '<pre><span></span><code>&<span class="p">amp;</span>"</code></pre>',
        "<pre><span></span><code> \n</code></pre>",
        "<pre><span></span><code>",
        "</code></pre>",
        '<span data-search-exclude="">',
        '<code data-search-exclude="">',
        '<pre data-search-exclude="">',
    ),
    *(
        '<td role="cell">1</td>',
        '<td data-search-exclude="">x</td>',
        '<dd id="a&amp;b">x</dd>',
        '<p class="x">a\n&copy;</p>',
        "<p>\u00a0</p>",
        "<li> </li>",
        "<P>x</P>",
        "<p>x</li>",
        "<code>a &lt; b</code>",
        "<code>\n</code>",
    ),
    *(
        '<a href="x">y</a>',
        '<a class="headerlink" href="#x">z</a>',
        '<a id="a&amp;b" href="">x</a>',
        '<a href="?class=headerlink">y</a>',
        '<a CLASS="headerlink" href="#x">',
        '<A class="headerlink">',
        '<a title="a < b">',
        '<a title="a > b">x</a>',
        "<hx>",
        "</hx>",
    ),
    *("<p>", "</p>", "<p/>", "<p class=x>", "<p class='y'>", "<ul>", "<li>", "</li>", "</ul>", "<sup>", "</sup>"),
    *(
        "<br>",
        "<br/>",
        "<hr />",
        '<img alt="a>b">',
        '<IMG SRC="x">',
        '<path d="M0"/>',
        '<svg viewBox="0"><path d="M0"/></svg>',
        '<path data-search-exclude=""/>',
        "<li />",
        "</br>",
        "</p >",
        "<object>",
        "</object>",
        "<x-y>",
    ),
    *(
        "<script>",
        "</script>",
        "<style>",
        "</style>",
        "<textarea>",
        "<title>",
        "<!-- a -->",
        "<!-- a -- b -->",
        "<!---->",
    ),
    *(
        "&amp;",
        "&lt;p&gt;",
        "a & b",
        "&copy",
        "&#x41;",
        "<",
        ">",
        "<!DOCTYPE html>",
        "<?php ?>",
        " \n",
        "\u00a0",
        "\x0b",
    ),
)


def read(parser: type[Parser], html: str) -> object:
    one = parser()
    try:
        one.feed(html)
        one.close()
    except ValueError as error:
        return str(error)
    return [
        # Material puts their pieces together, and looks at nothing else of them.
        (str(section.el.tag), section.id, "".join(section.title), "".join(section.text), section.is_excluded())
        for section in one.data
    ]


def reads(html: str) -> bool:
    """Whether a text is read in the quick way."""
    try:
        indexing._Reading().read(html)
    except (indexing._UnknownError, ValueError):
        return False
    return True


def test_another_parser_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(indexing.PLAIN, "Section", indexing.Element)
    assert acceleration.differs("indexing") == ["Section"]


@pytest.fixture(scope="module")
def articles(site: Path) -> list[str]:
    found = [ARTICLE.search(page.read_text("utf-8")) for page in sorted(site.rglob("*.html"))]
    return [article[1] for article in found if article]


def test_every_page_is_read_alike(articles: list[str]) -> None:
    assert len(articles) > 100
    quick = 0
    for html in articles:
        assert read(indexing.Quick, html) == read(Parser, html)
        quick += reads(html)
    # Pages with tables of results hold their data in a script.
    assert quick > len(articles) * 0.8


@pytest.mark.parametrize("seed", range(8))
def test_broken_pages_are_read_alike(articles: list[str], seed: int) -> None:
    draw = random.Random(seed)
    pages = [PIECES.findall(html) for html in draw.sample(articles, 12)]
    quick = 0
    for _ in range(800):
        page = draw.choice(pages)
        start = draw.randrange(len(page))
        pieces = page[start : start + draw.randint(1, 25)]
        for _ in range(draw.randint(1, 5)):
            at = draw.randint(0, len(pieces))
            if draw.random() < 0.3 and at < len(pieces):
                del pieces[at]
            elif draw.random() < 0.2 and at < len(pieces):
                pieces[at] = pieces[at][: draw.randint(0, len(pieces[at]))]
            else:
                pieces.insert(at, draw.choice(ODD))
        html = "".join(pieces)
        assert read(indexing.Quick, html) == read(Parser, html), html
        quick += reads(html)
    assert quick > 200
