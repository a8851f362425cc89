"""What readers get in each language, in the built site: text, tags, addresses, and what search engines are told."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup, Tag
from click.testing import CliRunner

from lockstep.cli import main
from support.html import parse, strict_errors
from support.project import SmallProject
from support.readers import ADDRESS, FOLDERS, NAMES, NAV, TAGS, TEXTS, UNTRANSLATED, configure, make_readers_project

SETUPS = {"plain": {}, "address": {"address": True}, "flat": {"flat": True}, "instant": {"instant": True}}
HOST = "https://here.invalid/"
NOTICE = {
    "pt": "Esta página ainda não foi traduzida: o texto está em inglês. Abrir a página original",
    "tr": "Bu sayfa henüz çevrilmedi. Metnin dili: İngilizce. Özgün sayfayı aç",
}
PAGES = ("", "guide/compile/", "guide/advanced/")
Build = Callable[[str], Path]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Build the site in one of the ways it may be set up, each once."""
    done: dict[str, Path] = {}

    def get(setup: str) -> Path:
        if setup not in done:
            project = make_readers_project(tmp_path_factory.mktemp(setup))
            configure(project, **SETUPS[setup])
            run = project.build("--strict")
            assert run.code == 0, run.output
            done[setup] = project.root / "site"
        return done[setup]

    return get


@pytest.fixture
def readers(tmp_path: Path) -> SmallProject:
    return make_readers_project(tmp_path)


def file(site: Path, folder: str, page: str, flat: bool = False) -> Path:
    name = (page.rstrip("/") + ".html" if page else "index.html") if flat else page + "index.html"
    return site / FOLDERS[folder] / name


def leads_to(site: Path, here: Path, link: str) -> Path:
    url = urljoin(HOST + here.relative_to(site).as_posix(), link)
    assert url.startswith(HOST), link
    path = unquote(urlsplit(url).path).lstrip("/")
    return site / (path + "index.html" if path.endswith("/") or not path else path)


def switcher(page: BeautifulSoup) -> dict[str, Tag]:
    return {link.get_text(" ", strip=True): link for link in page.select("a.md-select__link")}


def announced(page: BeautifulSoup) -> dict[str, str]:
    """The languages that search engines are told of; the relation may be among others."""
    links = [link for link in page.select("head link[hreflang]") if "alternate" in link["rel"]]
    found = {str(link["hreflang"]): str(link["href"]) for link in links}
    assert len(found) == len(links)
    return found


@pytest.mark.parametrize("folder", ["pt", "tr"])
def test_a_page_that_is_not_translated_says_so_in_the_readers_language(build: Build, folder: str) -> None:
    site = build("address")
    here = file(site, folder, "guide/advanced/")
    page = parse(here)
    assert page.html["lang"] == TAGS[folder]
    article = page.select_one("article")
    assert (article["lang"], article["dir"]) == ("en", "ltr")
    notice = article.select_one(".ls-notice")
    assert (notice["lang"], notice["dir"]) == (TAGS[folder], "ltr")
    assert " ".join(notice.get_text().split()) == NOTICE[folder]
    assert leads_to(site, here, str(notice.a["href"])) == file(site, "en", "guide/advanced/")
    # The text is the source's, whole, and in its own language.
    assert article.select_one(".admonition-title").get_text() == "Tip"
    assert article.select_one("#cache-setup")
    assert article.select_one(".ls-benchmark")


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("page", ["", "guide/compile/"])
def test_a_translated_page_carries_no_notice(build: Build, folder: str, page: str) -> None:
    article = parse(file(build("address"), folder, page)).select_one("article")
    assert not article.select(".ls-notice")
    assert not article.has_attr("lang")
    assert not parse(file(build("address"), "en", "guide/advanced/")).select(".ls-notice")


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_canonical_address_is_where_the_text_belongs(build: Build, folder: str) -> None:
    site = build("address")
    for page in ("", "guide/compile/"):
        link = parse(file(site, folder, page)).select_one("link[rel=canonical]")
        assert link["href"] == ADDRESS + FOLDERS[folder] + page
    fallback = parse(file(site, folder, "guide/advanced/")).select_one("link[rel=canonical]")
    assert fallback["href"] == ADDRESS + "guide/advanced/"


