"""Exchange files: gettext's PO and XLIFF 1.2, by the Translate Toolkit. No other module imports it."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

from babel import Locale, UnknownLocaleError
from translate.lang import factory
from translate.storage.pypo import pofile
from translate.storage.xliff import xlifffile, xliffunit

from lockstep.files import CONTROL, read_text, relative
from lockstep.findings import Finding, FindingError, near
from lockstep.languages.exchange.units import UNWRITABLE, Returned, read_context

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from lockstep.languages.exchange.units import Unit
    from lockstep.project import Language, Project

UNREADABLE, WRONG_LANGUAGE, NO_UNIT = "LS261", "LS262", "LS263"
CHARSET = re.compile(r"charset=[ \t]*([^\s;\\]*)", re.IGNORECASE)
DECLARED = re.compile(r"""\A\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)""")
# A comment may hold anything.
DOCTYPE = re.compile(r"(?s)(?:\s+|<!--.*?-->|<\?.*?\?>)*<!DOCTYPE")
LINE = re.compile(r"\bon line (\d+)|, line (\d+)")
ENTRY = re.compile(r"(?m)^[ \t]*msgid[ \t]*\"")
FIELD = re.compile(r"(?mi)^Language:[ \t]*(\S*)")
# What a translator has finished. Those that are to be reviewed are not.
DONE = {"translated", "signed-off", "final"}
NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"
GENERATOR = "Lockstep"
NOTE = """\
Sections of a documentation site, in Markdown. Translate what readers read; leave code, links, addresses, ids and the
signs of lists, tables and blocks as they are. Each unit comes back whole, with its blank lines."""


class _Unit12(xliffunit):
    namespace = NAMESPACE


class _File12(xlifffile[_Unit12]):
    UnitClass = _Unit12
    namespace = NAMESPACE
    XMLskeleton = xlifffile.XMLskeleton.replace("1.1", "1.2")


def write_po(units: Iterable[Unit], source: Language, target: Language) -> bytes:
    """Write units as a PO file; the same units make the same bytes."""
    store = pofile()
    store.units.clear()
    header = store.create_unit()
    header.source = ""
    header.target = "".join(f"{name}: {value}\n" for name, value in _header(source, target))
    header.addnote(NOTE, origin="translator")
    store.units.append(header)
    for unit in units:
        entry = store.create_unit()
        entry.source = unit.source
        entry.setcontext(unit.context)
        entry.target = unit.target
        for note in unit.notes:
            entry.addnote(note, origin="developer")
        entry.addlocation(unit.place)
        if unit.old:
            entry.prev_source = unit.old
        if unit.target and not unit.done:
            entry.markfuzzy()
        store.units.append(entry)
    return bytes(store)


def _header(source: Language, target: Language) -> Iterator[tuple[str, str]]:
    language = factory.getlanguage(str(target.locale))
    yield "Project-Id-Version", f"{source.folder} to {target.folder}"
    yield "Report-Msgid-Bugs-To", ""
    # A date would make every export another file.
    yield "PO-Revision-Date", ""
    yield "Last-Translator", ""
    yield "Language-Team", ""
    yield "Language", str(target.locale)
    yield "MIME-Version", "1.0"
    yield "Content-Type", "text/plain; charset=UTF-8"
    yield "Content-Transfer-Encoding", "8bit"
    if language.nplurals:
        yield "Plural-Forms", f"nplurals={language.nplurals}; plural={language.pluralequation};"
    yield "X-Generator", GENERATOR


def write_xliff(units: Iterable[Unit], source: Language, target: Language) -> bytes:
    """Write units as an XLIFF 1.2 file; the same units make the same bytes.

    Raises:
        FindingError: a text holds a character that XML cannot hold.
    """
    store = _File12(sourcelanguage=source.tag, targetlanguage=target.tag)
    store.body.getparent().set("original", source.folder)
    findings = []
    for unit in units:
        texts = {
            "this section": unit.source,
            "its translation": unit.target,
            "its older text": unit.old,
            "a note on it": "\n".join(unit.notes),
        }
        bad = [(where, found) for where, text in texts.items() if (found := UNWRITABLE.search(text))]
        if bad:
            path, _, line = unit.place.rpartition(":")
            where, found = bad[0]
            message = f"{where} has the character U+{ord(found[0]):04X}, which cannot stand in an XLIFF file"
            findings.append(Finding(path, int(line), 1, "LS269", message, "delete it, or export as PO"))
            continue
        entry = store.UnitClass(unit.source)
        store.addunit(entry)
        entry.setid(unit.context)
        entry.xmlelement.set("resname", unit.context)
        if unit.target:
            entry.target = unit.target
            if not unit.done:
                entry.markfuzzy()
        entry.addlocation(unit.place)
        for note in unit.notes:
            entry.addnote(note, origin="developer")
        if unit.old:
            entry.addalttrans(unit.target, origin=GENERATOR, sourcetxt=unit.old)
            entry.xmlelement[-1].set("alttranstype", "previous-version")
    if findings:
        raise FindingError(*findings)
    return bytes(store)


def read_file(file: Path, project: Project) -> list[Returned]:
    """Read an exchange file.

    Raises:
        FindingError: it is neither PO nor XLIFF 1.2 in UTF-8, it is damaged, or not of a language of the project.
    """
    path = relative(file, project.root)
    text = read_text(file, project.root)
    try:
        units = list(_xliff(text, path, project) if text.lstrip().startswith("<") else _po(text, path, project))
    except FindingError:
        raise
    except Exception as error:  # whatever a parser stumbles over
        # That parser looks for what it needs with next().
        said = "there is no <file> in it" if isinstance(error.__cause__, StopIteration) else f"{error}"
        place = LINE.search(said)
        line = int(place[1] or place[2]) if place else getattr(error, "lineno", None) or 1
        kind = "XLIFF 1.2" if text.lstrip().startswith("<") else "PO"
        message = f"this is no {kind} file that can be read: {said or type(error).__name__}"
        raise FindingError(Finding(path, line, 1, UNREADABLE, message, "export again, or restore it")) from None
    findings = []
    for unit in units:
        control = CONTROL.search(unit.target)
        if control:
            message = f"the control character U+{ord(control[0]):04X} has no place in a text"
            findings.append(Finding(path, unit.line, 1, NO_UNIT, message, "delete it"))
    if findings:
        raise FindingError(*findings)
    return units


def _po(text: str, path: str, project: Project) -> Iterator[Returned]:
    store = pofile(io.BytesIO(text.encode()))
    header = next((str(unit.target) for unit in store.units if unit.isheader()), "")
    charset = CHARSET.search(header)
    if charset and charset[1].casefold() not in ("utf-8", "utf8", "us-ascii"):
        message = f"the file says that its characters are coded as {charset[1]}"
        raise FindingError(Finding(path, 1, 1, UNREADABLE, message, "save it as UTF-8"))
    live = [unit for unit in store.units if not unit.isobsolete()]
    if len(live) != len(ENTRY.findall(text)) or not live:
        message = "a unit has a msgid, but no msgstr: the file is cut off" if live else "there is no unit in the file"
        raise FindingError(Finding(path, text.count("\n") + 1, 1, UNREADABLE, message, "export again, or restore it"))
    field = FIELD.search(header)
    language = find_language(field[1] if field else "", path, 1, project)
    lines = text.split("\n")
    for unit in live:
        if unit.isheader():
            continue
        line = unit._line_number
        while line < len(lines) and not lines[line - 1].lstrip().startswith("msg"):
            line += 1
        if unit.hasplural():
            raise FindingError(Finding(path, line, 1, NO_UNIT, "a unit with plural forms", "no export has any"))
        target = str(unit.target or "")
        yield Returned(path, line, language, unit.getcontext(), str(unit.source), target, not unit.isfuzzy())


def _xliff(text: str, path: str, project: Project) -> Iterator[Returned]:
    declared = DECLARED.match(text)
    if declared and declared[1].casefold() not in ("utf-8", "utf8", "us-ascii"):
        message = f"the file says that its characters are coded as {declared[1]}"
        raise FindingError(Finding(path, 1, 1, UNREADABLE, message, "save it as UTF-8"))
    kind = DOCTYPE.match(text)
    if kind:
        line = text.count("\n", 0, kind.end()) + 1
        message = "a document type has no place in an XLIFF file"
        raise FindingError(Finding(path, line, 1, UNREADABLE, message, "delete it"))
    store: xlifffile[xliffunit] = xlifffile()
    store.parse(text.encode())
    for unit in store.units:
        element = unit.xmlelement
        line = element.sourceline or 1
        own = next(one for one in element.iterancestors() if _name(one) == "file")
        language = find_language(own.get("target-language", ""), path, own.sourceline or 1, project)
        theirs = own.get("source-language", "").replace("_", "-").partition("-")[0].casefold()
        if theirs != project.source.locale.language:
            message = f"the file's source language is '{theirs}', the project's is '{project.source.tag}'"
            raise FindingError(Finding(path, own.sourceline or 1, 1, WRONG_LANGUAGE, message))
        texts = {_name(one): one for one in reversed(element)}
        target = texts.get("target")
        names = [element.get("id") or "", element.get("resname") or ""]
        # Some tools number units anew, and keep the name.
        context = next(filter(read_context, names), names[0])
        state = target.get("state") if target is not None else None
        done = state in DONE if state else element.get("approved") != "no"
        source, translated = (
            str(one.xpath("string()")) if one is not None else "" for one in (texts.get("source"), target)
        )
        yield Returned(path, line, language, context, source, translated, done)


def _name(element: Any) -> str:  # noqa: ANN401 - lxml has no types
    return str(element.tag).rpartition("}")[2]


def find_language(tag: str, path: str, line: int, project: Project) -> Language:
    """Find the project's language that a file calls ``tag``.

    Raises:
        FindingError: the project has none, or the file names none.
    """
    others = project.languages[1:]
    known = [one.folder for one in others]
    if not tag:
        hint = f"name it in 'Language' or 'target-language'; {near('', known)}"
        message = "the file does not say which language it is in"
        raise FindingError(Finding(path, line, 1, WRONG_LANGUAGE, message, hint))
    plain = tag.replace("_", "-")
    for one in others:
        if plain.casefold() in (one.tag.casefold(), one.folder.casefold()):
            return one
    try:
        locale = Locale.parse(plain, sep="-")
    except (UnknownLocaleError, ValueError):
        locale = None
    alike = [one for one in others if locale and one.locale.language == locale.language]
    # Where one side leaves the country open, the other may name it.
    if locale and len(alike) == 1 and (not locale.territory or not alike[0].locale.territory):
        return alike[0]
    message = f"the project has no language '{tag}' to translate into"
    raise FindingError(Finding(path, line, 1, WRONG_LANGUAGE, message, near(plain, known)))
