"""The folder of a site: the same on any day and in any place, and never half a site."""

import gzip
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from mkdocs.config import load_config

from lockstep.mkdocs import output
from support.edits import EDITS, make_kept_project
from support.keeping import build, files
from support.project import SmallProject, environment, make_project

SEED, STEPS = 5, 6
DATED = "---\ntitle: Home\ndate: 2024-05-06\n---\n"


def start(project: SmallProject, **variables: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "mkdocs", "build"],
        cwd=project.root,
        env=environment() | variables,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def addressed(folder: Path) -> SmallProject:
    project = make_project(folder)
    project.edit("mkdocs.yml", "site_name: Small", "site_name: Small\nsite_url: https://x.example/docs/")
    return project


@pytest.mark.parametrize("languages", [1, 3])
def test_a_site_is_the_same_on_any_day_and_in_any_folder(languages: int, tmp_path: Path) -> None:
    sites = []
    for day in ("0", "1700000000"):
        project = addressed(tmp_path / day)
        if languages == 1:
            config = (project.root / "mkdocs.yml").read_text("utf-8")
            project.write("mkdocs.yml", re.sub(r"  - i18n:\n(?: {6}.*\n)+", "", config))
        home = (project.root / "docs/en/index.md").read_text("utf-8")
        project.write("docs/en/index.md", DATED + home.partition("---\n")[2].partition("---\n")[2])
        ended = start(project, SOURCE_DATE_EPOCH=day)
        assert ended.communicate()[1] and ended.returncode == 0
        site = project.root / "site"
        sites.append(files(site))
    assert sites[0] == sites[1]
    sitemap = sites[0]["sitemap.xml"]
    assert gzip.decompress(sites[0]["sitemap.xml.gz"]) == sitemap
    assert sitemap.count(b"<lastmod>") == 1
    assert b"<lastmod>2024-05-06</lastmod>" in sitemap
    assert sitemap.count(b"<url>") == 3 and (sitemap.count(b"<xhtml:link ") > 0) == (languages > 1)


def test_a_site_of_one_language_may_have_a_sitemap_of_its_own(tmp_path: Path) -> None:
    project = addressed(tmp_path)
    config = (project.root / "mkdocs.yml").read_text("utf-8")
    config = re.sub(r"  - i18n:\n(?: {6}.*\n)+", "", config).replace("font: false", "font: false, custom_dir: own")
    project.write("mkdocs.yml", config)
    project.write("own/sitemap.xml", "{% for file in pages %}{{ file.page.canonical_url }};{% endfor %}")
    build(project)
    sitemap = (project.root / "site/sitemap.xml").read_text("utf-8")
    assert sitemap.startswith("https://x.example/docs/") and sitemap.count(";") == 3


@pytest.mark.parametrize("name", ["new", "there", "a/new", "a/b/c/new", "folder", "there/below", "gone", "missing/.."])
def test_a_file_is_written_as_ever(tmp_path: Path, name: str) -> None:
    outcomes = []
    for write in (output.PLAIN["write_file"], output._write_file):
        folder = tmp_path / str(len(outcomes))
        (folder / "folder").mkdir(parents=True)
        (folder / "there").write_text("before, and longer")
        (folder / "gone").symlink_to(folder / "no/such")
        error = ""
        output.alone(str(folder / "none"))
        try:
            write(b"new", str(folder / name))
        except OSError as raised:
            error = type(raised).__name__
        outcomes.append((error, files(folder), sorted(file.name for file in folder.rglob("*"))))
        assert output.written(str(folder / "none")) is None
        if not error:
            assert output.written(str(folder / name)) == b"new"
    assert outcomes[0] == outcomes[1]


def test_what_was_written_before_is_not_what_was_written_last(tmp_path: Path) -> None:
    file = str(tmp_path / "a")
    output._write_file(b"new", file)
    assert output.written(file) == b"new"
    output.alone(file)
    assert output.written(file) is None
    # As another has written it.
    Path(file).write_bytes(b"other")
    assert output.written(file) == b"other"


