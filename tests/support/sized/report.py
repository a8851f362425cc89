"""What was measured, as a table and as JSON."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support.sized.measuring import PLAIN, STOCK
from support.sized.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from support.sized.measuring import Measured
    from support.sized.serving import Shown
    from support.sized.spent import Spent

PACKAGES = (
    "mkdocs-lockstep",
    "mkdocs",
    "mkdocs-material",
    "mkdocs-static-i18n",
    "Markdown",
    "pymdown-extensions",
    "Pygments",
    "Jinja2",
)
# Of each way: what is compared.
VALUES = ("cpu_s", "wall_s")


def as_json(measured: Measured, *, command: Sequence[str], seed: int, zensical: Path | None) -> dict[str, Any]:
    """Put together everything that was measured, and on what; ``ratios`` are medians of the rounds' own."""
    pages = measured.site.pages
    return {
        "setup": {
            "date": datetime.now(UTC).date().isoformat(),
            "command": " ".join(command),
            "python": platform.python_version(),
            # What is behind the version names a build of it, which may be that of one host.
            "system": f"{platform.system()} {platform.release().partition('-')[0]} {platform.machine()}",
            "processor": _processor(),
            "processors": len(os.sched_getaffinity(0)),
            "versions": {name: version(name) for name in PACKAGES} | _zensical_version(zensical),
        },
        "site": {
            "seed": seed,
            "pages": {language: sum(one == language for one, _ in pages) for language in LANGUAGES},
            "bytes": sum(len(text.encode()) for text in pages.values()),
            "stock_bytes": sum(len(text.encode()) for text in measured.site.stock.values()),
        },
        "builds": {name: [_rounded(one) for one in runs] for name, runs in measured.builds.items()},
        "edits": {name: [_rounded(one) for one in shown] for name, shown in measured.edits.items()},
        "ratios": _ratios(measured),
        "differences": {name: sorted(paths) for name, paths in measured.differences.items()},
        "weights": {name: asdict(weight) for name, weight in measured.weights.items()},
    }


def as_text(found: dict[str, Any]) -> str:
    """Lay out what :func:`as_json` has put together for people."""
    head = f"{'':32}{'CPU s':>8}{'/stock':>8}{'/plain':>8}{'wall s':>9}{'/stock':>8}{'/plain':>8}{'MiB':>7}{'all':>7}"
    lines = [head]
    for name, runs in {**found["builds"], **found["edits"]}.items():
        line = f"{name:32}"
        for value in VALUES:
            line += f"{statistics.median(one[value] for one in runs):{8 if value == 'cpu_s' else 9}.2f}"
            for base in (STOCK, PLAIN):
                line += f"{found['ratios'][name][base][value]:8.3f}"
        if "process_mib" in runs[0]:
            line += f"{max(one['process_mib'] for one in runs):7.0f}"
            line += "".join(f"{one:7.0f}" for one in [max(one["tree_mib"] or 0 for one in runs)] if one)
        lines.append(line)
    rounds = len(next(iter(found["builds"].values())))
    lines += [
        f"{rounds} rounds: medians of times, and of each round's ratios; the most memory, in MiB, of the largest",
        "process, and of all at once. An edit counts until the server hands the new page out, its CPU time until the",
        "server rests, and its ratios are to a whole build.",
        "",
        f"{'bytes':12}{'pages':>7}{'HTML mean':>11}{'max':>9}{'gzip':>8}{'JS gzip':>9}{'CSS gzip':>10}  search gzip",
    ]
    for name, one in found["weights"].items():
        index = ", ".join(f"{path} {size}" for path, size in one["index_gzip"].items())
        lines.append(
            f"{name:12}{one['pages']:7}{one['html_mean']:11}{one['html_max']:9}{one['html_gzip_mean']:8}"
            f"{one['js_gzip']:9}{one['css_gzip']:10}  {index}"
        )
    lines.append("")
    for name, paths in found["differences"].items():
        if not paths:
            lines.append(f"{name}: every byte as in a plain build")
        lines += [f"{name}: not as in a plain build: {path}" for path in paths]
    return "\n".join(lines) + "\n"


def _rounded(one: Spent | Shown) -> dict[str, float | None]:
    return {name: value if value is None else round(value, 4) for name, value in asdict(one).items()}


def _ratios(measured: Measured) -> dict[str, dict[str, dict[str, float]]]:
    """Divide what each round took by what stock and plain took in the same round."""
    rounds = {name: [asdict(one) for one in runs] for name, runs in measured.builds.items()}
    for name, shown in measured.edits.items():
        each = len(shown) // len(rounds[STOCK])
        rounds[name] = [
            {value: statistics.median(getattr(one, value) for one in shown[at : at + each]) for value in VALUES}
            for at in range(0, len(shown), each)
        ]
    return {
        name: {
            base: {
                value: round(
                    statistics.median(one[value] / other[value] for one, other in zip(runs, rounds[base], strict=True)),
                    4,
                )
                for value in VALUES
            }
            for base in (STOCK, PLAIN)
        }
        for name, runs in rounds.items()
    }


def _processor() -> str:
    try:
        with Path("/proc/cpuinfo").open() as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


def _zensical_version(zensical: Path | None) -> dict[str, str]:
    if not zensical:
        return {}
    said = subprocess.run([zensical, "--version"], capture_output=True, encoding="utf-8", check=True).stdout
    return {"zensical": said.split()[-1]}
