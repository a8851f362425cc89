"""``lockstep explain``: what a code means, with an example and its cure."""

from __future__ import annotations

import click

from lockstep.cli.commands import command
from lockstep.cli.common import CLEAN, COULD_NOT_RUN, misused
from lockstep.findings import near
from lockstep.rules.registry import RULES
from lockstep.rules.render import AUTHORS, as_text


@command(statuses={CLEAN: "the code is explained", COULD_NOT_RUN: "there is no such code"})
@click.argument("code", required=False, help="a finding's code, such as `LS112`; by default all are listed")
def explain(code: str | None) -> None:
    """Explain a finding's code, with an example and how it is mended; without a code, list all."""
    if code is None:
        for rule in RULES.values():
            click.echo(f"{rule.code}  {rule.title}")
        return
    known = RULES.get(code.strip().upper())
    if not known:
        misused(f"no code '{code}' ({near(code, RULES)})")
    for line in as_text(known, AUTHORS):
        click.echo(line)
