"""A page in one language: its front matter, its headings, its place among its translations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import yaml

from lockstep.files import below, read_text, relative
from lockstep.findings import Finding, FindingError, near
from lockstep.outline import Heading, read_outline
from lockstep.store import NOTHING, digest
from lockstep.surroundings import installed
from lockstep.yamltext import HINT, compose, forbidden, is_text

if TYPE_CHECKING:
    from pathlib import Path

    from lockstep.outline import Outline
    from lockstep.project import Language, Project
    from lockstep.store import Store

# The one in C where there is one: every page is read.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?P<text>.*?\n)(?:---|\.\.\.)[ \t]*\n+", re.DOTALL)
OPENING = re.compile(r"\A---[ \t]*\n[ \t]*[\w-]+[ \t]*:")
# Those that MkDocs takes for pages.
# What themes, search engines and the twins show of a front matter.
TEXTS = ("title", "description", "social_title")
SUFFIXES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")


@dataclass(frozen=True)
class Page:
    """A page's file in one language.

    ``name`` is its path below the language's folder, the same in every language; ``path`` is its path below the
    project's root; ``body_line`` is the line of the file on which its Markdown begins, behind the front matter.
    """

    name: str
    path: str
    language: Language
    text: str
    body_line: int

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines from ``body_line`` on."""
        return tuple(self.text.split("\n")[self.body_line - 1 :])

    @cached_property
    def outline(self) -> Outline:
        """What stands in those lines, which count from 1."""
        return read_outline(self.lines)

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """The headings, with the lines of the file."""
        above = self.body_line - 1
        if not above:
            return self.outline.headings
        return tuple([Heading(one.level, one.id, one.title, one.line + above) for one in self.outline.headings])


def load_pages(project: Project, store: Store = NOTHING) -> tuple[dict[tuple[str, str], Page], list[Finding]]:
    """Read every page of every language.

    Args:
        project: the project.
        store: what is known of pages that have been read before; their structure is read where it is asked for.

    Returns the pages by language folder and name, and what is wrong with folders and files that could not be read.
    """
    pages: dict[tuple[str, str], Page] = {}
    findings: list[Finding] = []
    if not project.docs.is_dir():
        hint = "create it, or change 'docs' in [tool.lockstep]"
        return pages, [Finding(relative(project.docs, project.root), 1, 1, "LS201", "the docs folder is missing", hint)]
    for language in project.languages:
        folder = project.docs / language.folder
        if not folder.is_dir():
            known = {one.folder for one in project.languages}
            others = [entry.name for entry in project.docs.iterdir() if entry.is_dir() and entry.name not in known]
            message = f"the folder of language '{language.folder}' is missing"
            hint = "create it, or change [tool.lockstep.languages]"
            hint += f"; {near(language.folder, others)}" if others else ""
            findings.append(Finding(relative(folder, project.root), 1, 1, "LS201", message, hint))
            continue
        for file in below(folder):
            name = file.relative_to(folder)
            if not named_as_page(file) or project.excludes(file):
                continue
            try:
                check_file(file, project.root)
                page = _read(
                    read_text(file, project.root), name.as_posix(), relative(file, project.root), language, store
                )
            except FindingError as error:
                findings += error.findings
            else:
                pages[language.folder, page.name] = page
    return pages, findings


def is_page(file: Path, project: Project) -> bool:
    """Whether a file of the docs folder becomes a page of the site."""
    return named_as_page(file) and file.is_file() and not project.excludes(file)


def named_as_page(file: Path) -> bool:
    """Whether MkDocs takes a file for a page, by its name."""
    return file.suffix in SUFFIXES


def check_file(file: Path, root: Path) -> None:
    """Refuse what is no file of a site, and would stop MkDocs with a traceback or for ever.

    Raises:
        FindingError: it is neither a file nor a link to one, or no address can be made of its name.
    """
    try:
        str(file).encode()
    except UnicodeEncodeError:
        code, problem, hint = "LS002", "the file's name is not UTF-8", "rename it"
    else:
        if file.is_file():
            return
        problem = "a link that leads to no file" if file.is_symlink() else "not a file"
        code, hint = "LS001", "delete it, or put a file in its place"
    raise FindingError(Finding(relative(file, root), 1, 1, code, problem, hint))


def parse_page(text: str, name: str, path: str, language: Language) -> Page:
    """Read a page's structure from its text.

    Raises:
        FindingError: the front matter is never closed or no YAML mapping, and MkDocs would show it to readers; or
            blocks are nested too deeply for Python-Markdown.
    """
    front = FRONT_MATTER.match(text)
    if front:
        _check_front_matter(front["text"], path)
    elif OPENING.match(text):
        raise FindingError(Finding(path, 1, 1, "LS207", "the front matter is never closed", "add a line --- below it"))
    offset = text.count("\n", 0, front.end()) if front else 0
    page = Page(name, path, language, text, offset + 1)
    try:
        page.outline  # noqa: B018 (it is read here, where it may fail)
    except RecursionError:
        message = "lists, quotes or callouts stand in each other too deeply to be read"
        raise FindingError(Finding(path, offset + 1, 1, "LS208", message, "nest them less")) from None
    return page


def find_name(text: str, name: str) -> tuple[int, int]:
    """Find what a page's front matter says by a name: its line and column; those of the page where it is not found."""
    front = FRONT_MATTER.match(text)
    try:
        read = compose(front["text"]) if front else None
    except (yaml.YAMLError, RecursionError):
        read = None
    for key, value in read.value if isinstance(read, yaml.MappingNode) else ():
        if key.value == name:
            return value.start_mark.line + 2, value.start_mark.column + 1
    return 1, 1


def _read(text: str, name: str, path: str, language: Language, store: Store) -> Page:
    """Read a page, or take it for one that can be read, because a page of the same text could."""
    key = digest("page", installed(), text)
    if (line := store.get(key)) is not None:
        return Page(name, path, language, text, line)
    page = parse_page(text, name, path, language)
    store.put(key, page.body_line)
    return page


def _check_front_matter(text: str, path: str) -> None:
    line, column, hint = 1, 1, ""
    try:
        read = compose(text)
        problem = "" if isinstance(read, yaml.MappingNode) else "it is no mapping of names to values"
        # An anchor may stand for what it is in.
        if not problem and ("&" in text or not is_text(read)):
            yaml.load(text, Loader=LOADER)  # noqa: S506 (a safe one)
        # Only an escape brings in what the file itself cannot hold.
        for node, message in () if problem or "\\" not in text else forbidden(read):
            mark = node.start_mark
            raise FindingError(Finding(path, mark.line + 2, mark.column + 1, "LS207", message, HINT))
        # Themes would show a list or a mapping as Python writes it.
        for key, value in read.value if isinstance(read, yaml.MappingNode) and not problem else ():
            if key.value in TEXTS and not isinstance(value, yaml.ScalarNode):
                mark, message = value.start_mark, f"'{key.value}' in the front matter is no text"
                hint = "put it between quotes"
                raise FindingError(Finding(path, mark.line + 2, mark.column + 1, "LS207", message, hint))
    except yaml.MarkedYAMLError as error:
        problem = error.problem or "no YAML"
        hint = "a value that has ': ' in it needs quotes" if problem.startswith("mapping values") else ""
        if error.problem_mark:
            line, column = error.problem_mark.line + 2, error.problem_mark.column + 1
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        problem = str(error)
    if problem:
        raise FindingError(Finding(path, line, column, "LS207", f"the front matter cannot be read: {problem}", hint))
