"""The configurations: of the site with Lockstep, of the same without it, and of one language of it for Zensical."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from support.sized.plan import HOME
from support.sized.words import LANGUAGES, SOURCE, texts

if TYPE_CHECKING:
    from support.sized.plan import Plan

NAMES = {"en": "English", "pt": "Português", "tr": "Türkçe"}
SITES = {"en": "A guide of any size", "pt": "Um guia de qualquer tamanho", "tr": "Her boyda bir rehber"}
LIGHT, DARK, SYSTEM = texts()["switches"][1:]
FEATURES = [
    "content.code.copy",
    "content.tabs.link",
    "navigation.footer",
    "navigation.prune",
    "navigation.tabs",
    "navigation.top",
    "search.highlight",
    "toc.follow",
]
# What pages need with and without Lockstep.
EXTENSIONS: list[Any] = [
    "attr_list",
    "md_in_html",
    "tables",
    {"toc": {"permalink": True}},
    "pymdownx.highlight",
    {"pymdownx.quotes": {"callouts": True}},
    "pymdownx.superfences",
    {"pymdownx.tabbed": {"alternate_style": True}},
]
OURS = [f"lockstep.{name}" for name in ("benchmarks", "callouts", "languages", "snippets", "tabs")]


def project_file() -> str:
    """Write ``pyproject.toml``."""
    languages = "\n".join(f'{folder} = "{tag}"' for folder, tag in LANGUAGES.items())
    return f"[tool.lockstep.languages]\n{languages}\n"


def mkdocs_file(plan: Plan, *, stock: bool) -> str:
    """Write ``mkdocs.yml`` for three languages."""
    languages = []
    for folder, tag in LANGUAGES.items():
        one: dict[str, Any] = {"locale": folder, "name": NAMES[folder], "build": True}
        if folder == SOURCE:
            one["default"] = True
        else:
            one |= {
                "site_name": SITES[folder],
                "nav_translations": _translations(plan, folder),
                "theme": {"language": tag, "palette": _palette(folder, names_only=True)},
            }
        languages.append(one)
    i18n = {"docs_structure": "folder", "fallback_to_default": True, "languages": languages}
    config = {
        "site_name": SITES[SOURCE],
        "theme": {"name": "material", "language": SOURCE, **_look(SOURCE)},
        "extra": {"generator": False},
        "validation": {
            "nav": {"omitted_files": "warn"},
            "links": {"anchors": "warn", "unrecognized_links": "warn"},
        },
        "nav": _nav(plan, SOURCE),
        "plugins": ["search", {"i18n": i18n}, *([] if stock else ["lockstep"])],
        "markdown_extensions": [*EXTENSIONS, *([] if stock else OURS)],
    }
    return _write(config)


def zensical_file(plan: Plan, language: str) -> str:
    """Write the configuration of one language's site for Zensical."""
    config = {
        "site_name": SITES[language],
        "theme": {"name": "material", "language": LANGUAGES[language], **_look(language)},
        "extra": {"generator": False},
        "nav": _nav(plan, language),
        "plugins": ["search"],
        "markdown_extensions": EXTENSIONS,
    }
    return _write(config)


def _write(config: dict[str, Any]) -> str:
    return yaml.safe_dump(config, allow_unicode=True, sort_keys=False, width=120)


def _nav(plan: Plan, language: str) -> list[Any]:
    parts: dict[str, list[Any]] = {}
    for place in plan.places:
        sections = parts.setdefault(place.part.text(language), [])
        sections.append({place.section.text(language): list(place.pages)})
    return [{texts()["switches"][0][language]: HOME}, *({title: sections} for title, sections in parts.items())]


def _translations(plan: Plan, language: str) -> dict[str, str]:
    titles = [title for place in plan.places for title in (place.part, place.section)]
    home = texts()["switches"][0]
    return {home[SOURCE]: home[language]} | {title.text(SOURCE): title.text(language) for title in titles}


def _look(language: str) -> dict[str, Any]:
    return {"font": False, "features": FEATURES, "palette": _palette(language)}


def _palette(language: str, *, names_only: bool = False) -> list[dict[str, Any]]:
    """List the colour schemes with their switches; a translation gives only the names of the switches anew."""
    schemes = (
        ("(prefers-color-scheme)", "default", "theme-light-dark", LIGHT),
        ("(prefers-color-scheme: light)", "default", "weather-sunny", DARK),
        ("(prefers-color-scheme: dark)", "slate", "weather-night", SYSTEM),
    )
    if names_only:
        return [{"toggle": {"name": name[language]}} for _, _, _, name in schemes]
    return [
        {
            "media": media,
            "scheme": scheme,
            "primary": "indigo",
            "accent": "indigo",
            "toggle": {"icon": f"material/{icon}", "name": name[language]},
        }
        for media, scheme, icon, name in schemes
    ]
