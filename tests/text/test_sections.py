"""What a section is, and what its fingerprint takes for a change."""

import unicodedata

import pytest

from lockstep.languages.pages import parse_page
from lockstep.languages.sections import FINGERPRINT, count_words, fingerprint, move, sections
from lockstep.languages.skeleton import skeleton
from lockstep.parts import Link, Part
from lockstep.project import Language
from support import hostile


def read(text):
    return sections(parse_page(text, "p.md", "docs/en/p.md", Language("en", "en")))


PAGE = """\
---
title: T
description: >-
  Two
  lines.
hide: [toc]
---

Above.

# One { #one }

Text of one.

## Two { #two }

```text
# no heading { #no }
```

Three
=====
{ #lost }

Four { #four }
--------------

Text of four.
"""


def test_a_section_is_a_heading_and_its_own_text():
    found = read(PAGE)
    assert list(found) == [".title", ".description", ".top", "one", "two", "four"]
    assert [section.line for section in found.values()] == [2, 3, 9, 11, 15, 25]
    assert found[".description"].text == "Two lines."
    assert found[".top"].text == "Above."
    assert found["one"].text == "Text of one."
    # A heading without an id is a part of the section above it.
    assert found["two"].text.startswith("```text\n# no heading")
    assert "Three\n=====" in found["two"].text
    assert found["four"].text == "Text of four."
    assert found["four"].words == 4


def test_what_stands_above_the_first_heading_is_no_section_when_readers_see_nothing_of_it():
    assert list(read('<div class="hero" markdown>\n\n# One { #one }\n\n</div>\n')) == ["one"]
    assert list(read("<!-- note to self -->\n\n# One { #one }\n")) == ["one"]


def test_a_second_heading_of_the_same_id_belongs_to_the_first():
    found = read("# A { #a }\n\nx\n\n## B { #b }\n\ny\n\n## A { #a }\n\nz\n")
    assert list(found) == ["a", "b"]
    assert "z" in found["a"].text
    assert found["b"].text == "y"


SECTION = """\
# One { #one }

Some words that are
wrapped here.

> [!TIP]
> A tip that is
> wrapped too.

- item one
- item two,
  wrapped

| a | b |
|---|---|
| 1 | 2 |

```python title="x.py"
--8<-- "x.py:first"
```

    indented  code

Last words.
"""
SAME = {
    "wrapped in another way": ("that are\nwrapped here", "that\nare wrapped\nhere"),
    "wrapped in another way in a quote": ("A tip that is\n> wrapped", "A tip that\n> is wrapped"),
    "wrapped in another way in an item": ("item two,\n  wrapped", "item two, wrapped"),
    "more white space": ("Some words", "Some  \twords  "),
    "more empty lines": ("Last words.", "\n\n\nLast words.\n\n"),
    "a comment": ("Last words.", "<!-- to be\n\n explained -->\n\nLast words."),
    "a wider table": ("| a | b |\n|---|---|\n", "| a   | b |\n| ----- | --- |\n"),
    "a wrapper": ("- item one", '<div class="wide" markdown>\n\n- item one'),
    "an id": ("{ #one }", "{ #first .big }"),
    "a level": ("# One", "### One"),
    "another notation of the heading": ("# One { #one }", "One { #one }\n==="),
    "white space at the end of a line of code": ('first"\n', 'first"  \n'),
}
CHANGED = {
    "the heading": ("# One", "# Only one"),
    "a word": ("Some words", "Some more words"),
    "a passage": ("x.py:first", "x.py:second"),
    "the indentation of code": ('--8<-- "x', '  --8<-- "x'),
    "white space in indented code": ("indented  code", "indented code"),
    "a fence's title": ('title="x.py"', 'title="y.py"'),
    "a callout's type": ("[!TIP]", "[!NOTE]"),
    "a quote's end": ("> wrapped too.", "\nwrapped too."),
    "a number": ("| 1 | 2 |", "| 1 | 3 |"),
    "punctuation": ("wrapped here.", "wrapped here?"),
    "a letter's case": ("Some words", "some words"),
}


