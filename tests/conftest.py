import gc
import os

import pytest
from filelock import FileLock

from lockstep.snippets.verification import Launcher


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="rewrite the expected files instead of comparing with them")


@pytest.fixture(autouse=True)
def collected():
    """Look for garbage again after a command that left all of it to its end, which is not that of this process."""
    yield
    gc.unfreeze()
    gc.enable()


@pytest.fixture(scope="session")
def torch_server():
    """What runs programs as forks of one process that has imported torch, which takes seconds of its own."""
    with Launcher() as launcher:
        yield launcher


@pytest.fixture
def golden(request):
    """Compare a text with a file, or write it there with --update."""

    def compare(path, text):
        if request.config.getoption("--update"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8"), f"{path} differs; pytest --update rewrites it"

    return compare


@pytest.fixture(scope="session")
def once(tmp_path_factory):
    """Make a folder that no test writes to: once, whichever of the workers comes first."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent

    def made(name, make):
        folder = shared / f"once-{name}"
        with FileLock(f"{folder}.lock"):
            if not folder.exists():
                unfinished = tmp_path_factory.mktemp(name)
                make(unfinished)
                unfinished.rename(folder)
        return folder

    return made
