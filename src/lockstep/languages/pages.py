"""A page in one language: its front matter, its headings, its place among its translations."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import yaml

from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError, near
from lockstep.outline import read_outline
from lockstep.yamltext import HINT, forbidden

if TYPE_CHECKING:
    from lockstep.outline import Heading, Outline
    from lockstep.project import Language, Project

# The one in C where there is one: every page is read.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?P<text>.*?\n)(?:---|\.\.\.)[ \t]*\n+", re.DOTALL)
OPENING = re.compile(r"\A---[ \t]*\n[ \t]*[\w-]+[ \t]*:")
# Those that MkDocs takes for pages.
SUFFIXES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")


@dataclass(frozen=True, slots=True)
class Page:
    """A page's file in one language.

    ``name`` is its path below the language's folder, the same in every language; ``path`` is its path below the
    project's root; ``body_line`` is the line of the file on which its Markdown begins, behind the front matter; the
    lines of ``headings`` are the file's, those of ``outline`` count from there.
    """

    name: str
    path: str
    language: Language
    text: str
    body_line: int
    headings: tuple[Heading, ...]
    outline: Outline

    @property
    def lines(self) -> list[str]:
        """The page's Markdown without the front matter."""
        return self.text.split("\n")[self.body_line - 1 :]


def load_pages(project: Project) -> tuple[dict[tuple[str, str], Page], list[Finding]]:
    """Read every page of every language.

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
            others = [entry.name for entry in project.docs.iterdir() if entry.is_dir()]
            message = f"the folder of language '{language.folder}' is missing"
            hint = f"create it, or change [tool.lockstep.languages]; {near(language.folder, others)}"
            findings.append(Finding(relative(folder, project.root), 1, 1, "LS201", message, hint))
            continue
        for file in sorted(folder.rglob("*")):
            name = file.relative_to(folder)
            # MkDocs leaves hidden files out.
            if file.suffix not in SUFFIXES or not file.is_file() or any(part.startswith(".") for part in name.parts):
                continue
            try:
                page = parse_page(
                    read_text(file, project.root), name.as_posix(), relative(file, project.root), language
                )
            except FindingError as error:
                findings += error.findings
            else:
                pages[language.folder, page.name] = page
    return pages, findings


def parse_page(text: str, name: str, path: str, language: Language) -> Page:
    """Read a page's structure from its text.

    Raises:
        FindingError: the front matter is never closed or no YAML mapping, and MkDocs would show it to readers.
    """
    front = FRONT_MATTER.match(text)
    if front:
        _check_front_matter(front["text"], path)
    elif OPENING.match(text):
        raise FindingError(Finding(path, 1, 1, "LS207", "the front matter is never closed", "add a line --- below it"))
    offset = text.count("\n", 0, front.end()) if front else 0
    outline = read_outline(text.split("\n")[offset:])
    headings = tuple(replace(heading, line=heading.line + offset) for heading in outline.headings)
    return Page(name, path, language, text, offset + 1, headings, outline)


def _check_front_matter(text: str, path: str) -> None:
    line, column = 1, 1
    try:
        data = yaml.load(text, Loader=LOADER)  # noqa: S506 (a safe one)
        problem = "" if isinstance(data, dict) else "it is no mapping of names to values"
        for node, message in () if problem else forbidden(yaml.compose(text, Loader=yaml.SafeLoader)):
            mark = node.start_mark
            raise FindingError(Finding(path, mark.line + 2, mark.column + 1, "LS207", message, HINT))
    except yaml.MarkedYAMLError as error:
        problem = error.problem or "no YAML"
        if error.problem_mark:
            line, column = error.problem_mark.line + 2, error.problem_mark.column + 1
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        problem = str(error)
    if problem:
        raise FindingError(Finding(path, line, column, "LS207", f"the front matter cannot be read: {problem}"))
