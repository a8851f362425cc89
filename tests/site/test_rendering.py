"""Templates say the same with quicker contexts, and the theme's texts are those of its macro."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from jinja2 import DictLoader, Environment, pass_context, pass_environment, pass_eval_context
from jinja2.exceptions import UndefinedError
from jinja2.runtime import Context

from lockstep.mkdocs import rendering, templates, texts

if TYPE_CHECKING:
    from collections.abc import Callable

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


def material(config: object, *, shared: bool) -> Callable[[str], object]:
    made = Environment(loader=DictLoader({texts.TEMPLATE: MACROS if not shared else texts.share(MACROS)} | WORDS))
    made.globals[texts.NAME] = texts.Texts().text
    return made.get_template(texts.TEMPLATE, None, {"config": config}).module.t  # type: ignore[attr-defined,no-any-return]


MACROS = (
    '{% import "partials/languages/" ~ config.theme.language ~ ".html" as lang %}'
    '{% import "partials/languages/en.html" as fallback %}'
    "{% macro t(key) %}{{ lang.t(key) or fallback.t(key) or key }}{% endmacro %}"
)
WORDS = {
    "partials/languages/en.html": '{% macro t(key) %}{{ {"a": "A", "b": "B"}[key] }}{% endmacro %}',
    "partials/languages/tr.html": '{% macro t(key) %}{{ {"a": "Ä"}[key] }}{% endmacro %}',
}


def test_texts_of_the_theme_are_those_of_its_macro() -> None:
    class Theme:
        language = "tr"

    class Config:
        theme = Theme()

    config = Config()
    ours, theirs = material(config, shared=True), material(config, shared=False)
    for key in ("a", "b", "c", "a"):
        assert ours(key) == theirs(key)
    # Another language of the same environment.
    config.theme.language = "en"
    assert material(config, shared=True)("a") == "A"
    assert texts.share("{% macro t(key) %}{% macro t(key) %}") == "{% macro t(key) %}{% macro t(key) %}"


def test_material_has_the_macros_that_are_asked_in_another_way() -> None:
    for name, share in templates.SHARED.items():
        source = (templates.Path(templates.TEMPLATES) / name).read_text("utf-8")
        assert share(source) != source, name
    assert (
        templates.navigation.BELOW in (templates.Path(templates.TEMPLATES) / templates.navigation.TEMPLATE).read_text()
    )
