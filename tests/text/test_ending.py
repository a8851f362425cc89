"""A process that has built ends at once, unless something that is left has to do something then."""

import subprocess
import sys
from pathlib import Path

import pytest

from lockstep.store import SWITCH
from support.project import environment, make_project

# What is registered first is done last.
TOLD = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0)); "
# As many builds as there may be in one process.
ENDING = TOLD + "from lockstep.ending import end_at_once; end_at_once(); end_at_once(); "
GENERATOR = """
import pathlib
def work(write=pathlib.Path("left").write_text):
    try:
        yield
    finally:
        write("all")
one = work()
next(one)
"""
LEFT = {
    "nothing": ("", True, ""),
    "a file that is closed": ("file = open('left', 'w'); file.write('all'); file.close(); ", True, "all"),
    "a file that is open": ("file = open('left', 'w'); file.write('all'); ", False, "all"),
    "a file without what it writes to": (
        "file = open('left', 'w'); file.write('all'); left = file.detach(); ",
        False,
        "all",
    ),
    "what has an end of its own": (
        "import pathlib; kind = type('Kind', (), {'__del__': lambda self: pathlib.Path('left').write_text('all')}); "
        "one = type('Below', (kind,), {})(); one.one = one; ",
        False,
        "all",
    ),
    "a generator in the middle": (GENERATOR, False, "all"),
}


def run(program: str, folder: Path, **variables: str) -> str:
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, cwd=folder, env=environment() | variables, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("name", LEFT)
def test_what_has_something_to_do_at_its_end_does_it(name: str, tmp_path: Path) -> None:
    program, at_once, text = LEFT[name]
    assert run(ENDING + program, tmp_path) == f"{at_once}\n"
    assert (text or None) == ((tmp_path / "left").read_text() if (tmp_path / "left").exists() else None)


@pytest.mark.parametrize(("value", "at_once"), [("", True), ("off", False)])
def test_a_build_ends_at_once(value: str, at_once: bool, tmp_path: Path) -> None:
    program = "import sys; sys.argv = ['mkdocs', 'build', '--quiet']; from mkdocs.__main__ import cli; cli()"
    root = make_project(tmp_path).root
    assert run(TOLD + program, root, **{SWITCH: value}) == f"{at_once}\n"
    assert (root / "site" / "index.html").exists()
