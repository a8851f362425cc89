"""``lockstep bench run`` and ``lockstep bench list``: measuring here."""

from __future__ import annotations

import datetime
import errno
import os
import re
import signal
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import click

from lockstep import __version__
from lockstep.benchmarks.measuring import machine, planning, sampling
from lockstep.benchmarks.measuring.job import MODES, Mode
from lockstep.benchmarks.measuring.keeping import Header, Keeper, Mixed, usable
from lockstep.benchmarks.measuring.running import Settings
from lockstep.benchmarks.measuring.suite import DTYPES, Dtype
from lockstep.benchmarks.measuring.suites import SUITES
from lockstep.benchmarks.measuring.supervising import measuring_environment
from lockstep.benchmarks.setup import Measured, SampledProtocol
from lockstep.benchmarks.write import write_schema
from lockstep.cli.commands import command
from lockstep.cli.common import CLEAN, COULD_NOT_RUN, FINDINGS, find_project, misused, refuse
from lockstep.cli.progress import SIGNALLED, show_plan, show_run
from lockstep.files import relative
from lockstep.findings import Finding, FindingError
from lockstep.project import find_root

if TYPE_CHECKING:
    from collections.abc import Callable

    from lockstep.benchmarks.measuring.planning import Shard

T = TypeVar("T")

SIZES = {"cpu": (1,)}
OTHER_SIZES = (1, 4, 16)
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}
LONGEST = 10**6
INTERRUPTED = SIGNALLED + signal.SIGINT.value


class _List(click.ParamType[tuple[str, ...]]):
    """Values with commas between them."""

    name = "list"

    def convert(self, value: object, param: click.Parameter | None, context: click.Context | None) -> tuple[str, ...]:
        parts = tuple(part.strip() for part in str(value).split(","))
        # A variable that a script left empty is not a wish for everything.
        if not all(parts):
            self.fail(f"expected values with a comma between each two, found '{value}'", param, context)
        return parts


class _Seconds(click.ParamType[float]):
    """A time: seconds, or a number with s, m or h behind it."""

    name = "time"

    def convert(self, value: object, param: click.Parameter | None, context: click.Context | None) -> float:
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", str(value).strip())
        seconds = float(found[1]) * UNITS[found[2]] if found else 0.0
        if not 0 < seconds < LONGEST:
            self.fail(f"expected a time such as 90, 90s, 10m or 1.5h, found '{value}'", param, context)
        return seconds


class _Shard(click.ParamType[planning.Shard]):
    """Two numbers with a slash between them."""

    name = "I/N"

    def convert(self, value: object, param: click.Parameter | None, context: click.Context | None) -> Shard:
        if isinstance(value, planning.Shard):
            return value
        found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", str(value).strip())
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            self.fail(f"expected I/N with I from 1 to N, for example 2/8, found '{value}'", param, context)
        return planning.Shard(int(found[1]), int(found[2]))


@command("list", statuses={CLEAN: "they are listed"})
def bench_list() -> None:
    """List the suites that `lockstep bench run` measures, with their models."""
    for suite in SUITES.values():
        click.echo(f"{suite.name}: {suite.title}")
        width = max(len(recipe.id) for recipe in suite.recipes)
        for recipe in suite.recipes:
            shapes = ", ".join(f"{name} {'x'.join(map(str, given.sized(1)))}" for name, given in recipe.inputs.items())
            click.echo(f"  {recipe.id:{width}}  {recipe.checkpoint} ({recipe.task}; {shapes})")
    click.echo(f"modes: {', '.join(MODES)}")


