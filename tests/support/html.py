"""Reading built pages as a browser does."""

from functools import lru_cache
from pathlib import Path

import html5lib
from bs4 import BeautifulSoup, Tag


def parse(path: Path) -> BeautifulSoup:
    """Read a page. Many tests read the same one, which takes longer than what they look at: none may change it."""
    return _parsed(path.read_text("utf-8"))


# More than the site has pages, which tests go through in order.
@lru_cache(maxsize=256)
def _parsed(text: str) -> BeautifulSoup:
    return BeautifulSoup(text, "html5lib")


def article(page: BeautifulSoup) -> Tag:
    found = page.select_one("article")
    assert found, "the page has no article"
    return found


def code_blocks(page: BeautifulSoup) -> list[str]:
    """The text of every code block, as the copy button takes it."""
    return [code.get_text() for code in article(page).select("div.highlight pre > code")]


def tables(page: BeautifulSoup) -> dict[str, list[list[str]]]:
    """The rows of every subset of the page's first benchmark table, as shown, by the subset's key."""
    figure = article(page).select_one(".ls-benchmark")
    assert figure, "the page has no benchmark table"
    found = {}
    for subset in figure.select(".ls-subset"):
        found[str(subset["data-subset"])] = [
            [_without_flags(cell) for cell in row.select("th, td")] for row in subset.select("tbody tr")
        ]
    return found


def _without_flags(cell: Tag) -> str:
    flags = {id(text) for flag in cell.select(".ls-flag") for text in flag.strings}
    return "".join(text for text in cell.strings if id(text) not in flags)


def strict_errors(path: Path) -> list[str]:
    """What the HTML standard's own parser objects to."""
    parser = html5lib.HTMLParser()
    parser.parse(path.read_text("utf-8"))
    return [code for _, code, _ in parser.errors]
