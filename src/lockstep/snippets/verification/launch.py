"""Starting the process of a program: a fork of a server that has torch imported, or a process of its own.

Both give the same verdicts; the fork costs less. Forking is possible on Linux only: elsewhere, the libraries that torch
loads do not survive it.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

from lockstep.processes import DRAIN, MARK, Drain, Ended, descendants, kill, marked, run

if TYPE_CHECKING:
    from collections.abc import Mapping

CHILD = "lockstep.snippets.verification.child"
SERVER = "lockstep.snippets.verification.server"
# Set to 0 to run each program in a process of its own.
FORK = "LOCKSTEP_FORK"
# Seconds for importing torch on a machine that is busy.
START = 300.0
# Seconds beyond a program's limit within which the server must have answered.
GRACE = 30.0


def can_fork() -> bool:
    """Tell whether programs are to be forks of a server on this machine."""
    return sys.platform == "linux" and hasattr(os, "pidfd_open") and os.environ.get(FORK) != "0"


class Launcher:
    """Runs jobs one after another, and ends what it has started when it is closed."""

    def __init__(self, *, fork: bool | None = None) -> None:
        """Choose how to run jobs, by default as `can_fork` says."""
        self._fork = can_fork() if fork is None else fork
        self._server: _Server | None = None

    def __enter__(self) -> Self:
        """Start nothing: a server starts with the first job."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """End the server, if there is one."""
        if self._server:
            self._server.close()
            self._server = None

    def run(self, folder: Path, *, env: Mapping[str, str], work: Path, limit: float) -> Ended:
        """Run the job in ``folder`` in the folder ``work``, with this environment, for at most ``limit`` seconds."""
        server = self._serve(env) if self._fork else None
        if server is None:
            home = {"HF_HOME": str(folder.parent / "huggingface")}
            command = [sys.executable, "-m", CHILD, str(folder), str(time.time())]
            return run(command, env={**env, **home}, cwd=work, limit=limit)
        try:
            return server.run(folder, work, limit)
        except BaseException:
            self.close()
            raise

    def _serve(self, env: Mapping[str, str]) -> _Server | None:
        """Give the server for this environment, unless there can be none."""
        if self._server and not (self._server.alive and self._server.env == env):
            self.close()
        if self._server is None:
            try:
                self._server = _Server(env)
            except OSError:
                # In a process of its own, a program will say what is wrong.
                self._fork = False
        return self._server


class _Server:
    """The host's side of the server; the other is in ``server``."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self.env = dict(env)
        self.alive = True
        self._mark = secrets.token_hex(8)
        self._folder = tempfile.mkdtemp(prefix="lockstep-")
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            home = {"HF_HOME": str(Path(self._folder, "huggingface")), MARK: self._mark}
            self._process = subprocess.Popen(  # noqa: S603 - the command is our own
                [sys.executable, "-m", SERVER, str(theirs.fileno())],
                env=self.env | home,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                # Ctrl-C is for the host.
                start_new_session=True,
            )
        except OSError:
            self._remove()
            raise
        finally:
            theirs.close()
        try:
            if self._answer(START) is None:
                raise ChildProcessError("the server did not start")
        except BaseException:
            self.close()
            raise

    def run(self, folder: Path, work: Path, limit: float) -> Ended:
        started = time.monotonic()
        reading, writing = os.pipe()
        drain = Drain(reading)
        request = {"folder": str(folder), "work": str(work), "limit": limit}
        try:
            with contextlib.suppress(OSError):
                # A server that is gone is found out below.
                socket.send_fds(self._control, [json.dumps(request).encode()], [writing])
        finally:
            os.close(writing)
        drain.start()
        answer = self._answer(limit + GRACE)
        if answer is None:
            self.close()
        drain.join(DRAIN)
        seconds = time.monotonic() - started
        return Ended(answer["code"] if answer else None, drain.output(), seconds, orphaned=answer is None)

    def _answer(self, seconds: float) -> dict[str, int | None] | None:
        """Wait for the server's answer; None if it has died, or might as well have."""
        self._control.settimeout(seconds)
        try:
            message = self._control.recv(1024)
        except OSError:
            return None
        return dict(json.loads(message)) if message else None

    def close(self) -> None:
        self.alive = False
        # The server ends with the socket, and what runs below it ends before.
        self._control.close()
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            below = descendants(self._process.pid)
            self._process.kill()
            self._process.wait()
            for pid in below:
                kill(pid)
        if self._process.returncode:
            # It was not the one who ended what it had started.
            for pid in marked(self._mark):
                kill(pid)
        self._remove()

    def _remove(self) -> None:
        self._control.close()
        shutil.rmtree(self._folder, ignore_errors=True)
