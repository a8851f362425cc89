"""``lockstep status``, ``diff``, ``accept``, ``new`` and ``adopt``: what translations owe their source."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lockstep.cli.choosing import find_language, find_source, load, page_paths
from lockstep.cli.commands import command
from lockstep.cli.common import CLEAN, COULD_NOT_RUN, FINDINGS, misused, refuse
from lockstep.files import relative
from lockstep.findings import Finding, FindingError, near
from lockstep.languages.accept import accepted, save_record
from lockstep.languages.adopt import infer
from lockstep.languages.difference import OLD, compare_texts, mark
from lockstep.languages.evidence import CURRENT, MISSING, STALE, STATES, page_state, states
from lockstep.languages.history import History, find_texts
from lockstep.languages.record import read_record
from lockstep.languages.report import as_json, percent, report
from lockstep.languages.skeleton import skeleton

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lockstep.cli.choosing import Pages
    from lockstep.languages.evidence import PageState, SectionState
    from lockstep.languages.pages import Page
    from lockstep.languages.report import Report
    from lockstep.project import Project


@command(
    statuses={
        CLEAN: "the state was shown, whatever it is",
        FINDINGS: "with `--exit-code`, something is not current",
        COULD_NOT_RUN: "nothing could be shown",
    }
)
@click.argument(
    "languages", nargs=-1, metavar="[LANG]...", help="a language, by its folder or its tag; by default all of them"
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="lines to read, or a JSON array with every section",
)
@click.option("--exit-code", is_flag=True, help="exit with 1 where anything is not current")
def status(languages: tuple[str, ...], form: str, exit_code: bool) -> None:
    """Show what each translation owes its source: pages and sections, with the source's words.

    A section is current, stale (the source has changed since), unrecorded (nothing says which text it translates) or
    missing.
    """
    project, pages = load()
    reports = {one.language: one for one in report(project, pages)}
    chosen = [reports[find_language(project, folder)] for folder in languages] or list(reports.values())
    if form == "json":
        click.echo(as_json(chosen), nl=False)
    else:
        for one in chosen:
            _print_status(one)
    raise SystemExit(FINDINGS if exit_code and not all(one.current for one in chosen) else CLEAN)


@command(
    statuses={
        CLEAN: "the page is current",
        FINDINGS: "something has changed, and was shown",
        COULD_NOT_RUN: "there is no such page or section",
    }
)
@click.argument("page", help="a translation's file, or a page's name for all its translations")
@click.option("--section", "only", multiple=True, metavar="ID", help="this section alone; may be given again")
def diff(page: str, only: tuple[str, ...]) -> None:
    """Show what changed in the source since PAGE was translated, section by section.

    The old text comes from the git history.
    """
    project, pages = load()
    found = [_state(project, pages, one) for one in _find(project, pages, page)]
    for key in only:
        known = [one.source.id for one in found[0].sections]
        if key not in known:
            misused(f"no section '{key}' in {found[0].source.path} ({near(key, known)})")
    count = 0
    with History(project.root) as history:
        for state in found:
            for line in _differences(state, history, only):
                click.echo(line)
                count += 1
    raise SystemExit(FINDINGS if count else CLEAN)


@command(statuses={CLEAN: "it is on record", COULD_NOT_RUN: "it could not be recorded"})
@click.argument("page_files", nargs=-1, required=True, metavar="PAGE...", help="a translation's file")
@click.option("--section", "only", multiple=True, metavar="ID", help="this section alone; may be given again")
def accept(page_files: tuple[str, ...], only: tuple[str, ...]) -> None:
    """Record that PAGE now translates its source's present text."""
    project, pages = load()
    try:
        work = []
        for name in page_files:
            page = _translation(project, pages, name)
            source = pages[project.source.folder, page.name]
            work.append((page, accepted(source, page, only)))
        for page, entries in work:
            save_record(project.root / page.path, entries, project.root)
            click.echo(f"{page.path}: {_count(len(only or entries), 'section')} recorded")
    except FindingError as error:
        refuse(error.findings)


