"""Numbers as languages write them, and what is left of those that rounding would make nothing."""

from decimal import Decimal
from random import Random

import pytest
from babel import Locale
from babel.localedata import locale_identifiers

from lockstep.numbers import _by_babel, format_exact, format_rounded

LOCALES = {"en": Locale("en"), "pt": Locale("pt", "BR"), "tr": Locale("tr")}

ROUNDED = [
    ("6", 2, "6.00", "6,00"),
    ("2.675", 2, "2.68", "2,68"),
    ("2.665", 2, "2.66", "2,66"),
    ("0.00031", 2, "<0.01", "<0,01"),
    ("1e-9", 0, "<1", "<1"),
    # No -0.00.
    ("-0.001", 2, ">-0.01", ">-0,01"),
    ("-0.006", 2, "-0.01", "-0,01"),
    ("0", 2, "0.00", "0,00"),
    ("-0", 2, "0.00", "0,00"),
    # Tens, where no more is known.
    ("1234", -1, "1,230", "1.230"),
    ("1235", -1, "1,240", "1.240"),
    ("171387000.4", 2, "171,387,000.40", "171.387.000,40"),
]


@pytest.mark.parametrize(("number", "digits", "english", "others"), ROUNDED)
def test_a_number_is_rounded_to_the_even_digit_and_never_to_nothing(number, digits, english, others):
    found = {name: format_rounded(Decimal(number), digits, locale) for name, locale in LOCALES.items()}
    assert found == {"en": english, "pt": others, "tr": others}


@pytest.mark.parametrize(
    ("number", "english"),
    [
        ("6.00", "6.00"),
        ("1e3", "1,000"),
        ("1e-9", "0.000000001"),
        ("1e30", "1" + ",000" * 10),
        ("1.5e-40", "0." + "0" * 39 + "15"),
    ],
)
def test_a_number_has_the_digits_it_has_and_no_exponent(number, english):
    assert format_exact(Decimal(number), LOCALES["en"]) == english


def test_numbers_are_written_in_every_language_as_babel_does():
    draw, texts = Random(2), ["0", "0.0", "0.00", "007", "00.50", "1E+3", "-5", "-1234.50", "1e-9", "NaN", "9" * 40]
    for _ in range(60):
        whole = str(draw.randrange(10 ** draw.randrange(1, 20)))
        texts += [whole, f"{whole}.{draw.randrange(10**5):05}", f"{whole}.{'0' * draw.randrange(1, 20)}"]
    for locale in map(Locale.parse, locale_identifiers()):
        for text in draw.sample(texts, 12):
            value = Decimal(text)
            try:
                expected = _by_babel(str(value), locale)
            except (TypeError, ValueError, ArithmeticError):
                continue
            assert format_exact(value, locale) == expected, (text, locale)
