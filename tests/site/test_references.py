"""The list of what is verified and the reference of the commands, built in three languages and seen in a browser."""

import json
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from lockstep.cli.reference import references
from lockstep.snippets.record import Entry
from support.browser import complaints, serve
from support.html import article, parse, strict_errors
from support.project import PROGRAM, SmallProject
from support.readers import FOLDERS, TAGS, make_readers_project

HOST = "https://here.invalid/"
LISTS = {"en": "Verified", "pt": "Verificado"}
FENCE = '\n## Code {{ #code }}\n\n```python\n--8<-- "{}:first"\n```\n'
CHECKS = {
    "en": "Check programs, pages and results",
    "pt": "Verifica programas, páginas e resultados",
    "tr": "Programları, sayfaları ve sonuçları",
}


def make_references_project(root: Path) -> SmallProject:
    """Write a project whose list is not translated into Turkish, and one of whose programs is on an English page."""
    project = make_readers_project(root)
    project.write("snippets/text/gpu.py", '# /// lockstep\n# needs = ["cuda"]\n# ///\n' + PROGRAM)
    project.record(gpu=Entry(key="", lacks=("cuda",)))
    advanced = (project.root / "docs/en/guide/advanced.md").read_text("utf-8")
    project.write("docs/en/guide/advanced.md", advanced + FENCE.format("text/gpu.py") + FENCE.format("prog.py"))
    project.edit("docs/en/guide/advanced.md", FENCE.format("prog.py"), FENCE.format("prog.py").replace("#code", "#two"))
    for folder, title in LISTS.items():
        project.write(f"docs/{folder}/verified.md", f"# {title} {{ #verified }}\n\n```verified\n```\n")
    for folder in FOLDERS:
        project.write(f"docs/{folder}/commands.md", "# lockstep { #commands }\n\n```commands\n```\n\n## X { #last }\n")
    project.edit("mkdocs.yml", "nav:\n  - index.md\n", "nav:\n  - index.md\n  - verified.md\n  - commands.md\n")
    project.edit("mkdocs.yml", "  - lockstep.callouts\n", "  - lockstep.callouts\n  - lockstep.commands\n")
    return project


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> SmallProject:
    project = make_references_project(tmp_path_factory.mktemp("references"))
    run = project.build("--strict")
    assert run.code == 0, run.output
    return project


@pytest.mark.parametrize("language", FOLDERS)
def test_every_program_leads_to_the_pages_that_show_it(built: SmallProject, language: str) -> None:
    site = built.root / "site"
    file = built.page(f"{FOLDERS[language]}verified")
    found = {}
    for item in article(parse(file)).select(".ls-verified__program"):
        links = []
        for link in item.select(".ls-verified__pages a"):
            url = urlsplit(urljoin(f"{HOST}{FOLDERS[language]}verified/", str(link["href"])))
            there = site / unquote(url.path).lstrip("/") / "index.html"
            assert parse(there).find(id=url.fragment), link
            links.append((url.path, url.fragment, link.get("lang"), link.get_text()))
        found[item.code.get_text()] = links
    # The list is not translated into Turkish: readers find the English page, which leads to English pages.
    home = ("/pt/", None, "Início") if language == "pt" else ("/", None, "Start")
    foreign = "en" if language == "pt" else None
    assert found == {
        "snippets/prog.py": [
            ("/guide/advanced/", "two", foreign, "Advanced"),
            (home[0], "home", *home[1:]),
        ],
        "snippets/text/gpu.py": [("/guide/advanced/", "code", foreign, "Advanced")],
    }
    assert strict_errors(file) == []


def test_the_list_is_published_as_data(built: SmallProject) -> None:
    data = json.loads((built.root / "site/assets/lockstep/verified.json").read_text("utf-8"))
    assert [(one["program"], one["state"]) for one in data["programs"]] == [
        ("snippets/prog.py", "verified"),
        ("snippets/text/gpu.py", "not-run"),
    ]
    for language in FOLDERS:
        link = article(parse(built.page(f"{FOLDERS[language]}verified"))).select_one(".ls-verified__data a")
        assert urljoin(f"{HOST}{FOLDERS[language]}verified/", link["href"]) == f"{HOST}assets/lockstep/verified.json"


@pytest.mark.parametrize("language", FOLDERS)
def test_commands_are_in_the_table_of_contents_and_in_the_search(built: SmallProject, language: str) -> None:
    file = built.page(f"{FOLDERS[language]}commands")
    page = parse(file)
    wanted = [one.id for one in references()]
    contents = [str(link["href"]) for link in page.select(".md-sidebar--secondary .md-nav--secondary a.md-nav__link")]
    assert contents == [f"#{one}" for one in (*wanted, "last")]
    index = json.loads((built.root / f"site/search/{TAGS[language]}.json").read_text("utf-8"))
    texts = {entry["location"].rpartition("#")[2]: entry["text"] for entry in index["docs"]}
    assert set(wanted) <= texts.keys()
    assert CHECKS[language] in texts["lockstep-check"]
    assert CHECKS[language] in page.find(id="lockstep-check").find_next_sibling("div").get_text()
    assert strict_errors(file) == []


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (390, "light"), (1440, "light"), (1440, "dark")])
def test_they_are_usable_in_every_view(
    browser: Browser, built: SmallProject, width: int, scheme: Literal["light", "dark"]
) -> None:
    with serve(built.root / "site") as address:
        context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
        page = context.new_page()
        faults = complaints(page, address)
        for path in ("verified/", "pt/verified/", "tr/commands/"):
            page.goto(address + path)
            page.wait_for_load_state("networkidle")
            for run in page.locator(".ls-verified summary").all():
                run.focus()
                page.keyboard.press("Enter")
            assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
            violations = [
                violation["id"]
                for violation in Axe().run(page).response["violations"]
                for node in violation["nodes"]
                if "ls-" in node["html"]
            ]
            assert violations == [], path
        # Beside each other where there is room, below each other on a phone.
        page.goto(address + "verified/")
        item = page.locator(".ls-verified__program").first
        name, known = (item.locator(f".ls-verified__{part}").bounding_box() for part in ("name", "known"))
        assert name
        assert known
        assert (known["x"] >= name["x"] + name["width"]) == (width > 1000)
        assert faults == []
        context.close()


@pytest.mark.browser
def test_the_list_needs_no_javascript(browser: Browser, built: SmallProject) -> None:
    with serve(built.root / "site") as address:
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(address + "tr/verified/")
        page.locator(".ls-verified summary").click()
        expect(page.locator(".ls-verified dl dd").last).to_be_visible()
        page.locator(".ls-verified summary").click()
        page.emulate_media(media="print")
        expect(page.locator(".ls-verified dl dd").last).to_be_visible()
        context.close()
