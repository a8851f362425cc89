"""Imports torch once, then forks itself for each program: ``python -m lockstep.snippets.verification.server SOCKET``.

Linux only. The process runs no tensor operation and starts no thread: a fork of it would hang in OpenMP, or in a lock.
It speaks with its host over a socket that it inherits: a request names the folder of a job and the folder to run it
in, and carries the file descriptor for the output; the answer is the exit status, or null at the time limit. When the
host is gone, it ends.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import importlib
import json
import os
import select
import shutil
import socket
import sys
import threading
import time
from pathlib import Path

from lockstep.processes import descendants, kill

# What programs for transformers import, and what the first compilation imports. None of it runs a tensor operation.
PRELOADED = (
    "torch",
    "torch._dynamo.utils",
    "torch._inductor.compile_fx",
    "torch._functorch.aot_autograd",
    "torch._dynamo.backends.inductor",
    "torch._dynamo.repro.after_dynamo",
    "torch.distributed.tensor.experimental._attention",
    "torch.export._trace",
    "torch.utils.cpp_extension",
    "transformers",
    "transformers.models.auto.modeling_auto",
    "transformers.models.auto.tokenization_auto",
    "transformers.modeling_utils",
    "transformers.generation.utils",
    "transformers.modeling_layers",
    "transformers.processing_utils",
    "lockstep.proof",
    "lockstep.snippets.verification.child",
)
PR_SET_CHILD_SUBREAPER = 36
MESSAGE = 64 * 1024
# Seconds within which the processes that a program left must be gone.
SWEEP = 10.0


def main(descriptor: int) -> Path | None:
    """Serve requests until the host is gone; in the fork for a program, return the folder of its job."""
    control = socket.socket(fileno=descriptor)
    # Processes whose parents have ended become children of this one, whatever session they are in.
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for name in PRELOADED:
        importlib.import_module(name)
    with contextlib.suppress(Exception):
        # Each program would find out by itself, and with luck say what is wrong.
        importlib.import_module("lockstep.inductor").find_instruction_sets()
    gc.collect()
    # What is there now is neither scanned nor copied by the forks.
    gc.freeze()
    control.send(b"{}")
    while True:
        message, descriptors, *_ = socket.recv_fds(control, MESSAGE, 1)
        if not message:
            return None
        request = json.loads(message)
        pid = os.fork()
        if pid == 0:
            control.close()
            _become(Path(request["work"]), descriptors[0])
            return Path(request["folder"])
        os.close(descriptors[0])
        code = _wait(pid, request["limit"], control)
        _sweep()
        # What a program leaves at home is not for the next one.
        shutil.rmtree(os.environ["HF_HOME"], ignore_errors=True)
        with contextlib.suppress(OSError):
            control.send(json.dumps({"code": code}).encode())


def _become(work: Path, output: int) -> None:
    """Give the fork what a process of its own would have."""
    os.setsid()
    os.chdir(work)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    if numpy := sys.modules.get("numpy"):
        # Python's own generator does this by itself.
        numpy.random.seed()


def _wait(pid: int, limit: float, control: socket.socket) -> int | None:
    """Wait for a child to end, at most ``limit`` seconds, or for the host to say anything: it only ever gives up."""
    watched = os.pidfd_open(pid)
    try:
        select.select([watched, control.fileno()], [], [], limit)
    finally:
        os.close(watched)
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _sweep() -> None:
    """End every process below this one."""
    end = time.monotonic() + SWEEP
    while time.monotonic() < end:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        for pid in descendants(os.getpid()):
            kill(pid)
        time.sleep(0.005)


def _end() -> None:
    """End the process of a program that has failed: its threads and exit handlers, not what it has imported.

    To take torch apart takes a third of a second, and most of the memory that the fork shared until then.
    """
    threading._shutdown()  # type: ignore[attr-defined]  # as the interpreter does
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        # A program may have closed or replaced them.
        with contextlib.suppress(Exception):
            stream.flush()
    # What libraries have written.
    ctypes.CDLL(None).fflush(None)
    os._exit(0)


if __name__ == "__main__":
    job_folder = main(int(sys.argv[1]))
    # Imported already. From here on, the process of a program that has not failed ends as one of its own would, exit
    # handlers and all.
    if job_folder and importlib.import_module("lockstep.snippets.verification.child").main(job_folder, time.time()):
        _end()
