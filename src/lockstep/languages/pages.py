"""A page in one language: its front matter, its headings, its place among its translations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.fences import find_fences, outside
from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError, near

if TYPE_CHECKING:
    from lockstep.project import Language, Project

FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
HEADING = re.compile(
    r"^ {0,3}(?P<marks>#{1,6})(?P<title>(?:[ \t].*?)?)[ \t]*#*[ \t]*(?:\{:?[ ]*(?P<attributes>[^}\n]*)\})?[ \t]*$"
)
SETEXT = re.compile(r"^ {0,3}(?P<mark>=+|-+)[ \t]*$")
ATTRIBUTES = re.compile(r"\{:?[ ]*(?P<attributes>[^}\n]*)\}[ \t]*$")
ID = re.compile(r"(?:^|\s)#(?P<id>[^\s.#=}]+)")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: ``level`` from 1 to 6, its explicit ``id`` (empty where it has none), its line in the file."""

    level: int
    id: str
    title: str
    line: int


@dataclass(frozen=True, slots=True)
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
    headings: tuple[Heading, ...]

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
    for language in project.languages:
        folder = project.docs / language.folder
        if not folder.is_dir():
            others = [entry.name for entry in project.docs.iterdir() if entry.is_dir()] if project.docs.is_dir() else []
            findings.append(
                Finding(
                    relative(folder, project.root),
                    1,
                    1,
                    "LS201",
                    f"the folder of language '{language.folder}' is missing",
                    f"create it, or change [tool.lockstep.languages]; {near(language.folder, others)}",
                )
            )
            continue
        for file in sorted(folder.rglob("*.md")):
            name = file.relative_to(folder).as_posix()
            try:
                text = read_text(file, project.root)
            except FindingError as error:
                findings += error.findings
                continue
            pages[language.folder, name] = parse_page(text, name, relative(file, project.root), language)
    return pages, findings


def parse_page(text: str, name: str, path: str, language: Language) -> Page:
    """Read a page's structure from its text."""
    front = FRONT_MATTER.match(text)
    offset = text.count("\n", 0, front.end()) if front else 0
    lines = text.split("\n")[offset:]
    headings = _headings(lines, offset)
    return Page(name, path, language, text, offset + 1, tuple(headings))


def _headings(lines: list[str], offset: int) -> list[Heading]:
    bare = outside(lines, find_fences(lines))
    # Comments keep their line breaks, so that what follows keeps its line.
    bare = COMMENT.sub(lambda match: "\n" * match[0].count("\n"), "\n".join(bare)).split("\n")
    headings = []
    for index, line in enumerate(bare):
        match = HEADING.match(line)
        if match and match["title"].strip():
            headings.append(_heading(len(match["marks"]), match["title"], match["attributes"], offset + index + 1))
            continue
        above = bare[index - 1].strip() if index else ""
        under = SETEXT.match(line)
        blank_before = index < 2 or not bare[index - 2].strip()
        if under and above and blank_before and not above.startswith(("#", ">", "-", "*", "|", "<")):
            attributes = ATTRIBUTES.search(above)
            level = 1 if under["mark"][0] == "=" else 2
            title = ATTRIBUTES.sub("", above)
            headings.append(_heading(level, title, attributes and attributes["attributes"], offset + index))
    return headings


def _heading(level: int, title: str, attributes: str | None, line: int) -> Heading:
    found = ID.search(attributes or "")
    return Heading(level, found["id"] if found else "", title.strip(), line)
