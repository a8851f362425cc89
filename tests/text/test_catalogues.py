"""The texts of the interface and of the references, in step with the sources.

``pytest --update`` brings the catalogues there. It takes every translation from either file of a language, so that a
text that has come to belong in the other moves there with its translation; one in ``lockstep.po`` is the newer.
"""

import re
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import lockstep
from lockstep.cli.reference import texts
from lockstep.messages import CATALOGUES, DOMAINS, INTERFACE, REFERENCE, template_path
from lockstep.rules.registry import RULES

SOURCES = Path(lockstep.__file__).parent
METHODS = [("**.py", "python"), ("templates/**", "jinja2"), ("**/theme/**.html", "jinja2")]
# What is shown by the blocks `commands` and `findings` only.
REFERENCES = re.compile(r"rules/.*|templates/command\.html")
LANGUAGES = sorted(path.parent.parent.name for path in CATALOGUES.glob("*/LC_MESSAGES/lockstep.po"))
TITLES = {INTERFACE: "Lockstep's interface", REFERENCE: "Lockstep's references of commands and findings"}
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'


@cache
def marked():
    """Every file of the sources with every text that is marked in it."""
    keywords = {"_": None, "gettext": None}
    found = extract_from_dir(SOURCES, METHODS, {}, keywords)
    return [(Path(file).as_posix(), message) for file, _, message, _, _ in found]


def extracted():
    """The texts of each domain; one that both need is the interface's."""
    found = {domain: Catalog() for domain in DOMAINS}
    for file, message in marked():
        found[REFERENCE if REFERENCES.fullmatch(file) else INTERFACE].add(message)
    # Those of the commands stand in their help and nowhere else.
    for message in texts():
        found[REFERENCE].add(message)
    for message in found[INTERFACE]:
        found[REFERENCE].delete(message.id)
    return found


def written(catalogue, domain):
    buffer = BytesIO()
    write_po(buffer, catalogue, width=100, no_location=True, omit_header=True, sort_output=True, ignore_obsolete=True)
    return f"# Texts of {TITLES[domain]}.\n{HEADER}\n{buffer.getvalue().decode().strip()}\n\n"


def read(path):
    """Read a catalogue; none at all is an empty one."""
    if not path.exists():
        return Catalog()
    text = path.read_text("utf-8")
    catalogue = read_po(BytesIO(text.encode()), abort_invalid=True)
    # Of two translations of one text, as a merge may leave them, Babel would take one and say nothing.
    counts = [len(re.findall(rf"(?m)^{word} ", text)) for word in ("msgid", "msgstr")]
    assert counts == [len(catalogue) + 1] * 2, f"{path}: a text or a translation is there twice"
    return catalogue


def carried(folder):
    """The catalogues in a folder as they ought to be: the sources' texts, with the translations of either file."""
    known = [read(folder / f"{domain}.po") for domain in DOMAINS]
    wanted = extracted()
    for message in [message for catalogue in wanted.values() for message in catalogue if message.id]:
        entries = [entry for entry in (catalogue.get(message.id) for catalogue in known) if entry and entry.string]
        # A final translation before one that is not, the interface's catalogue before the other.
        for entry in sorted(entries, key=lambda entry: entry.fuzzy)[:1]:
            message.string = entry.string
            message.flags |= entry.flags & {"fuzzy"}
    return {domain: written(catalogue, domain) for domain, catalogue in wanted.items()}


