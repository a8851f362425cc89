"""Versions that are stated and cannot be, going by the data beside them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from packaging.version import Version

from lockstep.benchmarks.audit.flag import Flag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lockstep.benchmarks.audit.flag import Value
    from lockstep.benchmarks.audit.view import View
    from lockstep.benchmarks.model import Subset

# The first with torch.compile: development builds were called 1.14 until 2.0 got its name, and no 1.14 came out.
FIRST, FIRST_NIGHTLY = (2, 0), (1, 14)
RELEASED = {
    (2, 0): 2023,
    (2, 1): 2023,
    (2, 2): 2024,
    (2, 3): 2024,
    (2, 4): 2024,
    (2, 5): 2024,
    (2, 6): 2025,
    (2, 7): 2025,
    (2, 8): 2025,
    (2, 9): 2025,
    (2, 10): 2026,
}
"""The year in which a version of PyTorch came out (its release notes); later ones are not older than the last of these.
Development builds (``.dev``), and what others make of them (``a0``), begin months earlier, which may be in the year
before."""

OLDEST_PYTHON = {(2, 0): (3, 8), (2, 5): (3, 9), (2, 9): (3, 10)}
"""The oldest Python that PyTorch runs on, from that version of it on (its release notes)."""

FIRST_TO_COMPILE = {(3, 11): (2, 1), (3, 12): (2, 4), (3, 13): (2, 6), (3, 14): (2, 10)}
"""The first PyTorch whose ``torch.compile`` takes that Python (release notes; TorchDynamo reads Python's bytecode)."""

MODES = ("max-autotune-no-cudagraphs", "max-autotune", "reduce-overhead")
NIGHTLY = "nightly"
# Longer runs of digits are no number of a version, and Python does not read those beyond 4300.
PART = r"[0-9]{1,9}(?![0-9])"
NUMBER = re.compile(rf"(?<![0-9]){PART}(?:\.{PART})*")
IN_KEY = re.compile(rf"(?:^|[^a-z0-9])(?:py)?torch[-_ ]?({PART}(?:\.{PART})+)")
# What PyTorch was built for, as its local version has it: cu118, cu117.with.pypi.cudnn, rocm5.4.2, cpu.cxx11.abi.
BUILD = re.compile(rf"(cpu|cu|cuda|rocm|xpu)(?![a-z])\.?({PART}(?:\.{PART})*)?")


class Claim(NamedTuple):
    """What a sentence says, and its values."""

    sentence: str
    values: dict[str, Value]


def versions(view: View) -> Iterator[Flag]:
    """Find, subset by subset, what contradicts the version of PyTorch that the numbers are said to be of."""
    for subset in view.subsets:
        for sentence, values in _claims(subset):
            known: dict[str, Value] = {"torch": subset.software.torch}
            yield Flag("version", sentence, subset.key, values=known | values)


def _claims(subset: Subset) -> Iterator[Claim]:
    software = subset.software
    stated = software.stated_torch
    if stated is not None and not _agrees(stated, software.torch):
        yield Claim("version-stated", {"stated": stated})
    named = _named(subset)
    if named is not None:
        yield Claim("version-key", {"stated": named, "modes": ", ".join(_modes(subset))})
    torch = _version(software.torch)
    if torch is None:
        return
    yield from _build(subset, torch.local or "")
    release = torch.release[:2]
    compiled = any(cell.compiled.status == "ok" for cell in subset.cells)
    if release < FIRST_NIGHTLY and compiled:
        yield Claim("version-compile", {})
    date = subset.origin.date
    if date is not None and int(date[:4]) < _first_year(release, development=torch.is_prerelease):
        yield Claim("version-date", {"date": date})
    python = NUMBER.match(software.python or "")
    if python and release >= FIRST:
        minor = _release(python[0])
        oldest = max(oldest for version, oldest in OLDEST_PYTHON.items() if version <= release)
        first = FIRST_TO_COMPILE.get(minor, FIRST)
        if "." in python[0] and (minor < oldest or (compiled and release < first)):
            yield Claim("version-python", {"python": str(software.python)})


def _agrees(stated: str, torch: str) -> bool:
    """Whether a stated version is the one of the data, as far as it goes: 2.0 is 2.0.1, and not 2.1.0.dev."""
    number, actual = NUMBER.search(stated), NUMBER.search(torch)
    if NIGHTLY in stated.lower() and not _development(torch):
        return False
    if number is None or actual is None:
        return True
    parts = number[0].split(".")
    return parts == actual[0].split(".")[: len(parts)]


def _named(subset: Subset) -> str | None:
    """Find what a subset's key says of version or mode that its data does not have."""
    key = subset.key.lower()
    if NIGHTLY in key and not _development(subset.software.torch):
        return NIGHTLY
    version = IN_KEY.search(key)
    if version and not _agrees(version[1], subset.software.torch):
        return version[1]
    mode = next((mode for mode in MODES if mode in key), None)
    return mode if mode is not None and mode not in _modes(subset) else None


def _version(text: str) -> Version | None:
    try:
        return Version(text)
    except ValueError:  # no version, or one of more digits than Python reads
        return None


def _development(torch: str) -> bool:
    """Whether it is a build from between two releases, or of no telling."""
    version = _version(torch)
    return version is None or version.is_prerelease


def _build(subset: Subset, local: str) -> Iterator[Claim]:
    """Compare what PyTorch was built for (``+cu118``) with the device and with the CUDA version stated."""
    kind, device = subset.hardware.kind, subset.hardware.device
    built = BUILD.match(local)
    if built is None:
        return
    platform = {"cu": "cuda"}.get(built[1], built[1])
    # Every build runs on the CPU too.
    if kind in ("cuda", "rocm", "xpu") and platform != kind:
        yield Claim("version-build", {"device": device})
    cuda = NUMBER.match(subset.software.cuda or "")
    if cuda and (platform == "cpu" or (built[2] and not _same(_spelt_out(platform, built[2]), cuda[0]))):
        yield Claim("version-cuda", {"cuda": str(subset.software.cuda)})


def _spelt_out(platform: str, number: str) -> str:
    """Put the point that CUDA's versions lack: 118 is 11.8, 92 is 9.2; 12 is a 12 of which no more is known."""
    short = platform != "cuda" or "." in number or len(number) < 2 or (len(number) == 2 and number[0] == "1")
    return number if short else f"{number[:-1]}.{number[-1]}"


def _same(built: str, stated: str) -> bool:
    """Whether two versions have the same major and minor number, as far as both say them."""
    return all(int(one) == int(other) for one, other in zip(built.split(".")[:2], stated.split(".")[:2], strict=False))


def _release(number: str) -> tuple[int, int]:
    major, minor = [*number.split("."), "0"][:2]
    return int(major), int(minor or 0)


def _first_year(release: tuple[int, ...], *, development: bool) -> int:
    known = max((version for version in RELEASED if version <= release), default=None)
    return RELEASED[known] - development if known else 0


def _modes(subset: Subset) -> list[str]:
    return sorted({cell.treatment.mode for cell in subset.cells})
