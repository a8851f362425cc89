"""Putting a section's translation into a page, which otherwise stays as it is to the byte.

Pages are edited as lines. What came of it is read again as a page: a text that changes anything outside its section (a
heading of its own, a fence that is never closed, a fence of front matter) is refused, whatever it is made of.
"""

from __future__ import annotations

import json
import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

import yaml

from lockstep.fences import scan_fences
from lockstep.findings import Finding, FindingError
from lockstep.languages.exchange.foreign import brought_in, visible
from lockstep.languages.exchange.units import has_heading, section_text, tidy
from lockstep.languages.pages import LOADER, parse_page
from lockstep.languages.record import KEY, read_record, write_record
from lockstep.languages.sections import MARKER, META, META_MARKER, TITLE, TO_DO, TOP, below_heading, sections
from lockstep.outline import ATTRIBUTES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lockstep.languages.pages import Page
    from lockstep.languages.sections import Section

UNFIT = "LS267"
ENDED = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
MARK = re.compile(rf"<!--\s*{TO_DO}\s*-->")
CODE_SPAN = re.compile(r"(`+)(?:(?!\1).)+\1", re.DOTALL)


def put(page: Page, source: Page, key: str, text: str) -> Page:
    """Put a section's translation into a page and record that it translates the source's present text.

    Args:
        page: the translation.
        source: its source.
        key: the section's id.
        text: its translation, as a unit has it.

    Returns the page as it would be.

    Raises:
        FindingError: the text cannot be this section's, with the page's line, or that of the section in the source.
    """
    theirs = sections(source)
    text = tidy(text)
    section = theirs[key]
    if key == TOP and key not in sections(page):
        # A comment is no text, and nobody was shown it.
        text = tidy(f"{_comments(page)}\n\n{text}")
    if not visible(text):
        raise _unfit(page, 1, "readers would see nothing of the text", "translate it, or leave it empty")
    if _to_do(text):
        raise _unfit(page, 1, f"'{TO_DO}' is still in the text", "translate it, then delete this mark")
    if key in META:
        new = _put_meta(page, section, text)
    else:
        title, body = _split(page, section, text)
        new = _put_body(page, source, key, title, body)
    entries = read_record(new, page.path).entries | {key: section.fingerprint}
    ordered = {one: entries[one] for one in theirs if one in entries}
    whole = write_record(new, ordered | entries, page.path)
    made = parse_page(whole, page.name, page.path, page.language)
    _verify(page, made, source, key, text)
    return made


def spans(page: Page) -> dict[str, tuple[int, int]]:
    """Map sections to their lines: the first, and the one behind the last. A heading without an id begins none."""
    last = len(page.text.split("\n")) + 1
    starts = [heading for heading in page.headings if heading.id]
    ends = [*(heading.line for heading in starts), last][1:]
    found = {TOP: (page.body_line, starts[0].line if starts else last)}
    for heading, end in zip(starts, ends, strict=True):
        found.setdefault(heading.id, (heading.line, end))
    return found


def restore(old: str, new: str) -> str:
    """Give a text with ``\\n`` line endings those of the file that it is a new version of."""
    pieces = ENDED.findall(old)
    kinds = [end for _, end in pieces if end]
    usual = max(set(kinds), key=kinds.count) if kinds else "\n"
    if len(set(kinds)) < 2:
        return new.replace("\n", usual)
    before, after = [line for line, _ in pieces], new.split("\n")
    ends = [""] * len(after)
    for i, j, size in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
        ends[j : j + size] = [end for _, end in pieces[i : i + size]]
    out = []
    for line, end in zip(after[:-1], ends, strict=False):
        # A new line ends like the one above it.
        usual = end or usual
        out.append(line + usual)
    return "".join(out) + after[-1]


def _comments(page: Page) -> str:
    """Take what stands above the first heading where no reader sees anything, without the mark of what is to do."""
    start, end = spans(page)[TOP]
    return tidy("\n".join(line for line in page.text.split("\n")[start - 1 : end - 1] if not MARKER.match(line)))


