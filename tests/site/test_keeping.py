"""Pages that are kept between builds: the site and what is said of it are those of a build that keeps nothing."""

import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from jinja2 import Environment
from mkdocs.commands import build as commands
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from lockstep.check import Checked, check_read, load
from lockstep.languages.pages import load_pages
from lockstep.mkdocs import pipeline
from lockstep.mkdocs.plugin import LockstepPlugin
from lockstep.project import load_project
from lockstep.store import FILE, FOLDER, LIMIT, SWITCH, Store
from support.edits import EDITS, GUIDES, HOMES, TABLE, append, configure, front, make_kept_project, swap
from support.keeping import build, compare, files
from support.project import SmallProject, environment, make_project, mkdocs
from support.server import Server, free_port
from support.store import rewrite, size, texts

SEED = 7
# Of those, a few each time: hundreds were run with other seeds.
STEPS = 8
# What has gone wrong before, or nearly.
ALWAYS = (
    "an include that is not there",
    "an anchor goes",
    "line ends in the configuration",
    "other metadata",
    "title of the menu by another name",
    "what templates may show",
)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallProject:
    monkeypatch.chdir(tmp_path)
    return make_kept_project(tmp_path)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[SmallProject]:
    project = make_project(tmp_path)
    build(project)
    return project


def test_whatever_its_authors_do_the_site_is_the_same(kept: SmallProject) -> None:
    random = Random(SEED)
    assert build(kept).rendered == build(kept, off=True).rendered
    rendered = whole = 0
    steps = [*ALWAYS, *random.sample(sorted(EDITS.keys() - set(ALWAYS)), STEPS)]
    for number, name in enumerate(steps):
        EDITS[name](kept, random, number)
        warm, strict = build(kept), bool(number % 2)
        again, plain = build(kept, strict=strict), build(kept, off=True, strict=strict)
        assert not (problem := again.differs(plain)), f"{name}: {problem}"
        assert again.rendered == 0, name
        if not strict:
            assert not (problem := warm.differs(plain)), f"{name}: {problem}"
        rendered, whole = rendered + warm.rendered, whole + (plain.rendered or warm.rendered)
    assert rendered < whole


def test_only_what_depends_on_it_is_made_again(kept: SmallProject) -> None:
    everything = build(kept).rendered
    assert build(kept).rendered == 0
    append(kept, GUIDES[1], "Mais.")
    # The page, and those of all languages that list what other pages hold.
    assert build(kept).rendered == 1 + 9
    front(kept, "docs/en/guide/advanced.md", "title: Another")
    # The page and its two fallbacks.
    assert build(kept).rendered == 3 + 9
    kept.edit("benchmarks/results/numbers.json", "600.00", "700.00")
    warm, _ = compare(kept)
    assert warm.rendered == everything


def test_a_program_of_which_there_is_no_record_stops_no_build(kept: SmallProject) -> None:
    append(kept, "snippets/prog.py", "# Edited.")
    warm, _ = compare(kept)
    assert warm.error == ""
    assert any("LS142" in line for line in warm.lines)
    assert "about/verified/index.html" in warm.site


def test_what_was_read_before_a_change_is_not_kept_for_what_came_after_it(kept: SmallProject) -> None:
    """A program is saved while its site is checked: what was found then is of the program as it was."""
    store = Store(kept.root)
    project = load_project(kept.root)
    sources = load(project, store)
    pages, _ = load_pages(project, store)
    append(kept, HOMES[0], '```python\n--8<-- "prog.py:later"\n```')
    pages, _ = load_pages(project, store)
    append(kept, "snippets/prog.py", "# --8<-- [start: later]\nx = 1\n# --8<-- [end: later]")
    before = check_read(sources, pages, store=store).findings
    assert any("later" in finding.message for finding in before)
    store.close()
    known = check_read(load(project, store), pages, store=store).findings
    assert known == check_read(load(project), pages).findings
    assert not any("later" in finding.message and finding.path == HOMES[0] for finding in known)


def test_a_title_shows_in_every_menu_though_no_other_page_is_read_again(kept: SmallProject) -> None:
    build(kept)
    front(kept, HOMES[1], "title: Outro")
    warm, _ = compare(kept)
    assert warm.rendered == 1 + 9
    assert b"Outro" in warm.site["pt/guide/tabs/index.html"]


