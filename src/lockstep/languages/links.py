"""Whether a translation's links and images lead where its source's do.

A link is compared by what it leads to, not by how it is written: a page and a section of it in any language, a file, a
site. A site may have pages in the translation's language at an address of their own.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from lockstep.findings import Finding, near
from lockstep.languages.blocks import COMMANDS
from lockstep.rules.block import FINDINGS, ids

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

    from lockstep.languages.pages import Page
    from lockstep.parts import Link, Part
    from lockstep.project import Language, Project

    Beside = Callable[[int], int]

SUFFIXES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//")
# In the address of a page in another language: a host, a folder or a parameter.
WORD = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")

Key = tuple[str, str, str]
Place = tuple[Key, int]


def key(target: str, page: Page, languages: Iterable[Language]) -> Key:
    """Say what a link of a page leads to: its kind (``page``, ``file``, ``site``), what, and which section of it."""
    if SCHEME.match(target):
        scheme = target.partition(":")[0].lower() if not target.startswith("//") else "https"
        # Whom to write to may differ, what to call or to show may not.
        return ("site" if scheme in ("http", "https") else scheme), "" if scheme == "mailto" else target, ""
    path, _, anchor = target.partition("#")
    path = unquote(path.partition("?")[0])
    if path.startswith("/"):
        return "site", target, ""
    if not path:
        return "page", page.name, unquote(anchor)
    name = posixpath.normpath(posixpath.join(posixpath.dirname(page.name), path))
    # From a page to one in another language's folder.
    for language in languages:
        name = name.removeprefix(f"../{language.folder}/")
    return ("page" if name.endswith(SUFFIXES) else "file"), name, unquote(anchor)


def compare_links(
    ours: Sequence[Part],
    theirs: Sequence[Part],
    page: Page,
    source: Page,
    *,
    languages: Sequence[Language],
    names: Set[str],
    beside: Beside,
) -> Iterator[Finding]:
    """Report links that lead elsewhere and links that are lost. One more than the source has is no fault.

    Args:
        ours: the parts of the translation's section.
        theirs: the source section's, without those that the translation has lost.
        page: the translation.
        source: its source.
        languages: the project's.
        names: the pages that there are in the translation's language.
        beside: finds the translation's line for a line of the source.
    """
    targets = [[link.target for part in parts if part.links for link in part.links] for parts in (ours, theirs)]
    if targets[0] == targets[1]:
        return
    yield from _foreign(ours, {*targets[1]}, page, source, languages=languages, names=names)
    have, want = _links(ours, page, languages), _links(theirs, source, languages)
    lost = {one: link for one, link in want.items() if one not in have}
    more = {one: link for one, link in have.items() if one not in want}
    for one in list(lost):
        partner = next((other for other in more if _same_site(other[0], one[0], page.language, source.language)), None)
        if partner:
            del lost[one], more[partner]
    for one, link in lost.items():
        where = f"{source.path}:{link.line}"
        other = _nearest(one, more)
        if other:
            wrong = more.pop(other)
            message = f"the link leads to '{wrong.target}', that of {where} to '{link.target}'"
            yield Finding(page.path, wrong.line, 1, "LS235", message, "links are the same in every language")
        else:
            message = f"the link to '{link.target}' of {where} is missing"
            yield Finding(page.path, beside(link.line), 1, "LS235", message, "put it here")


def _foreign(
    ours: Sequence[Part], known: Set[str], page: Page, source: Page, *, languages: Sequence[Language], names: Set[str]
) -> Iterator[Finding]:
    """Report links to a page in a language that is not the readers', where theirs has it or the source's would do."""
    for link in (link for part in ours for link in part.links if not link.image and link.target.startswith("..")):
        way = posixpath.normpath(posixpath.join(posixpath.dirname(page.name), unquote(link.target.partition("#")[0])))
        for language in languages:
            name = way.removeprefix(f"../{language.folder}/")
            if name == way or language == page.language or link.target in known:
                continue
            if name in names or language != source.language:
                message = f"the link leads to '{link.target}', which is in {language.tag}"
                hint = "lead to it as from a page of the same folder: readers get it in their language"
                yield Finding(page.path, link.line, 1, "LS235", message, hint)


def compare_images(
    ours: Sequence[Part],
    theirs: Sequence[Part],
    page: Page,
    source: Page,
    *,
    pictures: Set[str],
    beside: Beside,
) -> Iterator[Finding]:
    """Report images that are lost, too many or others, and those whose alternative text is lost.

    A translation may have pictures of its own: such that are none of ``pictures``, the names of those in the source.
    """
    have, want = (images(parts) for parts in (ours, theirs))
    if not have and not want:
        return
    if len(have) == len(want):
        names = {posixpath.basename(link.target) for link in want}
        for mine, yours in zip(have, want, strict=True):
            where = f"{source.path}:{yours.line}"
            if posixpath.basename(mine.target) in pictures - names:
                message = f"the image '{mine.target}' is another than '{yours.target}' of {where}"
                yield Finding(page.path, mine.line, 1, "LS236", message, "a picture of its own has a name of its own")
            elif yours.alt and not mine.alt:
                message = f"the image '{mine.target}' has no alternative text, that of {where} has '{yours.alt}'"
                hint = "translate that text: it is for those who do not see the image"
                yield Finding(page.path, mine.line, 1, "LS236", message, hint)
        return
    names = {posixpath.basename(link.target) for link in have}
    lost = [link for link in want if posixpath.basename(link.target) not in names] or want[len(have) :]
    for link in lost[: len(want) - len(have)]:
        message = f"the image '{link.target}' of {source.path}:{link.line} is missing"
        yield Finding(page.path, beside(link.line), 1, "LS236", message, "put it below this line")
    known = {posixpath.basename(link.target) for link in want}
    added = [link for link in have if posixpath.basename(link.target) not in known] or have[len(want) :]
    for link in added[: max(0, len(have) - len(want))]:
        message = f"the image '{link.target}' is not in the section of {source.path}"
        yield Finding(page.path, link.line, 1, "LS236", message, "what is shown in one language is shown in all")


def images(parts: Iterable[Part]) -> list[Link]:
    """List the images of parts."""
    return [link for part in parts if part.links for link in part.links if link.image]


def check_anchors(
    project: Project, pages: Mapping[tuple[str, str], Page], chosen: Mapping[tuple[str, str], Page] | None = None
) -> Iterator[Finding]:
    """Report links to a section that the page they lead to does not have, in its language or, untranslated, at all.

    Args:
        project: the project.
        pages: its pages by language folder and name; of other pages, only those that are led to are asked for.
        chosen: those to check; all of them by default.
    """
    for page in (pages if chosen is None else chosen).values():
        for part in page.outline.parts:
            for link in part.links:
                if link.image or "#" not in link.target:
                    continue
                kind, name, anchor = key(link.target, page, project.languages)
                if kind != "page" or not anchor:
                    continue
                target = pages.get((page.language.folder, name)) or pages.get((project.source.folder, name))
                if target and not _has(target, anchor):
                    known = [heading.id for heading in target.headings if heading.id]
                    place = "this page" if target is page else target.path
                    message = f"a link to '#{anchor}', which {place} does not have"
                    line = link.line + page.body_line - 1
                    column = page.text.split("\n")[line - 1].find(link.target) + 1
                    yield Finding(page.path, line, max(1, column), "LS238", message, near(anchor, known))


def _has(page: Page, anchor: str) -> bool:
    """Whether a page has an id, in a heading, an attribute list, HTML or a block: elsewhere, nobody knows."""
    if anchor.startswith("lockstep") and any(fence.language == COMMANDS for fence in page.outline.fences):
        # The block becomes sections that only its renderer knows; hosts that build the page see whether this is one.
        return True
    if any(fence.language == FINDINGS and anchor in ids(fence) for fence in page.outline.fences):
        return True
    if any(heading.id == anchor for heading in page.headings) or anchor.startswith(("fn:", "fnref:", "__")):
        return True
    written = re.escape(anchor)
    return bool(
        re.search(rf"""\{{[^}}\n]*\#{written}(?=[\s}}.])|(?:id|name)\s*[=:]\s*["']?{written}(?![\w-])""", page.text)
    )


