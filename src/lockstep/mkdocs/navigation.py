"""The navigation beside every page, rendered once for all pages that are led to the rest of the site by the same links.

Material renders the whole navigation on every page: its cost grows with the square of the number of pages. What differs
between pages is which item is the current one, and how far up a relative link has to begin. An item that holds no
current page is the same markup on all pages of a folder, unless it leads to something below one of them.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mkdocs.structure.pages import Page

# Under this name, templates find the function that goes through items.
NAME = "lockstep_items"
LOOP = re.compile(
    r"\{% for (?P<item>\w+) in (?P<items>[\w.]+) %\}(?P<body>(?:(?!\{% for ).)*?)\{% endfor %\}", re.DOTALL
)
# Material's templates find these by name, and they are taken to be the same on every page, but for the page.
NAMES = frozenset({"config", "features", "nav", "page"})
# Each folder may have its own markup of the whole navigation.
FOLDERS = 8


class Loop(NamedTuple):
    """A loop over items in one of Material's templates: what it goes through, and what it calls for each.

    ``counts`` is what the markup of an item depends on besides the item and the loop; ``macro`` the template that has
    what is called.
    """

    items: str
    call: str
    counts: str
    macro: str


LOOPS = {
    "partials/nav-item.html": Loop(
        "nav_item.children", "render(", ", path, level, nav_item.active", "partials/nav-item.html"
    ),
    "partials/nav.html": Loop("nav.items", "item.render(", "", "partials/nav-item.html"),
    "partials/tabs.html": Loop("nav.items", "item.render(", "", "partials/tabs-item.html"),
}


def share(template: str, name: str) -> str:
    """Have one of Material's templates ask, for each item of a loop, for what other pages have.

    Any other template, and one with another loop than is known, stays as it is.
    """
    loop = LOOPS.get(name)
    found = [match for match in LOOP.finditer(template) if loop and _is(match, loop)]
    if not loop or len(found) != 1:
        return template
    match = found[0]
    one = f"{{% macro lockstep_one({match['item']}, lockstep_number) %}}"
    body = match["body"].replace("loop.index", "lockstep_number")
    ask = f"{{{{ {NAME}(page, lockstep_one, {loop.items}, '{name}'{loop.counts}) | safe }}}}"
    return f"{template[: match.start()]}{one}{body}{{% endmacro %}}{ask}{template[match.end() :]}"


def _is(match: re.Match[str], loop: Loop) -> bool:
    # All that a macro of its own can be told of the loop is the number.
    asked = {*re.findall(r"\bloop\b(?:\.\w+)?", match["body"])}
    return match["items"] == loop.items and match["body"].count(loop.call) == 1 and asked <= {"loop.index"}


class Items:
    """The markup of items of the navigation, for the pages of one language."""

    def __init__(self) -> None:
        """Know none yet."""
        # By folder, the one that was come to last at the end: pages of one come one after the other. What an object
        # is known by belongs to another one as soon as nobody has it.
        self.kept: dict[tuple[object, ...], dict[tuple[object, ...], tuple[object, list[str | None]]]] = {}
        # An item's address and those below it, and every folder that they are in; None where its markup is not known.
        self.below: dict[int, tuple[object, frozenset[str] | None]] = {}

    def render(
        self,
        page: Page | None,
        render: Callable[[Any, int], str],
        items: Sequence[Any],
        *counts: object,
    ) -> str:
        """Render items, or take them as they were rendered on another page of the same folder.

        Args:
            page: the page that they stand on.
            render: what Material does for one of them, by its number from 1.
            items: the items: pages, sections and links.
            counts: what else their markup depends on: the template, where they stand, whether their section is open.
        """
        if not page:
            return "".join(render(item, number) for number, item in enumerate(items, 1))
        here, key = self._here(page), (id(items), len(items), *counts)
        _, kept = here.get(key) or here.setdefault(key, (items, [None] * len(items)))
        address, made = _address(page.url), []
        for number, item in enumerate(items):
            below, one = self._below(item), kept[number]
            if below is None or item.active or address in below:
                one = render(item, number + 1)
            elif one is None:
                one = kept[number] = render(item, number + 1)
            made.append(one)
        return "".join(made)

    def _here(self, page: Page) -> dict[tuple[object, ...], tuple[object, list[str | None]]]:
        # MkDocs takes the folder of what looks like a file for where links begin.
        here = (folder(page), "." in page.url.rpartition("/")[2])
        kept = self.kept.get(here)
        if kept is None:
            if len(self.kept) == FOLDERS:
                del self.kept[next(iter(self.kept))]
            kept = self.kept[here] = {}
        return kept

    def _below(self, item: Any) -> frozenset[str] | None:  # noqa: ANN401 (MkDocs has no type for all of them)
        known = self.below.get(id(item))
        if known is None:
            every = list(_every(item))
            found = frozenset(_folders(every)) if all(map(_is_known, every)) else None
            known = self.below[id(item)] = item, found
        return known[1]


def folder(page: Page) -> str:
    """Name the folder that a page is in: those of one have most of their navigation in common."""
    return page.url.rstrip("/").rpartition("/")[0]


@cache
def _address(url: str) -> str:
    """Write an address as links compare it: without what leads nowhere, and without a slash at its ends."""
    return posixpath.normpath(url if url.startswith("/") else f"/{url}")[1:]


def _every(item: Any) -> Iterator[Any]:  # noqa: ANN401 (MkDocs has no type for all of them)
    yield item
    for child in getattr(item, "children", None) or ():
        yield from _every(child)


def _is_known(item: object) -> bool:
    # Templates forgive an item that has not even this, and find it elsewhere, as in a dictionary.
    return hasattr(item, "active") and hasattr(item, "children")


def _folders(items: Iterable[Any]) -> Iterator[str]:
    """List the addresses of items, and every folder above them."""
    yield ""
    for item in items:
        address = _address(getattr(item, "url", None) or "")
        yield address
        yield from (address[: match.start()] for match in re.finditer("/", address))
