"""Taking over published numbers: the CSV of the 2023 measurements becomes a result file, digit for digit."""

from __future__ import annotations

import csv
import io
import re
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from lockstep.benchmarks.fields import NOT_BLANK
from lockstep.benchmarks.model import SCHEMA_VERSION, Arm, Cell, Results, Subset
from lockstep.benchmarks.setup import Hardware, Published, PublishedProtocol, Software, Treatment, Workload
from lockstep.findings import Finding, FindingError, near

if TYPE_CHECKING:
    from collections.abc import Iterator

COLUMNS = (
    "device",
    "torch",
    "mode",
    "batch_size",
    "task",
    "model",
    "checkpoint",
    "eager_ms",
    "compiled_ms",
    "note",
)
# The publication is closed, so another word in these columns is a slip. Subsets are in the order given here.
KNOWN = {
    "torch": ("2.0.1", "2.1.0.dev+cu118"),
    "mode": ("default", "reduce-overhead"),
    "device": ("A100", "V100", "T4"),
    "task": ("image-classification", "image-segmentation", "object-detection"),
}
OUT_OF_MEMORY = "OOM"
NO_SLUG = re.compile(r"[^a-z0-9]+")
BATCH_SIZE = re.compile(r"[1-9][0-9]{0,5}")
# No leading zeros: a Decimal would not keep them, and the digits are to stay as published.
TIME = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,8})?")
LABEL = re.compile(NOT_BLANK)

ORIGIN = Published(
    kind="imported",
    publisher="Hugging Face",
    document="transformers documentation",
    url="https://huggingface.co/docs/transformers/perf_torch_compile",
    license="Apache-2.0",
    date="2023",
)
PROTOCOL = PublishedProtocol(kind="published", statistic="mean", repetitions=300, warm_up=True, same_input=True)
# The backend of torch.compile when none is named, and the one whose modes the publication compares.
BACKEND = "inductor"
# What stands in the headings of every published table, the nightly ones among them.
HEADING = "2.0"


class Setup(NamedTuple):
    """What the rows of one subset share."""

    torch: str
    mode: str
    device: str


def import_published(csv_text: str, path: str = "benchmarks/published-2023.csv") -> Results:
    """Turn the published tables into results; ``path`` names the CSV in findings.

    Subsets are in a fixed order and cells in the CSV's. The ``note`` column is an editor's remark on a row and stays
    behind: the audit has to find such rows by itself.

    Raises:
        FindingError: LS306, with every row that is not as the publication has it.
    """
    findings: list[Finding] = []
    cells: dict[Setup, list[Cell]] = {}
    for setup, cell in _rows(csv_text, path, findings):
        cells.setdefault(setup, []).append(cell)
    if findings:
        raise FindingError(*sorted(findings))
    subsets = tuple(_subset(setup, cells[setup]) for setup in sorted(cells, key=_position))
    return Results(schema_version=SCHEMA_VERSION, subsets=subsets)


def _rows(csv_text: str, path: str, findings: list[Finding]) -> Iterator[tuple[Setup, Cell]]:
    """Yield the rows that are right; those that are not become findings."""
    reader = csv.reader(io.StringIO(csv_text, newline=""), strict=True)
    header: list[str] | None = None
    first_seen: dict[tuple[object, ...], int] = {}
    last_line = 0
    try:
        for cells in reader:
            line, last_line = last_line + 1, reader.line_num
            if not cells:
                continue
            if header is None:
                header = cells
                if not _check_header(cells, path, line, findings):
                    return
                continue
            row = _row(header, cells, path, line, findings)
            if row is None:
                continue
            setup, cell = row
            first = first_seen.setdefault((setup, cell.key), line)
            if first == line:
                yield row
            else:
                row_name = f"{setup.device}, {cell.workload.model}, batch {cell.workload.batch_size}"
                problem = f"{row_name}: this row is there already, in line {first}"
                findings.append(Finding(path, line, 1, "LS306", problem, "keep one"))
    except csv.Error as error:
        findings.append(Finding(path, last_line + 1, 1, "LS306", f"not CSV: {error}"))
        return
    if not first_seen and not findings:
        findings.append(Finding(path, 1, 1, "LS306", "the file has no rows"))


