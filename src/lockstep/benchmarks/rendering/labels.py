"""What readers call things: tasks, outcomes, subsets."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from markupsafe import Markup

from lockstep.messages import mark as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lockstep.benchmarks.model import Results, Subset
    from lockstep.messages import Messages

NO_VALUE = "–"

# By the names of transformers' pipelines.
TASKS = {
    "audio-classification": _("audio classification"),
    "automatic-speech-recognition": _("speech recognition"),
    "depth-estimation": _("depth estimation"),
    "feature-extraction": _("feature extraction"),
    "fill-mask": _("mask filling"),
    "image-classification": _("image classification"),
    "image-feature-extraction": _("image feature extraction"),
    "image-segmentation": _("image segmentation"),
    "image-text-to-text": _("text from images and text"),
    "image-to-text": _("image captioning"),
    "mask-generation": _("mask generation"),
    "object-detection": _("object detection"),
    "question-answering": _("question answering"),
    "summarization": _("summarization"),
    "text-classification": _("text classification"),
    "text-generation": _("text generation"),
    "token-classification": _("token classification"),
    "translation": _("translation"),
    "video-classification": _("video classification"),
    "zero-shot-image-classification": _("zero-shot image classification"),
    "zero-shot-object-detection": _("zero-shot object detection"),
}
# What a call takes in them is an image.
IMAGES = {"depth-estimation", "image-classification", "image-segmentation", "mask-generation", "object-detection"}

STATUSES = {
    "oom": _("out of memory"),
    "error": _("error"),
    "crash": _("crashed"),
    "timeout": _("timed out"),
    "wrong": _("wrong result"),
    "not-run": _("not run"),
}
STAGES = {
    "build": _("while the model was built"),
    "first-call": _("in the first call"),
    "correctness": _("while the results were compared"),
    "samples": _("while it was timed"),
}


def task(name: str, messages: Messages) -> str:
    """Name a task in the page's language, or as the file has it."""
    return messages(TASKS[name]) if name in TASKS else name


def subset_labels(results: Results, given: Mapping[str, str]) -> dict[str, str]:
    """Name each subset by what sets it apart, or as the page says, by its key."""
    labels = {subset.key: label(subset) for subset in results.subsets}
    for more in (lambda subset: f"PyTorch {subset.software.torch}", lambda subset: subset.key):
        shared = {text for text, number in Counter(labels.values()).items() if number > 1}
        for subset in results.subsets:
            if labels[subset.key] in shared:
                labels[subset.key] += f" · {more(subset)}"
    return labels | dict(given)


def label(subset: Subset) -> str:
    """Name a subset for readers: ``A100 · nightly · reduce-overhead``. Names, the same in every language."""
    parts = [subset.hardware.device]
    if subset.software.nightly:
        parts.append("nightly")
    modes = {cell.treatment.mode for cell in subset.cells}
    if len(modes) == 1 and modes != {"default"}:
        parts.append(*modes)
    return " · ".join(parts)


def part(text: str) -> str:
    """Make a text a part of an element's id or of a file's name: no white space, and no two texts alike.

    Other letters than a-z, and all else but digits and ``-``, are written by their code points.
    """
    return "".join(c if c.isascii() and (c.isalnum() or c == "-") else f"_{ord(c):x}_" for c in text)


def sentence(messages: Messages, text: str, **values: object) -> Markup:
    """Translate a sentence, with the values in it isolated: a name that is written from right to left turns nothing."""
    isolated = {name: Markup("<bdi>{}</bdi>").format(value) for name, value in values.items()}
    return Markup(messages(text)).format(**isolated)  # noqa: S704 (our own text; values are escaped)


def joined(sentences: Iterable[str]) -> Markup:
    """Put sentences one behind the other, leaving out empty ones."""
    return Markup(" ").join(filter(None, sentences))
