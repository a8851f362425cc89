"""What an author is told while a site is served, and what is taken for a save; without a server."""

import os
import shutil
import sys
import time
from pathlib import Path
from typing import ClassVar

import pytest
from bs4 import BeautifulSoup
from watchdog.events import FileSystemEvent, FileSystemEventHandler

import lockstep
from lockstep.findings import Finding
from lockstep.mkdocs import watching
from lockstep.mkdocs.banner import banner, put
from lockstep.mkdocs.hints import Hints
from lockstep.mkdocs.serving import HOLDING, Outcome
from lockstep.mkdocs.watching import Watcher, snapshot
from lockstep.project import Language

HERE, THERE = "docs/tr/index.md", "docs/pt/index.md"
LAGS = Finding(HERE, 5, 1, "LS203", "a heading is missing", "add it")
LAGS_THERE = Finding(THERE, 5, 1, "LS203", "a heading is missing")
LOST = Finding(HERE, 9, 1, "LS112", "no region 'x'")
LOST_THERE = Finding(THERE, 9, 1, "LS111", "no snippet file '<b>.py'")


@pytest.mark.parametrize(
    ("outcome", "first", "rest"),
    [
        (Outcome(1), [], []),
        # A site that is built: its author's page first.
        (Outcome(1, False, (LAGS_THERE, LAGS, LOST_THERE), ("w",)), [LAGS], [LAGS_THERE, LOST_THERE, "w"]),
        # One that is not: what is in its way first, that of the page before that of others.
        (Outcome(1, True, (LAGS_THERE, LAGS, LOST_THERE, LOST)), [LOST, LOST_THERE], [LAGS, LAGS_THERE]),
        (Outcome(1, True, (LAGS, LOST), ("ValueError: x",)), [LOST, "ValueError: x"], [LAGS]),
        # In a strict build everything is.
        (Outcome(1, True, (LAGS_THERE, LAGS)), [LAGS, LAGS_THERE], []),
    ],
)
def test_what_is_shown_first(outcome: Outcome, first: list[object], rest: list[object]) -> None:
    assert outcome.part(HERE) == (first, rest)


def test_every_code_that_keeps_the_last_good_site_is_one_that_is_found() -> None:
    package = Path(lockstep.__file__).parent
    sources = "".join(file.read_text("utf-8") for file in package.rglob("*.py") if file.name != "serving.py")
    assert {code for code in HOLDING if f'"{code}"' not in sources} == set()


def test_a_banner_says_everything_and_nothing_of_it_is_markup() -> None:
    reader = Language("tr", "tr")
    assert banner(Outcome(1), HERE, reader) == ""
    outcome = Outcome(7, True, (LOST_THERE, LAGS), ("</body><script>alert(1)</script>",))
    page = put(b"<html><body><p>x</p></body></html>\n", banner(outcome, HERE, reader))
    assert page.endswith(b"</section></body></html>\n")
    found = BeautifulSoup(page, "html5lib")
    assert [item.get_text() for item in found.select("li")] == [
        "docs/pt/index.md:9:1 LS111 no snippet file '<b>.py'",
        "</body><script>alert(1)</script>",
        "docs/tr/index.md:5:1 LS203 a heading is missing (add it)",
    ]
    assert len(found.select("script")) == 1
    assert found.section["data-build"] == "7"
    assert (found.section["lang"], found.li.parent.parent["lang"]) == ("tr", "en")
    assert put(b"404 Not Found", "<b>") == b"404 Not Found<b>"


class Told(FileSystemEventHandler):
    count: ClassVar[int] = 0

    def on_any_event(self, event: FileSystemEvent) -> None:
        assert not event.is_directory
        self.count += 1


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "QUIET_S", 0.01)


