"""The texts of the interface, in step with the sources. ``pytest --update`` brings the catalogues there."""

import re
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import lockstep
from lockstep.cli.reference import texts
from lockstep.messages import CATALOGUES

SOURCES = Path(lockstep.__file__).parent
METHODS = [("**.py", "python"), ("templates/**", "jinja2"), ("**/theme/**.html", "jinja2")]
TEMPLATE = "lockstep.pot"
LANGUAGES = sorted(path.parent.parent.name for path in Path(str(CATALOGUES)).glob("*/LC_MESSAGES/lockstep.po"))
HEADER = '# Texts of Lockstep\'s interface.\nmsgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'


def extracted():
    catalogue = Catalog()
    keywords = {"_": None, "gettext": None}
    for _, _, message, _, _ in extract_from_dir(SOURCES, METHODS, {}, keywords):
        catalogue.add(message)
    # Those of the commands stand in their help and nowhere else.
    for message in texts():
        catalogue.add(message)
    return catalogue


def written(catalogue):
    buffer = BytesIO()
    write_po(buffer, catalogue, width=100, no_location=True, omit_header=True, sort_output=True, ignore_obsolete=True)
    return f"{HEADER}\n{buffer.getvalue().decode().strip()}\n\n"


def read(path):
    return read_po(BytesIO(path.read_bytes()))


def places(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.fixture
def catalogue(request):
    return Path(str(CATALOGUES)) / request.param / "LC_MESSAGES/lockstep.po"


def test_the_template_holds_the_texts_of_the_sources(golden):
    golden(Path(str(CATALOGUES)) / TEMPLATE, written(extracted()))


@pytest.mark.parametrize("catalogue", LANGUAGES, indirect=True)
def test_a_catalogue_holds_the_texts_of_the_sources(golden, catalogue):
    known, wanted = read(catalogue), extracted()
    for message in wanted:
        if message.id and (entry := known.get(message.id)):
            message.string = entry.string
            message.flags |= entry.flags & {"fuzzy"}
    golden(catalogue, written(wanted))


@pytest.mark.parametrize("catalogue", LANGUAGES, indirect=True)
def test_a_catalogue_is_complete(catalogue):
    for message in read(catalogue):
        if message.id:
            assert message.string, f"no translation: {message.id}"
            assert not message.fuzzy, message.id
            assert places(message.string) == places(message.id), message.id
            assert message.string == message.string.strip(), message.id


def test_there_are_catalogues():
    assert LANGUAGES == ["pt_BR", "tr"]


def test_texts_are_marked_for_extraction_only_as_they_stand():
    # An f-string or a name between the brackets would never be found by Babel, and never translated.
    for path in SOURCES.rglob("*.py"):
        for call in re.findall(r"(?<![\w.])_\(([^)\n]?)", path.read_text("utf-8")):
            assert call in ('"', "'", ""), path
