"""Every page as a whole: its language, its links, and that nothing comes from elsewhere."""

import re
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup

from lockstep.messages import REFERENCE, template
from support.html import parse
from support.project import SmallProject, make_project
from support.sources import LANGUAGES, PAGES, URLS, built

HOST = "https://here.invalid/"
RESOURCES = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src", "object": "data"}
EVERYWHERE = [(language, page) for language in LANGUAGES for page in PAGES]


def address(site: Path, file: Path) -> str:
    return HOST + file.relative_to(site).as_posix().removesuffix("index.html")


def target(site: Path, url: str) -> Path:
    path = unquote(urlsplit(url).path).lstrip("/")
    return site / (path + "index.html" if path.endswith("/") or not path else path)


def switcher(page: BeautifulSoup) -> dict[str, str]:
    """Where the switcher leads, by language; its entries are in the order of the languages."""
    return dict(zip(LANGUAGES, (str(link["href"]) for link in page.select("a.md-select__link")), strict=True))


def resolve(site: Path, file: Path, page: BeautifulSoup, link: str) -> str:
    """Make a link absolute as a browser does."""
    base = page.head.find("base")
    return urljoin(urljoin(address(site, file), str(base["href"]) if base else ""), link)


@pytest.mark.parametrize(("language", "page"), EVERYWHERE)
def test_the_language_is_declared(site: Path, language: str, page: str) -> None:
    html = parse(built(site, language, page)).html
    assert html
    assert html["lang"] == LANGUAGES[language]


def test_every_internal_link_leads_somewhere(site: Path) -> None:
    pages = {file: parse(file) for file in site.rglob("*.html")}
    ids = {file: {element["id"] for element in page.select("[id]")} for file, page in pages.items()}
    broken, followed = [], 0
    for file, page in pages.items():
        for element in page.select("[href], [src]"):
            link = str(element.get("href") or element.get("src"))
            url = resolve(site, file, page, link)
            if not url.startswith(HOST):
                continue
            followed += 1
            there, fragment = target(site, url), unquote(urlsplit(url).fragment)
            known = ids.get(there, set()) | {"", "__search", "__drawer"}
            if not there.is_file() or (there in ids and fragment not in known):
                broken.append((file.relative_to(site).as_posix(), link))
    assert followed > 100
    assert broken == []


def test_nothing_comes_from_another_host(site: Path) -> None:
    for file in site.rglob("*.html"):
        page = parse(file)
        for tag, attribute in RESOURCES.items():
            for element in page.select(f"{tag}[{attribute}]"):
                url = resolve(site, file, page, str(element[attribute]))
                assert url.startswith((HOST, "data:")), f"{file}: {element}"
    # What this site adds to Material's own files.
    for file in [*site.glob("assets/*.css"), *site.glob("assets/lockstep/*.css"), *site.glob("assets/lockstep/*.js")]:
        assert not re.search(r"https?://(?!www\.w3\.org/)", file.read_text("utf-8")), file


@pytest.mark.parametrize(("language", "page"), EVERYWHERE)
def test_the_switcher_leads_to_the_same_page(site: Path, language: str, page: str) -> None:
    here = built(site, language, page)
    links = switcher(parse(here))
    for other, link in links.items():
        assert not link.startswith("/"), "a link from the server's root breaks below a sub-path"
        assert target(site, urljoin(address(site, here), link)) == built(site, other, page)


