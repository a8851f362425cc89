"""Sections go out to translators and come back into the pages."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.exchange import PAGE_PT, RICH_PT, fill, units
from support.repository import copy_of

FORMS = pytest.mark.parametrize("form", ["po", "xliff"])
GOLDEN = Path(__file__).parent / "exchange"


@pytest.fixture
def site(exchange):
    return exchange


def export(site, *arguments, form="po", language="pt", code=0):
    """Export to a file; return it and what was said."""
    file = site.root / f"{language}.{form}"
    said = site.run("export", language, *arguments, "--format", form, "-o", str(file), code=code)
    return file, said


def make_stale(site):
    site.edit("docs/en/rich.md", "costs speed", "costs much speed")
    site.edit("docs/en/rich.md", "Modes: a guide", "Modes: the guide")
    site.edit("docs/en/guide.md", "The first mode", "The very first mode")
    site.commit("new texts")


def speak_arabic(site):
    site.edit("pyproject.toml", 'tr = "tr"', 'tr = "tr"\nar = "ar"')
    site.write("docs/ar/.keep", "")


NEW = {
    "rich.md#.title": "Modos: 'o guia'",
    "rich.md#end": "Fim\n\nUma quebra de grafo custa muita velocidade, e nada avisa você disso.",
    "guide.md#modes": "Modos\n\nO primeiríssimo modo é o padrão, e ele equilibra a velocidade e a memória.",
}


@FORMS
def test_what_is_exported(site, golden, form):
    make_stale(site)
    site.edit("docs/pt/guide.md", "O primeiro", "<!-- lockstep: to do -->\n\nO primeiro")
    site.edit("docs/en/guide.md", "## Limits", "## New { #new }\n\nNew words.\n\n## Limits")
    entry = next(line for line in site.read("docs/pt/rich.md").split("\n") if line.startswith("  code: "))
    site.edit("docs/pt/rich.md", entry + "\n", "")
    file, said = export(site, form=form)
    assert said == f"{file}: 5 sections (2 stale, 1 unrecorded, 2 missing)\n"
    golden(GOLDEN / f"pt.{form}", file.read_text("utf-8"))
    again = file.read_bytes()
    assert export(site, form=form)[0].read_bytes() == again
    assert site.run("export", "pt", "--format", form).startswith(again.decode())


@FORMS
def test_stale_sections_there_and_back(site, form):
    make_stale(site)
    file, _ = export(site, form=form)
    assert set(units(file)) == set(NEW)
    fill(file, NEW)
    was = {path: site.read(path) for path in ("docs/pt/rich.md", "docs/pt/guide.md")}
    assert site.run("import", str(file), "--dry-run") == (
        "docs/pt/guide.md: 1 section would be imported\ndocs/pt/rich.md: 2 sections would be imported\n"
    )
    assert {path: site.read(path) for path in was} == was
    assert site.run("import", str(file)) == (
        "docs/pt/guide.md: 1 section imported\ndocs/pt/rich.md: 2 sections imported\n"
    )
    site.run("check")
    site.run("status", "pt", "--exit-code")
    had = was["docs/pt/rich.md"].split("\n")
    differ = [(old, new) for old, new in zip(had, site.read("docs/pt/rich.md").split("\n"), strict=True) if old != new]
    assert [new.split(":")[0] for _, new in differ] == [
        "title",
        "  .title",
        "  end",
        "Uma quebra de grafo custa muita velocidade, e nada avisa você disso.",
    ]
    assert differ[0][1] == "title: 'Modos: ''o guia'''"
    assert site.run("import", str(file)) == "3 sections in the pages already\n"


@FORMS
def test_a_page_that_is_missing_is_made(site, form):
    site.git("rm", "-q", "docs/pt/rich.md")
    file, said = export(site, form=form)
    assert said == f"{file}: 6 sections (6 missing)\n"
    assert {unit.target or "" for unit in units(file).values()} == {""}
    fill(file, {f"rich.md#{key}": text for key, text in RICH_PT.items()})
    assert site.run("import", str(file)) == "docs/pt/rich.md: 6 sections imported\n"
    site.run("accept", "docs/pt/rich.md")
    made = site.read("docs/pt/rich.md")
    assert made.replace('"Modos: \\"um guia\\""', "'Modos: \"um guia\"'") == site.git("show", "HEAD:docs/pt/rich.md")
    site.run("check")


def test_a_part_of_a_missing_page_leaves_marks(site):
    site.git("rm", "-q", "docs/pt/rich.md")
    file, _ = export(site)
    fill(file, {"rich.md#code": RICH_PT["code"]})
    said = site.run("import", str(file)).splitlines()
    assert said[0] == "docs/pt/rich.md: 1 section imported, 5 sections still to do"
    assert said[1].endswith("rich.md#.title: not translated, left as it is")
    assert len(said) == 6
    assert {line.split()[1] for line in site.run("check", code=1).splitlines()} == {"LS225"}
    file, said = export(site)
    assert "5 missing" in said
    fill(file, {f"rich.md#{key}": text for key, text in RICH_PT.items() if key != "code"})
    site.run("import", str(file))
    site.run("check")
    site.run("status", "pt", "--exit-code")


@FORMS
@pytest.mark.parametrize("key", ["rich", "code", "end"])
def test_a_missing_section_is_put_in_its_place(site, key, form):
    whole = site.read("docs/pt/rich.md")
    start = whole.index("# Rica" if key == "rich" else "## Código" if key == "code" else "## Fim")
    end = whole.find("\n## ", start) + 1 or len(whole)
    site.write("docs/pt/rich.md", whole[:start] + whole[end:])
    file, said = export(site, form=form)
    assert "(1 missing)" in said
    fill(file, {f"rich.md#{key}": RICH_PT[key]})
    site.run("import", str(file))
    assert site.read("docs/pt/rich.md") == whole


@pytest.mark.parametrize("key", [".title", ".description", ".top"])
def test_missing_texts_above_the_headings_are_put_in_their_place(site, key):
    whole = site.read("docs/pt/rich.md")
    start = whole.index({".title": "title:", ".description": "description:", ".top": "Esta"}[key])
    end = whole.index("\n", start) + (2 if key == ".top" else 1)
    site.write("docs/pt/rich.md", whole[:start] + whole[end:])
    file, _ = export(site)
    fill(file, {f"rich.md#{key}": RICH_PT[key]})
    site.run("import", str(file))
    assert site.read("docs/pt/rich.md").replace('"Modos: \\"um guia\\""', "'Modos: \"um guia\"'") == whole


def test_a_page_without_front_matter_gets_some(site):
    site.write("docs/pt/guide.md", site.read("docs/pt/guide.md").partition("---\n\n")[2])
    file, _ = export(site, "guide.md")
    fill(file, {"guide.md#.title": "Guia"})
    site.run("import", str(file))
    assert site.read("docs/pt/guide.md").startswith("---\ntitle: Guia\ntranslates:\n  .title: ")
    assert "\n---\n\n# Guia { #guide }\n" in site.read("docs/pt/guide.md")


@pytest.mark.parametrize(
    ("written", "text", "expected"),
    [
        ("title: Guia  # meu", "O guia", "title: O guia  # meu"),
        ("title: Guia  # lockstep: to do", "O guia", "title: O guia"),
        ("title: Guia", "2024", 'title: "2024"'),
        ("title: Guia", "yes", 'title: "yes"'),
        ("title: Guia", "# guia", 'title: "# guia"'),
        ("title: Guia", "- guia: 'a' \"b\" \\c", 'title: "- guia: \'a\' \\"b\\" \\\\c"'),
        ("title: 'Guia'", "d'água", "title: 'd''água'"),
        ('title: "Guia"', "d'água", 'title: "d\'água"'),
        ("title: >\n  O velho\n  guia", "O guia", "title: O guia"),
        ("title: |  # x\n  O velho\n\n\nlang: x", "O guia", "title: O guia\n\n\nlang: x"),
        ("title: O velho\n  guia  # c", "O guia", "title: O guia  # c"),
        ("title: Guia", "Kılavuz: İçindekiler", 'title: "Kılavuz: İçindekiler"'),
        ("title: Guia", "دليل: الأوضاع", 'title: "دليل: الأوضاع"'),
    ],
)
def test_titles_are_written_as_yaml(site, written, text, expected):
    site.edit("docs/pt/guide.md", "title: Guia", written)
    site.edit("docs/en/guide.md", "title: Guide", "title: The guide")
    file, _ = export(site, "guide.md")
    fill(file, {"guide.md#.title": text})
    site.run("import", str(file))
    assert site.read("docs/pt/guide.md").startswith(f"---\n{expected}\ntranslates:")
    site.run("status", "pt", "--exit-code")


def test_every_byte_elsewhere_stays(site):
    make_stale(site)
    site.edit("docs/pt/rich.md", "translates:", "tags: [a, 'b']  # minhas\ntranslates:  # não mexa")
    site.edit("docs/pt/rich.md", "# Rica", "<!-- meu comentário -->\n\n# Rica")
    crlf = "\ufeff" + site.read("docs/pt/rich.md").replace("\n", "\r\n")
    site.write("docs/pt/rich.md", crlf)
    mixed = site.read("docs/pt/guide.md").replace("\n", "\r\n", 9)
    site.write("docs/pt/guide.md", mixed)
    record = [line for line in crlf.split("\r\n") if line.startswith(("  end: ", "  .title: "))]
    file, _ = export(site)
    fill(file, NEW)
    site.run("import", str(file))
    now = site.read("docs/pt/rich.md")
    entries = [line for line in now.split("\r\n") if line.startswith(("  end: ", "  .title: "))]
    expected = crlf.replace("custa velocidade", "custa muita velocidade")
    expected = expected.replace("""'Modos: "um guia"'""", "'Modos: ''o guia'''")
    for old, new in zip(record, entries, strict=True):
        assert old != new
        expected = expected.replace(old, new)
    assert now == expected
    after = site.read("docs/pt/guide.md")
    assert after.count("\r\n") == mixed.count("\r\n")
    assert after.replace("\r\n", "\n").count("primeiríssimo") == 1


def test_old_texts_come_from_the_history(site, tmp_path):
    make_stale(site)
    file, _ = export(site)
    unit = units(file)["rich.md#end"]
    assert unit.prev_source == "End\n\nA graph break costs speed, and nothing tells you about it."
    assert unit.target == RICH_PT["end"]
    assert unit.isfuzzy()
    site.git("archive", "--format=zip", "-o", str(tmp_path / "a.zip"), "HEAD")
    shutil.unpack_archive(tmp_path / "a.zip", tmp_path / "tarball")
    bare = type(site)(tmp_path / "tarball")
    file, said = export(bare)
    assert said.splitlines()[1] == "the old text of 3 sections is not there to be shown: this is no git repository"
    unit = units(file)["rich.md#end"]
    assert not unit.prev_source
    assert unit.target == RICH_PT["end"]
    fill(file, NEW)
    bare.run("import", str(file))
    bare.run("status", "pt", "--exit-code")


def test_a_file_made_in_one_clone_goes_into_another(site, tmp_path):
    make_stale(site)
    file, _ = export(site)
    fill(file, NEW)
    other = copy_of(site, tmp_path / "clone", "--depth", "1")
    other.run("import", str(file))
    other.run("status", "pt", "--exit-code")


@FORMS
def test_work_that_is_newer_stays(site, form):
    make_stale(site)
    file, _ = export(site, form=form)
    fill(file, NEW)
    site.edit("docs/pt/rich.md", "e nada avisa", "e ninguém avisa")
    was = site.read("docs/pt/rich.md")
    found = site.run("import", str(file), code=1).splitlines()
    line = next(n for n, text in enumerate(file.read_text("utf-8").split("\n"), 1) if "rich.md#end@" in text)
    assert found[:2] == ["docs/pt/guide.md: 1 section imported", "docs/pt/rich.md: 1 section imported"]
    assert found[2].startswith(
        f"{file.name}:{line}:1 LS266 the translation of 'rich.md#end' was edited after the export, at docs/pt/rich.md:"
    )
    assert len(found) == 3
    assert site.read("docs/pt/rich.md").partition("## Fim")[2] == was.partition("## Fim")[2]


@pytest.mark.parametrize(
    "change",
    [("e nada avisa", "e nada, <!-- sim -->\navisa"), ("Uma quebra", "<!-- lockstep: allow LS251 (x) -->\nUma quebra")],
)
def test_a_comment_is_newer_work_too(site, change):
    make_stale(site)
    file, _ = export(site)
    fill(file, NEW)
    site.edit("docs/pt/rich.md", *change)
    assert "LS266" in site.run("import", str(file), code=1)


def test_a_text_that_was_wrapped_in_another_way_is_no_newer_work(site):
    make_stale(site)
    file, _ = export(site)
    fill(file, NEW)
    site.edit("docs/pt/rich.md", "custa velocidade, e nada", "custa velocidade,\ne nada")
    site.run("import", str(file))
    site.run("status", "pt", "--exit-code")


def test_somebody_else_has_made_or_deleted_it_in_the_meantime(site):
    site.git("rm", "-q", "docs/pt/rich.md")
    file, _ = export(site)
    fill(file, {f"rich.md#{key}": text for key, text in RICH_PT.items()})
    site.git("reset", "-q", "--hard")
    site.edit("docs/pt/rich.md", "e nada avisa", "e ninguém avisa")
    was = site.read("docs/pt/rich.md")
    assert "'rich.md#end' was exported without a translation, and docs/pt/rich.md:" in site.run(
        "import", str(file), code=1
    )
    assert site.read("docs/pt/rich.md") == was
    make_stale(site)
    file, _ = export(site)
    fill(file, NEW)
    site.git("rm", "-qf", "docs/pt/rich.md")
    assert "that was exported is not in docs/pt/rich.md any more" in site.run("import", str(file), code=1)
    assert not (site.root / "docs/pt/rich.md").exists()


@FORMS
def test_a_source_that_has_changed_since_is_not_what_was_translated(site, form):
    make_stale(site)
    file, _ = export(site, form=form)
    fill(file, NEW)
    site.edit("docs/en/rich.md", "costs much speed", "costs a lot of speed")
    site.edit("docs/en/guide.md", "balances speed against", "balances speed\nagainst")
    found = site.run("import", str(file), code=1).splitlines()
    assert found[:2] == ["docs/pt/guide.md: 1 section imported", "docs/pt/rich.md: 1 section imported"]
    assert "LS265 the source has changed since 'rich.md#end' was exported, at docs/en/rich.md:29" in found[2]
    assert "muita velocidade" not in site.read("docs/pt/rich.md")


def test_a_section_that_is_gone_is_named(site):
    make_stale(site)
    file, _ = export(site)
    fill(file, NEW)
    site.edit("docs/en/rich.md", "{ #end }", "{ #the-end }")
    site.git("mv", "docs/en/guide.md", "docs/en/manual.md")
    found = site.run("import", str(file), code=1)
    assert "LS264 the source has no section 'rich.md#end' (export again; did you mean 'the-end'?)" in found
    assert "LS264 the source has no section 'guide.md#modes' (" in found
    assert "docs/pt/rich.md: 1 section imported" in found


@FORMS
def test_what_is_not_ready_is_left(site, form):
    make_stale(site)
    file, _ = export(site, form=form)
    fill(file, {"rich.md#end": NEW["rich.md#end"]})
    said = site.run("import", str(file)).splitlines()
    assert said[0] == "docs/pt/rich.md: 1 section imported"
    assert [line.partition(" ")[2] for line in said[1:]] == [
        "guide.md#modes: marked as not ready, left as it is",
        "rich.md#.title: marked as not ready, left as it is",
    ]


CODE = RICH_PT["code"]
END = NEW["rich.md#end"]
BROKEN = {
    "a fence lost": (
        "code",
        CODE.replace("```python {.not-executable}\nx = 1  # o primeiro\nprint(x)\n```\n\n", ""),
        "LS231",
    ),
    "code changed": ("code", CODE.replace("print(x)", "print(y)"), "LS268"),
    "code indented": ("code", CODE.replace("print(x)", "  print(x)"), "LS268"),
    "a fence never closed": ("code", CODE.replace("print(x)\n```", "print(x)"), "LS119"),
    "a link lost": ("rich", RICH_PT["rich"].replace("[os modos](guide.md#modes)", "os modos"), "LS235"),
    "a link to nowhere": ("rich", RICH_PT["rich"].replace("#modes", "#modos"), "LS235"),
    "an item lost": ("code", CODE.replace("- O segundo item também é curto.\n", ""), "LS237"),
    "a row lost": ("code", CODE.replace("\n| o primeiro deles | 1 |", ""), "LS232"),
    "a term": ("end", END.replace("quebra de grafo", "pausa"), "LS251"),
    "a term to keep": (".top", RICH_PT[".top"].replace("PyTorch", "Tocha"), "LS251"),
    "the source's text": ("end", "End\n\nA graph break costs much speed, and nothing tells you about it.", "LS239"),
    "the source's title": (".description", "Which mode is the right one for all of you", "LS239"),
    "a heading": ("end", END + "\n\n## Mais { #more }\n\nMais texto.", "LS267"),
    "a heading without an id": ("end", END + "\n\nMais\n----\n\nMais texto.", "LS267"),
    "front matter": ("end", END + "\n\n---\ntitle: x\n---\n", "LS267"),
    "front matter above": (".top", "---\nevil: yes\n---\n\n" + RICH_PT[".top"], "LS267"),
    "a comment never closed": ("code", CODE.replace("- O primeiro", "<!-- x\n\n- O primeiro"), "LS237"),
    "an element never closed": ("rich", RICH_PT["rich"] + "\n\n<div>\n<p>", "LS267"),
    "a mark": ("end", END.replace("Uma", "<!-- lockstep: to do -->\n\nUma"), "LS267"),
    "an id in the heading": ("end", END.replace("Fim", "Fim { #end }"), "LS267"),
    "signs before the heading": ("end", END.replace("Fim", "## Fim"), "LS267"),
    "no line below the heading": ("end", END.replace("Fim\n\n", "Fim\n"), "LS267"),
    "the heading alone": ("end", "Fim", "LS237"),
    "no heading": ("end", END.partition("\n\n")[2], "LS237"),
    "a program": ("end", END + "\n\n```python\nimport os\n```", "LS231"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_would_break_a_page_is_refused(site, name):
    key, text, code = BROKEN[name]
    make_stale(site)
    site.edit("docs/en/rich.md", "right one for you", "right one for all of you")
    site.edit("docs/en/rich.md", "for people who", "for all people who")
    site.edit("docs/en/rich.md", "Compile the model first", "Compile the whole model first")
    site.edit("docs/en/rich.md", "Run this small", "Run this very small")
    file, _ = export(site)
    good = {f"rich.md#{one}": text for one, text in RICH_PT.items()} | NEW
    fill(file, good | {f"rich.md#{key}": text})
    line = next(n for n, text in enumerate(file.read_text("utf-8").split("\n"), 1) if f"rich.md#{key}@" in text)
    section = [entry for entry in site.read("docs/pt/rich.md").split("\n") if entry.startswith(f"  {key}: ")]
    found = site.run("import", str(file), code=1).splitlines()
    assert found[:2] == ["docs/pt/guide.md: 1 section imported", "docs/pt/rich.md: 5 sections imported"]
    assert {entry.split(" ")[0] for entry in found[2:]} == {f"pt.po:{line}:1"}
    assert code in {entry.split(" ")[1] for entry in found[2:]}
    assert all(f"'rich.md#{key}' would not pass: " in entry for entry in found[2:])
    # The section is what it was, and everything else is there.
    assert section[0] in site.read("docs/pt/rich.md").split("\n")
    assert site.run("check") == ""
    fill(file, good)
    site.run("import", str(file))
    assert (
        site.read("docs/pt/rich.md").partition("\n---\n")[2]
        == (PAGE_PT.replace("custa velocidade", "custa muita velocidade").partition("\n---\n")[2])
    )
    site.run("status", "pt", "--exit-code")


def test_a_section_may_lead_to_another_of_the_same_file(site):
    """Neither would pass alone: one has the only link to the other."""
    site.edit("docs/en/rich.md", "## End", "## New { #new }\n\nThese are quite new words.\n\n## End")
    site.edit("docs/en/rich.md", "[the modes](guide.md#modes)", "[new words](#new)")
    file, _ = export(site)
    texts = {
        "rich.md#rich": RICH_PT["rich"].replace("[os modos](guide.md#modes)", "[as novas](#new)"),
        "rich.md#new": "Novas\n\nEstas palavras são bem novas.",
    }
    fill(file, texts)
    site.run("import", str(file))
    site.run("check")
    site.git("checkout", "-q", "docs/pt")
    site.edit("docs/en/rich.md", "costs speed", "costs much speed")
    file, _ = export(site)
    fill(file, texts | {"rich.md#end": "Fim\n\nUma pausa."})
    assert "LS251" in site.run("import", str(file), code=1)
    site.run("check")
    assert "as novas" in site.read("docs/pt/rich.md")


def test_differences_that_the_page_allows_are_allowed(site):
    make_stale(site)
    site.edit("docs/pt/rich.md", "Uma quebra de grafo", "<!-- lockstep: allow LS251 (assim se diz) -->\n\nUma pausa")
    file, _ = export(site)
    assert "allow LS251" in units(file)["rich.md#end"].target
    fill(file, {"rich.md#end": END.replace("Uma quebra de grafo", "Uma pausa")})
    assert "LS251" in site.run("import", str(file), code=1)
    fill(file, {"rich.md#end": END.replace("Uma quebra de grafo", "<!-- lockstep: allow LS251 (sim) -->\n\nUma pausa")})
    site.run("import", str(file))
    site.run("check")


def test_a_project_that_wants_no_stale_sections_can_import_some(site):
    make_stale(site)
    site.edit("pyproject.toml", "[tool.lockstep", '[tool.lockstep]\nstale = "error"\n[tool.lockstep')
    file, _ = export(site)
    fill(file, {"rich.md#end": END})
    assert site.run("import", str(file)).startswith("docs/pt/rich.md: 1 section imported\n")


def test_what_needs_no_new_words_is_recorded(site):
    make_stale(site)
    file, _ = export(site)
    fill(file, {"rich.md#end": RICH_PT["end"]})
    site.run("import", str(file))
    assert "rich.md" not in "".join(name for name in units(export(site)[0]) if name.endswith("#end"))


def test_current_sections_can_be_bettered(site):
    file, said = export(site, "rich.md", "--all")
    assert said == f"{file}: 6 sections (6 current)\n"
    assert site.run("import", str(file)) == "6 sections in the pages already\n"
    fill(file, {"rich.md#.top": "Esta página é para quem conhece bem o PyTorch."})
    assert site.run("import", str(file)) == "docs/pt/rich.md: 1 section imported\n5 sections in the pages already\n"
    assert "\nEsta página é para quem conhece" in site.read("docs/pt/rich.md")


TURKISH = {
    ".title": "Modlar: kısa bir kılavuz",
    ".description": "Hangi mod sizin için doğru olan",
    ".top": "Bu sayfa PyTorch'u iyi bilenler için yazıldı.",
    "rich": "Zengin İçerik\n\nÖnce modeli derleyin, sonra [modları](guide.md#modes) yeniden okuyun.",
    "code": CODE.replace("Código e mais", "Kod ve daha fazlası")
    .replace(
        "Rode este pequeno programa uma vez e depois compile o modelo", "Bu küçük programı çalıştırın, modeli derleyin"
    )
    .replace("o primeiro\n", "ilki\n"),
    "end": "Son\n\nBir grafik kırılması hızı düşürür; bunu size hiçbir şey söylemez.",
}
ARABIC = {
    ".title": "الأوضاع: دليل",
    ".description": "أي وضع هو المناسب لك",
    ".top": "كُتبت هذه الصفحة لمن يعرفون PyTorch جيدًا.",
    "rich": "غني\n\nاجمع النموذج أولًا، ثم اقرأ عن [الأوضاع](guide.md#modes) مرة أخرى.",
    "code": CODE,
    "end": "النهاية\n\nانقطاع المخطط يكلف سرعة، ولا شيء يخبرك بذلك.",
}


@FORMS
@pytest.mark.parametrize(("language", "texts"), [("tr", TURKISH), ("ar", ARABIC)])
def test_other_alphabets_and_directions(site, language, texts, form):
    speak_arabic(site)
    file, _ = export(site, "rich.md", form=form, language=language)
    assert f'"Language: {language}\\n"' in file.read_text() or f'target-language="{language}"' in file.read_text()
    fill(file, {f"rich.md#{key}": text for key, text in texts.items()})
    site.run("import", str(file))
    made = site.read(f"docs/{language}/rich.md")
    for text in texts.values():
        assert text.partition("\n\n")[2] in made
    # Lockstep itself speaks no Arabic.
    assert all("LS211" in line for line in site.run("check", code=1).splitlines())


def test_pages_are_chosen_by_any_of_their_names(site):
    make_stale(site)
    assert set(units(export(site, "guide.md")[0])) == {"guide.md#modes"}
    assert set(units(export(site, "docs/en/guide.md", "docs/pt/rich.md")[0])) == set(NEW)
    assert "no page 'gide.md'" in export(site, "gide.md", code=2)[1]
    assert "no language 'tp'" in export(site, language="tp", code=2)[1]
    assert "cannot be written" in site.run("export", "pt", "-o", "pyproject.toml/x", code=2)


def test_nothing_to_translate(site):
    file, said = export(site)
    assert said == f"{file}: 0 sections\n"
    assert "no unit in the file" not in site.run("import", str(file))


@pytest.mark.skipif(not shutil.which("msgfmt"), reason="needs gettext")
@pytest.mark.parametrize("language", ["pt", "tr", "ar"])
def test_gettext_takes_the_file_and_keeps_what_counts(site, language, tmp_path):
    make_stale(site)
    speak_arabic(site)
    file, _ = export(site, language=language)
    done = subprocess.run(
        ["msgfmt", "--check", "-v", "-o", "/dev/null", str(file)], capture_output=True, text=True, check=True
    )
    assert "warning" not in done.stderr
    if language == "pt":
        out = tmp_path / "out.po"
        fill(file, NEW)
        command = ["msgcat", "--no-wrap", "--no-location", "--sort-output", "-o", str(out), str(file)]
        subprocess.run(command, check=True)
        site.run("import", str(out))
        site.run("status", "pt", "--exit-code")


def test_without_the_toolkit_it_says_how_to_get_it(site):
    """A process of its own, in which nothing is loaded yet; other commands work."""
    script = "import sys; sys.modules['translate'] = None\nfrom lockstep.cli import main\nmain()"

    def run(*arguments):
        command = [sys.executable, "-c", script, *arguments]
        return subprocess.run(command, cwd=site.root, capture_output=True, text=True, check=False)

    for arguments in (("export", "pt"), ("import", "x.po")):
        done = run(*arguments)
        assert done.returncode == 2
        assert done.stderr == "translate-toolkit not installed: pip install 'mkdocs-lockstep[exchange]'\n"
    assert run("check").returncode == 0


@FORMS
def test_work_in_a_file_that_is_written_again_goes_on(site, form):
    make_stale(site)
    file, _ = export(site, form=form)
    ready = "Fim\n\nUma quebra de grafo custa muita, muita velocidade, e nada avisa você disso."
    fill(file, NEW | {"rich.md#end": ready})
    site.edit("docs/en/guide.md", "The very first", "The second")
    site.edit("docs/pt/rich.md", "title: 'Modos", "title: 'Os modos")
    site.commit("more")
    assert export(site, form=form)[1] == f"{file}: 3 sections (3 stale)\n"
    found = units(file)
    # What was ready is; what has a newer source or a newer neighbour is to be looked at.
    assert {name: str(unit.target) for name, unit in found.items()} == NEW | {"rich.md#end": ready}
    assert [name for name, unit in found.items() if not unit.isfuzzy()] == ["rich.md#end"]
    assert "[-very first-] {+second+}" in found["guide.md#modes"].getnotes()
    assert 'edited in the meantime:\nOs modos: "um guia"' in found["rich.md#.title"].getnotes()
    assert site.run("import", str(file)).startswith("docs/pt/rich.md: 1 section imported\n")
    assert ready.partition("\n\n")[2] in site.read("docs/pt/rich.md")


def test_work_is_not_written_over(site):
    make_stale(site)
    file, _ = export(site)
    fill(file, NEW)
    was = file.read_bytes()
    site.edit("docs/en/rich.md", "costs much speed", "costs speed")
    line = next(n for n, text in enumerate(file.read_text("utf-8").split("\n"), 1) if "rich.md#end@" in text)
    found = export(site, code=2)[1]
    assert found.startswith(f"pt.po:{line}:1 LS266 this translation is in no page")
    assert "LS266" in export(site, "guide.md", code=2)[1]
    assert file.read_bytes() == was
    assert "in another language" in site.run("export", "tr", "-o", str(file), code=2)
    assert "LS261" in site.run("export", "pt", "-o", "pyproject.toml", code=2)


@pytest.mark.parametrize("mark", ["", "<!-- lockstep: to do -->\n\n"])
def test_a_comment_above_the_headings_stays(site, mark):
    text = RICH_PT[".top"]
    site.edit("docs/pt/rich.md", text, f"{mark}<!-- minha licença -->")
    file, said = export(site, "rich.md")
    assert "(1 missing)" in said
    fill(file, {"rich.md#.top": text})
    site.run("import", str(file))
    assert f"\n---\n\n<!-- minha licença -->\n\n{text}\n\n# Rica" in site.read("docs/pt/rich.md")
    site.run("status", "pt", "--exit-code")


def test_pages_may_lead_to_each_other(site):
    """Each to a section that only the same file brings, in whatever order."""
    site.edit(
        "docs/en/guide.md", "## Limits", "## New { #new }\n\nSee [the news](rich.md#news) over there.\n\n## Limits"
    )
    site.edit("docs/en/rich.md", "## End", "## News { #news }\n\nSee [the guide](guide.md#new) over there.\n\n## End")
    file, _ = export(site)
    texts = {
        "guide.md#new": "Nova\n\nVeja [as novidades](rich.md#news) ali.",
        "rich.md#news": "Novidades\n\nVeja [o guia](guide.md#new) ali.",
    }
    fill(file, texts)
    said = site.run("import", str(file))
    assert said == "docs/pt/guide.md: 1 section imported\ndocs/pt/rich.md: 1 section imported\n"
    site.run("check")
    site.git("checkout", "-q", "docs/pt")
    fill(file, texts | {"rich.md#news": "Novidades\n\nVeja ali."})
    # Nothing that leads to what was refused is there either.
    assert site.run("import", str(file), code=1).count(" would not pass: ") == 2
    assert site.git("status", "--short", "docs/pt") == ""
