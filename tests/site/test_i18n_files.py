"""Files know their languages as static-i18n tells them, wherever they are and whatever they are called."""

from __future__ import annotations

import os
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
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
