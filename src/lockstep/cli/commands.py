"""Commands that say what their exit statuses mean: in ``--help``, and in :mod:`lockstep.cli.reference`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Command(click.Command):
    """A command that describes its exit statuses."""

    def __init__(self, *names: Any, statuses: Mapping[int, str], **attributes: Any) -> None:  # noqa: ANN401 (click's)
        """Take what a click command takes, and what each exit status means."""
        super().__init__(*names, **attributes)
        self.statuses = statuses

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the exit statuses at the end."""
        with formatter.section("Exit status"):
            formatter.write_dl([(str(status), meaning) for status, meaning in self.statuses.items()])


class Group(Command, click.Group):
    """A command whose subcommands describe their exit statuses, as it does."""

    command_class = Command


def command(name: str | None = None, **attributes: Any) -> Callable[[Callable[..., Any]], Command]:  # noqa: ANN401
    """Make a function a command that describes its exit statuses, its ``statuses``."""
    return click.command(name, cls=Command, **attributes)
