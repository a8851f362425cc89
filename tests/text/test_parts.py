"""The parts of a page, as Python-Markdown reads them."""

import random
import re
from threading import local

import pytest

from lockstep import outline, partreader
from lockstep.outline import read_outline
from lockstep.parts import GAP

PAGE = """\
# H `x` { #h }

> [!TIP] Own title
> text [a](b.md "t") \\* x &amp; `c <b>` <a href="raw.md#x">raw</a> <img src="i.png" alt="z">

> plain *words*

??? note "Own"
    x

- tight

    ```text
    - no item
    ```

    - nested

term
:   definition

1. loose

    second

<details><summary>s</summary>text <a href="in.html">l</a></details>

<!-- - no item -->

[^1]: A note.

x[^1] ![alt](im.png){ .w } [ref][r] <https://x.y>

[r]: http://ref.x "t"

    - no item

## T { #t }

| a | b |
|---|---|
| `x` | 2 |

=== "A"
    aa

=== "B"
    bb

![](only.png)
"""
EXPECTED = [
    ("heading", 1, 1, 0, "H x", "", ""),
    ("callout", 3, 1, 0, "", "tip", ""),
    ("title", 3, 1, 1, "Own title", "", ""),
    ("paragraph", 4, 1, 1, "text a * x & c <b> raw z", "", "b.md:4 raw.md#x:4 i.png!:4"),
    ("quote", 4, 1, 0, "", "", ""),
    ("paragraph", 6, 1, 1, "plain words", "", ""),
    ("callout", 8, 1, 0, "", "note", ""),
    ("title", 8, 1, 1, "Own", "", ""),
    ("paragraph", 9, 1, 1, "x", "", ""),
    ("item", 11, 1, 0, "tight", "", ""),
    ("fence", 13, 1, 0, "", "", ""),
    ("item", 17, 1, 0, "nested", "", ""),
    ("term", 19, 1, 0, "term", "", ""),
    ("definition", 20, 1, 0, "definition", "", ""),
    ("item", 22, 1, 0, "loose", "", ""),
    ("paragraph", 24, 1, 0, "second", "", ""),
    ("paragraph", 26, 1, 0, "s text l", "", "in.html:26"),
    ("paragraph", 32, 1, 0, "x alt ref https://x.y", "", "im.png!:32 http://ref.x:34 https://x.y:32"),
    ("code", 36, 1, 0, "- no item\n", "", ""),
    ("heading", 38, 2, 0, "T", "", ""),
    ("table", 40, 2, 0, "", "2x2", ""),
    ("cell", 40, 2, 1, "a", "", ""),
    ("cell", 40, 2, 1, "b", "", ""),
    ("cell", 42, 2, 1, "x", "", ""),
    ("cell", 42, 2, 1, "2", "", ""),
    ("tabs", 44, 2, 0, "", "2", ""),
    ("label", 44, 2, 1, "A", "", ""),
    ("paragraph", 45, 2, 1, "aa", "", ""),
    ("label", 47, 2, 1, "B", "", ""),
    ("paragraph", 48, 2, 1, "bb", "", ""),
    ("html", 48, 2, 0, "", "", "only.png!:50"),
    ("footnote", 30, 1, 0, "A note.", "", ""),
]


def test_every_part_is_there_once_and_in_its_place():
    found = [
        (
            part.kind,
            part.line,
            part.section,
            part.depth,
            part.text,
            part.detail,
            " ".join(f"{link.target}{'!' * link.image}:{link.line}" for link in part.links),
        )
        for part in read_outline(PAGE.split("\n")).parts
    ]
    assert found == EXPECTED


def test_a_table_is_where_its_rows_are_whatever_stands_above_it():
    lines = ["# A { #a }", "", "Long is", "the mode of it.", "", "mode | speed", "---|---", "a | b"]
    parts = [part for part in read_outline(lines).parts if part.kind in ("table", "cell")]
    assert [part.line for part in parts] == [6, 6, 6, 8, 8]


def test_of_texts_that_begin_alike_each_is_in_its_place():
    page = "- Open the settings and look for `dynamic`.\n- Open the settings and look for `mode`.\n"
    assert [part.line for part in read_outline(page.split("\n")).parts] == [1, 2]


