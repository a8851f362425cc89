"""The record in the front matter: read, and written without disturbing anything else."""

import pytest
import yaml

from lockstep.findings import FindingError
from lockstep.languages.record import read_record, write_record

ONE, TWO, THREE = "bcdfghjkl", "cdfghjklm", "dfghjklmn"


def test_reads_what_it_writes():
    entries = {".title": ONE, "modes": TWO, "1.2": THREE, "no": ONE, "it's": TWO, "ç-ş": THREE, "1e3": ONE, "a:b": TWO}
    text = write_record("# X\n", entries, "p.md")
    record = read_record(text, "p.md")
    assert (record.entries, record.findings) == (entries, [])
    # Any other reader of YAML sees texts too.
    assert yaml.safe_load(text.split("---")[1])["translates"] == entries
    assert write_record(text, entries, "p.md") == text


# The text, the entries, the expected text; `|` is the end of a line.
WRITTEN = {
    "no front matter": ("# X|", "a=1", "---|translates:|  a: 1|---||# X|"),
    "an empty page": ("", "a=1", "---|translates:|  a: 1|---||"),
    "an empty front matter": ("---|---|x", "a=1", "---|translates:|  a: 1|---|x"),
    "at the end of others": (
        "---|# note|title:   'T' # t|hide: [a,  b]|---||x|",
        "a=1",
        "---|# note|title:   'T' # t|hide: [a,  b]|translates:|  a: 1|---||x|",
    ),
    "in its place": (
        "---|translates:|  a: 2|title: T|---|x|",
        "a=1 b=2",
        "---|translates:|  a: 1|  b: 2|title: T|---|x|",
    ),
    "comments stay": (
        "---|translates: # which|  # about a|  a: 2  # behind|  # about c|  c: 2|  # last|title: T|---|x|",
        "a=1 b=1 c=3",
        "---|translates: # which|  # about a|  a: 1  # behind|  b: 1|  # about c|  c: 3|  # last|title: T|---|x|",
    ),
    "dropped": ("---|translates:|  a: 1|  b: 2|x: y|---|", "b=2", "---|translates:|  b: 2|x: y|---|"),
    "all dropped": ("---|translates:|  a: 1|x: y|---|", "", "---|x: y|---|"),
    "nothing to record": ("# X|", "", "# X|"),
    "from one line": ("---|translates: {a: 2}|x: y|---|", "a=1", "---|translates:|  a: 1|x: y|---|"),
    "from nothing": ("---|translates:|x: y|---|", "a=1", "---|translates:|  a: 1|x: y|---|"),
    "from a list": ("---|translates:|- a|- b|x: y|---|", "a=1", "---|translates:|  a: 1|x: y|---|"),
    "closed by points": ("---|x: y|...|z", "a=1", "---|x: y|translates:|  a: 1|...|z"),
    "a text with rulers": ("---|x: y|---|a||---||b|", "a=1", "---|x: y|translates:|  a: 1|---|a||---||b|"),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(("text", "entries", "expected"), WRITTEN.values(), ids=WRITTEN)
def test_writes_its_own_lines_and_no_others(text, entries, expected, newline):
    prints = {"1": ONE, "2": TWO, "3": THREE}
    made = dict(entry.split("=") for entry in entries.split())
    for number, value in prints.items():
        text = text.replace(f": {number}", f": {value}")
        expected = expected.replace(f": {number}", f": {value}")
    written = write_record(text.replace("|", newline), {key: prints[value] for key, value in made.items()}, "p.md")
    assert written.splitlines() == expected.replace("|", newline).splitlines()
    assert newline == "\n" or "|" not in text or "\n" not in written.replace("\r\n", "")


def test_a_front_matter_in_one_line_is_left_alone():
    with pytest.raises(FindingError, match="LS221 the front matter is written in one line"):
        write_record("---\n{title: x}\n---\n", {"a": ONE}, "p.md")


FAULTS = {
    "no mapping": ("translates: x", "2:13 LS221 'translates' must map ids of sections to fingerprints"),
    "a list": ("translates:\n- x", "3:1 LS221 'translates' must map ids of sections to fingerprints"),
    "no fingerprint": ("translates:\n  a: abc", "3:6 LS221 the record of 'a' is no fingerprint of 9 letters: 'abc'"),
    "a list for one": ("translates:\n  a: [x]", "3:6 LS221 the record of 'a' is no fingerprint of 9 letters: somet"),
    "empty": ("translates:\n  a:", "3:5 LS221 the record of 'a' is no fingerprint of 9 letters: ''"),
    "a conflict": (
        f"translates:\n  a: {ONE}\n  a: {TWO}",
        "4:3 LS221 the section 'a' is recorded twice, first on line 3",
    ),
    "twice": (f"translates:\n  a: {ONE}\ntranslates:\n  b: {TWO}", "4:1 LS221 'translates' is there twice"),
    "no id": (f"translates:\n  [a]: {ONE}", "3:3 LS221 no section's id"),
}


@pytest.mark.parametrize(("front", "expected"), FAULTS.values(), ids=FAULTS)
def test_names_what_is_no_record(front, expected):
    record = read_record(f"---\n{front}\n---\n", "p.md")
    assert [str(finding)[: len(expected) + 5] for finding in record.findings] == [f"p.md:{expected}"]


@pytest.mark.parametrize(
    "text", ["", "# X", "---\ntitle: T\n---\n", "---\ntranslates:\n---\n", "---\n: [\n---\n", "---\nx"]
)
def test_a_page_without_a_record_has_none(text):
    record = read_record(text, "p.md")
    assert (record.entries, record.findings) == ({}, [])
