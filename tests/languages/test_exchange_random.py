"""This site's own pages lose sections, marks and records at random, and get all of them back from a file."""

import codecs
import random
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from lockstep.languages.exchange.editing import spans
from lockstep.languages.pages import parse_page
from lockstep.languages.sections import sections
from lockstep.project import load_project
from support.exchange import fill, units
from support.repository import Repository

ROOT = Path(__file__).parents[2]
QUOTED = re.compile(rb'^(title: |description: )"(.*)"$', re.MULTILINE)


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    root = tmp_path_factory.mktemp("site") / "site"
    for name in ("docs", "snippets", "benchmarks"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("assets", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    return Repository(root)


@pytest.fixture(scope="module")
def texts(original):
    """What every unit of a language says, from a file of the whole site in one of the forms."""

    @cache
    def read(language, form):
        file = original.root.with_name(f"{language}-all.{form}")
        original.run("export", language, "--all", "--format", form, "-o", str(file))
        return {name: str(unit.target) for name, unit in units(file).items()}

    return read


def spoil(page, rng):
    """Take something from a page; say it without what readers of the record see."""
    text = page.text
    # Its sections stand in elements of HTML: without one, others are no sections any more.
    keys = [key for key in sections(page) if page.name != "index.md" or key.startswith(".")]
    for key in rng.sample(keys, rng.randint(0, len(keys))):
        page = parse_page(text, page.name, page.path, page.language)
        lines = text.split("\n")
        kind = rng.choice(["stale", "unrecorded", "to do", "gone"])
        if kind in ("stale", "unrecorded"):
            at = next(number for number, line in enumerate(lines) if line.startswith(f"  {key}: "))
            lines[at : at + 1] = [f"  {key}: bbbbbbbbb"] if kind == "stale" else []
        elif key.startswith("."):
            at = next(number for number, line in enumerate(lines) if line.startswith(f"{key[1:]}: "))
            lines[at : at + 1] = [] if kind == "gone" else [f"{key[1:]}: a b  # lockstep: to do"]
        else:
            start, end = spans(page)[key]
            kept = ["<!-- lockstep: to do -->", "", "What stood here.", ""]
            lines[start - 1 : end - 1] = [] if kind == "gone" else [lines[start - 1], "", *kept]
        text = "\n".join(lines)
    return text


@pytest.mark.parametrize("seed", range(4))
def test_what_was_taken_comes_back(original, texts, tmp_path, seed):
    rng = random.Random(seed)
    site = Repository(shutil.copytree(original.root, tmp_path / "site"))
    form = rng.choice(["po", "xliff"])
    project = load_project(site.root)
    expected, removed = {}, set()
    for language in ("pt", "tr"):
        for file in sorted((site.root / "docs" / language).rglob("*.md")):
            text = file.read_text("utf-8")
            newline, mark = rng.choice(["\n", "\r\n"]), rng.choice([b"", codecs.BOM_UTF8])
            expected[file] = mark + text.replace("\n", newline).encode()
            name = file.relative_to(site.root / "docs" / language).as_posix()
            if rng.random() < 0.2:
                file.unlink()
                removed.add(file)
                expected[file] = QUOTED.sub(rb"\1\2", text.encode())
                continue
            page = parse_page(text, name, file.relative_to(site.root).as_posix(), project.language(language))
            file.write_bytes(mark + spoil(page, rng).replace("\n", newline).encode())
    for language in ("pt", "tr"):
        file = site.root / f"{language}.{form}"
        site.run("export", language, "--format", form, "-o", str(file))
        fill(file, {name: texts(language, form)[name] for name in units(file)})
        site.run("import", str(file))
    for file, data in expected.items():
        have = file.read_bytes()
        # A page that was written anew has its texts in the source's quotes.
        assert (QUOTED.sub(rb"\1\2", have) if file in removed else have) == data, file
    assert site.run("check") == ""
    site.run("status", "--exit-code")
