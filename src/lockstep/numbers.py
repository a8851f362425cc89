"""Numbers as a language writes them (CLDR, by Babel)."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from babel.numbers import format_decimal

if TYPE_CHECKING:
    from babel import Locale


def format_exact(value: Decimal | int, locale: Locale) -> str:
    """Format a number with exactly the digits it has: ``Decimal("6.00")`` is 6.00 in English, 6,00 in Portuguese."""
    exponent = Decimal(value).as_tuple().exponent
    digits = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    return format_decimal(value, "#,##0" + ("." + "0" * digits if digits else ""), locale)


def format_rounded(value: Decimal, digits: int, locale: Locale) -> str:
    """Format a number with ``digits`` decimals, a tie going to the even neighbour."""
    return format_exact(round(value, digits), locale)
