"""What an author who runs ``mkdocs serve`` is told of the last build, and which site they see.

A build that does not end, and one whose pages would lack something that could not be read or found, leaves the last
good site in place. What else there is to say (a translation that lags behind, a program that is not verified yet) does
not: whoever mends it wants to see what they write.
"""

from __future__ import annotations

import logging
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from mkdocs.exceptions import Abort, ConfigurationError, MkDocsException, PluginError

from lockstep.files import relative
from lockstep.findings import Finding, FindingError
from lockstep.mkdocs.preview import Previews
from lockstep.mkdocs.watching import Watcher
from lockstep.project import CONFIG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig

    from lockstep.project import Language, Project

log = logging.getLogger("mkdocs.plugins.lockstep")

# Who speaks of requests. A build does without that module, which takes long to import.
SERVER = "mkdocs.livereload"

# What cannot be read, and what is asked for and not there: a passage, a table, a figure, a note or a whole page would
# be missing, or an error stand in its place.
HOLDING = frozenset(
    [
        # Files; folders of languages and programs; front matter.
        *("LS001", "LS002", "LS108", "LS109", "LS201", "LS207"),
        # Regions of programs, includes, the record of verification.
        *("LS101", "LS102", "LS103", "LS104", "LS106", "LS107", "LS141"),
        *("LS111", "LS112", "LS113", "LS114", "LS116", "LS119", "LS122", "LS123"),
        # Lists of programs, terms, states, commands and findings.
        *("LS151", "LS152", "LS252", "LS253", "LS254", "LS256"),
        # Results, tables, acknowledgements, figures.
        *("LS301", "LS302", "LS303", "LS304", "LS305", "LS311", "LS312", "LS313", "LS314", "LS315"),
        *("LS327", "LS331", "LS332", "LS333", "LS334"),
    ]
)


class RefusedError(PluginError):
    """A build that is not begun, because of findings that have been told."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a build.

    ``number`` is no other build's; ``kept`` says that the site is that of an earlier build; ``lines`` are what MkDocs
    and other plugins warned of.
    """

    number: int
    kept: bool = False
    findings: tuple[Finding, ...] = ()
    lines: tuple[str, ...] = ()

    def part(self, path: str | None) -> tuple[list[Finding | str], list[Finding | str]]:
        """Part what is shown first to whoever looks at the page of a source, and the rest.

        First comes what is wrong with that page; of a build whose site is not shown, all that is in its way.
        """
        findings = sorted(self.findings, key=lambda finding: (finding.path != path, finding))
        first: list[Finding | str] = [one for one in findings if not self.kept and one.path == path]
        if self.kept:
            first = [*(one for one in findings if one.code in HOLDING), *self.lines] or [*findings]
        rest: list[Finding | str] = [*findings, *self.lines]
        return first, [one for one in rest if one not in first]


