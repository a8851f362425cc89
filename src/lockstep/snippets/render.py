"""What a page says about a block of code: whether it was verified, on what, and what it printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from lockstep.files import CONTROL
from lockstep.messages import mark as _
from lockstep.numbers import format_exact
from lockstep.plain import escape, to_markdown
from lockstep.render import environment
from lockstep.snippets.declaration import COMPILER, CUDA, read_declaration

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lockstep.messages import Messages
    from lockstep.snippets.pages import Block, Page
    from lockstep.snippets.program import Program
    from lockstep.snippets.record import Record, Run


# The functions of lockstep.proof, as what has been checked.
CHECKS = {
    "autotunes": _("as many operations are autotuned as stated"),
    "breaks": _("as many graph breaks as stated, for the stated reason"),
    "cached": _("another process finds everything in the cache"),
    "compilation_failed": _("compilation fails with the expected error"),
    "compiles_nothing": _("a call that bypasses the compiled code compiles nothing"),
    "cuda_graphs": _("CUDA graphs are used or skipped as the device allows"),
    "elsewhere": _("the checks hold in another process too"),
    "equals_eager": _("the result is the same as without compilation"),
    "fullgraph": _("a single graph is asked for"),
    "graphs": _("as many graphs as stated, none of them broken"),
    "no_recompile": _("a further call compiles nothing new"),
    "raises": _("the expected error is raised"),
    "recompiles": _("as many recompilations as stated, for the stated reason"),
    "same_tokens": _("the tokens are the same as without compilation"),
    "splits": _("the variant that needs several graphs is split into them"),
}
NEEDS = {CUDA: _("Needs a CUDA GPU."), COMPILER: _("Needs a C++ compiler.")}
SYSTEMS = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}


@dataclass(frozen=True, slots=True)
class Row:
    """A piece of evidence: what it is, its values, and their language where it is not the page's."""

    label: str
    values: tuple[str, ...]
    language: str = ""


# Works something out that is the same for every page of a language, or takes it as it was.
Once = Callable[[Hashable, Callable[[], str]], str]


def notes(page: Page, record: Record, messages: Messages, once: Once) -> Iterator[tuple[Block, str]]:
    """Say what stands below which block of a page.

    Below the last block that shows a passage of a program: the evidence, and the program's output where it declares
    that it is shown. Below Python that is marked so: that it is not run.
    """
    language = messages.language
    for block in page.blocks:
        parts = [not_executable(messages)] if block.read_only else []
        parts += [
            once(("evidence", language, shown.program.name), partial(evidence, shown.program, record, messages))
            for shown in block.shown
            if shown.program.is_python and page.is_last(shown)
        ]
        if parts:
            yield block, "\n".join(parts)


def not_executable(_: Messages) -> str:
    """Say below a block that it was never run."""
    return Markup('<p class="ls-unverified">{}</p>').format(_("For reading only: this code is not run."))


def evidence(program: Program, record: Record, messages: Messages, *, output: bool = True) -> str:
    """Say on what a program was verified and what was seen, or why it was not; and, with ``output``, what it printed.

    Only a record of the program as it stands now is believed.
    """
    known = know(program, record, messages)
    return Markup(  # noqa: S704 - the template escapes
        environment.get_template("evidence.html")
        .render(
            _=messages,
            output=known.output if output else None,
            runs=[(_summary(run, messages), list(_rows(program, run, messages))) for run in known.runs],
            lacks=known.lacks,
            needs=known.needs,
        )
        .strip()
    )


def plain_notes(page: Page, record: Record, messages: Messages, once: Once) -> Iterator[tuple[Block, str]]:
    """Say what :func:`notes` does as Markdown, without the details of the evidence."""
    language = messages.language

    def plain(program: Program) -> str:
        known = know(program, record, messages)
        return "\n\n".join([*_output(known, messages), *plain_evidence(known, messages)])

    for block in page.blocks:
        parts = [to_markdown(not_executable(messages))] if block.read_only else []
        for shown in block.shown:
            if shown.program.is_python and page.is_last(shown):
                parts.append(once(("plain evidence", language, shown.program.name), partial(plain, shown.program)))
        if parts:
            yield block, "\n\n".join(parts)