@command(statuses={CLEAN: "the file is written", COULD_NOT_RUN: "nothing was written"})
@click.argument("page", help="the page's name, or the file of its source")
@click.argument("language", help="a language, by its folder or its tag")
def new(page: str, language: str) -> None:
    """Start the translation of PAGE into LANGUAGE: everything in place, every section marked as to do.

    The language's folder is made where it is missing.
    """
    project, pages = load(missing_folders=True)
    target = find_language(project, language)
    source = find_source(project, pages, page)
    file = project.docs / target.folder / source.name
    path = relative(file, project.root)
    if file.exists():
        misused(f"{path} is there already")
    try:
        text = skeleton(source, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    except FindingError as error:
        refuse(error.findings)
    except OSError as error:
        refuse([Finding(path, 1, 1, "LS008", f"the file cannot be written: {error.strerror or error}")])
    click.echo(f"{path}: translate each section, then delete its mark")


@command(
    statuses={
        CLEAN: "everything is known now",
        FINDINGS: "something stays unknown",
        COULD_NOT_RUN: "nothing could be recorded",
    }
)
@click.argument(
    "languages", nargs=-1, metavar="[LANG]...", help="a language, by its folder or its tag; by default all of them"
)
@click.option("--dry-run", is_flag=True, help="say what would be recorded, and write nothing")
def adopt(languages: tuple[str, ...], dry_run: bool) -> None:
    """Infer from the git history what translations without evidence translate, and record it.

    What is on record stays.
    """
    project, pages = load()
    chosen = [find_language(project, folder) for folder in languages] or list(project.languages[1:])
    open_ = False
    try:
        with History(project.root) as history:
            for state in states(project, pages):
                if state.language in chosen and state.page:
                    open_ |= _adopt(state, history, project, dry_run=dry_run)
    except FindingError as error:
        refuse(error.findings)
    raise SystemExit(FINDINGS if open_ else CLEAN)


def _adopt(state: PageState, history: History, project: Project, *, dry_run: bool) -> bool:
    """Infer and record one page's evidence; tell whether something stays unknown."""
    page = state.page
    inferred = infer(state, history, project)
    if not page or not (inferred.entries or inferred.unknown):
        return False
    now = {one.source.id: one.source.fingerprint for one in state.sections}
    stale = [key for key, entry in inferred.entries.items() if now[key] != entry]
    counts = [(len(inferred.entries) - len(stale), CURRENT), (len(stale), STALE), (len(inferred.unknown), "not known")]
    click.echo(f"{page.path}: {', '.join(f'{count} {what}' for count, what in counts if count)}")
    for key, reason in inferred.unknown.items():
        click.echo(f"  {key}: not known, {reason}")
    for key in stale:
        click.echo(f"  {key}: translates an older text")
    if inferred.entries and not dry_run:
        have = read_record(page.text, page.path).entries | dict(inferred.entries)
        ordered = {key: have[key] for key in now if key in have}
        save_record(project.root / page.path, ordered | have, project.root)
    return bool(inferred.unknown)


def _state(project: Project, pages: Pages, page: Page) -> PageState:
    return page_state(pages[project.source.folder, page.name], page, page.language)


def _find(project: Project, pages: Pages, name: str) -> list[Page]:
    """Find a translation by its file, or all of a page's translations by its name or its source's file."""
    paths = page_paths(project, name)
    for page in pages.values():
        if page.path in paths and page.language != project.source:
            return [_translation(project, pages, name)]
    source = find_source(project, pages, name)
    found = [page for page in pages.values() if page.name == source.name and page.language != project.source]
    if not found:
        misused(f"{source.path} has no translation yet")
    return found


def _translation(project: Project, pages: Pages, name: str) -> Page:
    """Find a translation by its file."""
    paths = page_paths(project, name)
    ours = [page for page in pages.values() if page.language != project.source]
    page = next((one for one in ours if one.path in paths), None)
    if not page:
        same = [one.path for one in ours if one.name == Path(name).as_posix()]
        if same:
            misused(f"'{name}' is a page of several languages, name a file: {', '.join(same)}")
        misused(f"no translation '{name}' ({near(name, [one.path for one in ours])})")
    find_source(project, pages, page.path)
    return page


def _differences(state: PageState, history: History, only: Sequence[str]) -> Iterator[str]:
    """Render what a translation has not followed yet."""
    page = state.page
    chosen = [one for one in state.sections if one.state != CURRENT and (not only or one.source.id in only)]
    if not page or not chosen:
        return
    wanted = {one.recorded for one in chosen if one.state == STALE}
    old = find_texts(history, state.source, wanted) if wanted else {}
    for one in chosen:
        place = f"{page.path}:{one.section.line}" if one.section else page.path
        yield click.style(f"{place} {one.source.id}: {one.state}", bold=True)
        yield f"  source: {state.source.path}:{one.source.line}"
        if one.state == MISSING:
            yield "  the whole section is to be translated"
        elif one.state != STALE:
            yield "  nothing says which text it translates: compare them, then run lockstep accept"
        elif one.recorded not in old:
            yield f"  the text that it translates cannot be shown: {history.why()}"
        else:
            before = old[one.recorded]
            for pieces in compare_texts(f"{before.title}\n\n{before.text}", f"{one.source.title}\n\n{one.source.text}"):
                yield from ("  " + line for line in mark(pieces, _paint).split("\n"))
        yield ""


def _paint(kind: str, text: str) -> str:
    return click.style(text, fg="red" if kind == OLD else "green")


def _print_status(found: Report) -> None:
    language = found.language
    parts = [f"{found.words(state)} {state}" for state in STATES if state != CURRENT and found.words(state)]
    rest = f" ({', '.join(parts)})" if parts else ""
    words = f"{found.words(CURRENT)} of {found.words()} words"
    click.echo(f"{language.folder} ({language.tag}): {found.percent} % current, {words}{rest}")
    for one in found.pages:
        name = one.page.path if one.page else one.source.path
        share = f"{percent(one.words(CURRENT), one.words())} %"
        click.echo(f"  {one.state:<10} {share:>5}  {name}")
        if not one.page:
            continue
        for section in one.sections:
            if section.state != CURRENT:
                click.echo(f"    {section.state:<10} {section.source.words:>5} words  {_place(section)}")


def _place(one: SectionState) -> str:
    return f"{one.source.id} (line {one.section.line})" if one.section else one.source.id


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"
