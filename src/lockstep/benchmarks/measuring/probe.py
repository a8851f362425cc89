"""Says what this machine and its software are: ``python -m lockstep.benchmarks.measuring.probe DEVICE FILE``.

Neither the machine's nor a person's name is part of it. Writes JSON: ``device`` by PyTorch's name,
``hardware`` and ``software`` as result files have them, or ``error``, a sentence on why that device cannot be measured.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import psutil  # type: ignore[import-untyped]
import torch

from lockstep.benchmarks.setup import Hardware
from lockstep.compiler import compiler

# Variables that change how fast things are. Those that hold folders are not told.
TOLD = re.compile(
    r"(OMP|MKL|KMP|GOMP|OPENBLAS)_\w+|TORCHINDUCTOR_\w+|PYTORCH_\w*ALLOC_CONF|CUDA_(VISIBLE_DEVICES|LAUNCH_BLOCKING)"
    r"|NVIDIA_TF32_OVERRIDE|TORCH_ALLOW_TF32_\w+|CUBLAS_\w+|LD_PRELOAD|MALLOC_\w+|ONEDNN_\w+|DNNL_\w+|ATEN_CPU_CAPABILITY"
)
PLACE = re.compile(r"(?:_DIR|_PATH|_FILE|_HOME)$|[/\\]")
GIB = 2**30
DIGITS = re.compile(r"\d+(,\d+)*")
LIBRARIES = re.compile(r"lib(jemalloc|tcmalloc\w*|mimalloc|iomp5|gomp)\b")


def main(name: str) -> dict[str, Any]:
    """Give what is known of a device; ``auto`` is a CUDA device where there is one, or else the CPU."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
    except RuntimeError:
        return {"error": f"'{name}' is no device that PyTorch knows; for example cpu, cuda or cuda:1"}
    if device.type not in get_args(Hardware.model_fields["kind"].annotation):
        return {"error": f"nothing can be measured on '{device.type}'"}
    if device.type == "cuda" and not torch.cuda.is_available():
        return {"error": "PyTorch finds no CUDA device here"}
    try:
        torch.ones(1, device=device)
    except Exception as error:
        return {"error": f"PyTorch cannot use {name}: {str(error).splitlines()[0]}"}
    return {"device": name, "hardware": _hardware(device), "software": _software(device)}


def _hardware(device: torch.device) -> dict[str, Any]:
    processor = _processor()
    known: dict[str, Any]
    if device.type == "cuda":
        properties = torch.cuda.get_device_properties(device)
        known = {
            "kind": "rocm" if torch.version.hip else "cuda",
            "device": torch.cuda.get_device_name(device),
            "memory": int(properties.total_memory),
            "capability": f"{properties.major}.{properties.minor}",
            "driver": _driver(),
        }
    elif device.type == "cpu":
        known = {
            "kind": "cpu",
            "device": processor["model"],
            # In whole GiB: a kernel keeps a little for itself, and not always the same.
            "memory": max(1, round(psutil.virtual_memory().total / GIB)) * GIB,
            "capability": torch.backends.cpu.get_cpu_capability(),
        }
    else:
        known = {"kind": device.type, "device": _name(device)}
    return {**_known(known), "count": 1, "cpu": processor}


def _name(device: torch.device) -> str:
    module = getattr(torch, device.type, None)
    with contextlib.suppress(Exception):
        return str(module.get_device_name(device))  # type: ignore[union-attr]
    return str(_processor()["model"]) if device.type == "mps" else device.type


def _driver() -> str | None:
    """Ask the driver's own tool; PyTorch tells the version of CUDA that it was built with."""
    query = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        told = subprocess.run(query, capture_output=True, text=True, timeout=30, check=True).stdout  # noqa: S603
        return told.split()[0] if told.split() else None
    return None


def _processor() -> dict[str, Any]:
    threads = os.cpu_count() or 1
    return {"model": _model(), "cores": psutil.cpu_count(logical=False) or threads, "threads": threads}


def _model() -> str:
    """Find the processor's name, without a program that not every system has."""
    with contextlib.suppress(OSError):
        told = Path("/proc/cpuinfo").read_text("utf-8", "replace")
        for field in ("model name", "Model", "cpu model", "Hardware"):
            if found := re.search(rf"^{field}\s*:\s*(\S.*)$", told, re.MULTILINE):
                return " ".join(found[1].split())
    if sys.platform == "darwin":
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            query = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
            told = subprocess.run(query, capture_output=True, text=True, timeout=30, check=True).stdout  # noqa: S603
            return told.strip()
    if sys.platform == "win32":
        import winreg  # noqa: PLC0415

        with (
            contextlib.suppress(OSError),
            winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"HARDWARE\DESCRIPTION\System\CentralProcessor\0") as key,
        ):
            return str(winreg.QueryValueEx(key, "ProcessorNameString")[0]).strip()
    return platform.processor() or platform.machine() or "unknown"


def _software(device: torch.device) -> dict[str, Any]:
    release = re.match(r"\d+(\.\d+)?", platform.release())
    system = " ".join(part for part in (platform.system(), release[0] if release else "", platform.machine()) if part)
    git = str(torch.version.git_version or "")
    return {
        **_known(
            {
                "torch": str(torch.__version__),
                "torch_git": git if re.fullmatch(r"[0-9a-f]{16,64}", git) else None,
                "cuda": torch.version.hip or torch.version.cuda,
                "transformers": _version("transformers"),
                "python": platform.python_version(),
                "os": system,
                "compiler": _compiler(device),
            }
        ),
        "environment": _environment(),
    }


def _compiler(device: torch.device) -> str | None:
    if device.type == "cuda":
        triton = _version("triton") or _version("pytorch-triton")
        return f"triton {triton}" if triton else None
    found = compiler()
    if not found:
        return None
    name = Path(found).stem
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        told = subprocess.run([found, "--version"], capture_output=True, text=True, timeout=30, check=False)  # noqa: S603
        # The last of the first line's numbers: the words before it name the distribution's build.
        line = next(iter((told.stdout or told.stderr).splitlines()), "")
        if versions := re.findall(r"\d+(?:\.\d+)+", line):
            return f"{name} {versions[-1]}"
    return name


def _environment() -> dict[str, str]:
    told = {}
    for name, value in sorted(os.environ.items()):
        if not TOLD.fullmatch(name):
            continue
        if name == "LD_PRELOAD":
            # Which allocator is used matters; where it lies does not.
            value = " ".join(dict.fromkeys(f"lib{found}" for found in LIBRARIES.findall(value)))  # noqa: PLW2901
        if not value.strip() or not value.isprintable() or PLACE.search(name) or PLACE.search(value):
            continue
        # Devices may be named by serial numbers.
        if name == "CUDA_VISIBLE_DEVICES" and not DIGITS.fullmatch(value):
            continue
        told[name] = value
    return told


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _known(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(main(sys.argv[1])), encoding="utf-8")
