"""What a page asks of the theme, and cannot be, is named and left out; what can be is left alone."""

import re
from pathlib import Path

import pytest

from support.keeping import build, compare
from support.project import SmallProject, make_project

PAGE = "docs/en/index.md"
TEMPLATE = "and is left out (name one of the theme's or of custom_dir)"
ICON = "and is left out (write the path of one, as material/rocket-launch)"
HIDE = "and is left out (list what is hidden: [navigation, toc])"
SEARCH = "and is left out (write {exclude: true} or {boost: 2})"
# What is written, and the column of the value and what is said of it.
REFUSED = {
    "template: nope.html": f"11 names no template: 'nope.html', {TEMPLATE}",
    "template: ''": f"11 names no template: '', {TEMPLATE}",
    "template: ../own/main.html": f"11 names no template: '../own/main.html', {TEMPLATE}",
    "template: partials": f"11 names no template: 'partials', {TEMPLATE}",
    "template: 5": f"11 names no template: 5, {TEMPLATE}",
    "template: [main.html]": f"11 names no template: ['main.html'], {TEMPLATE}",
    "template:": f"10 names no template: None, {TEMPLATE}",
    "icon: material/nonexistent": f"7 names no icon: 'material/nonexistent', {ICON}",
    "icon: ../../x": f"7 names no icon: '../../x', {ICON}",
    "icon: 5": f"7 names no icon: 5, {ICON}",
    "icon: [material/abacus]": f"7 names no icon: ['material/abacus'], {ICON}",
    "hide: 5": f"7 is no list: 5, {HIDE}",
    "hide: true": f"7 is no list: True, {HIDE}",
    "search: 5": f"9 is no mapping: 5, {SEARCH}",
    "search: exclude": f"9 is no mapping: 'exclude', {SEARCH}",
    "search: [exclude]": f"9 is no mapping: ['exclude'], {SEARCH}",
    "search:": f"8 is no mapping: None, {SEARCH}",
}
TAKEN = {
    "template: main.html": "Plain",
    "template: mine.html": "Mine of ",
    "icon: material/abacus": "<svg",
    "icon:": "Plain",
    "hide: [toc]": "Plain",
    "hide: toc": "Plain",
    "hide:": "Plain",
    "search: {exclude: true}": "Plain",
    "search: {boost: 2}": "Plain",
}


@pytest.fixture
def small(tmp_path: Path) -> SmallProject:
    project = make_project(tmp_path)
    project.edit("mkdocs.yml", "font: false", "font: false, custom_dir: own")
    project.edit("mkdocs.yml", "  - lockstep\n", "  - search\n  - lockstep\n")
    project.write("own/mine.html", '{% extends "main.html" %}{% block footer %}Mine of {{ page.title }}{% endblock %}')
    project.write("own/main.html", '{% extends "lockstep.html" %}{% block footer %}Plain{% endblock %}')
    return project


def ask(project: SmallProject, text: str) -> None:
    page = (project.root / PAGE).read_text("utf-8")
    title, below = re.match(r"---\n(.*?\n)---\n(.*)", page, re.DOTALL).groups() if page[:3] == "---" else ("", page)
    project.write(PAGE, f"---\n{title}{text}\n---\n{below}")


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_is_named_and_left_out(small: SmallProject, text: str) -> None:
    ask(small, text)
    line = (small.root / PAGE).read_text("utf-8").splitlines().index(text) + 1
    column, said = REFUSED[text].split(" ", 1)
    expected = f"WARNING {PAGE}:{line}:{column} LS207 '{text.partition(':')[0]}' in the front matter {said}"
    made = compare(small)[0]
    assert [one for one in made.lines if "LS207" in one] == [expected]
    assert not made.error and b"Plain" in made.site["index.html"]


def test_all_is_named_each_time_and_ends_a_strict_build(small: SmallProject) -> None:
    ask(small, "search: 5\nicon: 5\ntemplate: 5\nhide: 5")
    for _ in range(2):
        said = [one for one in compare(small)[0].lines if "LS207" in one]
        assert [one.split()[3] for one in said] == ["'hide'", "'icon'", "'search'", "'template'"]
    assert build(small, strict=True).error == "Aborted with 4 warnings in strict mode!"


@pytest.mark.parametrize("text", TAKEN)
def test_what_can_be_is_left_alone(small: SmallProject, text: str) -> None:
    ask(small, text)
    made = compare(small)[0]
    assert not made.error and not [one for one in made.lines if "LS207" in one]
    assert TAKEN[text].encode() in made.site["index.html"]


def test_with_an_item_of_the_site_s_own_an_icon_may_be_anything(small: SmallProject) -> None:
    small.write(
        "own/partials/nav-item.html",
        "{% macro render(nav_item, path, level, parent) %}{{ nav_item.meta.icon }};{% endmacro %}",
    )
    ask(small, "icon: mine")
    made = compare(small)[0]
    assert not [one for one in made.lines if "LS207" in one] and b"mine;" in made.site["index.html"]
