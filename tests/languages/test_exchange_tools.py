"""What translators' tools do to the files, and files that nobody should send."""

import os
import re

import pytest
from lxml import etree

from lockstep.languages.exchange.units import read_context
from support.exchange import fill, units

NAMESPACE = "{urn:oasis:names:tc:xliff:document:1.2}"
END = "Fim\n\nUma quebra de grafo custa muita velocidade, e nada avisa você disso."


@pytest.fixture
def site(exchange):
    site = exchange
    site.edit("docs/en/rich.md", "costs speed", "costs much speed")
    site.commit("new text")
    return site


def export(site, form="po"):
    file = site.root / f"pt.{form}"
    site.run("export", "pt", "--format", form, "-o", str(file))
    return file


def taken(site, file):
    """Import a file in which the last section of the page is translated, and see that it went in."""
    assert site.run("import", str(file)).startswith("docs/pt/rich.md: 1 section imported\n")
    assert END.partition("\n\n")[2] in site.read("docs/pt/rich.md")
    site.run("check")
    site.run("status", "pt", "--exit-code")


def poedit(text):
    """Its header, its own wrapping, a header with a date, and what was once there, commented out."""
    text = text.replace('"X-Generator: Lockstep\\n"', '"X-Generator: Poedit 3.6\\n"\n"X-Poedit-Basepath: .\\n"')
    text = text.replace('"PO-Revision-Date: \\n"', '"PO-Revision-Date: 2026-12-01 10:00+0300\\n"')
    text = re.sub(r'(?<=[^n])"\n"(?=[^"\n]*")', "", text)
    return text + '\n#~ msgctxt "guide.md#gone@new"\n#~ msgid "Gone"\n#~ msgstr "Foi"\n'


def crowdin(text):
    """No comments, the language's name in another form, fields of its own, line endings and a mark of Windows."""
    text = re.sub(r"(?m)^#(?!,).*\n", "", text).replace("Language: pt_BR", "Language: pt-BR")
    text = text.replace('"X-Generator: Lockstep\\n"', '"X-Crowdin-Project: docs\\n"\n"X-Crowdin-Language: pt-BR\\n"')
    return "\ufeff" + text.replace("\n", "\r\n")


def windows(text):
    """Line endings of Windows in the texts themselves."""
    head, _, rest = text.partition("\n\n")
    return head + "\n\n" + rest.replace("\\n", "\\r\\n")


def trailing(text):
    """A blank at the end of the translation."""
    return text.replace('disso."', 'disso.\\n"\n"\\n"')


@pytest.mark.parametrize("tool", [poedit, crowdin, windows, trailing])
def test_po_files_out_of_tools(site, tool):
    file = export(site)
    fill(file, {"rich.md#end": END})
    before = file.read_text("utf-8")
    file.write_bytes(tool(before).encode())
    assert file.read_bytes() != before.encode()
    taken(site, file)


def edit_xml(file, change):
    tree = etree.parse(str(file))
    for unit in tree.iter(f"{NAMESPACE}trans-unit"):
        change(unit)
    tree.write(str(file), encoding="utf-8", xml_declaration=True)


def set_target(unit, state=None, approved=None):
    target = unit.find(f"{NAMESPACE}target")
    target.attrib.clear()
    unit.attrib.pop("approved", None)
    target.text = END
    if state:
        target.set("state", state)
    if approved:
        unit.set("approved", approved)


def bare(unit):
    """Take off everything that a tool need not keep, and change the order."""
    for one in list(unit):
        if one.tag not in (f"{NAMESPACE}source", f"{NAMESPACE}target"):
            unit.remove(one)
    unit.attrib.pop("{http://www.w3.org/XML/1998/namespace}space", None)
    unit.append(unit[0])


def renumbered(unit):
    """Another id: the name is still there."""
    unit.set("id", "4711")


def marked(unit):
    """The text in a marked segment."""
    target = unit.find(f"{NAMESPACE}target")
    mark = etree.SubElement(target, f"{NAMESPACE}mrk", mtype="seg", mid="0")
    mark.text, target.text = target.text, None


@pytest.mark.parametrize("tool", [bare, renumbered, marked], ids=lambda tool: tool.__name__)
def test_xliff_files_out_of_tools(site, tool):
    file = export(site, "xliff")
    edit_xml(file, lambda unit: (set_target(unit, "translated"), tool(unit)))
    taken(site, file)