def test_a_footnote_is_where_it_is_defined_whatever_stands_above_it():
    lines = ["# A { #a }", "", "A `note` of one.", "", "# B { #b }", "", "x[^n]", "", "[^n]: A `note` of one."]
    notes = [(part.line, part.section) for part in read_outline(lines).parts if part.kind == "footnote"]
    assert notes == [(9, 2)]


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("a `b` c", f"a {GAP} c"),
        ("**bold**, *i* and 2 * 3", "bold, i and 2 * 3"),
        ("``a ` b`` *c*", f"{GAP} c"),
        ("a [link](x.md) `b`", f"a link {GAP}"),
        ("![words](x.png) a", "a"),
        ('![words](x.png "Title") a [b](c.md?d=1&e=2 "Title")', "a b"),
        ("[o*ne](x.md) two `b`", f"o*ne two {GAP}"),
    ],
)
def test_prose_is_text_without_code_and_markup(text, prose):
    assert read_outline([text]).parts[0].prose == prose


PIECES = [
    *("a", "bc", "`", "``", "*", "**", "_", "[", "](x.md)", '](y.md "T")', "](z.md?a=1&b=2)", "![", "(", ")", "<", ">"),
    *("&", "&amp;", "\\", "#", "## ", "### B { #b }", "{ .c }", '"', "!", "\n", "\n\n", "  \n", " ", " ", "- ", "1. "),
    *("|", "[^n]", "<b>", "--8<--", "https://x.y", "\ue003", "```", "!!! note", "    "),
    *("??? x", '=== "t"', "> ", ":   d", "[^n]: f", "[r]: u.md", "\n---", "\n===", "&#1", "&#33;", "<div>", "</div>"),
    *("<div markdown>\n", "\n\n- a\n\n    ", "\n\na\n\n:   d\n\n    ", "{ #c }", "\n\n١. ", "²"),
]


def test_what_is_read_the_short_way_is_what_python_markdown_reads(monkeypatch):
    rng = random.Random(5)
    texts = ["".join(rng.choices(PIECES, k=rng.randint(2, 24))) for _ in range(1500)]
    short = [read_outline(text.split("\n")) for text in texts]
    outline._read.cache_clear()
    monkeypatch.setattr(outline, "read_simple", lambda _: None)
    monkeypatch.setattr(outline, "PARAGRAPH", re.compile("(?!)"))
    monkeypatch.setattr(outline, "ONE_HEADING", re.compile("(?!)"))
    monkeypatch.setattr(outline, "NAMED", re.compile("(?!)"))
    monkeypatch.setattr(outline, "HTML", ("",))
    monkeypatch.setattr(partreader, "MARKED", "")
    # A converter of its own, which asks every processor of every block.
    monkeypatch.setattr(outline, "SIGNS", {})
    monkeypatch.setattr(outline, "_own", local())
    for text, found in zip(texts, short, strict=True):
        wanted = read_outline(text.split("\n"))
        assert (found.parts, found.headings, found.cuts) == (wanted.parts, wanted.headings, wanted.cuts), text
    outline._read.cache_clear()


def test_a_text_is_looked_for_on_the_lines_of_its_section_alone():
    rng = random.Random(6)
    pieces = ("one", "two ", "two-three ", " |", "*one* ", "\u00e9 ", "", ".")
    for _ in range(3000):
        lines = ["".join(rng.choices(pieces, k=rng.randrange(6))) for _ in range(rng.randrange(1, 9))]
        text, sign = "".join(rng.choices(pieces, k=rng.randrange(5))).strip(), rng.choice(("", "|"))
        reader = partreader.Reader(lines, [], set(), {})
        reader.line, reader.headings = rng.randrange(1, len(lines) + 2), rng.choice(((), (rng.randint(1, len(lines)),)))
        last = reader.headings[0] if reader.headings else len(lines) + 1
        below = range(reader.line, last)
        assert list(reader.holding(text, last)) == [number for number in below if text in lines[number - 1]]
        found = next((number for number in below if text in lines[number - 1] and sign in lines[number - 1]), None)
        words, most, expected = partreader.WORD.findall(text)[:8], 0, found or reader.line
        for number in below if words and not found else ():
            have = f" {' '.join(partreader.WORD.findall(lines[number - 1]))} "
            while sign in lines[number - 1] and words[0] in lines[number - 1] and most < len(words):
                if f" {' '.join(words[: most + 1])} " not in have:
                    break
                most, expected = most + 1, number
        reader.seek(text, sign)
        assert reader.line == expected, (lines, text, sign)
