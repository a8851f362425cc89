"""Builds in this process, with and without the pages that earlier ones have left, and what is to be told of them."""

import logging
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from mkdocs.commands import build as commands
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException
from mkdocs.structure.pages import Page

from lockstep.mkdocs import i18n
from lockstep.store import SWITCH
from support.project import SmallProject

# What has nothing to do with the site: how long it took, and where it is.
TIME = re.compile(r"in [\d.]+ seconds")


class Listening(logging.Handler):
    """Takes down what a user of the command line would read."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(TIME.sub("", f"{record.levelname} {record.getMessage()}"))


@dataclass(frozen=True)
class Outcome:
    """What came of a build: ``rendered`` counts the pages that were converted, ``error`` is empty where it ended."""

    site: dict[str, bytes]
    lines: list[str]
    error: str
    rendered: int

    def differs(self, other: "Outcome") -> str:
        """Say where two builds differ; empty where they are the same to whoever reads the site or the terminal."""
        # A build that fails leaves the last site where it is built beside, and half of one where it is not.
        failed = self.error and other.error
        names = [
            name for name in sorted(self.site.keys() | other.site.keys()) if self.site.get(name) != other.site.get(name)
        ]
        if names and not failed:
            return f"these files differ: {names}"
        if (self.lines, self.error) != (other.lines, other.error):
            return f"what is said differs:\n{self.lines}\n{self.error}\n--\n{other.lines}\n{other.error}"
        return ""


def files(folder: Path) -> dict[str, bytes]:
    found = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}


@contextmanager
def heard(level: int = logging.INFO) -> Iterator[list[str]]:
    logger, handler = logging.getLogger("mkdocs"), Listening()
    before = logger.level
    logger.setLevel(level)
    logger.addHandler(handler)
    try:
        yield handler.lines
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


def build(
    project: SmallProject,
    *,
    off: bool = False,
    strict: bool = False,
    anew: bool = True,
    level: int = logging.INFO,
    **options: object,
) -> Outcome:
    """Build a project as the command line does, in this process; ``anew`` where no site is there."""
    # Each its own, as ``mkdocs build`` has by default: both say the same place.
    site, error, rendered = project.root / "site", "", 0
    if anew:
        shutil.rmtree(site, ignore_errors=True)
    render = Page.render

    def counted(self: Page, *arguments: object) -> None:
        nonlocal rendered
        rendered += 1
        render(self, *arguments)

    with (
        patch.dict(os.environ, {SWITCH: "off" if off else ""}),
        patch.object(Page, "render", counted),
        heard(level) as lines,
    ):
        try:
            config = load_config(str(project.root / "mkdocs.yml"), strict=strict, **options)
            config.plugins.on_startup(command="build", dirty=False)
            commands.build(config)
        except (MkDocsException, Abort) as raised:
            error = str(raised)
        finally:
            i18n.recover()
    return Outcome(files(site) if site.exists() else {}, lines, error, rendered)


def compare(project: SmallProject, **options: object) -> tuple[Outcome, Outcome]:
    """Build with what is kept and without, and expect the same; returns both."""
    warm = build(project, **options)
    plain = build(project, off=True, **options)
    assert not (problem := warm.differs(plain)), problem
    return warm, plain