def test_warnings_of_kept_pages_come_in_their_order(small: SmallProject) -> None:
    for path in HOMES:
        append(small, path, "[a](a/) and [b](b/)")
    configure(small, lambda config: config.update(validation={"links": {"unrecognized_links": "warn"}}))
    build(small)
    for strict in (False, True):
        warm, _ = compare(small, strict=strict)
        assert warm.rendered == 0
        found = [line for line in warm.lines if line.startswith("WARNING Doc file")]
        assert [re.findall(r"'([^']*)'", line) for line in found] == [
            # A strict build ends with the first of the further languages.
            [path.removeprefix("docs/"), link]
            for path in HOMES[: 2 if strict else 3]
            for link in ("a/", "b/")
        ]
    assert "warnings in strict mode" in warm.error


def test_what_a_page_says_is_kept_in_order_whoever_says_it(small: SmallProject, monkeypatch) -> None:
    """A finding between two messages of MkDocs: one that no check makes before the build."""
    append(small, HOMES[0], "[a](a.md)")
    monkeypatch.setattr("lockstep.mkdocs.plugin.check_read", lambda *_, **__: Checked([], {}))
    swap(small, HOMES[0], '\n```python\n--8<-- "prog.py:no"\n```\n')
    build(small)
    warm, _ = compare(small)
    assert warm.rendered == 0
    at = [number for number, line in enumerate(warm.lines) if line.startswith("WARNING")]
    assert ["LS113" in warm.lines[number] or "LS112" in warm.lines[number] for number in at] == [True, False]


def test_downloads_that_pages_share_are_there_whichever_of_them_is_kept(kept: SmallProject) -> None:
    name = "assets/benchmarks/numbers.csv"
    build(kept)
    swap(kept, GUIDES[0], TABLE)
    for path in (*HOMES, "docs/en/guide/advanced.md"):
        text = (kept.root / path).read_text("utf-8")
        kept.write(path, text.replace(TABLE, "\n"))
        warm, _ = compare(kept)
        assert name in warm.site, sorted(warm.site)
    swap(kept, GUIDES[0], TABLE)
    warm, _ = compare(kept)
    assert name not in warm.site


@pytest.mark.parametrize("harm", [b"", b"{}", b"\0" * 100], ids=["empty", "json", "zeros"])
def test_entries_that_are_harmed_are_made_again(small: SmallProject, harm: bytes) -> None:
    for key in list(texts(small.root))[::2]:
        rewrite(small.root, "text", harm, key)
    warm, _ = compare(small)
    assert warm.rendered
    assert build(small).rendered == 0


@pytest.mark.parametrize("harm", [b"", b"{}", b"\0" * 4096], ids=["empty", "json", "zeros"])
def test_a_file_that_is_harmed_is_made_again(small: SmallProject, harm: bytes) -> None:
    (small.root / FOLDER / FILE).write_bytes(harm)
    warm, _ = compare(small)
    assert warm.rendered
    assert build(small).rendered == 0


def test_what_was_kept_may_be_deleted_at_any_time(small: SmallProject, monkeypatch) -> None:
    assert build(small).rendered == 0
    shutil.rmtree(small.root / FOLDER)
    warm, _ = compare(small)
    assert warm.rendered == 3
    read = Store.get

    def get(store: Store, key: str) -> object:
        value = read(store, key)
        shutil.rmtree(small.root / FOLDER, ignore_errors=True)
        return value

    with monkeypatch.context() as patched:
        patched.setattr(Store, "get", get)
        compare(small)