def test_languages_are_announced_absolutely_and_mutually(build: Build) -> None:
    site = build("address")
    for page in ("", "guide/compile/"):
        told = {folder: announced(parse(file(site, folder, page))) for folder in FOLDERS}
        expected = {TAGS[folder]: ADDRESS + FOLDERS[folder] + page for folder in FOLDERS}
        assert told == dict.fromkeys(FOLDERS, expected | {"x-default": ADDRESS + page})
    for folder in FOLDERS:
        assert announced(parse(file(site, folder, "guide/advanced/"))) == {}


@pytest.mark.parametrize("setup", ["plain", "flat"])
def test_without_an_address_nothing_relative_is_announced(build: Build, setup: str) -> None:
    for path in build(setup).rglob("*.html"):
        page = parse(path)
        assert announced(page) == {}
        assert not page.select("link[rel=canonical]")
    assert "<loc>" not in (build(setup) / "sitemap.xml").read_text("utf-8")


def test_the_sitemap_tells_what_the_pages_tell(build: Build) -> None:
    site = build("address")
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    told = {}
    for url in ElementTree.parse(site / "sitemap.xml").findall("s:url", names):
        links = url.findall("x:link", names)
        address = url.find("s:loc", names).text
        assert address not in told
        told[address] = {link.get("hreflang"): link.get("href") for link in links}
    expected = {
        ADDRESS + FOLDERS[folder] + page: announced(parse(file(site, folder, page)))
        for folder in FOLDERS
        for page in PAGES
        if folder == "en" or page != "guide/advanced/"
    }
    assert told == expected


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_the_switcher_leads_to_the_same_page_and_says_which_is_not_translated(
    build: Build, setup: str, folder: str
) -> None:
    site, flat = build(setup), setup == "flat"
    for page in PAGES:
        here = file(site, folder, page, flat)
        links = switcher(parse(here))
        missing = UNTRANSLATED if page == "guide/advanced/" else {}
        assert list(links) == list((NAMES | missing).values())
        for other, name in (NAMES | missing).items():
            assert not str(links[name]["href"]).startswith("/"), "it would break below a sub-path"
            assert links[name]["hreflang"] == ("en" if other in missing else TAGS[other])
            assert leads_to(site, here, str(links[name]["href"])) == file(site, other, page, flat)


def test_without_fallbacks_the_switcher_leads_to_the_nearest_page_above(readers: SmallProject) -> None:
    readers.edit("mkdocs.yml", "docs_structure: folder", "docs_structure: folder\n      fallback_to_default: false")
    readers.edit("mkdocs.yml", NAV, "")
    for folder in ("en", "pt"):
        readers.write(f"docs/{folder}/guide/index.md", "# Guides { #guides }\n")
    for folder in FOLDERS:
        readers.edit(f"docs/{folder}/guide/compile.md", "advanced.md#cache-setup", "#last")
    run = readers.build("--strict")
    assert run.code == 0, run.output
    site = readers.root / "site"
    here = file(site, "en", "guide/advanced/")
    links = {name: leads_to(site, here, str(link["href"])) for name, link in switcher(parse(here)).items()}
    assert links == {
        "English": here,
        UNTRANSLATED["pt"]: site / "pt/guide/index.html",
        UNTRANSLATED["tr"]: site / "tr/index.html",
    }
    assert not file(site, "tr", "guide/advanced/").exists()
    for path in site.rglob("*.html"):
        if path.name != "404.html":
            assert not [link for link in switcher(parse(path)).values() if str(link["href"]).startswith("/")], path


@pytest.mark.parametrize("folder", ["pt", "tr"])
def test_a_link_to_a_page_that_is_not_translated_opens_its_fallback(build: Build, folder: str) -> None:
    site = build("plain")
    here = file(site, folder, "guide/compile/")
    first, second = parse(here).select("article p a")
    assert leads_to(site, here, str(first["href"])) == file(site, folder, "guide/advanced/")
    assert str(first["href"]).endswith("#cache-setup")
    # It can be told from the others.
    assert (first["hreflang"], second.get("hreflang")) == ("en", None)
    # The source's own links lead into the readers' language again.
    fallback = file(site, folder, "guide/advanced/")
    back = parse(fallback).select("article p a[href*=compile]")[0]
    assert leads_to(site, fallback, str(back["href"])) == here


