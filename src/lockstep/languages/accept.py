"""Writing evidence: a translator says that sections now translate the source's present text."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from lockstep.files import relative
from lockstep.findings import Finding, FindingError, near
from lockstep.languages.record import read_record, write_record
from lockstep.languages.sections import sections

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from lockstep.languages.pages import Page


def accepted(source: Page, page: Page, only: Collection[str] = ()) -> dict[str, str]:
    """Make the record of a page whose sections, or ``only`` some of them, translate the source as it is.

    Sections that are still to do keep the record they have. Records of what is on neither page are dropped, unless
    ``only`` some are accepted.

    Raises:
        FindingError: the source or the page has no such section, or it is still to do.
    """
    old = read_record(page.text, page.path).entries
    theirs, ours = sections(source), sections(page)
    findings = []
    for key in only:
        if key not in theirs:
            message = f"no section '{key}' in {source.path}"
            findings.append(Finding(page.path, 1, 1, "LS222", message, near(key, theirs)))
        elif key not in ours:
            line = f"{source.path}:{theirs[key].line}"
            findings.append(Finding(page.path, 1, 1, "LS222", f"the section '{key}' of {line} is not on this page"))
        elif ours[key].to_do:
            message = f"the section '{key}' is still to do"
            hint = "translate it, then delete this mark"
            findings.append(Finding(page.path, ours[key].to_do, 1, "LS225", message, hint))
    if findings:
        raise FindingError(*findings)
    entries = {}
    for key, section in theirs.items():
        if (key in only or not only) and key in ours and not ours[key].to_do:
            entries[key] = section.fingerprint
        elif key in old:
            entries[key] = old[key]
    if only:
        entries |= {key: value for key, value in old.items() if key not in entries}
    return entries


def save_record(file: Path, entries: Mapping[str, str], root: Path) -> bool:
    """Write a record into a page's file, which otherwise stays as it is to the byte; tell whether that changed it.

    Raises:
        FindingError: the file cannot be read or written, or its front matter has a form that takes no lines.
    """
    name = relative(file, root)
    try:
        data = file.read_bytes()
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        text = data.decode("utf-8-sig")
        new = mark + write_record(text, entries, name).encode()
        if new != data:
            file.write_bytes(new)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FindingError(Finding(name, 1, 1, "LS008", f"the file cannot be written: {reason or error}")) from None
    return new != data
