"""Faults of texts: lost, added, left in the source language, without a term of the glossary; and allowances in vain."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from support.planted.faults import Place, Spot, above, entry, first_line, kind, left, lose, on
from support.planted.words import WITHOUT_NAME, WITHOUT_TERM, Image, Phrase, Same, size, vocabulary

if TYPE_CHECKING:
    from support.planted.blocks import Block, Item

# Sentences with the same term, which would render it in the place of the one that does not.
WITH_TERM = {
    term: {number for number in range(size("sentences")) if term in vocabulary("en")["sentences"][number]}
    for term in (*WITHOUT_TERM, "PyTorch")
}


@kind("paragraph: lost", "LS237")
def lost_paragraph(spot: Spot) -> Place | None:
    # Which of several was lost cannot always be told from their lengths.
    if not lose(spot, spot.pick("paragraph")):
        return None
    section = spot.section
    # What stood above the first heading is missed where that is now, behind blank lines.
    below = 0 if section.level else 2
    return lambda written: {line + more for line in written.lines(section) for more in range(below + 1)}


@kind("paragraph: added", "LS237")
def added_paragraph(spot: Spot) -> Place | None:
    if spot.section.closed:
        return None
    new = spot.new("paragraph", pieces=spot.speaker.sentences(1, 3))
    spot.section.blocks.insert(spot.random.randint(0, 1), new)
    # Which of two neighbours is the new one cannot always be told.
    return on(spot.section)


@kind("list item: lost", "LS237")
def lost_item(spot: Spot) -> Place | None:
    block = spot.pick("list", lambda block: len(block.items) > 1)
    if not block:
        return None
    item = spot.random.choice(block.items)
    item.gone = True
    # Which of several was lost cannot always be told from their lengths.
    return on(spot.section)


@kind("definition: lost", "LS237")
def lost_definition(spot: Spot) -> Place | None:
    block = spot.pick("definitions")
    if not block:
        return None
    item = spot.random.choice(block.items)
    item.gone = True
    return lambda written: above(spot.section, item)(written) | written.lines(block)


@kind("footnote: lost", "LS237")
def lost_footnote(spot: Spot) -> Place | None:
    block = spot.pick("footnote")
    if not block:
        return None
    block.kind = "paragraph"
    return on(spot.section)


@kind("description: lost", "LS237", scope="front")
def lost_description(spot: Spot) -> Place | None:
    if not spot.page.front.description:
        return None
    spot.page.front.description = []
    return first_line


@kind("title: lost", "LS237", scope="front")
def lost_title(spot: Spot) -> Place | None:
    if not spot.page.front.title:
        return None
    spot.page.front.title = []
    return first_line


@kind("untranslated: paragraph", "LS239")
def left_paragraph(spot: Spot) -> Place | None:
    return _leave(spot.pick("paragraph"))


@kind("untranslated: a sentence", "LS239")
def left_sentence(spot: Spot) -> Place | None:
    block = spot.pick("paragraph", lambda block: sum(isinstance(piece, Phrase) for piece in block.pieces) > 1)
    if not block:
        return None
    phrases = [at for at, piece in enumerate(block.pieces) if isinstance(piece, Phrase) and not piece.gaps]
    if not phrases:
        return None
    at = spot.random.choice(phrases)
    block.pieces[at : at + 1] = left([block.pieces[at]])
    return on(block)


@kind("untranslated: text in HTML", "LS239")
def left_html(spot: Spot) -> Place | None:
    return _leave(spot.pick("html", lambda block: block.facts["form"] != "figure"))


@kind("untranslated: heading", "LS239")
def left_heading(spot: Spot) -> Place | None:
    if not spot.section.level or spot.section.closed:
        return None
    spot.section.title[:] = left(spot.section.title)
    return on(spot.section.title)


@kind("untranslated: list item", "LS239")
def left_item(spot: Spot) -> Place | None:
    return _leave_item(spot.pick("list"), spot)


@kind("untranslated: cell", "LS239")
def left_cell(spot: Spot) -> Place | None:
    block = spot.pick("table")
    if not block:
        return None
    item = spot.random.choice(block.items[1:])
    item.pieces = left(item.pieces)
    return on(item)


@kind("untranslated: definition", "LS239")
def left_definition(spot: Spot) -> Place | None:
    return _leave_item(spot.pick("definitions"), spot)


@kind("untranslated: footnote", "LS239")
def left_footnote(spot: Spot) -> Place | None:
    return _leave_item(spot.pick("footnote"), spot)


@kind("untranslated: callout's title", "LS239")
def left_title(spot: Spot) -> Place | None:
    return _leave(spot.pick("callout", lambda block: bool(block.pieces)))


@kind("untranslated: tab's label", "LS239")
def left_label(spot: Spot) -> Place | None:
    return _leave_item(spot.pick("tabs", lambda block: isinstance(block.items[0].pieces[0], Phrase)), spot)


@kind("untranslated: title", "LS239", scope="front")
def left_page_title(spot: Spot) -> Place | None:
    if not spot.page.front.title:
        return None
    spot.page.front.title = left(spot.page.front.title)
    return entry("title")


@kind("untranslated: description", "LS239", scope="front")
def left_description(spot: Spot) -> Place | None:
    if not spot.page.front.description:
        return None
    spot.page.front.description = left(spot.page.front.description)
    return entry("description")


@kind("untranslated: alternative text", "LS239")
def left_alternative(spot: Spot) -> Place | None:
    images = list(spot.pieces(Image, "inline"))
    if not images:
        return None
    owner, pieces, at = spot.random.choice(images)
    pieces[at : at + 1] = left([pieces[at]])
    return on(owner)


@kind("alternative text: lost", "LS236")
def lost_alternative(spot: Spot) -> Place | None:
    images = [*spot.pieces(Image, "inline"), *spot.pieces(Image, "html")]
    if not images:
        return None
    owner, pieces, at = spot.random.choice(images)
    image = pieces[at]
    assert isinstance(image, Image)
    pieces[at] = replace(image, words=Same(""))
    return on(owner)


@kind("glossary: term not rendered", "LS251")
def no_term(spot: Spot) -> Place | None:
    terms = list(WITHOUT_TERM)
    spot.random.shuffle(terms)
    return next(filter(None, (_reword(spot, term, *WITHOUT_TERM[term]) for term in terms)), None)


@kind("glossary: kept term translated", "LS251")
def translated_term(spot: Spot) -> Place | None:
    return _reword(spot, "PyTorch", *WITHOUT_NAME)


@kind("allowance: without a reason", "LS240")
def no_reason(spot: Spot) -> Place | None:
    return _allow(spot, "LS237", reason=False)


@kind("allowance: in vain", "LS240")
def in_vain(spot: Spot) -> Place | None:
    return _allow(spot, spot.random.choice(("LS231", "LS235", "LS237", "LS239")))


@kind("allowance: of no difference", "LS240")
def no_difference(spot: Spot) -> Place | None:
    return _allow(spot, spot.random.choice(("LS203", "LS238", "all", "LS0")))


def _leave(block: Block | None) -> Place | None:
    if not block or not any(isinstance(piece, Phrase) for piece in block.pieces):
        return None
    block.pieces = left(block.pieces)
    return on(block)


def _leave_item(block: Block | None, spot: Spot) -> Place | None:
    if not block:
        return None
    item: Item = spot.random.choice(block.items)
    item.pieces = left(item.pieces)
    return on(item)


def _reword(spot: Spot, term: str, number: int, wrong: int) -> Place | None:
    """Say a sentence without its term, in a paragraph that has the term in no other."""

    def fits(block: Block) -> bool:
        said = [piece.number for piece in block.pieces if isinstance(piece, Phrase) and piece.kind == "sentences"]
        return number in said and sum(one in WITH_TERM[term] for one in said) == 1

    block = spot.pick("paragraph", fits)
    if not block:
        return None
    block.pieces = [
        replace(piece, kind="wrong", number=wrong)
        if isinstance(piece, Phrase) and (piece.kind, piece.number) == ("sentences", number)
        else piece
        for piece in block.pieces
    ]
    return on(block)


def _allow(spot: Spot, code: str, *, reason: bool = True) -> Place | None:
    pieces = [spot.speaker.say("titles")] if reason else []
    block = spot.new("comment", pieces=pieces, facts={"allow": code})
    spot.section.blocks.insert(0, block)
    return on(block)
