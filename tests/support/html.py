"""Reading built pages as a browser does."""

from pathlib import Path

import html5lib
from bs4 import BeautifulSoup, Tag


def parse(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text("utf-8"), "html5lib")


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
        rows = []
        for row in subset.select("tbody tr"):
            for flag in row.select(".ls-flag"):
                flag.extract()
            rows.append([cell.get_text() for cell in row.select("th, td")])
        found[str(subset["data-subset"])] = rows
    return found


def strict_errors(path: Path) -> list[str]:
    """What the HTML standard's own parser objects to."""
    parser = html5lib.HTMLParser()
    parser.parse(path.read_text("utf-8"))
    return [code for _, code, _ in parser.errors]
