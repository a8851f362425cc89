"""Faults of what is the same in every language: code, results, callouts, tabs, tables, images, links."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from typing import TYPE_CHECKING

from support.planted.faults import Place, Spot, kind, lose, on
from support.planted.making import PICTURES, RESULTS, TYPES
from support.planted.words import SOURCE, Image, Link, Same

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.planted.blocks import Block

# Code, and no text that is translated.
CODE = ("bash", "yaml", "json", "toml")


@kind("passage: lost", "LS231")
def lost_passage(spot: Spot) -> Place | None:
    return lose(spot, spot.pick("passage", lambda block: block.facts["region"] == "run"))


@kind("passage: another", "LS231")
def other_passage(spot: Spot) -> Place | None:
    block = spot.pick("passage", lambda block: block.facts["region"] == "run")
    if not block:
        return None
    own = block.facts["target"].partition(":")[0]
    others = [path.rpartition("/")[2] for path in spot.site.files if path.startswith("snippets/")]
    block.facts["target"] = spot.random.choice([name for name in others if name != own]) + ":setup"
    return on(block)


@kind("results: lost", "LS231")
def lost_results(spot: Spot) -> Place | None:
    return lose(spot, spot.pick("results"))


@kind("results: others", "LS231")
def other_results(spot: Spot) -> Place | None:
    block = spot.pick("results", lambda block: not block.pieces)
    if not block:
        return None
    block.facts["name"] = spot.random.choice([name for name in RESULTS if name != block.facts["name"]])
    return on(block)


@kind("terms: lost", "LS231")
def lost_terms(spot: Spot) -> Place | None:
    return lose(spot, spot.pick("terms"))


@kind("terms: others", "LS231")
def other_terms(spot: Spot) -> Place | None:
    block = spot.pick("terms")
    if not block:
        return None
    # A list of its own: that of the source is not to change.
    block.facts["terms"] = block.facts["terms"][1:]
    return on(block)


@kind("terms: an unknown option", "LS252")
def unknown_option(spot: Spot) -> Place | None:
    block = spot.pick("terms")
    if not block:
        return None
    block.facts["more"] = [spot.random.choice(("term: [cache]", "sort: true", "[", "terms: cache"))]
    return on(block)


@kind("terms: one that the glossary does not have", "LS253")
def unknown_term(spot: Spot) -> Place | None:
    block = spot.pick("terms")
    if not block:
        return None
    block.facts["terms"] = [*block.facts["terms"], spot.random.choice(("compilers", "strides", "Cache-Speicher"))]
    return on(block)


@kind("terms: defined on no page", "LS254")
def no_definitions(spot: Spot) -> Place | None:
    block = spot.pick("terms")
    if not block:
        return None
    block.facts["definitions"] = f"glossary-{spot.random.randrange(100)}.md"
    return on(block)


def _code(block: Block) -> bool:
    return block.facts["language"] in CODE


def _line_of_code(spot: Spot, block: Block) -> int:
    lines = [at for at, line in enumerate(block.facts["body"]) if isinstance(line, str) and len(line) > 1]
    return spot.random.choice(lines)


@kind("code: a line lost", "LS231")
def lost_line(spot: Spot) -> Place | None:
    block = spot.pick("code", _code)
    if not block:
        return None
    del block.facts["body"][_line_of_code(spot, block)]
    return on(block)


@kind("code: a line edited", "LS231")
def edited_line(spot: Spot) -> Place | None:
    block = spot.pick("code", _code)
    if not block:
        return None
    at = _line_of_code(spot, block)
    line = block.facts["body"][at]
    changes = {"2.": "1.", "run.py": "start.py", "steps": "step", "mode": "modes", "size": "length", "tool": "tools"}
    block.facts["body"][at] = next(line.replace(old, new, 1) for old, new in changes.items() if old in line)
    return on(block)


@kind("code: another language", "LS231")
def other_language(spot: Spot) -> Place | None:
    block = spot.pick("code", lambda block: bool(block.facts["language"]))
    if not block:
        return None
    block.facts["language"] = "yaml" if block.facts["language"] != "yaml" else "bash"
    return on(block)


@kind("code: lost", "LS231")
def lost_code(spot: Spot) -> Place | None:
    return lose(spot, spot.pick("code", lambda block: len(spot.blocks("code")) < 3))


@kind("callout: another type", "LS233")
def other_type(spot: Spot) -> Place | None:
    block = spot.pick("callout")
    if not block:
        return None
    block.facts["type"] = spot.random.choice([one for one in TYPES[:5] if one != block.facts["type"]])
    return on(block)


@kind("callout: lost", "LS233")
def lost_callout(spot: Spot) -> Place | None:
    return lose(spot, spot.pick("callout"))


@kind("tabs: one lost", "LS234")
def lost_tab(spot: Spot) -> Place | None:
    block = spot.pick("tabs")
    if not block:
        return None
    spot.random.choice(block.items).gone = True
    return on(block)


@kind("tabs: all lost", "LS234")
def lost_tabs(spot: Spot) -> Place | None:
    return lose(spot, spot.pick("tabs"))


@kind("tabs: another order", "LS234", also=("LS231",))
def other_tabs(spot: Spot) -> Place | None:
    block = spot.pick("tabs", lambda block: isinstance(block.items[0].pieces[0], Same))
    if not block:
        return None
    first, second, *rest = block.items
    block.items = [second, first, *rest]
    return on(block)


@kind("table: a row lost", "LS232")
def lost_row(spot: Spot) -> Place | None:
    block = spot.pick("table")
    if not block:
        return None
    spot.random.choice(block.items[1:]).gone = True
    return on(block)


@kind("table: a column lost", "LS232")
def lost_column(spot: Spot) -> Place | None:
    block = spot.pick("table")
    if not block:
        return None
    column = spot.random.randrange(3)
    for item in block.items:
        del item.pieces[column]
    return on(block)


@kind("table: lost", "LS232")
def lost_table(spot: Spot) -> Place | None:
    return lose(spot, spot.pick("table"))


@kind("image: lost", "LS236")
def lost_image(spot: Spot) -> Place | None:
    return lose(spot, spot.pick("image"))


@kind("image in HTML: lost", "LS236")
def lost_html_image(spot: Spot) -> Place | None:
    return lose(spot, spot.pick("html", lambda block: block.facts["form"] == "figure"))


@kind("image: another", "LS236")
def other_image(spot: Spot) -> Place | None:
    images = [*spot.pieces(Image, "inline"), *spot.pieces(Image, "html")]
    shown = {
        posixpath.basename(piece.target)
        for block in spot.section.all()
        for piece in block.pieces
        if isinstance(piece, Image)
    }
    # One that the source shows nowhere would be a picture of the translation's own.
    others = [name for name in PICTURES if name not in shown and name in _pictures(spot)]
    if not images or not others:
        return None
    owner, pieces, at = spot.random.choice(images)
    image = pieces[at]
    assert isinstance(image, Image)
    pieces[at] = replace(image, target=f"{posixpath.dirname(image.target)}/{spot.random.choice(others)}")
    return on(owner)


def _pictures(spot: Spot) -> set[str]:
    """List the pictures that the source shows anywhere."""
    blocks = (block for page in spot.site.pages for section in page.sections for block in section.all())
    return {posixpath.basename(one.target) for block in blocks for one in block.pieces if isinstance(one, Image)}


def _links(spot: Spot, form: str, test: Callable[[Link], bool] = lambda _: True) -> tuple[object, list, int] | None:
    found = [one for one in spot.pieces(Link, form) if test(one[1][one[2]])]  # type: ignore[arg-type]
    return spot.random.choice(found) if found else None


def _lose_link(spot: Spot, form: str) -> Place | None:
    found = _links(spot, form)
    if not found:
        return None
    owner, pieces, at = found
    pieces[at] = pieces[at].words
    return on(owner)


def _lead(spot: Spot, form: str) -> Place | None:
    """Let a link lead to another page."""
    found = _links(spot, form)
    if not found:
        return None
    owner, pieces, at = found
    folder = posixpath.dirname(spot.page.name) or "."
    linked = {piece.target for _, all_, at in spot.pieces(Link, form) if isinstance(piece := all_[at], Link)}
    targets = {posixpath.relpath(page.name, folder) for page in spot.site.pages if page.name != spot.page.name}
    targets = {target for target in targets if not any(one.startswith(target) for one in linked)}
    pieces[at] = replace(pieces[at], target=spot.random.choice(sorted(targets)))
    return on(owner)


@kind("link: lost", "LS235")
def lost_link(spot: Spot) -> Place | None:
    return _lose_link(spot, "inline")


@kind("link in HTML: lost", "LS235")
def lost_html_link(spot: Spot) -> Place | None:
    return _lose_link(spot, "html")


@kind("link: leads elsewhere", "LS235")
def other_link(spot: Spot) -> Place | None:
    return _lead(spot, "inline")


@kind("link in HTML: leads elsewhere", "LS235")
def other_html_link(spot: Spot) -> Place | None:
    return _lead(spot, "html")


@kind("link: to no section", "LS238", also=("LS235",))
def no_anchor(spot: Spot) -> Place | None:
    found = _links(spot, "inline", lambda link: "#part" in link.target) or _links(
        spot, "html", lambda link: "#part" in link.target
    )
    if not found:
        return None
    owner, pieces, at = found
    pieces[at] = replace(pieces[at], target=f"{pieces[at].target}-{spot.random.randrange(10, 99)}")
    return on(owner)


@kind("link: to no other site", "LS245", also=("LS235",))
def no_address(spot: Spot) -> Place | None:
    """Write an address that no browser can follow."""
    found = _links(spot, "inline", lambda link: link.target.startswith("https://")) or _links(
        spot, "html", lambda link: link.target.startswith("https://")
    )
    if not found:
        return None
    owner, pieces, at = found
    beginning = spot.random.choice(["htps://", "https:/", "https//", "https:///", "https://https://"])
    pieces[at] = replace(pieces[at], target=pieces[at].target.replace("https://", beginning))
    return on(owner)


@kind("link: to another language", "LS235")
def wrong_language(spot: Spot) -> Place | None:
    """Let it lead to the page in another language, although it is there in this one."""
    pages = {page.name: page for page in spot.site.pages}
    folder = posixpath.dirname(spot.page.name)

    def name(link: Link) -> str:
        return posixpath.normpath(posixpath.join(folder, link.target.partition("#")[0]))

    def fits(link: Link) -> bool:
        return name(link) in pages and spot.language in pages[name(link)].languages

    found = _links(spot, "inline", fits)
    if not found:
        return None
    owner, pieces, at = found
    target = name(pieces[at])
    other = spot.random.choice([*sorted(pages[target].languages - {spot.language, SOURCE}), SOURCE])
    way = posixpath.relpath(f"{other}/{target}", f"{spot.language}/{folder}")
    anchor = pieces[at].target.partition("#")[2]
    pieces[at] = replace(pieces[at], target=way + (f"#{anchor}" if anchor else ""))
    return on(owner)
