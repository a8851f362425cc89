"""Errors as a program's author needs them: one line, the program's own lines, no frame of the harness."""

from __future__ import annotations

import sys
import traceback

# A reason is cut further on; this only keeps pages of advice out.
MOST_LINES = 6
# Errors of libraries that stand for one of the harness's conditions, by the type found in their chain.
CONDITIONS = {
    "LocalEntryNotFoundError": "offline",
    "OfflineModeIsEnabled": "offline",
    "NoNetworkError": "no network",
}


def in_one_line(error: BaseException) -> str:
    """Say an error's type and message, and which of the harness's conditions it comes from, in one line."""
    # Some libraries hard-wrap their sentences, others follow one line with pages of advice.
    try:
        # A syntax error's own text repeats its place.
        lines = str(error.msg if isinstance(error, SyntaxError) else error).strip().splitlines()
    except Exception:  # an exception's own __str__ may fail
        lines = []
    message = f": {lines[0]}" if lines else ""
    if message.rstrip().endswith(":"):
        # What it announces is what the author needs.
        message += "".join(f" {line.strip()}" for line in lines[1:MOST_LINES])
    chain = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) and cause not in chain:
        chain.append(cause)
    conditions = {CONDITIONS.get(type(link).__name__, "") for link in chain} - {""}
    if type(error).__name__ != "NoNetworkError":
        message += "".join(f" [{condition}]" for condition in sorted(conditions)[-1:])
    return f"{type(error).__name__}{message}"


def lines_of(error: BaseException, file: str) -> list[int]:
    """Give the program's lines that led to an error, the innermost last."""
    return [line for name, line in _frames(error) if name == file]


def show(error: BaseException, file: str) -> None:
    """Print the traceback as Python would, where it says more than the line and the reason do."""
    frames = _frames(error)
    proof = sys.modules.get("lockstep.proof")
    if frames[-1][0] in {file, proof and proof.__file__}:
        return
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename != file:
        trace = trace.tb_next
    if trace:
        traceback.print_exception(error.with_traceback(trace))


def _frames(error: BaseException) -> list[tuple[str, int]]:
    frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        frames.append((error.filename, error.lineno))
    return frames