def _split(page: Page, section: Section, text: str) -> tuple[str, str]:
    """Take a unit's text apart into the heading's and the section's own."""
    if not has_heading(section):
        return "", text
    title, _, rest = text.partition("\n")
    title = title.strip()
    line = section.line
    if visible(section.title) and not visible(title):
        raise _unfit(page, line, "the first line is the heading, and readers would see nothing of it", "translate it")
    if rest.partition("\n")[0].strip():
        raise _unfit(page, line, "the first line is the heading, and the next is not empty", "put an empty line below")
    if title.startswith("#"):
        raise _unfit(page, line, f"the heading begins with '{title.split()[0]}'", "write its text alone")
    if ATTRIBUTES.search(title):
        raise _unfit(page, line, f"the heading '{title}' has an id", "write its text alone: ids stay as they are")
    return title, tidy(rest)


def _put_body(page: Page, source: Page, key: str, title: str, body: str) -> str:
    lines = page.text.split("\n")
    found = spans(page)
    known = sections(page)
    if key in known or key == TOP:
        start, end = found[key]
        if key == TOP:
            head: list[str] = []
            rest = lines[start - 1 : end - 1]
        else:
            below = below_heading(start, lines)
            head, rest = lines[start - 1 : below - 1], lines[below - 1 : end - 1]
            head[0] = _retitle(page, head[0], known[key].title, title, start) if title else head[0]
    else:
        start = end = _place(found, known, list(sections(source)), key)
        theirs = source.text.split("\n")
        line = sections(source)[key].line
        head, rest = theirs[line - 1 : below_heading(line, theirs) - 1], []
        head[0] = _retitle(source, head[0], sections(source)[key].title, title, line) if title else head[0]
        before = lines[: start - 1]
        while before and not before[-1]:
            before.pop()
            start -= 1
        head = ["", *head] if before else head
    filled = [number for number, line in enumerate(rest) if line.strip()]
    above = rest[: filled[0]] if filled else [""] if head else []
    below_ = rest[filled[-1] + 1 :] if filled else [""]
    new = [*head, *above, *body.split("\n"), *below_] if body else [*head, ""]
    return "\n".join([*lines[: start - 1], *new, *lines[end - 1 :]])


def _place(found: Mapping[str, tuple[int, int]], known: Mapping[str, Section], order: list[str], key: str) -> int:
    """Find the line that a section which the page lacks comes on: behind the nearest one above it."""
    above = [one for one in order[: order.index(key)] if one in known and one not in META]
    return found[above[-1]][1] if above else found[TOP][1]


def _retitle(page: Page, line: str, old: str, new: str, number: int) -> str:
    at = line.find(old, len(line) - len(line.lstrip("> \t#")) if old else 0)
    if at < 0:
        raise _unfit(page, number, "the heading cannot be read out of its line", "change it by hand")
    return line[:at] + new + line[at + len(old) :]


def _to_do(text: str) -> bool:
    """Tell whether a text has the mark of what is not translated yet; in code, it is spoken of."""
    lines = text.split("\n")
    for fence in scan_fences(lines)[0]:
        lines[fence.line - 1 : fence.end] = [""] * (fence.end - fence.line + 1)
    return bool(MARK.search(CODE_SPAN.sub("", "\n".join(lines))))


def _put_meta(page: Page, section: Section, text: str) -> str:
    lines = page.text.split("\n")
    name = META[section.id]
    if page.body_line == 1:
        return "\n".join(["---", f"{name}: {_scalar(text, '')}", "---", "", *lines])
    nodes = _meta(page)
    if name not in nodes:
        above = nodes.get(META[TITLE])
        at = 1 if not above else above.end_mark.line + (1 if above.end_mark.column == 0 else 2)
        return "\n".join([*lines[:at], f"{name}: {_scalar(text, '')}", *lines[at:]])
    node = nodes[name]
    # The first line of the front matter is not part of what YAML read.
    start, end = node.start_mark.line + 1, node.end_mark.line + 1
    behind = "" if node.style in ("|", ">") else lines[end][node.end_mark.column :]
    if node.style in ("|", ">"):
        # Its mark is behind the blank lines that follow it.
        while end > start + 1 and not lines[end - 1].strip():
            end -= 1
        end -= 1
    behind = META_MARKER.sub("", behind).rstrip()
    before = lines[start][: node.start_mark.column]
    # A key without a value may have no blank behind it.
    before += " " if before.endswith(":") else ""
    lines[start : end + 1] = [f"{before}{_scalar(text, node.style or '')}{behind}"]
    return "\n".join(lines)


