"""``mkdocs serve`` as an author lives with it: an edit shows, a fault is said, and its mending ends it."""

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Condition, Event, Thread

import pytest
from bs4 import BeautifulSoup

from lockstep.mkdocs import server as serving
from support.project import SmallProject, environment, mkdocs
from support.server import LANGUAGES, LOCKSTEP, Server, free_port

RESULTS = "benchmarks/results/numbers.json"
KEPT = {
    "": "The last build failed. This is the site before it.",
    "pt/": "A última geração do site falhou. Esta é a versão anterior.",
    "tr/": "Site yeniden oluşturulamadı. Gördüğünüz, bir önceki sürüm.",
}
FOUND = {
    "": "Problems found in the last build: ",
    "pt/": "Problemas encontrados na última geração do site: ",
    "tr/": "Site son oluşturulduğunda bulunan sorunlar: ",
}
# A finished plugin of someone else's, with a fault of its own.
HOOK = """\
def on_page_content(html, *, page, **_):
    if "BOOM" in html:
        raise ValueError("<boom>")
"""
# One that hands the server the builder it was given, as plugins have long done, and logs what cannot be put together.
OTHERS = """\
import logging

def on_serve(server, *, config, builder):
    server.watch("elsewhere", builder)

def on_page_content(html, **_):
    logging.getLogger("mkdocs.plugins.other").warning("a %d with %s", "x")
"""


@pytest.fixture
def server(small: SmallProject) -> Iterator[Server]:
    server = Server(small.root)
    yield server
    server.stop()


def save_by_renaming(file: Path, text: str) -> None:
    """As editors do that never leave half a file."""
    beside = file.with_name(f"{file.name}.tmp-1a2b3c")
    beside.write_text(text, "utf-8")
    beside.replace(file)


def save_as_vim_does(file: Path, text: str) -> None:
    """Keep a swap file, try whether the folder can be written to, move the old text away, write the new one."""
    file.with_name(f".{file.name}.swp").write_bytes(b"b0VIM 9.1")
    probe = file.with_name("4913")
    probe.touch()
    probe.unlink()
    file.replace(file.with_name(f"{file.name}~"))
    file.write_text("", "utf-8")
    file.write_text(text, "utf-8")


class Saves:
    """Counts the saves of an author, each of which is built once."""

    def __init__(self, server: Server) -> None:
        self.server, self.done = server, server.begun()

    def one(self) -> None:
        self.done += 1
        self.server.until(lambda: self.server.ended() == self.done)
        assert self.server.begun() == self.done, self.server.log

    def no_more(self) -> None:
        self.server.until_silent()
        assert self.server.begun() == self.done, self.server.log


def test_each_save_of_a_page_is_one_rebuild_however_it_is_saved(small: SmallProject) -> None:
    small.write("docs/en/more.md", "# Only in English { #more }\n")
    server = Server(small.root)
    try:
        saves = Saves(server)
        saves.no_more()
        small.write("docs/en/more.md", "# Still in English { #more }\n")
        saves.one()
        assert all("Still in English" in server.page(f"{path}more/") for path in LANGUAGES)
        index = small.root / "docs/tr/index.md"
        save_by_renaming(index, index.read_text("utf-8").replace("# Başlangıç", "# Adını değiştirdi"))
        saves.one()
        assert "Adını değiştirdi" in server.page("tr/")
        save_as_vim_does(index, index.read_text("utf-8").replace("# Adını değiştirdi", "# Yeni"))
        saves.one()
        assert "Yeni" in server.page("tr/")
        saves.no_more()
    finally:
        server.stop()
    assert not list(server.home.iterdir())


