"""What is relied on of the insides of Material and mkdocs-static-i18n: an upgrade that changes it fails here."""

import inspect
import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from material.plugins.search.plugin import SearchIndex, SearchPlugin
from mkdocs import livereload, utils
from mkdocs.commands import build as mkdocs_build
from mkdocs.commands import serve as mkdocs_serve
from mkdocs.config import load_config
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, get_toc
from mkdocs_static_i18n import folder, reconfigure
from mkdocs_static_i18n import plugin as i18n_plugin
from mkdocs_static_i18n.config import I18nPluginConfig
from mkdocs_static_i18n.utils import I18nLoggingFilter

from lockstep.mkdocs import dependence, i18n, material, pipeline, search, serving
from lockstep.mkdocs.watching import Watcher
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


def test_material_still_links_tabs_by_labels_where_a_feature_says_so() -> None:
    script = SCRIPT.read_text("utf-8")
    assert f'"{material.LINKED_TABS}"' in script
    assert f'"{material.LINKED_TABS}" in features' in template("partials/javascripts/content.html")
    # The line below a label follows what is told of a radio button.
    assert re.search(r'\w+\(\w+,"change"\)\.pipe\(\w+\(\(\)=>\w+\(`label\[for=', script)
    # And the button is chosen that an address names.
    assert 'target.name.startsWith("__tabbed_")' in template("partials/javascripts/content.html")


def test_static_i18n_still_stops_at_files_that_were_made_of_nothing() -> None:
    assert "is_relative_to(file.abs_src_path, mkdocs_config.docs_dir)" in inspect.getsource(reconfigure)


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


def test_the_development_server_still_has_what_is_taken_over(tmp_path: Path) -> None:
    server = LiveReloadServer(lambda: None, "127.0.0.1", 0, root=str(tmp_path))
    try:
        server.watch(str(tmp_path))
        server.watch(str(tmp_path))
        assert server._watched_paths == {str(tmp_path): 2}
        server.unwatch(str(tmp_path))
        server.unwatch(str(tmp_path))
        assert not server._watched_paths
        # All that it asks of its observer, which is ours then.
        server.observer = Watcher()
        server.watch(str(tmp_path))
        server.unwatch(str(tmp_path))
        used = set(re.findall(r"self\.observer\.(\w+)\(", inspect.getsource(LiveReloadServer)))
        assert used == {"schedule", "unschedule", "start", "stop", "join"}
        assert "self.observer.schedule(handler, path, recursive=recursive)" in inspect.getsource(LiveReloadServer.watch)
        assert server._inject_js_into_html(b"<body></body>", server._visible_epoch).startswith(b"<body><script>")
        loop = inspect.getsource(LiveReloadServer._build_loop)
        # A build that ends as any other does has browsers load their pages again, and lets requests go on.
        assert "self.builder()" in loop
        assert loop.index("self.builder()") < loop.index("self._visible_epoch = self._wanted_epoch")
        assert "wait_for(lambda: self._visible_epoch == self._wanted_epoch)" in inspect.getsource(
            LiveReloadServer._serve_request
        )
        # Of the lock at which requests wait, nothing else is asked for; and only news is waited for with an end.
        used = set(re.findall(r"self\._epoch_cond\.(\w+)", inspect.getsource(LiveReloadServer)))
        assert used == {"wait_for", "notify_all"}
        assert "wait_for(condition, timeout=" in inspect.getsource(LiveReloadServer._serve_request)
        assert "self._visible_epoch > epoch" in inspect.getsource(LiveReloadServer._serve_request)
        assert "wait(timeout=self.build_delay)" in loop
    finally:
        server.server_close()


def test_mkdocs_still_serves_the_folder_that_it_builds_in() -> None:
    source = inspect.getsource(mkdocs_serve.serve)
    assert "builder=builder, host=host, port=port, root=site_dir" in source
    assert source.index("builder(config)") < source.index("on_serve(server")
    assert source.index("on_serve(server") < source.index("on_shutdown()")
    assert livereload.__name__ == serving.SERVER


def test_static_i18n_still_changes_mkdocs_for_the_further_languages_as_is_taken_back() -> None:
    source = inspect.getsource(i18n_plugin.I18n.on_post_build)
    assert "utils.clean_directory = lambda" in source
    assert f'logging.getLogger("{i18n.BUILD.name}")' in source
    clean, filters = utils.clean_directory, list(i18n.BUILD.filters)
    utils.clean_directory = lambda folder: folder
    i18n.BUILD.addFilter(I18nLoggingFilter())
    i18n.recover()
    assert utils.clean_directory is clean
    assert i18n.BUILD.filters == filters


def test_a_site_without_static_i18n_has_one_language() -> None:
    config = type("Config", (), {"plugins": {}})
    assert i18n.languages(config) is None
    assert not i18n.nested(config)
    assert i18n.build_language(config) is None


@pytest.mark.parametrize("name", list(pipeline.KNOWN))
def test_mkdocs_still_reads_and_writes_pages_as_it_did(name: str) -> None:
    """What pages are kept of was read for these texts: read the new ones, then write their digests down."""
    assert name not in pipeline.changed(), f"{name} is another than the one that was read"


@pytest.mark.parametrize("name", list(pipeline._plain))
def test_mkdocs_still_calls_what_is_wrapped_by_its_name_in_the_module(name: str) -> None:
    assert f"{name}(\n" in inspect.getsource(mkdocs_build.build) or f"{name}(file" in inspect.getsource(
        mkdocs_build.build
    )


def test_mkdocs_still_makes_of_a_page_what_is_kept_of_it() -> None:
    source = inspect.getsource(Page.render)
    assert set(re.findall(r"self\.(\w+) = ", source)) == {
        *("content", "toc", "_title_from_render", "present_anchor_ids", "links_to_anchors"),
    }
    assert set(re.findall(r"self\.(\w+)(?:, self\.(\w+))? = ", inspect.getsource(Page.read_source))) == {
        ("markdown", "meta")
    }
    toc = get_toc(
        [{"name": "A", "id": "a", "level": 1, "children": [{"name": "B", "id": "b", "level": 2, "children": []}]}]
    )
    assert [vars(item) for item in pipeline._links(pipeline._tokens(toc))[0].children] == [
        vars(item) for item in toc.items[0].children
    ]
    assert toc.items[0].active
    assert list(inspect.signature(AnchorLink).parameters) == ["title", "id", "level"]


def test_material_still_adds_to_its_index_while_a_page_is_put_into_the_theme() -> None:
    assert {name for name in vars(SearchPlugin) if name.startswith("on_page")} == {"on_page_context"}
    assert "self.search_index.add_entry_from_context(page)" in inspect.getsource(SearchPlugin.on_page_context)
    plugin = SearchPlugin()
    plugin.load_config({"jieba_dict": "a", "jieba_dict_user": "b"})
    config = type("Config", (), {"plugins": {search.PLUGIN: plugin}})
    assert search.dictionaries(config) == [Path("a"), Path("b")]


def test_material_shows_no_day() -> None:
    """Pages that are kept would show that of another build."""
    folder = Path(str(TEMPLATES))
    found = (file for file in folder.rglob("*.html") if ".icons" not in file.parts)
    assert not [file.name for file in found if dependence.DAY.search(file.read_text("utf-8"))]


def test_static_i18n_still_changes_pages_by_their_own_text_alone() -> None:
    hooks = {name for name in vars(i18n_plugin.I18n) if name.startswith(("on_page", "on_pre_page", "on_post_page"))}
    assert hooks == {"on_page_markdown", "on_page_context", "on_post_page"}
