"""The fenced blocks that become the glossary, the state of the translations, or a reference of commands or findings.

A block of the language ``glossary`` may stay empty. It takes, as YAML::

    terms: [latency, median]     optional: only these terms; all of them by default
    definitions: glossary.md     optional: the page whose sections define the terms, by its path below the language's
                                 folder; the page that the block is on by default

A term is linked to the section whose id is its slug (``graph break``, ``#graph-break``), where the page has one. A
block of the language ``translations`` takes nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from lockstep.findings import Finding, FindingError, near
from lockstep.languages.glossary import FILE, load_glossary
from lockstep.rules import block as reference
from lockstep.rules.block import FINDINGS
from lockstep.yamltext import HINT, compose, forbidden

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from yaml import Mark, Node

    from lockstep.fences import Fence
    from lockstep.languages.glossary import Term
    from lockstep.languages.pages import Page
    from lockstep.project import Project

GLOSSARY, TRANSLATIONS = LANGUAGES = ("glossary", "translations")
COMMANDS = "commands"
# What renders them.
EXTENSIONS = {
    **dict.fromkeys(LANGUAGES, "lockstep.languages"),
    COMMANDS: "lockstep.commands",
    FINDINGS: "lockstep.reference",
}
TERMS, DEFINITIONS = OPTIONS = ("terms", "definitions")
NO_SLUG = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Block:
    """What a block of terms asks for: the ``terms`` in the glossary's order, and the page that defines them.

    ``definitions`` is empty where it is the page that the block is on.
    """

    terms: tuple[Term, ...] = ()
    definitions: str = ""


def slug(term: str) -> str:
    """Name the section that defines a term."""
    return NO_SLUG.sub("-", term.casefold()).strip("-")


def read_block(fence: Fence, path: str, terms: Sequence[Term], names: Collection[str], offset: int = 0) -> Block:
    """Read one of the blocks.

    Args:
        fence: the block.
        path: the page's path below the project's root.
        terms: those of the glossary.
        names: the source's pages.
        offset: how many lines of the file stand above the text that the fence was found in.

    Raises:
        FindingError: LS252 the block is no YAML or has an option that is wrong, LS253 there is no such term, or no
            glossary at all, LS254 there is no such page.
    """
    return _Reader(fence, path, offset).read(terms, names)


@dataclass(frozen=True, slots=True)
class _Reader:
    fence: Fence
    path: str
    offset: int

    def read(self, terms: Sequence[Term], names: Collection[str]) -> Block:
        options = self._options()
        if self.fence.language != GLOSSARY:
            for key, _ in options.values():
                raise self._fault("LS252", f"the block takes no options, such as '{key.value}'", "leave it empty", key)
            return Block()
        if not terms:
            hint = f"write {FILE} in the folder of the pages, or delete the block"
            raise self._fault("LS253", "there is no term in the glossary", hint)
        definitions = ""
        if DEFINITIONS in options:
            node = options[DEFINITIONS][1]
            definitions = self._text(DEFINITIONS, node, "a page")
            if definitions not in names:
                raise self._fault("LS254", f"no page '{definitions}'", near(definitions, names), node)
        return Block(self._terms(options[TERMS][1], terms) if TERMS in options else tuple(terms), definitions)

    def _fault(self, code: str, message: str, hint: str = "", at: Node | Mark | None = None) -> FindingError:
        mark = at.start_mark if isinstance(at, yaml.Node) else at
        line = self.fence.line + 1 + mark.line if mark else self.fence.line
        column = self.fence.column + (mark.column if mark else 0)
        return FindingError(Finding(self.path, line + self.offset, column, code, message, hint))

    def _options(self) -> dict[str, tuple[Node, Node]]:
        example = "for example 'terms: [latency]'" if self.fence.language == GLOSSARY else "leave the block empty"
        try:
            # Texts as they stand: a term 'on' is no truth value.
            node = compose("\n".join(self.fence.body))
        except yaml.YAMLError as error:
            raise self._fault("LS252", "the block is not YAML", example, getattr(error, "problem_mark", None)) from None
        except RecursionError:
            raise self._fault("LS252", "the block is not YAML", example) from None
        for text, message in forbidden(node):
            raise self._fault("LS252", message, HINT, text)
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            raise self._fault("LS252", "the block must map options to values", example, node)
        found: dict[str, tuple[Node, Node]] = {}
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            if self.fence.language == GLOSSARY and name not in OPTIONS:
                raise self._fault("LS252", f"unknown option '{name}'", near(name, OPTIONS), key)
            if name in found:
                raise self._fault("LS252", f"'{name}' is there twice", "keep one", key)
            found[name] = (key, value)
        return found

    def _text(self, name: str, node: Node, what: str) -> str:
        if not isinstance(node, yaml.ScalarNode) or not node.value.strip():
            raise self._fault("LS252", f"'{name}' must be {what}", at=node)
        return str(node.value)

    def _terms(self, node: Node, terms: Sequence[Term]) -> tuple[Term, ...]:
        known = {term.text.casefold(): term for term in terms}
        chosen: dict[str, Term] = {}
        for one in node.value if isinstance(node, yaml.SequenceNode) and node.value else [node]:
            text = self._text(TERMS, one, "a term, or a list of terms")
            term = known.get(text.casefold())
            if not term:
                raise self._fault("LS253", f"no term '{text}' in the glossary", near(text, known), one)
            chosen[term.text] = term
        return tuple(chosen.values())


def blocks(page: Page) -> Iterator[Fence]:
    """List a page's blocks of these kinds."""
    return (fence for fence in page.outline.fences if fence.language in EXTENSIONS)


def refers(page: Page) -> bool:
    """Whether a page has a reference of commands or findings, whose texts are in a catalogue of their own."""
    return any(fence.language in (COMMANDS, FINDINGS) for fence in page.outline.fences)


def check_blocks(
    project: Project, pages: Mapping[tuple[str, str], Page], chosen: Mapping[tuple[str, str], Page] | None = None
) -> Iterator[Finding]:
    """Report blocks that cannot be rendered.

    Args:
        project: the project.
        pages: its pages by language folder and name.
        chosen: those to check; all of them by default.
    """
    terms, _ = load_glossary(project)
    names = {name for folder, name in pages if folder == project.source.folder}
    for page in (pages if chosen is None else chosen).values():
        for fence in blocks(page):
            try:
                if fence.language == FINDINGS:
                    reference.read_block(fence, page.path, page.body_line - 1)
                else:
                    read_block(fence, page.path, terms, names, page.body_line - 1)
            except FindingError as error:
                yield from error.findings


def check_in_use(pages: Mapping[tuple[str, str], Page], extensions: Collection[str]) -> Iterator[Finding]:
    """Report blocks that readers would see as code, because the extension that renders them is not in use."""
    for page in pages.values():
        for fence in blocks(page):
            needed = EXTENSIONS[fence.language]
            if needed in extensions:
                continue
            message = f"the block '{fence.language}' needs the Markdown extension '{needed}', which is not in use"
            hint = "add it to markdown_extensions"
            yield Finding(page.path, fence.line + page.body_line - 1, fence.column, "LS255", message, hint)
