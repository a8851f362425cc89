"""``lockstep links``: what the site links to elsewhere, and where."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import click

from lockstep.benchmarks.directive import LANGUAGE, read_directive
from lockstep.benchmarks.setup import Published
from lockstep.check import load as load_sources
from lockstep.cli.choosing import load
from lockstep.cli.commands import command
from lockstep.cli.common import CLEAN, COULD_NOT_RUN, misused
from lockstep.files import read_text, relative
from lockstep.findings import FindingError
from lockstep.languages.external import Place, find_external, host

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lockstep.check import Sources
    from lockstep.languages.pages import Page

HOST_NAME = re.compile(r"[\w-]+(\.[\w-]+)*|\[[\da-fA-F:]+\]")


@command(
    statuses={
        CLEAN: "the links are listed, or there are none",
        COULD_NOT_RUN: "there is no project, or its pages cannot be read",
    }
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="how the list is written",
)
@click.option("--host", "hosts", multiple=True, help="this host and those below it alone; may be given again")
def links(form: str, hosts: tuple[str, ...]) -> None:
    """List the links to other sites, in every language, each with the places that it stands at.

    Nothing is fetched: the list is for a tool that does. It has the addresses of links and images, in Markdown and in
    HTML, and those of the sources of results that pages show.
    """
    for one in hosts:
        if not HOST_NAME.fullmatch(one):
            misused(f"no host: '{one}' (name it as addresses do, without https:// and path)")
    project, pages = load()
    found = find_external(pages.values())
    for address, place in _sources(load_sources(project), pages.values()):
        places = found.setdefault(address, [])
        if place not in places:
            places.append(place)
    wanted = [one.lower() for one in hosts]
    chosen = {
        address: sorted(found[address])
        for address in sorted(found)
        if not wanted or any(host(address) == one or host(address).endswith(f".{one}") for one in wanted)
    }
    click.echo(_as_json(chosen) if form == "json" else _as_text(chosen), nl=False)
    raise SystemExit(CLEAN)


def _sources(sources: Sources, pages: Iterable[Page]) -> Iterator[tuple[str, Place]]:
    """List the addresses that tables name as the source of their numbers, each where its result file has it."""
    names: set[str] = set()
    for page in pages:
        for fence in page.outline.fences:
            if fence.language == LANGUAGE:
                try:
                    names |= {*read_directive(fence, page.path, sources.results).names}
                except FindingError:
                    # `lockstep check` reports it, and no table is shown.
                    continue
    for name in sorted(names):
        results = sources.results.get(name)
        file = sources.project.results / f"{name}.json"
        lines = read_text(file, sources.project.root).split("\n")
        for subset in results.subsets if results else ():
            if isinstance(subset.origin, Published):
                address = str(subset.origin.url)
                for number, line in enumerate(lines, 1):
                    if f'"{address}"' in line:
                        path = relative(file, sources.project.root)
                        yield address, Place(path, number, line.index(address) + 1)


def _as_text(found: dict[str, list[Place]]) -> str:
    lines: list[str] = []
    for address, places in found.items():
        lines += [address, *(f"  {place.path}:{place.line}:{place.column}" for place in places)]
    return "".join(f"{line}\n" for line in lines)


def _as_json(found: dict[str, list[Place]]) -> str:
    entries = [
        {
            "url": address,
            "host": host(address),
            "places": [{"path": place.path, "line": place.line, "column": place.column} for place in places],
        }
        for address, places in found.items()
    ]
    return json.dumps(entries, ensure_ascii=False, indent=2) + "\n"
