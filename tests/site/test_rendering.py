"""Templates say the same with quicker contexts, and the theme's texts are those of its macro."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader, Environment, FileSystemLoader, nodes, pass_context, pass_environment, pass_eval_context
from jinja2.exceptions import UndefinedError
from jinja2.runtime import Context

from lockstep.mkdocs import navigation, rendering, repeated, templates

TEMPLATES = {
    "base": "{% set top = 1 %}{% import 'macros' as m %}{% from 'macros' import loud with context %}"
    "<{% block a %}a{{ x }}{% endblock %}|{% block b scoped %}{{ top }}{% endblock %}|{% include 'part' %}>"
    "{{ m.plain(1) }}{{ loud('é', end='?') }}{{ m.all(1, 2, k=3) }}",
    "child": "{% extends 'base' %}{% block a %}{{ super() }}{% for i in [1, 2] %}{{ m2(i, loop.index) }}{% endfor %}"
    "{% endblock %}{% macro m2(a, b) %}{{ a }}-{{ b }}{{ caller() if caller }}{% endmacro %}"
    "{% block b %}{% call(v) wrapped() %}<{{ v }}>{% endcall %}{% endblock %}"
    "{% macro wrapped() %}{{ caller('<i>') }}{% endmacro %}",
    "part": "{% with y = 2 %}{{ x }}{{ y }}{{ given }}{{ called() }}{{ with_context('x') }}{{ with_environment() }}"
    "{{ with_eval() }}{{ object(3) }}{{ kind(4) }}{{ 'a' | with_filter }}{{ lambda_(q=5) }}{% endwith %}{{ nothing }}",
    "macros": "{% macro plain(a) %}{{ a }}{{ given }}{{ x }}{% endmacro %}"
    "{% macro loud(a, end='!') %}<b>{{ a }}{{ end }}{{ x }}</b>{% endmacro %}"
    "{% macro all() %}{{ varargs }}{{ kwargs }}{% endmacro %}",
    "loop": "{% for x in [1, 2] recursive %}{{ with_context('x') }}{{ loop([3]) if x == 1 }}{% endfor %}",
    "stops": "{{ stops() }}",
    "few": "{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}",
    "missing": "{{ nobody() }}",
}


class _Callable:
    def __call__(self, value: object) -> str:
        return f"called {value}"

    def bound(self, value: object) -> str:
        return f"bound {value}"


class _Asking:
    @pass_context
    def __call__(self, context: Context, value: object) -> str:
        return f"{value} of {context.name} {context['x']}"


def _stops() -> None:
    raise StopIteration


def environment(kind: type[Context], *, autoescape: bool) -> Environment:
    made = Environment(loader=DictLoader(TEMPLATES), autoescape=autoescape)
    made.context_class = kind
    own = _Callable()

    @pass_context
    def with_context(context: Context, name: str) -> str:
        return f"{context.resolve(name)} {[(key, context.get(key)) for key in ('x', 'y', 'top')]} {context.name}"

    @pass_environment
    def with_environment(environment: Environment) -> str:
        return str(environment is made)

    @pass_eval_context
    def with_eval(eval_context: Any) -> str:
        return str(eval_context.autoescape)

    @pass_context
    def with_filter(context: Context, value: str) -> str:
        return value + str(context["x"])

    made.filters["with_filter"] = with_filter
    made.globals |= {
        **{"called": lambda: "<u>", "with_context": with_context, "with_environment": with_environment},
        **{"with_eval": with_eval, "object": own, "kind": own.bound, "lambda_": lambda **given: str(given)},
        **{"given": "global", "stops": _stops, "asking": _Asking()},
    }
    return made


@pytest.mark.parametrize("autoescape", [False, True])
@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_says_the_same(name: str, *, autoescape: bool) -> None:
    said: list[object] = []
    for kind in (rendering._Context, Context):
        made = environment(kind, autoescape=autoescape)
        try:
            said.append(made.get_template(name, globals={"own": 1}).render(x="<x>"))
        except (UndefinedError, TypeError) as error:
            said.append((type(error), str(error)))
    assert said[0] == said[1]
    failing = {"stops": str, "few": tuple, "missing": tuple}
    assert isinstance(said[0], failing.get(name, str))
    assert said[0] or name in ("macros", "stops")


def test_a_callable_that_takes_the_context_is_given_it() -> None:
    for kind in (rendering._Context, Context):
        made = environment(kind, autoescape=True)
        assert made.from_string("{{ asking('a') }}").render(x="<x>") == "a of None &lt;x&gt;"


class _Odd(dict[str, object]):
    own = 1

    @property
    def failing(self) -> object:
        raise AttributeError

    def __missing__(self, key: str) -> object:
        return f"made of {key}"


class _Refusing:
    def __getitem__(self, key: str) -> object:
        raise RuntimeError(key)


def test_what_has_a_name_is_found_alike() -> None:
    plain, made = rendering.PLAIN["getattr"], Environment()
    odd = _Odd(own=2, failing=3)
    for what in ({"a": None, "get": 1, "keys": 2}, {}, odd, None, 1, "text", Path(), _Asking, made, made.undefined()):
        for name in ("a", "get", "keys", "own", "failing", "other", "__class__", "upper", "filters", ""):
            said = []
            for find in (rendering._getattr, plain):
                try:
                    found = find(made, what, name)
                    said.append((type(found), repr(found), str(getattr(found, "_undefined_message", ""))))
                except UndefinedError as error:
                    said.append((type(error), str(error), ""))
            assert said[0] == said[1]
    for find in (rendering._getattr, plain):
        with pytest.raises(RuntimeError, match="other"):
            find(made, _Refusing(), "other")


def test_templates_are_compiled_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    made = environment(Context, autoescape=False)
    for name in ("url", "script_tag", "date"):
        made.filters[name] = str
    sources = [file.read_text("utf-8") for file in Path(templates.TEMPLATES).rglob("*.html")] + [*TEMPLATES.values()]
    kinds = (nodes.Name, (nodes.Block, nodes.Call), nodes.Node, nodes.Const)
    texts: list[list[object]] = []
    for below, every in (
        (rendering._iter_child_nodes, rendering._find_all),
        (rendering.PLAIN["iter_child_nodes"], rendering.PLAIN["find_all"]),
    ):
        monkeypatch.setattr(nodes.Node, "iter_child_nodes", below)
        monkeypatch.setattr(nodes.Node, "find_all", every)
        texts.append([made.compile(text, raw=True) for text in sources])
        for text in sources:
            top = made.parse(text)
            texts[-1] += [[*map(repr, top.find_all(kind))] for kind in kinds]
            for one in (top, *top.find_all(nodes.Node)):
                texts[-1] += [[*map(repr, one.iter_child_nodes(**asked))] for asked in ({}, {"exclude": ("body",)})]
                texts[-1].append([*map(repr, one.iter_child_nodes(only=("body", "node")))])
    assert texts[0] == texts[1]
    assert len(sources) > 50


THEME = {
    repeated.TEXTS: '{% import "partials/languages/" ~ config.theme.language ~ ".html" as lang %}'
    '{% import "partials/languages/en.html" as fallback %}'
    "{% macro t(key) %}{{ lang.t(key) or fallback.t(key) or key }}{% endmacro %}",
    "partials/languages/en.html": '{% macro t(key) %}{{ {"a": "A", "b": "B"}[key] }}{% endmacro %}',
    "partials/languages/tr.html": '{% macro t(key) %}{{ {"a": "Ä"}[key] }}{% endmacro %}',
    ".icons/a.svg": "<svg>a</svg>\n",
    "base.html": '{% import "partials/language.html" as lang with context %}{% set icon = "a" %}'
    """{{ lang.t("a") }}{{ lang.t('b') | upper }}{{ lang.t("c" ~ page) }}{{ slang.t(1) }}"""
    '{% include ".icons/" ~ icon ~ ".svg" %}|{% include ".icons/a.svg" %}|{% include "other.html" %}',
    "other.html": "{{ page }}",
}


class _Theme(dict[str, str]):
    pass


class _Config:
    theme = _Theme(language="tr")


class _Slang:
    def t(self, number: int) -> int:
        return number


@pytest.mark.parametrize("autoescape", [False, True])
def test_texts_and_icons_of_the_theme_are_those_of_its_templates(*, autoescape: bool) -> None:
    config = _Config()
    shared = {name: repeated.share_icons(repeated.share_texts(text)) for name, text in THEME.items()}
    assert shared["base.html"].count("lockstep_text(lang, config, ") == 3
    assert shared["base.html"].count("lockstep_icon(") == 2
    assert shared["other.html"] == THEME["other.html"]
    made = [Environment(loader=DictLoader(one), autoescape=autoescape) for one in (shared, THEME)]
    made[0].globals |= repeated.functions(made[0])
    # Another language of the same environment, too.
    for language, page in (("tr", 1), ("tr", 2), ("en", 1), ("tr", 1)):
        config.theme["language"] = language
        said = [one.get_template("base.html").render(config=config, page=page, slang=_Slang()) for one in made]
        assert said[0] == said[1]
        assert said[0] == f"{'Ä' if language == 'tr' else 'A'}Bc{page}1<svg>a</svg>|<svg>a</svg>|{page}"


@pytest.mark.parametrize(
    "own", ["partials/language.html", ".icons/a.svg", "partials/nav-item.html", "partials/tabs-item.html"]
)
def test_what_a_site_has_in_the_place_of_the_theme_s_is_left_as_it_is(own: str, tmp_path: Path) -> None:
    file = tmp_path / own
    file.parent.mkdir(parents=True)
    file.write_text("{% macro render(nav_item, path, level, parent) %}{% endmacro %}{{ lang.t('a') }}", "utf-8")
    loader = templates.Loader(FileSystemLoader([str(tmp_path), templates.TEMPLATES]), shared=True, alike=True)
    header = loader.get_source(Environment(), "partials/header.html")[0]
    assert (repeated.ASK_TEXT in header) == (own != "partials/language.html")
    assert (repeated.ASK_ICON in header) == (own != ".icons/a.svg")
    for name, loop in navigation.LOOPS.items():
        shared = navigation.NAME in loader.get_source(Environment(), name)[0]
        assert shared == (own not in (name, loop.macro))
    assert loader.get_source(Environment(), own)[0] == file.read_text("utf-8")


def test_material_has_what_is_asked_in_another_way() -> None:
    folder = Path(templates.TEMPLATES)
    for name in navigation.LOOPS:
        text = (folder / name).read_text("utf-8")
        assert navigation.share(text, name) != text
        assert navigation.share(text, "partials/another.html") == text
        # With a second loop of the kind, nobody knows which is meant.
        assert navigation.share(text + text, name) == text + text
    header = (folder / "partials/header.html").read_text("utf-8")
    assert repeated.ASK_TEXT in repeated.share_texts(header)
    assert repeated.ASK_ICON in repeated.share_icons(header)
    # Nothing but the language counts: what the macro imports has no context.
    assert (folder / repeated.TEXTS).read_text("utf-8").count("with context") == 0
    icons = [file for file in (folder / repeated.ICONS).rglob("*.svg") if "{" in file.read_text("utf-8")]
    assert [file for file in icons if re.search("{[{%#]", file.read_text("utf-8"))] == []
