"""What is kept on disk, whatever happens to the disk; and what the digest of a project's files is taken from."""

import json
import multiprocessing
import os
import shutil
from pathlib import Path

import pytest

from lockstep import surroundings as module
from lockstep.project import load_project
from lockstep.store import FOLDER, SIGNATURE, TAG, Store, digest
from lockstep.surroundings import surroundings
from support.project import PROJECT, record
from support.store import fill

KEY = digest("a key")
LIMIT = 40_000
VALUE = {"text": "ı \ud800 \r\n", "list": [1, None, 2.5]}


def entry(root: Path, key: str = KEY) -> Path:
    return root / FOLDER / key[:2] / key


def kept(root: Path) -> list[Path]:
    return [file for file in (root / FOLDER).glob("??/*") if file.is_file()]


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    store = Store(tmp_path)
    store.put(KEY, VALUE)
    store.close()
    assert Store(tmp_path).get(KEY) == VALUE
    return tmp_path


def test_nothing_is_kept_without_a_folder() -> None:
    store = Store(None)
    store.put(KEY, 1)
    assert store.get(KEY) is None
    store.close()


def test_nothing_is_found_where_nothing_was_put(tmp_path: Path) -> None:
    assert Store(tmp_path).get(KEY) is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: data + b" ",
        lambda data: data.replace(b"2.5", b"3.5"),
        lambda data: data.partition(b"\n")[0],
        lambda data: data.partition(b"\n")[2],
        lambda data: b"\xff" * len(data),
        lambda data: b"\0" * 4096,
        # No JSON, and deeper than can be read, with the right seal.
        lambda data: digest(KEY, b"{").encode() + b"\n{",
        lambda data: digest(KEY, b"\xff").encode() + b"\n\xff",
        lambda data: digest(KEY, b"[" * 100_000).encode() + b"\n" + b"[" * 100_000,
    ],
)
def test_what_is_not_whole_is_not_there(filled: Path, harm) -> None:
    file = entry(filled)
    harmed = harm(file.read_bytes())
    assert harmed != file.read_bytes()
    file.write_bytes(harmed)
    store = Store(filled)
    assert store.get(KEY) is None
    store.put(KEY, VALUE)
    assert Store(filled).get(KEY) == VALUE


def test_an_entry_under_the_name_of_another_is_none(filled: Path) -> None:
    other = digest("another")
    entry(filled, other).parent.mkdir(exist_ok=True)
    shutil.copy(entry(filled), entry(filled, other))
    assert Store(filled).get(other) is None


def test_a_folder_in_the_place_of_an_entry(filled: Path) -> None:
    entry(filled).unlink()
    (entry(filled) / "x").mkdir(parents=True)
    store = Store(filled)
    assert store.get(KEY) is None
    store.put(KEY, VALUE)
    store.close()
    assert not list(entry(filled).parent.glob("*.part"))


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / ".cache").write_text("")
    store = Store(tmp_path)
    store.put(KEY, VALUE)
    assert store.get(KEY) is None
    store.close()


def test_a_disk_that_refuses(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root, who may write anywhere, no folder is read-only: the system's own answers stand in for it."""
    for error in (PermissionError(13, "read-only"), OSError(28, "no space left")):
        write = Path.write_bytes

        def refuse(file: Path, data: bytes, write=write, error=error) -> None:
            write(file, data[: len(data) // 2])
            raise error

        other = digest(str(error))
        with monkeypatch.context() as patched:
            patched.setattr(Path, "write_bytes", refuse)
            store = Store(filled)
            store.put(other, VALUE)
            store.close()
        assert Store(filled).get(other) is None
        assert Store(filled).get(KEY) == VALUE
        assert kept(filled) == [entry(filled)]
    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", lambda file: (_ for _ in ()).throw(PermissionError(13, "unreadable")))
        assert Store(filled).get(KEY) is None


@pytest.mark.parametrize("value", [{1, 2}, b"x", object()])
def test_what_json_does_not_have_is_not_kept(tmp_path: Path, value: object) -> None:
    store = Store(tmp_path)
    store.put(KEY, value)
    cycle: list[object] = []
    cycle.append(cycle)
    store.put(KEY, cycle)
    assert store.get(KEY) is None


def test_several_may_write_at_the_same_time(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=fill, args=(tmp_path, LIMIT)) for _ in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    assert kept(tmp_path)
    for file in kept(tmp_path):
        assert Store(tmp_path).get(file.name), file
    assert sum(file.stat().st_size for file in kept(tmp_path)) <= LIMIT


def test_what_was_used_stays_where_there_is_too_much(tmp_path: Path) -> None:
    keys = [digest(str(number)) for number in range(10)]
    store = Store(tmp_path)
    for number, key in enumerate(keys):
        store.put(key, "x" * 1000)
        os.utime(entry(tmp_path, key), (number, number))
    store.close()
    store = Store(tmp_path, limit=5500)
    store.get(keys[0])
    store.get(keys[5])
    store.put(digest("new"), "y" * 1000)
    store.close()
    left = {file.name for file in kept(tmp_path)}
    assert left == {keys[0], keys[5], digest("new"), keys[9], keys[8]}
    # What was used is now younger than what was not.
    times = {file.name: file.stat().st_mtime for file in kept(tmp_path)}
    assert min(times[keys[0]], times[keys[5]]) > times[keys[9]]


def test_halves_of_entries_that_were_left_behind_are_dropped_at_last(tmp_path: Path) -> None:
    store = Store(tmp_path, limit=2500)
    store.put(KEY, "x" * 1000)
    half = entry(tmp_path).with_name(f"{KEY}.1.part")
    half.write_bytes(b"x" * 3000)
    os.utime(half, (1, 1))
    store.close()
    assert not half.exists()
    assert store.get(KEY)


def test_the_folder_is_in_no_backup_and_no_repository_from_the_first_entry_on(tmp_path: Path) -> None:
    Store(tmp_path).put(KEY, 1)
    assert (tmp_path / FOLDER / TAG).read_text() == SIGNATURE
    assert (tmp_path / FOLDER / ".gitignore").read_text() == "*\n"


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
