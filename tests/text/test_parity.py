import pytest

from lockstep.languages.pages import parse_page
from lockstep.languages.parity import check_pages
from lockstep.project import load_project

SOURCE = "a1 b2 c3 d3 e2 f2"
# The translation's headings (id and level), and the findings. A heading stands on every second line.
CASES = {
    "the same": ("a1 b2 c3 d3 e2 f2", []),
    "lost": ("a1 b2 c3 e2 f2", ["5:1 the section '#d' of docs/en/p.md:7 is missing"]),
    "lost with what is below it": (
        "a1 e2 f2",
        ["1:1 the section '#b' with the 2 sections below it of docs/en/p.md:3 is missing"],
    ),
    "lost first": ("b2 c3 d3 e2 f2", ["1:1 the section '#a' of docs/en/p.md:1 is missing"]),
    "lost last": ("a1 b2 c3 d3 e2", ["9:1 the section '#f' of docs/en/p.md:11 is missing"]),
    "lost in two places": (
        "a1 b2 d3 f2",
        ["3:1 the section '#c' of docs/en/p.md:5 is missing", "5:1 the section '#e' of docs/en/p.md:9 is missing"],
    ),
    "all lost": ("", ["1:1 the section '#a' with the 5 sections below it of docs/en/p.md:1 is missing"]),
    "added": ("a1 b2 c3 d3 x2 e2 f2", ["9:1 the section '#x' is not in docs/en/p.md"]),
    "added with what is below it": (
        "a1 x2 y3 b2 c3 d3 e2 f2",
        ["3:1 the section '#x' with the section below it is not in docs/en/p.md"],
    ),
    "moved down": ("a1 c3 d3 e2 b2 f2", ["9:1 the section '#b' has another place than at docs/en/p.md:3"]),
    "moved up": ("a1 f2 b2 c3 d3 e2", ["3:1 the section '#f' has another place than at docs/en/p.md:11"]),
    "changed places": ("a1 b2 d3 c3 e2 f2", ["5:1 the section '#d' has another place than at docs/en/p.md:7"]),
    "renamed": ("a1 b2 x3 d3 e2 f2", ["5:1 the id 'x' stands where docs/en/p.md:5 has 'c'"]),
    "all renamed": (
        "a1 u2 v3 d3 e2 f2",
        ["3:1 the id 'u' stands where docs/en/p.md:3 has 'b'", "5:1 the id 'v' stands where docs/en/p.md:5 has 'c'"],
    ),
    "another level": (
        "a1 b2 c2 d3 e2 f2",
        ["5:1 the section '#c' has a heading of level 2, that of docs/en/p.md:5 is of level 3"],
    ),
    "another level and another place": (
        "a1 b2 d3 e2 f2 c4",
        [
            "11:1 the section '#c' has a heading of level 4, that of docs/en/p.md:5 is of level 3",
            "11:1 the section '#c' has another place than at docs/en/p.md:5",
        ],
    ),
    "without an id": ("a1 b2 -3 d3 e2 f2", ["5:1 the heading 'T' has no id of its own"]),
    "there twice": ("a1 b2 c3 c3 d3 e2 f2", ["7:1 the id 'c' stands on line 5 already"]),
}


def markdown(headings):
    text = "\n\n".join(
        f"{'#' * int(level)} T" + (f" {{ #{name} }}" if name != "-" else "") for name, level in headings.split()
    )
    return text + "\n"


def compare(project, source, translation):
    loaded = load_project(project)
    en, pt, _ = loaded.languages
    pages = {
        ("en", "p.md"): parse_page(source, "p.md", "docs/en/p.md", en),
        ("pt", "p.md"): parse_page(translation, "p.md", "docs/pt/p.md", pt),
    }
    return sorted(check_pages(loaded, pages))


@pytest.mark.parametrize(("headings", "expected"), CASES.values(), ids=CASES)
def test_each_difference_is_one_finding_in_its_place(project, headings, expected):
    found = compare(project, markdown(SOURCE), markdown(headings))
    assert [f"{finding.line}:{finding.column} {finding.message}" for finding in found] == expected
    assert {finding.path for finding in found} <= {"docs/pt/p.md"}


def test_what_is_below_a_moved_section_moves_with_it(project):
    found = compare(project, markdown("a1 b2 c3 d2 e2 f2 g2"), markdown("a1 d2 e2 f2 b2 c3 g2"))
    assert [str(finding) for finding in found] == [
        "docs/pt/p.md:9:1 LS203 the section '#b' with the section below it has another place than at docs/en/p.md:3"
        " (it comes below '#a')"
    ]


def test_an_id_missing_in_the_source_is_reported_there_alone(project):
    found = compare(project, markdown("a1 -2 c2"), markdown("a1 b2 c2"))
    assert [str(finding).split(" (")[0] for finding in found] == [
        "docs/en/p.md:3:1 LS202 the heading 'T' has no id of its own"
    ]


def test_lines_count_from_the_top_of_the_file(project):
    front = "---\ntitle: T\n---\n\n\n"
    found = compare(project, markdown("a1 b2"), front + markdown("a1"))
    assert found[0].line == 6


def test_a_heading_in_a_fence_is_none_and_one_in_a_callout_is_one(project):
    source = "# A { #a }\n\n```text\n# x\n```\n\n> [!TIP]\n> ## B { #b }\n"
    found = compare(project, source, "# A { #a }\n\n```text\n# y\n# z\n```\n")
    assert ["'#b' of docs/en/p.md:8 is missing" in finding.message for finding in found] == [True]
