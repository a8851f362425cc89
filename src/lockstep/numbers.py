"""Numbers as a language writes them (CLDR, by Babel)."""

from __future__ import annotations

import re
from decimal import Decimal, localcontext
from functools import lru_cache
from typing import TYPE_CHECKING

from babel.numbers import format_decimal

if TYPE_CHECKING:
    from babel import Locale

# The place of the number in a CLDR pattern.
NUMBER = re.compile(r"[#0,.]+")
# A number without a sign or an exponent.
PLAIN = re.compile(r"(?P<whole>[0-9]{1,15})(?:\.(?P<fraction>[0-9]{1,15}))?")


def format_exact(value: Decimal | int, locale: Locale) -> str:
    """Format a number with exactly the digits it has: ``Decimal("6.00")`` is 6.00 in English, 6,00 in Portuguese."""
    # Numbers that are equal may have other digits.
    return _exact(str(value), locale)


@lru_cache(maxsize=4096)
def _exact(text: str, locale: Locale) -> str:
    # Babel reads its pattern again for each number, and rounds what needs no rounding.
    if (plain := PLAIN.fullmatch(text)) and (signs := _signs(locale)):
        group, point = signs
        whole, fraction = f"{int(plain['whole']):,}".replace(",", group), plain["fraction"]
        return f"{whole}{point}{fraction}" if fraction else whole
    return _by_babel(text, locale)


@lru_cache(maxsize=64)
def _signs(locale: Locale) -> tuple[str, str] | None:
    """Find what a language writes between groups of digits and before a fraction, where that is all it does."""
    millions, thousands, half = (_by_babel(text, locale) for text in ("1234567", "1234", "0.5"))
    group, point = thousands[1:-3], half[1:-1]
    usual = (f"1{group}234{group}567", f"1{group}234", f"0{point}5")
    return (group, point) if (millions, thousands, half) == usual else None


def _by_babel(text: str, locale: Locale) -> str:
    value = Decimal(text)
    exponent = value.as_tuple().exponent
    digits = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    with localcontext() as context:
        # Babel rounds to the pattern, and has to find nothing to round.
        context.prec = max(context.prec, value.adjusted() + 1 + digits)
        return format_decimal(value, "#,##0" + ("." + "0" * digits if digits else ""), locale)


def format_rounded(value: Decimal, digits: int, locale: Locale) -> str:
    """Format a number with ``digits`` decimals, a tie going to the even neighbour.

    With ``digits`` below zero, as many before the point are zeros. What would be rounded to nothing is not: it is
    ``<0.01``.
    """
    rounded = round(value, digits)
    if value and not rounded:
        least = Decimal(1).scaleb(-digits)
        return f"<{format_exact(least, locale)}" if value > 0 else f">{format_exact(-least, locale)}"
    # No zero below zero: -0.00 + 0 is 0.00.
    return format_exact(rounded + 0, locale)


def format_percent(value: Decimal | int, locale: Locale) -> str:
    """Format a number of hundredths with exactly the digits it has: 46 is 46% in English, %46 in Turkish."""
    pattern = locale.percent_formats[None].pattern.split(";")[0]
    return NUMBER.sub(lambda _: format_exact(value, locale), pattern, count=1)
