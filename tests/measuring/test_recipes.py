"""The recipes for clusters and for CI: they can be read, and name commands and options that there are."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

from lockstep.benchmarks.measuring.planning import Shard
from lockstep.cli.bench import bench

RECIPES = Path(__file__).parents[2] / "benchmarks/recipes"
SLURM, ACTIONS = RECIPES / "slurm.sh", RECIPES / "github-actions.yml"


def commands(text):
    """Every call of lockstep in a script, without line breaks and variables."""
    text = re.sub(r"\\\n|\n\s*(?=--)", " ", text)
    text = re.sub(r"\$\{\{[^}]*\}\}|\$\w+", "1", text)
    return [shlex.split(line.split("||")[0]) for line in re.findall(r"lockstep bench [^\n]*", text)]


@pytest.mark.parametrize("file", [SLURM, ACTIONS], ids=lambda file: file.name)
def test_commands_are_what_there_is(file):
    found = commands(file.read_text("utf-8"))
    assert [words[2] for words in found] in (["merge", "run"], ["run", "merge"])
    for words in found:
        command = bench.commands[words[2]]
        # As click reads it, but nothing is run.
        with command.make_context(words[2], words[3:]) as context:
            assert context.params["output"]
            if words[2] == "run":
                assert context.params["shard"] == Shard(1, 1)
                assert context.params["suite"] == "vision"


def test_the_job_of_every_task_of_a_slurm_array(tmp_path):
    subprocess.run(["bash", "-n", str(SLURM)], check=True)
    # A stand-in that says what it was called with.
    (tmp_path / "lockstep").write_text('#!/bin/sh\necho "$@"\n', encoding="utf-8")
    (tmp_path / "lockstep").chmod(0o755)
    told = []
    for task in (4, 5, 6):
        slurm = {"TASK_ID": str(task), "TASK_MIN": "4", "TASK_COUNT": "3", "JOB_ID": "77"}
        env = {f"SLURM_ARRAY_{name}": value for name, value in slurm.items()}
        ended = subprocess.run(
            ["bash", str(SLURM)],
            cwd=tmp_path,
            env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", **env},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(re.search(r"--shard (\S+) --output (\S+)", ended.stdout).groups())
    folder = "benchmarks/parts/77"
    assert told == [(f"{number}/3", f"{folder}/part-{number}.json") for number in (1, 2, 3)]
    assert (tmp_path / folder).is_dir()


def test_the_workflow_measures_every_part_and_merges():
    workflow = yaml.safe_load(ACTIONS.read_text("utf-8"))
    measure, merge = workflow["jobs"]["measure"], workflow["jobs"]["merge"]
    parts = measure["strategy"]["matrix"]["part"]
    # Parts count from 1 up to strategy.job-total.
    assert parts == list(range(1, len(parts) + 1))
    (run,) = [step["run"] for step in measure["steps"] if "bench run" in step.get("run", "")]
    assert "--shard ${{ matrix.part }}/${{ strategy.job-total }}" in run
    assert merge["needs"] == "measure"
    uploaded = [step["with"]["path"] for step in measure["steps"] if "upload" in step.get("uses", "")]
    assert uploaded == ["part-*.json"]
