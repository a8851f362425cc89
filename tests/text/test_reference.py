"""The block ``findings`` and ``lockstep explain``: what they make of the registry."""

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner
from markdown import Markdown

from lockstep.check import check, load
from lockstep.cli import main
from lockstep.findings import FindingError
from lockstep.languages.blocks import check_in_use
from lockstep.languages.pages import load_pages
from lockstep.markdown.benchmarks import BenchmarksExtension
from lockstep.markdown.callouts import CalloutsExtension
from lockstep.markdown.languages import LanguagesExtension
from lockstep.markdown.reference import ReferenceExtension
from lockstep.markdown.snippets import SnippetsExtension
from lockstep.messages import Messages
from lockstep.project import Language, load_project
from lockstep.rules import Example, Rule
from lockstep.rules.registry import RULES
from lockstep.rules.render import AUTHORS, as_text

OURS = (BenchmarksExtension, CalloutsExtension, LanguagesExtension, SnippetsExtension, ReferenceExtension)
BLOCK = "# Findings {{ #findings }}\n\n```findings\n{}\n```\n"
FAULTS = {
    "no YAML": ("codes: [", "4:9 LS256 the block is not YAML (for example 'codes: LS1')"),
    "nothing": ("", "3:1 LS256 the block must say which codes it is to explain"),
    "a list": ("- LS1", "4:1 LS256 the block must say which codes it is to explain"),
    "an option": ("code: LS1", "4:1 LS256 unknown option 'code' (did you mean 'codes'?)"),
    "a code": ("codes: [LS1, LS999]", "4:14 LS256 no code begins with 'LS999' (did you mean"),
    "no code": ("codes: {a: b}", "4:8 LS256 'codes' must be a code, the beginning of some, or a list of those"),
    "empty": ("codes:", "4:7 LS256 'codes' must be a code, the beginning of some, or a list of those"),
    "in itself": ("codes: &a [*a]", "4:8 LS256 'codes' must be a code, the beginning of some, or a list of those"),
    "twice": ("codes: LS1\ncodes: LS2", "5:1 LS256 'codes' is there twice (put all codes into one list)"),
    "a character": ('codes: "\\x01"', "4:8 LS256 the character U+0001 has no place in a text"),
}


def converter(project, folder="en"):
    options = {"root": str(project), "language": folder, "page": "docs/en/page.md"}
    ours = [extension(**options) for extension in OURS]
    extensions = ["attr_list", "tables", "toc", "pymdownx.highlight", "pymdownx.quotes", "pymdownx.superfences"]
    return Markdown(extensions=[*extensions, *ours], extension_configs={"pymdownx.quotes": {"callouts": True}})


def sections(tokens):
    for token in tokens:
        yield token["level"], token["id"], token["name"]
        yield from sections(token["children"])


@pytest.mark.parametrize("fault", FAULTS)
def test_a_block_that_cannot_be_made_is_a_finding(project, fault) -> None:
    body, expected = FAULTS[fault]
    text = BLOCK.format(body)
    (project / "docs/en/page.md").write_text(text)
    found = [str(finding) for finding in check(load(load_project(project))) if finding.code == "LS256"]
    assert len(found) == 1
    assert found[0].startswith(f"docs/en/page.md:{expected}")
    with pytest.raises(FindingError) as raised:
        converter(project).convert(text)
    assert str(raised.value) == found[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "# A { #ls101 }\n\n```findings\ncodes: LS101\n```\n",
            [
                "3:1 LS204 the block has a section of the id 'ls101', "
                "which stands on line 1 already (each id stands once on a page)"
            ],
        ),
        (
            "# A { #a }\n\n```findings\ncodes: LS10\n```\n\n- b\n\n    ```findings\n    codes: LS102\n    ```\n",
            [
                "9:5 LS204 the block has a section of the id 'ls102', which stands on line 3 already"
                " (each id stands once on a page)"
            ],
        ),
        (
            "# A { #a }\n\n```commands\n```\n\n```commands\n```\n",
            ["6:1 LS204 the commands stand on line 3 already (each id stands once on a page)"],
        ),
        ("# A { #a }\n\n```findings\ncodes: LS101\n```\n\n```findings\ncodes: LS102\n```\n\n```commands\n```\n", []),
    ],
)
def test_the_sections_of_blocks_have_ids_that_the_page_has_not(project, text, expected) -> None:
    (project / "docs/en/page.md").write_text(text)
    found = [str(finding) for finding in check(load(load_project(project))) if finding.code == "LS204"]
    assert found == [f"docs/en/page.md:{finding}" for finding in expected]


