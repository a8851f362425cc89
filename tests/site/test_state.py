"""The pages of the glossary and of the state of the translations, built with sections in every state."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup, Tag
from click.testing import CliRunner
from playwright.sync_api import Browser

from lockstep.cli import main
from lockstep.languages.evidence import STATES
from support.browser import complaints, serve
from support.html import article, parse, strict_errors
from support.project import SmallProject, mkdocs
from support.readers import FOLDERS, add_arabic, configure, make_readers_project

HOST = "https://here.invalid/"
TITLES = {"en": "State", "pt": "Estado", "tr": "Durum"}
LATENCY = {"en": "Latency", "pt": "Latência", "tr": "Gecikme"}
LISTS = {"en": "List", "pt": "Lista", "tr": "Liste"}
NAMES = {
    "en": {"pt": "Portuguese (Brazil)", "tr": "Turkish"},
    "pt": {"pt": "Português (Brasil)", "tr": "Turco"},
    "tr": {"pt": "Portekizce (Brezilya)", "tr": "Türkçe"},
}
LABELS = {
    "en": ["current", "out of date", "without a record", "missing"],
    "pt": ["em dia", "desatualizada", "sem registro", "ausente"],
    "tr": ["güncel", "güncelliğini yitirmiş", "kaydı yok", "eksik"],
}
SHARE = {"en": "{}%", "pt": "{}%", "tr": "%{}"}


def lockstep(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def make_state_project(root: Path, monkeypatch: pytest.MonkeyPatch) -> SmallProject:
    """Write a project whose Portuguese has a stale section and one without a record, and lacks a page."""
    project = make_readers_project(root)
    project.write("docs/glossary.yml", "latency: {pt: latência, tr: gecikme}\nbatch size: {pt: lote, tr: ısı}\n")
    for folder, title in TITLES.items():
        state = f"# {title} {{ #state }}\n\n```translations\n```\n\n"
        terms = f"## {LATENCY[folder]} {{ #latency }}\n\n```glossary\n```\n"
        project.write(f"docs/{folder}/about/state.md", state + terms)
        listed = f"# {LISTS[folder]} {{ #list }}\n\n```glossary\ndefinitions: about/state.md\n```\n"
        project.write(f"docs/{folder}/guide/list.md", listed)
    project.edit("mkdocs.yml", "guide/advanced.md]\n", "guide/advanced.md, guide/list.md]\n  - about/state.md\n")
    monkeypatch.chdir(root)
    names = ("index.md", "guide/compile.md", "guide/list.md", "about/state.md")
    lockstep("accept", *(f"docs/{folder}/{name}" for folder in ("pt", "tr") for name in names))
    words = " ".join(["word"] * 1200)
    project.edit("docs/en/guide/compile.md", "Text.\n", f"Text. {words}\n")
    project.edit("docs/en/guide/compile.md", "See [advanced]", "Please see [advanced]")
    text = (root / "docs/pt/guide/compile.md").read_text("utf-8")
    project.write("docs/pt/guide/compile.md", re.sub(r"  last: \w+\n", "", text))
    return project


@pytest.fixture
def stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallProject:
    return make_state_project(tmp_path, monkeypatch)


def build(project: SmallProject) -> None:
    run = project.build("--strict")
    assert run.code == 0, run.output


def page(project: SmallProject, language: str, name: str) -> Path:
    site = project.root / "site" / FOLDERS[language]
    flat = site / f"{name}.html"
    return flat if flat.exists() else site / name / "index.html"


def numbers(text: str) -> int:
    return int(re.sub(r"[.,]", "", text))


def card(box: Tag) -> dict[str, object]:
    """Read a language's totals as they are shown."""
    rows = [[cell.get_text() for cell in row.select("th, td")] for row in box.select("tbody tr")]
    return {
        "name": box["aria-label"],
        "share": box.select_one(".ls-card-state__share").get_text(),
        "labels": [row[0] for row in rows],
        "sections": [numbers(row[1]) for row in rows],
        "words": [numbers(row[2]) for row in rows],
    }


def expected(one: dict, language: str) -> dict[str, object]:
    """Compute the same from what the command line says."""
    states = [section["state"] for page in one["pages"] for section in page["sections"]]
    words = [one["words"][state] for state in STATES]
    share = 100 if words[0] == sum(words) else min(99, round(words[0] * 100 / sum(words)))
    return {
        "name": NAMES[language][one["language"]],
        "share": SHARE[language].format(share),
        "labels": LABELS[language],
        "sections": [states.count(state) for state in STATES],
        "words": words,
    }


