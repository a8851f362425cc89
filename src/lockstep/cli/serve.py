"""``lockstep serve``: MkDocs' development server, for one language if need be."""

from __future__ import annotations

import os

import click

from lockstep.cli.common import find_project, misused
from lockstep.findings import near
from lockstep.project import ONLY


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--only", metavar="LANGUAGE", help="the folder of one language: it and the source are served, sooner")
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[MKDOCS OPTION]...")
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
