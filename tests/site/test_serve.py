"""``mkdocs serve`` as an author lives with it: an edit shows, a fault is said, and its mending ends it."""

import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from support.project import SmallProject, environment

# How long an author's save may take to show on a machine that is busy with other tests.
PATIENCE_S = 60
LIVE = re.compile(r"<script>\s*var livereload = .*?</script>\s*(?=</body>)", re.DOTALL)


MKDOCS = ("-m", "mkdocs", "serve")
LOCKSTEP = ("-c", "from lockstep.cli import main; main()", "serve")


class Server:
    """A running ``mkdocs serve``; ``log`` is what it has printed so far."""

    def __init__(self, root: Path, *command: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/"
        self.process = subprocess.Popen(
            [sys.executable, "-u", *(command or MKDOCS), "--livereload", "--dev-addr", f"127.0.0.1:{port}"],
            cwd=root,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.log = ""
        self.reader = threading.Thread(target=self._drain, daemon=True)
        self.reader.start()
        self.until(lambda: "Serving on" in self.log)

    def _drain(self) -> None:
        for line in self.process.stdout:
            self.log += line.decode("utf-8", "replace")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self.reader.join(20)
        self.process.stdout.close()

    def until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not holds():
            assert self.process.poll() is None, f"the server ended:\n{self.log}"
            assert time.monotonic() < end, f"it never happened:\n{self.log}"
            time.sleep(0.1)

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path) as response:
            return response.read().decode()

    def until_all_show(self, text: str) -> None:
        self.until(lambda: all(text in self.get(path) for path in ("", "pt/", "tr/")))

    def builds(self) -> int:
        return self.log.count("Documentation built in")


@pytest.fixture
def server(small: SmallProject) -> Iterator[Server]:
    server = Server(small.root)
    yield server
    server.stop()


def test_edits_show_in_every_language_and_faults_end_when_mended(small: SmallProject, server: Server) -> None:
    server.until_all_show("1")
    numbers = (small.root / "benchmarks/results/numbers.json").read_text("utf-8")
    program = (small.root / "snippets/prog.py").read_text("utf-8")

    small.write("benchmarks/results/numbers.json", numbers.replace('"ViT"', '"Renamed"'))
    server.until_all_show("Renamed")

    small.write("snippets/prog.py", program.replace("import torch", "import torch  # edited"))
    server.until_all_show("# edited")
    assert "snippets/prog.py:1:1 LS142" in server.log
    assert "2.99.1" not in server.get("tr/")
    small.record()
    server.until_all_show("2.99.1")
    assert server.log.count(" LS") == 1

    # A fault is said with its place, and shown in the page; the server goes on.
    small.write("benchmarks/results/numbers.json", numbers[:-20])
    server.until(lambda: "benchmarks/results/numbers.json:19:" in server.log)
    server.until_all_show("LS311")

    (small.root / "benchmarks/results/numbers.json").unlink()
    server.until_all_show("there are none yet")

    small.write("benchmarks/results/numbers.json", numbers)
    server.until_all_show("ViT")
    small.write("docs/tr/index.md", b"# \xff { #home }\n")
    server.until(lambda: "docs/tr/index.md:1:3 LS002" in server.log)
    small.write("docs/tr/index.md", "# Düzeldi { #home }\n")
    server.until(lambda: "Düzeldi" in server.get("tr/"))
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
            with pytest.raises(urllib.error.HTTPError) as missing:
                server.get(mount + path)
            assert missing.value.code == 404
            page = BeautifulSoup(missing.value.read(), "html5lib")
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
        with pytest.raises(urllib.error.HTTPError):
            server.get("pt/")
        small.write("docs/tr/more.md", "# Artık Türkçe { #more }\n")
        server.until(lambda: "Artık Türkçe" in server.get("tr/more/"))
        with pytest.raises(urllib.error.HTTPError):
            server.get("pt/")
    finally:
        server.stop()


def test_a_language_that_is_not_there_is_not_served(small: SmallProject) -> None:
    command = [sys.executable, *LOCKSTEP, "--only", "tt"]
    done = subprocess.run(command, cwd=small.root, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "no language 'tt' in the project (did you mean 'tr' or 'pt'?)\n")


def test_one_save_is_one_rebuild_and_then_there_is_silence(small: SmallProject, server: Server) -> None:
    server.until_all_show("1")
    time.sleep(2)
    before = server.builds()
    small.edit("snippets/prog.py", "import torch", "import torch  # once")
    server.until_all_show("# once")
    time.sleep(4)
    assert server.builds() == before + 1


def test_the_last_of_many_rebuilds_equals_a_clean_build(small: SmallProject) -> None:
    home = "https://here.invalid/"
    small.edit("mkdocs.yml", "site_name: Small", f"site_name: Small\nsite_url: {home}")
    server = Server(small.root)
    try:
        for step in range(3):
            small.write("docs/pt/index.md", f"# Passo {step} {{ #home }}\n")
            server.until(lambda: f"Passo {step}" in server.get("pt/"))  # noqa: B023 (awaited here)
        assert small.build().code == 0
        for path in ("", "pt/", "tr/"):
            # Serving knows its own address, and adds its script for reloading.
            served = LIVE.sub("", server.get(path)).replace(server.url, home)
            assert served == (small.root / "site" / path / "index.html").read_text("utf-8")
    finally:
        server.stop()
