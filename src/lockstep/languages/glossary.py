"""The glossary, ``glossary.yml`` in ``docs``: how terms are rendered in each language, and which stay as they are::

    graph break:
      pt: quebra de grafo
      tr: [grafik kırılması, grafiğin kırılması]
    TorchDynamo: keep

A term in a source text must be in the text that translates it, as one of its renderings, in any of their forms. A
language without a rendering is free. Code is no text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError, near
from lockstep.languages.inflection import find, is_term, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from lockstep.languages.pages import Page
    from lockstep.parts import Part
    from lockstep.project import Project

FILE = "glossary.yml"
KEEP = "keep"
TERM = "LS251"
HINT = "for example 'graph break: {pt: quebra de grafo}', or 'TorchDynamo: keep'"


@dataclass(frozen=True, slots=True)
class Term:
    """A term, and by language folder what it may be called there; a term to keep is its own rendering in all."""

    text: str
    line: int
    renderings: Mapping[str, tuple[str, ...]]
    keep: bool = False


def load_glossary(project: Project) -> tuple[list[Term], list[Finding]]:
    """Read the glossary; a project without one has no terms. Entries that cannot be read are left out."""
    file = project.docs / FILE
    if not file.exists():
        return [], []
    path = relative(file, project.root)
    try:
        node = _compose(read_text(file, project.root), path)
    except FindingError as error:
        return [], list(error.findings)
    terms: dict[str, Term] = {}
    findings: list[Finding] = []
    for key, value in node.value if node else ():
        term = _term(key, value, project, path, findings)
        if term and term.text.casefold() in terms:
            message = f"'{term.text}' is there already, on line {terms[term.text.casefold()].line}"
            findings.append(Finding(path, term.line, 1, "LS250", message, "keep one"))
        elif term:
            terms[term.text.casefold()] = term
    return list(terms.values()), findings


def _compose(text: str, path: str) -> yaml.MappingNode | None:
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        at = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        message = f"the glossary cannot be read: {error.problem}"
        raise FindingError(Finding(path, *at, "LS250", message)) from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise FindingError(Finding(path, 1, 1, "LS250", "the glossary cannot be read: it is no YAML")) from None
    if node is not None and not isinstance(node, yaml.MappingNode):
        message = "the glossary must map terms to what they are called"
        raise FindingError(Finding(path, 1, 1, "LS250", message, HINT))
    return node


def _term(key: yaml.Node, value: yaml.Node, project: Project, path: str, findings: list[Finding]) -> Term | None:
    def fault(node: yaml.Node, message: str, hint: str = HINT) -> None:
        findings.append(Finding(path, node.start_mark.line + 1, node.start_mark.column + 1, "LS250", message, hint))

    line = key.start_mark.line + 1
    if not isinstance(key, yaml.ScalarNode) or not words(key.value, ""):
        fault(key, "no term")
        return None
    others = project.languages[1:]
    if isinstance(value, yaml.ScalarNode) and value.value == KEEP:
        return Term(key.value, line, {language.folder: (key.value,) for language in others}, keep=True)
    if not isinstance(value, yaml.MappingNode):
        fault(value, f"'{key.value}' must be '{KEEP}', or map languages to what it is called")
        return None
    found: dict[str, tuple[str, ...]] = {}
    folders = [language.folder for language in others]
    for name, entry in value.value:
        folder = name.value if isinstance(name, yaml.ScalarNode) else ""
        if folder not in folders:
            fault(name, f"no language '{folder}' to translate into", near(folder, folders))
            continue
        nodes = entry.value if isinstance(entry, yaml.SequenceNode) else [entry]
        texts = [one.value for one in nodes if isinstance(one, yaml.ScalarNode) and words(one.value, "")]
        if not texts or len(texts) != len(nodes):
            fault(entry, f"'{key.value}' has no rendering here", "a text, or a list of texts")
            continue
        found[folder] = tuple(key.value if text == KEEP else text for text in texts)
    return Term(key.value, line, found)


def check_terms(terms: Terms, pairs: Iterable[tuple[Part, Part]], page: Page, source: Page) -> Iterator[Finding]:
    """Report the texts of a section that lack a rendering of a term that their source has."""
    folder, language = page.language.folder, page.language.locale.language
    for ours, theirs in pairs:
        for term in terms.used(theirs.prose) if ours.text else ():
            renderings = term.renderings.get(folder, ())
            if not renderings or any(find(ours.text, one, language) for one in renderings):
                continue
            called = " or ".join(f"'{one}'" for one in renderings)
            message = (
                f"'{term.text}' at {source.path}:{theirs.line} is {called} in {page.language.tag}, which is not here"
            )
            hint = (
                "keep it as it is" if term.keep else f"use it, or say why not: <!-- lockstep: allow {TERM} (reason) -->"
            )
            yield Finding(page.path, ours.line, 1, TERM, message, hint)


class Terms:
    """Finds the terms of the source's texts, each of which several translations are compared with."""

    def __init__(self, terms: Iterable[Term], language: str) -> None:
        """Take the glossary and the source's language."""
        self.language = language
        pairs = [(term, words(term.text, language)) for term in terms]
        # What is a part of a longer one is not one by itself.
        self.ordered = sorted(pairs, key=lambda pair: -len(pair[1]))
        self.known: dict[str, tuple[Term, ...]] = {}
        self.ends = _Ends(self._ending)

    def used(self, text: str) -> tuple[Term, ...]:
        """List the terms of a text."""
        if text not in self.known:
            self.known[text] = tuple(self._find(text))
        return self.known[text]

    def _find(self, text: str) -> Iterator[Term]:
        have: list[str | None] = list(words(text, self.language))
        # Most words end no term at all.
        ends = self.ends
        for number in sorted({number for word in have if word for number in ends[word]}):
            term, wanted = self.ordered[number]
            *before, last = wanted
            seen = False
            for at in range(len(have) - len(before)):
                word = have[at + len(before)]
                if word and is_term(word, last, self.language) and have[at : at + len(before)] == before:
                    seen = True
                    have[at : at + len(wanted)] = [None] * len(wanted)
            if seen:
                yield term

    def _ending(self, word: str) -> tuple[int, ...]:
        """Number the terms whose last word this can be."""
        return tuple(
            number for number, (_, wanted) in enumerate(self.ordered) if is_term(word, wanted[-1], self.language)
        )


class _Ends(dict[str, tuple[int, ...]]):
    """What is found out of a word when it is asked for first."""

    def __init__(self, find: Callable[[str], tuple[int, ...]]) -> None:
        super().__init__()
        self.find = find

    def __missing__(self, word: str) -> tuple[int, ...]:
        found = self[word] = self.find(word)
        return found