def test_a_build_that_fails_leaves_the_last_site(small: SmallProject) -> None:
    assert small.build().code == 0
    before = files(small.root / "site")
    small.write("docs/en/index.md", "---\ntitle: [\n---\n\n# Home { #home }\n")
    assert small.build("--strict").code == 1
    assert files(small.root / "site") == before
    assert [path.name for path in small.root.glob(".site*")] == []


def test_a_build_that_is_killed_leaves_the_last_site(small: SmallProject) -> None:
    assert small.build().code == 0
    before = files(small.root / "site")
    small.edit("docs/en/index.md", "# ", "# New ")
    building = start(small)
    # It is killed while it writes, which is when there is something in the folder beside the site.
    while building.poll() is None and not any(small.root.glob(".site.*.new/*")):
        time.sleep(0.01)
    assert building.poll() is None
    os.kill(building.pid, signal.SIGKILL)
    building.communicate()
    assert files(small.root / "site") == before
    # The next one is not in its way, and what it has left goes after a day.
    (left,) = small.root.glob(".site.*.new")
    os.utime(left, (0, 0))
    assert small.build().code == 0
    assert files(small.root / "site") != before
    assert [path.name for path in small.root.glob(".site*")] == []


def test_what_is_hidden_in_the_folder_stays(small: SmallProject) -> None:
    assert small.build().code == 0
    small.write("site/.git", "gitdir: elsewhere\n")
    small.write("site/stray.html", "<p>Of nobody.</p>")
    small.edit("docs/en/index.md", "# ", "# New ")
    assert small.build().code == 0
    assert (small.root / "site/.git").read_text("utf-8") == "gitdir: elsewhere\n"
    assert not (small.root / "site/stray.html").exists()


def test_nothing_is_built_where_nothing_has_changed(small: SmallProject) -> None:
    first = small.build()
    assert "Documentation built" in first.output
    page = small.root / "site/index.html"
    before = page.stat().st_mtime_ns
    again = small.build("--strict")
    assert again.code == 0
    assert "Nothing has changed" in again.output
    assert page.stat().st_mtime_ns == before
    # Whatever was done to the site is undone.
    text = page.read_bytes()
    page.write_text("broken", "utf-8")
    assert "Documentation built" in small.build().output
    assert page.read_bytes() == text


def test_what_was_warned_of_is_warned_of_again(small: SmallProject) -> None:
    small.edit("docs/en/index.md", "# ", "[a](a.md)\n\n# ")
    (small.root / "snippets/unused.py").write_text("# In no page.\n")
    said = []
    for end in ("Documentation built", "Nothing has changed"):
        built = small.build()
        assert end in built.output
        said.append([line for line in built.output.splitlines() if line.startswith("WARNING")])
        assert built.code == 0
    assert said[0] == said[1]
    assert any("a.md" in line for line in said[0])
    assert any("snippets/unused.py:1:1 LS" in line for line in said[0])
    assert small.build("--strict").code == 1


def test_a_strict_build_ends_at_what_mkdocs_has_warned_of_before(small: SmallProject) -> None:
    small.edit("mkdocs.yml", "plugins:", "extra_templates: [missing.html]\nplugins:")
    assert "missing.html" in small.build().output
    for _ in range(2):
        strict = small.build("--strict")
        assert "missing.html" in strict.output
        assert "strict mode" in strict.output
        assert strict.code == 1
    assert "Nothing has changed" in small.build().output


def test_what_has_not_changed_is_the_file_that_it_was(small: SmallProject) -> None:
    small.write("docs/en/about.md", "# About\n")
    small.build()
    home, other = small.root / "site/index.html", small.root / "site/about/index.html"
    for file in (home, other):
        os.utime(file, (1, 1))
    small.edit("docs/en/index.md", "# ", "Another.\n\n# ")
    assert "Documentation built" in small.build().output
    assert home.stat().st_mtime != 1
    assert other.stat().st_mtime == 1
    assert other.stat().st_nlink == 1


