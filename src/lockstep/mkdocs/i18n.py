"""Everything that is known here of the insides of mkdocs-static-i18n, a finished project.

The plugin builds the source language, then calls MkDocs' ``build()`` again for each other language with the same
configuration object; its files know their language and their counterparts.
"""

from __future__ import annotations

import logging
import os
import re
from functools import lru_cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from mkdocs import utils
from mkdocs.plugins import PluginCollection, event_priority
from mkdocs.structure.files import File
from mkdocs_static_i18n import folder, is_relative_to, reconfigure
from mkdocs_static_i18n.folder import I18nFiles
from mkdocs_static_i18n.plugin import I18n
from mkdocs_static_i18n.utils import I18nLoggingFilter

from lockstep.files import PAGES
from lockstep.mkdocs.standin import StandIn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

    # The name that the site gave a language, to what the switcher shows in its place: link, lang, name.
    Entry = Callable[[str], dict[str, str]]

PLUGIN = "i18n"
# In the warning about instant navigation.
INSTANT = "language switcher contextual link"
# Where MkDocs reports a build; static-i18n silences some of that, and has MkDocs keep the folder of the site as it is,
# while it builds the further languages.
BUILD = logging.getLogger("mkdocs.commands.build")
_clean_directory = utils.clean_directory
# Of what is stood in for, as it was read: mkdocs-static-i18n 1.3.
KNOWN = {
    "get_file_from_path": "a4e04d4854ac3dd3d64c5429780f23b6",
    "is_relative_to": "c7f1bce4d5d4318c76666ad6d61fcd79",
    "create_i18n_file": "fc220b460f98d1b739b5a430780070d7",
    "RE_LOCALE": "6a32720f97fa47006839f979f512995b",
    "File": "83a918245cbedf180e2941165a7bcff3",
    "src_path": "f83d791961759425943ef62dc7ffbc03",
    "on_page_markdown": "96a99ef6667bc00d906d3ae6b4ef66d8",
    "_register_event": "e6510f3d7826403fb04ee1c44e386d98",
    "run_event": "ee45b7519a4cdac2c65bde2cedd8f0a3",
}
PLAIN: dict[str, Any] = {
    "get_file_from_path": I18nFiles.get_file_from_path,
    "is_relative_to": is_relative_to,
    "create_i18n_file": getattr(folder, "create_i18n_file", None),
    "RE_LOCALE": getattr(folder, "RE_LOCALE", None),
    "File": File.__init__,
    "src_path": getattr(File.src_path, "fset", None),
    "on_page_markdown": getattr(I18n, "on_page_markdown", None),
    "_register_event": getattr(PluginCollection, "_register_event", None),
    "run_event": PluginCollection.run_event,
}
# What ends a line, apart from a line feed.
BREAKS = "\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
# Paths as MkDocs writes them, of which nothing is left to be tidied up.
TIDY = re.compile(r"(?!\.{1,2}(?:/|$))[^/\\\0]+(?:/(?!\.{1,2}(?:/|$))[^/\\\0]+)*")


def _plugin(config: MkDocsConfig) -> Any:  # noqa: ANN401 (untyped upstream)
    return config.plugins.get(PLUGIN)


def nested(config: MkDocsConfig) -> bool:
    """Whether this is the build of a further language, inside the build of the whole site."""
    plugin = _plugin(config)
    return bool(plugin and plugin.building)


def languages(config: MkDocsConfig) -> list[str] | None:
    """List the languages' folders, the source first; ``None`` on a site without the plugin."""
    plugin = _plugin(config)
    if not plugin:
        return None
    return sorted(plugin.all_languages, key=lambda locale: locale != plugin.default_language)


def build_language(config: MkDocsConfig) -> str | None:
    """Name the language that is being built; ``None`` on a site without the plugin."""
    plugin = _plugin(config)
    return plugin.current_language if plugin else None


def built(config: MkDocsConfig) -> list[str]:
    """List the folders of the languages that are built, the source first."""
    plugin = _plugin(config)
    return [language for language in languages(config) or [] if language in plugin.build_languages]


def falls_back(config: MkDocsConfig) -> bool:
    """Whether a page that is not translated is there in every language, with its source's text."""
    return bool(_plugin(config).config.fallback_to_default)


def misfits(config: MkDocsConfig) -> Iterator[tuple[str, str, str]]:
    """Find the options that break what is promised to readers.

    Yields the option's name, what is wrong with it, and what to write in its place.
    """
    plugin = _plugin(config)
    if not plugin:
        return
    if plugin.config.build_only_locale:
        hint = "set 'build: false' for the languages to leave out, and keep the source"
        yield "build_only_locale", "builds a language without the source that its missing pages fall back to", hint
    if any(language.admonition_translations for language in plugin.config.languages):
        hint = "remove it: callouts get their titles from the catalogues"
        yield "admonition_translations", "rewrites what looks like a callout in blocks of code, too", hint


