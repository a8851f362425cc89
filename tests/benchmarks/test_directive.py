"""What a block asks for: which files, merged into one, under which id, and how they are to be shown."""

import pytest

from lockstep.benchmarks.directive import Directive, read_directive
from lockstep.fences import scan_fences
from lockstep.findings import FindingError
from support.results import cell, results, subset

FILES = {
    "published": results(subset("t4", cell("vit"))),
    "measured-a": results(subset("cpu", cell("vit"))),
    "measured-b": results(subset("cpu", cell("beit")), subset("gpu int8/ç", cell("vit"))),
    "v2.1 (beta)": results(subset("x")),
    "broken": None,
}


def read(body: str, taken: dict[str, int] | None = None) -> Directive:
    (fence,), _ = scan_fences(f"```benchmark\n{body}\n```".split("\n"))
    return read_directive(fence, "p.md", FILES, 10, taken)


def keys(directive: Directive) -> list[tuple[str, int]]:
    return [(found.key, len(found.cells)) for found in directive.results.subsets]


def test_a_name_alone_is_a_table_of_that_file():
    assert read("results: published") == Directive("published", ("published",), FILES["published"], "t4")


def test_a_glob_is_one_table_of_every_file_it_matches():
    directive = read("results: measured-*\nsubset: gpu int8/ç")
    assert directive.names == ("measured-a", "measured-b")
    assert keys(directive) == [("cpu", 2), ("gpu int8/ç", 1)]
    assert (directive.id, directive.subset) == ("measured", "gpu int8/ç")


def test_a_list_may_hold_globs_and_takes_a_file_once():
    directive = read("results: [published, 'measured-*', measured-a]")
    assert directive.names == ("published", "measured-a", "measured-b")
    assert keys(directive) == [("cpu", 2), ("gpu int8/ç", 1), ("t4", 1)]


def test_a_glob_without_files_is_empty_only_where_the_page_says_so():
    directive = read("results: nightly-*\nempty: allowed\nsubset: later\nlabels: {later: Later}")
    assert (directive.results, directive.names, directive.id) == (None, (), "nightly")
    with pytest.raises(FindingError, match=r"LS311 no results match 'nightly-\*'"):
        read("results: nightly-*")


def test_a_name_is_no_glob_and_may_not_be_missing():
    with pytest.raises(FindingError, match=r"LS311 no results 'publishd'"):
        read("results: publishd\nempty: allowed")


def test_a_file_that_cannot_be_used_is_no_table():
    with pytest.raises(FindingError, match=r"p.md:12:10 LS311 the results 'broken' cannot be used"):
        read("results: b*")


def test_an_id_is_made_of_the_results_name_and_holds_no_point():
    assert read("results: v2.1 (beta)").id == "v2-1-beta"
    assert read("results: published\nid: gpu-ç").id == "gpu-ç"


def test_an_id_is_taken_once():
    taken = {}
    read("results: published", taken)
    assert taken == {"published": 11}
    with pytest.raises(FindingError, match=r"p.md:13:5 LS314 the table in line 11 has the id 'published' too"):
        read("results: measured-a\nid: published", taken)


def test_everything_else_is_as_it_stands():
    directive = read("results: published\nlabels: {t4: GPU (yarım duyarlık)}\ndecimals: 0\nchart: true")
    assert directive.labels == {"t4": "GPU (yarım duyarlık)"}
    assert (directive.decimals, directive.chart) == (0, True)
    assert read("results: published\nchart: false").chart is False
