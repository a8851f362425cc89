"""Files that other plugins make, in a build of several languages."""

import pytest

from support.project import SmallProject

HOOK = """\
from pathlib import Path

from mkdocs.plugins import event_priority
from mkdocs.structure.files import File


@event_priority({priority})
def on_files(files, config):
    files.append({file})
    return files
"""
MADE = "File.generated(config, {path!r}, content={text!r})"
ELSEWHERE = 'File("en/made.md", str(Path(config.config_file_path).parent / "elsewhere"), config.site_dir, True)'
# static-i18n is at work at -100.
PRIORITIES = [100, -99, -101]


def hook(project: SmallProject, priority: int, file: str) -> None:
    project.write("hook.py", HOOK.format(priority=priority, file=file))
    project.edit("mkdocs.yml", "site_name: Small", "site_name: Small\nhooks: [hook.py]")


@pytest.mark.parametrize("priority", PRIORITIES)
def test_a_file_that_is_made_is_there_for_every_language(small: SmallProject, priority: int) -> None:
    hook(small, priority, MADE.format(path="assets/made.txt", text="made"))
    run = small.build("--strict")
    assert run.code == 0, run.output
    assert (small.root / "site/assets/made.txt").read_text("utf-8") == "made"
    assert [path.name for path in (small.root / "site").iterdir() if path.is_dir()].count("pt") == 1


@pytest.mark.parametrize(("priority", "file"), [(100, ELSEWHERE), *((each, MADE) for each in PRIORITIES)])
def test_a_page_that_would_be_in_no_language_is_refused_by_name(small: SmallProject, priority: int, file: str) -> None:
    small.write("elsewhere/en/made.md", "# Made { #made }\n")
    hook(small, priority, file.format(path="en/made.md", text="# Made { #made }\n"))
    run = small.build("--strict")
    assert run.code != 0
    maker = "'hook.py'" if file == MADE else "a plugin"
    assert (
        f"mkdocs.yml:1:1 LS011 the page en/made.md is made by {maker}, and would be in no language "
        "(write it into the folder of its language)" in run.output
    )
    assert "Traceback" not in run.output


def test_files_beside_the_languages_are_published_once(small: SmallProject) -> None:
    for path in ("assets/a.txt", "images/b.txt", "top.txt", "en/own.txt"):
        small.write(f"docs/{path}", "x")
    run = small.build("--strict")
    assert run.code == 0, run.output
    site = small.root / "site"
    assert sorted(file.relative_to(site).as_posix() for file in site.rglob("*.txt") if file.name != "llms.txt") == [
        "assets/a.txt",
        "images/b.txt",
        "own.txt",
        "top.txt",
    ]