def _links(parts: Sequence[Part], page: Page, languages: Sequence[Language]) -> dict[Place, Link]:
    """Map links by what they lead to, and by how many times that was linked to before."""
    found: dict[Place, Link] = {}
    for part in parts:
        for link in part.links:
            if not link.image:
                what = key(link.target, page, languages)
                found[what, sum(one == what for one, _ in found)] = link
    return found


def _same_site(one: Key, other: Key, mine: Language, yours: Language) -> bool:
    """Whether two addresses can be of one page in two languages."""
    if one[0] != "site" or other[0] != "site":
        return False
    codes = [_codes(language) for language in (mine, yours)]
    first, second = (_bare(address, codes[0] | codes[1]) for address in (one[1], other[1]))
    if first == second:
        return True
    words = {word.casefold().replace("_", "-") for word in WORD.findall(one[1])}
    return bool(words & codes[0]) and _domain(one[1]) == _domain(other[1])


def _codes(language: Language) -> set[str]:
    tag = language.tag.casefold()
    return {tag, tag.partition("-")[0], language.folder.casefold()}


def _bare(address: str, codes: set[str]) -> list[str]:
    words = WORD.findall(address.rstrip("/"))
    return [word for word in words if word.casefold().replace("_", "-") not in codes and word.casefold() != "www"]


def _domain(address: str) -> list[str]:
    return (urlsplit(address).hostname or "").split(".")[-2:]


def _nearest(wanted: Place, more: Mapping[Place, Link]) -> Place | None:
    """Choose the link that stands in the place of a lost one: of the same kind, and rather of the same page."""
    same = [one for one in more if one[0][0] == wanted[0][0]]
    return next((one for one in same if one[0][1] == wanted[0][1]), same[0] if same else next(iter(more), None))
