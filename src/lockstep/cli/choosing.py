"""What commands about translations are called with: languages and pages, by any of their names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lockstep.cli.common import find_project, misused, refuse
from lockstep.files import relative
from lockstep.findings import near
from lockstep.languages.pages import load_pages

if TYPE_CHECKING:
    from lockstep.languages.pages import Page
    from lockstep.project import Language, Project

    Pages = dict[tuple[str, str], Page]


def load(*, missing_folders: bool = False) -> tuple[Project, Pages]:
    """Find the project and read its pages; end the program where that cannot be done.

    With ``missing_folders``, languages to translate into need no folder: git keeps no empty ones.
    """
    project = find_project()
    pages, findings = load_pages(project)
    if missing_folders:
        folders = [relative(project.docs / language.folder, project.root) for language in project.languages[1:]]
        findings = [one for one in findings if not (one.code == "LS201" and one.path in folders)]
    if findings:
        # What cannot be read would be shown as missing.
        refuse(findings)
    return project, pages


def find_language(project: Project, folder: str) -> Language:
    """Find a language to translate into by its folder or its tag; without one, end the program."""
    others = {name: one for one in project.languages[1:] for name in (one.tag, one.folder)}
    if folder not in others:
        known = [one.folder for one in project.languages[1:]]
        misused(f"no language '{folder}' to translate into ({near(folder, known)})")
    return others[folder]


def page_paths(project: Project, name: str) -> list[str]:
    """List what a page may be called in the project: by its file from here or from the root."""
    return [relative(Path.cwd().joinpath(name).resolve(), project.root), Path(name).as_posix()]


def find_source(project: Project, pages: Pages, name: str) -> Page:
    """Find a source page by its name, its file, or a translation's file."""
    paths = page_paths(project, name)
    page = next((one for one in pages.values() if one.path in paths or one.name == Path(name).as_posix()), None)
    if not page:
        misused(f"no page '{name}' ({near(name, [page.name for page in pages.values()])})")
    if (project.source.folder, page.name) not in pages:
        misused(f"{page.path} has no source page")
    return pages[project.source.folder, page.name]
