"""Everything that is known here of the insides of mkdocs-static-i18n, a finished project.

The plugin builds the source language, then calls MkDocs' ``build()`` again for each other language with the same
configuration object; its files know their language and their counterparts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