def test_the_page_says_what_the_command_line_says(stale: SmallProject) -> None:
    build(stale)
    said = lockstep("status", "--format", "json")
    published = stale.root / "site/assets/lockstep/translations.json"
    assert published.read_bytes().decode() == said
    reports = json.loads(said)
    assert [[one["words"][state] > 0 for state in STATES] for one in reports] == [
        [True, True, True, True],
        [True, True, False, True],
    ]
    for language in TITLES:
        found = article(parse(page(stale, language, "about/state")))
        own = [one for one in reports if one["language"] == language] or reports
        rest = [one for one in reports if one not in own]
        assert [card(box) for box in found.select(".ls-card-state")] == [
            expected(one, language) for one in (*own, *rest)
        ]
        label = dict(zip(STATES, LABELS[language], strict=True))
        cells = [[cell.get_text() for cell in row.select("td .ls-state")] for row in found.select(".ls-pages tbody tr")]
        assert cells == [
            [label[state["state"]] for state in states] for states in zip(*(one["pages"] for one in own), strict=True)
        ]
        owed = [
            [item.select_one(".ls-state").get_text() for item in box.select("li")] for box in found.select(".ls-owed")
        ]
        assert owed == [
            states
            for pages in zip(*(one["pages"] for one in own), strict=True)
            if (
                states := [
                    f"{label[section['state']]}:"
                    for one in pages
                    for section in one["sections"]
                    if section["state"] != "current"
                ]
            )
        ]
        assert strict_errors(page(stale, language, "about/state")) == []


@pytest.mark.parametrize("flat", [False, True], ids=["folders", "files at an address"])
def test_every_link_leads_to_its_section(stale: SmallProject, flat: bool) -> None:
    configure(stale, flat=flat, address=flat)
    build(stale)
    site = stale.root / "site"
    followed: dict[str, list[tuple[str, str]]] = {}
    for language in TITLES:
        for name in ("about/state", "guide/list"):
            file = page(stale, language, name)
            here = HOST + file.relative_to(site).as_posix().removesuffix("index.html")
            for link in article(parse(file)).select(".ls-translations a, .ls-glossary a"):
                assert not re.match(r"/|\w+:", str(link["href"])), "not relative"
                url = urlsplit(urljoin(here, str(link["href"])))
                there = site / (unquote(url.path).lstrip("/") + ("index.html" if url.path.endswith("/") else ""))
                assert there.is_file(), f"{file}: {link}"
                if url.fragment:
                    assert parse(there).find(id=unquote(url.fragment)), f"{file}: {link}"
                target = there.relative_to(site).as_posix().replace("/index.html", ".html")
                followed.setdefault(f"{language} {name}", []).append((f"{target}#{url.fragment}", link.get_text()))
    # The Portuguese section that is stale, and the source's beside it; what is missing is linked in the source.
    ours = followed["pt about/state"]
    assert ("pt/guide/compile.html#modes", "Modos") in ours
    assert ("guide/compile.html#modes", "Modes") in ours
    assert ("guide/advanced.html#cache-setup", "Cache setup") in ours
    # The source's readers are led to both translations.
    theirs = followed["en about/state"]
    assert {("pt/guide/compile.html#modes", "Modos"), ("tr/guide/compile.html#modes", "Modlar")} <= set(theirs)
    assert ("tr/about/state.html#latency", "gecikme") in followed["tr guide/list"]


def test_titles_are_in_the_readers_language_where_there_is_one(stale: SmallProject) -> None:
    build(stale)
    rows = article(parse(page(stale, "pt", "about/state"))).select(".ls-pages tbody th")
    titles = {row.get_text(): row.a for row in rows}
    assert "lang" not in titles["Guia"].attrs
    assert (titles["Advanced"]["lang"], titles["Advanced"]["hreflang"]) == ("en", "en")


def test_titles_are_shown_as_readers_see_them(stale: SmallProject) -> None:
    markup = "`{}` & [*a*](../index.md) \\* <b>b</b> &lt;"
    for folder, title, first in (("en", "Modes", "Guide"), ("pt", "Modos", "Guia")):
        path = f"docs/{folder}/guide/compile.md"
        stale.edit(path, f"## {title} {{", f"## {markup.format(title)} {{")
        stale.edit(path, f"# {first} {{", f"# {markup.format(first)} {{")
    assert stale.build().code == 0
    found = article(parse(page(stale, "pt", "about/state")))
    targets = {str(link["href"]): link.get_text() for link in found.select(".ls-owed a")}
    assert targets["../../guide/compile/#modes"] == "Modos & a * b <"
    assert targets["../../../guide/compile/#modes"] == "Modes & a * b <"
    assert "Guia & a * b <" in [name.get_text() for name in found.select(".ls-pages tbody th")]
    notice = article(parse(page(stale, "pt", "guide/compile"))).select_one(".ls-notice")
    assert [link.get_text() for link in notice.select("a[href='#modes']")] == ["Modos & a * b <"]


