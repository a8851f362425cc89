"""Older texts of pages, out of the git history, where there is one.

Nothing but ``lockstep diff`` and ``lockstep adopt`` asks for it: what is current and what is stale stands in the pages.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.files import relative
from lockstep.findings import FindingError
from lockstep.languages.pages import SUFFIXES, parse_page
from lockstep.languages.sections import sections

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from lockstep.languages.pages import Page
    from lockstep.languages.sections import Section
    from lockstep.project import Language

# A clone without its blobs would ask the network for each.
ENVIRONMENT = {"LC_ALL": "C", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
# Those of a hook would lead git to another repository.
FOREIGN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")


@dataclass(frozen=True, slots=True)
class Version:
    """A file as a commit left it; ``first`` says that nothing is known of what was before (a shallow clone's edge)."""

    commit: str
    path: str
    blob: str
    first: bool


class History:
    """The history of a project; to be used in a ``with`` block."""

    def __init__(self, root: Path) -> None:
        """Look for the repository of a folder.

        ``problem`` says why there is no history, and is empty where there is one; ``shallow`` says that only a part is
        here; ``prefix`` is the folder's path in the repository.
        """
        self.root = root
        self.problem = ""
        self.shallow = False
        self.prefix = ""
        self._batch: subprocess.Popen[bytes] | None = None
        try:
            found = self._git("rev-parse", "--is-shallow-repository", "--show-prefix").split("\n")
            self._git("rev-parse", "--verify", "--quiet", "HEAD")
        except FileNotFoundError:
            self.problem = "git is not installed"
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode("utf-8", "replace").strip()
            if "not a git repository" in said:
                self.problem = "this is no git repository"
            else:
                self.problem = said.split("\n")[0].removeprefix("fatal: ") or "there is no commit yet"
        else:
            self.shallow = found[0] == "true"
            self.prefix = found[1]

    def __enter__(self) -> History:
        """Do nothing yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process that reads texts."""
        if self._batch:
            self._batch.communicate()

    def why(self) -> str:
        """Say why an older text cannot be shown."""
        if self.problem:
            return self.problem
        if self.shallow:
            return "it is not in the part of the history that this shallow clone holds (git fetch --unshallow)"
        return "it is nowhere in the git history"

    def _environment(self) -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if name not in FOREIGN} | ENVIRONMENT

    def _git(self, *arguments: str) -> str:
        command = ["git", "-c", "core.quotepath=off", "-c", "log.showSignature=false", *arguments]
        done = subprocess.run(  # noqa: S603
            command, cwd=self.root, env=self._environment(), stdin=subprocess.DEVNULL, capture_output=True, check=True
        )
        return done.stdout.decode("utf-8", "replace")

    def versions(self, file: Path) -> Iterator[Version]:
        """List a file's versions, the newest first, across its renames."""
        if self.problem:
            return
        path = relative(file, self.root)
        log = self._git(
            "log", "--follow", "-M", "--raw", "--no-abbrev", "--no-color", "--format=commit %H %P", "HEAD", "--", path
        )
        commit, first = "", False
        for line in log.split("\n"):
            if line.startswith("commit "):
                _, commit, *parents = line.split()
                first = self.shallow and not parents
            elif line.startswith(":"):
                head, *names = line.split("\t")
                blob = head.split()[3]
                if set(blob) != {"0"} and names:
                    yield Version(commit, names[-1], blob, first)

    def everything(self) -> Iterator[str]:
        """List every version of every page in all of the history, the newest first."""
        if self.problem:
            return
        for line in self._git("rev-list", "--objects", "--all", "--filter=object:type=blob").split("\n"):
            blob, _, path = line.partition(" ")
            if path.endswith(SUFFIXES):
                yield blob

    def text(self, name: str) -> str | None:
        """Read a version's text, by its blob or as ``COMMIT:PATH``; ``None`` where it is not here."""
        if "\n" in name:
            return None
        if not self._batch:
            self._batch = subprocess.Popen(
                ["git", "cat-file", "--batch"],  # noqa: S607
                cwd=self.root,
                env=self._environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        if not self._batch.stdin or not self._batch.stdout:
            return None
        try:
            self._batch.stdin.write(name.encode() + b"\n")
            self._batch.stdin.flush()
            head = self._batch.stdout.readline().split()
        except OSError:
            return None
        if not head or head[-1] in (b"missing", b"ambiguous"):
            return None
        data = self._batch.stdout.read(int(head[-1]) + 1)[:-1]
        return (
            data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
            if head[1] == b"blob"
            else None
        )


def old_page(text: str | None, name: str, path: str, language: Language) -> Page | None:
    """Read an older text of a page; ``None`` where it was no page that can be read."""
    if text is None:
        return None
    try:
        return parse_page(text, name, path, language)
    except FindingError:
        return None


def find_texts(history: History, source: Page, wanted: set[str]) -> dict[str, Section]:
    """Look through the history for sections by their fingerprints: the page's own first, then everything else's."""
    found: dict[str, Section] = {}
    seen: set[str] = set()
    for blobs in (
        (version.blob for version in history.versions(history.root / source.path)),
        history.everything(),
    ):
        if wanted <= found.keys():
            break
        for blob in blobs:
            if blob in seen:
                continue
            seen.add(blob)
            page = old_page(history.text(blob), source.name, source.path, source.language)
            for section in sections(page).values() if page else ():
                if section.fingerprint in wanted:
                    found.setdefault(section.fingerprint, section)
            if wanted <= found.keys():
                break
    return found
