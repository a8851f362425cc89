"""The sites that builds are measured with: the same from the same seed, clean, and buildable without Lockstep."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from support.html import parse
from support.project import environment, mkdocs

GENERATE = Path(__file__).parents[2] / "benchmarks" / "site" / "generate.py"
PAGES = 4

Generate = Callable[..., Path]


@pytest.fixture
def generate(tmp_path: Path) -> Generate:
    def run(*options: str, hashes: str = "0") -> Path:
        folder = tmp_path / f"site-{len(list(tmp_path.iterdir()))}"
        done = subprocess.run(
            [sys.executable, GENERATE, folder, "--pages", str(PAGES), *options],
            env=environment() | {"PYTHONHASHSEED": hashes},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return folder

    return run


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("form", [(), ("--stock",), ("--zensical",)])
def test_the_same_seed_gives_the_same_bytes(generate: Generate, form: tuple[str, ...]) -> None:
    one, same = (files(generate(*form, hashes=hashes)) for hashes in ("1", "2"))
    assert one == same
    assert one != files(generate(*form, "--seed", "2"))


def test_it_builds_strictly_and_shows_what_real_sites_do(generate: Generate) -> None:
    root = generate()
    run = mkdocs("build", "--strict", cwd=root)
    assert run.code == 0, run.output
    assert "WARNING" not in run.output
    home = parse(root / "site" / "tr" / "index.html")
    for shown in (".tabbed-set", ".admonition", ".highlight", "table", "img", "[data-lockstep-tab]"):
        assert home.select(shown), shown
    # A page that is not translated is there in the source language.
    for language in ("pt", "tr"):
        missing = {file.relative_to(root / "docs" / "en") for file in (root / "docs" / "en").rglob("*.md")} - {
            file.relative_to(root / "docs" / language) for file in (root / "docs" / language).rglob("*.md")
        }
        assert missing
        for name in missing:
            assert (root / "site" / language / name.with_suffix("") / "index.html").is_file()


def test_its_twin_has_the_same_pages_and_nothing_of_lockstep(generate: Generate) -> None:
    root, plain = generate(), generate("--stock")
    pages, twins = ({name: text for name, text in files(one).items() if name.endswith(".md")} for one in (root, plain))
    assert pages.keys() == twins.keys()
    ours = re.compile(rb"lockstep|--8<--|```benchmark|^translates:", re.MULTILINE)
    assert not [name for name, text in files(plain).items() if ours.search(text)]
    run = mkdocs("build", "--strict", cwd=plain)
    assert run.code == 0, run.output
    home = parse(plain / "site" / "pt" / "index.html").text
    assert "torch.nn.Module" in home
    assert "Compilado (ms)" in home


def test_each_language_alone_has_all_pages_and_pictures(generate: Generate) -> None:
    root = generate("--zensical")
    for language in ("en", "pt", "tr"):
        docs = root / language / "docs"
        assert len(list(docs.rglob("*.md"))) == PAGES
        targets = [
            (page.parent / target).resolve()
            for page in docs.rglob("*.md")
            for target in re.findall(r"\]\((?!https:)([^)#]+)", page.read_text("utf-8"))
        ]
        assert any(target.suffix == ".svg" for target in targets)
        assert not [target for target in targets if not target.is_file()]