def _output(known: Known, messages: Messages) -> Iterator[str]:
    if known.output is not None:
        mark = "`" * max(3, 1 + max((len(ticks) for ticks in re.findall("`+", known.output)), default=0))
        yield f"{messages('Output')}:"
        yield f"{mark}text\n{known.output}\n{mark}"


def plain_evidence(known: Known, messages: Messages) -> Iterator[str]:
    """Say on what a program was verified, or why it was not, as sentences in Markdown."""
    for run in known.runs:
        yield f"**{messages('Verified')}:** {escape(_summary(run, messages))}"
    if known.lacks:
        yield f"**{messages('Not verified here.')}** {' '.join(known.lacks)}"
    elif not known.runs:
        why = messages("there is no record of this version of the program.")
        yield f"**{messages('Not verified:')}** {why}"
    if known.needs:
        yield " ".join(known.needs)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a program as it stands now.

    ``output`` is what it printed, where it declares that this is shown; ``runs`` are those that were seen; ``lacks``
    says what was missing where it was not run, ``needs`` what else it needs, in the page's language.
    """

    output: str | None
    runs: tuple[Run, ...]
    lacks: list[str]
    needs: list[str]


def know(program: Program, record: Record, messages: Messages) -> Known:
    """Find out what is known of a program."""
    entry = record.entry(program)
    declaration, _faults = read_declaration(program)
    runs = tuple(entry.runs) if entry else ()
    lacks = entry.lacks if entry and not runs else ()
    outputs = [run.output for run in runs if run.output is not None] if declaration.output else []
    return Known(
        CONTROL.sub("\ufffd", outputs[0]).rstrip("\n") if outputs else None,
        runs,
        list(_needs(lacks, messages)),
        list(_needs((need for need in declaration.needs if need not in lacks), messages)),
    )


def _needs(needs: Iterable[str], messages: Messages) -> Iterator[str]:
    for need in needs:
        yield messages(NEEDS[need]) if need in NEEDS else messages(_("Needs the package {package}."), package=need)


def _device(run: Run) -> str:
    return "CPU" if run.device == "cpu" else run.device_name or "CUDA GPU"


def _summary(run: Run, messages: Messages) -> str:
    locale = messages.language.locale
    facts = [
        # The build (+cpu, +cu130) is among the evidence; here the device says as much.
        f"torch {run.torch.partition('+')[0]}",
        _device(run),
        messages(_("graphs: {count}"), count=format_exact(run.graphs, locale)),
        messages(_("graph breaks: {count}"), count=format_exact(run.graph_breaks, locale)),
    ]
    if run.error:
        facts.append(messages(_("expected error: {error}"), error=run.error.rpartition(".")[2]))
    return " · ".join(facts)


def _rows(program: Program, run: Run, messages: Messages) -> Iterator[Row]:
    def count(number: int) -> tuple[str]:
        return (format_exact(number, messages.language.locale),)

    yield Row(messages(_("Program")), (program.name,))
    yield Row("torch", (run.torch,))
    if run.transformers:
        yield Row("transformers", (run.transformers,))
    yield Row("Python", (run.python,))
    yield Row(messages(_("System")), (SYSTEMS.get(run.platform, run.platform),))
    yield Row(messages(_("Device")), (_device(run),))
    yield Row(messages(_("Graphs")), count(run.graphs))
    yield Row(messages(_("Graph breaks")), count(run.graph_breaks))
    if run.break_reasons:
        # The compiler's own words.
        yield Row(messages(_("Reasons for the breaks")), run.break_reasons, "en")
    yield Row(messages(_("Recompilations")), count(run.recompiles))
    yield Row(messages(_("Compiled by TorchInductor")), count(run.inductor))
    yield Row(messages(_("CUDA graphs skipped")), count(run.cudagraph_skips))
    if run.error:
        yield Row(messages(_("Expected error")), (run.error,))
    if run.checks:
        yield Row(
            messages(_("Checked")),
            tuple(messages(CHECKS[name]) if name in CHECKS else name for name in dict.fromkeys(run.checks)),
        )