def test_codes_are_sections_of_the_page(project) -> None:
    md = converter(project, "tr")
    markup = md.convert(BLOCK.format("codes: [LS101, LS12]"))
    wanted = [code for code in RULES if code == "LS101" or code.startswith("LS12")]
    found = list(sections(md.toc_tokens))[1:]
    assert [(level, name) for level, name, _ in found] == [(2, code.lower()) for code in wanted]
    title = Messages(Language("tr", "tr"))(RULES["LS101"].title)
    assert title != RULES["LS101"].title
    assert found[0][2] == f"LS101: {title}"
    page = BeautifulSoup(markup, "html5lib")
    assert f"{RULES['LS101'].example.finding}\n" in [block.get_text() for block in page.select(".ls-wrap pre")]


def test_they_stand_one_level_below_what_is_above(project) -> None:
    md = converter(project)
    md.convert(f"## Files {{ #files }}\n\n{BLOCK.format('codes: LS001').partition(chr(10))[2]}")
    assert list(sections(md.toc_tokens))[1][:2] == (3, "ls001")


@pytest.mark.parametrize("code", RULES)
def test_an_example_is_shown_as_it_is(project, code) -> None:
    """No part of one is taken for an include, a table, a callout or the end of a fence."""
    block = BeautifulSoup(converter(project).convert(BLOCK.format(f"codes: {code}")), "html5lib")
    shown = [pre.get_text() for pre in block.select("pre")]
    example = RULES[code].example
    assert not block.select(".ls-error, table, blockquote, .admonition")
    assert len(block.select("h2")) == 1
    if example:
        assert f"{example.finding}\n" in shown
        for text in example.fault.values():
            if isinstance(text, str) and text.count("\n") <= 24:
                assert text.rstrip("\n") in [one.rstrip("\n") for one in shown]


def test_a_link_to_a_code_leads_somewhere(project) -> None:
    (project / "docs/en/page.md").write_text(BLOCK.format("codes: LS1") + "\n[one](#ls101), [none](#ls001)\n")
    found = [finding.message for finding in check(load(load_project(project))) if finding.code == "LS238"]
    assert found == ["a link to '#ls001', which this page does not have"]


def test_a_block_needs_its_extension(project) -> None:
    (project / "docs/en/page.md").write_text(BLOCK.format("codes: LS1"))
    pages, _ = load_pages(load_project(project))
    (finding,) = check_in_use(pages, ["lockstep.languages"])
    assert (finding.code, finding.line) == ("LS255", 3)
    assert "'lockstep.reference'" in finding.message
    assert not list(check_in_use(pages, ["lockstep.reference"]))


def test_of_a_long_file_what_is_around_the_fault_is_shown() -> None:
    lines = [f"line {number}" for number in range(1, 101)]
    text = "\n".join(lines)
    example = Example({"a.txt": text}, "a.txt:50:1 LS999 it", {"a.txt": text.replace("line 50", "fifty")})
    shown = list(as_text(Rule("LS999", "It", "It is."), AUTHORS))
    assert shown == ["LS999: It", "", "It is."]
    shown = "\n".join(as_text(Rule("LS999", "It", "It is.", example), AUTHORS))
    assert "    …\n    line 44\n" in shown
    assert "    line 56\n    …\n" in shown
    assert "line 43" not in shown
    assert "    -line 50\n    +fifty\n" in shown


def explain(*arguments):
    result = CliRunner().invoke(main, ["explain", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_explain_lists_every_code() -> None:
    status, output = explain()
    assert status == 0
    assert [line.split()[0] for line in output.splitlines()] == list(RULES)


def test_explain_says_what_the_registry_says() -> None:
    status, output = explain("ls143")
    assert status == 0
    assert output.startswith(f"LS143: {RULES['LS143'].title}\n\n")
    for text in (RULES["LS143"].example.finding, "is not there", "lockstep verify --update"):
        assert text in output


def test_explain_offers_codes_that_are_near() -> None:
    status, output = explain("LS1122")
    assert status == 2
    assert output.startswith("no code 'LS1122' (did you mean 'LS")
    assert "'LS112'" in output


def test_explain_offers_the_codes_that_begin_like_what_was_typed() -> None:
    assert explain("LS1") == (2, "no code 'LS1' (did you mean 'LS101' or 'LS102' or 'LS103'?)\n")
