"""``mkdocs serve`` as an author lives with it: an edit shows, a fault is said, and its mending ends it."""

import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.project import SmallProject, environment

# How long an author's save may take to show on a machine that is busy with other tests.
PATIENCE_S = 60


class Server:
    """A running ``mkdocs serve``; ``log`` is what it has printed so far."""

    def __init__(self, root: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "mkdocs", "serve", "--livereload", "--dev-addr", "127.0.0.1:0"],
            cwd=root,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.log = ""
        threading.Thread(target=self._drain, daemon=True).start()
        self.until(lambda: "Serving on" in self.log)
        self.url = re.search(r"Serving on (\S+)", self.log)[1]

    def _drain(self) -> None:
        for line in self.process.stdout:
            self.log += line.decode("utf-8", "replace")

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
    server.process.terminate()
    server.process.wait(20)


def test_edits_show_in_every_language_and_faults_end_when_mended(small: SmallProject, server: Server) -> None:
    server.until_all_show("1")
    numbers = (small.root / "benchmarks/results/numbers.json").read_text("utf-8")
    program = (small.root / "snippets/prog.py").read_text("utf-8")

    small.write("benchmarks/results/numbers.json", numbers.replace('"ViT"', '"Renamed"'))
    server.until_all_show("Renamed")

    small.write("snippets/prog.py", program.replace("import torch", "import torch  # edited"))
    server.until_all_show("# edited")
    assert "LS" not in server.log

    # A fault is said with its place, and shown in the page; the server goes on.
    small.write("benchmarks/results/numbers.json", numbers[:-20])
    server.until(lambda: "benchmarks/results/numbers.json:17:" in server.log)
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


def test_one_save_is_one_rebuild_and_then_there_is_silence(small: SmallProject, server: Server) -> None:
    server.until_all_show("1")
    time.sleep(2)
    before = server.builds()
    small.edit("snippets/prog.py", "import torch", "import torch  # once")
    server.until_all_show("# once")
    time.sleep(4)
    assert server.builds() == before + 1


def test_the_last_of_many_rebuilds_equals_a_clean_build(small: SmallProject, server: Server) -> None:
    for step in range(3):
        small.write("docs/pt/index.md", f"# Passo {step} {{ #home }}\n")
        server.until(lambda: f"Passo {step}" in server.get("pt/"))  # noqa: B023 (awaited here)
    assert small.build().code == 0
    for path in ("", "pt/", "tr/"):
        # Serving adds its live-reload script, and knows its own address.
        served = re.sub(r"<script>livereload\(\d+, \d+\);</script>", "", server.get(path))
        served = served.replace(server.url, "")
        clean = (small.root / "site" / path / "index.html").read_text("utf-8")
        assert strip(served) == strip(clean)


def strip(html: str) -> str:
    html = re.sub(r'\s*<script src="[^"]*livereload[^"]*"></script>', "", html)
    return re.sub(r'\s*<link rel="(?:canonical|prev|next)"[^>]*>', "", html)
