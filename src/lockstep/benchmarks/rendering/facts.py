"""What a table says about its numbers as a whole: on what, by what method, from where."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from babel.dates import format_date
from markupsafe import Markup

from lockstep.benchmarks.derived import CONFIDENCE, speed_up
from lockstep.benchmarks.rendering.labels import IMAGES, joined, sentence
from lockstep.benchmarks.setup import Published, PublishedProtocol
from lockstep.messages import mark as _
from lockstep.numbers import format_percent

if TYPE_CHECKING:
    from lockstep.benchmarks.model import Subset
    from lockstep.benchmarks.rendering.rows import Writer

# Sentences, not words put together: languages order them differently.
CAPTIONS = {
    ("mean", True): _("Mean inference time on {device}, PyTorch {torch}, mode {mode}"),
    ("mean", False): _("Mean inference time on {device}, PyTorch {torch}"),
    ("median", True): _("Median inference time on {device}, PyTorch {torch}, mode {mode}"),
    ("median", False): _("Median inference time on {device}, PyTorch {torch}"),
    ("minimum", True): _("Shortest inference time on {device}, PyTorch {torch}, mode {mode}"),
    ("minimum", False): _("Shortest inference time on {device}, PyTorch {torch}"),
}
METHODS = {
    ("mean", True, "image"): _("Mean of {repetitions} inferences of the same image, after warm-up."),
    ("mean", True, "input"): _("Mean of {repetitions} inferences of the same input, after warm-up."),
    ("mean", True, ""): _("Mean of {repetitions} inferences, after warm-up."),
    ("mean", False, ""): _("Mean of {repetitions} inferences, without warm-up."),
    ("median", True, ""): _("Median of {repetitions} inferences, after warm-up."),
    ("median", False, ""): _("Median of {repetitions} inferences, without warm-up."),
    ("minimum", True, ""): _("Shortest of {repetitions} inferences, after warm-up."),
    ("minimum", False, ""): _("Shortest of {repetitions} inferences, without warm-up."),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the list that says how a subset was measured."""

    name: str
    value: Markup


def caption(subset: Subset, write: Writer) -> Markup:
    """Say what the times of a subset are, and of what."""
    protocol = subset.protocol
    statistic = protocol.statistic if isinstance(protocol, PublishedProtocol) else "median"
    modes = {cell.treatment.mode for cell in subset.cells}
    values = {"device": subset.hardware.device, "torch": subset.software.torch}
    if len(modes) == 1:
        return sentence(write.messages, CAPTIONS[statistic, True], **values, mode=modes.pop())
    return sentence(write.messages, CAPTIONS[statistic, False], **values)


def origin(subset: Subset, write: Writer) -> Markup:
    """Say how the times of a subset were taken, and who says so."""
    source = subset.origin
    if isinstance(source, Published):
        name = ", ".join(part for part in (source.publisher, source.document, source.date, source.license) if part)
        link = Markup('<a href="{}"><bdi>{}</bdi></a>').format(source.url, name)
        told = Markup("{} {}.").format(write.messages(_("Source:")), link)
        return joined(
            [_method(subset, write), told, write.messages(_("Imported as published, not measured by this site."))]
        )
    return joined(
        [
            _method(subset, write),
            sentence(
                write.messages,
                _("Measured by {tool} on {date}."),
                tool=source.tool,
                date=_day(source.date, write),
            ),
        ]
    )


def _method(subset: Subset, write: Writer) -> Markup:
    protocol = subset.protocol
    if isinstance(protocol, PublishedProtocol):
        repeated = ""
        if protocol.same_input and protocol.warm_up and protocol.statistic == "mean":
            repeated = "image" if all(cell.workload.task in IMAGES for cell in subset.cells) else "input"
        text = METHODS[protocol.statistic, protocol.warm_up, repeated]
        return sentence(write.messages, text, repetitions=write.exact(protocol.repetitions))
    text = _("Medians of repeated measurements after warm-up; eager and compiled calls take turns.")
    return sentence(write.messages, text)


def _day(day: str, write: Writer) -> str:
    """Write a day as the page's language does, and a year or what is no day as it is."""
    try:
        return format_date(date.fromisoformat(day), "long", write.messages.language.locale)
    except ValueError:
        return day


def explanations(subsets: tuple[Subset, ...], shown: set[str], write: Writer, *, drawn: bool = True) -> list[str]:
    """Explain what is shown in the table but says not of itself what it is.

    Args:
        subsets: all of the table.
        shown: the keys of the columns that any of them has.
        write: the page's language, and the decimals that it declares.
        drawn: whether bars and small print are shown, or text alone.
    """
    messages, found = write.messages, []
    ratios = [ratio for subset in subsets for cell in subset.cells if (ratio := speed_up(cell))]
    if ratios and drawn:
        found.append(
            messages(
                _(
                    "The bar beside a speed-up begins at 1×: it goes to the right where compiling made the model "
                    "faster, and is hollow and goes to the left where it made it slower."
                )
            )
        )
    if any(ratio.interval for ratio in ratios):
        share = format_percent(int(CONFIDENCE * 100), messages.language.locale)
        text = _("The small numbers below it say between which bounds it lies with a confidence of {share}.")
        if not drawn:
            text = _("In parentheses stands between which bounds a speed-up lies with a confidence of {share}.")
        found.append(messages(text, share=share))
    if "first-call" in shown:
        found.append(messages(_("The first call holds the compilation.")))
    if "break-even" in shown:
        text = _("“{column}”: after so many calls, compiling has saved more time than it cost.")
        found.append(messages(text, column=messages(_("Pays off after (calls)"))))
    if write.decimals is not None:
        text = _("Times are rounded to the nearest value, a tie to the even digit; decimals: {decimals}.")
        found.append(messages(text, decimals=write.exact(write.decimals)))
    elif any(subset.protocol.kind == "sampled" for subset in subsets):
        found.append(messages(_("Measured times are shown with as many digits as their samples agree on.")))
    return found