def build_only(config: MkDocsConfig, folder: str) -> None:
    """Build the source and one language, before the plugin is asked anything."""
    plugin = _plugin(config)
    for language in plugin.config.languages if plugin else ():
        language.build = language.build and (language.default or language.locale == folder)


def name(file: File) -> str:
    """Name a page by its path below its language's folder, the same in every language."""
    return str(getattr(file, "norm_src_uri", file.src_uri))


def written_in(file: File) -> str | None:
    """Name the folder of the language that a page's text is in, which is not that of its readers on a fallback."""
    return getattr(file, "locale", None)


def hold_generated(files: Files, config: MkDocsConfig) -> list[File]:
    """Take out what has no place in the docs folder: files made of nothing, which static-i18n stops at, and pages."""

    def has_place(file: File) -> bool:
        path = file.abs_src_path
        return path is not None and (
            not file.is_documentation_page()
            # As most are. The root folder's own path ends with the separator.
            or (not config.docs_dir.endswith(os.sep) and path.startswith(config.docs_dir + os.sep))
            or Path(path).is_relative_to(config.docs_dir)
        )

    held = [file for file in files if not has_place(file)]
    for file in held:
        files.remove(file)
    return held


def set_theme_language(config: MkDocsConfig, own: str) -> None:
    """Have the theme speak the language that is built, unless the site says which of the theme's languages it is.

    Where one language names its theme's, static-i18n takes that for what the next is to go back to.
    """
    plugin = _plugin(config)
    if plugin and "language" not in (plugin.current_language_config.theme or {}):
        config.theme["language"] = own


def set_switcher(config: MkDocsConfig, entries: Mapping[str, Entry]) -> None:
    """Say where the language switcher leads from the page that is about to be rendered.

    Args:
        config: MkDocs' configuration.
        entries: what a switcher shows, for every language folder; what is left out keeps what the site configured.
    """
    plugin = _plugin(config)
    if plugin and plugin.extra_alternate:
        # An attribute, as static-i18n sets one for every page: it hides the item of the same name from templates, and
        # stays behind when the next language is built.
        config.extra.alternate = [  # type: ignore[attr-defined]
            {**entry, **entries[entry["lang"]](entry["name"])} if entry["lang"] in entries else entry
            for entry in plugin.extra_alternate
        ]


def allow_instant_navigation() -> None:
    """Take back a warning that no longer holds: where pages are swapped in place, our script renews the switcher."""
    # At the place where it is made: a strict build counts what passes there. Adding the same filter again does nothing.
    logging.getLogger(f"mkdocs.plugins.{reconfigure.__name__}").addFilter(_not_instant)


def _not_instant(record: logging.LogRecord) -> bool:
    return INSTANT not in record.getMessage()


def _find_file(self: Any, path: str) -> File | None:  # noqa: ANN401 (untyped upstream)
    """Find the file that a link leads to; where it may be is worked out once for each link."""
    plugin = self.plugin
    falls_back = plugin.config.fallback_to_default is True
    files = self.src_uris
    places = _places(path, plugin.current_language, plugin.default_language, falls_back)
    return next((file for file in map(files.get, places) if file), None)


# The links of some thousands of pages.
@lru_cache(maxsize=65536)
def _places(path: str, current: str, default: str, falls_back: bool) -> tuple[str, ...]:
    """List the paths at which a link may find its file, in the order that static-i18n has."""
    if os.sep == "/" and TIDY.fullmatch(path) and TIDY.fullmatch(current) and TIDY.fullmatch(default):
        return _tidy_places(path, current, default, falls_back)
    asked = PurePath(path)
    if asked == PurePath():
        asked = PurePath("index.md")
    if asked.is_relative_to(current):
        rest = asked.relative_to(current)
        found = [asked, default / rest, rest]
    elif asked.is_relative_to(default):
        rest = asked.relative_to(default)
        found = [asked, current / rest, rest]
    else:
        found = [current / asked, default / asked, asked]
    if not falls_back:
        del found[1]
    return tuple(place.as_posix() for place in found)


def _tidy_places(path: str, current: str, default: str, falls_back: bool) -> tuple[str, ...]:
    """Do as above with paths of which nothing is left to be tidied up, as texts."""
    if f"{path}/".startswith(f"{current}/"):
        other, rest = default, path[len(current) + 1 :]
    elif f"{path}/".startswith(f"{default}/"):
        other, rest = current, path[len(default) + 1 :]
    else:
        found = (f"{current}/{path}", f"{default}/{path}", path)
        return found if falls_back else (found[0], found[2])
    found = (path, f"{other}/{rest}" if rest else other, rest or ".")
    return found if falls_back else (found[0], found[2])


