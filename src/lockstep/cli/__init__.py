"""The command ``lockstep``: each subcommand asks a wing.

Exit status: 0 clean, 1 findings, 2 could not run.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from lockstep import __version__
from lockstep.benchmarks.importer import import_published, write_results
from lockstep.check import check as check_all
from lockstep.check import load
from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError
from lockstep.project import CONFIG, Project, find_root, load_project

if TYPE_CHECKING:
    from collections.abc import Sequence

CLEAN, FINDINGS, COULD_NOT_RUN = 0, 1, 2


@click.group()
@click.version_option(__version__, prog_name="lockstep")
def main() -> None:
    """Documentation that stays true in every language."""


@main.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="one line each, a JSON array, or annotations for GitHub Actions",
)
def check(form: str) -> None:
    """Check programs, pages and results, in every language, without running anything."""
    findings = check_all(load(_project()))
    if form == "json":
        click.echo(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=2))
    else:
        for finding in findings:
            click.echo(_annotation(finding) if form == "github" else finding)
    raise SystemExit(FINDINGS if findings else CLEAN)


@main.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
@click.option("--update", is_flag=True, help="write what was seen to the committed record, snippets/verified.json")
@click.option("--allow-not-run", is_flag=True, help="pass although this machine lacks what all programs need")
def verify(files: tuple[Path, ...], update: bool, allow_not_run: bool) -> None:
    """Run programs for real, by default all, and compare what is seen with the committed record."""
    # Only this command runs programs.
    from lockstep.cli.verification import verify_programs  # noqa: PLC0415

    project = _project()
    try:
        good = verify_programs(project, files, update=update, allow_not_run=allow_not_run)
    except FindingError as error:
        _refuse(error.findings)
    except click.UsageError as error:
        click.echo(error.message, err=True)
        raise SystemExit(COULD_NOT_RUN) from None
    raise SystemExit(CLEAN if good else FINDINGS)


@main.group()
def bench() -> None:
    """Work with result files."""


@bench.command("import")
@click.argument("csv_file", type=click.Path(path_type=Path))
def bench_import(csv_file: Path) -> None:
    """Write the result file of the same name from CSV_FILE.

    CSV_FILE holds the times that the documentation of Transformers published in 2023, and no others.
    """
    project = _project()
    try:
        file = csv_file.resolve()
        results = import_published(read_text(file, project.root), relative(file, project.root))
    except FindingError as error:
        _refuse(error.findings)
    target = project.results / f"{csv_file.stem}.json"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_results(results, target)
    except OSError as error:
        message = f"the file cannot be written: {error.strerror or error}"
        _refuse([Finding(relative(target, project.root), 1, 1, "LS008", message)])
    cells = sum(len(subset.cells) for subset in results.subsets)
    click.echo(f"{relative(target, project.root)}: {len(results.subsets)} subsets, {cells} rows")


def _project() -> Project:
    root = find_root(Path.cwd())
    if not root:
        message = "no project here: no pyproject.toml with a [tool.lockstep] table in this folder or above it"
        _refuse([Finding(CONFIG, 1, 1, "LS007", message, "add the table, or change to the project's folder")])
    try:
        return load_project(root)
    except FindingError as error:
        _refuse(error.findings)


def _refuse(findings: Sequence[Finding]) -> NoReturn:
    for finding in findings:
        click.echo(finding, err=True)
    raise SystemExit(COULD_NOT_RUN)


def _annotation(finding: Finding) -> str:
    def escape(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    text = f"{finding.message} ({finding.hint})" if finding.hint else finding.message
    place = f"file={escape(finding.path).replace(',', '%2C')},line={finding.line},col={finding.column}"
    return f"::error {place},title={finding.code}::{escape(text)}"
