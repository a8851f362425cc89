"""Faults of headings, and of the records that say what their sections translate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.planted.faults import Place, Spot, anywhere, entry, kind, on
from support.planted.pages import Section

if TYPE_CHECKING:
    from support.planted.words import Phrase

FINGERPRINTS = "bcdfghjklmnpqrstvwxz"


def _free(section: Section | None) -> bool:
    """Whether nothing else depends on a section's heading or place."""
    if not section or section.level < 2 or section.linked or section.closed:
        return False
    return not any(block.kind in ("passage", "results") for block in section.all())


def _new(spot: Spot) -> Section:
    title: list[Phrase] = [spot.speaker.say("headings")]
    return Section(f"more-{spot.random.randrange(1000)}", spot.section.level, [*title], [])


def _fingerprint(spot: Spot) -> str:
    return "".join(spot.random.choices(FINGERPRINTS, k=9))


@kind("heading: another id", "LS203", scope="neighbours")
def other_id(spot: Spot) -> Place | None:
    if not _free(spot.section):
        return None
    spot.section.id = f"teil-{spot.random.randrange(1000)}"
    return on(spot.section.title)


@kind("heading: another level", "LS203", scope="neighbours")
def other_level(spot: Spot) -> Place | None:
    if spot.section.level < 2:
        return None
    spot.section.level = 5 - spot.section.level
    return on(spot.section.title)


@kind("heading: another order", "LS203", scope="neighbours")
def other_order(spot: Spot) -> Place | None:
    one, other, after = spot.section, spot.neighbour(1), spot.neighbour(2)
    if not other or not _free(one) or not _free(other) or not one.level == other.level == 2:
        return None
    if after and after.level != 2:
        return None
    spot.page.sections[spot.index : spot.index + 2] = [other, one]
    return lambda written: written.lines(one.title) | written.lines(other.title)


@kind("heading: lost, its text kept", "LS203", scope="neighbours")
def lost_heading(spot: Spot) -> Place | None:
    section, before = spot.section, spot.neighbour(-1)
    if not before or before.closed or not before.level or not _free(section):
        return None
    section.bare = True
    return lambda written: written.lines(before.title) | written.lines(section)


@kind("section: lost", "LS203", scope="neighbours")
def lost_section(spot: Spot) -> Place | None:
    before = spot.neighbour(-1)
    if not before or not before.level or not _free(spot.section):
        return None
    del spot.page.sections[spot.index]
    return on(before.title)


@kind("heading: added", "LS203", scope="neighbours")
def added_heading(spot: Spot) -> Place | None:
    if spot.section.closed or spot.section.level < 2:
        return None
    new = _new(spot)
    spot.page.sections.insert(spot.index + 1, new)
    return on(new.title)


@kind("heading: the id of another", "LS204", scope="neighbours", also=("LS203",))
def same_id(spot: Spot) -> Place | None:
    section, before = spot.section, spot.neighbour(-1)
    if not before or before.closed or not before.level or not _free(section):
        return None
    section.id = before.id
    return lambda written: written.lines(before.title) | written.lines(section.title)


@kind("heading: no id", "LS202", scope="neighbours")
def no_id(spot: Spot) -> Place | None:
    if not _free(spot.section):
        return None
    spot.section.without_id = True
    return on(spot.section.title)


@kind("record: of an unknown section", "LS222", scope="front")
def unknown_record(spot: Spot) -> Place | None:
    spot.page.front.extra.append(("part-77", _fingerprint(spot)))
    return entry("part-77")


@kind("record: no fingerprint", "LS221", also=("LS224",))
def no_fingerprint(spot: Spot) -> Place | None:
    section = spot.section
    spot.page.front.record[section.id] = spot.random.choice(("2024-05-01", "a1b2c3d", "'bcd fgh'", "bcdfghjk"))
    return lambda written: entry(section.id)(written) | written.lines(section)


@kind("record: twice", "LS221")
def recorded_twice(spot: Spot) -> Place | None:
    spot.page.front.extra.append((spot.section.id, _fingerprint(spot)))
    return entry(spot.section.id)


@kind("record: on a source page", "LS221", scope="front", source=True)
def record_on_source(spot: Spot) -> Place | None:
    spot.page.front.extra.append(("start", _fingerprint(spot)))
    return entry("translates")


@kind("record: no mapping", "LS221", scope="page", also=("LS224",))
def no_record(spot: Spot) -> Place | None:
    spot.page.front.broken = "no record"
    return anywhere


@kind("section: still to do", "LS225")
def to_do(spot: Spot) -> Place | None:
    mark = spot.new("comment", facts={"to do": True})
    spot.section.blocks.insert(0, mark)
    return on(mark)


@kind("title: still to do", "LS225", scope="front")
def title_to_do(spot: Spot) -> Place | None:
    if not spot.page.front.title:
        return None
    spot.page.front.to_do = "title"
    return entry("title")


@kind("section: stale", "LS223")
def stale(spot: Spot) -> Place | None:
    spot.page.front.record[spot.section.id] = _fingerprint(spot)
    return on(spot.section)


@kind("section: not recorded", "LS224")
def unrecorded(spot: Spot) -> Place | None:
    spot.page.front.record[spot.section.id] = None
    return on(spot.section)


@kind("front matter: never closed", "LS207", scope="page")
def never_closed(spot: Spot) -> Place | None:
    spot.page.front.broken = "never closed"
    return anywhere


@kind("front matter: no mapping", "LS207", scope="page")
def no_mapping(spot: Spot) -> Place | None:
    spot.page.front.broken = "no mapping"
    return anywhere


@kind("front matter: no YAML", "LS207", scope="page")
def no_yaml(spot: Spot) -> Place | None:
    spot.page.front.broken = "no YAML"
    return anywhere
