"""``lockstep export`` and ``import``: sections to translators and back."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lockstep.check import check_read
from lockstep.check import load as load_sources
from lockstep.cli.choosing import find_language, find_source, load
from lockstep.cli.commands import command
from lockstep.cli.common import CLEAN, COULD_NOT_RUN, FINDINGS, misused, print_findings, refuse
from lockstep.files import read_text, write_whole
from lockstep.findings import Finding, FindingError
from lockstep.languages.evidence import MISSING, STALE, STATES, UNRECORDED, states
from lockstep.languages.exchange.editing import restore
from lockstep.languages.exchange.merging import check_units, merge
from lockstep.languages.exchange.units import find_begun, read_context, units
from lockstep.languages.glossary import Terms, load_glossary
from lockstep.languages.history import History, find_texts
from lockstep.languages.sections import sections

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lockstep.cli.choosing import Pages
    from lockstep.languages.evidence import PageState
    from lockstep.languages.exchange.merging import Merged
    from lockstep.languages.exchange.units import Returned, Unit
    from lockstep.languages.pages import Page
    from lockstep.languages.sections import Section
    from lockstep.project import Project

NEEDS = "translate-toolkit not installed: pip install 'mkdocs-lockstep[exchange]'"


@command(
    "export",
    statuses={CLEAN: "it is written, whatever there is to translate", COULD_NOT_RUN: "nothing could be written"},
)
@click.argument("language", help="a language, by its folder or its tag")
@click.argument(
    "page_names", nargs=-1, metavar="[PAGE]...", help="a page, by its name or a file of it; by default all pages"
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["po", "xliff"]),
    default="po",
    show_default=True,
    help="gettext's format, or XLIFF 1.2",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    show_default="standard output",
    help="the file to write; `-` is standard output",
)
@click.option("--all", "everything", is_flag=True, help="current sections too, as translated")
def export(language: str, page_names: tuple[str, ...], form: str, output: Path | None, *, everything: bool) -> None:
    """Write what LANGUAGE owes its source, of PAGE or of all pages, as a file for translators.

    Each section that is stale, missing or unrecorded is a unit, with the present translation, what changed since, and
    what the glossary's terms are called. The old text comes from the git history. Work in FILE that is in no page yet
    stays in it.
    """
    output = None if output == Path("-") else output
    if output and output.exists() and not output.is_file():
        misused(f"{output} is no file")
    _need_toolkit()
    from lockstep.languages.exchange.formats import read_file, write_po, write_xliff  # noqa: PLC0415 - an extra

    project, pages = load()
    target = find_language(project, language)
    chosen = {find_source(project, pages, name).name for name in page_names}
    found = [one for one in states(project, pages) if one.language == target]
    found = [one for one in found if not chosen or one.source.name in chosen]
    glossary, faults = load_glossary(project)
    terms = Terms(glossary, project.source.locale.language)
    if faults:
        refuse(faults)
    with History(project.root) as history:
        old = _old(found, history)
        lost = sum(s.state == STALE and s.recorded not in old for one in found for s in one.sections)
        why = history.why() if lost else ""
    wanted = STATES if everything else (STALE, UNRECORDED, MISSING)
    try:
        before = read_file(output.resolve(), project) if output and output.exists() and output.stat().st_size else []
        if any(unit.language != target for unit in before):
            misused(f"{output} is there already, in another language")
        begun = find_begun(before, found)
        made = list(units(found, terms, old, states=wanted, begun=begun))
        _keep(begun, made)
        data = (write_po if form == "po" else write_xliff)(made, project.source, target)
        if output:
            write_whole(output, data, project.root)
        else:
            click.echo(data, nl=False)
    except FindingError as error:
        refuse(error.findings)
    click.echo(f"{output or target.folder}: {_counted(made)}", err=not output)
    if lost:
        click.echo(f"the old text of {_sections(lost)} is not there to be shown: {why}", err=True)


@command(
    "import",
    statuses={
        CLEAN: "nothing was refused",
        FINDINGS: "something was refused, and the rest is in the pages",
        COULD_NOT_RUN: "a file could not be used, and nothing was written",
    },
)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE...",
    help="a PO or XLIFF file that has come back",
)
@click.option("--dry-run", is_flag=True, help="say what would come of it, and write nothing")
def import_(files: tuple[Path, ...], dry_run: bool) -> None:
    """Put what translators have translated in FILE into the pages, section by section, and record it.

    A section is refused, and the others go in, where its source or its translation has changed since the export, and
    where a check would find something in it. What is not translated, or marked as not ready, is left.
    """
    _need_toolkit()
    from lockstep.languages.exchange.formats import read_file  # noqa: PLC0415 - an extra

    project, pages = load()
    returned = []
    findings: list[Finding] = []
    for file in files:
        try:
            returned += read_file(Path.cwd().joinpath(file).resolve(), project)
        except FindingError as error:
            findings += error.findings
    findings += check_units(returned)
    if findings:
        refuse(sorted(findings))
    sources = load_sources(project)
    merged = merge(returned, project, pages, lambda some: check_read(sources, some).findings)
    try:
        for page in merged.pages:
            _write(page, project, pages, dry_run=dry_run)
            done = "would be imported" if dry_run else "imported"
            click.echo(f"{page.path}: {_sections(merged.taken[page.path])} {done}{_rest(page)}")
    except FindingError as error:
        refuse(error.findings)
    _print_left(merged)
    if not returned:
        click.echo("there is no section to import")
    print_findings(merged.findings, "text")
    raise SystemExit(FINDINGS if merged.findings else CLEAN)


def _need_toolkit() -> None:
    if not find_spec("translate"):
        misused(NEEDS)


def _old(found: Sequence[PageState], history: History) -> dict[str, Section]:
    """Find the texts that stale sections translate."""
    old: dict[str, Section] = {}
    for one in found:
        wanted = {section.recorded for section in one.sections if section.state == STALE} - old.keys()
        if wanted:
            old |= find_texts(history, one.source, wanted)
    return old


def _keep(begun: Mapping[str, Returned], made: Iterable[Unit]) -> None:
    """Make sure that nobody's work is in a file that is written over, and nowhere else.

    Raises:
        FindingError: some of it would have no place in the new file.
    """
    names = {context[0] for unit in made if (context := read_context(unit.context))}
    message = "this translation is in no page, and what is exported now has no such unit"
    hint = "import the file first; or export to another one, or delete it"
    lost = [
        Finding(unit.path, unit.line, 1, "LS266", message, hint) for name, unit in begun.items() if name not in names
    ]
    if lost:
        raise FindingError(*lost)


def _counted(made: Sequence[Unit]) -> str:
    counts = {state: sum(unit.state == state for unit in made) for state in STATES}
    parts = [f"{count} {state}" for state, count in counts.items() if count]
    return _sections(len(made)) + (f" ({', '.join(parts)})" if parts else "")


def _write(page: Page, project: Project, pages: Pages, *, dry_run: bool) -> None:
    """Write a page, unless somebody else has written it since it was read."""
    file = project.root / page.path
    had = pages.get((page.language.folder, page.name))
    raw, mark = "", b""
    if had or file.exists():
        if not had or read_text(file, project.root) != had.text:
            message = "the file was written by somebody else in the meantime"
            raise FindingError(Finding(page.path, 1, 1, "LS266", message, "import again"))
        data = file.read_bytes()
        raw = data.decode("utf-8-sig")
        mark = data[: len(data) - len(raw.encode())]
    if not dry_run:
        write_whole(file, mark + restore(raw, page.text).encode(), project.root)


def _rest(page: Page) -> str:
    count = sum(bool(section.to_do) for section in sections(page).values())
    return f", {_sections(count)} still to do" if count else ""


def _print_left(merged: Merged) -> None:
    for unit in merged.left:
        context = read_context(unit.context)
        why = "not translated" if not unit.target.strip() else "marked as not ready"
        click.echo(f"{unit.path}:{unit.line} {context[0] if context else unit.context}: {why}, left as it is")
    if merged.same:
        click.echo(f"{_sections(merged.same)} in the pages already")


def _sections(number: int) -> str:
    return "1 section" if number == 1 else f"{number} sections"
