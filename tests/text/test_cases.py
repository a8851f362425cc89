"""Small projects, each with the findings it should have, and beside some pages the HTML they should become.

``pytest --update`` rewrites what is expected; for the HTML of a page, make an empty file first.
"""

from pathlib import Path

import pytest

from lockstep.check import check, load
from lockstep.markdown.context import PageContext, current
from lockstep.project import load_project
from support.host import lockstep

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case, golden):
    sources = load(load_project(case))
    found = check(sources)
    golden(case / "findings.txt", "".join(f"{finding}\n" for finding in found))
    for language in sources.project.languages:
        for expected in sorted((case / "docs" / language.folder).rglob("*.html")):
            page = expected.with_suffix(".md")
            path = page.relative_to(case).as_posix()
            reported = []
            token = current.set(PageContext(sources, path, language, reported.append))
            try:
                markup = lockstep(case, language.folder, path).convert(page.read_text("utf-8"))
            finally:
                current.reset(token)
            golden(expected, markup + "\n")
            # A host with a plugin is told, at rendering, what the check has found, and nothing else.
            assert set(reported) <= set(found)
