"""What goes on record, what stays there, and when the record is out of date."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from lockstep.project import load_project
from lockstep.snippets.program import load_programs
from lockstep.snippets.record import Entry, Record, key, load_record, write_record
from lockstep.snippets.verification import Evidence, Outcome, Output
from lockstep.snippets.verification.recording import compare, differing_output, gone, recorded, updated
from lockstep.snippets.verification.showing import pages_showing
from verification.programs import declaration, program_text

if TYPE_CHECKING:
    from pathlib import Path

EVIDENCE = Evidence(
    python="3.11.7",
    torch="2.13.0",
    transformers="5.24.0",
    device="cpu",
    attempts=1,
    graphs=1,
    graph_breaks=0,
    break_reasons=(),
    recompiles=0,
    inductor=1,
    cached=0,
    cudagraph_skips=0,
    compile_seconds=1.5,
    checks=("graphs",),
)


def outcome(status="passed", evidence=EVIDENCE, lacks=()):
    seen = evidence if status == "passed" else None
    return Outcome("snippets/one.py", status, "", None, "", Output(), seen, 1.0, lacks=lacks)


@pytest.fixture
def programs(project: Path):
    (project / "snippets" / "one.py").write_text(program_text())
    (project / "snippets" / "two.py").write_text(declaration(output=True) + program_text())
    return load_programs(load_project(project))[0]


def on_record(program, *devices, lacks=()):
    runs = tuple(recorded(replace(EVIDENCE, device=device)) for device in devices)
    return Record(programs={program.name: Entry(key=key(program), runs=runs, lacks=lacks)})


def test_nothing_that_differs_from_run_to_run_is_on_record(project, programs):
    first = updated(Record(), programs, {"one.py": outcome()}, cuda=False)
    again = replace(EVIDENCE, compile_seconds=9.0, cached=1)
    assert updated(first, programs, {"one.py": outcome(evidence=again)}, cuda=False) == first
    write_record(first, load_project(project))
    file = project / "snippets" / "verified.json"
    written = file.read_bytes()
    assert load_record(load_project(project)) == (first, [])
    write_record(load_record(load_project(project))[0], load_project(project))
    assert file.read_bytes() == written
    assert str(project).encode() not in written


def test_a_run_replaces_that_on_the_same_device_only(programs):
    before = on_record(programs["one.py"], "cpu", "NVIDIA A100")
    entry = updated(
        before, programs, {"one.py": outcome(evidence=replace(EVIDENCE, torch="2.13.1"))}, cuda=False
    ).programs["one.py"]
    assert [(run.device, run.device_name, run.torch) for run in entry.runs] == [
        ("cpu", "", "2.13.1"),
        ("cuda", "NVIDIA A100", "2.13.0"),
    ]


def test_a_program_that_failed_or_is_gone_is_not_on_record(programs):
    before = Record(programs={"gone.py": Entry(key="0"), **on_record(programs["one.py"], "cpu", "GPU").programs})
    assert gone(before, programs) == ["gone.py"]
    assert updated(before, programs, {"one.py": outcome("failed")}, cuda=False).programs == {}


def test_programs_that_were_not_chosen_keep_their_entries(programs):
    before = on_record(programs["two.py"], "cpu")
    after = updated(before, programs, {"one.py": outcome()}, cuda=False)
    assert after.programs["two.py"] == before.programs["two.py"]
    assert after.programs.keys() == {"one.py", "two.py"}


def test_a_program_that_was_not_run_keeps_its_run_on_the_other_device(programs):
    not_run = {"one.py": outcome("not-run", lacks=("cuda",))}
    before = on_record(programs["one.py"], "cpu", "GPU")
    entry = updated(before, programs, not_run, cuda=False).programs["one.py"]
    assert ([run.device for run in entry.runs], entry.lacks) == (["cuda"], ("cuda",))
    other = Record(programs={"one.py": before.programs["one.py"].model_copy(update={"key": "0"})})
    assert updated(other, programs, not_run, cuda=False).programs["one.py"].runs == ()


CHANGES = {
    "graphs": (2, "graphs: 1 on record, 2 now"),
    "graph_breaks": (1, "graph breaks: 0 on record, 1 now"),
    "recompiles": (1, "recompiles: 0 on record, 1 now"),
    "checks": (("raises",), "checks: graphs on record, raises now"),
    "break_reasons": (("why",), "break reasons: none on record, why now"),
    "output": ("text", "output: None on record, 'text' now"),
    "compile_seconds": (9.0, ""),
    "python": ("3.12.0", ""),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_makes_the_record_out_of_date(programs, name):
    value, difference = CHANGES[name]
    record = on_record(programs["one.py"], "cpu")
    assert compare(record, programs["one.py"], outcome(evidence=replace(EVIDENCE, **{name: value}))) == difference


def test_counts_that_depend_on_torch_are_compared_under_the_same_torch(programs):
    record = on_record(programs["one.py"], "cpu")
    changed = replace(EVIDENCE, torch="2.14.0", inductor=2)
    assert compare(record, programs["one.py"], outcome(evidence=changed)) == ""
    assert compare(record, programs["one.py"], outcome(evidence=replace(changed, graphs=2))) != ""


def test_a_missing_entry_another_text_and_another_device(programs):
    one = programs["one.py"]
    assert compare(Record(), one, outcome()) == "it is not on record"
    assert "another version" in compare(Record(programs={"one.py": Entry(key="0")}), one, outcome())
    assert compare(on_record(one, "GPU"), one, outcome()) == "there is no run on cpu on record"
    assert compare(on_record(one, lacks=("cuda",)), one, outcome("not-run", lacks=("cuda",))) == ""
    assert compare(Record(), one, outcome("not-run", lacks=("cuda",))) == "it is not on record"


def test_shown_output_is_compared_with_the_record(programs):
    two = programs["two.py"]
    seen = outcome(evidence=replace(EVIDENCE, output="4\n"))
    assert "no run on cpu is on record" in differing_output(Record(), two, seen)
    was = Record(programs={"two.py": Entry(key=key(two), runs=(recorded(replace(EVIDENCE, output="5\n")),))})
    assert differing_output(was, two, seen) == "it prints '4\\n', but pages show '5\\n': lockstep verify --update"
    same = Record(programs={"two.py": Entry(key=key(two), runs=(recorded(seen.evidence),))})
    assert differing_output(same, two, seen) == ""
    assert differing_output(Record(), programs["one.py"], outcome()) == ""


def test_the_pages_that_show_a_program(project):
    docs = project / "docs"
    pages = {
        "en/a.md": '# A\n\n```python\n--8<-- "one.py:shown"\n```\n',
        "pt/a.md": '> - ```python\n>   --8<-- "one.py:shown"\n>   ```\n',
        "tr/a.md": '```\n;--8<-- "one.py:shown"\n```\n',
        "en/b.md": '--8<-- "deep/one.py:shown"\n--8<-- "one.python"\n',
    }
    for name, text in pages.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text)
    assert pages_showing(load_project(project), "one.py") == ["docs/en/a.md:4", "docs/pt/a.md:2"]