@pytest.mark.parametrize("kind", ["mode", "link", "text", "folder"])
def test_a_file_that_somebody_has_changed_is_a_new_one(small: SmallProject, kind: str) -> None:
    small.write("docs/en/about.md", "# About\n")
    small.build()
    file = small.root / "site/about/index.html"
    text = file.read_bytes()
    if kind == "mode":
        file.chmod(0o600)
    elif kind == "text":
        file.write_text("")
    else:
        file.rename(small.root / "elsewhere.html")
        file.mkdir() if kind == "folder" else file.symlink_to(small.root / "elsewhere.html")
    small.edit("docs/en/index.md", "# ", "Another.\n\n# ")
    assert "Documentation built" in small.build().output
    assert not file.is_symlink()
    assert file.read_bytes() == text
    assert file.stat().st_mode & 0o777 == 0o666 & ~umask()


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_site_becomes_the_next_one_whatever_its_authors_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project = make_kept_project(tmp_path)
    random = Random(SEED)
    site, aside = project.root / "site", project.root / "aside"
    for number, name in enumerate(random.sample(sorted(EDITS), STEPS)):
        EDITS[name](project, random, number)
        made = build(project, anew=False)
        site.rename(aside)
        plain = build(project, off=True)
        assert made.site == plain.site, name
        shutil.rmtree(site, ignore_errors=True)
        aside.rename(site)


def test_a_page_in_the_place_of_another_leaves_the_last_site_whole(tmp_path: Path) -> None:
    """Two pages of one address: one that is kept, and one that is made in its place, of a build that fails then."""
    place, new = tmp_path / "site", tmp_path / "new"
    place.mkdir()
    (place / "a.html").write_bytes(b"last")
    config = load_config(io.BytesIO(b"site_name: a"), site_dir=str(place))
    with pytest.raises(ValueError, match="later"), output.beside(config):
        new = Path(config.site_dir, "a.html")
        output.write(config, str(new), b"last")
        assert new.samefile(place / "a.html")
        output.alone(str(new))
        new.write_bytes(b"another")
        output.write(config, str(new), b"last")
        output.write(config, str(new), b"a third")
        assert new.read_bytes() == b"a third"
        raise ValueError("later")
    assert (place / "a.html").read_bytes() == b"last"
    assert [file.name for file in tmp_path.iterdir()] == ["site"]


def test_where_folders_cannot_be_renamed_files_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "site"
    place.mkdir()
    for name in ("same", "changed", "gone"):
        (place / name).write_bytes(b"last")
    config = load_config(io.BytesIO(b"site_name: a"), site_dir=str(place))

    def refuse(*_: object) -> None:
        raise OSError("busy")

    with output.beside(config):
        output.write(config, f"{config.site_dir}/same", b"last")
        output.write(config, f"{config.site_dir}/changed", b"now")
        monkeypatch.setattr(Path, "rename", refuse)
    monkeypatch.undo()
    assert {file.name: file.read_bytes() for file in place.iterdir()} == {"same": b"last", "changed": b"now"}
    assert [file.name for file in tmp_path.iterdir()] == ["site"]


def test_the_state_of_a_folder_is_that_of_what_is_in_it(tmp_path: Path) -> None:
    page = tmp_path / "a" / "index.html"
    page.parent.mkdir()
    page.write_text("a")
    (tmp_path / ".git").write_text("")
    (tmp_path / "nowhere").symlink_to("missing")
    (tmp_path / "around").symlink_to("around")
    first = output.state(tmp_path)
    (tmp_path / ".git").write_text("other")
    assert output.state(tmp_path) == first
    found = page.stat()
    states = [first]
    for date, text in ((found.st_mtime_ns + 1, "a"), (found.st_mtime_ns, "ab")):
        page.write_text(text)
        os.utime(page, ns=(date, date))
        states.append(output.state(tmp_path))
    page.rename(page.with_name("b.html"))
    assert len({*states, output.state(tmp_path)}) == 4
