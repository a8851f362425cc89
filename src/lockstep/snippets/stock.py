"""What is verified: every program, what its record says, and where it is shown.

A page asks for it by a fenced block of the language ``verified``, which stays empty.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstep.findings import Finding
from lockstep.messages import mark as _
from lockstep.numbers import format_exact
from lockstep.plain import escape
from lockstep.render import environment
from lockstep.snippets.declaration import CUDA, read_declaration
from lockstep.snippets.render import SYSTEMS, evidence, know, plain_evidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lockstep.fences import Fence
    from lockstep.messages import Messages
    from lockstep.render import Place
    from lockstep.snippets.declaration import Declaration
    from lockstep.snippets.program import Program
    from lockstep.snippets.record import Record, Run

VERIFIED = "verified"
# What is known of a program as it stands: it ran, here it could not, nobody has tried.
RAN, LACKING, UNRECORDED = "verified", "not-run", "unrecorded"


@dataclass(frozen=True, slots=True)
class Item:
    """A program, and what is known of it as it stands now.

    ``state`` is ``verified``, ``not-run`` or ``unrecorded``; ``runs`` are those on record, one for each kind of device;
    ``lacks`` are the needs for which it was not run.
    """

    program: Program
    declaration: Declaration
    state: str
    runs: tuple[Run, ...]
    lacks: tuple[str, ...]


def check_block(fence: Fence, path: str, programs: Mapping[str, Program], offset: int = 0) -> Iterator[Finding]:
    """Report a block that cannot be rendered.

    Args:
        fence: a block of the language ``verified``.
        path: the page's path below the project's root.
        programs: every program by its name.
        offset: how many lines of the file stand above the text that the fence was found in.
    """
    for number, line in enumerate(fence.body, fence.line + 1):
        if line.strip():
            message = f"the block takes no options, such as '{line.strip()}'"
            yield Finding(path, number + offset, fence.column, "LS151", message, "leave it empty")
            return
    if not any(program.is_python for program in programs.values()):
        hint = "write one in the snippets folder, or delete the block"
        yield Finding(path, fence.line + offset, fence.column, "LS152", "there is no program to list", hint)


def take_stock(programs: Iterable[Program], record: Record) -> tuple[Item, ...]:
    """Look up what is known of every program, in order of name."""
    return tuple(_item(program, record) for program in programs if program.is_python)


def _item(program: Program, record: Record) -> Item:
    entry = record.entry(program)
    runs, lacks = (entry.runs, entry.lacks) if entry else ((), ())
    state = RAN if runs else LACKING if lacks else UNRECORDED
    return Item(program, read_declaration(program)[0], state, runs, lacks)


def as_json(items: Iterable[Item], pages: Mapping[str, Sequence[str]]) -> str:
    """Write the stock as JSON, for a site to publish.

    Args:
        items: the programs.
        pages: the files of the pages that show each program, by its name.
    """
    programs = [
        {
            "program": item.program.path,
            "state": item.state,
            "needs": item.declaration.needs,
            "lacks": item.lacks,
            "raises": item.declaration.raises,
            "runs": [run.model_dump(exclude={"output"}) for run in item.runs],
            "pages": list(pages.get(item.program.name, ())),
        }
        for item in items
    ]
    return json.dumps({"programs": programs}, ensure_ascii=False, indent=2) + "\n"


def render_stock(
    items: Sequence[Item],
    record: Record,
    messages: Messages,
    places: Mapping[str, Sequence[Place]],
    data: str = "",
) -> str:
    """Render the stock.

    Args:
        items: the programs.
        record: what was verified.
        messages: the page's language.
        places: the pages that show each program, by its name.
        data: the address of the same as JSON, empty where there is none.
    """
    return environment.get_template("verified.html").render(
        _=messages,
        reader=messages.language,
        counts=list(_counts(items, messages)),
        versions=list(_versions(items)),
        items=[
            (
                item,
                evidence(item.program, record, messages, output=False),
                # A run's own evidence says so.
                "" if item.runs else item.declaration.raises,
                places.get(item.program.name, ()),
            )
            for item in items
        ],
        data=data,
    )


def plain_stock(
    items: Sequence[Item],
    record: Record,
    messages: Messages,
    places: Mapping[str, Sequence[Place]],
    data: str = "",
) -> str:
    """Write what :func:`render_stock` does as Markdown, without the details of the evidence."""
    first, *counts = _counts(items, messages)
    blocks = [" · ".join([f"**{first}**", *counts])]
    blocks.append(" · ".join(f"{messages(label)}: {escape(value)}" for label, value in _versions(items)))
    blocks.append("\n".join(line for item in items for line in _plain(item, record, messages, places)))
    if data:
        blocks.append(f"[{messages('This list as JSON')}]({data})")
    return "\n\n".join(filter(None, blocks))


def _plain(item: Item, record: Record, messages: Messages, places: Mapping[str, Sequence[Place]]) -> Iterator[str]:
    said = list(plain_evidence(know(item.program, record, messages), messages))
    if item.declaration.raises and not item.runs:
        # A run's own evidence says so.
        said.append(escape(messages("It is to end with the error {error}.", error=item.declaration.raises)))
    shown = [place.link for place in places.get(item.program.name, ())]
    said.append(f"{messages('Shown on:')} {', '.join(shown)}" if shown else messages("No page shows it."))
    yield f"- `{item.program.path}`"
    yield from (f"    - {text}" for text in said)


def _counts(items: Sequence[Item], messages: Messages) -> Iterator[str]:
    devices = [{run.device for run in item.runs} for item in items]
    lacking = [item.lacks for item in items if item.state == LACKING]
    said = (
        (_("verified on CPU: {count}"), sum("cpu" in one for one in devices)),
        (_("verified on a CUDA GPU: {count}"), sum("cuda" in one for one in devices)),
        (_("not run, for want of a CUDA GPU: {count}"), sum(CUDA in one for one in lacking)),
        (_("not run, for want of something else: {count}"), sum(CUDA not in one for one in lacking)),
        (_("without a record: {count}"), sum(item.state == UNRECORDED for item in items)),
    )
    locale = messages.language.locale
    yield messages(_("Programs: {count}"), count=format_exact(len(items), locale))
    yield from (messages(text, count=format_exact(count, locale)) for text, count in said if count)


def _versions(items: Iterable[Item]) -> Iterator[tuple[str, str]]:
    """List what the programs ran with: all there is, where they ran with several versions."""
    runs = [run for item in items for run in item.runs]
    for label, values in (
        ("torch", (run.torch for run in runs)),
        ("transformers", (run.transformers for run in runs)),
        ("Python", (run.python for run in runs)),
        (_("System"), (SYSTEMS.get(run.platform, run.platform) for run in runs)),
    ):
        if found := sorted({*filter(None, values)}):
            yield label, ", ".join(found)
