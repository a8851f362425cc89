"""Nothing of a program outlives it, and nothing stops the next one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lockstep.project import load_project
from lockstep.snippets.program import load_program
from lockstep.snippets.verification import Launcher, launch, verify
from verification.conftest import both
from verification.programs import PASSAGE, PROOF, line_of, program_text

forking = pytest.mark.skipif(not launch.can_fork(), reason="programs are not forks here")

# Starts a child that would sleep on, and leaves its process id in {file}.
CHILD = """
import pathlib, subprocess, sys

child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session={escapes})
pathlib.Path({file!r}).write_text(str(child.pid))
"""
HANG = """
def wait():
    while True:
        pass


wait()
"""


def gone(pid: int) -> bool:
    for _ in range(100):
        try:
            os.kill(pid, 0)
            # A zombie waits for an init that may never look.
            stat = Path(f"/proc/{pid}/stat")
            if stat.exists() and stat.read_text().split()[2] == "Z":
                return True
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@both
@pytest.mark.parametrize("escapes", [False, True], ids=["child", "escaped child"])
@pytest.mark.parametrize("ending", ["hang", "exit", "error"])
def test_children_are_gone_however_a_program_ends(verified, project, escapes, ending):
    pid_file = project / "pid"
    ends = {"hang": HANG, "exit": "import os\n\nos._exit(3)", "error": "1 / 0"}[ending]
    text = program_text(CHILD.format(escapes=escapes, file=str(pid_file)).strip() + "\n" + ends)
    outcome = verified(text, timeout=3)
    expected = {"hang": "timed out: still running after 3 s", "exit": "ended early, with exit status 3"}
    assert outcome.reason.startswith(expected.get(ending, "ZeroDivisionError"))
    assert gone(int(pid_file.read_text()))
    if ending == "hang":
        assert outcome.line in {line_of(text, "while True"), line_of(text, "        pass")}


@both
def test_a_daemon_that_forks_twice_is_gone(verified, project):
    pid_file = project / "pid"
    passage = f"""
    import os, pathlib, subprocess, sys

    if not os.fork():
        os.setsid()
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        pathlib.Path({str(pid_file)!r}).write_text(str(child.pid))
        os._exit(0)
    os.wait()
    """
    assert "nothing was compiled" in verified(program_text(passage)).reason
    assert gone(int(pid_file.read_text()))


@both
def test_a_thread_that_never_ends_is_named(verified):
    passage = """
    import threading, time


    def work():
        time.sleep(3600)


    threading.Thread(target=work).start()
    raise ValueError
    """
    text = program_text(passage)
    outcome = verified(text, timeout=3)
    assert outcome.reason == "timed out: a thread was still running after 3 s"
    assert outcome.line == line_of(text, "time.sleep")


@both
def test_the_network_is_refused_by_name(verified):
    text = program_text("import socket\n\nsocket.create_connection(('192.0.2.1', 80))")
    outcome = verified(text)
    assert outcome.reason == "NoNetworkError: programs run without a network"
    assert outcome.line == line_of(text, "create_connection")
    wrapped = "import urllib.request\n\nurllib.request.urlopen('http://example.org')"
    assert verified(program_text(wrapped)).reason.endswith("(programs run without a network)")
    local = "import asyncio, socket\n\na, b = socket.socketpair()\nasyncio.run(asyncio.sleep(0))\n1 / 0"
    assert "ZeroDivisionError" in verified(program_text(local)).reason


COROUTINES = {
    "dropped": "main()",
    "kept": "pending = main()",
    "with warnings off": "import warnings\n\nwarnings.simplefilter('ignore')\nmain()",
}


@both
@pytest.mark.parametrize("call", COROUTINES.values(), ids=COROUTINES)
def test_a_coroutine_that_is_never_awaited_fails_the_program(verified, call):
    text = program_text(f"async def main():\n    return 1\n\n\n{call}\n{PASSAGE}")
    outcome = verified(text)
    assert outcome.reason == "RuntimeWarning: coroutine 'main' was never awaited"
    assert "main()" in outcome.source


@both
def test_global_state_stays_with_its_program(verified):
    change = """
    import os, random, torch

    torch.set_default_dtype(torch.float64)
    torch.manual_seed(0)
    torch.set_grad_enabled(False)
    torch.compile = None
    os.environ["X"] = "1"
    os.chdir("/")
    model = 1
    raise ValueError("changed")
    """
    look = """
    import os, pathlib, random, torch

    assert torch.get_default_dtype() is torch.float32
    assert torch.is_grad_enabled()
    assert torch.compile
    assert "X" not in os.environ
    assert pathlib.Path.cwd() != pathlib.Path("/")
    print(random.random(), torch.rand(1).item())
    model
    """
    assert verified(program_text(change)).reason == "ValueError: changed"
    assert verified(program_text(look)).reason == "NameError: name 'model' is not defined"


@forking
def test_forks_differ_in_what_is_random(verified):
    text = program_text("import random\nimport numpy\n\nraise ValueError(random.random(), numpy.random.rand())")
    first, second = (verified(text).reason.strip("()").split(",") for _ in range(2))
    assert first[0] != second[0]
    assert first[1] != second[1]


@forking
def test_a_program_that_ends_the_server_is_named_and_the_next_one_runs(verified):
    text = program_text("import os, signal, time\n\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(600)")
    assert verified(text).reason == "crashed, and took the process along that had started it"
    assert verified(program_text("1 / 0")).reason == "ZeroDivisionError: division by zero"


def test_without_a_server_programs_run_in_processes_of_their_own(project, monkeypatch):
    monkeypatch.setattr(launch, "SERVER", "no.such.module")
    file = project / "snippets" / "program.py"
    file.write_text(program_text("1 / 0"))
    with Launcher(fork=True) as launcher:
        outcome = verify(load_program(file, load_project(project)), launcher=launcher)
    assert outcome.reason == "ZeroDivisionError: division by zero"


def test_the_way_to_start_programs_is_a_setting(monkeypatch):
    monkeypatch.setenv(launch.FORK, "0")
    assert not launch.can_fork()
    monkeypatch.delenv(launch.FORK)
    assert launch.can_fork() == (sys.platform == "linux")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not launch.can_fork()


@forking
def test_a_server_whose_host_is_killed_ends_with_its_program(project):
    pid_file = project / "pid"
    passage = (
        f"import os, pathlib, time\n\npathlib.Path({str(pid_file)!r}).write_text(str(os.getpid()))\ntime.sleep(600)"
    )
    (project / "snippets" / "program.py").write_text(program_text(passage))
    host = (
        "import pathlib\nfrom lockstep.project import load_project\n"
        "from lockstep.snippets.program import load_program\n"
        "from lockstep.snippets.verification import Launcher, verify\nroot = pathlib.Path.cwd()\n"
        "verify(load_program(root / 'snippets/program.py', load_project(root)), launcher=Launcher(fork=True))\n"
    )
    # What a host that is killed leaves there is left to the system, here to the test's own folder.
    env = os.environ | {"TMPDIR": str(project)}
    process = subprocess.Popen([sys.executable, "-c", host], cwd=project, env=env)
    while not pid_file.exists() or not pid_file.read_text():
        assert process.poll() is None
        time.sleep(0.1)
    process.kill()
    process.wait()
    assert gone(int(pid_file.read_text()))


def test_the_contract_with_the_interpreter():
    import atexit
    import threading
    import warnings

    for function in (warnings._warn_unawaited_coroutine, threading._shutdown, atexit._run_exitfuncs):
        assert callable(function)


@both
def test_verdicts_do_not_depend_on_the_order(verified):
    programs = {
        "fails": program_text("1 / 0"),
        "ends": program_text("import os\n\nos._exit(0)"),
        "crashes": program_text("import os, signal\n\nos.kill(os.getpid(), signal.SIGSEGV)"),
        "passes": program_text(PASSAGE, PROOF),
    }
    one_way = {name: verified(text).reason for name, text in programs.items()}
    assert one_way == {name: verified(programs[name]).reason for name in reversed(programs)}
    assert one_way["passes"] == ""
