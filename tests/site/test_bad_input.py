"""Bad input: one line with file, line and column, a failing strict build, and the last good site still there."""

import json
import re
import shutil
from pathlib import Path

import pytest

from support.html import parse
from support.once import Once
from support.project import SmallProject, make_project

INDEX = "docs/en/index.md"
NUMBERS = "benchmarks/results/numbers.json"
ENOUGH = re.compile(r"^(?:WARNING -  |ERROR   -  )?(\S+:\d+:\d+ LS\d{3} .+)$")


def findings(output: str) -> list[str]:
    return [match[1] for line in output.splitlines() if (match := ENOUGH.match(line))]


def edit(path, old, new):
    return lambda project: project.edit(path, old, new)


def write(path, text):
    return lambda project: project.write(path, text)


def unlink(path):
    return lambda project: (project.root / path).unlink()


def no_turkish(project: SmallProject) -> None:
    (project.root / "docs/tr/index.md").unlink()
    (project.root / "docs/tr").rmdir()


# What is done to a good project, and how the first finding begins and what else it says.
CASES = {
    "unknown region": (
        edit(INDEX, "prog.py:first", "prog.py:frist"),
        f"{INDEX}:11:9 LS112 no region 'frist' in snippets/prog.py (did you mean 'first'?)",
    ),
    "missing file": (
        edit(INDEX, "prog.py", "porg.py"),
        f"{INDEX}:11:9 LS111 no snippet file 'porg.py' (did you mean 'prog.py'?)",
    ),
    "out of snippets": (
        edit(INDEX, "prog.py:first", "../pyproject.toml"),
        f"{INDEX}:11:9 LS114 '../pyproject.toml' leads out of the snippets folder (name a file inside it)",
    ),
    "unclosed region": (
        edit("snippets/prog.py", "# --8<-- [end:first]\n", ""),
        "snippets/prog.py:1:17 LS104 region 'first' is never closed (add [end:first] below)",
    ),
    "duplicate region": (
        write("snippets/prog.py", "# --8<-- [start:first]\nx = 1\n# --8<-- [end:first]\n# --8<-- [start:first]\n"),
        "snippets/prog.py:4:17 LS102 region 'first' is there already, since line 1 (rename one)",
    ),
    "pymdownx.snippets, which leaves out what it does not find": (
        edit("mkdocs.yml", "  - attr_list\n", "  - attr_list\n  - pymdownx.snippets\n"),
        "mkdocs.yml:1:1 LS123 pymdownx.snippets is in use, and takes the includes (take it out of markdown_extensions)",
    ),
    "Python that is no passage": (
        edit(INDEX, '--8<-- "prog.py:first"', "import torch"),
        f"{INDEX}:10:1 LS115 a Python block that is no passage of a program",
    ),
    "JSON cut off": (
        edit(NUMBERS, "  ]\n}\n", ""),
        f"{NUMBERS}:21:1 LS301 not JSON",
    ),
    "NaN": (
        edit(NUMBERS, "600.00", "NaN"),
        f"{NUMBERS}:17:51 LS303",
    ),
    "missing field": (
        edit(NUMBERS, '"model": "ViT", ', ""),
        f"{NUMBERS}:12:23 LS304 subsets[0].cells[0].workload.model: missing",
    ),
    "unknown field": (
        edit(NUMBERS, '"repetitions"', '"repetition"'),
        f"{NUMBERS}:9:62 LS304 subsets[0].protocol.repetition: no such field (did you mean 'repetitions'?)",
    ),
    "more digits than can be": (
        edit(NUMBERS, "600.00", "6." + "0" * 30),
        f"{NUMBERS}:17:51 LS304",
    ),
    "control character in a label": (
        edit(NUMBERS, '"ViT"', r'"\u0002wzxhzdk:0\u0003"'),
        f"{NUMBERS}:13:67 LS304",
    ),
    "unknown results": (
        edit(INDEX, "results: numbers", "results: number"),
        f"{INDEX}:15:10 LS311 no results 'number' (did you mean 'numbers'?)",
    ),
    "unknown subset": (
        edit(INDEX, "results: numbers", "results: numbers\nsubset: smal"),
        f"{INDEX}:16:9 LS312 no subset 'smal' in 'numbers' (did you mean 'small'?)",
    ),
    "page not UTF-8": (
        write(INDEX, b"# Start { #home }\n\nna\xefve\n"),
        f"{INDEX}:3:3 LS002 byte 0xef is not UTF-8 (save the file as UTF-8)",
    ),
    "snippet not UTF-8": (
        write("snippets/prog.py", b"x = 1\ny = '\xff'\n"),
        "snippets/prog.py:2:6 LS002 byte 0xff is not UTF-8 (save the file as UTF-8)",
    ),
    "results not UTF-8": (
        write(NUMBERS, b'{\n "\xff": 1}'),
        f"{NUMBERS}:2:3 LS002 byte 0xff is not UTF-8 (save the file as UTF-8)",
    ),
    "language folder missing": (
        no_turkish,
        "docs/tr:1:1 LS201 the folder of language 'tr' is missing",
    ),
    "heading id differs": (
        edit("docs/tr/index.md", "#home", "#ev"),
        "docs/tr/index.md:5:1 LS203 the id 'ev' stands where docs/en/index.md:5 has 'home'",
    ),
    "heading without id": (
        edit("docs/pt/index.md", " { #home }", ""),
        "docs/pt/index.md:5:1 LS202 the heading 'Início' has no id of its own",
    ),
    "languages disagree": (
        edit("pyproject.toml", 'tr = "tr"\n', ""),
        "pyproject.toml:1:1 LS006 the languages are en, pt, but those of the i18n plugin are en, pt, tr",
    ),
    "extension not in use": (
        edit("mkdocs.yml", "  - attr_list\n", ""),
        "mkdocs.yml:1:1 LS009 the Markdown extension 'attr_list' is not in use (add it to markdown_extensions)",
    ),
    "catalogue missing": (
        lambda project: (
            (project.root / "docs/tr").rename(project.root / "docs/de")
            and [
                project.edit("pyproject.toml", 'tr = "tr"', 'de = "de"'),
                project.edit(
                    "mkdocs.yml",
                    "{locale: tr, name: Türkçe, build: true, theme: {language: tr}}",
                    "{locale: de, name: Deutsch, build: true}",
                ),
            ]
        ),
        "locale/de/LC_MESSAGES/lockstep.po:1:1 LS211",
    ),
    "unknown key": (
        edit("pyproject.toml", "[tool.lockstep.languages]", '[tool.lockstep]\ndoc = "docs"\n[tool.lockstep.languages]'),
        "pyproject.toml:2:1 LS004 unknown key 'doc' in [tool.lockstep] (did you mean 'docs'?)",
    ),
}


