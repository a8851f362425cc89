"""How a code is explained: the same steps as Markdown on a page and as text in a terminal."""

from __future__ import annotations

import difflib
import re
import textwrap
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from lockstep.messages import SOURCE, Messages
from lockstep.messages import mark as _
from lockstep.project import Language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lockstep.rules import Example, Rule

# What authors are told is in English.
AUTHORS = Messages(Language(SOURCE, SOURCE))
# The highlighter's names for files.
LANGUAGES = {
    ".csv": "text",
    ".json": "json",
    ".md": "markdown",
    ".po": "po",
    ".py": "python",
    ".toml": "toml",
    ".xlf": "xml",
    ".yml": "yaml",
}
TICKS = re.compile("`{3,}")
WIDTH = 100
# Of a heading.
DEEPEST = 6
# So many lines of a file are shown; of one that is longer, so many above and below the fault.
LONG, AROUND = 24, 6
FOR_EXAMPLE = _("For example:")
MENDED = _("Mended:")
SAYS = _("`{command}` says:")
NOT_THERE = _("`{path}` is not there.")
DELETED = _("`{path}` is deleted.")
RUN = _("To mend it, run `{command}`.")


@dataclass(frozen=True, slots=True)
class Code:
    """A text as it stands in a file, whose name is ``title``, or, without one, as it is printed."""

    text: str
    language: str
    title: str = ""


def steps(rule: Rule, messages: Messages) -> Iterator[str | Code]:
    """Explain a code below its title: sentences, in which code stands between backticks, and code."""
    yield messages(rule.meaning)
    example = rule.example
    if not example:
        return
    gone = [path for path, text in example.fault.items() if text is None]
    there = {path: _text(text) for path, text in example.fault.items() if text is not None}
    if there:
        yield messages(FOR_EXAMPLE)
    for path, text in there.items():
        yield Code(_excerpt(text, path, example.finding), _language(path), path)
    for path in gone:
        yield messages(NOT_THERE, path=path)
    yield messages(SAYS, command=example.command)
    yield Code(example.finding, "text")
    if any(text is not None for text in example.cure.values()):
        yield messages(MENDED)
    for path, new in example.cure.items():
        if new is None:
            yield messages(DELETED, path=path)
        else:
            yield _change(example, path, _text(new))
    if example.mend:
        yield messages(RUN, command=example.mend)


def as_markdown(rule: Rule, messages: Messages, above: int, *, plain: bool = False) -> Iterator[str]:
    """Write a code as the lines of a section, whose id is the code in small letters.

    Args:
        rule: what is known of the code.
        messages: the page's language.
        above: the level of the section that it is in.
        plain: write nothing that only the site's own renderer understands: no id, no classes.
    """
    heading = f"{'#' * min(DEEPEST, above + 1)} {rule.code}: {messages(rule.title)}"
    yield from ("", heading if plain else f"{heading} {{ #{rule.code.lower()} }}", "")
    for step in steps(rule, messages):
        if isinstance(step, str):
            yield from (step, "")
            continue
        mark = "`" * max([3, *(len(ticks) + 1 for ticks in TICKS.findall(step.text))])
        title = f'title="{step.title}"' if step.title else ""
        header = f"{step.language} {title}".rstrip() if plain else f" {{ .{step.language} {title or '.ls-wrap'} }}"
        # What stands in a page has no blanks at the ends of lines, and no blank line in front.
        body = "\n".join(line.rstrip() for line in step.text.split("\n")).strip("\n")
        yield from (f"{mark}{header}", *body.split("\n"), mark, "")


def as_text(rule: Rule, messages: Messages) -> Iterator[str]:
    """Write a code as the lines that a terminal shows."""
    yield f"{rule.code}: {messages(rule.title)}"
    for step in steps(rule, messages):
        yield ""
        if isinstance(step, str):
            yield from textwrap.wrap(step, WIDTH, break_long_words=False, break_on_hyphens=False)
        else:
            if step.title:
                yield f"  {step.title}"
            yield from textwrap.indent(step.text.rstrip("\n"), "    ", lambda line: bool(line.strip())).split("\n")


def _change(example: Example, path: str, new: str) -> Code:
    """Show what an edit changes, or the whole of a new file and of one that was not in text."""
    old = example.fault.get(path) or example.beside.get(path)
    if not isinstance(old, str):
        return Code(new, _language(path), path)
    # The names of the files, and where a single piece is, say nothing that the title does not.
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), n=2, lineterm=""))[2:]
    places = [line for line in lines if line.startswith("@@")]
    return Code("\n".join(lines[1:] if len(places) == 1 else lines), "diff", path)


def _excerpt(text: str, path: str, finding: str) -> str:
    """Take from a long file what is around the line that the finding is of; it may be a single line."""
    lines = text.splitlines()
    name, number = finding.split(":")[:2]
    if len(lines) <= LONG or name != path:
        return text
    first = max(0, int(number) - 1 - AROUND)
    last = min(len(lines), int(number) + AROUND)
    margin = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
    above, below = [f"{margin}…"] * (first > 0), ["…"] * (last < len(lines))
    return "\n".join([*above, *lines[first:last], *below])


def _text(content: str | bytes) -> str:
    return content if isinstance(content, str) else content.decode("utf-8", "backslashreplace")


def _language(path: str) -> str:
    return LANGUAGES.get(PurePosixPath(path).suffix, "text")
