"""What does not fit the schema, in words for authors: pydantic's errors, translated and placed."""

from __future__ import annotations

import json
from decimal import Decimal
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from lockstep.benchmarks.fields import DAY, HASH, KEY, NO_DAY, NOT_BLANK, SLUG, WEB, Record
from lockstep.benchmarks.model import Results
from lockstep.findings import near

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

    from lockstep.benchmarks.places import Path, Places

PROBLEMS = {
    "bool_type": "expected true or false",
    "greater_than": "expected a number above {gt}",
    "greater_than_equal": "expected {ge} or more",
    "dict_type": "expected an object",
    "int_type": "expected a whole number",
    "less_than": "expected a number below {lt}",
    "less_than_equal": "expected {le} or less",
    "literal_error": "expected one of the known words",
    "model_attributes_type": "expected an object",
    "model_type": "expected an object",
    "string_type": "expected text",
    "too_short": "expected at least {min_length} item",
    "tuple_type": "expected a list",
}
PATTERNS = {
    NOT_BLANK: "expected text, not blank and without control characters",
    DAY: NO_DAY,
    HASH: "expected 16 to 64 hexadecimal digits",
    KEY: "expected text without control characters or white space around it",
    SLUG: "expected a name of lower-case letters, digits, '.' and '-'",
    WEB: "expected an http or https address",
}


class Misfit(NamedTuple):
    """A place that does not fit: its path in the data, its offset in the text, the problem and a way to mend it."""

    where: Path
    offset: int
    problem: str
    hint: str = ""


def misfits(error: ValidationError, places: Places) -> Iterator[Misfit]:
    """Translate what pydantic found in a file's data."""
    for detail in error.errors(include_url=False):
        (where, kind), value = _untagged(detail["loc"]), detail["input"]
        problem = f"{_problem(detail)}, found {_found(value)}"
        match detail["type"]:
            case "missing":
                hint = (
                    "needed where 'status' is \"ok\"; measured arms have 'samples_ms'" if where[-1] == "mean_ms" else ""
                )
                yield Misfit(where, places.values[where[:-1]], "missing", hint)
            case "extra_forbidden":
                parent: type[Record] = _untagged(detail["loc"][:-1])[1]
                yield Misfit(where, places.keys[where], "no such field", near(str(where[-1]), _fields(parent)))
            case "time_unwanted":
                yield Misfit(where, places.keys[where], detail["msg"], "leave the time out, or correct 'status'")
            case "literal_error":
                # All of them, few as they are: of "gpu", the nearest is "xpu", and "cuda" is meant.
                yield Misfit(where, places.values[where], problem, near("", _words(kind)))
            case "union_tag_not_found":
                yield Misfit((*where, "kind"), places.values[where], "missing", near("", _tags(kind)))
            case "union_tag_invalid":
                where, value = (*where, "kind"), value["kind"]
                hint = near(value if isinstance(value, str) else "", _tags(kind))
                problem = f"expected one of the known words, found {_found(value)}"
                yield Misfit(where, places.values[where], problem, hint)
            case "too_short" if value:
                pass  # pydantic counts only the items that fit; the others have findings of their own
            case _ if where[-1:] == ("[key]",):
                yield Misfit(where[:-1], places.keys[where[:-1]], f"as a name, {problem}")
            case _:
                yield Misfit(where, places.values[where], problem)


def quote(value: object) -> str:
    """Show an author's text in a message: in quotes, shortened, printable anywhere."""
    text = json.dumps(shorten(str(value)), ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def shorten(text: str) -> str:
    """Cut a text to what a message has room for."""
    return text if len(text) <= 40 else f"{text[:39]}…"


def _problem(detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    if detail["type"] == "string_pattern_mismatch":
        return PATTERNS[context["pattern"]]
    if detail["type"] in PROBLEMS:
        return PROBLEMS[detail["type"]].format(**context)
    # What the model itself refuses, it refuses in our words. An author's may stand among them, braces and all.
    return detail["msg"]


def _found(value: object) -> str:
    match value:
        case None | bool():
            return json.dumps(value)
        case int() | Decimal():
            return shorten(str(value))
        case str():
            return f"the text {quote(value)}"
        case []:
            return "an empty list"
    return "a list" if isinstance(value, list) else "an object"


def _untagged(loc: Path) -> tuple[Path, Any]:
    """Turn pydantic's path into one through the data, which knows no tags of unions, and look up what stands there.

    Returns the path, and a class, a type or a union; ``None`` for what the schema does not have.
    """
    kind: Any = Results
    where: Path = ()
    for part in loc:
        kind = _bare(kind)
        if tagged := _tags(kind):
            # The tag says which member it is.
            if part in tagged:
                kind = tagged[str(part)]
                continue
            kind = None
        where = (*where, part)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            kind = next((info.annotation for name, info in _fields(kind).items() if name == part), None)
        elif get_origin(kind) is dict:
            kind = get_args(kind)[1]
        elif kind is not None:
            # An index leads from a list to its items: tuple[Cell, ...] to Cell.
            kind = get_args(kind)[0] if get_args(kind) else None
    return where, _bare(kind)


def _bare(kind: Any) -> Any:  # noqa: ANN401 - a type, and types of types have no better name
    """Take away what stands around a type: annotations, and None beside it."""
    while True:
        members = get_args(kind)
        if get_origin(kind) is Annotated:
            kind = members[0]
        elif get_origin(kind) in (Union, UnionType) and NoneType in members and len(members) == 2:
            kind = next(member for member in members if member is not NoneType)
        else:
            return kind


def _tags(kind: Any) -> dict[str, type[BaseModel]]:  # noqa: ANN401
    """Name the members of a tagged union by their tags; nothing for anything else."""
    members = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    return {get_args(member.model_fields["kind"].annotation)[0]: member for member in members}


def _fields(kind: type[BaseModel]) -> dict[str, Any]:
    return {info.alias or name: info for name, info in kind.model_fields.items()}


def _words(kind: Any) -> tuple[str, ...]:  # noqa: ANN401
    return get_args(kind)
