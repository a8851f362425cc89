"""The Markdown extensions in a host that says nothing of the page."""

import pytest

from lockstep.findings import FindingError
from support.host import LOCKSTEP, lockstep

FAULTS = {
    "an unknown file": ('x\n\n```python\n--8<-- "b.py:first"\n```', "docs/en/page.md:4:9 LS111 no snippet file 'b.py'"),
    "an unknown region": ('```python\n--8<-- "a.py:firs"\n```', "docs/en/page.md:2:9 LS112 no region 'firs'"),
    "an unmarked block": ("```python\nx\n```", "docs/en/page.md:1:1 LS115 a Python block"),
    "an unclosed fence": ("> ```python\n> x", "docs/en/page.md:1:3 LS119 the fence that opens here is never closed"),
    "an unknown callout": (
        "x\n\n> [!TPI]\n> x",
        "docs/en/page.md:3:5 LS121 unknown type of callout 'TPI' (did you mean",
    ),
    "an unknown result": ("x\n\n```benchmark\nresults: x\n```", "docs/en/page.md:4:10 LS311 no results 'x'"),
    "after a passage": (
        '```python\n--8<-- "a.py:first"\n```\n\n```benchmark\n\nresults: x\n```',
        "docs/en/page.md:7:10 LS311 no results 'x'",
    ),
}


@pytest.mark.parametrize(("text", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_an_error_of_one_line(project, text, expected):
    with pytest.raises(FindingError) as caught:
        lockstep(project).convert(text)
    assert str(caught.value).startswith(expected)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("extension", LOCKSTEP)
def test_an_unknown_language_is_an_error(project, extension):
    text = '```python\n--8<-- "a.py:first"\n```\n\n> [!TIP]\n\n```benchmark\nresults: numbers\n```'
    with pytest.raises(FindingError, match="LS005 no language 'de' in the project"):
        lockstep(project, "de").convert(text)


def test_a_project_that_cannot_be_read_is_an_error(project):
    (project / "pyproject.toml").write_text("[tool.lockstep]\nsnipets = 'x'\n")
    with pytest.raises(FindingError, match=r"pyproject\.toml:2:1 LS004 unknown key 'snipets'"):
        lockstep(project).convert("> [!TIP]\n")


def test_a_page_without_our_notation_needs_no_project(tmp_path):
    assert lockstep(tmp_path / "nowhere").convert("text") == "<p>text</p>"


def test_a_converter_can_be_used_again(project):
    md = lockstep(project, "tr")
    text = "> [!TIP]\n> x\n\n```benchmark\nresults: numbers\n```"
    assert md.convert(text) == md.reset().convert(text)
    assert "İpucu" in md.reset().convert(text)


def test_pymdownx_snippets_would_take_the_includes(project):
    md = lockstep(project)
    md.registerExtensions(["pymdownx.snippets"], {})
    with pytest.raises(FindingError, match=r"LS123 pymdownx\.snippets is in use"):
        md.convert("```text\nx\n```")
