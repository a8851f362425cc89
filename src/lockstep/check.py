"""Every check that needs no torch, in one place: the build, the command line and the tests all call it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.benchmarks.acknowledged import load_acknowledgements
from lockstep.benchmarks.directive import LANGUAGE, read_directive
from lockstep.benchmarks.doubts import check_doubts, doubts
from lockstep.benchmarks.figures import SCHEME, check_figures
from lockstep.benchmarks.load import load_results
from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError
from lockstep.languages.blocks import check_blocks, refers
from lockstep.languages.callouts import title_callouts
from lockstep.languages.contents import check_contents
from lockstep.languages.evidence import check_evidence
from lockstep.languages.external import check_external
from lockstep.languages.folders import check_folders
from lockstep.languages.pages import load_pages
from lockstep.languages.parity import check_pages
from lockstep.links import find_links
from lockstep.messages import INTERFACE, REFERENCE, Messages, template, template_path, translated
from lockstep.outline import read_outline
from lockstep.snippets.check import check_programs, check_record, check_shown
from lockstep.snippets.pages import expand
from lockstep.snippets.program import load_programs
from lockstep.snippets.record import FILE, load_record
from lockstep.snippets.stock import VERIFIED, check_block

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lockstep.benchmarks.acknowledged import Acknowledgement
    from lockstep.benchmarks.doubts import Doubt
    from lockstep.benchmarks.model import Results
    from lockstep.languages.pages import Page
    from lockstep.project import Project
    from lockstep.snippets.program import Program
    from lockstep.snippets.record import Record


@dataclass(frozen=True, slots=True)
class Sources:
    """What the pages draw on: programs and results by name, what was verified, and what is wrong with those files.

    ``doubts`` are what the audit says of the results of each name, ``acknowledgements`` what the project knows of that.
    """

    project: Project
    programs: Mapping[str, Program]
    record: Record
    results: Mapping[str, Results | None]
    acknowledgements: tuple[Acknowledgement, ...]
    doubts: Mapping[str, tuple[Doubt, ...]]
    findings: tuple[Finding, ...]


def load(project: Project) -> Sources:
    """Read the programs, the record of their verification, the results, and what is known of doubtful ones."""
    programs, unreadable = load_programs(project)
    record, unusable = load_record(project)
    # Without a record that can be read, every program would be reported for having none.
    recorded = [] if unusable else _recorded(project, programs, record)
    results, faults = load_results(project)
    acknowledgements, misstated = load_acknowledgements(project, results)
    doubted = doubts(results, acknowledgements)
    findings = (
        *unreadable,
        *check_programs(programs.values()),
        *unusable,
        *recorded,
        *faults,
        *misstated,
        *check_doubts(project, results, doubted, acknowledgements),
    )
    return Sources(project, programs, record, results, tuple(acknowledgements), doubted, findings)


def check(sources: Sources) -> list[Finding]:
    """Check the programs, the results and every page of every language; findings come in order of place."""
    pages, unreadable = load_pages(sources.project)
    return check_read(sources, pages, unreadable)


def check_read(
    sources: Sources, pages: Mapping[tuple[str, str], Page], unreadable: Iterable[Finding] = ()
) -> list[Finding]:
    """Check what :func:`check` does, for a host that has read the pages itself and has more to do with them."""
    project = sources.project
    findings = [*unreadable, *sources.findings]
    findings += check_folders(project)
    findings += check_pages(project, pages)
    findings += check_evidence(project, pages)
    shown = []
    messages = {language: Messages(language) for language in project.languages}
    for page in pages.values():
        expanded = expand(page.lines, page.path, sources.programs, page.body_line - 1)
        findings += expanded.findings
        shown += expanded.shown
        findings += _check_page(page, sources, messages[page.language])
    findings += check_external(pages)
    findings += check_blocks(project, pages)
    findings += check_contents(project, pages, {(finding.path, finding.line) for finding in findings})
    findings += check_shown(sources.programs.values(), shown)
    findings += _catalogues(project, pages)
    return sorted(set(findings))


def _check_page(page: Page, sources: Sources, messages: Messages) -> Iterator[Finding]:
    offset = page.body_line - 1
    yield from title_callouts(page.lines, page.path, messages, offset)[1]
    yield from check_figures(find_links(page.lines, SCHEME), page.path, sources.results, sources.doubts, offset)
    tables: dict[str, int] = {}
    for fence in read_outline(page.lines).fences:
        if fence.language == VERIFIED:
            yield from check_block(fence, page.path, sources.programs, offset)
        if fence.language == LANGUAGE:
            try:
                read_directive(fence, page.path, sources.results, offset, tables)
            except FindingError as error:
                yield from error.findings


def _recorded(project: Project, programs: Mapping[str, Program], record: Record) -> list[Finding]:
    file = project.snippets / FILE
    text = read_text(file, project.root) if file.exists() else ""
    return list(check_record(programs, record, relative(file, project.root), text))


def _catalogues(project: Project, pages: Mapping[tuple[str, str], Page]) -> Iterator[Finding]:
    for language in project.languages:
        messages = Messages(language)
        yield from _missing(project, messages, INTERFACE, "the interface")
        shown = [page.path for page in pages.values() if page.language == language and refers(page)]
        if shown:
            what = "the reference of commands and findings"
            yield from _missing(project, messages, REFERENCE, what, f"; it is shown on {min(shown)}")


def _missing(project: Project, messages: Messages, domain: str, what: str, where: str = "") -> Iterator[Finding]:
    missing, path, tag = messages.missing(domain), messages.path(domain), messages.language.tag
    if not missing or not path:
        return
    if len(missing) < len(template(domain)):
        first = missing[0] if len(missing[0]) < 50 else f"{missing[0][:48]} …"
        message = f"{len(missing)} texts of {what} are not translated into {tag}: '{first}', …"
        hint = "add them to this file"
    else:
        message = f"{what} is not translated into {tag}"
        known = ", ".join(translated())
        hint = f"translate Lockstep's {template_path(domain).name} in this file; there are catalogues of {known}"
    yield Finding(relative(path, project.root), 1, 1, "LS211", message, hint + where)