class Serving(logging.Handler):
    """The state of a site that is served: what was built, what was said of it, what is watched."""

    def __init__(self, *, dirty: bool = False) -> None:
        """Begin to listen to what MkDocs and its plugins say while they build.

        Args:
            dirty: whether builds go on in the folder of the one before, which then cannot be kept apart.
        """
        super().__init__(logging.WARNING)
        self.dirty = dirty
        self.watcher = Watcher()
        self.previews = Previews()
        self.watched: dict[str, None] = {}
        self.languages: tuple[Language, ...] = ()
        # The source of each page of the site, by the path of its file in the site.
        self.pages: dict[str, str] = {}
        # Whether the site that is served lacks nothing; until there is one, what can be built is served.
        self.good = False
        self.outcome = Outcome(0)
        self.root = Path()
        self.begin()
        logging.getLogger("mkdocs").addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Take down what is warned of in a build; requests for missing files are no part of it."""
        found = isinstance(record.args, tuple) and record.args and isinstance(record.args[0], Finding)
        if self.building and not found and record.name != SERVER:
            self.lines.append(_said(record))

    def close(self) -> None:
        """Listen no more."""
        self.previews.end()
        logging.getLogger("mkdocs").removeHandler(self)
        super().close()

    def look(self, project: Project, config: MkDocsConfig) -> list[str]:
        """Take down what the build is about to read; returns what was not watched before."""
        self.root, self.languages = project.root, project.languages
        paths = [config.config_file_path, project.root / CONFIG, config.docs_dir, config.theme.custom_dir]
        paths += [project.snippets, project.results, project.source.catalogues]
        new = [str(path) for path in paths if path and str(path) not in self.watched]
        self.watched |= dict.fromkeys(new)
        for path in new:
            self.watcher.see(path)
        return new

    def source(self, path: str) -> str | None:
        """Find the file of the page at a path of the site, if there is one."""
        name = self.pages.get(page_name(path))
        return str(self.root / name) if name else None

    def begin(self) -> None:
        """Begin a build."""
        self.previews.end()
        self.number = time.time_ns()
        self.findings: list[Finding] = []
        self.lines: list[str] = []
        self.building = True

    def holds(self) -> bool:
        """Whether the site before this build is better than this one."""
        return self.good and self.lacking()

    def end(self) -> None:
        """Say of a build that it is the site now."""
        self.good = not self.lacking()
        self._tell(kept=False)

    def keep(self) -> None:
        """Say of a build that the site before it stays."""
        self._tell(kept=True)
        log.error("The site before this build is served until that is mended.")

    def fail(self, error: BaseException) -> None:
        """Say of a build that it did not end, and why; only faults that are no author's have a traceback."""
        causes = list(_causes(error))
        for cause in causes:
            if isinstance(cause, FindingError):
                self.findings += cause.findings
            if isinstance(cause, FindingError | RefusedError):
                # Findings say it better.
                self.lines = [line for line in self.lines if line != str(cause)]
        places = (_configuration(cause, self.root) for cause in causes if isinstance(error, ConfigurationError))
        if place := next(filter(None, places), None):
            self.findings.append(place)
            log.error("%s", place)
        elif not isinstance(error, MkDocsException):
            traceback.print_exception(error)
            self.lines.append(f"{type(error).__name__}: {error}")
        elif not isinstance(error, Abort) or not (self.findings or self.lines):
            log.error("%s", str(error))
        self.keep()

    def lacking(self) -> bool:
        """Whether parts of pages would be missing, or errors stand in their place."""
        return any(finding.code in HOLDING for finding in self.findings)

    def _tell(self, *, kept: bool) -> None:
        self.building = False
        findings, lines = tuple(sorted(set(self.findings))), tuple(dict.fromkeys(self.lines))
        self.outcome = Outcome(self.number, kept, findings, lines)


def page_name(path: str) -> str:
    """Name the file of the site that is asked for by a path below its root."""
    name = path.lstrip("/")
    return f"{name}index.html" if not name or name.endswith("/") else name


def _said(record: logging.LogRecord) -> str:
    """Take the text of a record; one that cannot be made is told by the logging of MkDocs, and ends no build."""
    try:
        return record.getMessage()
    except Exception:
        return str(record.msg)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """List an error and those in whose place it was raised."""
    cause: BaseException | None = error
    while cause:
        yield cause
        cause = cause.__cause__ or cause.__context__


def _configuration(error: BaseException, root: Path) -> Finding | None:
    """Say where MkDocs' configuration is no YAML."""
    if not isinstance(error, yaml.MarkedYAMLError) or not error.problem_mark:
        return None
    mark, begun = error.problem_mark, error.context_mark
    hint = f"{error.context} that begins on line {begun.line + 1}" if error.context and begun else ""
    path = relative(Path(mark.name), root)
    return Finding(path, mark.line + 1, mark.column + 1, "LS012", f"not YAML: {error.problem}", hint)
