"""Commands that say what their exit statuses mean: in ``--help``, and in :mod:`lockstep.cli.reference`."""

from __future__ import annotations

from importlib import import_module
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
    """A command whose subcommands describe their exit statuses, as it does.

    Those that it is told the places of are imported when they are asked for: no command waits for what others need.
    """

    command_class = Command

    def __init__(self, *names: Any, places: Mapping[str, str] | None = None, **attributes: Any) -> None:  # noqa: ANN401
        """Take what a command takes, and where subcommands are: their names, and ``module:attribute`` of each."""
        super().__init__(*names, **attributes)
        self.places = places or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the subcommands, in order."""
        return sorted({*super().list_commands(ctx), *self.places})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Take a subcommand, if there is one of that name."""
        if cmd_name in self.places:
            module, _, attribute = self.places[cmd_name].partition(":")
            found: click.Command = getattr(import_module(module), attribute)
            return found
        return super().get_command(ctx, cmd_name)


def command(name: str | None = None, **attributes: Any) -> Callable[[Callable[..., Any]], Command]:  # noqa: ANN401
    """Make a function a command that describes its exit statuses, its ``statuses``."""
    return click.command(name, cls=Command, **attributes)
