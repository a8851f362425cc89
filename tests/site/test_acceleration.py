"""What takes less time is what is known, and can be turned off; where upstream is another, everything is as ever."""

import logging
from collections.abc import Iterator

import pytest

from lockstep.mkdocs import acceleration
from lockstep.store import SWITCH

NAMES = {module.__name__.rpartition(".")[2]: module for module in acceleration.MODULES}


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
    assert acceleration.changed(NAMES[name]) == []


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
