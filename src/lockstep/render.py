"""The templates, and what takes the place of a part of a page that could not be rendered."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from lockstep import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lockstep.findings import Finding
    from lockstep.project import Language

CODE = re.compile(r"`([^`]+)`")

# Everything that comes from a file is escaped; a missing value is an error, not an empty place.
environment = Environment(
    loader=PackageLoader("lockstep"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    # They are those of this process: whoever asks for one need not look at its file.
    auto_reload=False,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A text in a language, and where it leads; ``href`` is empty where that is not known."""

    text: str
    language: Language
    href: str

    @property
    def link(self) -> str:
        """The text as Markdown."""
        text = plain.escape(self.text)
        return f"[{text}]({self.href})" if self.href else text


def error_box(findings: Iterable[Finding]) -> str:
    """Show an author, in the page, what kept a part of it from being rendered."""
    items = Markup("").join(Markup("<li><code>{}</code></li>").format(finding) for finding in findings)
    return Markup('<div class="ls-error" role="alert"><ul>{}</ul></div>').format(items)


def inline_code(text: str) -> str:
    """Escape a text of the interface, in which code stands between backticks."""
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped before


environment.filters["inline_code"] = inline_code
