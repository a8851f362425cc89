"""Whether what is reported as lost is what was lost: the finding names its line in the source, if only as a doubt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from support.planted.words import SOURCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from support.planted.pages import Section
    from support.planted.site import Site

LOST = "LS237"
# Of a finding: the line that it takes for the lost one's, and those that may be it too.
NAMED = re.compile(r"\.md:(\d+)")
PERHAPS = re.compile(r"perhaps (?P<range>another of the lines (\d+) to (\d+))?(?:that of line ([\d, or]+))?")


def misnamed(site: Site, findings: Sequence[dict[str, Any]]) -> Iterator[str]:
    """List the findings of lost paragraphs, list items and definitions that name none of the lines of what was lost.

    Args:
        site: the site with faults, which was written.
        findings: what was found on it.
    """
    for language, name, section, lost in _lost(site):
        path = f"docs/{language}/{name}"
        # Above the first heading, it is missed behind blank lines.
        last = max(site.written[language, name].lines(section)) + 2
        own = [
            one
            for one in findings
            if (one["path"], one["code"]) == (path, LOST)
            if min(site.written[language, name].lines(section)) <= one["line"] <= last
        ]
        if own and not any(_named(one["message"]) & lost for one in own):
            yield f"{path}:{own[0]['line']} {own[0]['message']}; lost is line {min(lost)}"


def _lost(site: Site) -> Iterator[tuple[str, str, Section, set[int]]]:
    """List what was lost: the language and page, the section, and the lines of it in the source."""
    pages = {page.name: page for page in site.pages}
    for (language, name), own in site.own.items():
        # The source may have a fault of its own, which moves its lines.
        source, written = site.own.get((SOURCE, name), pages[name]), site.written[SOURCE, name]
        known = {block.number: block for section in source.sections for block in section.all()}
        for section in own.sections:
            for block in section.all():
                original = known.get(block.number)
                if not original:
                    continue
                if block.kind == "gone" and original.kind == "paragraph":
                    yield language, name, section, written.lines(original)
                for item, before in zip(block.items, original.items, strict=False):
                    if item.gone and block.kind in ("list", "definitions"):
                        yield language, name, section, written.lines(before)


def _named(message: str) -> set[int]:
    named = {int(number) for number in NAMED.findall(message)}
    for match in PERHAPS.finditer(message):
        named |= {int(number) for number in re.findall(r"\d+", match[4] or "")}
        if match["range"]:
            named |= set(range(int(match[2]), int(match[3]) + 1))
    return named