def places(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_template_holds_the_texts_of_the_sources(golden, domain):
    golden(template_path(domain), written(extracted()[domain], domain))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogues_hold_the_texts_of_the_sources(golden, language):
    folder = CATALOGUES / language / "LC_MESSAGES"
    # The interface's last: until then, it may be the only file that has a text of the other.
    for domain, text in reversed(carried(folder).items()):
        golden(folder / f"{domain}.po", text)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_complete(language, domain):
    for message in read(CATALOGUES / language / "LC_MESSAGES" / f"{domain}.po"):
        if message.id:
            assert message.string, f"no translation: {message.id}"
            assert not message.fuzzy, message.id
            assert places(message.string) == places(message.id), message.id
            assert message.string == message.string.strip(), message.id


@pytest.mark.parametrize("name", ["lockstep.po", "reference.po"])
def test_everything_in_one_file_is_parted_and_nothing_lost(tmp_path, name):
    ours = CATALOGUES / "tr/LC_MESSAGES"
    before = {domain: (ours / f"{domain}.po").read_text("utf-8") for domain in DOMAINS}
    bodies = [text.partition("\n\n")[2] for text in before.values()]
    (tmp_path / name).write_text(HEADER + "\n" + "".join(bodies), "utf-8")
    assert carried(tmp_path) == before


def test_what_the_interface_still_holds_is_the_newer(tmp_path):
    texts = {domain: [message.id for message in catalogue if message.id] for domain, catalogue in extracted().items()}
    (shared, kept), (moved, stayed, lost, unsure) = texts[INTERFACE][:2], texts[REFERENCE][:4]
    put(tmp_path, INTERFACE, {shared: "1", moved: "3", lost: "", unsure: ("6", "fuzzy")})
    put(tmp_path, REFERENCE, {kept: "2", shared: "old", moved: "old", stayed: "4", lost: "5", unsure: "7"})
    for domain, text in carried(tmp_path).items():
        (tmp_path / f"{domain}.po").write_text(text, "utf-8")
    for domain, expected in (
        (INTERFACE, {shared: "1", kept: "2"}),
        (REFERENCE, {moved: "3", stayed: "4", lost: "5", unsure: "7"}),
    ):
        found = read(tmp_path / f"{domain}.po")
        assert [message.id for message in found if message.id] == sorted(texts[domain])
        assert {message.id: message.string for message in found if message.id and message.string} == expected
        assert not any(message.fuzzy for message in found if message.id)


def test_a_text_that_is_not_final_stays_so(tmp_path):
    moved = next(message.id for message in extracted()[REFERENCE] if message.id)
    put(tmp_path, INTERFACE, {moved: ("x", "fuzzy")})
    (tmp_path / "reference.po").write_text(carried(tmp_path)[REFERENCE], "utf-8")
    assert read(tmp_path / "reference.po").get(moved).fuzzy


def put(folder, domain, translations):
    """Write a catalogue of translations, each a string or one with flags."""
    catalogue = Catalog()
    for text, translation in translations.items():
        string, *flags = [translation] if isinstance(translation, str) else translation
        catalogue.add(text, string, flags=flags)
    (folder / f"{domain}.po").write_text(written(catalogue, domain), "utf-8")


@pytest.mark.parametrize(
    "double", ['msgid "Tip"\nmsgstr "A"\n\nmsgid "Tip"\nmsgstr "B"\n', 'msgid "Tip"\nmsgstr "A"\nmsgstr "B"\n']
)
def test_a_translation_that_a_merge_has_doubled_is_not_chosen_at_random(tmp_path, double):
    (tmp_path / "lockstep.po").write_text(f"{HEADER}\n{double}", "utf-8")
    with pytest.raises(AssertionError, match="twice"):
        carried(tmp_path)


def test_the_interface_says_nothing_of_the_references():
    found = {domain: {message.id for message in catalogue if message.id} for domain, catalogue in extracted().items()}
    assert not found[INTERFACE] & found[REFERENCE]
    told = {text for rule in RULES.values() for text in (rule.title, rule.meaning)} | set(texts())
    assert RULES["LS211"].meaning in found[REFERENCE]
    assert told <= found[INTERFACE] | found[REFERENCE]
    # A catalogue that a translator of a site fills is the smaller part.
    assert len(found[INTERFACE]) < len(found[REFERENCE])


def test_there_are_catalogues():
    assert LANGUAGES == ["pt_BR", "tr"]


def test_texts_are_marked_for_extraction_only_as_they_stand():
    # An f-string or a name between the brackets would never be found by Babel, and never translated.
    for path in SOURCES.rglob("*.py"):
        for call in re.findall(r"(?<![\w.])_\(([^)\n]?)", path.read_text("utf-8")):
            assert call in ('"', "'", ""), path
