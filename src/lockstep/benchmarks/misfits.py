"""What does not fit the schema, in words for authors: pydantic's errors, translated and placed."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from lockstep.benchmarks.model import NOT_BLANK, SLUG, WEB, Record, Results
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
    "int_type": "expected a whole number",
    "less_than": "expected a number below {lt}",
    "less_than_equal": "expected {le} or less",
    "literal_error": "expected one of the known words",
    "model_type": "expected an object",
    "string_type": "expected text",
    "too_short": "expected at least {min_length} item",
    "tuple_type": "expected a list",
}
PATTERNS = {
    NOT_BLANK: "expected text, not blank and without control characters",
    SLUG: "expected a key of lower-case letters, digits and '-'",
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
        where, value = detail["loc"], detail["input"]
        problem = f"{_problem(detail)}, found {_found(value)}"
        match detail["type"]:
            case "missing":
                hint = "needed where 'status' is \"ok\"" if where[-1] == "mean_ms" else ""
                yield Misfit(where, places.values[where[:-1]], "missing", hint)
            case "extra_forbidden":
                parent: type[Record] = _annotation(where[:-1])
                yield Misfit(where, places.keys[where], "no such field", near(str(where[-1]), parent.model_fields))
            case "time_unwanted":
                yield Misfit(where, places.keys[where], detail["msg"], "leave the time out, or correct 'status'")
            case "literal_error":
                hint = near(value if isinstance(value, str) else "", get_args(_annotation(where)))
                yield Misfit(where, places.values[where], problem, hint)
            case "too_short" if value:
                pass  # pydantic counts only the items that fit; the others have findings of their own
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
    # What the model itself refuses, it refuses in our words.
    return PROBLEMS.get(detail["type"], detail["msg"]).format(**context)


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


def _annotation(where: Path) -> Any:  # noqa: ANN401 - a type, and types of types have no better name
    """Look up what the schema has at a path: a class, or a field's type."""
    kind: Any = Results
    for part in where:
        # An index leads from a list to its items: tuple[Cell, ...] to Cell.
        kind = get_args(kind)[0] if isinstance(part, int) else kind.model_fields[part].annotation
    return kind
