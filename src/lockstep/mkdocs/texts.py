"""The theme's own texts, such as the title of a table of contents, looked up once for all pages.

Material has the texts of a language in a macro, which makes a dictionary of all of them for each that it is asked for,
and asks two of these, the language's and the English one. A page asks some seventy times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from markupsafe import Markup

TEMPLATE = "partials/language.html"
# Under this name, templates find the function that has the texts.
NAME = "lockstep_text"
# Material's macro for a text: what it imports, it imports without a context, so that nothing else tells texts apart.
MACRO = "{% macro t(key) %}"
RENAMED = MACRO.replace("t(", "lockstep_t(")
OURS = MACRO.removesuffix("%}") + "-%}{{ lockstep_text(lockstep_t, config.theme.language, key) }}{%- endmacro %}"


def share(template: str) -> str:
    """Have Material's template of texts ask for what other pages have; another one stays as it is."""
    return template.replace(MACRO, RENAMED) + OURS if template.count(MACRO) == 1 else template


class Texts:
    """The texts that templates of one environment have asked for."""

    def __init__(self) -> None:
        """Know none yet."""
        self.kept: dict[tuple[str, str], Markup] = {}

    def text(self, render: Callable[[str], Markup], language: str, key: str) -> Markup:
        """Look a text up by Material's macro, or take it as it was looked up before."""
        found = self.kept.get((language, key))
        if found is None:
            found = self.kept[language, key] = render(key)
        return found
