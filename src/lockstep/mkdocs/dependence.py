"""What the pages of a site depend on beside the project's files: its configuration, and the files that this names.

Plugins, Markdown extensions and functions that are not known here may make pages of anything; so may other themes. With
one of those, what pages are made of is not known.
"""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from sysconfig import get_paths
from typing import TYPE_CHECKING, Any

from markdown.util import get_installed_extensions
from mkdocs.config.base import Config
from mkdocs.plugins import PluginCollection
from mkdocs.theme import Theme
from mkdocs.utils import get_build_datetime
from pathspec import PathSpec

from lockstep.files import below
from lockstep.mkdocs import i18n, search
from lockstep.surroundings import PACKAGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from mkdocs.config.defaults import MkDocsConfig

THEME = "material"
PLUGINS = frozenset({search.PLUGIN, i18n.PLUGIN, "lockstep"})
# Of these packages, what is read is a page's text, its configuration and their own files.
PACKAGES = ("lockstep.", "markdown.", "material.", "pymdownx.")
# What these do between pages is read, too.
FAMILIAR = (*PACKAGES, "mkdocs.", "mkdocs_static_i18n.")
BETWEEN = ("page_context", "post_page")
# Put into pages what stands in any other file.
READING = frozenset({"pymdownx.b64", "pymdownx.snippets"})
# Places that pages do not depend on, and what the command line says of how to build.
PLACES = frozenset({"config_file_path", "docs_dir", "site_dir", "dev_addr", "strict", "watch"})
# What templates show of the day of a build.
DAY = re.compile(r"build_date_utc|update_date")
INSTALLED = (PACKAGE, *(Path(get_paths()[name]) for name in ("stdlib", "purelib", "platlib")))


class UnknownError(Exception):
    """Something in a configuration of which nobody knows what it makes of a page."""


def known(config: MkDocsConfig) -> bool:
    """Whether all that pages are made of is known."""
    if config.hooks or set(config.plugins) - PLUGINS or config.theme.name != THEME:
        return False
    # A process reads them once, and keeps them however they are changed.
    emoji = config.mdx_configs.get("pymdownx.emoji") or {}
    if (emoji.get("options") or {}).get("custom_icons") or search.dictionaries(config):
        return False
    installed = {entry.name: entry.value for entry in get_installed_extensions()}
    modules = {installed.get(name, name).partition(":")[0] for name in config.markdown_extensions}
    return not modules & READING and all(module.startswith(PACKAGES) for module in modules)


def changes_between_pages(config: MkDocsConfig) -> bool:
    """Whether something that is not known comes to its turn after a page is rendered, or just before the next is.

    It may change what all of them show: the titles and the order of the navigation, the features of the theme.
    """
    methods = [method for name in BETWEEN for method in config.plugins.events.get(name, ())]
    owners = [*methods, *(type(method.__self__) for method in methods if hasattr(method, "__self__"))]
    names = {str(getattr(owner, "__module__", "")) for owner in owners}
    # A hook's module is called as its file, which may be mkdocs.hooks.py.
    hooks = {*map(str, config.hooks)}
    return not all(name.startswith(FAMILIAR) and name not in hooks for name in names)


def settings(config: MkDocsConfig, built: Sequence[str] = ()) -> str:
    """Write what a site's configuration says, as a text that is the same in every process.

    Args:
        config: MkDocs' configuration.
        built: the folders of the languages that are built, once that is known.

    Raises:
        UnknownError: it names a function that is not known.
    """
    said = {name: _plain(value) for name, value in config.data.items() if name not in PLACES}
    dated = any(DAY.search(_text(file)) for folder in templates(config) for file in below(folder))
    return json.dumps([said, list(built), get_build_datetime().isoformat() if dated else ""])


def templates(config: MkDocsConfig) -> list[Path]:
    """List the folders of templates that are the site's own, or under work."""
    folders = map(Path, config.theme.dirs)
    return [folder for folder in folders if not any(folder.is_relative_to(one) for one in INSTALLED)]


def has_own(config: MkDocsConfig, name: str) -> bool:
    """Whether the site, or another than its theme, has a template of its own by a name."""
    return any((folder / name).exists() for folder in templates(config))


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace") if file.is_file() else ""
    except OSError:
        return ""


def _plain(value: object) -> object:
    """Turn what a configuration holds into what has the same text in every process."""
    kind = next((kind for kind in PLAIN if isinstance(value, kind)), None)
    if kind:
        return PLAIN[kind](value)
    if callable(value):
        name = f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '<unknown>')}"
        if "<" in name or not name.startswith(PACKAGES):
            raise UnknownError(name)
        return [name]
    return value if isinstance(value, str | int | float | bool | None) else [type(value).__name__, str(value)]


def _plain_items(value: Mapping[str, object]) -> object:
    return [[str(key), _plain(one)] for key, one in value.items()]


def _plain_list(value: Iterable[object]) -> object:
    return [_plain(one) for one in value]


# The first that fits.
PLAIN: dict[type, Callable[[Any], object]] = {
    Theme: lambda theme: [theme.name, sorted(theme.static_templates), _plain_items(dict(theme.items()))],
    PluginCollection: lambda plugins: [[name, _plain(plugin.config)] for name, plugin in plugins.items()],
    Config: lambda config: _plain_items(config.data),
    dict: _plain_items,
    list: _plain_list,
    tuple: _plain_list,
    set: lambda value: sorted(map(str, value)),
    functools.partial: lambda one: [_plain(one.func), _plain_list(one.args), _plain_items(one.keywords)],
    PathSpec: lambda spec: [str(pattern.pattern) for pattern in spec.patterns],
}
