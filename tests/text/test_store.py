"""What is kept on disk, whatever happens to the disk; and what the digest of a project's files is taken from."""

import json
import multiprocessing
import os
import shutil
import signal
import sqlite3
import time
import warnings
from contextlib import closing
from datetime import date
from http import HTTPStatus
from pathlib import Path
from zlib import crc32

import pytest
from markupsafe import Markup

from lockstep import store as store_module
from lockstep import surroundings as module
from lockstep.project import load_project
from lockstep.store import FILE, FOLDER, SIGNATURE, TAG, TOGETHER, Store, digest
from lockstep.surroundings import surroundings
from support.project import PROJECT, record
from support.store import KEY, base, fill, limited, rewrite, texts

LIMIT = 80_000
VALUE = {"text": "ı \ud800 \r\n", "list": [1, None, 2.5]}


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    store = Store(tmp_path)
    store.put(KEY, VALUE)
    store.close()
    assert Store(tmp_path).get(KEY) == VALUE
    return tmp_path


def expect_a_new_beginning(root: Path) -> None:
    store = Store(root)
    assert store.get(KEY) is None
    store.put(KEY, VALUE)
    store.close()
    assert Store(root).get(KEY) == VALUE


def test_nothing_is_kept_without_a_folder() -> None:
    store = Store(None)
    store.put(KEY, 1)
    assert store.get(KEY) is None
    store.close()


def test_nothing_is_kept_by_a_python_without_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "sqlite3", None)
    store = Store(tmp_path)
    store.put(KEY, 1)
    assert store.get(KEY) is None
    store.close()
    assert not list(tmp_path.iterdir())


def test_nothing_is_found_where_nothing_was_put(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.get(KEY) is None
    store.close()
    assert not list(tmp_path.iterdir())


def test_what_is_put_in_is_there_at_once_and_on_disk_in_the_end(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(KEY, VALUE)
    assert store.get(KEY) == VALUE
    assert Store(tmp_path).get(KEY) is None
    large = digest("large")
    store.put(large, "x" * (TOGETHER + 1))
    # Not held back in memory any longer.
    assert Store(tmp_path).get(KEY) == VALUE
    assert store.get(large)
    store.close()
    # A build goes on after that.
    assert store.get(KEY) == VALUE
    store.put(KEY, 2)
    store.close()
    assert Store(tmp_path).get(KEY) == 2


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: data + b" ",
        lambda data: data.replace(b"list", b"lost"),
        lambda data: b"\xff" * len(data),
        lambda data: None,
        lambda data: 7,
        lambda data: data.decode("latin-1"),
    ],
)
def test_what_is_not_whole_is_not_there(filled: Path, harm) -> None:
    data = texts(filled)[KEY]
    harmed = harm(data)
    assert harmed != data
    rewrite(filled, "text", harmed)
    expect_a_new_beginning(filled)


@pytest.mark.parametrize("text", [b"", b"(", b"\xff", b"u\xff\xff\xff\x00x", b"0", b'{"a":[1]}', b'"a"', b"[1]"])
def test_what_is_no_value_is_not_there(filled: Path, text: bytes) -> None:
    rewrite(filled, "text", text)
    rewrite(filled, "seal", crc32(text, crc32(KEY.encode())))
    expect_a_new_beginning(filled)


def test_an_entry_under_the_name_of_another_is_none(filled: Path) -> None:
    other = digest("another")
    rewrite(filled, "key", other)
    assert Store(filled).get(other) is None


