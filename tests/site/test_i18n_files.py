"""Files know their languages as static-i18n tells them, wherever they are and whatever they are called."""

from __future__ import annotations

import os
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from mkdocs.plugins import PluginCollection
from mkdocs.structure.files import File, InclusionLevel

from lockstep.mkdocs import i18n

if TYPE_CHECKING:
    from collections.abc import Callable

PARTS = (
    *("pt", "tr", "en", "pt-BR", "de", "xx", "README.md", "index.md", "a.md", "b", "c.d", "img.png", "aREADME.md"),
    *("README.html", ".hid", "é.md", "pt.md", "index.html", "..", ".", ""),
)
LANGUAGES: tuple[list[str], ...] = (["en", "pt", "tr"], ["pt", "en"], ["en"], ["xx", "b"], [])


def path(draw: Random, length: int) -> str:
    return "/".join(draw.choice(PARTS) for _ in range(draw.randrange(1, length)))


def told(make: Callable[..., File], *asked: Any) -> object:
    try:
        made = make(*asked)
    except (ValueError, IndexError) as error:
        return str(error)
    known = vars(made) | {"alternates": {key: one is made for key, one in made.alternates.items()}}  # type: ignore[attr-defined]
    return known, made.url, made.name, made.abs_src_path, made.dest_path, made.abs_dest_path, made.edit_uri


@pytest.mark.skipif(os.sep != "/", reason="paths are not taken apart as texts there")
def test_a_file_knows_its_language_as_ever() -> None:
    draw, tidy = Random(8), 0
    for _ in range(20_000):
        directories = draw.random() < 0.7
        file = File(path(draw, 5), "/d", "/s", directories, inclusion=draw.choice(list(InclusionLevel)))
        if draw.random() < 0.2:
            file.dest_uri = path(draw, 4)
        config = SimpleNamespace(docs_dir="/d", site_dir="/s", use_directory_urls=directories)
        languages = draw.choice(LANGUAGES)
        asked = (draw.choice(languages or ["en"]), draw.choice(languages or ["en"]), languages, config)
        assert told(i18n._create, file, *asked) == told(i18n.PLAIN["create_i18n_file"], file, *asked), (file, asked)
        tidy += bool(i18n.TIDY.fullmatch(file.src_uri) and i18n.TIDY.fullmatch(file.dest_uri))
    assert 10_000 < tidy < 19_000


def test_a_path_is_set_as_ever() -> None:
    draw = Random(9)
    for _ in range(5000):
        value = draw.choice(("", "/", "./")) + path(draw, 6)
        one, other = (File("a.md", "/d", "/s", use_directory_urls=True) for _ in range(2))
        i18n._set_src_path(one, value)
        i18n.PLAIN["src_path"](other, value)
        assert (one.src_uri, one.src_path) == (other.src_uri, other.src_path), value


def test_lines_are_left_as_ever_where_no_callout_is_to_be_translated() -> None:
    draw = Random(10)
    pieces = ("a", " ", "!!!", "??? ", "???+", "note", '"', '"T"', "\n", "\r\n", *i18n.BREAKS, "    ")
    page, files = object(), object()
    assert {chr(code) for code in range(0x3000) if len(f"a{chr(code)}b".splitlines()) > 1} == {"\n", *i18n.BREAKS}
    for extensions in ([], ["pymdownx.details"]):
        config = {"markdown_extensions": extensions}
        for translations in (None, {}, {"note": "Nota"}):
            plugin = SimpleNamespace(current_language_config=SimpleNamespace(admonition_translations=translations))
            for _ in range(500):
                markdown = "".join(draw.choices(pieces, k=draw.randrange(16)))
                told = {"page": page, "config": config, "files": files}
                expected = i18n.PLAIN["on_page_markdown"](plugin, markdown, **told)
                assert i18n._on_page_markdown(plugin, markdown, **told) == expected, markdown


def test_mkdocs_asks_what_stands_in_for_the_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plugin is loaded first; the order and the names of the plugins stay."""
    plugins = PluginCollection()
    for name in ("before", i18n.PLUGIN, "behind"):
        plugins[name] = i18n.I18n()
    config: Any = SimpleNamespace(plugins=plugins)
    plain, priority = plugins.events["page_markdown"][:], i18n.PLAIN["on_page_markdown"].mkdocs_priority
    for own in (i18n._on_page_markdown, i18n.PLAIN["on_page_markdown"]):
        monkeypatch.setattr(i18n.I18n, "on_page_markdown", own)
        i18n.settle(config)
        i18n.settle(config)
        asked: list[Any] = plugins.events["page_markdown"]
        assert [one.__func__ for one in asked] == [plain[0].__func__, own, plain[2].__func__]
        assert [one.__self__ for one in asked] == [one.__self__ for one in plain]
        assert [plugins._event_origins[one] for one in asked] == ["before", i18n.PLUGIN, "behind"]
        assert [one.mkdocs_priority for one in asked] == [priority] * 3
