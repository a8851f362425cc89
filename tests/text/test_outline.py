import pytest

from lockstep.outline import read_outline
from support import host, hostile


@pytest.mark.parametrize("start", range(0, 1000, 100))
def test_finds_the_fences_and_headings_that_are_rendered(start):
    compared = 0
    for seed in range(start, start + 100):
        lines = hostile.page(seed)
        outline = read_outline(lines)
        if outline.faults:
            continue
        compared += 1
        md = host.converter()
        markup = md.convert("\n".join(lines))
        fences = [(fence.language, ",".join(fence.classes), "\n".join(fence.body)) for fence in outline.fences]
        headings = [(heading.level, heading.id) for heading in outline.headings]
        page = f"seed {seed}\n" + "\n".join(lines)
        assert fences == host.fences(markup), page
        assert headings == list(host.headings(md.toc_tokens)), page
    assert compared > 80


FAULTS = {
    "never closed": (
        ["```python", "x"],
        "1:1 the fence that opens here is never closed by ``` in its list item or quote",
    ),
    "closed outside its item": (
        ["- a", "", "    ```", "    x", "```"],
        "3:5 the fence that opens here is never closed",
    ),
    "closed outside its quote": (["> ```", "> x", "```"], "1:3 the fence that opens here is never closed"),
    "a longer mark": (["```", "x", "````"], "1:1 the fence that opens here is never closed"),
    "an unknown option": (["```python foo", "```"], "1:1 the fence's header cannot be read: python foo"),
    "an option of a wrong form": (
        ['```python hl_lines="a"', "```"],
        "1:1 the fence's header cannot be read: python hl",
    ),
    "classes without braces": (["```python not-executable", "```"], "1:1 the fence's header cannot be read"),
    "an open brace": (["```{ .python", "```"], "1:1 the fence's header cannot be read"),
    "behind a list item's marker": (["- ```python", "  x", "  ```"], "1:3 a fence cannot begin on the line of a list"),
    "after a tab": (["- a", "", "\t```python foo", "\t```"], "3:2 the fence's header cannot be read: python foo"),
}


@pytest.mark.parametrize(("lines", "expected"), FAULTS.values(), ids=FAULTS)
def test_names_what_is_meant_for_a_fence_and_is_none(lines, expected):
    fault = read_outline(lines).faults[0]
    assert f"{fault.line}:{fault.column} {fault.message}".startswith(expected)


@pytest.mark.parametrize(
    "lines",
    [
        ["``` `code` ```"],
        ["text ```python"],
        ["    ```python foo", "    ```"],
        ["<!--", "```python", "-->"],
        ["`````", "```python foo", "`````"],
    ],
)
def test_leaves_alone_what_only_looks_like_a_fence(lines):
    assert read_outline(lines).faults == ()


def test_an_unreadable_header_is_one_fault_and_hides_no_heading():
    outline = read_outline(["```python foo", "# x", "```", "", "## A { #a }", "", "```python", "```"])
    assert len(outline.faults) == 1
    assert [fence.line for fence in outline.fences] == [1, 7]
    assert [heading.id for heading in outline.headings] == ["a"]


@pytest.mark.parametrize("language", ["python", "py", "Python3", "py3", "pycon", "python2", "numpy", "pyi"])
def test_knows_python_by_every_name(language):
    assert read_outline([f"```{language}", "```"]).fences[0].is_python


@pytest.mark.parametrize("language", ["", "text", "pytb", "bazel", "no-such", "bash"])
def test_knows_what_is_not_python(language):
    assert not read_outline([f"```{language}", "```"]).fences[0].is_python


def test_a_large_page_is_read():
    section = [
        "## A { #a }",
        "",
        "- item",
        "",
        "    ```text",
        "    x",
        "    ```",
        "",
        "word " * 2000,
        "",
        "#" * 5000,
        "",
    ]
    outline = read_outline(section * 100)
    assert len(outline.fences) == 100


def test_characters_that_mark_lines_here_mark_none_in_a_text():
    """Fonts of icons have them too."""
    for number in ("3", "999", "9" * 5000):
        text = f"a \ue000{number}\ue001 \ue002\ue003"
        outline = read_outline([f"# Title {text} {{ #a }}", "", f"b {text}", "", "```text", text, "```", "", "c"])
        seen = text.translate(dict.fromkeys(range(0xE000, 0xE004), "\ufffd"))
        assert [(part.kind, part.line, part.text) for part in outline.parts] == [
            ("heading", 1, f"Title {seen}"),
            ("paragraph", 3, f"b {seen}"),
            ("fence", 5, ""),
            ("paragraph", 9, "c"),
        ]
        assert outline.fences[0].body == (text,)
