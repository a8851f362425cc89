"""``lockstep bench``: result files."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lockstep.benchmarks.acknowledged import load_acknowledgements
from lockstep.benchmarks.compare import THRESHOLD, compare
from lockstep.benchmarks.doubts import acknowledged, check_doubts, doubts
from lockstep.benchmarks.importer import import_published
from lockstep.benchmarks.load import load_results, parse_results
from lockstep.benchmarks.merge import merge
from lockstep.benchmarks.schema import schema_text
from lockstep.benchmarks.write import write_results, write_schema
from lockstep.cli.commands import Group
from lockstep.cli.common import CLEAN, COULD_NOT_RUN, FINDINGS, FORMAT, find_project, misused, print_findings, refuse
from lockstep.cli.measuring import bench_list, bench_run
from lockstep.files import read_text, relative
from lockstep.findings import Finding, FindingError, near

if TYPE_CHECKING:
    from lockstep.benchmarks.compare import Comparison
    from lockstep.benchmarks.model import Results

SIGNS = {"faster": "+", "slower": "-", "same": "=", "cannot-tell": "?", "not-comparable": "x"}


@click.group(
    cls=Group,
    statuses={
        CLEAN: "all is well",
        FINDINGS: "there is something to mend, or to do",
        COULD_NOT_RUN: "the command could not run",
    },
)
def bench() -> None:
    """Work with result files: numbers, measured or published."""


bench.add_command(bench_run)
bench.add_command(bench_list)


@bench.command("import", statuses={CLEAN: "the file is written", COULD_NOT_RUN: "nothing was written"})
@click.argument("csv_file", type=click.Path(path_type=Path), help="a file of those times, as CSV")
def bench_import(csv_file: Path) -> None:
    """Write the result file of the same name from CSV_FILE.

    CSV_FILE holds the times that the documentation of Transformers published in 2023, and no others.
    """
    project = find_project()
    try:
        file = csv_file.resolve()
        results = import_published(read_text(file, project.root), relative(file, project.root))
    except FindingError as error:
        refuse(error.findings)
    target = project.results / f"{csv_file.stem}.json"
    _write(results, target, relative(target, project.root), project.results)


@bench.command(
    "check",
    statuses={
        CLEAN: "nothing was found",
        FINDINGS: "something was found",
        COULD_NOT_RUN: "there is no project, or there are no such results",
    },
)
@click.argument("names", nargs=-1, metavar="[NAME]...", help="a file's name without `.json`; by default all of them")
@FORMAT
@click.option("--all", "everything", is_flag=True, help="list what is acknowledged too, with the reason; as text only")
def bench_check(names: tuple[str, ...], form: str, everything: bool) -> None:
    """Check result files, by default all: their layout, and by the audit what a careful editor would doubt.

    What `acknowledged.yml` speaks of is no finding.
    """
    project = find_project()
    results, faults = load_results(project)
    for name in names:
        if name not in results:
            misused(f"no results '{name}' ({near(name, results)})")
    acknowledgements, misstated = load_acknowledgements(project, results)
    if names:
        results = {name: results[name] for name in sorted(set(names))}
        files = {relative(project.results / f"{name}.json", project.root) for name in names}
        faults = [fault for fault in faults if fault.path in files]
        acknowledgements = [known for known in acknowledgements if known.results in names]
    doubted = doubts(results, acknowledgements)
    findings = sorted({*faults, *misstated, *check_doubts(project, results, doubted, acknowledgements)})
    print_findings(findings, form)
    if everything and form == "text":
        for known, finding in sorted(acknowledged(project, results, doubted), key=lambda pair: pair[1]):
            reason = known.reason(project.source)
            click.echo(f"{replace(finding, hint='')} (acknowledged: {reason})")
    raise SystemExit(FINDINGS if findings else CLEAN)


@bench.command(
    "merge",
    statuses={
        CLEAN: "the file is written",
        FINDINGS: "the files contradict each other, and nothing was written",
        COULD_NOT_RUN: "a file cannot be used",
    },
)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...", help="a result file"
)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FILE", help="the file to write"
)
def bench_merge(files: tuple[Path, ...], output: Path) -> None:
    """Put several result files together into one.

    Rows that are the same in two files stand there once. What contradicts is named with both files, and nothing is
    written.
    """
    results, findings = merge({file.as_posix(): _read(file) for file in files})
    for finding in findings:
        click.echo(finding, err=True)
    if findings:
        raise SystemExit(FINDINGS)
    _write(results, output, output.as_posix())


@bench.command(
    "compare",
    statuses={
        CLEAN: "nothing is slower",
        FINDINGS: "something is slower, or fails that did not",
        COULD_NOT_RUN: "nothing could be compared",
    },
)
@click.argument("old", type=click.Path(path_type=Path), help="the result file from before")
@click.argument("new", type=click.Path(path_type=Path), help="the result file from after")
@click.option(
    "--threshold",
    default=f"{THRESHOLD * 100:.0f}%",
    show_default=True,
    help="smaller changes count as none",
    metavar="PERCENT",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="lines to read, or a JSON array",
)
def bench_compare(old: Path, new: Path, threshold: str, form: str) -> None:
    """Judge NEW against OLD, cell by cell, by intervals.

    Faster or slower: the whole 95 % interval of the change lies beyond the threshold. Same: it lies within. Subsets are
    paired by their keys; two files with one subset each are paired as they are.
    """
    found = compare(_read(old), _read(new), _percent(threshold))
    if form == "json":
        click.echo(json.dumps([_entry(one) for one in found], ensure_ascii=False, indent=2))
    else:
        for one in found:
            click.echo(_line(one))
        counts = {verdict: sum(one.verdict == verdict for one in found) for verdict in SIGNS}
        click.echo(", ".join(f"{count} {verdict.replace('-', ' ')}" for verdict, count in counts.items() if count))
    if all(one.verdict == "not-comparable" for one in found):
        misused("nothing could be compared")
    raise SystemExit(FINDINGS if any(one.verdict == "slower" for one in found) else CLEAN)


@bench.command("schema", statuses={CLEAN: "it is printed"})
def bench_schema() -> None:
    """Print the JSON Schema of result files, for editors and other programs."""
    click.echo(schema_text(), nl=False)


def _read(file: Path) -> Results:
    try:
        return parse_results(read_text(file.resolve(), Path.cwd()), file.as_posix())
    except FindingError as error:
        refuse(error.findings)


def _write(results: Results, target: Path, name: str, folder: Path | None = None) -> None:
    """Write a file, and the schema beside the project's results ``folder`` that it goes to."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if folder:
            write_schema(folder)
        write_results(results, target)
    except OSError as error:
        refuse([Finding(name, 1, 1, "LS008", f"the file cannot be written: {error.strerror or error}")])
    cells = sum(len(subset.cells) for subset in results.subsets)
    click.echo(f"{name}: {len(results.subsets)} subsets, {cells} rows")


