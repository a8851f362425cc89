"""Front matter is read, and links are led, as MkDocs does."""

from __future__ import annotations

import logging
from random import Random
from typing import TYPE_CHECKING

import pytest
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import _RelativePathTreeprocessor

from lockstep.mkdocs import reading

if TYPE_CHECKING:
    from collections.abc import Iterator

KEYS = ("title", "hide", "a b", "1", "yes", '"q"', "x.y", "date", "null", "<<", "é", "?", ".inf", "[a]")
VALUES = (
    *("text", "two words", "İki", '"quoted: \\"x\\" \\u00e7"', "'single'", "yes", "No", "OFF", "null", "~", "", "y"),
    *(
        "1",
        "1.5",
        ".5",
        ".inf",
        ".x",
        "1e3",
        "e3",
        "0x1F",
        "2024-01-01",
        "2024-01-01 10:00:00",
        "12:30:45",
        "=",
        "!x y",
    ),
    *("!!str 1", '!!int "1"', "! yes", "&a text", "*a", "AT&T", "a: b", "a # b", "[a, yes, 1]", "[a, 'b c']", "{a: b}"),
    *(
        "\n  - a\n  - b c",
        "\n  - 1",
        "\n  x: y\n  z: 2",
        ">-\n  two\n  lines",
        "|\n  a\n\n  b",
        "@x",
        "`x`",
        "%x",
        "\tx",
    ),
    *("a\n  b", '"a\n  b"', "a\u2028b", "a\u0085b", "...", "x\n..."),
)
ENDS = ("---\n", "---  \n", "...\n", "---", "--- x\n", "")
PATHS = ("a.md", "b/c.md", "b/index.md", "d e.md", "b/é.md", "figure.svg", "out.md", "README.md", "b/f.g.md")
PIECES = (
    *(
        "a.md",
        "c.md",
        "index.md",
        "d e.md",
        "d%20e.md",
        "é.md",
        "figure.svg",
        "out.md",
        "README.md",
        "f.g.md",
        "a",
        "b/",
    ),
    *(
        "../",
        "./",
        "b/",
        "/",
        "//",
        "..",
        ".",
        "#part",
        "#",
        "#a.b-c",
        "#a b",
        "#%41",
        "?x=1",
        "?",
        "x",
        "\\",
        ":",
        "@",
    ),
    *(
        "https://x.org",
        "http://x.org/",
        "https://x.org:80/",
        "https://[x",
        "mailto:a@b.c",
        "HTTPS://x",
        "ftp://x.org/a.md",
    ),
    *("https://x.org/a.md?b=c#d", "https://ⓧ.org", "\x02amp\x03", "&amp;", "(", "é"),
)


def test_front_matter_is_read_as_ever() -> None:
    draw, quick = Random(8), 0
    plain = reading.PLAIN["get_data"]
    for _ in range(12_000):
        lines = (f"{draw.choice(KEYS)}: {draw.choice(VALUES)}\n" for _ in range(draw.randrange(4)))
        text = f"---\n{''.join(lines)}{draw.choice(ENDS)}{draw.choice(('', chr(10)))}# Title\n\nText.\n"
        body, data = plain(text)
        made = reading._get_data(text)
        assert made == (body, data), text
        # In order, and of the same kind: 1 and true are equal.
        assert repr(made) == repr((body, data)), text
        front = reading.meta.YAML_RE.match(text)
        quick += bool(front and reading._texts(front[1]) is not None)
    assert quick > 300


def test_what_was_read_can_be_changed() -> None:
    text = "---\ntags:\n  - a\n---\n"
    reading._get_data(text)[1]["tags"].append("b")
    assert reading._get_data(text) == ("", {"tags": ["a"]})


class _Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.said: list[tuple[int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append((record.levelno, record.getMessage()))


@pytest.fixture
def heard() -> Iterator[list[tuple[int, str]]]:
    logger, handler = logging.getLogger("mkdocs"), _Heard()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield handler.said
    logger.setLevel(level)
    logger.removeHandler(handler)


@pytest.mark.parametrize("directories", [True, False])
def test_links_lead_where_they_did(directories: bool, heard: list[tuple[int, str]]) -> None:
    config = MkDocsConfig()
    config.load_dict({"site_name": "x", "use_directory_urls": directories})
    config.validate()
    files = Files([File(path, "docs", "site", directories) for path in PATHS])
    for file in files:
        file.inclusion = InclusionLevel.EXCLUDED if file.src_uri == "out.md" else InclusionLevel.INCLUDED
    draw, led = Random(9), 0
    for _ in range(12_000):
        url = "".join(draw.choices(PIECES, k=draw.randint(1, 4)))
        here = draw.choice([*files])
        found = []
        for work in (reading.PLAIN["path_to_url"], reading._path_to_url):
            heard.clear()
            links = _RelativePathTreeprocessor(here, files, config)
            try:
                made = work(links, url)
            except ValueError as error:
                made = str(error)
            found.append((made, [(file.src_uri, at) for file, at in links.links_to_anchors.items()], [*heard]))
        assert found[0] == found[1], (here.src_uri, url)
        led += bool(reading.LINK.fullmatch(url) or reading.ELSEWHERE.fullmatch(url))
    assert led > 1500