def test_a_disk_that_takes_nothing_costs_nothing_but_time(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.write(".cache", "no folder")
    warm, _ = compare(project)
    assert warm.rendered == 3
    assert "WARNING" not in "".join(warm.lines)


def test_the_folder_stays_small(small: SmallProject, monkeypatch) -> None:
    # Of what one build needs, twice.
    limit = 2 * size(small.root)
    assert 0 < limit < LIMIT
    monkeypatch.setattr("lockstep.mkdocs.plugin.open_store", lambda root: Store(root, limit))
    for number in range(5):
        append(small, HOMES[0], f"Word {number}.")
        compare(small)
        assert size(small.root) <= limit
        assert build(small).rendered == 0


def test_the_folder_stays_small_where_only_findings_are_kept(small: SmallProject, monkeypatch) -> None:
    small.write("hook.py", HOOK.format("x"))
    configure(small, lambda config: config.update(hooks=["hook.py"]))
    build(small)
    limit = size(small.root)
    assert limit > 0
    monkeypatch.setattr("lockstep.mkdocs.plugin.open_store", lambda root: Store(root, limit))
    for number in range(3):
        append(small, HOMES[0], f"Word {number}.")
        # A strict build ends at the paragraph that the translations lack.
        build(small, strict=bool(number % 2))
        assert 0 < size(small.root) <= limit


def test_a_page_with_another_content_than_was_read_is_another_page(small: SmallProject, monkeypatch) -> None:
    plain = LockstepPlugin.on_env

    def change(self: LockstepPlugin, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        plain(self, env, config=config, files=files)
        for file in files.documentation_pages():
            if file.page and file.page.content:
                file.page.content += f"<p>{word}</p>"

    monkeypatch.setattr(LockstepPlugin, "on_env", change)
    small.edit("mkdocs.yml", "plugins:\n", "plugins:\n  - search\n")
    for word in ("first", "second"):
        made = build(small)
        assert f"<p>{word}</p>".encode() in made.site["index.html"]
        # What is found by searching is kept with the page.
        assert not made.differs(build(small, off=True))


HOOK = "def on_page_content(html, **_):\n    return html + '<p>{}</p>'\n"
EXTENSION = """\
from pathlib import Path

from markdown import Extension
from markdown.postprocessors import Postprocessor

class Post(Postprocessor):
    def run(self, text):
        return text + Path({path!r}).read_text()

class Own(Extension):
    def extendMarkdown(self, md):
        md.postprocessors.register(Post(md), "own", 0)

def makeExtension(**_):
    return Own()
"""


def test_nothing_is_kept_of_what_nobody_knows(small: SmallProject, tmp_path_factory, monkeypatch) -> None:
    """Hooks, plugins, extensions and functions may make pages of anything: of a file of their own, here."""
    before = (small.root / "mkdocs.yml").read_text("utf-8")
    small.write("hook.py", HOOK.format(1))
    packages = tmp_path_factory.mktemp("packages")
    (packages / "own_extension.py").write_text(EXTENSION.format(path=str(small.root / "data.txt")))
    (packages / "own_slugs.py").write_text("def slug(text, separator):\n    return 'x'\n")
    monkeypatch.syspath_prepend(str(packages))
    plugins = {"enabled": True}
    changes = {
        "hook": lambda config: config.update(hooks=["hook.py"]),
        "plugin": lambda config: config["plugins"].append({"material/offline": plugins}),
        "extension": lambda config: config["markdown_extensions"].append("own_extension"),
        "embedded files": lambda config: config["markdown_extensions"].append("pymdownx.b64"),
    }
    for name, change in changes.items():
        small.write("mkdocs.yml", before)
        configure(small, change)
        for number in range(2):
            small.write("data.txt", f"<p>{name} {number}</p>")
            warm, _ = compare(small)
            assert warm.rendered == 3, (name, warm.error)
    for function in ("own_slugs.slug",):
        small.write(
            "mkdocs.yml",
            before.replace("  - attr_list\n", f"  - attr_list\n  - toc: {{slugify: !!python/name:{function} }}\n"),
        )
        assert [build(small).rendered for _ in range(2)] == [3, 3], function
    # One that is known, with its options; it is the same in every process.
    known = "  - attr_list\n  - toc: {slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: %s}}}\n"
    for case in ("lower", "none"):
        small.write("mkdocs.yml", before.replace("  - attr_list\n", known % case))
        warm, _ = compare(small)
        assert (warm.rendered, build(small).rendered) == (3, 0)


def test_another_theme_is_not_known(small: SmallProject, monkeypatch) -> None:
    monkeypatch.setattr("lockstep.mkdocs.dependence.THEME", "another")
    assert build(small).rendered == 3


def test_templates_that_show_the_day_are_rendered_each_day(small: SmallProject, monkeypatch) -> None:
    small.write(
        "overrides/main.html",
        '{% extends "lockstep.html" %}{% block announce %}{{ build_date_utc.year }}{% endblock %}',
    )
    configure(small, lambda config: config["theme"].update(custom_dir="overrides"))
    # The lock of an editor leads nowhere.
    (small.root / "overrides/.#main.html").symlink_to("me@here.1")
    for year in (1, 2):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(year * 31_556_952))
        warm, _ = compare(small)
        assert str(1970 + year).encode() in warm.site["index.html"]


def test_nothing_is_kept_with_icons_that_a_process_reads_once(small: SmallProject) -> None:
    emoji = {
        "emoji_index": "!!python/name:material.extensions.emoji.twemoji",
        "emoji_generator": "!!python/name:material.extensions.emoji.to_svg",
        "options": {"custom_icons": [str(small.root / "icons")]},
    }
    lines = ["  - pymdownx.emoji:", *(f"      {key}: {value}" for key, value in emoji.items())]
    small.edit("mkdocs.yml", "  - attr_list\n", "  - attr_list\n" + "\n".join(lines) + "\n")
    append(small, HOMES[0], ":own-x:")
    small.write("icons/own/x.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>')
    assert [build(small).rendered for _ in range(2)] == [3, 3]


def test_a_site_in_one_language_in_the_docs_folder_itself(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    for folder in ("pt", "tr"):
        shutil.rmtree(project.root / "docs" / folder)
    (project.root / "docs/en/index.md").rename(project.root / "docs/index.md")
    (project.root / "docs/en").rmdir()
    project.write("pyproject.toml", '[tool.lockstep.languages]\n"." = "en"\n')
    configure(project, lambda config: config["plugins"].pop(0))
    assert build(project).rendered == 1
    assert build(project).rendered == 0
    append(project, "docs/index.md", "More.")
    warm, _ = compare(project)
    assert warm.rendered == 1


def test_one_language_alone_is_another_site(kept: SmallProject, monkeypatch) -> None:
    build(kept)
    monkeypatch.setenv("LOCKSTEP_ONLY", "tr")
    warm, _ = compare(kept)
    assert not any(name.startswith("pt/") for name in warm.site)
    monkeypatch.delenv("LOCKSTEP_ONLY")
    warm, _ = compare(kept)
    assert warm.rendered == 0


def test_values_from_the_environment_and_from_another_file(small: SmallProject, monkeypatch) -> None:
    small.write("base.yml", (small.root / "mkdocs.yml").read_text("utf-8"))
    small.write("mkdocs.yml", "INHERIT: base.yml\nsite_url: !ENV [WHERE, '']\ncopyright: !ENV WHO\n")
    for where, who in (("https://a.example/", "A"), ("https://b.example/", "B")):
        monkeypatch.setenv("WHERE", where)
        monkeypatch.setenv("WHO", who)
        warm, _ = compare(small)
        assert where.encode() in warm.site["index.html"]
    small.edit("base.yml", "site_name: Small", "site_name: Other")
    warm, _ = compare(small)
    assert b"Other" in warm.site["pt/index.html"]


@pytest.mark.parametrize("path", ["snippets/prog.py", "docs/glossary.yml", "benchmarks/results/numbers.json"])
def test_nothing_is_kept_that_was_made_while_a_file_was_changed(small: SmallProject, monkeypatch, path: str) -> None:
    """What was read may be of before or after; both texts would have the wrong page."""
    small.write("docs/glossary.yml", "latency: {pt: latência, tr: gecikme}\n")
    old = (small.root / path).read_text("utf-8")
    new = {"Linear(2, 2)": "Linear(3, 2)", "gecikme": "gecikmez", "600.00": "700.00"}
    changed = old
    for one, other in new.items():
        changed = changed.replace(one, other)
    render = Page.render

    def edit(page: Page, *arguments: object) -> None:
        small.write(path, changed)
        render(page, *arguments)

    with monkeypatch.context() as patched:
        patched.setattr(Page, "render", edit)
        build(small)
    small.write(path, old)
    compare(small)
    small.write(path, changed)
    compare(small)


def test_a_page_that_is_changed_while_it_is_built_is_the_one_that_was_checked(small: SmallProject, monkeypatch) -> None:
    old = (small.root / HOMES[0]).read_text("utf-8")
    append(small, HOMES[0], "First.")
    begin = commands.get_files

    def edit(config: object) -> object:
        append(small, HOMES[0], "Second.")
        return begin(config)

    with monkeypatch.context() as patched:
        patched.setattr(commands, "get_files", edit)
        built = build(small)
    assert b"First." in built.site["index.html"]
    assert b"Second." not in built.site["index.html"]
    warm, _ = compare(small)
    assert b"Second." in warm.site["index.html"]
    small.write(HOMES[0], old)
    compare(small)


def test_another_mkdocs_builds_everything_and_fails_nothing(small: SmallProject, monkeypatch, caplog) -> None:
    monkeypatch.setitem(pipeline.KNOWN, "_build_page", "of another version")
    with caplog.at_level(logging.WARNING, logger="lockstep"):
        warm = build(small, strict=True)
    assert warm.error == ""
    assert warm.rendered == 3
    assert "_build_page" in caplog.text


def test_a_user_learns_of_another_mkdocs_on_the_terminal(small: SmallProject) -> None:
    start = (
        "import sys; from lockstep.mkdocs import pipeline; pipeline.KNOWN['_populate_page'] = '';"
        "from mkdocs.__main__ import cli; cli(sys.argv[1:], prog_name='mkdocs')"
    )
    shutil.rmtree(small.root / "site", ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-c", start, "build", "--strict"],
        cwd=small.root,
        env=environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "this MkDocs builds in another way (['_populate_page']): no page is kept" in done.stderr


def test_the_command_line_says_and_builds_the_same(kept: SmallProject) -> None:
    append(kept, HOMES[0], "[a](a.md)")
    append(kept, GUIDES[0], "[b](#b)")
    outputs, sites = [], []
    for options in ((), (), ("--strict",), ("-q",), ("-v",)):
        for off in (False, True):
            shutil.rmtree(kept.root / "site", ignore_errors=True)
            os.environ[SWITCH] = "off" if off else ""
            try:
                run = mkdocs("build", *options, cwd=kept.root)
            finally:
                del os.environ[SWITCH]
            # What -v tells of each page's way is not the site's.
            lines = [] if "-v" in options else [line for line in run.lines if "built in" not in line]
            outputs.append((run.code, lines))
            sites.append(files(kept.root / "site"))
        assert outputs[-1] == outputs[-2], options
        assert sites[-1] == sites[-2], options
    assert [code for code, _ in outputs[::2]] == [0, 0, 1, 0, 0]


@pytest.mark.parametrize("level", [logging.WARNING, logging.ERROR])
def test_a_quiet_build_keeps_pages_and_says_nothing_more(kept: SmallProject, level: int) -> None:
    append(kept, HOMES[0], "[b](#b)")
    logger = logging.getLogger("mkdocs")
    before, levels = logger.level, [handler.level for handler in logger.handlers]
    said = build(kept, level=level).lines
    assert all(line.startswith(("WARNING", "ERROR")) for line in said)
    assert bool(said) is (level == logging.WARNING)
    assert (logger.level, [handler.level for handler in logger.handlers]) == (before, levels)
    warm, _ = compare(kept)
    assert warm.rendered == 0
    assert any("'#b'" in line for line in warm.lines)


def test_a_build_that_is_killed_leaves_nothing_wrong(kept: SmallProject) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "-q"]
    for delay in (0.8, 1.6, 2.4):
        append(kept, HOMES[0], f"After {delay}.")
        process = subprocess.Popen(
            [arg for arg in command if arg != "-q"], cwd=kept.root, env=environment(), stderr=subprocess.DEVNULL
        )
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
    compare(kept)
    assert build(kept).rendered == 0


def test_two_builds_at_the_same_time_are_both_right(kept: SmallProject) -> None:
    command = [sys.executable, "-m", "mkdocs", "build"]
    for _ in range(2):
        processes = [
            subprocess.Popen(
                [*command, "-d", f"site-{number}"], cwd=kept.root, env=environment(), stderr=subprocess.DEVNULL
            )
            for number in range(2)
        ]
        assert [process.wait(120) for process in processes] == [0, 0]
        plain = build(kept, off=True).site
        assert files(kept.root / "site-0") == plain
        assert files(kept.root / "site-1") == plain


def test_a_site_that_is_served_follows_every_edit(kept: SmallProject) -> None:
    build(kept)
    server = Server(kept.root)
    try:
        # All pages were kept, but for another address: the banner knows of each what it was made of.
        append(kept, HOMES[0], "Edited.")
        server.until(lambda: "Edited." in server.page(""))
        swap(kept, HOMES[1], "\n[x](nowhere.md)\n")
        server.until(lambda: "nowhere.md" in server.said("pt/"))
        kept.write("snippets/prog.py", (kept.root / "snippets/prog.py").read_text().replace("model", "netz"))
        kept.record()
        server.until_all_show("netz")
        text = (kept.root / HOMES[1]).read_text("utf-8")
        kept.write(HOMES[1], text.replace("\n[x](nowhere.md)\n", ""))
        server.until(lambda: "nowhere.md" not in server.said("pt/"))
    finally:
        server.stop()
    compare(kept)


def test_a_served_page_that_was_kept_is_known_by_its_source(small: SmallProject) -> None:
    """Its findings come first in its banner, in the second process as in the first."""
    append(small, HOMES[1], "## Sem id")
    port = free_port()
    said = []
    for _ in range(2):
        server = Server(small.root, port=port)
        try:
            banner = server.banner("pt/")
            assert banner
            said.append(banner.get_text())
        finally:
            server.stop()
            shutil.rmtree(server.home, ignore_errors=True)
    assert said[0] == said[1]
    assert "docs/pt/index.md" in said[0]