@pytest.mark.parametrize(
    ("state", "approved", "done"),
    [
        ("translated", None, True),
        ("translated", "no", True),
        ("final", "yes", True),
        ("signed-off", None, True),
        (None, "yes", True),
        (None, None, True),
        (None, "no", False),
        ("needs-translation", None, False),
        ("needs-review-translation", None, False),
        ("new", "yes", False),
        ("x-unheard-of", None, False),
    ],
)
def test_which_states_are_done(site, state, approved, done):
    file = export(site, "xliff")
    edit_xml(file, lambda unit: set_target(unit, state, approved))
    if done:
        taken(site, file)
    else:
        assert "rich.md#end: marked as not ready, left as it is" in site.run("import", str(file))


def test_a_language_may_be_called_in_several_ways(site):
    file = export(site)
    fill(file, {"rich.md#end": END})
    text = file.read_text("utf-8")
    for name in ("pt-BR", "pt_BR", "pt", "PT-br"):
        file.write_text(text.replace("Language: pt_BR", f"Language: {name}"), "utf-8")
        site.run("import", "--dry-run", str(file))
    for name in ("pt_PT", "xx", "en", "???"):
        file.write_text(text.replace("Language: pt_BR", f"Language: {name}"), "utf-8")
        assert "LS262 the project has no language" in site.run("import", str(file), code=2)
    file.write_text(text.replace('"Language: pt_BR\\n"\n', ""), "utf-8")
    assert "LS262 the file does not say which language it is in" in site.run("import", str(file), code=2)


def test_a_file_of_another_source_language_is_refused(site):
    file = export(site, "xliff")
    fill(file, {"rich.md#end": END})
    file.write_text(file.read_text("utf-8").replace('source-language="en"', 'source-language="de"'), "utf-8")
    assert "pt.xliff:3:1 LS262 the file's source language is 'de', the project's is 'en'" in site.run(
        "import", str(file), code=2
    )


HEAD = 'msgid ""\nmsgstr ""\n"Language: pt_BR\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
    '<file original="en" source-language="en" target-language="pt-BR" datatype="plaintext">'
    "<body>{}</body></file></xliff>"
)


def entry(context="guide.md#modes@new", source="a", target="b"):
    return f'msgctxt "{context}"\nmsgid "{source}"\nmsgstr "{target}"\n\n'


