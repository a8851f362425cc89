"""What runs in measuring processes, looked at from inside: comparing outputs, peaks of memory, telling the machine."""

import os
import platform
import sys
from pathlib import Path

import pytest

from lockstep.benchmarks.setup import Hardware, Software

# Importing torch warns of what it is itself to change.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

torch = pytest.importorskip("torch")
comparing = pytest.importorskip("lockstep.benchmarks.measuring.comparing")
memory = pytest.importorskip("lockstep.benchmarks.measuring.memory")
probe = pytest.importorskip("lockstep.benchmarks.measuring.probe")


def test_the_error_is_that_of_the_worst_tensor():
    reference = comparing.kept({"a": torch.tensor([3.0, 4.0]), "more": [torch.ones(1), torch.arange(3)]})
    # 0.5 of a norm of 5, and 0.25 of 1; whole numbers are not compared.
    output = {"a": torch.tensor([3.0, 4.5]), "more": [torch.tensor([1.25]), torch.arange(1, 4)]}
    assert comparing.relative_error(reference, output) == 0.25


def test_the_reference_is_a_copy():
    output = {"a": torch.ones(2)}
    reference = comparing.kept(output)
    output["a"].zero_()
    assert comparing.relative_error(reference, output) == 1


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ({"a": torch.arange(3)}, "the output holds no floating-point tensor to compare"),
        ({"a": torch.tensor([1.0, torch.nan])}, "the eager output is not finite"),
        ({"a": torch.tensor([torch.inf])}, "the eager output is not finite"),
        ({"a": torch.full((1000,), 1e-22)}, "the eager output is next to zero"),
    ],
)
def test_references_that_prove_nothing(output, told):
    with pytest.raises(comparing.Verdict, match=told) as raised:
        comparing.kept(output)
    assert raised.value.status == "error"


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ([torch.ones(2)], r"the compiled output has tensors of shapes \[\(2,\)\], eager's \[\(3,\)\]"),
        ([torch.ones(3), torch.ones(3)], "tensors of shapes"),
        ([torch.tensor([1.0, 1.0, torch.nan])], "the compiled output is not finite, but eager's is"),
    ],
)
def test_outputs_that_are_wrong_without_an_error_to_tell(output, told):
    with pytest.raises(comparing.Verdict, match=told) as raised:
        comparing.relative_error(comparing.kept([torch.ones(3)]), output)
    assert raised.value.status == "wrong"


def test_a_tensor_of_zeros_beside_others():
    reference = comparing.kept([torch.ones(4), torch.zeros(4)])
    assert comparing.relative_error(reference, [torch.ones(4), torch.zeros(4)]) == 0
    assert comparing.relative_error(reference, [torch.ones(4), torch.ones(4)]) > 1


def test_tolerances_follow_the_type():
    cpu = torch.device("cpu")
    order = [comparing.tolerance(dtype, cpu) for dtype in ("float32", "float16", "bfloat16")]
    assert order == sorted(order) and len(set(order)) == 3
    assert comparing.tolerance("float32", torch.device("cuda")) == order[1]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells, and forgets, the peak of a process")
def test_the_peak_of_memory_is_that_since():
    device = torch.device("cpu")
    large = torch.ones(64 * 2**20)
    with_it = memory.Peak(device).bytes()
    del large
    without = memory.Peak(device).bytes()
    # 256 MiB, but for what else comes and goes.
    assert 200 * 2**20 < with_it - without < 300 * 2**20


def test_this_machine_is_told_without_names():
    told = probe.main("cpu")
    hardware, software = Hardware.model_validate(told["hardware"]), Software.model_validate(told["software"])
    assert told["device"] == hardware.kind == "cpu"
    assert hardware.cpu.threads == os.cpu_count()
    assert software.torch == torch.__version__ and software.python == platform.python_version()
    assert software.os.startswith(platform.system()) and software.os.endswith(platform.machine())
    for private in (platform.node(), str(Path.home()), str(Path.cwd())):
        assert private not in repr(told)


def test_devices_that_there_are_not():
    assert "no device that PyTorch knows" in probe.main("gpu")["error"]
    if not torch.cuda.is_available():
        assert probe.main("cuda") == {"error": "PyTorch finds no CUDA device here"}
        assert probe.main("auto")["device"] == "cpu"


def test_variables_that_matter_and_hold_no_places(monkeypatch):
    kept = {
        "OMP_NUM_THREADS": "4",
        "CUDA_VISIBLE_DEVICES": "0,1",
        "TORCHINDUCTOR_FREEZING": "1",
        "PYTORCH_CUDA_ALLOC_CONF": "expandable_segments:True",
        "NVIDIA_TF32_OVERRIDE": "0",
    }
    dropped = {
        "TORCHINDUCTOR_CACHE_DIR": "cache",
        "OMP_TOOL_LIBRARIES": "/opt/tool.so",
        "TORCH_LOGS": "recompiles",
        "HF_TOKEN": "hf_secret",
        "MKL_VERBOSE": "",
        "USER": "ana",
    }
    monkeypatch.setattr(probe.os, "environ", {**kept, **dropped, "LD_PRELOAD": "/home/ana/libjemalloc.so.2"})
    assert probe._environment() == {**kept, "LD_PRELOAD": "libjemalloc"}
    monkeypatch.setattr(probe.os, "environ", {"CUDA_VISIBLE_DEVICES": "GPU-8f3a12"})
    assert probe._environment() == {}
