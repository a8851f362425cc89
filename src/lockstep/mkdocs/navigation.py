"""The navigation beside every page, rendered once for all pages that are led to the rest of the site by the same links.

Material renders the whole navigation on every page: its cost grows with the square of the number of pages. What differs
between pages is which item is the current one, and how far up a relative link has to begin. An item that holds no
current page is the same markup on all pages of a folder, unless it leads to something below one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from markupsafe import Markup
    from mkdocs.structure.pages import Page

TEMPLATE, TABS = "partials/nav-item.html", "partials/tabs-item.html"
# Under these names, templates find the functions that have the items, and the tabs that lead to them.
NAME, TAB_NAME = "lockstep_item", "lockstep_tab"
# Material's macro for an item, which calls itself for those below.
MACRO = "{% macro render(nav_item, path, level, parent) %}"
# Each folder may have its own markup of the whole navigation.
FOLDERS = 8
ASK = "{{ lockstep_item(page, lockstep_render, nav_item, path, level, parent) }}"
# For those below, it need not be called to ask.
BELOW = '{{ render(item, path ~ "_" ~ loop.index, level + 1, nav_item) }}'
ASKED = BELOW.replace("render(", "lockstep_item(page, lockstep_render, ")
# Its macro for a tab, which calls itself for the first page of a section.
TAB = "{% macro render(nav_item, ref) %}"
ASK_TAB = "{{ lockstep_tab(page, lockstep_render, nav_item, ref) }}"
SHARED = {TEMPLATE: (MACRO, ASK), TABS: (TAB, ASK_TAB)}


def share(template: str, name: str) -> str:
    """Have Material's template of an item, or of a tab, ask for what other pages have; another one stays as it is."""
    macro, ask = SHARED.get(name, ("", ""))
    if not macro or template.count(macro) != 1:
        return template
    renamed = template.replace(macro, macro.replace("render(", "lockstep_render("))
    return renamed.replace(BELOW, ASKED) + macro.removesuffix("%}") + "-%}" + ask + "{%- endmacro %}"


class Items:
    """The markup of items of the navigation, for the pages of one language."""

    def __init__(self) -> None:
        """Know none yet."""
        # By folder, the one that was come to last at the end: pages of one come one after the other.
        self.kept: dict[tuple[object, ...], dict[tuple[object, ...], Markup]] = {}
        # The addresses below an item, and every folder that they are in.
        self.below: dict[int, frozenset[str]] = {}

    def item(self, page: Page | None, render: Callable[..., Markup], item: Any, *place: Any) -> Markup:  # noqa: ANN401
        """Render an item, or take it as it was rendered on another page of the same folder.

        Args:
            page: the page that it stands on.
            render: Material's macro.
            item: the item, a page or a section or a link.
            place: what else the macro takes: the item's path, its level, and the section that it is in.
        """
        path, level, parent = place
        return self._shared(page, render, item, place, (path, level, bool(parent and parent.active)))

    def tab(self, page: Page | None, render: Callable[..., Markup], item: Any, of: Any) -> Markup:  # noqa: ANN401
        """Render a tab; ``of`` is the section that it is the tab of, where the item is the first page of that."""
        if not of:
            return self._shared(page, render, item, (), ())
        return render(item, of) if of.active else self._shared(page, render, item, (of,), (id(of),))

    def _shared(
        self,
        page: Page | None,
        render: Callable[..., Markup],
        item: Any,  # noqa: ANN401
        place: tuple[Any, ...],
        counts: tuple[object, ...],
    ) -> Markup:
        below = self.below.get(id(item))
        if below is None:
            below = self.below[id(item)] = frozenset(_folders(item))
        if not page or item.active or page.url in below:
            return render(item, *place)
        folder, _, name = page.url.rstrip("/").rpartition("/")
        here = (folder, bool(name), page.url.endswith("/"))
        kept = self.kept.get(here)
        if kept is None:
            if len(self.kept) == FOLDERS:
                del self.kept[next(iter(self.kept))]
            kept = self.kept[here] = {}
        key = (id(item), *counts)
        if key not in kept:
            kept[key] = render(item, *place)
        return kept[key]


def folder(page: Page) -> str:
    """Name the folder that a page is in: those of one have most of their navigation in common."""
    return page.url.rstrip("/").rpartition("/")[0]


def _folders(item: Any) -> Iterator[str]:  # noqa: ANN401 (MkDocs has no type for all of them)
    """List the addresses of an item and of those below it, and every folder above them: as pages' own addresses are."""
    yield ""
    url = getattr(item, "url", None)
    if url:
        yield url
        parts = url.split("/")
        for number in range(1, len(parts)):
            yield "/".join(parts[:number]) + "/"
    for child in item.children or ():
        yield from _folders(child)
