"""Runs a command, and writes what it took to a file descriptor: ``python -I -S launch.py DESCRIPTOR COMMAND...``.

Linux reports of a process that it had in memory, at the least, what its parent had when it was started. This one has
next to nothing, unlike the program that measures.
"""

import json
import os
import sys
import time

descriptor, command = int(sys.argv[1]), sys.argv[2:]
os.set_inheritable(descriptor, False)
before = time.perf_counter()
try:
    process = os.posix_spawnp(command[0], command, os.environ)
except OSError as error:
    sys.exit(f"{command[0]}: {error.strerror}")
_, status, used = os.wait4(process, 0)
wall = time.perf_counter() - before
took = {
    "status": os.waitstatus_to_exitcode(status),
    "cpu_s": used.ru_utime + used.ru_stime,
    "wall_s": wall,
    "process_mib": used.ru_maxrss / 1024,
}
os.write(descriptor, json.dumps(took).encode())