@command(
    "run",
    statuses={
        CLEAN: "all cells are in the file",
        FINDINGS: "some cells are left, because of `--time-limit`",
        COULD_NOT_RUN: "nothing could be measured",
        INTERRUPTED: "interrupted; what was measured is in the file",
    },
)
@click.option(
    "--suite",
    metavar="NAME",
    default="vision",
    show_default=True,
    help="what to measure; `lockstep bench list` shows all",
)
@click.option("--models", type=_List(), metavar="NAME,...", help="only these models of the suite")
@click.option(
    "--batch-sizes",
    type=_List(),
    metavar="N,...",
    show_default="1 on a CPU, 1,4,16 elsewhere",
    help="images or sequences per call",
)
@click.option(
    "--modes", type=_List(), default="default", show_default=True, metavar="MODE,...", help="modes of torch.compile"
)
@click.option(
    "--dtype",
    metavar="TYPE",
    default="float32",
    show_default=True,
    help=f"of weights and activations: {', '.join(DTYPES)}",
)
@click.option(
    "--device",
    metavar="DEVICE",
    default="auto",
    show_default=True,
    help="`cpu`, `cuda`, `cuda:1` and so on; `auto`: a GPU if there is one",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 4096),
    metavar="N",
    default=1,
    show_default=True,
    help="threads of the CPU's operators",
)
@click.option(
    "--budget",
    type=_Seconds(),
    default="10",
    show_default=True,
    help=f"time for the samples of a cell; {sampling.FEWEST} of each arm are taken at least, {sampling.MOST} at most",
)
@click.option(
    "--timeout",
    type=_Seconds(),
    default="15m",
    show_default=True,
    help="time after which the process of a cell is stopped",
)
@click.option(
    "--time-limit",
    type=_Seconds(),
    help="time for everything; what does not fit is left for the next run",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    default=1,
    show_default=True,
    help="cells that are built and compiled side by side; samples are taken one cell at a time",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    metavar="N",
    default=0,
    show_default=True,
    help="of weights, inputs and order",
)
@click.option(
    "--shard", type=_Shard(), metavar="I/N", help="only the I-th of N parts; the parts together are the whole"
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    show_default="measured-DEVICE.json in the project's results",
    help="the file to write or to go on with",
)
@click.option("--key", metavar="NAME", show_default="device and PyTorch version", help="the subset's name in the file")
@click.option("--fresh", is_flag=True, help="measure everything anew, in place of what the subset holds")
@click.option("--retry-failed", is_flag=True, help="measure cells again that failed in an earlier run")
@click.option("--dry-run", is_flag=True, help="only list the cells and estimate the time")
def bench_run(
    *,
    suite: str,
    models: tuple[str, ...] | None,
    batch_sizes: tuple[str, ...] | None,
    modes: tuple[str, ...],
    dtype: str,
    device: str,
    threads: int,
    budget: float,
    timeout: float,
    time_limit: float | None,
    jobs: int,
    seed: int,
    shard: Shard | None,
    output: Path | None,
    key: str | None,
    fresh: bool,
    retry_failed: bool,
    dry_run: bool,
) -> None:
    """Measure models without and with torch.compile, on this machine, and write a result file.

    Every cell (model, batch size, mode) has a process of its own and is written as soon as it is through; a failure
    is a result as well. A run goes on where an earlier one with the same file stopped.

    TIME is a number of seconds, or a number with `s`, `m` or `h` behind it: `90`, `10m`, `1.5h`.
    """
    chosen = _known(lambda: planning.find_suite(suite))
    names = _known(lambda: planning.choose(models or (), (recipe.id for recipe in chosen.recipes), "model"))
    kinds = cast("tuple[Mode, ...]", _known(lambda: planning.choose(modes, MODES, "mode")))
    (kind,) = cast("tuple[Dtype, ...]", _known(lambda: planning.choose([dtype or " "], DTYPES, "type")))
    sizes = _sizes(batch_sizes or ())
    if key is not None and (not key.strip() or key != key.strip() or not key.isprintable()):
        misused("--key: expected a name without white space around it")
    if missing := machine.not_installed():
        misused(missing)
    try:
        here = machine.look(device, measuring_environment(threads))
    except machine.Unmeasurable as error:
        misused(str(error))
    planned = planning.plan(
        chosen,
        models=names,
        batch_sizes=sizes or SIZES.get(here.hardware.kind, OTHER_SIZES),
        modes=kinds,
        dtype=kind,
        shard=shard or planning.Shard(),
    )
    settings = Settings(here.device, threads, seed, max(1, round(budget)), timeout, time_limit, jobs)
    file, root = _target(output, here, writes=not dry_run)
    keeper = Keeper(file, root, _header(key or here.key(threads), here, settings), chosen)
    try:
        there = keeper.begin(fresh=fresh)
        kept = usable(planned, there, retry_failed=retry_failed)
        left = [one for one in planned if one.key not in kept]
        if dry_run:
            show_plan(planned, left, settings)
            raise SystemExit(CLEAN)
        status = show_run(left, here, settings, keeper, kept=len(kept), file=relative(file, root))
    except FindingError as error:
        refuse(error.findings)
    except OSError as error:
        refuse([Finding(relative(file, root), 1, 1, "LS008", f"the file cannot be written: {error.strerror or error}")])
    except Mixed as error:
        misused(f"{relative(file, root)}: {error}\n--key NAME begins a subset beside it, --fresh replaces it")
    if find_root(file.parent) and status in {CLEAN, FINDINGS}:
        click.echo("To see it in the pages: mkdocs serve")
    raise SystemExit(status)


def _known(look_up: Callable[[], T]) -> T:
    try:
        return look_up()
    except planning.Unknown as error:
        misused(str(error))


def _sizes(given: tuple[str, ...]) -> tuple[int, ...]:
    for text in given:
        if not re.fullmatch(r"[1-9]\d{0,5}", text):
            misused(f"--batch-sizes: expected numbers such as 1,4,16, found '{text}'")
    return tuple(map(int, given))


def _header(key: str, here: machine.Machine, settings: Settings) -> Header:
    return Header(
        key=key,
        origin=Measured(
            kind="measured",
            tool=f"lockstep {__version__}",
            date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        ),
        hardware=here.hardware,
        software=here.software,
        protocol=SampledProtocol(
            kind="sampled",
            timer=sampling.TIMER,
            warm_up_calls=sampling.WARM_UP_CALLS,
            interleaving="shuffled",
            order_seed=settings.seed,
            threads=settings.threads,
            time_budget_s=settings.budget,
        ),
    )


def _target(output: Path | None, here: machine.Machine, *, writes: bool) -> tuple[Path, Path]:
    """Give the file to write, and the folder in which it is named."""
    if output:
        root = find_root(Path.cwd()) or Path.cwd()
        file = output.resolve()
    elif find_root(Path.cwd()) is None:
        misused("no project here whose results folder could take the file: name one with --output")
    else:
        project = find_project()
        root, file = project.root, project.results / f"measured-{here.slug}.json"
    try:
        if writes:
            file.parent.mkdir(parents=True, exist_ok=True)
            if not output:
                write_schema(file.parent)
            # Before the first measurement, not after it.
            with tempfile.TemporaryFile(dir=file.parent):
                pass
        elif not (there := next(folder for folder in file.parents if folder.exists())).is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        elif not os.access(there, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        refuse([Finding(relative(file, root), 1, 1, "LS008", f"the file cannot be written: {error.strerror or error}")])
    return file, root