HOSTILE = {
    "text": ("Hello\nworld\n", "1:1 LS261 this is no PO file that can be read"),
    "empty": ("", "1:1 LS261 there is no unit in the file"),
    "blank": ("\n\n", "3:1 LS261 there is no unit in the file"),
    "html": ("<html></html>", "1:1 LS261 this is no XLIFF 1.2 file"),
    "half a tag": ("<xliff", "1:1 LS261 this is no XLIFF 1.2 file"),
    "no file": (
        '<xliff version="1.2"/>',
        "1:1 LS261 this is no XLIFF 1.2 file that can be read: there is no <file> in it",
    ),
    "XLIFF 2": ('<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0"/>', "LS261 this is no XLIFF 1.2"),
    "damaged": (XLIFF.format("<trans-unit>"), "1:1 LS261"),
    "entities": (
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>\n' + XLIFF.format(""),
        "1:1 LS261 a document type has no place in an XLIFF file",
    ),
    "entities below a comment": (
        '<?xml version="1.0"?>\n<!-- <xliff -->\n<!DOCTYPE x [<!ENTITY a "aaaa">]>\n' + XLIFF.format(""),
        "3:1 LS261 a document type has no place in an XLIFF file",
    ),
    "another coding": ('<?xml version="1.0" encoding="UTF-16"?>' + XLIFF.format(""), "LS261 the file says that its"),
    "another charset": (HEAD.replace("UTF-8", "ISO-8859-9") + entry(), "coded as ISO-8859-9"),
    "no such charset": (HEAD.replace("UTF-8", "xyz") + entry(), "1 LS261 this is no PO file that can be read"),
    "an open quote": (HEAD + 'msgid "a\nmsgstr "b"\n', ":6:1 LS261"),
    "cut off": (
        HEAD + entry() + 'msgctxt "guide.md#limits@new"\nmsgid "c"\n',
        "LS261 a unit has a msgid, but no msgstr",
    ),
    "no context": (HEAD + 'msgid "a"\nmsgstr "b"\n', ":6:1 LS263 a unit without a context"),
    "another context": (HEAD + entry("Menu"), ":6:1 LS263 'Menu' names no section"),
    "no fingerprint": (HEAD + entry("guide.md#modes"), "LS263 'guide.md#modes' names no section"),
    "half a fingerprint": (HEAD + entry("guide.md#modes@bcd"), "LS263 'guide.md#modes@bcd' names no section"),
    "no page": (HEAD + entry("modes@new"), "LS263 'modes@new' names no section"),
    "twice": (HEAD + entry() + "# x\n" + entry("guide.md#modes@bbbbbbbbb"), ":11:1 LS263 the section 'guide.md#modes'"),
    "plural forms": (
        HEAD + 'msgctxt "guide.md#modes@new"\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n',
        ":6:1 LS263 a unit with plural forms",
    ),
    "a control character by its number": (
        XLIFF.format('<trans-unit id="guide.md#x@new"><source>a</source><target>&#127;</target></trans-unit>'),
        ":1:1 LS263 the control character U+007F",
    ),
    "a control character itself": (HEAD + entry(target="b\x02c"), ":8:10 LS002 the control character U+0002"),
    "a control character of XML": (
        XLIFF.format('<trans-unit id="guide.md#modes@new"><source>a</source><target>&#7;</target></trans-unit>'),
        "LS261",
    ),
    "no id": (XLIFF.format("<trans-unit><source>a</source></trans-unit>"), "1:1 LS263 a unit without a context"),
    "nothing in it": (XLIFF.format('<trans-unit id="x@new"/>'), "1:1 LS263 'x@new' names no section"),
    "Latin-1": (HEAD.encode() + entry(target="é").encode("latin-1"), ":8:9 LS002 byte 0xe9 is not UTF-8"),
    "UTF-16": ((HEAD + entry()).encode("utf-16"), "1:1 LS002 byte 0xff is not UTF-8"),
    "binary": (bytes(range(256)), "LS002"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_files_that_cannot_be_used(site, name):
    content, expected = HOSTILE[name]
    file = site.root / "file"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    good = export(site)
    fill(good, {"rich.md#end": END})
    was = site.read("docs/pt/rich.md")
    # Whatever else there is to import.
    found = site.run("import", str(good), str(file), code=2)
    assert expected in found
    assert all(re.match(r"file:\d+:\d+ LS\d{3} ", line) for line in found.splitlines())
    assert site.read("docs/pt/rich.md") == was


def test_a_file_that_is_not_there(site):
    assert site.run("import", "nowhere.po", code=2) == "nowhere.po:1:1 LS001 the file does not exist\n"
    assert "LS001" in site.run("import", "docs", code=2)


def test_one_section_in_two_files(site):
    po, xliff = export(site), export(site, "xliff")
    fill(po, {"rich.md#end": END})
    fill(xliff, {"rich.md#end": END + " Sim."})
    assert "pt.xliff:5:1 LS263 the section 'rich.md#end' is there already, at pt.po:27" in site.run(
        "import", str(po), str(xliff), code=2
    )


@pytest.mark.parametrize("context", ["../../x.md#modes@new", "/etc/passwd#x@new", "guide.md#../x@new"])
def test_a_context_leads_nowhere_else(site, context):
    (site.root / "file.po").write_text(HEAD + entry(context))
    assert "LS264 the source has no section" in site.run("import", "file.po", code=1)
    assert site.git("status", "--short", "docs") == ""


def test_what_xml_cannot_hold_is_named(site):
    text = "the character U+000C, which cannot stand in an XLIFF file (delete it, or export as PO)\n"
    site.edit("docs/pt/rich.md", "e nada avisa", "e nada\x0cavisa")
    said = site.run("export", "pt", "--all", "--format", "xliff", code=2)
    assert said == f"docs/en/rich.md:29:1 LS269 its translation has {text}"
    site.edit("docs/en/rich.md", "costs much", "costs\x0cmuch")
    said = site.run("export", "pt", "--format", "xliff", code=2)
    assert said == f"docs/en/rich.md:29:1 LS269 this section has {text}"
    site.run("export", "pt")


def test_a_page_with_faults_of_its_own_does_not_stop_the_others(site):
    """A heading's id is there twice."""
    site.edit("docs/pt/guide.md", "## Limites { #limits }", "## Limites { #modes }")
    site.edit("docs/en/guide.md", "The first mode", "The very first mode")
    file = export(site)
    texts = {
        "rich.md#end": END,
        "guide.md#modes": "Modos\n\nO primeiríssimo modo é o padrão, com velocidade e memória.",
    }
    fill(file, texts)
    found = site.run("import", str(file), code=1)
    assert "docs/pt/rich.md: 1 section imported" in found
    assert "'guide.md#modes' would not pass: " in found


def test_front_matter_in_one_line(site):
    page = site.read("docs/pt/guide.md").partition("\n---\n\n")[2]
    site.write("docs/pt/guide.md", "---\n{title: Guia}\n---\n\n" + page)
    file = export(site)
    fill(file, {"guide.md#.title": "O guia", "rich.md#end": END})
    found = site.run("import", str(file), code=1)
    assert "LS221 'guide.md#.title' would not pass: the front matter is written in one line" in found
    assert "docs/pt/rich.md: 1 section imported" in found


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("title:", "title: O guia\n"),
        ("title: # meu", "title: O guia # meu\n"),
        ("title: !!str Guia", "title: O guia\n"),
    ],
)
def test_titles_in_other_forms(site, written, expected):
    site.edit("docs/pt/guide.md", "title: Guia", written)
    site.edit("docs/en/guide.md", "title: Guide", "title: The guide")
    file = export(site)
    fill(file, {"guide.md#.title": "O guia"})
    site.run("import", str(file))
    assert expected in site.read("docs/pt/guide.md")


