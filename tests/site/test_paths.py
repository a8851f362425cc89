"""Paths that are taken for texts: what comes of them is what pathlib would make of them."""

from __future__ import annotations

import os
from pathlib import Path, PurePath, PurePosixPath
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from mkdocs.structure.files import File

from lockstep.files import relative
from lockstep.mkdocs import i18n, reader, tools

PARTS = ("en", "pt", "a", "b.md", "é.html", "index.html", ".html", "..html", "x.", ".", "..", "", "a.b", "en.html")


def path(draw: Random) -> str:
    return "/".join(draw.choices(PARTS, k=draw.randrange(1, 5)))


@pytest.mark.skipif(os.sep != "/", reason="paths of another kind")
def test_a_link_is_looked_for_where_pathlib_says(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Random(4)
    asked = [
        (path(draw), draw.choice(PARTS[:3]), draw.choice(("en", "pt", "", "a/b")), draw.random() < 0.5)
        for _ in range(4000)
    ]
    i18n._places.cache_clear()
    found = [i18n._places(*one) for one in asked]
    short = sum(bool(i18n.TIDY.fullmatch(one[0])) for one in asked)
    i18n._places.cache_clear()
    monkeypatch.setattr(i18n, "_tidy_places", lambda *_: 1 / 0)
    monkeypatch.setattr(i18n, "TIDY", i18n.re.compile("(?!)"))
    assert found == [i18n._places(*one) for one in asked]
    i18n._places.cache_clear()
    assert short > 1000


def test_a_twin_is_beside_its_page() -> None:
    draw, named = Random(5), 0
    for _ in range(4000):
        uri = path(draw)
        page: Any = SimpleNamespace(file=SimpleNamespace(dest_uri=uri))
        try:
            expected = PurePosixPath(uri).with_suffix(".md").as_posix()
        except ValueError:
            continue
        assert tools.twin_uri(page) == expected, uri
        named += uri.endswith(".html")
    assert named > 500


def test_files_are_named_and_placed_as_pathlib_does(tmp_path: Path) -> None:
    draw = Random(6)
    root = tmp_path.resolve()
    (root / "real").mkdir()
    (root / "link").symlink_to(root / "real")
    for docs in (root / "real", root, root.parent):
        project: Any = SimpleNamespace(docs=docs, root=root)
        for _ in range(1000):
            folder = str(draw.choice((docs, root / "link", root / "real", root.parent)))
            whole = f"{folder}/{path(draw)}"
            file: Any = SimpleNamespace(src_dir=folder, abs_src_path=whole)
            try:
                expected = relative(reader.source(file, project), root)
            except ValueError as error:
                with pytest.raises(type(error)):
                    reader.named(file, project)
                continue
            assert reader.named(file, project) == expected, (folder, whole, docs)


def test_what_lies_outside_the_docs_folder_is_held() -> None:
    draw, held = Random(7), 0
    for _ in range(4000):
        docs = draw.choice(("/", "/en", "/en/a", "/é", "en"))
        whole = draw.choice(("/", "", "//")) + path(draw)
        file: Any = SimpleNamespace(abs_src_path=whole, is_documentation_page=lambda: True)
        files: Any = _Files([file])
        outside = not PurePath(whole).is_relative_to(docs)
        assert bool(i18n.hold_generated(files, SimpleNamespace(docs_dir=docs))) == outside, (docs, whole)  # type: ignore[arg-type]
        held += outside
    assert 500 < held < 3900


class _Files(list[File]):
    """A list of files, as far as it is asked here."""