def _percent(text: str) -> Decimal:
    try:
        value = Decimal(text.removesuffix("%")) / 100
    except InvalidOperation:
        value = Decimal(-1)
    # NaN is in no order with anything, and says so with an error.
    if value.is_nan() or not 0 <= value < 1:
        misused(f"--threshold: expected a percentage between 0 and 100, found '{text}'")
    return value


def _line(one: Comparison) -> str:
    workload = one.cell.workload
    parts = [one.subset, workload.id, f"batch {workload.batch_size}", one.cell.treatment.mode, one.arm]
    verdict = one.verdict.replace("-", " ")
    if one.change is not None:
        verdict += f" {_signed(one.change.value)}"
        if one.change.low is not None and one.change.high is not None:
            verdict += f" ({_signed(one.change.low)} to {_signed(one.change.high)})"
    return f"{SIGNS[one.verdict]} {' · '.join(parts)}: {verdict}" + (f", {one.reason}" if one.reason else "")


def _signed(change: Decimal) -> str:
    """Render a quotient of times as a change in percent: 0.9 is -10.0 %."""
    return f"{(change - 1) * 100:+.1f} %"


def _entry(one: Comparison) -> dict[str, object]:
    change = one.change
    return {
        "subset": one.subset,
        "workload": one.cell.workload.id,
        "batch_size": one.cell.workload.batch_size,
        "dtype": one.cell.workload.dtype,
        "treatment": one.cell.treatment.model_dump(exclude_none=True),
        "arm": one.arm,
        "verdict": one.verdict,
        "change": None if change is None else float(change.value),
        "low": None if change is None or change.low is None else float(change.low),
        "high": None if change is None or change.high is None else float(change.high),
        "reason": one.reason,
    }