def _check_header(header: list[str], path: str, line: int, findings: list[Finding]) -> bool:
    for column in COLUMNS:
        if header.count(column) != 1:
            problem = f"column '{column}' is missing" if column not in header else f"column '{column}' is there twice"
            findings.append(Finding(path, line, 1, "LS306", problem, f"the columns are {','.join(COLUMNS)}"))
    findings.extend(
        Finding(path, line, _column(header, index), "LS306", f"unknown column '{column}'", near(column, COLUMNS))
        for index, column in enumerate(header)
        if column not in COLUMNS
    )
    return not findings


def _row(
    header: list[str], cells: list[str], path: str, line: int, findings: list[Finding]
) -> tuple[Setup, Cell] | None:
    if len(cells) != len(header):
        problem = f"{len(cells)} cells where the header has {len(header)}"
        hint = "decimals follow a point, and a text with a comma in it stands in quotes"
        findings.append(Finding(path, line, 1, "LS306", problem, hint))
        return None
    row = dict(zip(header, cells, strict=True))
    faults = [
        Finding(path, line, _column(cells, index), "LS306", f"{header[index]}: {fault[0]}", fault[1])
        for index, value in enumerate(cells)
        if (fault := _fault(header[index], value))
    ]
    if faults:
        findings += faults
        return None
    workload = Workload(
        id=NO_SLUG.sub("-", row["model"].lower()).strip("-"),
        task=row["task"],
        model=row["model"],
        checkpoint=row["checkpoint"],
        batch_size=int(row["batch_size"]),
        weights="pretrained",
    )
    treatment = Treatment.model_validate({"backend": BACKEND, "mode": row["mode"]})
    cell = Cell(workload=workload, treatment=treatment, eager=_arm(row["eager_ms"]), compiled=_arm(row["compiled_ms"]))
    return Setup(row["torch"], row["mode"], row["device"]), cell


def _fault(column: str, value: str) -> tuple[str, str] | None:
    """Say what is wrong with a value and how to mend it; ``None`` where it is right."""
    if column in KNOWN and value not in KNOWN[column]:
        return f"the publication has no '{value}'", near(value, KNOWN[column])
    if column in ("model", "checkpoint") and not LABEL.fullmatch(value):
        return (f"'{value}' holds a control character", "delete it") if value.strip() else ("missing", "")
    if column == "model" and not NO_SLUG.sub("", value.lower()):
        return f"'{value}' has no letter that a key could be made of", ""
    if column == "batch_size" and not BATCH_SIZE.fullmatch(value):
        return f"'{value}' is no batch size", "for example 16"
    if column.endswith("_ms") and value != OUT_OF_MEMORY and not (TIME.fullmatch(value) and Decimal(value) > 0):
        return f"'{value}' is no time in milliseconds", f"for example 7.584, or {OUT_OF_MEMORY}"
    return None


def _column(cells: list[str], index: int) -> int:
    """Count the characters before a cell: exact where no cell is quoted, which here only notes need."""
    return sum(len(cell) + 1 for cell in cells[:index]) + 1


def _arm(value: str) -> Arm:
    return Arm(status="oom") if value == OUT_OF_MEMORY else Arm(status="ok", mean_ms=Decimal(value))


def _position(setup: Setup) -> tuple[int, ...]:
    return tuple(KNOWN[column].index(value) for column, value in setup._asdict().items())


def _subset(setup: Setup, cells: list[Cell]) -> Subset:
    software = Software(torch=setup.torch, stated_torch=HEADING)
    parts = [setup.device.lower()]
    if software.nightly:
        parts.append("nightly")
    if setup.mode != "default":
        parts.append(setup.mode)
    return Subset(
        key="-".join(parts),
        origin=ORIGIN,
        hardware=Hardware(kind="cuda", device=setup.device),
        software=software,
        protocol=PROTOCOL,
        cells=tuple(cells),
    )
