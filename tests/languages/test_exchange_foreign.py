"""What a file from outside may not bring into a page, and what it may."""

from pathlib import Path

import pytest

from lockstep.languages.exchange.foreign import brought_in, visible
from lockstep.languages.pages import load_pages, parse_page
from lockstep.languages.sections import sections
from lockstep.project import load_project
from support.depth import deep_list, few_frames
from support.exchange import RICH_PT, fill

ROOT = Path(__file__).parents[2]
SOURCE = """\
A line of text { .wide }
<kbd class="key">Esc</kbd> with [a link](https://example.org){ target=_blank } and <br> a picture.

```python { title="One" .not-executable hl_lines="1" }
x = 1
```

<div class="grid" markdown>

Cards.
"""
PAGE = """\
# Title {{ #title }}

{text}
"""
TEXT = "Um texto com palavras."


def read(text):
    page = parse_page(PAGE.format(text=text), "p.md", "docs/en/p.md", load_project(ROOT).source)
    return sections(page)["title"]


REFUSED = {
    "a script": (f"{TEXT}\n\n<script>alert(1)</script>", ["<script>", "<script>"]),
    "a script in a line": (f"{TEXT} <SCRIPT src=//x.example></SCRIPT>", ["<script>"]),
    "a style": (f"{TEXT} <style>p {{ display: none }}</style>", ["<style>", "<style>"]),
    "a frame": (f"{TEXT}\n\n<iframe src='https://x.example'></iframe>", ["<iframe>"]),
    "a picture that runs": (f"{TEXT} <img src=x onerror=alert(1)>", ["<img onerror=alert(1)>"]),
    "a handler": (f"{TEXT} <b onclick='alert(1)'>x</b>", ["<b onclick=alert(1)>"]),
    "a handler in an attribute list": (f"[x](y.md){{ onclick='alert(1)' }} {TEXT}", ["<a onclick=alert(1)>"]),
    "an id in an attribute list": (f"{TEXT}\n{{: #modes }}", ["<p id=modes>"]),
    "a look": (f"{TEXT} <span style='position: fixed'>x</span>", ["<span style=position: fixed>"]),
    "an address that runs": (f"{TEXT} [x](javascript:alert(1))", ["<a href=javascript:alert(1)>"]),
    "one in disguise": (f"{TEXT} [x](<JaVa&#115;cript:alert(1)>)", ["<a href=JaVascript:alert(1)>"]),
    "one with a tab": (f'{TEXT} <a href="java&#9;script:x">x</a>', ["<a href=java\tscript:x>"]),
    "data": (f"{TEXT} [x](data:text/html;base64,eA==)", ["<a href=data:text/html;base64,eA==>"]),
    "a reference": (f"{TEXT} [x][y]\n\n[y]: vbscript:x", ["<a href=vbscript:x>"]),
    "a heading": (f"{TEXT}\n\n<h2 id='x'>x</h2>", ["<h2>", "<h2 id=x>"]),
    "an element never closed": (f"{TEXT} <b>x", ["<b>, which is never closed"]),
    "an end without a beginning": (f"{TEXT}\n\n</section>", ["</section>, which closes nothing"]),
    "an allowance": (f"<!-- lockstep: allow LS251 (x) -->\n{TEXT}", ["<!-- lockstep: allow LS251 (x) -->"]),
    "an allowance in a quote": (f">  <!--lockstep:allow LS239-->\n{TEXT}", [">  <!--lockstep:allow LS239-->"]),
    "an attribute of a fence": ("```python { onclick=x }\ny\n```", ["```python { onclick=x }"]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_neither_the_source_s_nor_the_page_s(name):
    text, shown = REFUSED[name]
    section, source = read(text), read("A text with words.")
    assert list(brought_in(section, source)) == shown
    # What an author has put into the page is there to stay.
    assert list(brought_in(section, source, section)) == []


@pytest.mark.parametrize(
    "text",
    [
        SOURCE.replace("A line of text", "Uma linha").replace('title="One"', 'title="Um"'),
        SOURCE + '\n<span lang="en" dir="ltr">word</span> <abbr title="x">y</abbr> <mark>z</mark> H<sub>2</sub>O<br>\n',
        SOURCE + "\nUma nota[^nota] e `<script>` em <https://pt.example.org>, [correio](mailto:a@example.org).\n\n"
        "[^nota]: Um texto.\n\n```html\n<script>x</script>\n```\n\n    <script>y</script>\n",
        SOURCE + "\n| a | b |\n|:--|--:|\n| 1 | 2 |\n\n- <p>x\n\n<!-- um <script> em um comentário -->\n",
    ],
    ids=["its own", "words marked up", "notes and code", "tables and comments"],
)
def test_what_translations_are_made_of(text):
    assert list(brought_in(read(text), read(SOURCE))) == []


def test_no_section_of_this_site_would_be_refused():
    pages, _ = load_pages(load_project(ROOT))
    compared = 0
    for (folder, name), page in pages.items():
        source = sections(pages["en", name]) if folder != "en" else {}
        for key, section in sections(page).items():
            if key in source:
                compared += 1
                assert list(brought_in(section, source[key])) == [], f"{page.path}#{key}"
    assert compared > 100


@pytest.mark.parametrize(("text", "seen"), [("a", True), ("🚀", True), ("—", True), ("\u200b\u00a0\u202e", False)])
def test_readers_see_something(text, seen):
    assert visible(text) is seen


END = RICH_PT["end"].replace("custa velocidade", "custa muita velocidade")
BAD = {
    "a script": ("rich.md#end", f"{END}\n\n<script>x</script>", "neither the source nor the page has: <script>"),
    "a script in the title": ("rich.md#.title", "Modos <script>x</script>", "the page has: <script>"),
    "a heading that nobody sees": ("rich.md#end", END.replace("Fim", "\u200b"), "readers would see nothing of it"),
    "a title that nobody sees": ("rich.md#.title", "\u200b\u2060", "readers would see nothing of the text"),
    "a reference of another section": (
        "rich.md#end",
        f"{END}\n\n[the modes]: https://x.example",
        "the text changes where the links of the section 'rich' lead",
    ),
    "an allowance": (
        "rich.md#end",
        END.replace("Uma quebra de grafo", "<!-- lockstep: allow LS251 (x) -->\nUma pausa"),
        "the page has: <!-- lockstep: allow LS251 (x) -->",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_comes_from_outside_is_refused(exchange, name):
    for path in ("docs/en/rich.md", "docs/pt/rich.md"):
        text = exchange.read(path).replace("(guide.md#modes)", "[the modes]")
        exchange.write(path, text.replace("\n## ", "\n[the modes]: guide.md#modes\n\n## ", 1))
    exchange.run("accept", "docs/pt/rich.md")
    exchange.edit("docs/en/rich.md", "costs speed", "costs much speed")
    exchange.edit("docs/en/rich.md", "Modes: a guide", "Modes: the guide")
    exchange.commit("new texts")
    file = exchange.root / "pt.po"
    exchange.run("export", "pt", "-o", str(file))
    key, text, message = BAD[name]
    fill(file, {key: text})
    was = exchange.read("docs/pt/rich.md")
    assert message in exchange.run("import", str(file), code=1)
    assert exchange.read("docs/pt/rich.md") == was
    fill(file, {"rich.md#end": END, "rich.md#.title": "Modos: o guia"})
    assert "2 sections imported" in exchange.run("import", str(file))
    exchange.run("status", "pt", "--exit-code")


def test_lists_without_a_bottom_are_refused(exchange):
    exchange.edit("docs/en/rich.md", "costs speed", "costs much speed")
    file = exchange.root / "pt.po"
    exchange.run("export", "pt", "-o", str(file))
    fill(file, {"rich.md#end": f"{END}\n\n{deep_list()}"})
    with few_frames():
        assert "too deeply to be read" in exchange.run("import", str(file), code=1)
    text = file.read_text("utf-8")
    fill(file, {"rich.md#end": END})
    quoted = "".join(f'"{line}\\n"\n' for line in deep_list().split("\n"))
    file.write_text(file.read_text("utf-8").replace('msgid ""\n"End', f'msgid ""\n{quoted}"End'), "utf-8")
    assert text != file.read_text("utf-8")
    with few_frames():
        assert "LS265" in exchange.run("import", str(file), code=1)