@pytest.mark.parametrize("content", [HEAD + "#~ " + entry().strip().replace("\n", "\n#~ ") + "\n", XLIFF.format("")])
def test_a_file_without_sections_says_so(site, content):
    site.write("file", content)
    assert site.run("import", "file") == "there is no section to import\n"


def test_where_an_export_may_go(site):
    said = site.run("export", "pt", "-o", "-")
    assert said.startswith(site.run("export", "pt"))
    assert not (site.root / "-").exists()
    assert site.run("export", "pt", "-o", os.devnull, code=2) == f"{os.devnull} is no file\n"
    assert site.run("export", "pt", "-o", "docs", code=2) == "docs is no file\n"
    # One that somebody made beforehand has no work in it.
    site.write("new.po", "")
    assert site.run("export", "pt", "-o", "new.po").startswith("new.po: ")
    assert 'msgctxt "' in site.read("new.po")


def test_a_link_and_a_file_s_rights_stay(site):
    file = export(site)
    fill(file, {"rich.md#end": END})
    was = site.read("docs/pt/rich.md")
    target = site.root / "pages/rich.md"
    target.parent.mkdir()
    (site.root / "docs/pt/rich.md").rename(target)
    target.chmod(0o640)
    (site.root / "docs/pt/rich.md").symlink_to(target)
    site.run("import", str(file))
    assert (site.root / "docs/pt/rich.md").is_symlink()
    assert target.read_text() != was
    assert target.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in target.parent.iterdir()] == ["rich.md"]


@pytest.mark.parametrize("text", ["a", "guide.md#x@", "#@new", "guide.md@new#x", "guide.md#x@newer", ""])
def test_contexts_that_are_none(text):
    assert read_context(text) in (None, ("#", ""))


WORDS = {
    "ords": "avras",
    "stand": "estão",
    "here": "aqui",
    "Top ": "Topo ",
    "Under ": "Abaixo ",
    "With ": "Com ",
    "Quoted": "Citada",
    "Listed": "Listada",
}


def translate(text):
    for old, new in WORDS.items():
        text = text.replace(old, new)
    return text


def test_headings_of_all_kinds(site):
    """Underlined, with attributes, in a quote, in a list, with markup."""
    source = (
        "Top it is { #top }\n===\n\nSome words that stand here.\n\n"
        "Under it { #under }\n-----\n\nMore words that stand here.\n\n"
        "### With `code` and *stress* ### { #with .cls }\n\nEven more words stand here.\n\n"
        "> #### Quoted { #quoted }\n>\n> Words stand in a quote here.\n\n"
        "- ##### Listed { #listed }\n\n    Words stand in a list here.\n"
    )
    site.write("docs/en/heads.md", source)
    file = export(site)
    texts = {name: translate(str(unit.source)) for name, unit in units(file).items() if name.startswith("heads.md")}
    assert [text.partition("\n")[0] for text in texts.values()] == [
        "Topo it is",
        "Abaixo it",
        "Com `code` and *stress*",
        "Citada",
        "Listada",
    ]
    fill(file, texts)
    assert "docs/pt/heads.md: 5 sections imported\n" in site.run("import", str(file))
    made, wanted = site.read("docs/pt/heads.md").partition("\n---\n\n")[2], translate(source)
    assert [line for line in made.split("\n") if line.strip("> ")] == [
        line for line in wanted.split("\n") if line.strip("> ")
    ]
    site.run("check")


def test_units_keep_their_texts_to_the_letter(site):
    """Backslashes, quotes, tabs, long lines, markup of XML."""
    text = 'A \\n "b" \\\\ <b>&amp;</b> ]]> %s %(x)s \t ' + "long " * 60 + "é İı 漢字 🙂 end"
    site.write("docs/en/odd.md", f"# Odd {{ #odd }}\n\n{text}\n")
    for form in ("po", "xliff"):
        file = export(site, form)
        assert str(units(file)["odd.md#odd"].source) == f"Odd\n\n{text}"
