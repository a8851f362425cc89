"""``lockstep bench run`` and ``list``, as people meet them."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from lockstep.benchmarks.load import parse_results
from lockstep.benchmarks.measuring import machine
from lockstep.benchmarks.measuring.supervising import measuring_environment
from lockstep.benchmarks.setup import Hardware, Software
from lockstep.cli import main

MACHINE = machine.Machine("cpu", Hardware(kind="cpu", device="AMD EPYC"), Software(torch="2.13.0+cpu"))


@pytest.fixture
def bench(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(machine, "look", lambda device, env: MACHINE)

    def run(*arguments):
        result = CliRunner().invoke(main, ["bench", *arguments])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return run


def test_list(bench):
    lines = bench("list").output.splitlines()
    assert lines[0] == "vision: the vision models of the published list"
    assert (
        "  resnet            microsoft/resnet-50 (image-classification; pixel_values 1x3x224x224)" in lines
        and sum(line.startswith("  ") for line in lines) == 16
    )


def test_a_dry_run_lists_the_cells_and_writes_nothing(bench, tmp_path):
    arguments = ("--models", "vit, resnet", "--batch-sizes", "4,1", "--modes", "reduce-overhead,default")
    result = bench("run", "--dry-run", "-o", "sub/a.json", *arguments, "--shard", "1/2")
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "vit, batch 1, default: to be measured",
        "vit, batch 4, default: to be measured",
        "resnet, batch 1, default: to be measured",
        "resnet, batch 4, default: to be measured",
        "4 cells, 4 to be measured, about 5 min if compiling is quick",
    ]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", ["--models", "--modes", "--batch-sizes"])
@pytest.mark.parametrize("value", ["", ",", "1,", " "])
def test_a_list_that_came_out_empty_does_not_mean_everything(bench, option, value):
    result = bench("run", "--dry-run", "-o", "a.json", option, value)
    assert result.exit_code == 2
    assert f"expected values with a comma between each two, found '{value}'" in result.output


def test_a_place_that_cannot_be_written_is_told_before_anything_is_measured(bench, tmp_path):
    (tmp_path / "file.json").touch()
    for more in ((), ("--dry-run",)):
        result = bench("run", "-o", "file.json/a.json", *more)
        assert (result.exit_code, result.output.partition(": ")[0]) == (
            2,
            "file.json/a.json:1:1 LS008 the file cannot be written",
        )


def test_a_device_without_numbers_is_none_to_measure(tmp_path):
    with pytest.raises(machine.Unmeasurable, match="nothing can be measured on 'meta'"):
        machine.look("meta", measuring_environment(1))


def test_batch_sizes_follow_the_device(bench, monkeypatch):
    count = lambda: bench("run", "--dry-run", "-o", "a.json").output.count("to be measured\n")  # noqa: E731
    assert count() == 12
    gpu = machine.Machine("cuda", Hardware(kind="cuda", device="T4"), Software(torch="2.13.0"))
    monkeypatch.setattr(machine, "look", lambda device, env: gpu)
    assert count() == 36


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--suite", "visoin"), "there is no suite 'visoin' (did you mean 'vision'?)"),
        (("--models", "resnet,maskfromer"), "there is no model 'maskfromer' (did you mean 'maskformer'"),
        (("--modes", "reduce_overhead"), "there is no mode 'reduce_overhead' (did you mean 'reduce-overhead'"),
        (("--dtype", "fp16"), "there is no type 'fp16' (did you mean 'float16' or 'bfloat16'?)"),
        (("--batch-sizes", "1,x"), "--batch-sizes: expected numbers such as 1,4,16, found 'x'"),
        (("--batch-sizes", "0"), "found '0'"),
        (("--budget", "soon"), "expected a time such as 90, 90s, 10m or 1.5h, found 'soon'"),
        (("--shard", "3/2"), "expected I/N with I from 1 to N, for example 2/8, found '3/2'"),
        (("--threads", "0"), "0 is not in the range"),
        (("--key", " a"), "--key: expected a name without white space around it"),
        ((), "no project here whose results folder could take the file: name one with --output"),
    ],
)
def test_misuse_is_exit_2_and_a_sentence(bench, arguments, told):
    result = bench("run", *arguments)
    assert result.exit_code == 2
    assert told in result.output
    assert "Traceback" not in result.output


def test_what_is_not_installed(bench, monkeypatch):
    found = machine.importlib.util.find_spec
    monkeypatch.setattr(machine.importlib.util, "find_spec", lambda name: None if name == "torch" else found(name))
    result = bench("run", "-o", "a.json")
    assert result.exit_code == 2
    assert result.output == "measuring needs torch: install mkdocs-lockstep with its extra [measure]\n"


def test_a_file_that_is_broken_or_of_another_machine(bench, tmp_path):
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    result = bench("run", "-o", "a.json")
    assert (result.exit_code, result.output[:17]) == (2, "a.json:1:2 LS301 ")
    (tmp_path / "b").write_text("", encoding="utf-8")
    assert bench("run", "-o", "b/c.json").exit_code == 2


def test_the_command_itself_never_imports_torch():
    code = "import lockstep.cli.measuring, sys; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


STARTED = """
from lockstep.benchmarks.measuring.suites import SUITES
from support.tiny_suite import TINY
SUITES["tiny"] = TINY
from lockstep.cli import main
main()
"""


@pytest.fixture
def shell(measuring, tmp_path):
    """Start the command in a process of its own, with the tiny suite."""

    def start(*arguments):
        command = [sys.executable, "-c", STARTED, "bench", "run", "--suite", "tiny", "--budget", "1", *arguments]
        return subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    return start


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C reaches a whole console there")
def test_ctrl_c_stops_cleanly_and_the_run_goes_on_afterwards(shell, tmp_path, monkeypatch):
    """Real processes from end to end: a failure, an interruption, a second run; nobody is named in the file."""
    monkeypatch.setenv("TINY_PID", str(tmp_path / "pid"))
    first = shell("--models", "unbuildable,hangs", "-o", "a.json", "--device", "cpu")
    end = time.monotonic() + 120
    while not (tmp_path / "pid").exists() and time.monotonic() < end:
        time.sleep(0.05)
    os.kill(first.pid, signal.SIGINT)
    output, _ = first.communicate(timeout=60)
    assert first.returncode == 130
    lines = output.splitlines()
    assert "unbuildable, batch 1, default: eager error at build [ValueError: no such layer]" in lines[1]
    assert lines[-2:] == ["a.json: 1 cell", "1 cell left: the same command goes on from here"]
    text = (tmp_path / "a.json").read_text("utf-8")
    (subset,) = parse_results(text, "a.json").subsets
    assert [cell.workload.id for cell in subset.cells] == ["unbuildable"]
    assert re.fullmatch(r"[a-z0-9.-]+-torch-[0-9.]+", subset.key)
    assert subset.software.environment["OMP_NUM_THREADS"] == "1"
    for private in (os.uname().nodename, str(Path.home()), str(tmp_path), sys.prefix):
        assert private not in text
    second = shell("--models", "unbuildable,hangs", "-o", "a.json", "--time-limit", "1s")
    output, _ = second.communicate(timeout=60)
    assert second.returncode == 1
    assert "1 cell to measure, 1 in a.json" in output
    assert (tmp_path / "a.json").read_text("utf-8") == text