@pytest.mark.usefixtures("quick")
def test_what_is_taken_for_a_save(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    watcher, told = Watcher(), Told()
    # What was saved before anyone could be told, but after a build began to read, is a save.
    watcher.see(str(folder))
    folder.mkdir()
    file = folder / "page.md"
    file.write_text("1")
    watcher.schedule(told, str(folder))
    watcher.look()
    assert told.count == 1
    watcher.look()
    assert told.count == 1
    for name in ("page.md~", ".page.md.swp", "4913", "#page.md#", ".#page.md", "page.md___jb_tmp___", ".DS_Store"):
        (folder / name).write_text("x")
        watcher.look()
        assert told.count == 1, name
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__/x.pyc").write_text("x")
    watcher.look()
    assert told.count == 1
    # Of the same size, at the same time, and another file.
    times = (file.stat().st_atime_ns, file.stat().st_mtime_ns)
    other = folder / "other"
    other.write_text("2")
    os.utime(other, ns=times)
    other.replace(file)
    watcher.look()
    assert told.count == 2
    file.unlink()
    watcher.look()
    assert told.count == 3
    watcher.unschedule(str(folder))
    file.write_text("3")
    watcher.look()
    assert told.count == 3


@pytest.mark.usefixtures("quick")
def test_what_was_changed_is_taken_once(tmp_path: Path) -> None:
    ones = [tmp_path / name for name in ("a.md", "b.md", "c.md")]
    ones[0].write_text("1")
    ones[2].write_text("1")
    watcher = Watcher()
    watcher.schedule(Told(), str(tmp_path))
    ones[0].write_text("12")
    ones[1].write_text("1")
    ones[2].unlink()
    watcher.look()
    assert watcher.take() == {*map(str, ones)}
    assert watcher.take() == set()


@pytest.fixture
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everything looked at so seldom that a test would wait for it in vain."""
    monkeypatch.setattr(watching, "INTERVAL_S", (3600.0, 3600.0))


@pytest.fixture
def _deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system say nothing: it has no more of what that needs."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError("inotify watch limit reached")

    monkeypatch.setattr(Hints, "_listen", refuse)


def seen(watcher: Watcher, told: Told, count: int) -> bool:
    end = time.monotonic() + 30
    while told.count < count and time.monotonic() < end:
        time.sleep(0.01)
    return told.count == count


@pytest.mark.skipif(sys.platform != "linux", reason="other systems are not asked")
@pytest.mark.usefixtures("seldom")
def test_what_the_system_tells_of_is_looked_at_at_once(tmp_path: Path) -> None:
    docs, config = tmp_path / "docs", tmp_path / "mkdocs.yml"
    page = docs / "en/guide/page.md"
    page.parent.mkdir(parents=True)
    page.write_text("1")
    config.write_text("1")
    watcher, told = Watcher(), Told()
    for path in (docs, config, tmp_path / "later"):
        watcher.schedule(told, str(path))
    watcher.start()

    def replace(file: Path) -> None:
        file.with_name("new~").write_text(f"{file.stat().st_size * 10}")
        time.sleep(0.3)
        file.with_name("new~").replace(file)

    def again() -> None:
        docs.rename(tmp_path / "old")
        (tmp_path / "old").rename(docs)
        page.write_text("of another branch")

    steps = [
        lambda: page.write_text("12"),
        lambda: replace(page),
        lambda: (docs / "other.md").write_text("1"),
        lambda: (docs / "pt").mkdir() or (docs / "pt/page.md").write_text("1"),
        lambda: (docs / "pt/page.md").write_text("12"),
        page.unlink,
        lambda: page.write_text("3"),
        lambda: shutil.rmtree(docs),
        lambda: page.parent.mkdir(parents=True) or page.write_text("4"),
        lambda: page.write_text("45"),
        lambda: replace(config),
        lambda: replace(config),
        lambda: (tmp_path / "later").mkdir() or (tmp_path / "later/a.md").write_text("1"),
        lambda: (tmp_path / "later/a.md").write_text("12"),
        again,
        lambda: page.write_text("46"),
    ]
    try:
        for number, step in enumerate(steps, 1):
            # What is listened at is looked at between two steps.
            time.sleep(0.2)
            step()
            assert seen(watcher, told, number), number
        # To read is not to save.
        for file in docs.rglob("*.md"):
            file.read_text()
        time.sleep(0.3)
        assert told.count == len(steps)
    finally:
        watcher.stop()
        watcher.join(10)
    assert not watcher._thread.is_alive()


@pytest.mark.usefixtures("seldom", "_deaf")
def test_what_was_changed_last_is_looked_at_more_often(tmp_path: Path) -> None:
    near, far = tmp_path / "near.md", tmp_path / "far.md"
    near.write_text("1")
    far.write_text("1")
    watcher, told = Watcher(), Told()
    watcher.schedule(told, str(tmp_path))
    watcher.draw_near(str(near))
    watcher.start()
    try:
        far.write_text("12")
        time.sleep(0.5)
        assert told.count == 0
        near.write_text("12")
        end = time.monotonic() + 30
        while not told.count and time.monotonic() < end:
            time.sleep(0.01)
        assert told.count == 1
        assert watcher.take() == {str(near), str(far)}
    finally:
        watcher.stop()
        watcher.join()


def test_no_more_are_near_than_can_be_looked_at(tmp_path: Path) -> None:
    watcher = Watcher()
    for number in range(watching.MOST + 5):
        watcher.draw_near(str(tmp_path / str(number)))
    assert len(watcher._near) == watching.MOST
    assert str(tmp_path / "0") not in watcher._near


@pytest.mark.usefixtures("quick")
def test_a_save_in_several_steps_is_told_when_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "page.md"
    watcher, told = Watcher(), Told()
    watcher.schedule(told, str(tmp_path))
    steps = [lambda: file.write_text("1"), lambda: file.write_text("12"), lambda: file.replace(tmp_path / "new.md")]
    look = watcher._look

    def meanwhile() -> object:
        if steps:
            steps.pop(0)()
        assert told.count == 0
        return look()

    monkeypatch.setattr(watcher, "_look", meanwhile)
    watcher.look()
    assert (told.count, steps) == (1, [])
    # What is there for a moment only is nothing.
    told.count = 0
    probe = tmp_path / "probe"
    steps[:] = [probe.touch, probe.unlink]
    watcher.look()
    assert (told.count, steps) == (0, [])


def test_links_are_followed_and_loops_end(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/page.md").touch()
    (tmp_path / "docs/back").symlink_to(tmp_path / "docs")
    (tmp_path / "docs/linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "docs/broken").symlink_to(tmp_path / "nowhere")
    assert set(snapshot(str(tmp_path / "docs"))) == {str(tmp_path / "docs/linked/page.md")}
    assert set(snapshot(str(tmp_path / "elsewhere"), recursive=False)) == {str(tmp_path / "elsewhere/page.md")}
    assert snapshot(str(tmp_path / "docs"), recursive=False) == {}
    assert set(snapshot(str(tmp_path / "elsewhere/page.md"))) == {str(tmp_path / "elsewhere/page.md")}


@pytest.mark.parametrize("told_by", ["the system", "nobody"])
def test_a_watcher_starts_and_ends(tmp_path: Path, told_by: str, request: pytest.FixtureRequest) -> None:
    if told_by == "nobody":
        request.getfixturevalue("_deaf")
    idle = Watcher()
    idle.stop()
    idle.join(1)
    watcher, told = Watcher(), Told()
    watcher.schedule(told, str(tmp_path))
    watcher.start()
    (tmp_path / "page.md").touch()
    end = time.monotonic() + 30
    while not told.count and time.monotonic() < end:
        time.sleep(0.05)
    watcher.stop()
    watcher.join(10)
    assert told.count == 1
