"""``lockstep serve``: MkDocs' development server, for one language if need be."""

from __future__ import annotations

import os

import click

from lockstep.cli.commands import command
from lockstep.cli.common import CLEAN, COULD_NOT_RUN, FINDINGS, find_project, misused
from lockstep.findings import near
from lockstep.project import ONLY


@command(
    context_settings={"ignore_unknown_options": True},
    statuses={
        CLEAN: "the server was stopped",
        FINDINGS: "MkDocs could not serve the site",
        COULD_NOT_RUN: "there is no project, or no such language or option",
    },
)
@click.option("--only", metavar="LANGUAGE", help="the folder of one language: it and the source are served, sooner")
@click.argument(
    "options",
    nargs=-1,
    type=click.UNPROCESSED,
    metavar="[MKDOCS OPTION]...",
    help="what `mkdocs serve` takes, for example `--dev-addr`",
)
def serve(only: str | None, options: tuple[str, ...]) -> None:
    """Serve the site while it is written; other options are those of `mkdocs serve`."""
    project = find_project()
    folders = [language.folder for language in project.languages]
    if only and only not in folders:
        misused(f"no language '{only}' in the project ({near(only, folders)})")
    os.environ.pop(ONLY, None)
    if only:
        os.environ[ONLY] = only
    os.chdir(project.root)
    # Only this command serves.
    from mkdocs.__main__ import cli  # noqa: PLC0415

    cli.main(["serve", *options], prog_name="mkdocs")
