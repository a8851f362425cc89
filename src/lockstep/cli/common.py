"""What all commands share: the project, the exit statuses, the ways to print findings."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from lockstep.findings import Finding, FindingError
from lockstep.project import CONFIG, Project, find_root, load_project

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CLEAN, FINDINGS, COULD_NOT_RUN = 0, 1, 2
FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    show_default=True,
    help="one line each, a JSON array, annotations for GitHub Actions, or SARIF 2.1.0 for code hosts",
)


def find_project() -> Project:
    """Find the project that the current folder belongs to; without one, end the program."""
    root = find_root(Path.cwd())
    if not root:
        message = "no project here: no pyproject.toml with a [tool.lockstep] table in this folder or above it"
        refuse([Finding(CONFIG, 1, 1, "LS007", message, "add the table, or change to the project's folder")])
    try:
        return load_project(root)
    except FindingError as error:
        refuse(error.findings)


def refuse(findings: Sequence[Finding]) -> NoReturn:
    """End the program, which could not run."""
    for finding in findings:
        click.echo(finding, err=True)
    raise SystemExit(COULD_NOT_RUN)


def misused(message: str) -> NoReturn:
    """End the program, which was called with something it cannot use."""
    click.echo(message, err=True)
    raise SystemExit(COULD_NOT_RUN)


def print_findings(findings: Iterable[Finding], form: str) -> None:
    """Print findings in one of the forms of :data:`FORMAT`."""
    if form == "json":
        click.echo(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=2))
        return
    if form == "sarif":
        # It has the whole registry of codes with it.
        from lockstep.cli.sarif import render_sarif  # noqa: PLC0415

        click.echo(render_sarif(findings))
        return
    for finding in findings:
        click.echo(_annotation(finding) if form == "github" else finding)


def _annotation(finding: Finding) -> str:
    def escape(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    text = f"{finding.message} ({finding.hint})" if finding.hint else finding.message
    place = f"file={escape(finding.path).replace(',', '%2C')},line={finding.line},col={finding.column}"
    return f"::error {place},title={finding.code}::{escape(text)}"