def _meta(page: Page) -> dict[str, yaml.ScalarNode]:
    """Read the front matter's texts."""
    front = "\n".join(page.text.split("\n")[1 : page.body_line - 1])
    node = yaml.compose(front.partition("\n---")[0].partition("\n...")[0], Loader=LOADER)
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {
        key.value: value
        for key, value in node.value
        if isinstance(key, yaml.ScalarNode) and isinstance(value, yaml.ScalarNode)
    }


def _scalar(text: str, style: str) -> str:
    """Write a text as YAML's value, in the author's quotes where they will do."""
    quoted = {'"': json.dumps(text, ensure_ascii=False), "'": "'" + text.replace("'", "''") + "'"}
    choices = [quoted[style]] if style in quoted else [text]
    for choice in [*choices, *quoted.values()]:
        try:
            if yaml.load(f"k: {choice}  # c", Loader=LOADER) == {"k": text}:  # noqa: S506 (a safe one)
                return choice
        except yaml.YAMLError:
            continue
    return quoted['"']


def _verify(before: Page, after: Page, source: Page, key: str, text: str) -> None:
    """Make sure that a text is its section's, and that everything else is what it was."""
    have, had = sections(after), sections(before)
    line = have[key].line if key in have else 1
    wanted = [(heading.level, heading.id) for heading in before.headings]
    now = [(heading.level, heading.id) for heading in after.headings]
    if key not in had and key not in META and key != TOP:
        level = next(heading.level for heading in source.headings if heading.id == key)
        at = now.index((level, key)) if (level, key) in now else len(wanted)
        wanted[at:at] = [(level, key)]
    if now != wanted:
        more = [heading for heading in after.headings if (heading.level, heading.id) not in wanted]
        what = f"has a heading of its own, '{more[0].title}'" if more else "takes a heading off the page"
        raise _unfit(before, more[0].line if more else line, f"the text {what}", "a unit is one section")
    if key not in have or section_text(have[key]) != text or have[key].to_do:
        message = "the text does not stay in its section: something in it is opened and never closed, or ends the page"
        raise _unfit(before, line, message, "compare its signs with the source's")
    known = [sections(source)[key], *([had[key]] if key in had else [])]
    brought = ", ".join(dict.fromkeys(brought_in(have[key], *known)))
    if brought:
        message = f"the text brings in what neither the source nor the page has: {brought}"
        raise _unfit(before, line, message, "an author may put it into the page by hand")
    for one, section in had.items():
        if one != key and (one not in have or _content(have[one]) != _content(section)):
            message = f"the text changes what the section '{one}' is: something in it is opened and never closed"
            raise _unfit(before, line, message, "compare its signs with the source's")
        if one != key and _links(have[one]) - _links(section) - _links(sections(source).get(one)):
            message = f"the text changes where the links of the section '{one}' lead"
            raise _unfit(before, line, message, "leave the addresses of references as they are")
    if _others(before) != _others(after):
        raise _unfit(before, line, "the text changes the page's front matter", "compare its signs with the source's")


def _content(section: Section) -> tuple[object, ...]:
    # A footnote's text may stand in another section than its mark.
    parts = tuple((part.kind, part.detail, part.depth) for part in section.parts if part.kind != "footnote")
    return section.title, section.text, section.fingerprint, bool(section.to_do), parts


def _links(section: Section | None) -> set[str]:
    return {link.target for part in section.parts for link in part.links} if section else set()


def _others(page: Page) -> list[tuple[str, str]]:
    """Read what the front matter says beside the texts and the record."""
    if page.body_line == 1:
        return []
    front = "\n".join(page.text.split("\n")[1 : page.body_line - 1])
    node = yaml.compose(front.partition("\n---")[0].partition("\n...")[0], Loader=LOADER)
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    return [(str(key.value), yaml.serialize(value)) for key, value in pairs if key.value not in (*META.values(), KEY)]


def _unfit(page: Page, line: int, message: str, hint: str) -> FindingError:
    return FindingError(Finding(page.path, line, 1, UNFIT, message, hint))