def test_a_link_to_a_section_that_is_not_there_fails_by_file_and_line(readers: SmallProject) -> None:
    def said() -> list[str]:
        run = readers.build("--strict")
        assert run.code != 0
        return [line.removeprefix("WARNING -  ") for line in run.lines if "cache-setap" in line]

    readers.edit("docs/tr/guide/compile.md", "advanced.md#cache-setup", "advanced.md#cache-setap")
    assert said() == [
        "docs/tr/guide/compile.md:7:1 LS235 the link leads to 'advanced.md#cache-setap', that of "
        "docs/en/guide/compile.md:7 to 'advanced.md#cache-setup' (links are the same in every language)",
        "docs/tr/guide/compile.md:7:14 LS238 a link to '#cache-setap', which docs/en/guide/advanced.md does not have "
        "(did you mean 'cache-setup'?)",
    ]
    # A source page has nothing to be compared with.
    readers.edit("docs/en/guide/advanced.md", "compile.md#modes", "compile.md#cache-setap")
    assert said()[0].startswith("docs/en/guide/advanced.md:3:41 LS238 a link to '#cache-setap', which ")


BELOW = {
    "pt": "O original desta seção mudou depois da tradução. Abrir a seção original",
    "tr": "Bu bölümün özgün metni çeviriden sonra değişti. Özgün bölümü aç",
}


