"""What the audit found, in sentences: for readers in their language, for authors in English."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from babel.lists import format_list

from lockstep.benchmarks.audit.flag import Column, SubsetKey
from lockstep.benchmarks.derived import Estimate, decimals
from lockstep.benchmarks.rendering.labels import sentence as isolated
from lockstep.messages import mark as _
from lockstep.numbers import format_exact, format_rounded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from lockstep.benchmarks.audit.flag import Flag, Value
    from lockstep.messages import Messages

COLUMNS = {"eager": _("Eager (ms)"), "compiled": _("Compiled (ms)")}

SENTENCES = {
    "copied-inverted": _(
        "{model} at batch size {batch_size}: both times equal those of {other} to the last digit, and are "
        "shorter than at batch size {smaller} on the same device ({time} against {smaller_time} ms). Almost "
        "certainly a copying error in the source."
    ),
    "copied-odd": _(
        "{model} at batch size {batch_size}: both times equal those of {other} to the last digit, and do not fit the "
        "other times of this device. Almost certainly a copying error in the source."
    ),
    "copied-either": _(
        "{model} at batch size {batch_size}: both times equal those of {other} to the last digit. One of the two rows "
        "is almost certainly a copying error in the source."
    ),
    "copied-row": _(
        "{model} at batch size {batch_size}: both times equal those of {other_model} at batch size {other_size} to the "
        "last digit. One of the two rows is almost certainly a copying error in the source."
    ),
    "copied-row-odd": _(
        "{model} at batch size {batch_size}: both times equal those of {other_model} at batch size {other_size} to the "
        "last digit, and do not fit the other times of this device. Almost certainly a copying error in the source."
    ),
    "copied-samples-row": _(
        "{model} at batch size {batch_size}: the samples under “{column}” equal those of {other_model} at batch size "
        "{other_size} to the last digit. Two measurements never do."
    ),
    "copied-samples": _(
        "{model} at batch size {batch_size}: the samples under “{column}” equal those of {other} to the last digit. "
        "Two measurements never do."
    ),
    "batch-inversion": _(
        "{model} at batch size {batch_size}: the time under “{column}” is shorter than at batch size {smaller} on "
        "the same device ({time} against {smaller_time} ms). A larger batch should not be faster."
    ),
    "mixed-precision": _(
        "{model} at batch size {batch_size}: the time under “{column}” ({time} ms) has fewer decimal places than "
        "almost all others ({decimals} instead of {usual})."
    ),
    "missing-rows": _("There are no figures for {model} at batch size {batch_sizes}."),
    "missing-rows-in-mode": _("There are no figures for {model} at batch size {batch_sizes} in mode {mode}."),
    "missing-setup": _(
        "There are no figures for {device} with PyTorch {torch} in mode {mode}, although other devices have them."
    ),
    "missing-arm": _(
        "{model} at batch size {batch_size}: there is no time under “{column}”, and no reason is given for it."
    ),
    "version-stated": _("The source's headings say PyTorch {stated}, but these figures were taken with {torch}."),
    "version-key": _("The subset's name says {stated}, but its figures are of PyTorch {torch}, mode {modes}."),
    "version-build": _("This build of PyTorch ({torch}) does not run on the device ({device})."),
    "version-cuda": _(
        "This build of PyTorch ({torch}) is for another CUDA or ROCm version than the one stated ({cuda})."
    ),
    "version-compile": _("PyTorch {torch} has no torch.compile, but there are times with it."),
    "version-date": _("The figures are dated {date}, when PyTorch {torch} did not exist yet."),
    "version-python": _("PyTorch {torch} cannot have compiled anything on Python {python}."),
    "outgrown": _(
        "{model} at batch size {batch_size}: the time under “{column}” is far longer than batch size {smaller} lets "
        "expect ({time} against {smaller_time} ms). Time should not grow that much faster than the batch."
    ),
    "first-call": _(
        "{model} at batch size {batch_size}: the first call under “{column}” took {first} ms, far less than later "
        "calls ({time} ms). A first call cannot be that much faster."
    ),
    "memory": _(
        "{model} at batch size {batch_size}: the memory in use under “{column}” ({used} GiB) is more than the device "
        "has ({memory} GiB)."
    ),
    "constant": _(
        "{model} at batch size {batch_size}: all samples under “{column}” are the same ({time} ms). No measurement is "
        "that even."
    ),
    "ratio": _(
        "{model} at batch size {batch_size}: one of the two times is {ratio} times the other, far beyond what "
        "compiling changes."
    ),
    "graphs": _(
        "{model} at batch size {batch_size}: no graph was compiled, so that both columns show the uncompiled model."
    ),
    "same-samples": _(
        "{model} at batch size {batch_size}: both columns have the same samples. Two measurements never do."
    ),
    "verdict": _(
        "{model} at batch size {batch_size}: the error of the compiled model's output ({error}, where {tolerance} is "
        "allowed) contradicts the verdict that is stated."
    ),
}


def sentence(flag: Flag, labels: Mapping[str, str], messages: Messages) -> str:
    """Say what was found; ``labels`` are the names of subsets, by key."""
    return messages(SENTENCES[flag.sentence], **_values(flag, labels, messages))


def markup(flag: Flag, labels: Mapping[str, str], messages: Messages) -> Markup:
    """Say it for a page."""
    return isolated(messages, SENTENCES[flag.sentence], **_values(flag, labels, messages))


def _values(flag: Flag, labels: Mapping[str, str], messages: Messages) -> dict[str, str]:
    return {name: _shown(value, labels, messages) for name, value in flag.values.items()}


def show_time(time: Estimate, messages: Messages) -> str:
    """Format a time to the digits that it bears."""
    digits = decimals(time)
    if digits is None:
        return format_exact(time.value, messages.language.locale)
    return format_rounded(time.value, digits, messages.language.locale)


def _shown(value: Value, labels: Mapping[str, str], messages: Messages) -> str:
    match value:
        case Column():
            return messages(COLUMNS[value])
        case SubsetKey():
            return labels[value]
        case str():
            return value
        case Estimate():
            return show_time(value, messages)
        case tuple():
            sizes = [format_exact(size, messages.language.locale) for size in value]
            return format_list(sizes, locale=messages.language.locale)
        case Decimal() | int():
            return format_exact(value, messages.language.locale)
