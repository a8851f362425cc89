"""Small projects, each with the findings it should have, and beside some pages the HTML they should become.

A case is read from a copy, in which the record's keys that say ``current`` are those of the programs' present text; a
case without a record gets one in which every program is verified.

``pytest --update`` rewrites what is expected; for the HTML of a page, make an empty file first.
"""

import shutil
from pathlib import Path

import pytest

from lockstep.check import check, load
from lockstep.markdown.context import PageContext, current
from lockstep.project import load_project
from lockstep.snippets.program import RECORD as FILE
from lockstep.snippets.program import load_programs
from lockstep.snippets.record import Record, key, load_record, write_record
from support.host import lockstep
from support.project import record

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case, golden, tmp_path):
    root = shutil.copytree(case, tmp_path / "case")
    project = load_project(root)
    if (root / "snippets" / FILE).exists():
        known, _ = load_record(project)
        programs = load_programs(project)[0]
        entries = {
            name: entry.model_copy(update={"key": key(programs[name])}) if entry.key == "current" else entry
            for name, entry in known.programs.items()
        }
        write_record(Record(programs=entries), project)
    elif project.snippets.exists():
        record(root)
    sources = load(project)
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
