"""The state of the translations, counted: what ``lockstep status`` prints and what readers find on a page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.languages.evidence import CURRENT, STATES, states

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lockstep.languages.evidence import PageState
    from lockstep.languages.pages import Page
    from lockstep.project import Language, Project


@dataclass(frozen=True, slots=True)
class Report:
    """What a language makes of the source's pages."""

    language: Language
    pages: tuple[PageState, ...]

    def words(self, *wanted: str) -> int:
        """Count the source's words in sections of these states; in all of them where none is named."""
        return sum(page.words(*wanted) for page in self.pages)

    def sections(self, *wanted: str) -> int:
        """Count the sections of these states; all of them where none is named."""
        return sum(not wanted or one.state in wanted for page in self.pages for one in page.sections)

    @property
    def current(self) -> bool:
        """Whether every section of every page is current."""
        return all(page.state == CURRENT for page in self.pages)

    @property
    def percent(self) -> int:
        """The share of the source's words that are current."""
        return percent(self.words(CURRENT), self.words())


def report(project: Project, pages: Mapping[tuple[str, str], Page]) -> tuple[Report, ...]:
    """Take stock of every language but the source, in the project's order."""
    found = list(states(project, pages))
    return tuple(
        Report(language, tuple(page for page in found if page.language == language))
        for language in project.languages[1:]
    )


def percent(part: int, whole: int) -> int:
    """Say how many hundredths of a whole a part is; nearly everything is not everything."""
    return min(99, round(part * 100 / whole)) if part < whole else 100


def as_json(reports: Sequence[Report]) -> str:
    """Write reports as JSON: what ``lockstep status --format json`` prints, and what a site publishes."""
    return json.dumps([_summary(one) for one in reports], ensure_ascii=False, indent=2) + "\n"


def _summary(one: Report) -> dict[str, object]:
    return {
        "language": one.language.folder,
        "tag": one.language.tag,
        "words": {state: one.words(state) for state in STATES},
        "pages": [
            {
                "name": page.source.name,
                "source": page.source.path,
                "path": page.page.path if page.page else None,
                "state": page.state,
                "words": {state: page.words(state) for state in STATES},
                "sections": [
                    {
                        "id": section.source.id,
                        "state": section.state,
                        "words": section.source.words,
                        "source_line": section.source.line,
                        "line": section.section.line if section.section else None,
                    }
                    for section in page.sections
                ],
            }
            for page in one.pages
        ],
    }
