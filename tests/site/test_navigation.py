"""The navigation that pages share is, on every page, the one that Material renders."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jinja2 import DictLoader, Environment, pass_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.utils import normalize_url

from lockstep.mkdocs import navigation, templates
from lockstep.store import NOTHING

if TYPE_CHECKING:
    from jinja2.runtime import Context

FEATURES = ("navigation.tabs", "navigation.prune", "navigation.indexes", "navigation.sections", "navigation.expand")
# As an author may write the address of a page.
LINKS = ("a/a0-b1", "./a/b0/", "a//c0/", "b/../a0/", "/a0/", "../a0/", "#a", "a/a0-b1/#part", "a0")
PARTS = (*navigation.LOOPS, "partials/tabs-item.html", "partials/toc.html", "partials/toc-item.html")


class _Item:
    """A page, a section or a link, as templates see it."""

    def __init__(self, title: str, url: str | None = None, children: list[_Item] | None = None) -> None:
        self.title, self.url, self.children = title, url, children
        self.active, self.meta, self.encrypted, self.toc, self.pages = False, {}, False, [], None
        self.is_page = url is not None and "://" not in url
        self.is_index = self.is_page and bool(url) and url is not None and url.count("/") == 1

    def walk(self, above: tuple[_Item, ...] = ()) -> list[tuple[_Item, ...]]:
        way = (*above, self)
        return [way, *(one for child in self.children or () for one in child.walk(way))]


class _Lang:
    def t(self, key: str) -> str:
        return key


def _tree(chance: random.Random, folder: str = "", depth: int = 0) -> list[_Item]:
    made = []
    for number in range(chance.randint(2, 4)):
        kind = chance.random()
        name = f"{folder}{chance.choice('abc')}{number}"
        if kind < 0.5 and depth < 2:
            made.append(_Item(f"Section {name}", children=_tree(chance, f"{name}/", depth + 1)))
        elif kind < 0.6:
            made.append(_Item("A link", chance.choice(["https://example.com/", f"https://example.com/{name}", *LINKS])))
        else:
            # A page need not be in the folder of its section.
            urls = [f"{name}/", name, f"{name}.html", folder or "index.html", *[f"a/{name.replace('/', '-')}/"] * 3]
            made.append(_Item(f"Page {name}", chance.choice(urls)))
    return made


def _environment(*, shared: bool, autoescape: bool) -> Environment:
    folder = Path(templates.TEMPLATES)
    texts = {name: templates._slim((folder / name).read_text("utf-8")) for name in PARTS}
    if shared:
        texts = {name: navigation.share(text, name) for name, text in texts.items()}
        assert [name for name, text in texts.items() if navigation.NAME in text] == list(navigation.LOOPS)
    texts["partials/logo.html"] = ""
    texts["page"] = "{% include 'partials/nav.html' %}|{% include 'partials/tabs.html' %}"
    made = Environment(loader=DictLoader(texts), autoescape=autoescape)
    made.globals[navigation.NAME] = navigation.Items().render

    @pass_context
    def url(context: Context, value: str) -> str:
        return normalize_url(value, context.get("page"), "/base/")

    made.filters["url"] = url
    return made


@pytest.mark.parametrize("seed", range(60))
def test_every_page_has_the_navigation_that_material_renders(seed: int) -> None:
    chance = random.Random(seed)
    items = [_Item("Home", ""), *_tree(chance)]
    features = [name for name in FEATURES if chance.random() < 0.5]
    nav = type("Nav", (), {"items": items, "homepage": items[0]})
    ways = [way for item in items for way in item.walk() if way[-1].is_page]
    # Some pages come again, and one template has no page.
    chance.shuffle(ways)
    environments = [_environment(shared=shared, autoescape=seed % 2 == 1) for shared in (True, False)]
    for way in [*ways, (), *ways[:3]]:
        for one in way:
            one.active = True
        page = way[-1] if way else None
        config = {"site_name": "S", "extra": {}, "repo_url": ""}
        given: dict[str, Any] = {"nav": nav, "features": features, "page": page, "lang": _Lang(), "config": config}
        shared, plain = (made.get_template("page").render(**given) for made in environments)
        assert shared == plain
        for one in way:
            one.active = False


@pytest.mark.parametrize(
    ("body", "known"),
    [
        ("{{ item.render(nav_item, loop.index) }}", True),
        ("{{ item.render(nav_item) }}", True),
        ("{{ item.render(nav_item, loop.index0) }}", False),
        ("{{ item.render(nav_item, loop.index) }}{{ '|' if not loop.last }}", False),
        ("{{ item.render(nav_item, loop) }}", False),
        ("{{ nav_item.title }}", False),
        ("{{ item.render(nav_item) }}{{ item.render(nav_item) }}", False),
    ],
)
def test_a_loop_that_is_not_known_stays_as_it_is(body: str, *, known: bool) -> None:
    template = f"<ul>{{% for nav_item in nav.items %}}{body}{{% endfor %}}</ul>"
    assert (navigation.share(template, "partials/nav.html") != template) == known


def test_what_is_shared_is_rendered_once_in_a_folder() -> None:
    rendered: list[str] = []
    items = [_Item("Section", children=[_Item("One", "a/one/")]), _Item("Other", "b/")]
    kept = navigation.Items()

    def render(item: _Item, number: int) -> str:
        rendered.append(item.title)
        return f"{number} {item.title};"

    def show(url: str) -> list[str]:
        rendered.clear()
        assert kept.render(_Item("", url), render, items, "nav") == "1 Section;2 Other;"  # type: ignore[arg-type]
        return [*rendered]

    assert show("c/one/") == ["Section", "Other"]
    assert show("c/two/") == []
    # What an item leads to, and another folder, have links of their own.
    assert show("a/one/") == ["Section", "Other"]
    assert show("a/two/") == ["Section"]
    assert show("c/three/") == show("a/three/") == []
    # A blog's item is active on posts that are not below it.
    items[1].active = True
    assert show("c/one/") == ["Other"]


def test_another_material_is_told_of_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    names = list(navigation.LOOPS)
    for name in names[:2]:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(
            Path(templates.TEMPLATES, name).read_text("utf-8").replace("loop.index", "loop.index0"), "utf-8"
        )
    config = MkDocsConfig()
    config.load_dict({"site_name": "Small", "theme": "material"})
    assert config.validate() == ([], [])
    try:
        for folder, unknown in ((templates.TEMPLATES, []), (str(tmp_path), names)):
            monkeypatch.setattr(templates, "TEMPLATES", folder)
            templates._tell.cache_clear()
            for shared in (True, False, True):
                templates.prepare(config, NOTHING, shared=shared)
            text = "of another version: pages take longer, and are the same"
            assert caplog.messages == ([f"{', '.join(unknown)} {text}"] if unknown else [])
    finally:
        templates._tell.cache_clear()


def test_a_list_that_is_gone_is_not_another_list() -> None:
    kept = navigation.Items()
    page: Any = _Item("", "c/")
    for number in range(50):
        # Nobody else holds it: the next one may be where it was.
        shown = kept.render(page, lambda item, _: item.title, [_Item(f"{number}", "a/"), _Item("b", "b/")])
        assert shown == f"{number}b"
