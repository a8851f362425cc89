"""Links to other sites: where they stand, and those that cannot work, whatever is at the other end.

Nothing is fetched. A link that is well formed may be dead all the same: ``lockstep links`` lists them for a tool that
asks their hosts.
"""

from __future__ import annotations

import difflib
import html
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lockstep.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

    from lockstep.languages.pages import Page

WEB = ("http", "https", "ftp")
SCHEME = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)(?P<mark>:[/\\]*)")
# What is meant for the address of a site, and is a path below the page.
BARE = re.compile(r"(?i)(?:https?//|www\.[\w-]+\.)")
# Close enough to http or https for a slip, and no scheme that anyone registered.
CUTOFF = 0.75
OTHERS = {"shttp", "tcp", "httpg", "hxxp", "hxxps"}
NO_ADDRESS = re.compile(r"[\s<>\"\\\x00-\x1f]")
PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
LABEL = re.compile(r"(?!-)[\w-]{1,63}(?<!-)")
TWICE = re.compile(r"(?i)https?://(?:https?)(?::|//|/{2})")
HOST = re.compile(r"(?://)(?:[^/?#@]*@)?(?P<host>\[[^\]/?#]*\]|[^:/?#]*)(?::(?P<port>[^/?#]*))?")
LARGEST_PORT = 65535
# Of titles that end with a point, and have pages.
TITLES = ("wikipedia.org", "wiktionary.org", "wikimedia.org")
DEFINITION = re.compile(r"[> ]{0,12}\[(?P<name>[^\]\n^][^\]\n]*)\]:[ ]*<?(?P<address>[^\s<>]+)")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a link stands: a file below the project's root, line and column from 1."""

    path: str
    line: int
    column: int


def find_external(pages: Iterable[Page]) -> dict[str, list[Place]]:
    """Map the addresses of other sites that pages link to, show or define, by their text, to the places of each."""
    found: dict[str, set[Place]] = defaultdict(set)
    for page in pages:
        for address, place in _addresses(page):
            if is_external(address):
                found[address].add(place)
    return {address: sorted(found[address]) for address in sorted(found)}


def is_external(address: str) -> bool:
    """Whether an address leads to another site, or was meant to."""
    scheme = SCHEME.match(address)
    if not scheme:
        return address.startswith("//") or bool(BARE.match(address))
    return scheme["scheme"].lower() in WEB or _slip(scheme["scheme"])


def host(address: str) -> str:
    """Name the host of an address in lower case; empty where there is none to be read."""
    match = HOST.search(address)
    return match["host"].lower() if match else ""


def check_external(pages: Mapping[tuple[str, str], Page]) -> Iterator[Finding]:
    """Report links to other sites that cannot work: LS245."""
    for address, places in find_external(pages.values()).items():
        if fault := find_fault(address):
            for place in places:
                message = f"the link '{address}' {fault[0]}"
                yield Finding(place.path, place.line, place.column, "LS245", message, fault[1])


def find_fault(address: str) -> tuple[str, str] | None:
    """Say what is wrong with the form of an address of another site, and how to mend it; none where it can work."""
    return _beginning(address) or _host(address) or _rest(address)


def _beginning(address: str) -> tuple[str, str] | None:
    scheme = SCHEME.match(address)
    if TWICE.match(address):
        return "begins twice", "write the scheme once"
    if BARE.match(address):
        return "has no scheme, and leads to a page of this site", "begin it with https://"
    if scheme and scheme["scheme"].lower() not in WEB:
        return f"begins with '{scheme['scheme']}:', which is no scheme of the web", "begin it with https://"
    if scheme and scheme["mark"] != "://":
        return f"has '{scheme['mark']}' behind its scheme", f"write {scheme['scheme']}://"
    bad = NO_ADDRESS.search(address)
    if bad:
        what = "a blank" if bad[0].isspace() else f"'{bad[0]}'"
        return f"has {what} in it", f"write it as %{ord(bad[0]):02X}, or take it out"
    return None


