"""The glossary as readers see it: a table of terms in the language of the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.languages.alphabet import sort_key
from lockstep.languages.blocks import slug
from lockstep.languages.names import capital, language_name
from lockstep.plain import escape, table
from lockstep.render import environment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lockstep.languages.glossary import Term
    from lockstep.messages import Messages
    from lockstep.project import Language, Project


@dataclass(frozen=True, slots=True)
class _Row:
    """A term in a row of the table.

    ``text`` is what the page's readers call it, in ``language``; ``href`` leads to its definition, empty where there is
    none; ``renderings`` are those of the other columns, in their order.
    """

    text: str
    language: Language
    href: str
    keep: bool
    renderings: tuple[tuple[Language, tuple[str, ...]], ...]


def render_glossary(terms: Iterable[Term], messages: Messages, project: Project, definitions: Mapping[str, str]) -> str:
    """Render terms as a table, in the order of the alphabet of its page's language.

    In a translation it has each term as that language calls it, beside the source's own word; in the source, beside
    all its renderings in every language. The first rendering is the term's name, others are there for authors.

    Args:
        terms: what to show.
        messages: the page's language.
        project: the project.
        definitions: the addresses of the terms' definitions, by the slug of the term.
    """
    columns, rows = _read(terms, messages, project, definitions)
    return environment.get_template("glossary.html").render(
        _=messages, rows=rows, columns=columns, reader=messages.language
    )


def plain_glossary(terms: Iterable[Term], messages: Messages, project: Project, definitions: Mapping[str, str]) -> str:
    """Write what :func:`render_glossary` does as Markdown."""
    columns, rows = _read(terms, messages, project, definitions)
    cells = []
    for row in rows:
        text = f"[{escape(row.text)}]({row.href})" if row.href else escape(row.text)
        if row.keep:
            said = [messages("not to be translated")] * len(columns)
        else:
            said = [escape(", ".join(texts)) or messages("no fixed translation") for _, texts in row.renderings]
        cells.append([text, *said])
    return "\n".join(table([messages("Term"), *map(escape, columns)], cells))


def _read(
    terms: Iterable[Term], messages: Messages, project: Project, definitions: Mapping[str, str]
) -> tuple[list[str], list[_Row]]:
    """Find the titles of the further columns, and the rows."""
    reader = messages.language
    in_source = reader == project.source
    others = project.languages[1:] if in_source else (project.source,)
    rows = []
    for term in terms:
        named = term.renderings.get(reader.folder, ())[:1]
        own = reader if named and not term.keep else project.source
        if in_source:
            renderings = tuple((language, term.renderings.get(language.folder, ())) for language in others)
        else:
            renderings = ((project.source, (term.text,) if own == reader else ()),)
        href = definitions.get(slug(term.text), "")
        rows.append(_Row(named[0] if named else term.text, own, href, term.keep, renderings))
    rows.sort(key=lambda row: sort_key(row.text, reader.locale))
    return [capital(language_name(language, reader), reader) for language in others], rows
