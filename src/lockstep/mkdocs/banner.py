"""What the last build had to say, on the page that its author looks at. It is served, and never built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.messages import Messages
from lockstep.messages import mark as _
from lockstep.render import environment

if TYPE_CHECKING:
    from lockstep.mkdocs.serving import Outcome
    from lockstep.project import Language

END = b"</body>"


def banner(outcome: Outcome, path: str | None, reader: Language) -> str:
    """Render what there is to say of a build: to a page, by its source's path, in its language; empty if nothing."""
    first, rest = outcome.part(path)
    if not first and not rest:
        return ""
    messages = Messages(reader)
    if outcome.kept:
        title = messages(_("The last build failed. This is the site before it."))
    else:
        title = messages(_("Problems found in the last build: {count}"), count=len(first) + len(rest))
    return environment.get_template("banner.html").render(
        outcome=outcome,
        reader=reader,
        title=title,
        first=first,
        rest=rest,
        others=messages(_("Others: {count}") if first else _("Elsewhere: {count}"), count=len(rest)),
        close=messages(_("Close")),
    )


def put(page: bytes, markup: str) -> bytes:
    """Put a banner at the end of a page."""
    start, end, rest = page.rpartition(END)
    return start + markup.encode() + end + rest if end else page + markup.encode()