def _host(address: str) -> tuple[str, str] | None:
    try:
        urlsplit(address)
    except ValueError:
        return "has a host that cannot be read", "correct the host"
    match = HOST.search(address)
    if not match or not match["host"]:
        return "has no host", "write the host behind the two slashes"
    name = match["host"]
    if not name.startswith("["):
        # A point behind the last label is allowed, and nobody means it.
        wrong = next((label for label in name.split(".") if not LABEL.fullmatch(label)), None)
        if wrong is not None and "%" not in name:
            shown = f"'{name}' is no host: " + (f"'{wrong}' cannot be a part of one" if wrong else "a part is empty")
            return f"leads nowhere, {shown}", "correct the host"
    if match["port"] and not (
        match["port"].isascii() and match["port"].isdigit() and int(match["port"]) <= LARGEST_PORT
    ):
        return f"has the port '{match['port']}', which is none", "write a number up to 65535, or none"
    return None


def _rest(address: str) -> tuple[str, str] | None:
    percent = PERCENT.search(address)
    if percent:
        return f"has a percent sign that encodes nothing, '{address[percent.start() :][:3]}'", "write %25 for the sign"
    for opening, closing in ("()", "[]"):
        more = address.count(closing) - address.count(opening)
        if more > 0 and address.endswith(closing):
            return f"ends with '{closing}', which nothing in it opens", f"take '{closing}' out of the link"
        if more < 0 and opening == "(":
            return f"has '{opening}', which nothing in it closes", "put the address between < and >, or write %28"
    last = address[-1]
    path = urlsplit(address).path
    # Behind a slash, or a name with an extension, a point ends the sentence.
    sentence = path.endswith(".") and not host(address).endswith(TITLES) and re.search(r"(?:/|\.[a-z]{2,5})\.$", path)
    if last in ",;" or (last == "." and sentence):
        return f"ends with '{last}', which belongs to the text", f"take '{last}' out of the link"
    return None


def _slip(scheme: str) -> bool:
    name = scheme.lower()
    return name not in OTHERS and bool(difflib.get_close_matches(name, WEB[:2], n=1, cutoff=CUTOFF))


def _addresses(page: Page) -> Iterator[tuple[str, Place]]:
    """List the addresses of a page: those of links and images, and the definitions that nothing refers to."""
    offset = page.body_line - 1
    hidden = {number for fence in page.outline.fences for number in range(fence.line, fence.end + 1)}
    seen: dict[str, tuple[int, int]] = {}
    for part in page.outline.parts:
        for link in part.links:
            if is_external(link.target):
                # Of several links to the same address, each stands behind the one before.
                after = seen.get(link.target, (link.line, 0))
                line, column = _find(page.lines, link.target, after, hidden) or (link.line, 1)
                seen[link.target] = max(after, (line, column))
                yield link.target, Place(page.path, line + offset, column)
    for number, text in enumerate(page.lines if "]:" in page.text else (), 1):
        match = DEFINITION.match(text) if "]:" in text and number not in hidden else None
        if match and match["address"] not in seen:
            yield match["address"], Place(page.path, number + offset, match.start("address") + 1)


def _find(lines: Sequence[str], target: str, after: tuple[int, int], hidden: Set[int]) -> tuple[int, int] | None:
    """Find line and column of an address behind a place, or else, for one that is referred to again, at that place."""
    forms = "|".join(
        re.escape(form) for form in dict.fromkeys((target, html.escape(target), target.replace("&", "&amp;")))
    )
    pattern = re.compile(rf"(?:{forms})(?=[\s)>\"']|$)")
    start, column = after
    for number in range(start, len(lines) + 1):
        if number not in hidden and (match := pattern.search(lines[number - 1], column if number == start else 0)):
            return number, match.start() + 1
    return after if column else None
