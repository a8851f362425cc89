"""What a page's front matter asks of the theme: where nothing can come of it, the page does without, and that is said.

MkDocs, Material and its search would end the build, with a traceback that does not name the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jinja2 import TemplateError, TemplateNotFound

from lockstep.languages.pages import find_name
from lockstep.mkdocs import search
from lockstep.mkdocs.dependence import THEME
from lockstep.mkdocs.templates import TEMPLATES

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

NAV_ITEM = "partials/nav-item.html"


def settle(
    files: Files, config: MkDocsConfig, env: Environment, report: Callable[[Page, int, int, str, str, str], None]
) -> None:
    """Take out of the front matter of pages what nothing can come of.

    Args:
        files: those of the site, all pages read.
        config: MkDocs' configuration.
        env: where the theme's templates are.
        report: is told of each: the page, and what a finding says behind its path.
    """
    names = _asked(config, env)
    for page in (file.page for file in files.documentation_pages() if file.page):
        for name in sorted(names & page.meta.keys()):
            problem, hint = _CHECKS[name](page.meta[name], env)
            if problem:
                place = find_name(page.file.content_string, name)
                report(page, *place, "LS207", f"'{name}' in the front matter {problem}, and is left out", hint)
                del page.meta[name]


def _asked(config: MkDocsConfig, env: Environment) -> set[str]:
    """Find what is looked for: by MkDocs, by Material and its navigation, by its search."""
    names = {"template"}
    if config.theme.name == THEME:
        names.add("hide")
        # With a site's own, it may be anything.
        if (env.get_template(NAV_ITEM).filename or "").startswith(TEMPLATES):
            names.add("icon")
    return names | ({"search"} if search.PLUGIN in config.plugins else set())


def _has(env: Environment, name: str) -> bool:
    try:
        env.get_template(name)
    except TemplateNotFound:
        return False
    except TemplateError:
        # It is there. What is wrong with it is said where it is used.
        return True
    return True


def _template(value: object, env: Environment) -> tuple[str, str]:
    known = isinstance(value, str) and _has(env, value)
    return ("" if known else f"names no template: {value!r}", "name one of the theme's or of custom_dir")


def _icon(value: object, env: Environment) -> tuple[str, str]:
    known = not value or (isinstance(value, str) and _has(env, f".icons/{value}.svg"))
    return ("" if known else f"names no icon: {value!r}", "write the path of one, as material/rocket-launch")


def _hide(value: object, env: Environment) -> tuple[str, str]:
    del env
    known = not value or hasattr(value, "__contains__")
    return ("" if known else f"is no list: {value!r}", "list what is hidden: [navigation, toc]")


def _search(value: object, env: Environment) -> tuple[str, str]:
    del env
    return ("" if isinstance(value, dict) else f"is no mapping: {value!r}", "write {exclude: true} or {boost: 2}")


_CHECKS: dict[str, Callable[[object, Environment], tuple[str, str]]] = {
    "template": _template,
    "icon": _icon,
    "hide": _hide,
    "search": _search,
}