# Each language asks the same of the same files, again for each other language.
_is_relative_to = lru_cache(maxsize=4 * PAGES)(is_relative_to)


def _create(
    file: File, current_language: str, default_language: str, all_languages: list[str], config: MkDocsConfig
) -> File:
    """Make a file know its language, by taking its paths apart as texts: each is asked for once for each language."""
    src, dest = file.src_uri, file.dest_uri
    told = folder.log.isEnabledFor(logging.DEBUG)
    if told or os.sep != "/" or not (TIDY.fullmatch(src) and TIDY.fullmatch(dest)):
        made: File = PLAIN["create_i18n_file"](file, current_language, default_language, all_languages, config)
        return made
    made = File(src, config.docs_dir, dest, config.use_directory_urls, dest_uri=dest, inclusion=file.inclusion)
    top, _, rest = src.partition("/")
    language = top if top in all_languages or (all_languages and folder.RE_LOCALE.match(top)) else None
    locale = language or default_language
    above, _, name = dest.rpartition("/")
    if name.endswith("README.html"):
        dest = f"{above}/index.html" if above else "index.html"
    first, _, below = dest.partition("/")
    if locale != current_language:
        if first == locale:
            made.dest_uri = f"{current_language}/{below}" if below else current_language
        elif current_language != default_language:
            made.dest_uri = f"{current_language}/{dest}"
    elif locale == default_language and first == locale:
        made.dest_uri = below or "."
    made.abs_dest_path = os.path.normpath(f"{config.site_dir}/{made.dest_uri}")
    if made.name == "README":
        made.name = "index"
    made.url = made._get_url(config.use_directory_urls)
    vars(made).update(
        alternates={current_language: made},
        locale=locale,
        locale_alternate_of=current_language,
        localization=language,
        norm_src_uri=(rest or ".") if language else src,
    )
    return made


def _set_src_path(self: File, value: str) -> None:
    """Set a file's path, which most often has been set before, as another file's."""
    if os.sep == "/" and isinstance(value, str) and TIDY.fullmatch(value):
        self.src_uri = value
    else:
        PLAIN["src_path"](self, value)


@event_priority(getattr(PLAIN["on_page_markdown"], "mkdocs_priority", 0))
def _on_page_markdown(self: Any, markdown: str, page: object, config: object, files: object) -> str:  # noqa: ANN401
    """Do without a search for callouts in every line where nothing is to be translated."""
    if self.current_language_config.admonition_translations:
        made: str = PLAIN["on_page_markdown"](self, markdown, page=page, config=config, files=files)
        return made
    # What else ends a line for Python is in hardly any text.
    if any(sign in markdown for sign in BREAKS):
        return "\n".join(markdown.splitlines())
    return markdown.removesuffix("\n")


def settle(config: MkDocsConfig) -> None:
    """Have MkDocs ask what stands in for the plugin now: it has taken down what to ask when it loaded the plugin."""
    plugin = _plugin(config)
    if not plugin:
        return
    asked = config.plugins.events.get("page_markdown", [])
    # A private name: by what it is asked, MkDocs knows which plugin that is.
    origins: dict[Any, str] = getattr(config.plugins, "_event_origins", {})
    now = plugin.on_page_markdown
    known = [one for one in (PLAIN["on_page_markdown"], _on_page_markdown) if one]
    for number, method in enumerate(asked):
        if getattr(method, "__self__", None) is plugin and getattr(method, "__func__", None) in known:
            asked[number] = now
            if method in origins:
                origins[now] = origins[method]


STAND_INS = (
    StandIn(File, "src_path", property(getattr(File.src_path, "fget", None), _set_src_path, doc=File.src_path.__doc__)),
    StandIn(I18n, "on_page_markdown", _on_page_markdown),
    StandIn(folder, "create_i18n_file", _create),
    StandIn(I18nFiles, "get_file_from_path", _find_file),
    StandIn(folder, "is_relative_to", _is_relative_to),
    StandIn(reconfigure, "is_relative_to", _is_relative_to),
)


def recover() -> None:
    """Take back what static-i18n changes of MkDocs for the further languages, and leaves so where one of them fails.

    The next build would keep the files of this one, and would not say that it has ended.
    """
    utils.clean_directory = _clean_directory
    for one in [one for one in BUILD.filters if isinstance(one, I18nLoggingFilter)]:
        BUILD.removeFilter(one)
