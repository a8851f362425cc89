"""What readers are told about a page that is not, or no longer, in their language."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from markupsafe import escape

from lockstep.languages.names import language_name
from lockstep.languages.sections import TOP
from lockstep.messages import Messages
from lockstep.messages import mark as _
from lockstep.project import Language
from lockstep.render import environment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lockstep.languages.sections import Section

LINK = re.compile(r'(<a\b[^>]*?\shref=")([^"#?]+)([^"]*")(?![^>]*\shreflang=)')
# So that only the path of an address matters.
ANYWHERE = "https://site.invalid/"
# An address that is nothing but a path from the page on, as nearly all are.
PATH = re.compile(r"(?!/)(?!.*//)[\w./-]+", re.ASCII)
# Where only the whole address tells what it ends with.
DOTS = ("", ".", "..")
# Pages that are not translated, and the language of their text: by what their address ends with, and by its path.
Targets = Mapping[str, Mapping[str, Language]]


def fallback_notice(reader: Language, written_in: Language, source_url: str) -> str:
    """Tell readers, in their language, that a page's text is in another; ``source_url`` is its source's address."""
    messages = Messages(reader)
    text = messages(
        _("This page has not been translated yet: its text is in {language}."),
        language=language_name(written_in, reader),
    )
    return environment.get_template("notice.html").render(
        reader=reader, written_in=written_in, text=text, link=messages(_("Open the original page")), url=source_url
    )


def stale_notice(reader: Language, written_in: Language, source_url: str, sections: Sequence[Section]) -> str:
    """Tell readers which sections of a translation are older than their source; empty where they would see none."""
    messages = Messages(reader)
    # The title and the description are not on the page.
    places = [(one.id, one.heading) for one in sections if not one.id.startswith(".")]
    if any(one.id == TOP for one in sections):
        places.insert(0, ("", messages(_("the beginning of the page"))))
    if not places:
        return ""
    text = messages(_("The original page has changed since this translation. Out of date here:"))
    return environment.get_template("notice.html").render(
        reader=reader,
        written_in=written_in,
        text=text,
        places=places,
        link=messages(_("Open the original page")),
        url=source_url,
    )


def section_notices(
    reader: Language, written_in: Language, source_url: str, sections: Sequence[Section]
) -> dict[str, str]:
    """Tell readers who come to a section that it is older than its source: a notice for each, by the section's id."""
    messages = Messages(reader)
    text = messages(_("The original of this section has changed since its translation."))
    link = messages(_("Open the original section"))
    template = environment.get_template("notice.html")
    return {
        one.id: template.render(
            reader=reader, written_in=written_in, text=text, link=link, url=f"{source_url}#{one.id}"
        )
        for one in sections
        if not one.id.startswith(".")
    }


def switcher_name(name: str, reader: Language) -> str:
    """Name a language in the switcher of a page that is not translated into it."""
    missing = Messages(reader)(_("not translated"))
    return f"{name} ({missing})"


def link_targets(fallbacks: Mapping[str, Language]) -> Targets:
    """Prepare the addresses of pages that are not translated for :func:`mark_links`, once for all pages."""
    found: dict[str, dict[str, Language]] = {}
    for target, language in fallbacks.items():
        path = urlsplit(urljoin(ANYWHERE, target)).path
        found.setdefault(_end(path), {})[path] = language
    return found


def mark_links(markup: str, url: str, targets: Targets) -> str:
    """Say of every link whose target is not translated which language it leads to.

    Args:
        markup: a rendered page.
        url: its address below the site's root.
        targets: the pages that are not translated, by :func:`link_targets`, and the language of their text.
    """
    if not targets:
        return markup
    # A page's own address is a path, too; from an odd one, the long way is taken.
    folder = f"/{url.rpartition('/')[0]}" if not url or PATH.fullmatch(url) else ""

    def mark(match: re.Match[str]) -> str:
        # To find out where a link leads takes its time, and few lead there.
        end = _end(match[2])
        if end not in targets and end not in DOTS and "//" not in match[2]:
            return match[0]
        path = _follow(folder, match[2]) if folder else ""
        if not path:
            there = urlsplit(urljoin(ANYWHERE + url, match[2]))
            if there.hostname != urlsplit(ANYWHERE).hostname:
                return match[0]
            path = there.path
        language = targets.get(_end(path), {}).get(path)
        return f'{match[0]} hreflang="{escape(language.tag)}"' if language else match[0]

    return LINK.sub(mark, markup)


def _follow(folder: str, address: str) -> str:
    """Find the path that an address leads to from a folder; empty where it is not surely a plain path.

    To take addresses apart and put them together in general takes ten times as long.
    """
    if not PATH.fullmatch(address):
        return ""
    path = posixpath.normpath(f"{folder}/{address}" if folder != "/" else f"/{address}")
    closed = address.endswith(("/", "/.", "/..")) or address in DOTS
    return f"{path}/" if closed and path != "/" else path


def _end(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]
