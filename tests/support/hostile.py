"""Random pages in which every kind of block stands in every other."""

import random

FENCES = ["```", "~~~", "````", "`````"]
HEADERS = [
    "",
    "python",
    "python  ",
    ".py",
    " yaml",
    "{ .python .x }",
    "python {.x}",
    "{.text #id}",
    '{ .python title="a b" }',
    'python title="a.py" hl_lines="2"',
    'py linenums="1"',
    'text title="a`b"',
    'title="only"',
    "C++ { .y data-z=1 }",
]
BODIES = [
    [],
    ["x = 1"],
    ["# Warm up", "## x { #y }"],
    ["", "  ", "b", ""],
    ["\tx", "y\tz"],
    ["> [!TIP]", "!!! note"],
    ["- a", "  ---"],
    ["<!-- x -->", "<!--"],
    ["</div>", "<b>&amp;"],
    ['--8<-- "a.py:b"'],
]
NESTED = [["```python", "inner", "```"], ["```", "```"]]
TEXTS = """
# A { #a }
## B
## C { #c.d_1 }
### D ## { #d }
#tag
## E {: #e }
Set { #s }|===
Set|---
Set two {: #t .x }|-----
######## many
## `code` { #k }
## <b>x</b> { #l }
## { #only }
##
# F #
## G {#g}
## H { .x #h k="v" }
 ## I { #i }
## [l](u) { #m }
## n \\{ #n }
- item|---
a / b|--- / ---|c / d
## O { #o } trailing
## P {#p}{ #q }
text|## R { #r }|more
## X { title="a}b" #y }
## Ü { #ü }
## V { #v #w }
paragraph
paragraph|of two lines
***
<!-- comment -->
text <!-- comment --> text
`<div>` and `<b>`
[a]: https://example.org
::: x
&amp; <br>
""".strip().split("\n")


def page(seed):
    """Write a page of up to five blocks, three deep."""
    source = random.Random(seed)
    lines = []
    for _ in range(source.randint(1, 5)):
        lines += [*_block(source, 0), ""]
    return lines


def _fence(source):
    mark = source.choice(FENCES)
    body = source.choice(BODIES if mark == "```" else BODIES + NESTED)
    return [mark + source.choice(HEADERS), *body, mark + source.choice(["", "  "])]


def _indent(lines, first, rest):
    return [(rest if index else first) + line if line or not index else "" for index, line in enumerate(lines)]


def _block(source, depth):
    if depth == 3 or source.random() < 0.5:
        return _fence(source) if source.random() < 0.5 else source.choice(TEXTS).replace("/", "|").split("|")
    inner = []
    for _ in range(source.randint(1, 3)):
        inner += [*_block(source, depth + 1), ""]
    inner.pop()
    indented = _indent(inner, "    ", "    ")
    title = source.choice(["", "-", "+", " Own", " `code`"])
    return source.choice(
        [
            ["- item", "", *indented],
            _indent(inner, "- ", "    "),
            ["1. one", "", *indented, "", "2. two"],
            [f"> {line}".rstrip() for line in inner],
            [f"> [!TIP]{title}", *(f"> {line}".rstrip() for line in inner)],
            ["!!! note" + source.choice(["", ' "T"', " inline"]), "", *indented],
            ["!!! note", *indented],
            ["??? tip", "", *indented],
            ['=== "A"', "", *indented],
            ['=== "A"', "", *_indent(inner, "\t", "\t")],
            ["<div markdown>", "", *inner, "", "</div>"],
            ["<div>", *inner, "</div>"],
            ["<!--", *inner, "-->"],
            indented,
            ["term", ":   definition", "", *indented],
        ]
    )
