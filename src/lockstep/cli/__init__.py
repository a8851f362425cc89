"""The command ``lockstep``: each subcommand asks a wing."""

from __future__ import annotations

import gc
from pathlib import Path

import click

from lockstep import __version__
from lockstep.check import check as check_all
from lockstep.check import load
from lockstep.cli.commands import Group
from lockstep.cli.common import CLEAN, COULD_NOT_RUN, FINDINGS, FORMAT, find_project, print_findings, refuse
from lockstep.findings import FindingError
from lockstep.store import open_store


@click.group(
    cls=Group,
    statuses={
        CLEAN: "all is well",
        FINDINGS: "there is something to mend, or to do",
        COULD_NOT_RUN: "the command could not run",
    },
    places={
        "accept": "lockstep.cli.translations:accept",
        "adopt": "lockstep.cli.translations:adopt",
        "bench": "lockstep.cli.bench:bench",
        "diff": "lockstep.cli.translations:diff",
        "explain": "lockstep.cli.explain:explain",
        "export": "lockstep.cli.exchange:export",
        "import": "lockstep.cli.exchange:import_",
        "links": "lockstep.cli.links:links",
        "new": "lockstep.cli.translations:new",
        "serve": "lockstep.cli.serve:serve",
        "status": "lockstep.cli.translations:status",
    },
)
@click.version_option(__version__, prog_name="lockstep")
def main() -> None:
    """Documentation that stays true in every language."""


@main.command(
    statuses={
        CLEAN: "nothing was found",
        FINDINGS: "something was found",
        COULD_NOT_RUN: "there is no project, or its configuration cannot be used",
    }
)
@FORMAT
def check(form: str) -> None:
    """Check programs, pages and results, in every language, without running anything."""
    # Pages are kept to the end, which is near: looking for what can go takes time and finds nothing.
    gc.disable()
    project = find_project()
    store = open_store(project.root)
    findings = check_all(load(project, store), store)
    store.close()
    print_findings(findings, form)
    # Nor is it looked for at the end.
    gc.freeze()
    raise SystemExit(FINDINGS if findings else CLEAN)


@main.command(
    statuses={
        CLEAN: "every program did what its proof says, and the record says the same",
        FINDINGS: "a program failed, the record is out of date, or no program was executed",
        COULD_NOT_RUN: "nothing could be run",
    }
)
@click.argument(
    "files",
    nargs=-1,
    type=click.Path(path_type=Path),
    metavar="[FILE]...",
    help="a program, by its file or as pages name it; by default all of them",
)
@click.option("--update", is_flag=True, help="write what was seen to the committed record, `verified.json`")
@click.option("--allow-not-run", is_flag=True, help="pass although this machine lacks what all programs need")
def verify(files: tuple[Path, ...], update: bool, allow_not_run: bool) -> None:
    """Run programs for real, by default all, and compare what is seen with the committed record."""
    # Only this command runs programs.
    from lockstep.cli.verification import verify_programs  # noqa: PLC0415

    project = find_project()
    try:
        good = verify_programs(project, files, update=update, allow_not_run=allow_not_run)
    except FindingError as error:
        refuse(error.findings)
    except click.UsageError as error:
        click.echo(error.message, err=True)
        raise SystemExit(COULD_NOT_RUN) from None
    raise SystemExit(CLEAN if good else FINDINGS)
