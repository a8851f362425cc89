"""The state of the translations as readers see it: how much is current, page by page, and what is to be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.languages.evidence import CURRENT, MISSING, STALE, STATES, UNRECORDED
from lockstep.languages.names import capital, language_name
from lockstep.languages.report import percent
from lockstep.languages.sections import DESCRIPTION, META, SOCIAL, TITLE, TOP
from lockstep.languages.sections import sections as sections_of
from lockstep.messages import mark as _
from lockstep.numbers import format_exact, format_percent
from lockstep.plain import escape, table
from lockstep.render import Place, environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lockstep.languages.evidence import PageState, SectionState
    from lockstep.languages.pages import Page
    from lockstep.languages.report import Report
    from lockstep.languages.sections import Section
    from lockstep.messages import Messages
    from lockstep.project import Language, Project

    # The address of a language's page by its name, from the page being rendered; empty where it is not on the site.
    Address = Callable[[Language, str], str]

LABELS = {CURRENT: _("current"), STALE: _("out of date"), UNRECORDED: _("without a record"), MISSING: _("missing")}
# Sections without a heading.
PLACES = {
    TITLE: _("the title in the search and in the browser"),
    DESCRIPTION: _("the description for search engines"),
    SOCIAL: _("the title of shared links"),
    TOP: _("the beginning of the page"),
}


@dataclass(frozen=True, slots=True)
class _Card:
    """A language's totals; ``bar`` are the states' shares of the words: where each begins and how wide it is."""

    name: str
    share: str
    words: str
    bar: list[tuple[str, float, float]]
    rows: list[tuple[str, str, str, str]]


@dataclass(frozen=True, slots=True)
class _Cell:
    """What one language makes of one page."""

    state: str
    label: str
    share: str
    place: Place


@dataclass(frozen=True, slots=True)
class _Item:
    """A section that is not current, in the translation and in the source; either may not be there."""

    label: str
    state: str
    own: Place | None
    source: Place


@dataclass(frozen=True, slots=True)
class _Owed:
    """What one language owes of one page: ``path`` is the translation's file, empty where there is none."""

    name: str
    counts: str
    path: str
    start: str
    items: list[_Item]


def render_translations(
    reports: Sequence[Report], messages: Messages, project: Project, address: Address, data: str = ""
) -> str:
    """Render the state of the translations.

    Readers of a translation see their own language in detail and the totals of the others; readers of the source see
    all languages in detail.

    Args:
        reports: the languages' reports.
        messages: the page's language.
        project: the project.
        address: finds the address of a page of a language.
        data: the address of the same data as JSON, empty where there is none.
    """
    view = _View(messages, project, address)
    reader = messages.language
    own, others, pages = _arrange(reports, messages)
    owed = [(view.page(states[0]), list(view.owed(states))) for states in pages]
    return environment.get_template("translations.html").render(
        _=messages,
        reader=reader,
        cards=[view.card(one) for one in own],
        others=[view.card(one) for one in others],
        columns=[view.name(one.language) for one in own],
        rows=[(view.page(states[0]), [view.cell(one) for one in states]) for states in pages],
        owed=[(page, found) for page, found in owed if found],
        several=len(own) > 1,
        data=data,
    )


def plain_translations(
    reports: Sequence[Report], messages: Messages, project: Project, address: Address, data: str = ""
) -> str:
    """Write the state of the translations as Markdown: what :func:`render_translations` says, in tables and a list."""
    own, others, pages = _arrange(reports, messages)
    if not own:
        return messages("This site has one language.")
    view = _View(messages, project, address)
    totals = [[escape(card.name), card.share, card.words] for card in map(view.card, (*own, *others))]
    header = [messages(_("Language")), view.label(CURRENT), messages("Words")]
    blocks = ["\n".join(table(header, totals, [1]))]
    owed = [
        f"- {view.page(states[0]).link}{f' ({escape(one.name)})' if len(own) > 1 else ''}: {one.counts}"
        for states in pages
        for one in view.owed(states)
    ]
    blocks.append(
        "\n".join([f"**{messages('What is to be done')}**", "", *owed])
        if owed
        else messages("All sections are current.")
    )
    rows = [
        [view.page(states[0]).link, *(f"{cell.place.link} {cell.share}" for cell in map(view.cell, states))]
        for states in pages
    ]
    blocks.append(f"**{messages('Page by page')}**")
    blocks.append("\n".join(table([messages("Page"), *(escape(view.name(one.language)) for one in own)], rows)))
    if data:
        blocks.append(f"[{messages('These figures as JSON')}]({data})")
    return "\n\n".join(blocks)


