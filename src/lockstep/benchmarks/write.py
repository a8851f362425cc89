"""Writing result files."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import simplejson

from lockstep.benchmarks.schema import FILE, schema_text

if TYPE_CHECKING:
    from pathlib import Path

    from lockstep.benchmarks.model import Results


def dump(results: Results, schema: str | None = None) -> str:
    """Render the text of a result file: one field a line, in the schema's order, digits as they are.

    Lists of numbers stand on one line: a hundred samples are one thing.

    Args:
        results: what to write.
        schema: where an editor finds the JSON Schema, from where the file will be.
    """
    data = results.model_dump(exclude_unset=True, exclude_none=True, by_alias=True)
    data.pop("$schema", None)
    return f"{_layout(({'$schema': schema} if schema else {}) | data)}\n"


def write_results(results: Results, path: Path) -> None:
    """Write a result file, whole or not at all.

    Where the schema lies beside the file's folder, the file says so, and editors find it.

    Raises:
        OSError: it cannot be written; the file that was there stays.
    """
    schema = f"../{FILE}" if (path.resolve().parent.parent / FILE).is_file() else None
    _write(dump(results, schema), path)


def write_schema(results_folder: Path) -> None:
    """Put the schema beside a project's results folder, for editors.

    Raises:
        OSError: it cannot be written.
    """
    path, text = results_folder.parent / FILE, schema_text()
    if not path.is_file() or path.read_text(encoding="utf-8", errors="replace") != text:
        _write(text, path)


def _write(text: str, path: Path) -> None:
    # A link stays one, and what it leads to is written.
    path = path.resolve()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _layout(value: object, indent: str = "") -> str:
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        fields = [f"{deeper}{_scalar(key)}: {_layout(item, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(fields) + f"\n{indent}}}"
    if isinstance(value, list | tuple):
        if not any(isinstance(item, dict | list | tuple) for item in value):
            return f"[{', '.join(_scalar(item) for item in value)}]"
        return "[\n" + ",\n".join(deeper + _layout(item, deeper) for item in value) + f"\n{indent}]"
    return _scalar(value)


def _scalar(value: object) -> str:
    return simplejson.dumps(value, use_decimal=True, ensure_ascii=False, allow_nan=False)
