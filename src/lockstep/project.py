"""Where a project keeps what Lockstep binds together: ``[tool.lockstep]`` in ``pyproject.toml``.

Every host (MkDocs, pytest, the command line, a bare Markdown converter) reads the same table, so that all of them
speak of the same folders and languages.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from babel import Locale, UnknownLocaleError
from pathspec import GitIgnoreSpec

from lockstep.files import read_text
from lockstep.findings import Finding, FindingError, near

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Fault = Callable[..., None]

CONFIG = "pyproject.toml"
# The folder of the one language that a site is built in beside its source, from the command line to MkDocs.
ONLY = "LOCKSTEP_ONLY"
TABLE = re.compile(r"(?m)^[ \t]*\[[ \t]*tool[ \t]*\.[ \t]*lockstep[ \t]*[\].]")
FOLDER = re.compile(r"\w[\w-]*")
FOLDERS = {"docs": "docs", "snippets": "snippets", "results": "benchmarks/results", "catalogues": "locale"}
# Whether a section that its source has outrun is a finding: readers are told of it either way.
STALE = ("allow", "error")
OTHERS = ("languages", "stale", "exclude")
# What MkDocs leaves out, unless a pattern of the site says otherwise.
LEFT_OUT = (".*", "/templates/")
# In the place of a language's folder: a site in one language, whose pages lie in the docs folder itself.
HERE = "."


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the site.

    ``folder`` is its folder below ``docs`` and its key everywhere (``pt``); ``tag`` is the BCP 47 tag that readers'
    browsers are told (``pt-BR``); ``catalogues`` is where the project keeps interface texts of its own.
    """

    folder: str
    tag: str
    catalogues: Path | None = None

    @property
    def locale(self) -> Locale:
        """The CLDR locale that formats this language's numbers."""
        return _locale(self.tag)

    @property
    def direction(self) -> str:
        """The direction that this language is written in, as HTML's ``dir`` names it."""
        return "rtl" if self.locale.character_order == "right-to-left" else "ltr"


@dataclass(frozen=True, slots=True)
class Project:
    """A project's folders (absolute) and its languages, the source language first.

    ``stale`` is ``allow`` or ``error``: what a check makes of a section that does not translate its source's present
    text, or says of none which one it does. ``exclude`` are the patterns, as in a ``.gitignore`` in the docs folder, of
    pages that the site leaves out.
    """

    root: Path
    docs: Path
    snippets: Path
    results: Path
    languages: tuple[Language, ...]
    stale: str = "allow"
    exclude: tuple[str, ...] = ()

    def excludes(self, file: Path) -> bool:
        """Whether the site leaves out a file of the docs folder: nothing is asked of it."""
        return _spec((*LEFT_OUT, *self.exclude)).match_file(file.relative_to(self.docs).as_posix())

    @property
    def source(self) -> Language:
        """The language that pages are written in first."""
        return self.languages[0]

    def language(self, folder: str) -> Language:
        """Look a language up by its folder.

        Raises:
            KeyError: no language has that folder.
        """
        for language in self.languages:
            if language.folder == folder:
                return language
        raise KeyError(folder)


def find_root(start: Path) -> Path | None:
    """Find the nearest folder at or above ``start`` whose ``pyproject.toml`` has a ``[tool.lockstep]`` table."""
    for folder in (start, *start.parents):
        config = folder / CONFIG
        try:
            if config.is_file() and TABLE.search(config.read_text("utf-8", "replace")):
                return folder
        except OSError:
            continue
    return None


