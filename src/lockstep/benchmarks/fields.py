"""The kinds of value that a result file is made of, and what each refuses."""

from collections.abc import Hashable, Iterable
from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    StringConstraints,
    WithJsonSchema,
)
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError

# A picosecond, and eleven days: beyond them a literal such as 1e300 is a slip, not a time.
SHORTEST_MS, LONGEST_MS = Decimal("1e-9"), Decimal("1e9")
# The errors that float32 can give lie well within; 1e-1000000 is a slip, and a megabyte of zeros on a page.
SMALLEST, LARGEST = Decimal("1e-50"), Decimal("1e50")
# No clock has more, nor has a double; arithmetic with far more would round.
MOST_DIGITS = 17


def decimal(value: object) -> Decimal:
    """Take a number as JSON gives it: an ``int`` or a ``Decimal``.

    Text, ``true`` and ``null`` are no numbers, and a binary float has lost the digits that were written.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        value = Decimal(value)
    if not isinstance(value, Decimal):
        raise PydanticCustomError("number_type", "expected a number")
    if not value.is_finite():
        raise PydanticCustomError("number_type", "expected a finite number")
    if len(value.as_tuple().digits) > MOST_DIGITS:
        raise PydanticCustomError("number_digits", f"expected at most {MOST_DIGITS} digits")
    return value


def milliseconds(value: object) -> Decimal:
    """Take a time."""
    number = decimal(value) if not isinstance(value, Decimal) or value.is_finite() else value
    if not number.is_finite() or not SHORTEST_MS <= number <= LONGEST_MS:
        raise PydanticCustomError("number_range", "expected a time between 1e-9 and 1e9 milliseconds")
    return number


def _amount(value: object) -> Decimal:
    number = decimal(value)
    # Zero has an exponent too.
    if not (SMALLEST <= number <= LARGEST if number else SMALLEST.adjusted() <= number.adjusted() <= 0):
        raise PydanticCustomError("number_range", "expected 0, or a number between 1e-50 and 1e50")
    return number


def _day(value: str) -> str:
    """Refuse what no calendar has, such as 30 February."""
    try:
        date.fromisoformat(value if "-" in value else f"{value}-01-01")
    except ValueError:
        raise PydanticCustomError("day", NO_DAY) from None
    return value


def _present(value: object) -> object:
    # None says "absent" inside the program and is no value that a file may give.
    if value is None:
        raise PydanticCustomError("null", "expected a value (leave the field out where there is none)")
    return value


def repeats(identities: Iterable[Hashable | None]) -> list[tuple[int, int]]:
    """Find what has been there before.

    Returns pairs (index, index of the first one like it). ``None`` stands for an unknown identity, like no other.
    """
    first: dict[Hashable, int] = {}
    found = []
    for index, identity in enumerate(identities):
        if identity is not None and first.setdefault(identity, index) != index:
            found.append((index, first[identity]))
    return found


NOT_BLANK = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"
KEY = r"^[^\s\x00-\x1f\x7f-\x9f]([^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f])?$"
SLUG = r"^[a-z0-9][a-z0-9.-]*$"
WEB = r"^https?://\S+$"
DAY = r"^[1-9][0-9]{3}(-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))?$"
NO_DAY = "expected a day such as 2026-11-30, or a year"
HASH = r"^[0-9a-f]{16,64}$"

Label = Annotated[str, StringConstraints(pattern=NOT_BLANK)]
"""Text for readers, any characters but control characters; whoever renders it escapes it."""

Key = Annotated[str, StringConstraints(pattern=KEY)]
"""What stands in URLs and is the same in every language: any characters, no white space around them."""

Slug = Annotated[str, StringConstraints(pattern=SLUG)]
"""A name that programs give and people type."""

Address = Annotated[str, StringConstraints(pattern=WEB)]
"""A place on the web. Pages link to it, hence http or https only."""

Day = Annotated[str, StringConstraints(pattern=DAY), AfterValidator(_day)]
"""A day (``2026-11-30``), or a year where no more is known."""

Hash = Annotated[str, StringConstraints(pattern=HASH)]
"""A hash, in hexadecimal digits."""

Count = Annotated[int, Field(gt=0, lt=10**9)]
Tally = Annotated[int, Field(ge=0, lt=10**9)]
Bytes = Annotated[int, Field(gt=0, lt=10**16)]

Milliseconds = Annotated[
    Decimal,
    PlainValidator(milliseconds),
    WithJsonSchema({"type": "number", "minimum": float(SHORTEST_MS), "maximum": float(LONGEST_MS)}),
]
"""A time in milliseconds, to the digits that the file has."""

Amount = Annotated[
    Decimal,
    PlainValidator(_amount),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": float(LARGEST)}),
]
"""A number that is not negative, to the digits that the file has."""

Given = BeforeValidator(_present)
"""Stands with an optional field: it may be left out, but not be null."""


def without_default(schema: JsonDict) -> None:
    """Keep ``null`` from editors that fill in defaults, and from what they accept."""
    schema.pop("default", None)
    choices = schema.get("anyOf")
    if isinstance(choices, list):
        kept = [choice for choice in choices if choice != {"type": "null"}]
        if len(kept) == 1 and isinstance(kept[0], dict):
            del schema["anyOf"]
            schema.update(kept[0])


class Record(BaseModel):
    """The ground of every class of the schema: immutable, no conversions, no unknown fields."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True)
