"""What is relied on of the insides of Material and mkdocs-static-i18n: an upgrade that changes it fails here."""

from importlib.resources import files

import pytest
from mkdocs_static_i18n import plugin as i18n_plugin
from mkdocs_static_i18n.config import I18nPluginConfig

from lockstep.mkdocs import i18n, material

TEMPLATES = files("material") / "templates"
SCRIPT = next(file for file in (TEMPLATES / "assets/javascripts").iterdir() if file.name.startswith("bundle."))


def template(path: str) -> str:
    return (TEMPLATES / path).read_text("utf-8")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("base.html", material.ALTERNATE),
        ("base.html", "{% block site_meta %}"),
        ("base.html", "{% block styles %}"),
        ("base.html", "{% block libs %}"),
        ("base.html", "{% block header %}"),
        ("base.html", "{% for alt in config.extra.alternate %}"),
        ("partials/search.html", material.SEARCH_DIALOG),
        ("partials/alternate.html", 'hreflang="{{ alt.lang }}" class="md-select__link"'),
    ],
)
def test_material_still_renders_what_is_mended(path: str, text: str) -> None:
    assert template(path).count(text) == 1


def test_material_still_asks_for_sitemaps_by_the_exact_relation() -> None:
    assert "link[rel=alternate]" in SCRIPT.read_text("utf-8")


def test_material_still_puts_copy_buttons_into_landmarks() -> None:
    assert "md-code__nav" in SCRIPT.read_text("utf-8")


def test_mended_markup() -> None:
    assert material.head('<link rel="alternate" href="pt/">') == '<link rel="alternate " href="pt/">'
    dialog = f"<div {material.SEARCH_DIALOG}>"
    assert material.header(dialog, 'a "b"') == f'<div {material.SEARCH_DIALOG} aria-label="a &#34;b&#34;">'
    assert material.document('<html lang="pt" class="no-js"><html lang="x">', "pt-BR") == (
        '<html lang="pt-BR" class="no-js"><html lang="x">'
    )


def test_static_i18n_still_has_what_is_read() -> None:
    plugin = i18n_plugin.I18n()
    plugin.config = I18nPluginConfig()
    plugin.config.load_dict(
        {
            "languages": [
                {"locale": "pt", "name": "Português", "build": True},
                {"locale": "en", "name": "English", "default": True, "build": True},
            ]
        }
    )
    assert plugin.config.validate() == ([], [])
    assert plugin.building is False
    assert plugin.current_language is None
    assert plugin.extra_alternate == {}
    config = type("Config", (), {"plugins": {i18n.PLUGIN: plugin}})
    assert i18n.languages(config) == ["en", "pt"]
    assert not i18n.nested(config)
    assert i18n.build_language(config) is None


def test_a_site_without_static_i18n_has_one_language() -> None:
    config = type("Config", (), {"plugins": {}})
    assert i18n.languages(config) is None
    assert not i18n.nested(config)
    assert i18n.build_language(config) is None