@pytest.mark.parametrize("first", [True, False], ids=["read", "written"])
@pytest.mark.parametrize(
    "harm",
    [
        lambda data: b"",
        lambda data: b"no database" * 1000,
        lambda data: data[: len(data) // 2],
        lambda data: data[:100],
        lambda data: data[:100] + b"\xff" * (len(data) - 100),
        lambda data: data[:4096] + bytes(len(data) - 4096),
        lambda data: bytes(len(data)),
    ],
)
def test_a_file_that_is_damaged_is_begun_anew(filled: Path, harm, first: bool) -> None:
    store = Store(filled)
    for number in range(200):
        store.put(digest(str(number)), "x" * 1000)
    store.close()
    file = filled / FOLDER / FILE
    file.write_bytes(harm(file.read_bytes()))
    for _ in range(2):
        # The first to meet it may be one that reads or one that writes.
        store = Store(filled)
        if first:
            assert store.get(KEY) in (None, VALUE)
        store.put(KEY, VALUE)
        store.close()
        store = Store(filled)
        for number in range(200):
            assert store.get(digest(str(number))) in (None, "x" * 1000)
        store.close()
    store.put(KEY, VALUE)
    store.close()
    assert Store(filled).get(KEY) == VALUE


def test_a_table_of_something_else(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir(parents=True)
    with closing(base(tmp_path)) as connection, connection:
        connection.execute("CREATE TABLE kept (name TEXT)")
    store = Store(tmp_path)
    assert store.get(KEY) is None
    store.put(KEY, VALUE)
    store.close()


def test_a_folder_in_the_place_of_the_file(filled: Path) -> None:
    (filled / FOLDER / FILE).unlink()
    (filled / FOLDER / FILE / "x").mkdir(parents=True)
    store = Store(filled)
    assert store.get(KEY) is None
    store.put(KEY, VALUE)
    store.close()


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / ".cache").write_text("")
    store = Store(tmp_path)
    store.put(KEY, VALUE)
    store.close()
    assert store.get(KEY) is None


def test_a_disk_that_is_full(filled: Path) -> None:
    writer = multiprocessing.get_context("spawn").Process(target=limited, args=(filled,))
    writer.start()
    writer.join(120)
    assert writer.exitcode == 0
    assert list(texts(filled)) == [KEY]
    assert Store(filled).get(KEY) == VALUE


def test_a_file_that_refuses(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root, who may write anywhere, no file is read-only: SQLite's own answer stands in for it."""
    plain = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda file, **options: plain(f"file:{file}?mode=ro", uri=True, **options))
    store = Store(filled)
    assert store.get(KEY) == VALUE
    store.put(digest("other"), VALUE)
    store.close()
    assert list(texts(filled)) == [KEY]


def test_one_that_waits_for_another_gives_up_once(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PATIENCE_S", 0.01)
    with closing(base(filled)) as other:
        other.execute("BEGIN EXCLUSIVE")
        store = Store(filled)
        assert store.get(KEY) is None
        assert store.failed
        store.put(KEY, 2)
        store.close()
        other.rollback()
    assert Store(filled).get(KEY) == VALUE


def test_what_others_put_in_or_drop_meanwhile_is_made_again(filled: Path) -> None:
    store, new = Store(filled), digest("new")
    assert store.get(KEY) == VALUE
    other = Store(filled)
    other.put(new, 1)
    other.close()
    with closing(base(filled)) as connection, connection:
        connection.execute("DELETE FROM kept WHERE key = ?", (KEY,))
    assert store.get(KEY) is None
    assert not store.has(new)
    store.put(new, 2)
    assert store.has(new)
    store.close()
    assert (store.get(new), Store(filled).get(new)) == (2, 2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_a_fork_asks_for_nothing_and_keeps_nothing(filled: Path) -> None:
    store = Store(filled)
    assert store.get(KEY) == VALUE
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        process = os.fork()
    if not process:
        found = store.get(KEY)
        store.put(digest("other"), 1)
        store.close()
        os._exit(0 if found is None else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
    assert list(texts(filled)) == [KEY]
    assert store.get(KEY) == VALUE


def _deep(levels: int) -> list[object]:
    value: list[object] = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("value", [object(), Path(), date(2026, 1, 1), {"a": {date(2026, 1, 1): 1}}, _deep(100_000)])
def test_what_is_no_value_is_not_kept(tmp_path: Path, value: object) -> None:
    store = Store(tmp_path)
    store.put(KEY, value)
    cycle: list[object] = []
    cycle.append(cycle)
    store.put(KEY, cycle)
    assert store.get(KEY) is None


def test_another_kind_of_text_is_kept_as_a_text(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(KEY, {"a": [Markup("<b>ı</b>"), HTTPStatus.OK]})
    found = store.get(KEY)
    assert (found, type(found["a"][0]), type(found["a"][1])) == ({"a": ["<b>ı</b>", 200]}, str, int)


def test_several_may_write_at_the_same_time(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=fill, args=(tmp_path, LIMIT)) for _ in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    assert texts(tmp_path)
    for key in texts(tmp_path):
        assert Store(tmp_path).get(key), key
    assert (tmp_path / FOLDER / FILE).stat().st_size <= LIMIT


def test_one_that_is_killed_leaves_what_is_whole(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    killed = 0
    for number in range(4):
        writer = context.Process(target=fill, args=(tmp_path, LIMIT, 100_000))
        writer.start()
        # Before anything is there, in the middle of what is written, and again with what others have left.
        while not (tmp_path / FOLDER / FILE).exists():
            time.sleep(0.001)
        time.sleep(number * 0.03)
        writer.kill()
        writer.join(120)
        killed += writer.exitcode == -signal.SIGKILL
        store = Store(tmp_path)
        for other in range(60):
            key = digest(str(other))
            assert store.get(key) in (None, key * 50)
        store.put(KEY, VALUE)
        store.close()
        assert Store(tmp_path).get(KEY) == VALUE
    assert killed == 4


def test_what_was_used_stays_where_there_is_too_much(tmp_path: Path) -> None:
    keys = [digest(str(number)) for number in range(10)]
    store = Store(tmp_path)
    for key in keys:
        store.put(key, "x" * 10_000)
    store.close()
    for number, key in enumerate(keys):
        rewrite(tmp_path, "used", number, key)
    store = Store(tmp_path, limit=80_000)
    store.get(keys[0])
    store.get(keys[5])
    store.put(digest("new"), "y" * 10_000)
    store.close()
    assert set(texts(tmp_path)) == {keys[0], keys[5], digest("new"), keys[9], keys[8]}
    assert (tmp_path / FOLDER / FILE).stat().st_size <= 80_000
    with closing(base(tmp_path)) as connection:
        times = dict(connection.execute("SELECT key, used FROM kept"))
    # What was used is now younger than what was not.
    assert min(times[keys[0]], times[keys[5]]) > times[keys[9]]


def test_the_folder_is_in_no_backup_and_no_repository_from_the_first_entry_on(filled: Path) -> None:
    assert (filled / FOLDER / TAG).read_text() == SIGNATURE
    assert (filled / FOLDER / ".gitignore").read_text() == "*\n"


def test_where_a_text_ends_makes_a_difference() -> None:
    assert len({digest("a", "b"), digest("ab"), digest("ab", ""), digest("", "ab"), digest("1:a")}) == 5
    assert digest("ı") == digest("ı".encode())


@pytest.fixture
def full(project: Path) -> Path:
    """The project with everything that pages draw on."""
    (project / "docs/en/index.md").write_text("# A\n")
    (project / "docs/glossary.yml").write_text("latency: {pt: x}\n")
    (project / "docs/en/picture.svg").write_text("<svg/>")
    (project / "benchmarks/results/acknowledged.yml").write_text("[]\n")
    catalogue = project / "locale/pt_BR/LC_MESSAGES/lockstep.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid "Tip"\nmsgstr "Dica"\n')
    return project


def taken(root: Path, *others: str) -> str:
    return surroundings(load_project(root), *others)


CHANGED = {
    "program": "snippets/a.py",
    "record": "snippets/verified.json",
    "result": "benchmarks/results/numbers.json",
    "acknowledgement": "benchmarks/results/acknowledged.yml",
    "glossary": "docs/glossary.yml",
    "catalogue": "locale/pt_BR/LC_MESSAGES/lockstep.po",
    "configuration": "pyproject.toml",
}


@pytest.mark.parametrize("name", CHANGED.values(), ids=list(CHANGED))
def test_whatever_is_read_changes_the_surroundings(full: Path, name: str) -> None:
    before = taken(full)
    file = full / name
    with file.open("a") as out:
        out.write("\n")
    assert taken(full) != before


def test_files_that_come_and_go_change_the_surroundings(full: Path) -> None:
    seen = [taken(full)]
    for step in (
        lambda: (full / "docs/en/new.md").write_text(""),
        lambda: (full / "docs/en/new.md").rename(full / "docs/en/newer.md"),
        (full / "docs/en/newer.md").unlink,
        lambda: (full / "snippets/new.txt").write_text(""),
        (full / "docs/en/picture.svg").unlink,
        lambda: (full / "docs/en/a\nb.svg").write_text(""),
        (full / "docs/en/a\nb.svg").unlink,
        lambda: [(full / "docs/en" / name).write_text("") for name in ("a", "en\nb.svg")],
    ):
        step()
        seen.append(taken(full))
    # Taking a file away again leads back to where it was.
    assert seen[3] == seen[0]
    assert seen[7] == seen[5]
    assert len(set(seen)) == len(seen) - 2
    assert taken(full, "x") != taken(full)


def test_pages_have_digests_of_their_own(full: Path) -> None:
    before = taken(full)
    (full / "docs/en/index.md").write_text("# B\n")
    (full / "docs/en/picture.svg").write_text("<svg></svg>")
    assert taken(full) == before


def test_neither_the_folder_nor_the_day_changes_the_surroundings(full: Path, tmp_path_factory) -> None:
    before = taken(full)
    for file in full.rglob("*"):
        os.utime(file, (0, 0))
    assert taken(full) == before
    there = tmp_path_factory.mktemp("elsewhere") / "x"
    shutil.copytree(full, there)
    compiled = there / "snippets/__pycache__/a.pyc"
    compiled.parent.mkdir()
    compiled.write_bytes(b"x")
    assert taken(there) == before


def test_another_version_of_anything_changes_the_surroundings(full: Path, tmp_path_factory, monkeypatch) -> None:
    folder = tmp_path_factory.mktemp("packages")
    (folder / "thing-1.0.dist-info").mkdir()
    monkeypatch.syspath_prepend(str(folder))
    seen = []
    for name in ("thing-1.0.dist-info", "thing-1.1.dist-info"):
        next(folder.iterdir()).rename(folder / name)
        module.installed.cache_clear()
        seen.append(taken(full))
    with monkeypatch.context() as patched:
        patched.setattr("sys.version", "3.99")
        module.installed.cache_clear()
        seen.append(taken(full))
    package = tmp_path_factory.mktemp("lockstep")
    monkeypatch.setattr(module, "PACKAGE", package)
    for name in ("a.py", "b.po", "c.html", "d.js"):
        (package / name).write_text("")
        module.installed.cache_clear()
        seen.append(taken(full))
    monkeypatch.undo()
    module.installed.cache_clear()
    assert len(set(seen)) == len(seen)


def test_what_is_no_file_or_cannot_be_read_is_no_fault(full: Path) -> None:
    before = taken(full)
    # As editors lock files; and nothing that ever comes to an end.
    (full / "snippets/.#a.py").symlink_to("me@here.1")
    os.mkfifo(full / "docs/pipe.yml")
    os.mkfifo(full / "benchmarks/results/pipe.json")
    assert taken(full) != before


def test_the_whole_is_of_this_project(full: Path) -> None:
    """The parts do not stand in for each other: the same file elsewhere is another project."""
    before = taken(full)
    (full / "snippets/a.py").rename(full / "benchmarks/results/a.py")
    assert taken(full) != before
    (full / "pyproject.toml").write_text(PROJECT)
    record(full)
    assert json.loads((full / "snippets/verified.json").read_text())["programs"] == {}