@pytest.mark.parametrize(("old", "new"), SAME.values(), ids=SAME)
def test_what_readers_never_see_changes_nothing(old, new):
    assert old in SECTION
    first = next(iter(read(SECTION).values()))
    assert next(iter(read(SECTION.replace(old, new)).values())).fingerprint == first.fingerprint


@pytest.mark.parametrize(("old", "new"), CHANGED.values(), ids=CHANGED)
def test_what_readers_see_changes_the_fingerprint(old, new):
    assert old in SECTION
    assert read(SECTION.replace(old, new))["one"].fingerprint != read(SECTION)["one"].fingerprint


def test_only_the_section_that_changed_has_another_fingerprint():
    before, after = read(PAGE), read(PAGE.replace("Text of one.", "Another text."))
    assert [key for key in before if before[key].fingerprint != after[key].fingerprint] == ["one"]


def test_a_line_break_in_a_language_without_blanks_changes_nothing():
    assert (
        read("# 一 { #a }\n\n編譯器很快。\n")["a"].fingerprint
        == read("# 一 { #a }\n\n編譯\n器很快。\n")["a"].fingerprint
    )


def test_composed_and_decomposed_characters_are_the_same():
    text = "Çıkarım é"
    assert unicodedata.normalize("NFD", text) != text
    assert fingerprint(unicodedata.normalize("NFD", text)) == fingerprint(text)


def test_a_fingerprint_is_a_text_for_yaml_and_stays_what_it_was():
    assert FINGERPRINT.fullmatch(fingerprint("x"))
    # Every site that is out there would be stale.
    assert fingerprint("Someword") == "kljmjkjwm"
    assert read(SECTION)["one"].fingerprint == "dqqzsdqgr"


@pytest.mark.parametrize(("text", "words"), [("", 0), ("one two-three", 2), ("torch.compile'ı dene", 2), ("— …", 0)])
def test_counts_words(text, words):
    assert count_words(text) == words


def test_a_mark_says_that_a_section_is_to_do():
    text = "---\ntitle: T  # lockstep: to do\n---\n\n# A { #a }\n\n<!-- lockstep: to do -->\n\nx\n\n## B { #b }\n\ny\n"
    found = read(text)
    assert {key: section.to_do for key, section in found.items()} == {".title": 2, "a": 7, "b": 0}


def test_a_mark_in_a_fence_is_shown_not_meant():
    assert not read("# A { #a }\n\n```html\n<!-- lockstep: to do -->\n```\n")["a"].to_do


@pytest.mark.parametrize("start", range(0, 600, 100))
def test_the_start_of_a_translation_is_its_source_s_text(start):
    for seed in range(start, start + 100):
        page = parse_page("\n".join(hostile.page(seed)), "p.md", "docs/en/p.md", Language("en", "en"))
        began = read(skeleton(page, "docs/pt/p.md"))
        expected = {key: section.fingerprint for key, section in sections(page).items()}
        assert {key: section.fingerprint for key, section in began.items()} == expected, f"seed {seed}"
        assert all(section.to_do for section in began.values()), f"seed {seed}"
        assert all(1 <= part.line <= page.text.count("\n") + 1 for one in sections(page).values() for part in one.parts)


def test_a_part_that_is_moved_is_the_same_elsewhere():
    links = (Link("a.md", 3, image=False), Link("b.png", 4, image=True, alt="b"))
    for part in (Part("heading", 1, 0), Part("paragraph", 3, 1, "t", "p", "d", links, 2)):
        moved = move(part, 5)
        expected = [link._replace(line=link.line + 5) for link in part.links]
        assert type(moved) is Part
        assert moved == part._replace(line=part.line + 5, links=tuple(expected))
        assert move(part, 0) is part
