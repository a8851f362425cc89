"""What Material says on every page, looked up once for all: texts, such as the title of a table of contents, and icons.

It has the texts of a language in a macro, which makes a dictionary of all of them for each that it is asked for, and
asks two of these, the language's and the English one: some seventy times for each page. Icons are templates without
anything to fill in, put in as any other, some fifteen times.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig

# Where the macro is: what that imports, it imports without a context, so that but for the language, nothing counts.
TEXTS = "partials/language.html"
# What is asked for by these names is taken to be the same on every page.
NAMES = frozenset({"lang", "config"})
TEXT = re.compile(r"\blang\.t\(")
# A folder of templates that has one of its own may have anything in it.
ICONS = ".icons"
ICON = re.compile(r'{%-?\s*include\s+(?P<name>"\.icons/[^%]*?)\s*-?%}')
# Under these names, templates find the functions.
ASK_TEXT, ASK_ICON = "lockstep_text", "lockstep_icon"


def share_texts(template: str) -> str:
    """Have a template of Material's ask for texts that other pages have."""
    return TEXT.sub(f"{ASK_TEXT}(lang, config, ", template)


def share_icons(template: str) -> str:
    """Have a template of Material's ask for icons that other pages have."""
    return ICON.sub(rf"{{{{ {ASK_ICON}(\g<name>) }}}}", template)


def functions(environment: Environment) -> dict[str, Callable[..., object]]:
    """Make the functions that the templates of an environment ask."""
    texts: dict[tuple[object, str], object] = {}
    icons: dict[str, Markup] = {}

    def text(lang: Any, config: MkDocsConfig, key: str) -> object:  # noqa: ANN401 (a module of Jinja's)
        asked = config.theme["language"], key
        if asked not in texts:
            texts[asked] = lang.t(key)
        return texts[asked]

    def icon(name: str) -> Markup:
        if name not in icons:
            icons[name] = Markup(environment.get_template(name).render())  # noqa: S704 (the theme's own)
        return icons[name]

    return {ASK_TEXT: text, ASK_ICON: icon}
