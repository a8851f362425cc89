"""What is relied on of the insides of Material and mkdocs-static-i18n: an upgrade that changes it fails here."""

import inspect
import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from material.plugins.search.plugin import SearchIndex
from mkdocs.config import load_config
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File
from mkdocs_static_i18n import folder, reconfigure
from mkdocs_static_i18n import plugin as i18n_plugin
from mkdocs_static_i18n.config import I18nPluginConfig

from lockstep.mkdocs import i18n, material, search
from lockstep.project import Language

TEMPLATES = files("material") / "templates"
SCRIPT = next(
    file for file in (TEMPLATES / "assets/javascripts").iterdir() if re.fullmatch(r"bundle\.\w+\.min\.js", file.name)
)


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
        ("base.html", "{% block extrahead %}"),
        ("base.html", "{% block config %}"),
        ("base.html", material.ARTICLE),
        ("base.html", material.CHARSET),
        ("base.html", '"base": base_url,'),
        ("base.html", "{% for alt in config.extra.alternate %}"),
        ("partials/search.html", material.SEARCH_DIALOG),
        ("partials/alternate.html", 'hreflang="{{ alt.lang }}" class="md-select__link"'),
    ],
)
def test_material_still_renders_what_is_mended(path: str, text: str) -> None:
    assert template(path).count(text) == 1


def test_material_still_asks_for_sitemaps_by_the_exact_relation() -> None:
    assert "link[rel=alternate]" in SCRIPT.read_text("utf-8")


def test_material_still_gives_every_tool_of_a_page_the_same_class() -> None:
    assert template("partials/actions.html").count(material.BUTTON) == 2


def test_material_still_keeps_what_belongs_to_a_site_by_its_base() -> None:
    assert '__md_scope=new URL("{{ config.extra.scope | d(base_url) }}",location)' in (
        template("partials/javascripts/base.html")
    )


def test_material_still_swaps_pages_in_place_without_their_header() -> None:
    script = SCRIPT.read_text("utf-8")
    assert "[data-md-component=container]" in script
    assert "[data-md-component=header]" not in script
    assert "window.document$=" in script


def test_material_still_starts_its_search_from_a_pages_configuration() -> None:
    line = re.search(r'"search": "[^"]+"', template("base.html"))
    assert line
    page = line[0].replace('"assets', '"../assets')
    assert search.own_worker(page, Language("pt", "pt-BR")) == page.replace(
        "/search.", "/lockstep.js?language=pt-BR&script=search."
    )
    script = next(file for file in (search.SCRIPTS / "workers").iterdir() if file.name.endswith(".min.js"))
    worker = script.read_text("utf-8")
    # What our worker takes hold of.
    for part in ("self.lunr=", "postMessage(", 'addEventListener("message"', ".Token(", "termSeparator", ".separator"):
        assert part in worker, part
    assert not (search.SCRIPTS / "workers" / search.OURS).is_file()


def test_material_still_keeps_its_index_where_it_is_read() -> None:
    assert "search/search_index.json" in SCRIPT.read_text("utf-8")
    index = SearchIndex(lang=["en"], separator="x", pipeline=[], fields={})
    assert set(json.loads(index.generate_search_index(None))) == {"config", "docs"}
    assert isinstance(index.entries, list)


def test_lunr_still_has_the_stemmers_that_are_asked_for() -> None:
    for name in ("tr", "pt", "ar", "stemmer.support"):
        assert (search.SCRIPTS / f"lunr/min/lunr.{name}.min.js").is_file()


@pytest.mark.parametrize(
    ("tag", "name"), [("pt-BR", "pt-BR"), ("pt-PT", "pt"), ("tr", "tr"), ("ar", "ar"), ("en-GB", "en")]
)
def test_material_still_has_the_languages_that_it_is_asked_for(tag: str, name: str) -> None:
    assert material.theme_language(Language("x", tag)) == name


def test_material_still_puts_copy_buttons_into_landmarks() -> None:
    assert "md-code__nav" in SCRIPT.read_text("utf-8")


def test_mended_markup() -> None:
    own = '<meta name="x"> <link rel="alternate" href="pt/" hreflang="pt"> <link rel="alternate" type="x" href="y">'
    assert material.head(own, [("pt-BR", 'https://x.example/?a&"')]) == (
        '<meta name="x"> <link rel="alternate" type="x" href="y">'
        '\n<link rel="alternate " hreflang="pt-BR" href="https://x.example/?a&amp;&#34;">'
    )
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
    assert i18n.built(config) == ["en", "pt"]
    assert i18n.falls_back(config)


def test_static_i18n_still_says_of_a_file_which_language_it_is_in(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    config = load_config(None, docs_dir=str(docs), site_dir=str(tmp_path / "site"), site_name="x", plugins=[])
    plain = File("en/guide/x.md", str(docs), str(tmp_path / "site"), True)
    there = folder.create_i18n_file(plain, "pt", "en", ["en", "pt"], config)
    assert i18n.name(there) == "guide/x.md"
    assert i18n.written_in(there) == "en"
    assert there.url == "pt/guide/x/"
    assert i18n.written_in(plain) is None


def test_static_i18n_still_warns_of_instant_navigation_in_these_words() -> None:
    assert i18n.INSTANT in inspect.getsource(reconfigure)


def test_the_development_server_still_answers_errors_by_their_number_alone() -> None:
    server = LiveReloadServer(lambda: None, "127.0.0.1", 0, root=".", mount_path="/docs/")
    try:
        assert server.get_app() == server.serve_request
        assert list(inspect.signature(server.error_handler).parameters) == ["code"]
        assert (server.mount_path, server.root) == ("/docs/", str(Path.cwd()))
        assert "self.error_handler(code)" in inspect.getsource(LiveReloadServer.serve_request)
    finally:
        server.server_close()


def test_a_site_without_static_i18n_has_one_language() -> None:
    config = type("Config", (), {"plugins": {}})
    assert i18n.languages(config) is None
    assert not i18n.nested(config)
    assert i18n.build_language(config) is None
