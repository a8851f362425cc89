"""Everything that is known here of the insides of mkdocs-static-i18n, a finished project.

The plugin builds the source language, then calls MkDocs' ``build()`` again for each other language with the same
configuration object; its files know their language and their counterparts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File

PLUGIN = "i18n"


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


def alternates(file: File) -> dict[str, str]:
    """Map each language in which a page exists to its URL below the site's root."""
    return {language: other.url for language, other in getattr(file, "alternates", {}).items()}


def set_switcher(config: MkDocsConfig, links: Mapping[str, str], tags: Mapping[str, str]) -> None:
    """Say where the language switcher leads from the page that is about to be rendered.

    Args:
        config: MkDocs' configuration.
        links: a URL below the site's root for every language folder; a language that is left out keeps its home page.
        tags: the language tag for every language folder.
    """
    plugin = _plugin(config)
    if plugin and plugin.extra_alternate:
        # An attribute, as static-i18n sets one for every page: it hides the item of the same name from templates, and
        # stays behind when the next language is built.
        config.extra.alternate = [  # type: ignore[attr-defined]
            {**entry, "link": links.get(entry["lang"], entry["link"]), "lang": tags.get(entry["lang"], entry["lang"])}
            for entry in plugin.extra_alternate
        ]
