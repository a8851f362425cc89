"""Whatever a site's hooks, templates and addresses make of the navigation, pages share nothing that differs."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from mkdocs.config import load_config

from lockstep.mkdocs import dependence, navigation, overrides, templates
from support.keeping import build, compare
from support.project import SmallProject, make_project

PAGES = ["index", "a/index", "a/x", "a/y", "a/z", "a/d/index", "a/d/p", "a/d/q", "b/x", "b/y", "b/z", "c"]
OURS = [f"lockstep.{name}" for name in ("benchmarks", "callouts", "snippets")]
EXTENSIONS = ["attr_list", "md_in_html", "tables", "pymdownx.highlight", "pymdownx.superfences", *OURS]
SECTIONS: list[dict[str, Any]] = [
    {"Home": "index.md"},
    {"A": ["a/index.md", "a/x.md", "a/y.md", "a/z.md", {"AA": ["a/d/index.md", "a/d/p.md", "a/d/q.md"]}]},
    {"B": ["b/x.md", "b/y.md", "b/z.md"]},
    {"C": "c.md"},
]
LINKS = ["a/x", "./a/y/", "a//z/", "b/../c/", "/a/x/", "../up/", "#here", "https://example.com/", "a/x/#end"]
HOOK = "def on_page_context(context, page, config, nav):\n    "
LATE = "def on_post_page(output, page, config):\n    "
FLAT = "['navigation.prune'] if page and page.url.startswith('a/x') else ['navigation.tabs', 'navigation.indexes']"
MAIN = '{% extends "lockstep.html" %}'
HOOKS = {
    "titles": f"{HOOK}page.title += ' seen'",
    "titles, after a page": f"{LATE}page.title += ' seen'\n    return output",
    "statuses": f"{HOOK}page.meta['status'] = 'new'",
    "the order": f"{HOOK}nav.items.sort(key=lambda item: (not item.active, item.title or ''))",
    "the features of the theme": f"{HOOK}config.theme['features'] = {FLAT}",
    "objects of another kind": "from types import SimpleNamespace\n\ndef on_nav(nav, config, files):\n    "
    "nav.items.append(SimpleNamespace(title='New', url='https://example.com/'))",
    "dictionaries": "def on_nav(nav, config, files):\n    "
    "nav.items.append({'title': 'New', 'url': 'c/', 'active': True})",
    "addresses without a slash": "def on_files(files, config):\n    for file in files.documentation_pages():\n"
    "        file.url = file.url.rstrip('/')",
}
TEMPLATES = {
    "features for some pages": {
        "main.html": f"{MAIN}{{% block site_nav %}}{{% set features = {FLAT} %}}"
        '{% include "partials/nav.html" %}{% endblock %}',
    },
    "items at two depths": {
        "partials/nav.html": '{% import "partials/nav-item.html" as item with context %}'
        "{% for depth in (1, 2) %}<ul>{% for nav_item in nav.items %}"
        '{{ item.render(nav_item, "n" ~ loop.index, depth) }}{% endfor %}</ul>{% endfor %}'
    },
    "another language for some pages": {
        "main.html": f'{MAIN}{{% block footer %}}{{% if page.url == "a/y/" %}}'
        '{% import "partials/languages/de.html" as lang %}{% include "partials/footer.html" %}'
        '{% else %}{% include "partials/footer.html" %}{% endif %}{% endblock %}'
    },
}


def _make(folder: Path, **own: Any) -> SmallProject:
    """Make a site of one language: ``nav`` and what else is in its configuration."""
    project = SmallProject(folder)
    for page in PAGES:
        project.write(f"docs/{page}.md", f"# Page {page}\n\nText.\n\n## Part\n\nText.\n")
    features = ["navigation.tabs", "navigation.indexes", "navigation.footer"]
    config = {
        "site_name": "Small",
        "site_url": "https://x.example/docs/",
        "theme": {"name": "material", "custom_dir": "own", "font": False, "features": features},
        "plugins": ["search", "lockstep"],
        "nav": SECTIONS,
        "markdown_extensions": EXTENSIONS,
        "validation": {"nav": {"not_found": "ignore"}},
    }
    project.write("own/robots.txt", "")
    project.write("mkdocs.yml", yaml.safe_dump(config | own))
    return project


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_changes_the_navigation(tmp_path: Path, name: str) -> None:
    project = _make(tmp_path, hooks=["hook.py"])
    project.write("hook.py", HOOKS[name])
    assert not compare(project)[0].error


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_changes_what_the_navigation_depends_on(tmp_path: Path, name: str) -> None:
    project = _make(tmp_path)
    for file, text in TEMPLATES[name].items():
        project.write(f"own/{file}", text)
    assert not compare(project)[0].error


def test_a_link_leads_to_a_page_by_another_address(tmp_path: Path) -> None:
    links = {"Links": [{f"Link {number}": link} for number, link in enumerate(LINKS)]}
    site = compare(_make(tmp_path, nav=[*SECTIONS, links]))[0].site
    assert b'href="../x"' in site["a/y/index.html"] and b'href="."' in site["a/x/index.html"]


@pytest.mark.parametrize("languages", [1, 3])
def test_an_ordinary_site_shares_what_it_can(languages: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project(tmp_path) if languages > 1 else _make(tmp_path, plugins=["search", "tags", "lockstep"])
    loaders: list[templates.Loader] = []

    class Seen(templates.Loader):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            loaders.append(self)

    monkeypatch.setattr(templates, "Loader", Seen)
    assert not build(project).error
    assert len(loaders) == languages
    assert all(loader.texts and loader.icons and loader.loops == {*navigation.LOOPS} for loader in loaders)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ page.title }}{% if 'a' in features %}{{ lang.t('a') }}{% endif %}", set()),
        ("{% set features = [] %}", {"features"}),
        ("{% set a, features = [], [] %}", {"a", "features"}),
        ("{% set features %}a{% endset %}", {"features"}),
        ("{% with page = nav %}{% endwith %}", {"page"}),
        # What is the loop's alone, unless it puts in another template.
        ("{% for page in nav.pages %}{{ page.title }}{% endfor %}", set()),
        ("{% for page in nav.pages %}{% include 'partials/nav.html' %}{% endfor %}", {"page"}),
        ("{% macro one(page) %}{{ page.title }}{% endmacro %}", set()),
        ("{% import 'partials/language.html' as lang with context %}", set()),
        ("{% import 'partials/language.html' as lang %}", {"lang"}),
        ("{% import 'partials/languages/' ~ page.meta.a ~ '.html' as lang with context %}", {"lang"}),
        ("{% from 'a.html' import b, c as nav with context %}", {"b", "nav"}),
        ("{% if %}", None),
        ("{% for a in b %}{% continue %}{% endfor %}", set()),
        ("{% do nav.items.clear() %}", None),
        ("{{ no statement, and not closed", set()),
        (b"\xff{% if a %}{% endif %}", None),
        (b"\xff\x00", set()),
    ],
)
def test_what_templates_set_is_found(tmp_path: Path, text: str | bytes, expected: set[str] | None) -> None:
    SmallProject(tmp_path).write("deep/below/one", text)
    assert overrides.settings([tmp_path, tmp_path / "none"]) == expected


def test_a_template_that_is_edited_is_read_again(tmp_path: Path) -> None:
    for name in ("page", "nav", "features"):
        SmallProject(tmp_path).write("one", f"{{% set {name} = [] %}}")
        assert overrides.settings([tmp_path]) == overrides.settings([tmp_path]) == {name}


@pytest.mark.parametrize("hook", ["hook.py", "mkdocs.hooks.py"])
@pytest.mark.parametrize("name", [*dependence.BETWEEN, "nav", "page_markdown"])
def test_what_comes_between_pages_is_known(tmp_path: Path, name: str, hook: str) -> None:
    project = _make(tmp_path, plugins=["search", "tags", "lockstep"])
    assert not dependence.changes_between_pages(load_config(str(tmp_path / "mkdocs.yml")))
    project.edit("mkdocs.yml", "plugins:", f"hooks:\n- {hook}\nplugins:")
    project.write(hook, f"def on_{name}(*arguments, **given):\n    pass\n")
    changes = dependence.changes_between_pages(load_config(str(tmp_path / "mkdocs.yml")))
    assert changes == (name in dependence.BETWEEN)


def test_a_plugin_of_another_may_make_more_of_a_method_that_is_known(tmp_path: Path) -> None:
    _make(tmp_path)
    config = load_config(str(tmp_path / "mkdocs.yml"))
    # Its class may have changed what the method calls.
    kind = type("Own", (type(config.plugins["material/search"]),), {"__module__": "elsewhere"})
    methods = config.plugins.events["page_context"]
    known = [*methods]
    # One that is made, as of a partial, may have no module at all.
    nobody = lambda context, **_: context  # noqa: E731
    nobody.__module__ = None
    for method in (kind().on_page_context, nobody):
        methods[:] = [*known, method]
        assert dependence.changes_between_pages(config)
    methods[:] = known
    assert not dependence.changes_between_pages(config)