NOT_FOUND = {"en": "Page not found", "pt": "Página não encontrada", "tr": "Sayfa bulunamadı"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_own_404(site: Path, language: str) -> None:
    file = site / URLS[language] / "404.html"
    page = parse(file)
    assert page.html["lang"] == LANGUAGES[language]
    assert page.h1.get_text() == NOT_FOUND[language]
    # It is served at any depth: its links start where the site begins.
    assert page.select_one("base")["href"] == "/"
    assert {other: target(site, resolve(site, file, page, link)) for other, link in switcher(page).items()} == {
        other: site / url / "index.html" for other, url in URLS.items()
    }
    home = resolve(site, file, page, str(page.select_one("article a.md-button")["href"]))
    assert target(site, home) == site / URLS[language] / "index.html"


# As the configuration lists the languages. The source is the one that says so, wherever it stands.
ORDERS = [("en", "tr", "pt"), ("tr", "en", "pt"), ("pt", "tr", "en")]


@pytest.fixture(scope="module")
def in_order(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    small = make_project(tmp_path_factory.mktemp("order"))
    return build_in_order(small, ("en", "pt", "tr"))


def build_in_order(small: SmallProject, order: tuple[str, ...]) -> dict[str, str]:
    """Build with the languages listed so; return every page and file of text, by its path."""
    config = (small.root / "mkdocs.yml").read_text("utf-8").splitlines(keepends=True)
    first = next(number for number, line in enumerate(config) if "locale:" in line)
    listed = {re.search(r"locale: (\w+)", line)[1]: line for line in config[first : first + 3]}
    config[first : first + 3] = [listed[folder] for folder in order]
    small.write("mkdocs.yml", "".join(config))
    run = small.build("--strict")
    assert run.code == 0, run.output
    site = small.root / "site"
    return {
        file.relative_to(site).as_posix(): file.read_text("utf-8")
        for file in site.rglob("*")
        if file.suffix in (".html", ".xml", ".json") and "results" not in file.name
    }


def without_order(page: str) -> list[object]:
    """Take what a page says; the switcher lists the languages as the configuration does."""
    html = BeautifulSoup(page, "html5lib")
    links = sorted(str(link.extract()) for link in html.select("a.md-select__link"))
    for item in html.select(".md-select__item"):
        item.decompose()
    return [links, " ".join(str(html).split())]


@pytest.mark.parametrize("order", ORDERS, ids=" ".join)
def test_the_order_of_the_languages_changes_nothing(
    small: SmallProject, in_order: dict[str, str], order: tuple[str, ...]
) -> None:
    after = build_in_order(small, order)
    assert after.keys() == in_order.keys()
    assert {"404.html", "pt/404.html", "tr/404.html"} <= after.keys()
    for path, page in in_order.items():
        if path.endswith(".html"):
            assert without_order(after[path]) == without_order(page), path
        else:
            assert after[path] == page, path


def test_a_site_with_templates_of_its_own_extends_ours(small: SmallProject) -> None:
    small.edit("mkdocs.yml", "{name: material, font: false}", "{name: material, font: false, custom_dir: overrides}")
    small.write("overrides/main.html", '{% extends "lockstep.html" %}{% block announce %}HELLO{% endblock %}')
    built = small.build("--strict")
    assert built.code == 0, built.output
    for url in URLS.values():
        html = (small.root / "site" / url / "index.html").read_text("utf-8")
        assert "HELLO" in html
        assert "assets/lockstep/lockstep.js" in html


def test_a_site_in_one_language_keeps_its_pages_in_docs(small: SmallProject) -> None:
    for folder in ("pt", "tr"):
        (small.root / "docs" / folder / "index.md").unlink()
        (small.root / "docs" / folder).rmdir()
    (small.root / "docs/en/index.md").rename(small.root / "docs/index.md")
    (small.root / "docs/en").rmdir()
    small.write("pyproject.toml", '[tool.lockstep.languages]\n"." = "pt-BR"\n')
    config = (small.root / "mkdocs.yml").read_text("utf-8").splitlines(keepends=True)
    start = next(number for number, line in enumerate(config) if "i18n" in line)
    small.write("mkdocs.yml", "".join(config[:start] + config[start + 6 :]))
    built = small.build("--strict")
    assert built.code == 0, built.output
    page = parse(small.page(""))
    assert page.html["lang"] == "pt-BR"
    assert page.select_one(".admonition-title").get_text() == "Dica"
    assert "1.234,50" in page.select_one(".ls-benchmark").get_text()
    assert parse(small.root / "site/404.html").h1.get_text() == NOT_FOUND["pt"]


def german(texts: list[str]) -> str:
    catalogue = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    for text in texts:
        quoted = text.replace('"', '\\"')
        catalogue += f'msgid "{quoted}"\nmsgstr "DE {quoted}"\n\n'
    return catalogue


def test_a_fourth_language_needs_a_catalogue_and_no_code(small: SmallProject) -> None:
    small.write("locale/de/LC_MESSAGES/lockstep.po", german(template()))
    (small.root / "docs/tr").rename(small.root / "docs/de")
    small.edit("pyproject.toml", 'tr = "tr"', 'de = "de"')
    small.edit(
        "mkdocs.yml",
        "locale: tr, name: Türkçe, build: true, theme: {language: tr}",
        "locale: de, name: Deutsch, build: true",
    )
    built = small.build("--strict")
    assert built.code == 0, built.output
    page = parse(small.page("de"))
    assert page.html["lang"] == "de"
    assert page.select_one(".admonition-title").get_text() == "DE Tip"
    assert page.select_one("thead th").get_text() == "DE Task"
    # Only a page with a reference asks for the texts of one.
    small.edit("mkdocs.yml", "  - lockstep.callouts\n", "  - lockstep.callouts\n  - lockstep.commands\n")
    for folder in ("en", "pt", "de"):
        small.write(f"docs/{folder}/commands.md", "# lockstep { #commands }\n\n```commands\n```\n")
    built = small.build("--strict")
    assert built.code == 1
    assert [finding for finding in built.lines if " LS" in finding] == [
        "WARNING -  locale/de/LC_MESSAGES/reference.po:1:1 LS211 the reference of commands and findings is not "
        "translated into de (translate Lockstep's reference.pot in this file; there are catalogues of pt-BR, tr; "
        "it is shown on docs/de/commands.md)"
    ]
    small.write("locale/de/LC_MESSAGES/reference.po", german(template(REFERENCE)))
    built = small.build("--strict")
    assert built.code == 0, built.output
    page = parse(small.page("de/commands"))
    assert page.select_one(".ls-command p").get_text().startswith("DE ")
    assert page.select_one(".ls-command strong").get_text() == "DE Options"
