"""The folder of a site: the same on any day and in any place, and never half a site."""

import gzip
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from support.keeping import files
from support.project import SmallProject, environment, make_project

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


def test_a_site_is_the_same_on_any_day_and_in_any_folder(tmp_path: Path) -> None:
    sites = []
    for day in ("0", "1700000000"):
        project = addressed(tmp_path / day)
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