def test_each_save_of_what_pages_are_made_of_is_one_rebuild_and_then_there_is_silence(small: SmallProject) -> None:
    small.edit("mkdocs.yml", "  - lockstep.callouts\n", "  - lockstep.callouts\n  - lockstep.commands\n")
    for folder in ("en", "pt", "tr"):
        small.write(f"docs/{folder}/commands.md", "# lockstep { #commands }\n\n```commands\n```\n")
    small.edit("mkdocs.yml", "font: false}", "font: false, custom_dir: overrides}")
    small.write("overrides/main.html", '{% extends "lockstep.html" %}')
    server = Server(small.root)
    try:
        saves = Saves(server)
        small.edit("snippets/prog.py", "import torch", "import torch  # edited")
        saves.one()
        assert all("# edited" in server.page(path) for path in LANGUAGES)
        assert all("snippets/prog.py:1:1 LS142" in server.said(path) for path in LANGUAGES)
        assert "2.99.1" not in server.page("tr/")
        small.record()
        saves.one()
        assert all("2.99.1" in server.page(path) for path in LANGUAGES)
        assert not any(server.banner(path) for path in LANGUAGES)
        small.edit(RESULTS, '"ViT"', '"Renamed"')
        saves.one()
        assert all("Renamed" in server.page(path) for path in LANGUAGES)
        small.write("docs/glossary.yml", "Start: {pt: Largada, tr: Başlangıç}\n")
        saves.one()
        assert "docs/pt/index.md:5:1 LS251" in server.said("pt/")
        # A folder that was not there when the server was started.
        small.write("locale/tr/LC_MESSAGES/lockstep.po", 'msgid "Tip"\nmsgstr "Tüyo"\n')
        saves.one()
        assert "Tüyo" in server.page("tr/")
        small.write("locale/tr/LC_MESSAGES/reference.po", 'msgid "Options"\nmsgstr "Ayarlar"\n')
        saves.one()
        assert "<strong>Ayarlar</strong>" in server.page("tr/commands/")
        small.write("benchmarks/results/acknowledged.yml", "- results: numbers\n")
        saves.one()
        assert all("benchmarks/results/acknowledged.yml:1:3 LS327" in server.said(path) for path in LANGUAGES)
        (small.root / "benchmarks/results/acknowledged.yml").unlink()
        small.edit("pyproject.toml", 'pt = "pt-BR"', 'pt = "pt-PT"')
        saves.one()
        assert 'lang="pt-PT"' in server.page("pt/")
        small.edit("overrides/main.html", "%}", "%}{% block announce %}Novelty{% endblock %}")
        saves.one()
        assert all("Novelty" in server.page(path) for path in LANGUAGES)
        small.edit("mkdocs.yml", "site_name: Small", "site_name: Renamed site")
        saves.one()
        assert all("Renamed site" in server.page(path) for path in LANGUAGES)
        saves.no_more()
        assert "Traceback" not in server.log
    finally:
        server.stop()


def test_a_save_during_a_build_is_built_next(small: SmallProject, server: Server) -> None:
    small.write("docs/pt/index.md", "# Um { #home }\n")
    server.until(lambda: server.begun() == 2)
    small.write("docs/pt/index.md", "# Dois { #home }\n")
    server.until(lambda: "Dois" in server.page("pt/"))
    server.until_silent()
    assert server.begun() == 3


# What an author does to which file, and what is said of it.
FAULTS = [
    ("docs/tr/index.md", "prog.py:first", "prog.py:frist", "docs/tr/index.md:11:9 LS112 no region 'frist'"),
    (RESULTS, "]\n}\n", "", f"{RESULTS}:21:3 LS301"),
    ("docs/pt/index.md", "title: Início", "title: [", "docs/pt/index.md:3:1 LS207"),
    ("docs/en/index.md", "\n---\n", "\n", "docs/en/index.md:1:1 LS207"),
    ("docs/tr/index.md", "# Başlangıç", "# \udcff", "docs/tr/index.md:5:3 LS002"),
    ("snippets/verified.json", "{", "[", "snippets/verified.json:2:1 LS141"),
    ("pyproject.toml", 'tr = "tr"', 'tr = "tr', "pyproject.toml:4:"),
    ("pyproject.toml", 'tr = "tr"', 'xx = "tr"', "pyproject.toml:1:1 LS006"),
    ("mkdocs.yml", "site_name: Small", "site_name: [", "mkdocs.yml:3:1 LS012 not YAML: expected ',' or ']'"),
    ("mkdocs.yml", "site_name: Small", "site_name: [1]", "Config value 'site_name'"),
]


