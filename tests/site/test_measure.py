"""The command that measures builds, on the smallest site, and what its numbers are made of."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.project import environment, mkdocs
from support.sized.edits import Editor
from support.sized.measuring import COLD, EDITED, PLAIN, SAME, SERVED, STOCK, WARM, Measured, differing
from support.sized.serving import Shown, serve_edits
from support.sized.site import make_site
from support.sized.spent import RunError, Spent, processor_s, run

TESTS = Path(__file__).parents[1]
MEASURE = TESTS.parent / "benchmarks" / "site" / "measure.py"
# A child that works, and a parent that waits for it.
WORK = "import time\nwhile time.process_time() < 0.4: pass\n"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {WORK!r}])"


def test_everything_is_measured_and_every_byte_compared(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, MEASURE, "--pages", "4", "--rounds", "1", "--edits", "0", "-o", tmp_path / "found.json"],
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert found["differences"] == {COLD: [], SAME: [], WARM: [], EDITED: []}
    assert found["builds"].keys() == {STOCK, PLAIN, COLD, SAME, WARM, EDITED}
    for one in found["builds"].values():
        assert len(one) == 1
        assert one[0]["cpu_s"] > 0
        assert one[0]["wall_s"] > 0
        assert f"{one[0]['wall_s']:.2f}" in done.stdout
    if Path("/proc/self/smaps_rollup").exists():
        seen = {name for name, one in found["builds"].items() if one[0]["tree_mib"]}
        assert seen == {PLAIN, COLD}
    assert found["ratios"][STOCK][STOCK] == {"cpu_s": 1, "wall_s": 1}
    plain, stock = found["weights"][PLAIN], found["weights"][STOCK]
    assert plain == found["weights"][WARM]
    assert plain["html_gzip_mean"] < plain["html_mean"] < plain["html_max"]
    assert plain["js_gzip"] > stock["js_gzip"] > 0
    assert list(stock["index_gzip"]) == ["search/search_index.json"]
    assert {"search/en.json", "search/pt-BR.json", "search/tr.json"} < plain["index_gzip"].keys()
    assert found["site"]["pages"] == {"en": 4, "pt": 3, "tr": 3}
    assert found["setup"]["versions"]["mkdocs-material"]
    # What is committed names no place of the machine.
    assert found["setup"]["command"] == ("python benchmarks/site/measure.py --pages 4 --rounds 1 --edits 0 --seed 1")
    assert str(tmp_path) not in json.dumps(found)


# Seeds that leave a program without a page.
@pytest.mark.parametrize(("seed", "pages"), [(26, 12), (8, 20)])
def test_a_site_has_no_finding_whatever_its_pages_show(tmp_path: Path, seed: int, pages: int) -> None:
    make_site(seed, pages).write(tmp_path)
    built = mkdocs("build", "--strict", "-q", cwd=tmp_path)
    assert (built.code, built.output) == (0, "")


def test_edits_show_while_the_site_is_served_and_are_taken_back(tmp_path: Path) -> None:
    site = make_site(1, 4)
    site.write(tmp_path / "site")
    editor = Editor(tmp_path / "site" / "docs", site.plan)
    shown = serve_edits(tmp_path / "site", editor, range(2), {})
    assert len(shown) == 2
    for one in shown:
        assert 0 < one.file_s <= one.wall_s
        assert one.cpu_s > 0
    pages = {path: text for path, text in site.pages.items() if path[0] == "en"}
    assert {("en", name): (tmp_path / "site" / "docs" / "en" / name).read_text("utf-8") for _, name in pages} == pages


def test_a_difference_is_named_and_ends_with_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    spec = importlib.util.spec_from_file_location("measure", MEASURE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    builds = {name: [Spent(2, 4, 50), Spent(4, 8, 60)] for name in (STOCK, PLAIN, WARM)}
    # Two rounds of builds, of which the machine was twice as slow in the second.
    edits = {SERVED[WARM]: [Shown(0.25, 0.5, 1), Shown(0.25, 0.5, 1), Shown(0.5, 1, 2), Shown(0.5, 1, 2)]}
    measured = Measured(make_site(1, 4), builds, edits, differences={COLD: set(), WARM: {"tr/index.html"}})
    monkeypatch.setattr(module, "measure", lambda *_, **__: measured)
    monkeypatch.setattr(sys, "argv", ["measure.py"])
    assert module.main() == 1
    said = capsys.readouterr().out
    assert re.search(r"^one edit while serving +1\.50 +0\.500 +0\.500 +0\.75 +0\.125 +0\.125$", said, re.MULTILINE)
    assert "warm: not as in a plain build: tr/index.html" in said
    assert "cold: every byte as in a plain build" in said
    measured.differences[WARM].clear()
    assert module.main() == 0


def test_files_that_differ_or_are_missing_are_found(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, files in ((one, {"same": "1", "changed": "1", "x/only": ""}), (other, {"same": "1", "changed": "2"})):
        for name, text in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    assert differing(one, other) == differing(other, one) == {"changed", "x/only"}


def test_what_children_use_is_counted(tmp_path: Path) -> None:
    spent = run((sys.executable, "-c", PARENT), tmp_path)
    assert spent.wall_s >= 0.4 <= spent.cpu_s
    assert spent.process_mib > 1
    assert spent.tree_mib is None


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the system does not tell")
def test_the_memory_of_children_is_seen(tmp_path: Path) -> None:
    held = f"held = bytes(range(256)) * 4096 * 40\n{WORK}{WORK}"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {held!r}])"
    spent = run((sys.executable, "-c", parent), tmp_path, watched=True)
    assert spent.tree_mib and spent.tree_mib > 40


def test_what_a_running_process_and_its_children_use_is_counted(tmp_path: Path) -> None:
    # One child has ended, another has not, when it speaks.
    ended = f"subprocess.run([sys.executable, '-c', {WORK!r}])"
    living = f"subprocess.Popen([sys.executable, '-c', {WORK + 'print(flush=True); import time; time.sleep(600)'!r}])"
    process = subprocess.Popen(
        [sys.executable, "-c", f"import subprocess, sys; {ended}; child = {living}; sys.stdin.read(); child.kill()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout and process.stdout.readline()
        assert processor_s(process.pid) >= 0.75
    finally:
        process.communicate()


def test_a_process_has_no_more_memory_than_it_uses(tmp_path: Path) -> None:
    # Linux begins with what the one had that starts it.
    held = bytes(range(256)) * 4096 * 200
    spent = run((sys.executable, "-I", "-S", "-c", ""), tmp_path)
    assert 1 < spent.process_mib < len(held) / 1024**2 / 2


def test_what_cannot_be_started_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"^no-such-program build \(status 1\)\nno-such-program: .+\n$"):
        run(("no-such-program", "build"), tmp_path)


def test_memory_is_used_for_a_moment() -> None:
    # In a process of its own: what is told is the most that any child had.
    asked = "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    program = f"import resource; from support.sized.spent import take_memory; take_memory(256 * 1024**2); {asked}"
    done = subprocess.run([sys.executable, "-c", program], cwd=TESTS, capture_output=True, check=True)
    assert int(done.stdout) >= 256 * 1024


def test_a_failed_build_says_what_it_said(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"status 3\)\nbroken"):
        run((sys.executable, "-c", "print('broken'); raise SystemExit(3)"), tmp_path)


def test_two_runs_add_up() -> None:
    assert Spent(1, 2, 30, 40) + Spent(1, 3, 50, 20) == Spent(2, 5, 50, 40)
    assert Spent(1, 2, 30, 40) + Spent(1, 3, 50) == Spent(2, 5, 50)
