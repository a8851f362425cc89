"""A page that is saved is shown before the site is built again, and is what the build then makes of it."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

from lockstep.copies import POSSIBLE
from support.keeping import files
from support.server import LANGUAGES, Server, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support.project import SmallProject

pytestmark = pytest.mark.skipif(not POSSIBLE, reason="processes cannot be forked here")
SHOWN = "Shown before the site is built: "
EPOCH = re.compile(r"livereload\((\d+), ")
BODY = "\nA sentence.\n\n> [!TIP]\n> Another.\n"


@pytest.fixture
def port(small: SmallProject, monkeypatch: pytest.MonkeyPatch) -> int:
    """A port of a site that is at the same address when it is built."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    port = free_port()
    small.edit("mkdocs.yml", "site_name: Small", f"site_name: Small\nsite_url: http://127.0.0.1:{port}/")
    small.write("docs/en/more.md", f"# Only in English {{ #more }}\n{BODY}")
    return port


@pytest.fixture
def server(small: SmallProject, port: int) -> Iterator[Server]:
    server = Server(small.root, port=port)
    yield server
    server.stop()


def shown(server: Server) -> list[str]:
    """What has been shown first, each with how many builds had ended by then."""
    found, ended = [], 0
    for line in server.log.splitlines():
        ended += "Reloading browsers" in line
        if SHOWN in line:
            found.append(f"{ended}: {line.partition(SHOWN)[2]}")
    return found


def saved(server: Server, save: Callable[[], None]) -> None:
    """Save, and wait for the build that follows."""
    before = server.ended()
    save()
    server.until(lambda: server.ended() == before + 1)


def agrees(server: Server, small: SmallProject) -> None:
    assert small.build().code == 0
    clean, served = files(small.root / "site"), files(server.site())
    assert served.keys() == clean.keys()
    assert [name for name in clean if served[name] != clean[name]] == []


def test_a_page_is_shown_first_in_every_language_that_falls_back_to_it(small: SmallProject, server: Server) -> None:
    saved(server, lambda: small.edit("docs/en/more.md", "Another", "One more"))
    index = small.root / "docs/pt/index.md"
    saved(server, lambda: index.write_text(index.read_text("utf-8") + "\nMais.\n", "utf-8"))
    assert shown(server) == ["0: more/index.html, pt/more/index.html, tr/more/index.html", "1: pt/index.html"]
    assert all("One more" in server.page(f"{path}more/") for path in LANGUAGES)
    agrees(server, small)


def test_pages_that_show_what_was_saved_are_shown_first(small: SmallProject, server: Server) -> None:
    homes = "index.html, pt/index.html, tr/index.html"
    saved(server, lambda: small.edit("snippets/prog.py", "Linear(2, 2)", "Linear(2, 3)"))
    assert all("Linear" in server.page(path) and ">3<" in server.page(path) for path in LANGUAGES)
    saved(server, lambda: small.edit("benchmarks/results/numbers.json", '"ViT"', '"Swin"'))
    assert all("Swin" in server.page(path) for path in LANGUAGES)
    assert shown(server) == [f"0: {homes}", f"1: {homes}"]
    agrees(server, small)
    # What cannot be used is not.
    saved(server, lambda: small.edit("benchmarks/results/numbers.json", '"Swin"', '"Swin'))
    saved(server, lambda: small.edit("snippets/prog.py", "# --8<-- [start:first]", "# --8<-- [start:frist]"))
    assert len(shown(server)) == 2


def test_what_is_right_already_is_not_loaded_again(small: SmallProject, server: Server) -> None:
    saved(server, lambda: small.edit("docs/en/more.md", "Another", "One more"))
    # The numbers that browsers wait for a higher one than: of the page that was shown first, and of the site.
    first = int(EPOCH.search(server.get("more/"))[1])
    saved(server, lambda: small.edit("docs/en/more.md", "One more", "And another"))
    assert int(EPOCH.search(server.get("more/"))[1]) > first
    assert len(shown(server)) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# Only in English", "# Only English"),
        ("# Only", "---\ntitle: T\n---\n# Only"),
        ("A sentence.", '```python\n--8<-- "gone.py:x"\n```'),
        ("A sentence.", "---\n"),
    ],
    ids=["title", "front matter", "fault", "no paragraph"],
)
def test_what_may_change_other_pages_or_lacks_something_is_left_to_the_build(
    small: SmallProject, server: Server, old: str, new: str
) -> None:
    before = files(server.site())
    saved(server, lambda: small.edit("docs/en/more.md", old, new))
    if "gone" in new:
        assert files(server.site()) == before
        assert "LS111" in server.said("more/")
        saved(server, lambda: small.edit("docs/en/more.md", new, old))
    assert (not shown(server)) == (new != "---\n")
    agrees(server, small)


def test_pages_are_shown_first_whatever_their_authors_do(small: SmallProject, server: Server) -> None:
    draw = random.Random(7)
    words = [f"word-{number}" for number in range(40)]
    for number in range(25):
        name = draw.choice(["docs/en/more.md", "docs/en/index.md", "docs/tr/index.md", "docs/pt/index.md"])
        text = (small.root / name).read_text("utf-8").rstrip("\n")
        blocks = [
            f"{draw.choice(words)} `{draw.choice(words)}` **{number}**.",
            f"- {draw.choice(words)}\n- {number}",
            f"## {draw.choice(words)} {{ #part-{number} }}",
            f"> [!WARNING]\n> {draw.choice(words)}",
            f"[to]({'../' * draw.randint(0, 1)}index.md) {number}",
        ]
        added = f"{text}\n\n{draw.choice(blocks)}\n"
        saved(server, lambda name=name, added=added: small.write(name, added))
        if number % 8 == 7:
            agrees(server, small)
    assert len(shown(server)) > 15
    agrees(server, small)


def test_nothing_is_shown_first_where_acceleration_is_off(
    small: SmallProject, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOCKSTEP_ACCELERATION", "off")
    server = Server(small.root, port=port)
    try:
        server.until_silent()
        saved(server, lambda: small.edit("docs/en/more.md", "Another", "One more"))
        assert "One more" in server.page("more/")
        assert shown(server) == []
    finally:
        server.stop()