def steady(server: Server, path: str) -> str:
    """A page without its banner, and without what reloads it."""
    return re.sub(r"livereload\(\d+, \d+\)", "", server.page(path))


def test_a_fault_leaves_the_last_good_site_until_it_is_mended(small: SmallProject, server: Server) -> None:
    good = {path: steady(server, path) for path in LANGUAGES}
    for path, old, new, said in FAULTS:
        file = small.root / path
        whole = file.read_text("utf-8")
        assert old in whole
        file.write_text(whole.replace(old, new, 1), "utf-8", "surrogateescape")
        server.until_all_say(said)
        assert said in server.log
        for language in LANGUAGES:
            assert server.said(language).startswith(KEPT[language])
            assert said in server.said(language)
            assert steady(server, language) == good[language]
        # Mended along with the next fault, or, on a busy machine, just before it.
        file.write_text(whole, "utf-8")
    server.until(lambda: not any(server.banner(language) for language in LANGUAGES))
    assert {path: steady(server, path) for path in LANGUAGES} == good
    server.until_silent()
    assert "Traceback" not in server.log


def test_a_build_that_breaks_off_leaves_nothing_behind(small: SmallProject) -> None:
    small.edit("mkdocs.yml", "site_name: Small", "site_name: Small\nhooks: [hook.py]")
    small.write("hook.py", HOOK)
    server = Server(small.root)
    try:
        good = {path: steady(server, path) for path in LANGUAGES}
        # It breaks off in the language that is built last, when the others have been written.
        small.write("docs/en/half.md", "# Half { #half }\n")
        small.edit("docs/tr/index.md", "# Başlangıç", "# BOOM")
        server.until_all_say("ValueError: <boom>")
        assert "Error reading page 'tr/index.md': <boom>" in server.said("tr/")
        assert {path: steady(server, path) for path in LANGUAGES} == good
        assert server.log.count("Traceback") == 1
        # A page that is not there, too, says why and reloads itself.
        missing = server.missing("pt/half/")
        assert "&lt;boom&gt;" in missing
        assert "livereload(" in missing
        built = server.log.count("Documentation built in")
        (small.root / "docs/en/half.md").unlink()
        small.edit("docs/tr/index.md", "# BOOM", "# Başlangıç")
        server.until(lambda: not any(server.banner(path) for path in LANGUAGES))
        assert {path: steady(server, path) for path in LANGUAGES} == good
        assert not (server.site() / "half").exists()
        assert server.log.count("Documentation built in") == built + 1
    finally:
        server.stop()


def test_other_plugins_are_served_as_they_expect(small: SmallProject) -> None:
    small.edit("mkdocs.yml", "site_name: Small", "site_name: Small\nhooks: [hook.py]")
    small.write("hook.py", OTHERS)
    small.write("elsewhere/x.txt", "1")
    server = Server(small.root)
    try:
        assert "a %d with %s" in server.said("pt/")
        saves = Saves(server)
        small.write("elsewhere/x.txt", "2")
        saves.one()
        saves.no_more()
    finally:
        server.stop()