def test_all_current_is_said(stale: SmallProject) -> None:
    (stale.root / "docs/en/guide/advanced.md").unlink()
    stale.edit("mkdocs.yml", "guide/advanced.md, ", "")
    for folder in ("en", "pt", "tr"):
        path = stale.root / f"docs/{folder}/guide/compile.md"
        stale.write(
            path.relative_to(stale.root).as_posix(), re.sub(r"\[[^]]*\]\(advanced[^)]*\)", "x", path.read_text("utf-8"))
        )
    lockstep("accept", "docs/pt/guide/compile.md", "docs/tr/guide/compile.md")
    build(stale)
    for language, said in (
        ("en", "All sections are current."),
        ("pt", "Todas as seções estão em dia."),
        ("tr", "Bütün bölümler güncel."),
    ):
        found = article(parse(page(stale, language, "about/state")))
        assert found.select_one(".ls-translations__done").get_text() == said
        assert found.select(".ls-owed") == []
        assert {share.get_text() for share in found.select(".ls-card-state__share")} == {SHARE[language].format(100)}


def test_one_language_can_be_built_alone(stale: SmallProject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCKSTEP_ONLY", "tr")
    build(stale)
    assert not (stale.root / "site/pt").exists()
    for language in ("en", "tr"):
        found = article(parse(page(stale, language, "about/state")))
        assert len(found.select(".ls-card-state")) == 2
        targets = [str(link["href"]) for link in found.select(".ls-translations a")]
        assert targets
        assert not [target for target in targets if "pt/" in target]


def test_a_page_that_is_left_out_of_the_site_is_not_linked(stale: SmallProject) -> None:
    stale.edit("mkdocs.yml", "plugins:\n", "exclude_docs: pt/guide/list.md\nplugins:\n")
    excluded = '[tool.lockstep]\nexclude = ["pt/guide/list.md"]\n'
    stale.edit("pyproject.toml", "[tool.lockstep.languages]\n", f"{excluded}[tool.lockstep.languages]\n")
    build(stale)
    rows = article(parse(page(stale, "en", "about/state"))).select(".ls-pages tbody tr")
    linked = {row.th.get_text(): [bool(cell.a) for cell in row.select("td")] for row in rows}
    assert linked["List"] == [False, True]
    assert linked["Guide"] == [True, True]


def test_a_page_with_a_block_and_without_its_extension_is_no_silent_failure(stale: SmallProject) -> None:
    stale.edit("mkdocs.yml", "  - lockstep.languages\n", "")
    run = stale.build("--strict")
    assert run.code == 1
    assert "docs/pt/about/state.md:9:1 LS255 the block 'translations' needs the Markdown extension" in run.output


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1440])
def test_a_language_from_right_to_left(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    project = make_state_project(tmp_path, monkeypatch)
    add_arabic(project)
    project.write(
        "docs/ar/about/state.md",
        "# الحالة { #state }\n\n```translations\n```\n\n## الكمون { #latency }\n\n```glossary\n```\n",
    )
    run = mkdocs("build", cwd=project.root)
    assert run.code == 0, run.output
    with serve(project.root / "site") as address:
        context = browser.new_context(viewport={"width": width, "height": 844})
        view = context.new_page()
        found = complaints(view, address)
        for path in ("ar/about/state/", "about/state/"):
            view.goto(address + path)
            view.wait_for_load_state("networkidle")
            assert view.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
            faults = [
                violation["id"]
                for violation in Axe().run(view).response["violations"]
                for node in violation["nodes"]
                if "ls-" in node["html"]
            ]
            assert faults == [], path
        # Arabic is shown first on its own page, its bar begins at the right, and its table runs to the left.
        view.goto(address + "ar/about/state/")
        assert view.locator(".ls-card-state").first.get_attribute("aria-label").startswith("العربية")
        heads = view.locator(".ls-pages").first.locator("thead th")
        assert heads.first.bounding_box()["x"] > heads.last.bounding_box()["x"]
        assert "-1" in view.locator(".ls-bar").first.evaluate("bar => getComputedStyle(bar).transform")
        assert view.locator(".ls-glossary [lang=en][dir=ltr]").count() == 2
        assert found == []
        # In print, what is folded is there too.
        view.emulate_media(media="print")
        assert all(item.is_visible() for item in view.locator(".ls-owed li").all())
        context.close()


def test_the_glossary_is_in_the_order_of_the_readers_alphabet(site: Path) -> None:
    for url, first, after in (
        ("", "backend", "batch size"),
        ("tr/", "ağırlık", "alt küme"),
        ("pt/", "aquecimento", "backend"),
    ):
        table = BeautifulSoup((site / url / "glossary/index.html").read_text("utf-8"), "html5lib")
        terms = [term.get_text() for term in table.select(".ls-glossary tbody th")]
        assert terms[:2] == [first, after]
        if url == "tr/":
            assert terms.index("hızlanma") < terms.index("ısınma") < terms.index("iş hacmi") < terms.index("kıyaslama")
            assert terms.index("statik önbellek") < terms.index("şekil") < terms.index("tensör")
        # Every term of the glossary is defined on the page.
        assert [term for term in table.select(".ls-glossary tbody th") if not term.a] == []
