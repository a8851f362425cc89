"""The templates, and what takes the place of a part of a page that could not be rendered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lockstep.findings import Finding

# Everything that comes from a file is escaped; a missing value is an error, not an empty place.
environment = Environment(
    loader=PackageLoader("lockstep"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def error_box(findings: Iterable[Finding]) -> str:
    """Show an author, in the page, what kept a part of it from being rendered."""
    items = Markup("").join(Markup("<li><code>{}</code></li>").format(finding) for finding in findings)
    return Markup('<div class="ls-error" role="alert"><ul>{}</ul></div>').format(items)
