"""What ``lockstep --help`` says of every command, as data: the reference on a page is made of it."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import click

from lockstep.cli import main
from lockstep.cli.commands import Command
from lockstep.plain import to_markdown
from lockstep.render import inline_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lockstep.messages import Messages

# Of a heading.
DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Described:
    """An argument or an option.

    ``name`` is how it is written (``-o, --output FILE``), ``help`` what it means. ``default`` is what is taken without
    it, empty where that is nothing; ``said`` tells that this is a text and not a value. ``least`` and ``most`` are the
    limits of a number, ``required`` says of an option that it has to be there.
    """

    name: str
    help: str
    default: str = ""
    said: bool = False
    least: int | None = None
    most: int | None = None
    required: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """A command.

    ``name`` is the whole of it (``lockstep bench run``), ``depth`` how many commands it belongs to; ``usage`` follows
    the name; ``help`` are paragraphs; ``statuses`` are the exit statuses and what they mean.
    """

    name: str
    depth: int
    usage: str
    help: tuple[str, ...]
    arguments: tuple[Described, ...]
    options: tuple[Described, ...]
    statuses: tuple[tuple[int, str], ...]

    @property
    def id(self) -> str:
        """The id of its heading."""
        return self.name.replace(" ", "-")

    def level(self, above: int) -> int:
        """The level of its heading, in a section of the level ``above``."""
        return min(DEEPEST, above + max(1, self.depth))


def references(command: click.Command = main, parent: click.Context | None = None) -> Iterator[Reference]:
    """Describe a command and all that belong to it, each group before its commands, in order of name."""
    context = click.Context(command, info_name=command.name if parent else "lockstep", parent=parent)
    yield _reference(command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from references(cast("click.Command", command.get_command(context, name)), context)


def plain_commands(messages: Messages, above: int) -> str:
    """Write the reference as Markdown, below a heading of the level ``above``."""
    return "\n\n".join(block for one in references() for block in _plain(one, messages, above))


def _plain(one: Reference, messages: Messages, above: int) -> Iterator[str]:
    yield f"{'#' * one.level(above)} `{one.name}`"
    yield from (_code(messages(paragraph)) for paragraph in one.help)
    yield f"`{f'{one.name} {one.usage}'.rstrip()}`"
    for title, rows in (("Arguments", one.arguments), ("Options", one.options)):
        if rows:
            yield f"**{messages(title)}**"
            yield "\n".join(f"- `{row.name}`: {_described(row, messages)}" for row in rows)
    if one.statuses:
        yield f"**{messages('Exit status')}**"
        yield "\n".join(f"- `{status}`: {_code(messages(meaning))}" for status, meaning in one.statuses)


def _described(row: Described, messages: Messages) -> str:
    said = [_code(messages(row.help))]
    if row.least is not None:
        said.append(messages("From {least} to {most}", least=row.least, most=row.most))
    if row.required:
        said.append(messages("Required"))
    elif row.default:
        said.append(f"{messages('Default:')} {_code(messages(row.default)) if row.said else f'`{row.default}`'}")
    return said[0] if len(said) == 1 else f"{'. '.join(text.removesuffix('.') for text in said)}."


def _code(text: str) -> str:
    """Write a text of the interface, in which code stands between backticks."""
    return to_markdown(inline_code(text))


def texts() -> Iterator[str]:
    """List every text that the reference is made of, for the catalogues."""
    for one in references():
        yield from one.help
        for described in (*one.arguments, *one.options):
            yield described.help
            if described.said:
                yield described.default
        yield from (meaning for _, meaning in one.statuses)


def _reference(command: click.Command, context: click.Context) -> Reference:
    depth, outer = 0, context.parent
    while outer:
        depth, outer = depth + 1, outer.parent
    parameters = command.get_params(context)
    options = [one for one in parameters if isinstance(one, click.Option)]
    if depth:
        # Every command has it; it is said once, of the first.
        options = [one for one in options if "--help" not in one.opts]
    arguments = [one for one in parameters if isinstance(one, click.Argument)]
    return Reference(
        name=context.command_path,
        depth=depth,
        usage=" ".join(command.collect_usage_pieces(context)),
        help=_paragraphs(command.help or ""),
        arguments=tuple(_argument(one, context) for one in arguments),
        options=tuple(_option(one, context) for one in options),
        statuses=tuple(command.statuses.items()) if isinstance(command, Command) else (),
    )


def _argument(argument: click.Argument, context: click.Context) -> Described:
    # As it is called in a sentence; the usage says how often it may be there.
    name = argument.make_metavar(context).removesuffix("...").removeprefix("[").removesuffix("]")
    return Described(name, argument.help or "")


def _option(option: click.Option, context: click.Context) -> Described:
    limits = option.type if isinstance(option.type, click.IntRange) else click.IntRange()
    said = isinstance(option.show_default, str)
    names = ", ".join((*option.opts, *option.secondary_opts))
    return Described(
        name=names if option.is_flag else f"{names} {option.make_metavar(context)}",
        help=" ".join((option.help or "").split()),
        default=str(option.show_default) if said else option.get_help_extra(context).get("default", ""),
        said=said,
        least=limits.min,
        most=limits.max,
        required=option.required,
    )


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n") if part.strip())
