"""Pages that other processes have made: the same site, the same messages in the same order, and nothing left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from lockstep.mkdocs import shares as module
from lockstep.mkdocs.shares import APART, LEAST, MOST, Shares, divide, processors
from support.edits import EDITS, GUIDES, append, make_kept_project, swap
from support.keeping import build, compare
from support.project import SmallProject, environment

pytestmark = pytest.mark.skipif(not module.POSSIBLE, reason="processes cannot be forked here")

NAMES = [str(number) for number in range(100)]
# Edits that make findings, take pages away, and change what all pages share.
STEPS = (
    "an include that is not there",
    "an anchor goes",
    "line ends in the configuration",
    "other metadata",
    "what templates may show",
)
SEED = 11


@pytest.fixture(autouse=True)
def _three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "processors", lambda: 3)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallProject:
    monkeypatch.setattr(module, "LEAST", 2)
    monkeypatch.chdir(tmp_path)
    return make_kept_project(tmp_path)


def shout(name: str) -> bytes:
    return f"{name} by {os.getpid()}".encode()


def children() -> list[int]:
    """List the processes that this one has begun and not seen the end of."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)] = int(fields[1])
    return [process for process, parent in parents.items() if parent == os.getpid()]


def ended(before: list[int]) -> bool:
    """Wait for processes to end that nobody has asked for."""
    for _ in range(200):
        if set(children()) <= set(before):
            return True
        time.sleep(0.05)
    return False


def test_each_gets_a_share_and_its_results_come_one_by_one() -> None:
    before = children()
    shares = Shares(NAMES, shout)
    made = {name: shares.take(name) for name in NAMES}
    own = {name for name, text in made.items() if not text}
    assert own == set(NAMES[::3])
    processes = {text.partition(b" by ")[2] for text in made.values() if text}
    assert len(processes) == 2
    assert str(os.getpid()).encode() not in processes
    assert all(text.startswith(name.encode() + b" ") for name, text in made.items() if text)
    # Whoever asks again makes it.
    assert not any(shares.take(name) for name in NAMES)
    assert set(children()) <= set(before)


def test_what_has_something_in_common_stays_together_and_nobody_waits_long() -> None:
    alone = divide(NAMES, 3, lambda name: None)
    assert alone == [NAMES[::3], NAMES[1::3], NAMES[2::3]]
    # By tens; and none of them has all, or most, of what is the same everywhere.
    tens = divide(NAMES, 2, lambda name: name[:-1])
    assert tens == [
        [*NAMES[:10], *NAMES[20:30], *NAMES[40:50], *NAMES[60:70], *NAMES[80:90]],
        [*NAMES[10:20], *NAMES[30:40], *NAMES[50:60], *NAMES[70:80], *NAMES[90:]],
    ]
    random = Random(SEED)
    for _ in range(200):
        count, kinds = random.randint(1, 8), random.randint(1, 12)
        keys = {name: random.choice([None, *range(kinds)]) for name in NAMES}
        names: list[str] = []
        shares = divide(NAMES, count, keys.__getitem__)
        for name in NAMES:
            names.append(name)
            lengths = [len(set(share) & set(names)) for share in shares]
            assert max(lengths) - min(lengths) <= APART
        assert sorted(name for share in shares for name in share) == sorted(NAMES)
        assert all(share == sorted(share, key=int) for share in shares)


@pytest.mark.parametrize("count", [0, 1, LEAST - 1])
def test_few_are_made_here(count: int) -> None:
    before = children()
    shares = Shares(NAMES[:count], shout)
    assert set(children()) <= set(before)
    assert not any(map(shares.take, NAMES))


def test_with_one_processor_all_are_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "processors", lambda: 1)
    assert not any(map(Shares(NAMES, shout).take, NAMES))


def test_with_many_processors_there_are_not_as_many_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "processors", lambda: 1000)
    shares = Shares(NAMES, shout)
    assert len({shares.take(name).partition(b" by ")[2] for name in NAMES} - {b""}) == MOST - 1


def test_there_is_one_processor_at_least() -> None:
    assert processors() >= 1


