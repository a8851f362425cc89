"""A development server as an author runs it, and what it said and built so far."""

import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

from bs4 import BeautifulSoup, Tag

from lockstep.processes import descendants, kill
from support.project import environment

# How long an author's save may take to show on a machine that is busy with other tests.
PATIENCE_S = 60
# An author's Ctrl+C reaches it even where the tests themselves run in the background of a shell.
INTERRUPTED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
MKDOCS = ("-c", INTERRUPTED + "from mkdocs.__main__ import cli; cli(prog_name='mkdocs')", "serve")
LOCKSTEP = ("-c", INTERRUPTED + "from lockstep.cli import main; main()", "serve")
LANGUAGES = ("", "pt/", "tr/")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


class Server:
    """A running ``mkdocs serve``; ``log`` is what it has printed so far.

    What it builds is in ``home``, its folder for temporary files.
    """

    def __init__(
        self,
        root: Path,
        *command: str,
        port: int | None = None,
        variables: Mapping[str, str] | None = None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        port = port or free_port()
        self.url = f"http://127.0.0.1:{port}/"
        self.home = root.with_name(f"{root.name}-served-{port}")
        self.home.mkdir()
        self.process = subprocess.Popen(
            [sys.executable, "-u", *(command or MKDOCS), "--livereload", "--dev-addr", f"127.0.0.1:{port}"],
            cwd=root,
            env=environment() | {"TMPDIR": str(self.home)} | dict(variables or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.log, self.patience_s = "", patience_s
        self.reader = threading.Thread(target=self._drain, daemon=True)
        self.reader.start()
        try:
            self.until(lambda: "Serving on" in self.log)
        except AssertionError:
            self.stop()
            raise

    def _drain(self) -> None:
        for line in self.process.stdout:
            self.log += line.decode("utf-8", "replace")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self._close()

    def kill(self) -> None:
        """End it at once: what it has built stays."""
        below = descendants(self.process.pid)
        self.process.kill()
        self.process.wait()
        for other in below:
            kill(other)
        self._close()

    def _close(self) -> None:
        self.reader.join(20)
        self.process.stdout.close()

    def until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + self.patience_s
        while not holds():
            assert self.process.poll() is None, f"the server ended:\n{self.log}"
            assert time.monotonic() < end, f"it never happened:\n{self.log}"
            time.sleep(0.1)

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path, timeout=self.patience_s) as response:
            return response.read().decode()

    def missing(self, path: str) -> str:
        """Ask for a page that is not there; returns what stands in its place."""
        try:
            self.get(path)
        except urllib.error.HTTPError as error:
            assert error.code == 404
            return error.read().decode()
        raise AssertionError(f"{path} is there")

    def page(self, path: str) -> str:
        """Ask for a page, without its banner."""
        return re.sub(r'<section id="lockstep-banner".*?</section>', "", self.get(path), flags=re.DOTALL)

    def banner(self, path: str) -> Tag | None:
        return BeautifulSoup(self.get(path), "html5lib").select_one("#lockstep-banner")

    def said(self, path: str) -> str:
        """What the banner of a page says; empty where there is none."""
        banner = self.banner(path)
        return " ".join(" ".join(part.get_text() for part in banner.select("p, li")).split()) if banner else ""

    def until_all_show(self, text: str) -> None:
        self.until(lambda: all(text in self.page(path) for path in LANGUAGES))

    def until_all_say(self, text: str) -> None:
        self.until(lambda: all(text in self.said(path) for path in LANGUAGES))

    def until_silent(self) -> None:
        """Wait until nothing is built any more."""
        quiet = time.monotonic()
        before = 0

        def silent() -> bool:
            nonlocal before, quiet
            if before != self.begun() or self.begun() != self.ended():
                before, quiet = self.begun(), time.monotonic()
            return time.monotonic() > quiet + 2.5

        self.until(silent)

    def begun(self) -> int:
        return self.log.count("Building documentation...")

    def ended(self) -> int:
        """How many builds have ended, the first included: each but that one has browsers load pages again."""
        return self.log.count("Reloading browsers") + 1

    def site(self) -> Path:
        """The folder that is served."""
        return next(self.home.glob("lockstep_*/site"))