@pytest.fixture
def good(once: Once, tmp_path: Path) -> SmallProject:
    """The small project with its site, both as they are where nothing is at fault."""

    def make(folder: Path) -> None:
        built = make_project(folder).build("--strict")
        assert built.code == 0, built.output

    return SmallProject(shutil.copytree(once("small", make), tmp_path / "small"))


@pytest.mark.parametrize("name", CASES)
def test_a_strict_build_fails_by_name_and_leaves_the_last_good_site(good: SmallProject, name: str) -> None:
    spoil, expected = CASES[name]
    before = {file: file.read_bytes() for file in (good.root / "site").rglob("*.html")}
    assert before

    spoil(good)
    bad = good.build("--strict")

    assert bad.code != 0
    assert "Traceback" not in bad.output
    assert any(line.startswith(expected) for line in findings(bad.output)), bad.output
    assert {file: file.read_bytes() for file in (good.root / "site").rglob("*.html")} == before


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in CASES
        if name not in ("languages disagree", "unknown key", "extension not in use") and "pymdownx" not in name
    ],
)
def test_a_lenient_build_says_the_same_once_and_goes_on(small: SmallProject, name: str) -> None:
    spoil, expected = CASES[name]
    spoil(small)
    run = small.build()
    assert run.code == 0, run.output
    assert "Traceback" not in run.output
    assert sum(line.startswith(expected) for line in findings(run.output)) == 1, run.output
    assert small.page("pt").exists()


def test_pages_are_not_blamed_for_a_file_that_cannot_be_used(small: SmallProject) -> None:
    small.edit(NUMBERS, "600.00", "NaN")
    small.edit("snippets/prog.py", "# --8<-- [end:first]\n", "")
    said = findings(small.build("--strict").output)
    assert f"{INDEX}:15:10 LS311 the results 'numbers' cannot be used (mend their file first)" in said
    assert f"{INDEX}:11:9 LS112 no region 'first' in snippets/prog.py (mend snippets/prog.py first)" in said


def test_a_fault_is_shown_to_the_author_in_the_page(small: SmallProject) -> None:
    small.edit(INDEX, "results: numbers", "results: number")
    small.build()
    box = parse(small.page("")).select_one("article .ls-error")
    assert box
    assert f"{INDEX}:15:10 LS311" in box.get_text()


def test_a_label_with_markup_is_shown_as_text(small: SmallProject) -> None:
    small.edit(NUMBERS, '"model": "ViT"', '"model": "<script>alert(1)</script>"')
    small.edit(NUMBERS, '"device": "T0"', '"device": "T0</option><img src=x onerror=alert(1)>"')
    numbers = json.loads((small.root / NUMBERS).read_text("utf-8"))
    # A second subset, so that there is something to choose; of other times, or it would be a copy.
    other = json.dumps(numbers["subsets"][0] | {"key": "other"}).replace("1234.5", "1300")
    numbers["subsets"].append(json.loads(other))
    small.write(NUMBERS, json.dumps(numbers))
    run = small.build("--strict")
    assert run.code == 0, run.output
    for url in ("", "pt", "tr"):
        page = parse(small.page(url))
        figure = page.select_one(".ls-benchmark")
        assert figure
        assert not figure.select("script, img")
        assert figure.select_one("tbody th").get_text() == "<script>alert(1)</script>"
        assert figure.select_one("option").get_text().startswith("T0</option><img src=x onerror=alert(1)> · ")
