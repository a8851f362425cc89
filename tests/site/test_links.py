"""Links, and what is no file: in the docs folder, or on the way to the project."""

import os
from pathlib import Path

import pytest

from support.html import parse
from support.project import SmallProject

pytestmark = pytest.mark.skipif(os.name == "nt", reason="not run: links are the privilege of administrators")


def to_the_project(project: SmallProject) -> Path:
    link = project.root.with_name(f"{project.root.name}-link")
    link.symlink_to(project.root)
    return link / "mkdocs.yml"


def to_the_docs(project: SmallProject) -> Path:
    (project.root / "docs").rename(project.root / "text")
    (project.root / "docs").symlink_to("text")
    return project.root / "mkdocs.yml"


@pytest.mark.parametrize("make", [to_the_project, to_the_docs])
def test_a_page_is_the_same_by_whatever_way_it_is_reached(small: SmallProject, make) -> None:
    small.write("docs/en/old.md", "# Old { #old }\n\nText.\n")
    small.write("docs/tr/old.md", "---\ntranslates:\n  old: bcdfghjkl\n---\n\n# Eski { #old }\n\nMetin.\n")
    small.edit("docs/pt/index.md", "[!TIP]", "[!TPI]")
    run = small.build("-f", str(make(small)))
    assert run.code == 0, run.output
    # What is found in the source and again while it is rendered is told once, by the same name.
    assert len([line for line in run.lines if "LS121" in line]) == 1
    assert "index.md:7:5 LS121 unknown type of callout 'TPI'" in run.output
    assert str(small.root.parent) not in "".join(line for line in run.lines if " LS" in line)
    # The readers of a page that lags behind are told so.
    assert parse(small.page("tr/old")).select(".ls-notice")


def test_a_misfit_of_a_project_that_a_link_leads_to_is_told_by_its_path(small: SmallProject) -> None:
    small.edit("mkdocs.yml", "  - lockstep.callouts\n", "")
    run = small.build("-f", str(to_the_project(small)))
    assert "ERROR   -  mkdocs.yml:1:1 LS009" in run.output


def test_pages_behind_links_are_checked_as_they_are_built(small: SmallProject) -> None:
    small.write("shared/page.md", "# No id\n")
    for folder in ("en", "pt", "tr"):
        (small.root / f"docs/{folder}/shared").symlink_to("../../shared")
    run = small.build()
    assert (small.root / "site/tr/shared/page/index.html").is_file()
    for folder in ("en", "pt", "tr"):
        assert f"docs/{folder}/shared/page.md:1:1 LS202 the heading 'No id' has no id" in run.output


def test_what_is_no_file_is_left_out_by_name(small: SmallProject) -> None:
    docs = small.root / "docs/en"
    for name in ("lost.md", "lost.png", ".#index.md"):
        (docs / name).symlink_to("nowhere")
    os.mkfifo(docs / "pipe.md")
    Path(os.fsdecode(os.fsencode(docs) + b"/\xff.md")).write_text("# x { #x }\n")
    Path(os.fsdecode(os.fsencode(docs) + b"/\xff.txt")).write_text("x")
    run = small.build()
    assert run.code == 0, run.output
    assert sorted(line.removeprefix("WARNING -  ") for line in run.lines if " LS" in line) == [
        "docs/en/\\udcff.md:1:1 LS002 the file's name is not UTF-8 (rename it)",
        "docs/en/\\udcff.txt:1:1 LS002 the file's name is not UTF-8 (rename it)",
        "docs/en/lost.md:1:1 LS001 a link that leads to no file (delete it, or put a file in its place)",
        "docs/en/lost.png:1:1 LS001 a link that leads to no file (delete it, or put a file in its place)",
        "docs/en/pipe.md:1:1 LS001 not a file (delete it, or put a file in its place)",
    ]
    assert small.page("").is_file()