def test_more_than_a_pipe_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    large = b"x" * (3 * module.AHEAD + 1)
    shares = Shares(NAMES[:LEAST], lambda name: large)
    for name in NAMES[:LEAST]:
        assert shares.take(name) in (b"", large)
    # Where a pipe cannot be made larger, what is made waits.
    monkeypatch.setattr(module, "_enlarge", lambda pipe: None)
    shares = Shares(NAMES, lambda name: large[: module.AHEAD])
    assert {len(shares.take(name)) for name in NAMES} == {0, module.AHEAD}


def test_what_fails_is_made_here_and_the_others_go_on() -> None:
    def fail(name: str) -> bytes:
        if name == "4":
            raise ValueError(name)
        return shout(name)

    shares = Shares(NAMES, fail)
    assert [name for name in NAMES[:9] if not shares.take(name)] == ["0", "3", "4", "6"]


@pytest.mark.parametrize("die", [lambda: os._exit(0), lambda: os.kill(os.getpid(), signal.SIGKILL)])
def test_what_one_that_dies_has_not_made_is_made_here(die: Callable[[], None]) -> None:
    before = children()

    def work(name: str) -> bytes:
        if name == "7":
            die()
        return shout(name)

    shares = Shares(NAMES, work)
    made = {name for name in NAMES if shares.take(name)}
    assert made == {"1", "4", *NAMES[2::3]}
    assert set(children()) <= set(before)


def test_nothing_is_left_of_a_build_that_ends_in_the_middle() -> None:
    before = children()
    shares = Shares(NAMES, lambda name: b"x" * module.AHEAD)
    assert not set(children()) <= set(before)
    assert shares.take("1")
    del shares
    assert ended(before)


def test_the_site_is_the_same_whoever_makes_its_pages(kept: SmallProject) -> None:
    random = Random(SEED)
    others = 0
    for number, name in enumerate(("", *STEPS)):
        if name:
            EDITS[name](kept, random, number)
        shared, strict = build(kept), bool(number % 2)
        again, plain = build(kept, strict=strict), build(kept, off=True, strict=strict)
        assert not (problem := again.differs(plain)), f"{name}: {problem}"
        # What others have made is kept.
        assert again.rendered == 0, name
        if not strict:
            assert not (problem := shared.differs(plain)), f"{name}: {problem}"
            others += shared.rendered < plain.rendered
    assert others


def test_faults_are_told_in_the_order_of_pages(kept: SmallProject) -> None:
    for file in (*GUIDES, "docs/en/guide/advanced.md"):
        append(kept, file, "[a](nowhere.md)")
    shared, plain = compare(kept)
    assert sum("nowhere.md" in line for line in plain.lines) > 3
    assert shared.rendered < plain.rendered


FAILING = """\
from mkdocs.__main__ import cli
from lockstep.mkdocs import shares, tools

def fail(page):
    if "compile" in page.file.src_uri:
        raise ValueError("a page that nobody can read")
    return "a.md"

shares.LEAST, shares.processors, tools.twin_uri = 2, lambda: 3, fail
cli()
"""


def test_a_page_that_stops_a_build_stops_it_as_ever_and_leaves_no_process(kept: SmallProject) -> None:
    command = [sys.executable, "-c", FAILING, "build"]
    with subprocess.Popen(
        command, cwd=kept.root, env=environment(), text=True, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        said = process.communicate(timeout=100)[1]
    assert process.returncode == 1
    assert said.count("nobody can read") == 2, said  # MkDocs' own line, and Python's.
    with pytest.raises(ProcessLookupError):
        # All that it has begun belong to its group.
        os.killpg(process.pid, 0)


def test_pages_change_while_others_make_them(kept: SmallProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read before a change is not kept for what it would be after it."""
    take = Shares.take
    changed = False

    def change(shares: Shares, name: str) -> bytes:
        nonlocal changed
        made = take(shares, name)
        if made and not changed:
            changed = True
            swap(kept, "docs/glossary.yml", "{}\n")
        return made

    with monkeypatch.context() as patched:
        patched.setattr(Shares, "take", change)
        build(kept)
    assert changed
    compare(kept)