def load_project(root: Path) -> Project:
    """Read a project's configuration.

    A missing table means the defaults: ``docs``, ``snippets``, ``benchmarks/results``, ``locale``, and English
    alone, in ``docs/en``.

    Raises:
        FindingError: the file is no TOML, has unknown or mistyped keys, names a folder outside the project, or a
            language that CLDR does not know.
    """
    root = root.resolve()
    path = root / CONFIG
    text = read_text(path, root) if path.exists() else ""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problem, _, where = str(error).partition(" (at ")
        place = re.match(r"line (\d+), column (\d+)", where)
        last = text.rstrip().split("\n")
        line, column = (int(place[1]), int(place[2])) if place else (len(last), len(last[-1]) + 1)
        raise FindingError(Finding(CONFIG, line, column, "LS003", f"not TOML: {problem}")) from None
    except RecursionError:
        raise FindingError(Finding(CONFIG, 1, 1, "LS003", "not TOML: nested too deeply")) from None
    findings: list[Finding] = []

    def fault(key: str, message: str, hint: str = "") -> None:
        findings.append(Finding(CONFIG, *_place(text, key), "LS004", message, hint))

    tool = data.get("tool", {})
    table = tool.get("lockstep", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        fault("lockstep", "tool.lockstep is not a table", "write [tool.lockstep] on a line of its own")
        table = {}
    for key in table.keys() - FOLDERS.keys() - set(OTHERS):
        fault(key, f"unknown key '{key}' in [tool.lockstep]", near(key, [*FOLDERS, *OTHERS]))
    folders = {key: _folder(table.get(key, default), key, root, fault) for key, default in FOLDERS.items()}
    languages = _languages(table.get("languages", {"en": "en"}), fault)
    stale = table.get("stale", STALE[0])
    if stale not in STALE:
        fault("stale", f"'stale' must be one of {', '.join(STALE)}, not '{stale}'", 'for example stale = "error"')
    exclude = _patterns(table.get("exclude", []), fault)
    if findings:
        raise FindingError(*sorted(findings))
    languages = tuple(replace(language, catalogues=folders["catalogues"]) for language in languages)
    return Project(root, folders["docs"], folders["snippets"], folders["results"], languages, stale, exclude)


@lru_cache(maxsize=64)
def _spec(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    return GitIgnoreSpec.from_lines(patterns)


def _patterns(value: object, fault: Fault) -> tuple[str, ...]:
    example = 'for example exclude = ["drafts/"]'
    if not isinstance(value, list) or not all(isinstance(pattern, str) for pattern in value):
        fault("exclude", "'exclude' must be a list of patterns, as in a .gitignore", example)
        return ()
    try:
        _spec(tuple(value))
    except (ValueError, re.error) as error:
        fault("exclude", f"'exclude' has a pattern that cannot be used: {error}", example)
    return tuple(value)


def _folder(value: object, key: str, root: Path, fault: Fault) -> Path:
    if not isinstance(value, str) or not value.strip():
        fault(key, f"'{key}' must be the name of a folder", f'for example {key} = "{FOLDERS[key]}"')
        return root
    try:
        folder = (root / value).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        fault(key, f"'{key}' is no folder's name: {error}", f'for example {key} = "{FOLDERS[key]}"')
        return root
    if not folder.is_relative_to(root):
        fault(key, f"'{key}' leads out of the project: {value}", "name a folder inside it")
    elif folder == root:
        fault(key, f"'{key}' is the project itself", f'for example {key} = "{FOLDERS[key]}"')
    return folder


def _languages(value: object, fault: Fault) -> tuple[Language, ...]:
    if not isinstance(value, dict) or not value:
        fault("languages", "'languages' must map folders to language tags", 'for example pt = "pt-BR"')
        return ()
    languages: list[Language] = []
    for folder, tag in value.items():
        if not FOLDER.fullmatch(folder) and not (folder == HERE and len(value) == 1):
            fault(folder, f"'{folder}' is no folder below docs", "the name of one folder, for example pt")
            continue
        try:
            locale = Locale.parse(tag, sep="-") if isinstance(tag, str) else None
        except (UnknownLocaleError, ValueError, TypeError):
            locale = None
        if not locale:
            fault(folder, f"'{tag}' is not a language tag that CLDR knows", "for example en, pt-BR, tr")
            continue
        same = next((language.folder for language in languages if language.locale == locale), None)
        if same:
            fault(folder, f"'{folder}' and '{same}' are the same language, {tag}", "one folder for each")
        languages.append(Language(folder, tag))
    return tuple(languages)


def _place(text: str, key: str) -> tuple[int, int]:
    """Find the line and the column of a key of the table; the table's own, or the first, where it is not to be seen."""
    table = TABLE.search(text)
    start = table.start() if table else 0
    quoted = re.escape(key)
    match = re.compile(rf"""(?m)^[ \t]*\[?[\w.\- ]*?(?<![\w-])["']?(?P<key>{quoted})["']?[ \t]*[\]=.]""").search(
        text, start
    )
    at = match.start("key") if match else (start + len(table[0]) - len(table[0].lstrip()) if table else 0)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


@cache
def _locale(tag: str) -> Locale:
    # Asked for with every text that is looked up or compared.
    return Locale.parse(tag, sep="-")
