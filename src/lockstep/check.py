"""Every check that needs no torch, in one place: the build, the command line and the tests all call it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from lockstep.benchmarks.directive import LANGUAGE, read_directive
from lockstep.benchmarks.figures import SCHEME, check_figures
from lockstep.benchmarks.published import read_published
from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError
from lockstep.languages.blocks import check_blocks, check_in_use, refers
from lockstep.languages.callouts import title_callouts
from lockstep.languages.contents import check_contents
from lockstep.languages.evidence import check_evidence, stale_sections
from lockstep.languages.external import check_external
from lockstep.languages.folders import check_folders
from lockstep.languages.links import check_anchors
from lockstep.languages.pages import load_pages
from lockstep.languages.parity import check_pages
from lockstep.languages.remembered import Remembered, Watched
from lockstep.links import find_links
from lockstep.messages import INTERFACE, REFERENCE, Messages, template, template_path, translated
from lockstep.outline import read_outline
from lockstep.snippets.check import check_programs, check_record, check_shown
from lockstep.snippets.pages import expand
from lockstep.snippets.program import RECORD, load_programs
from lockstep.snippets.stock import VERIFIED, check_block
from lockstep.store import NOTHING, Store, digest
from lockstep.surroundings import surroundings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from lockstep.benchmarks.doubts import Doubt
    from lockstep.benchmarks.model import Results
    from lockstep.benchmarks.published import Read
    from lockstep.languages.pages import Page
    from lockstep.project import Project
    from lockstep.snippets.pages import Page as Expanded
    from lockstep.snippets.program import Program
    from lockstep.snippets.record import Record


@dataclass(frozen=True, slots=True)
class Sources:
    """What the pages draw on: programs by name, what was verified, the results; and what is wrong with those files."""

    project: Project
    programs: Mapping[str, Program]
    findings: tuple[Finding, ...]
    # What all of that was, before anything of it was read; empty where nothing is kept.
    look: str
    # Read when they are first asked for.
    recorded: Callable[[], tuple[Record, list[Finding]]]
    published: Callable[[], Read]
    # By path: the lines and the offset of a page, and what came of them.
    expanded: dict[str, tuple[Sequence[str], int, Expanded]] = field(default_factory=dict, repr=False, compare=False)

    def expand(self, lines: Sequence[str], path: str, offset: int) -> Expanded:
        """Put the passages into a page, or take it as it was: who checks a page and who writes its twin need the same.

        The arguments are those of :func:`~lockstep.snippets.pages.expand`.
        """
        known = self.expanded.get(path)
        if not known or known[0] is not lines or known[1] != offset:
            known = self.expanded[path] = (lines, offset, expand(lines, path, self.programs, offset))
        return known[2]

    def expanded_before(self, lines: list[str], path: str, offset: int) -> tuple[Expanded, int] | None:
        """Take a page as it was put together, and the number of its lines; ``None`` where it is not of these lines.

        There may be blank ones behind its own.
        """
        known = self.expanded.get(path)
        if not known or known[1] != offset:
            return None
        number = len(known[0])
        return (known[2], number) if lines[:number] == [*known[0]] and not any(lines[number:]) else None

    @property
    def record(self) -> Record:
        """What was verified."""
        return self.recorded()[0]

    @property
    def results(self) -> Mapping[str, Results | None]:
        """The results by name; ``None`` for a file that cannot be used."""
        return self.published().results

    @property
    def doubts(self) -> Mapping[str, tuple[Doubt, ...]]:
        """What the audit says of the results of each name, and what the project knows of that."""
        return self.published().doubts


def load(project: Project, store: Store = NOTHING) -> Sources:
    """Read the programs; and the record of their verification and the results, where nothing is known of them yet.

    Args:
        project: the project.
        store: what was found to be wrong with them before.
    """
    look = surroundings(project) if store.folder else ""
    programs, unreadable = load_programs(project)
    recorded, published = cache(partial(_load_record, project)), cache(partial(read_published, project))
    key = digest("sources", look)
    known = store.get(key)
    if known is None:
        record, unusable = recorded()
        # Without a record that can be read, every program would be reported for having none.
        others = [] if unusable else _recorded(project, programs, record)
        checked = check_programs(programs.values())
        findings = (*unreadable, *checked, *unusable, *others, *published().findings)
        if look and surroundings(project) == look:
            store.put(key, [finding.fields() for finding in findings])
    else:
        findings = tuple(Finding(*fields) for fields in known)
    return Sources(project, programs, findings, look, recorded, published)


def _load_record(project: Project) -> tuple[Record, list[Finding]]:
    # Its classes take as long to make as those of results.
    from lockstep.snippets.record import load_record  # noqa: PLC0415

    return load_record(project)


class Checked(NamedTuple):
    """What a check has found: findings in order of place, and the ids of stale sections by the path of their page."""

    findings: list[Finding]
    stale: dict[str, tuple[str, ...]]


def check(sources: Sources, store: Store = NOTHING) -> list[Finding]:
    """Check the programs, the results and every page of every language; findings come in order of place.

    Args:
        sources: what the pages draw on.
        store: what was found before; the sources were loaded with it, too.
    """
    pages, unreadable = load_pages(sources.project, store)
    return check_read(sources, pages, unreadable, store=store).findings


def check_read(
    sources: Sources,
    pages: Mapping[tuple[str, str], Page],
    unreadable: Iterable[Finding] = (),
    *,
    extensions: Collection[str] | None = None,
    store: Store = NOTHING,
) -> Checked:
    """Check what :func:`check` does, for a host that has read the pages itself and has more to do with them.

    Args:
        sources: what the pages draw on.
        pages: every page that could be read, by language folder and name.
        unreadable: what is wrong with the others.
        extensions: the Markdown extensions that are in use, where the host knows them.
        store: what has been found of pages before; the sources were loaded with it, too.
    """
    project = sources.project
    findings = [*unreadable, *sources.findings, *check_folders(project)]
    remembered = Remembered(project, pages, store, extensions, sources.look)
    chosen = remembered.unknown
    first = [
        *check_pages(project, pages, chosen),
        *check_evidence(project, pages, chosen),
        *check_external(chosen),
        *check_blocks(project, pages, chosen),
        *(check_in_use(chosen, extensions) if extensions is not None else ()),
    ]
    messages = {language: Messages(language) for language in project.languages}
    for key, page in chosen.items():
        expanded = sources.expand(page.lines, page.path, page.body_line - 1)
        first += [*expanded.findings, *_check_page(page, sources, messages[page.language])]
        shown = [(one.program.name, one.passage.start, one.passage.end) for one in expanded.shown]
        source = pages.get((project.source.folder, page.name))
        stale = stale_sections(source, page) if source and source is not page else ()
        remembered.add(key, shown=shown, stale=stale, refers=refers(page))
    remembered.find(first)
    broken = {(finding.path, finding.line) for finding in [*findings, *remembered.findings()]}
    remembered.find(check_contents(project, pages, broken, chosen, remembered.pictures), later=True)
    # All has been read by now: where a file has changed meanwhile, some of it may be of before, and some of after.
    remembered.settle()
    for key, page in chosen.items():
        watched = Watched(pages)
        remembered.find(check_anchors(project, watched, {key: page}), later=True)
        remembered.keep(key, watched.asked)
    findings += remembered.findings(later=True)
    findings += check_shown(sources.programs.values(), remembered.shown())
    findings += _catalogues(project, remembered.referring())
    return Checked(sorted(set(findings)), remembered.stale())


def _check_page(page: Page, sources: Sources, messages: Messages) -> Iterator[Finding]:
    offset = page.body_line - 1
    yield from title_callouts(page.lines, page.path, messages, offset)[1]
    if figures := find_links(page.lines, SCHEME):
        yield from check_figures(figures, page.path, sources.results, sources.doubts, offset)
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
    file = project.snippets / RECORD
    text = read_text(file, project.root) if file.exists() else ""
    return list(check_record(programs, record, relative(file, project.root), text))


def _catalogues(project: Project, referring: Iterable[Page]) -> Iterator[Finding]:
    for language in project.languages:
        messages = Messages(language)
        yield from _missing(project, messages, INTERFACE, "the interface")
        shown = [page.path for page in referring if page.language == language]
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
