"""What takes less time is what is known, and can be turned off; where upstream is another, everything is as ever."""

import inspect
import logging
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial, wraps
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

from lockstep.mkdocs import acceleration
from lockstep.mkdocs.standin import changed, source
from lockstep.store import SWITCH
from support.keeping import files
from support.project import environment, make_project

NAMES = {name: import_module(f"lockstep.mkdocs.{name}") for name in acceleration.NAMES}
# What a module begins with, or a function that it knows: the module's name, its class, the name.
GONE = {
    "a method": ("markdown.treeprocessors", "InlineProcessor", "_InlineProcessor__applyPattern"),
    "a method that is stood in for": ("pygments.formatters", "HtmlFormatter", "_create_stylesheet"),
    "a method that a class above has": ("mkdocs_static_i18n.folder", "I18nFiles", "get_file_from_path"),
    "a class": ("material.plugins.search.plugin", "", "Element"),
}


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    acceleration._told.cache_clear()
    yield
    acceleration._told.cache_clear()
    acceleration.settle()


def quick() -> list[str]:
    """Name the modules that are turned on, each as a whole."""
    found = []
    for name, module in NAMES.items():
        on = {vars(one.owner)[one.name] is one.new for one in module.STAND_INS}
        assert len(on) == 1, name
        found += [name] * on.pop()
    return found


@pytest.mark.parametrize("name", NAMES)
def test_upstream_is_what_was_read(name: str) -> None:
    """Read what is new, see that the stand-ins still do the same, then write its digest down."""
    assert acceleration.differs(name) == []


def test_the_switch_turns_everything_on_and_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, expected in (("", [*NAMES]), ("off", []), ("", [*NAMES])):
        monkeypatch.setenv(SWITCH, value)
        acceleration.settle()
        assert quick() == expected


@pytest.mark.parametrize("name", NAMES)
def test_another_version_is_left_alone_and_told_once(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    module = NAMES[name]
    first = next(iter(module.KNOWN))
    monkeypatch.setitem(module.KNOWN, first, "of another version")
    with caplog.at_level(logging.WARNING, "lockstep"):
        acceleration.settle()
        acceleration.settle()
    assert quick() == [other for other in NAMES if other != name]
    assert caplog.messages == [f"{first} of another version: pages take longer, and are the same"]


def test_what_is_not_there_or_has_no_source_is_another_version() -> None:
    assert changed({"a": "", "b": "x", "c": "", "d": ""}, {"a": None, "b": None, "c": len}) == ["a", "b", "c", "d"]


def _wrapped(function: Callable[..., object]) -> Callable[..., object]:
    return wraps(function)(partial(function))


@_wrapped
@_wrapped
def _of_many_lines(
    one: object,
    *others: object,
) -> tuple[
    object,
    ...,
]:
    # Said of it.

    return (
        one,
        others,
    )
    # Said at its end.


# Said of the next.
async def _at_once(one: object) -> object: return one  # fmt: skip


class _Holding:
    @staticmethod
    @_wrapped
    def inner(one: object) -> object:
        def within() -> object:
            return one

        return within


def test_the_source_that_is_read_is_that_of_the_function(tmp_path: Path) -> None:
    known = [one for module in NAMES.values() for one in module.PLAIN.values() if not isinstance(one, re.Pattern)]
    for one in (*known, _of_many_lines, _at_once, _Holding.inner, _Holding, lambda: 1, dedent, changed):
        assert source(one) == inspect.getsource(one)
    # Further left than a formatter would have it, and more of the function behind it.
    file = tmp_path / "commented.py"
    file.write_text("def one():\n    two = 1\n# Said of it.\n    return two\n\n# Of the next.\ndef next(): pass\n")
    exec(compile(file.read_text(), file, "exec"), read := {})
    assert source(read["one"]) == inspect.getsource(read["one"])
    assert "return two" in source(read["one"])
    for one in (len, None, 1):
        with pytest.raises(TypeError):
            source(one)
    # What has no file.
    exec("def made(): pass", made := {})
    with pytest.raises(OSError, match="source"):
        source(made["made"])


@pytest.mark.parametrize("name", GONE)
def test_a_build_goes_on_without_what_upstream_has_no_more(name: str, tmp_path: Path) -> None:
    module, owner, attribute = GONE[name]
    root = make_project(tmp_path).root
    # It is put back under its name for upstream itself, when everything has been looked at.
    code = (
        "import sys; from importlib import import_module\n"
        f"where = import_module({module!r}); where = getattr(where, {owner!r}, where)\n"
        f"kept = getattr(where, {attribute!r}); delattr(where, {attribute!r})\n"
        "from lockstep.mkdocs import acceleration\n"
        "acceleration.settle()\n"
        f"setattr(where, {attribute!r}, kept)\n"
        "sys.argv = ['mkdocs', 'build']; from mkdocs.__main__ import cli; cli()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "of another version: pages take longer, and are the same" in done.stderr
    site = files(root / "site")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q"], cwd=root, env=environment() | {SWITCH: "off"}, check=True
    )
    assert site == files(root / "site")