def _arrange(
    reports: Sequence[Report], messages: Messages
) -> tuple[list[Report], list[Report], list[tuple[PageState, ...]]]:
    """Sort out whose details the readers see, whose totals, and what each of the first makes of each page."""
    own = [one for one in reports if one.language == messages.language] or list(reports)
    others = [one for one in reports if one not in own]
    return own, others, list(zip(*(one.pages for one in own), strict=True))


@dataclass(frozen=True, slots=True)
class _View:
    messages: Messages
    project: Project
    address: Address

    def name(self, language: Language) -> str:
        reader = self.messages.language
        return capital(language_name(language, reader), reader)

    def label(self, state: str) -> str:
        return self.messages(LABELS[state])

    def share(self, part: int, whole: int) -> str:
        return format_percent(percent(part, whole), self.messages.language.locale)

    def number(self, number: int) -> str:
        return format_exact(number, self.messages.language.locale)

    def card(self, one: Report) -> _Card:
        current, total = one.words(CURRENT), one.words()
        bar, start = [], 0.0
        for state in STATES:
            width = round(one.words(state) * 100 / total, 2) if total else 0.0
            if width:
                bar.append((state, start, width))
            start = round(start + width, 2)
        rows = [
            (state, self.label(state), self.number(one.sections(state)), self.number(one.words(state)))
            for state in STATES
        ]
        words = self.messages(
            _("{current} of {all} words are current"), current=self.number(current), all=self.number(total)
        )
        return _Card(self.name(one.language), self.share(current, total), words, bar, rows)

    def page(self, one: PageState) -> Place:
        """Name a page as the reader knows it: by its own title, or else by the source's."""
        found = one.page if one.page and one.language == self.messages.language else one.source
        return Place(page_title(found), found.language, self.address(found.language, found.name))

    def cell(self, one: PageState) -> _Cell:
        href = self.address(one.language, one.page.name) if one.page else ""
        label = self.label(one.state)
        share = self.share(one.words(CURRENT), one.words())
        return _Cell(one.state, label, share, Place(label, self.messages.language, href))

    def owed(self, pages: Iterable[PageState]) -> Iterator[_Owed]:
        """Tell what each language owes of one page."""
        for one in pages:
            items = [self._item(section, one) for section in one.sections if section.state != CURRENT]
            if not items:
                continue
            counts = {state: sum(item.state == state for item in items) for state in STATES}
            said = " · ".join(f"{self.label(state)}: {self.number(count)}" for state, count in counts.items() if count)
            path = one.page.path if one.page else ""
            start = "" if one.page else f"lockstep new {one.source.name} {one.language.folder}"
            yield _Owed(self.name(one.language), said, path, start, items)

    def _item(self, one: SectionState, page: PageState) -> _Item:
        own = self._section(one.section, page.page) if one.section and page.page else None
        return _Item(self.label(one.state), one.state, own, self._section(one.source, page.source))

    def _section(self, section: Section, page: Page) -> Place:
        href = self.address(page.language, page.name)
        if section.id in PLACES:
            # Named by us, not by the page.
            return Place(self.messages(PLACES[section.id]), self.messages.language, "" if section.id in META else href)
        return Place(section.heading, page.language, f"{href}#{section.id}" if href else "")


def page_title(page: Page) -> str:
    """Find what a page is called: by its front matter, its first heading, its file."""
    section = sections_of(page).get(TITLE)
    heading = next((part.text for part in page.outline.parts if part.kind == "heading"), "")
    return " ".join(section.text.split()) if section else heading or page.name
