"""Where a project keeps what Lockstep binds together: ``[tool.lockstep]`` in ``pyproject.toml``.

Every host (MkDocs, pytest, the command line, a bare Markdown converter) reads the same table, so that all of them
speak of the same folders and languages.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from babel import Locale, UnknownLocaleError

from lockstep.files import read_text
from lockstep.findings import Finding, FindingError, near

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Fault = Callable[..., None]

CONFIG = "pyproject.toml"
FOLDERS = {"docs": "docs", "snippets": "snippets", "results": "benchmarks/results"}


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the site.

    ``folder`` is its folder below ``docs`` and its key everywhere (``pt``); ``tag`` is the BCP 47 tag that readers'
    browsers are told (``pt-BR``).
    """

    folder: str
    tag: str

    @property
    def locale(self) -> Locale:
        """The CLDR locale that formats this language's numbers."""
        return Locale.parse(self.tag, sep="-")


@dataclass(frozen=True, slots=True)
class Project:
    """A project's folders (absolute) and its languages, the source language first."""

    root: Path
    docs: Path
    snippets: Path
    results: Path
    languages: tuple[Language, ...]

    @property
    def source(self) -> Language:
        """The language that pages are written in first."""
        return self.languages[0]

    @property
    def translations(self) -> tuple[Language, ...]:
        """Every language but the source."""
        return self.languages[1:]

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
        if config.is_file() and re.search(rb"(?m)^\s*\[tool\.lockstep[\].]", config.read_bytes()):
            return folder
    return None


def load_project(root: Path) -> Project:
    """Read a project's configuration.

    A missing table means the defaults: ``docs``, ``snippets``, ``benchmarks/results`` and English alone.

    Raises:
        FindingError: the file is no TOML, has unknown or mistyped keys, names a folder outside the project, or a
            language that CLDR does not know.
    """
    root = root.resolve()
    path = root / CONFIG
    text = read_text(path, root) if path.exists() else ""
    try:
        table = tomllib.loads(text).get("tool", {}).get("lockstep", {})
    except tomllib.TOMLDecodeError as error:
        line, column = _toml_position(str(error))
        raise FindingError(
            Finding(CONFIG, line, column, "LS003", f"not TOML: {str(error).split(' (at ')[0]}")
        ) from None
    findings: list[Finding] = []

    def fault(key: str, message: str, hint: str = "") -> None:
        findings.append(Finding(CONFIG, _line_of(text, key), 1, "LS004", message, hint))

    if not isinstance(table, dict):
        raise FindingError(Finding(CONFIG, _line_of(text, "lockstep"), 1, "LS004", "tool.lockstep is not a table"))
    for key in table.keys() - FOLDERS.keys() - {"languages"}:
        fault(key, f"unknown key '{key}' in [tool.lockstep]", near(key, [*FOLDERS, "languages"]))
    folders = {key: _folder(table.get(key, default), key, root, fault) for key, default in FOLDERS.items()}
    languages = _languages(table.get("languages", {"en": "en"}), fault)
    if findings:
        raise FindingError(*sorted(findings))
    return Project(root, folders["docs"], folders["snippets"], folders["results"], languages)


def _folder(value: object, key: str, root: Path, fault: Fault) -> Path:
    if not isinstance(value, str) or not value:
        fault(key, f"'{key}' must be the name of a folder", f'for example {key} = "{FOLDERS[key]}"')
        return root
    folder = (root / value).resolve()
    if not folder.is_relative_to(root):
        fault(key, f"'{key}' leads out of the project: {value}")
    return folder


def _languages(value: object, fault: Fault) -> tuple[Language, ...]:
    if not isinstance(value, dict) or not value:
        fault("languages", "'languages' must map folders to language tags", 'for example pt = "pt-BR"')
        return ()
    languages = []
    for folder, tag in value.items():
        try:
            Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError, TypeError):
            fault(folder, f"'{tag}' is not a language tag that CLDR knows", "for example en, pt-BR, tr")
            continue
        languages.append(Language(folder, tag))
    return tuple(languages)


def _line_of(text: str, key: str) -> int:
    match = re.search(rf"(?m)^\s*\[?[\w.\"-]*\b{re.escape(key)}\b", text)
    return text.count("\n", 0, match.start() + len(match[0]) - len(match[0].lstrip())) + 1 if match else 1


def _toml_position(message: str) -> tuple[int, int]:
    match = re.search(r"at line (\d+), column (\d+)", message)
    return (int(match[1]), int(match[2])) if match else (1, 1)
