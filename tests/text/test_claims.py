"""What the guide's programs prove: read from the committed record, which speaks of their present text alone.

The harness accepts any check; this guide promises its readers these.
"""

from pathlib import Path

import pytest

from lockstep.project import load_project
from lockstep.snippets.program import load_programs
from lockstep.snippets.record import load_record

PROJECT = load_project(Path(__file__).parents[2])
PROGRAMS, _ = load_programs(PROJECT)
RECORD, _ = load_record(PROJECT)


@pytest.mark.parametrize("name", [name for name, program in PROGRAMS.items() if program.is_python])
def test_a_program_proves_what_its_text_claims(name: str) -> None:
    program = PROGRAMS[name]
    entry = RECORD.entry(program)
    assert entry, "the record is of another version"
    # What needs a GPU is shown as not verified where none has run it.
    assert entry.runs or entry.lacks == ("cuda",)
    for run in entry.runs:
        checks = set(run.checks)
        assert run.graphs >= 1
        assert run.inductor >= 1
        # `graphs` says that there is no break; where there are some, `breaks` says how many.
        assert ("breaks" if run.graph_breaks else "graphs") in checks
        assert "no_recompile" in checks
        assert checks & {"equals_eager", "same_tokens"}
        shown = program.shown
        if "fullgraph=True" in shown:
            assert "fullgraph" in checks
        if 'mode="reduce-overhead"' in shown:
            assert "cuda_graphs" in checks
        if "except " in shown:
            assert {"raises", "compilation_failed"} <= checks
        if "generate(" in shown:
            assert {"same_tokens", "compiles_nothing"} <= checks