def test_readers_are_told_which_sections_are_out_of_date(
    readers: SmallProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, (title, *_) in TEXTS.items():
        readers.edit(f"docs/{folder}/guide/compile.md", f"# {title}", f"Above. {folder}\n\n# {title}")
    monkeypatch.chdir(readers.root)
    accepted = CliRunner().invoke(main, ["accept", "docs/pt/guide/compile.md", "docs/tr/guide/compile.md"])
    assert accepted.exit_code == 0, accepted.output
    readers.edit("docs/en/guide/compile.md", "Above.", "Further above.")
    readers.edit("docs/en/guide/compile.md", "## Modes { #modes }\n", "## Modes { #modes }\n\nA new sentence.\n")
    run = readers.build("--strict")
    assert run.code == 0, run.output
    site = readers.root / "site"
    told = {
        "pt": "A página original mudou depois desta tradução. Partes desatualizadas: o início da página, Modos. "
        "Abrir a página original",
        "tr": "Özgün sayfa bu çeviriden sonra değişti. Güncelliğini yitiren bölümler: sayfanın başı, Modlar. "
        "Özgün sayfayı aç",
    }
    for folder, text in told.items():
        here = file(site, folder, "guide/compile/")
        page = parse(here)
        notice, below = page.select("article .ls-notice")
        assert (" ".join(notice.get_text().split()), notice["lang"]) == (text, TAGS[folder])
        top, modes, original = notice.select("a")
        assert (top["href"], modes["href"]) == ("#", "#modes")
        assert leads_to(site, here, str(original["href"])) == file(site, "en", "guide/compile/")
        # Who comes to the section is told there, and led to the one that it translates.
        assert (" ".join(below.get_text().split()), below["lang"]) == (BELOW[folder], TAGS[folder])
        assert below.find_previous_sibling().get("id") == "modes"
        assert leads_to(site, here, str(below.a["href"])) == file(site, "en", "guide/compile/")
        assert str(below.a["href"]).endswith("#modes")
        # It is still a translation, in its own language.
        assert page.select_one("article").get("lang") is None
        # What is current says nothing.
        assert not parse(file(site, folder, "")).select("article .ls-notice")
    assert not parse(file(site, "en", "guide/compile/")).select("article .ls-notice")


def test_a_description_with_quotation_marks_is_a_description(readers: SmallProject) -> None:
    said = 'Say "hello" & <wave> to it'
    readers.edit("docs/en/guide/compile.md", "# Guide", f"---\ndescription: '{said}'\n---\n\n# Guide")
    assert readers.build().code == 0
    meta = parse(file(readers.root / "site", "en", "guide/compile/")).select_one("meta[name=description]")
    assert meta.attrs == {"name": "description", "content": said}


def test_edit_links_lead_to_the_file_that_holds_the_text(readers: SmallProject) -> None:
    readers.edit("mkdocs.yml", "font: false}", "font: false, features: [content.action.edit]}")
    readers.edit(
        "mkdocs.yml", "site_name: Small", "site_name: Small\nrepo_url: https://e.example/r\nedit_uri: edit/main/docs/"
    )
    assert readers.build("--strict").code == 0
    site = readers.root / "site"
    for folder in FOLDERS:
        for page in PAGES:
            link = parse(file(site, folder, page)).select_one("a[rel=edit]")
            source = "en" if page == "guide/advanced/" else folder
            name = page.rstrip("/") or "index"
            assert link["href"] == f"https://e.example/r/edit/main/docs/{source}/{name}.md"
            # It is the interface's, whatever language the text is in.
            assert link.get("lang", TAGS[folder]) == TAGS[folder]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_page_of_a_language_says_so(build: Build, setup: str, folder: str) -> None:
    for page in PAGES:
        assert parse(file(build(setup), folder, page, setup == "flat")).html["lang"] == TAGS[folder]
    assert parse(build(setup) / FOLDERS[folder] / "404.html").html["lang"] == TAGS[folder]


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_404_of_a_site_without_an_address_has_no_links_within_itself(build: Build, folder: str) -> None:
    # It says where the site begins, so that such links would lead away.
    assert not parse(build("plain") / FOLDERS[folder] / "404.html").select('[href^="#"]')


def test_what_was_added_to_pages_is_valid(build: Build) -> None:
    for setup in ("address", "instant"):
        for path in build(setup).rglob("*.html"):
            assert strict_errors(path) == [], path


@pytest.mark.parametrize(
    ("old", "new", "option"),
    [
        ("docs_structure: folder", "docs_structure: folder\n      build_only_locale: tr", "build_only_locale"),
        (
            "locale: tr,",
            "locale: tr, admonition_translations: {tip: İpucu},",
            "admonition_translations",
        ),
    ],
)
def test_options_that_break_what_readers_get_are_refused(
    readers: SmallProject, old: str, new: str, option: str
) -> None:
    readers.edit("mkdocs.yml", old, new)
    run = readers.build()
    assert run.code != 0
    assert f"mkdocs.yml:1:1 LS010 the option '{option}' of the i18n plugin" in run.output
    assert "Traceback" not in run.output


def test_one_language_can_be_built_with_its_source_and_its_fallbacks(readers: SmallProject) -> None:
    readers.edit("mkdocs.yml", "locale: pt, name: Português, build: true", "locale: pt, name: Português, build: false")
    run = readers.build("--strict")
    assert run.code == 0, run.output
    site = readers.root / "site"
    here = file(site, "tr", "guide/advanced/")
    links = {name: leads_to(site, here, str(link["href"])) for name, link in switcher(parse(here)).items()}
    assert links == {"English": file(site, "en", "guide/advanced/"), UNTRANSLATED["tr"]: here}
    assert not (site / "pt").exists()


def test_folders_and_pages_that_no_language_claims_are_found_before_anything_is_built(readers: SmallProject) -> None:
    readers.write("docs/de/index.md", "# Start { #home }\n")
    readers.write("docs/about.md", "# About { #about }\n")
    readers.write("docs/assets/notes.txt", "no page")
    run = readers.build("--strict")
    assert run.code != 0
    assert not (readers.root / "site").exists()
    found = re.findall(r"docs/\S+:1:1 LS22\d .+", run.output)
    assert found == [
        "docs/about.md:1:1 LS227 a page outside the folders of the languages (move it into the folder of its language; "
        "known: 'en', 'pt', 'tr')",
        "docs/de:1:1 LS226 the folder 'de' holds a page but is no language's (name its language in "
        "[tool.lockstep.languages], or move it; did you mean 'en'?)",
    ]