@pytest.mark.parametrize("option", ["--livereload", "--no-livereload", "--clean"])
def test_an_address_that_is_taken_is_refused_by_name(small: SmallProject, option: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        run = mkdocs("serve", "--dev-addr", address, option, cwd=small.root)
    assert run.code == 1
    assert f"{address} cannot be served at: " in run.output
    assert "(name another with --dev-addr)" in run.output
    assert "Traceback" not in run.output


def test_what_a_translation_owes_is_said_beside_what_is_written(small: SmallProject, server: Server) -> None:
    small.edit("docs/tr/index.md", "# Başlangıç { #home }", "# Yeni başlık { #heim }\n\nYeni metin.")
    server.until(lambda: "Yeni metin." in server.page("tr/"))
    for language in LANGUAGES:
        assert server.said(language).startswith(FOUND[language])
        assert "docs/tr/index.md:5:1 LS203" in server.said(language)
    # Those of the page that is looked at stand first; the others are one step away, without JavaScript too.
    assert "docs/tr/index.md:5:1" not in "".join(part.get_text() for part in server.banner("tr/").select("details"))
    assert "docs/tr/index.md" in server.banner("pt/").details.get_text()
    # Several languages, one build: each is told once.
    assert server.log.count("docs/tr/index.md:5:1 LS203") == 1


def test_a_site_with_faults_from_the_start_is_built_as_far_as_it_can_be(small: SmallProject) -> None:
    program = (small.root / "snippets/prog.py").read_text("utf-8")
    (small.root / "snippets/prog.py").unlink()
    server = Server(small.root)
    try:
        assert "docs/pt/index.md:11:9 LS111" in server.said("pt/")
        small.edit("docs/pt/index.md", "# Início", "# Princípio")
        server.until(lambda: "Princípio" in server.page("pt/"))
        assert server.said("pt/").startswith(FOUND["pt/"])
        small.write("snippets/prog.py", program)
        server.until(lambda: not any(server.banner(path) for path in LANGUAGES))
        server.until_all_show("Linear")
    finally:
        server.stop()


def test_what_is_removed_and_comes_back_is_seen(small: SmallProject, server: Server) -> None:
    """As a checkout of another branch does."""
    good = {path: steady(server, path) for path in LANGUAGES}
    for folder, said in (
        ("benchmarks/results", "docs/en/index.md:15:10 LS311 no results 'numbers'"),
        ("snippets", "docs/en/index.md:11:9 LS111 no snippet file 'prog.py'"),
        ("docs/tr", "docs/tr:1:1 LS201"),
    ):
        away = small.root / "away"
        shutil.move(small.root / folder, away)
        server.until_all_say(said)
        assert {path: steady(server, path) for path in LANGUAGES} == good
        shutil.move(away, small.root / folder)
        server.until(lambda: not any(server.banner(path) for path in LANGUAGES))
    numbers = (small.root / RESULTS).read_text("utf-8")
    (small.root / RESULTS).unlink()
    server.until_all_say("there are none yet")
    small.write(RESULTS, numbers.replace('"ViT"', '"Renamed"'))
    server.until_all_show("Renamed")
    # In folders that are new, too.
    small.write(
        "snippets/new.py", "# --8<-- [start:new]\nimport torch\n\nprint(torch.compile(len)([]))\n# --8<-- [end:new]\n"
    )
    for language in ("en", "pt", "tr"):
        file = small.root / f"docs/{language}/index.md"
        file.write_text(f'{file.read_text("utf-8")}\n```python\n--8<-- "new.py:new"\n```\n', "utf-8")
    server.until(lambda: all("print" in server.page(path) for path in LANGUAGES))
    small.edit("snippets/new.py", "import torch", "import torch  # edited")
    server.until_all_show("# edited")
    assert "Traceback" not in server.log


@pytest.mark.parametrize("mount", ["", "docs/torch/"])
def test_what_is_missing_is_answered_in_its_language(small: SmallProject, mount: str) -> None:
    small.edit("mkdocs.yml", "site_name: Small", f"site_name: Small\nsite_url: https://x.example/{mount}")
    server = Server(small.root)
    try:
        for path, title in {
            "no-such/": "Page not found",
            "pt/no-such/": "Página não encontrada",
            "pt/guide/no/such/deep/": "Página não encontrada",
            "tr/no-such/": "Sayfa bulunamadı",
            "tr/no-such.html?x=1": "Sayfa bulunamadı",
            "nope/tr/": "Page not found",
        }.items():
            page = BeautifulSoup(server.missing(mount + path), "html5lib")
            assert page.h1.get_text() == title
            assert all(link["href"].startswith(f"/{mount}") for link in page.select("head link[href]"))
    finally:
        server.stop()


def test_one_language_is_served_with_its_source_and_its_fallbacks(small: SmallProject) -> None:
    small.write("docs/en/more.md", "# Only in English { #more }\n")
    server = Server(small.root, *LOCKSTEP, "--only", "tr")
    try:
        assert "Only in English" in server.get("tr/more/")
        assert "Only in English" in server.get("more/")
        server.missing("pt/")
        small.write("docs/tr/more.md", "# Artık Türkçe { #more }\n")
        server.until(lambda: "Artık Türkçe" in server.get("tr/more/"))
        small.edit("docs/tr/index.md", "prog.py:first", "prog.py:frist")
        server.until(lambda: "docs/tr/index.md:11:9 LS112" in server.said("tr/"))
        assert server.said("tr/").startswith(KEPT["tr/"])
        small.edit("docs/tr/index.md", "prog.py:frist", "prog.py:first")
        server.until(lambda: not server.banner("tr/"))
        server.missing("pt/")
    finally:
        server.stop()


def test_a_language_that_is_not_there_is_not_served(small: SmallProject) -> None:
    command = [sys.executable, *LOCKSTEP, "--only", "tt"]
    done = subprocess.run(command, cwd=small.root, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "no language 'tt' in the project (did you mean 'tr' or 'pt'?)\n")


def test_the_last_of_many_rebuilds_equals_a_clean_build(small: SmallProject, monkeypatch: pytest.MonkeyPatch) -> None:
    # What a build says of its own time, in sitemap.xml.gz; and where the server says that the site is.
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    port = free_port()
    small.edit("mkdocs.yml", "site_name: Small", f"site_name: Small\nsite_url: http://127.0.0.1:{port}/")
    server = Server(small.root, port=port)
    try:
        small.write("docs/pt/index.md", "# Passo { #home }\n")
        server.until(lambda: "Passo" in server.page("pt/"))
        small.write("docs/tr/extra.md", "# Fazla { #extra }\n")
        small.edit(RESULTS, '"ViT"', '"Renamed"')
        server.until(lambda: "Renamed" in server.page("tr/"))
        small.edit("docs/en/index.md", "prog.py:first", "prog.py:frist")
        server.until_all_say("LS112")
        small.edit("docs/en/index.md", "prog.py:frist", "prog.py:first")
        server.until(lambda: "LS112" not in server.said(""))
        (small.root / "docs/tr/extra.md").unlink()
        server.until_silent()
        assert small.build().code == 0
        # In the folder that is served there is neither the script for reloading nor a banner.
        clean, served = files(small.root / "site"), files(server.site())
        assert list(served) == list(clean)
        assert [name for name in clean if served[name] != clean[name]] == []
    finally:
        server.stop()


def files(folder: Path) -> dict[str, bytes]:
    found = sorted(file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}


def test_who_asks_a_moment_before_a_page_is_there_gets_it_before_the_build_has_ended() -> None:
    shown: set[str] = set()
    wait, answered = Condition(), Event()
    gate = serving._Gate(wait, shown.__contains__)

    def ask() -> None:
        serving._path.set("a/")
        with gate:
            gate.wait_for(lambda: False)
        answered.set()

    Thread(target=ask, daemon=True).start()
    while not wait._waiters:
        time.sleep(0.01)
    for name, expected in (("b/", False), ("a/", True)):
        with wait:
            shown.add(name)
            wait.notify_all()
        assert answered.wait(10 if expected else 0.2) == expected
