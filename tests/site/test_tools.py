"""What tools read of the built site: twins of pages, indexes, previews of links, the list of links to other sites."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, relpath
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import yaml
from bs4 import BeautifulSoup
from click.testing import CliRunner
from markdown_it import MarkdownIt
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url
from playwright.sync_api import Page

from lockstep.cli import main
from lockstep.mkdocs import tools
from support.browser import complaints, serve
from support.html import parse
from support.project import SmallProject
from support.readers import ADDRESS, add_arabic, configure, make_readers_project

ROOT = Path(__file__).parents[2]
HOST = "https://here.invalid/"
FOLDERS = {"en": "", "pt-BR": "pt/", "tr": "tr/"}
LONGEST_DESCRIPTION = 160
# Links that a page has for what it is, not for what it says.
OWN = ".headerlink, .ls-flag, .ls-permalink, .highlight, .ls-evidence, .ls-translations, .footnote-ref"


def pages(site: Path) -> Iterator[Path]:
    return (path for path in sorted(site.rglob("*.html")) if path.name != "404.html")


def twin(page: Path) -> Path:
    link = parse(page).select_one('head > link[rel~="alternate"][type="text/markdown"]')
    assert link, page
    assert "/" not in link["href"]
    return page.parent / unquote(str(link["href"]))


def read(file: Path) -> tuple[dict[str, str], str]:
    head, body = file.read_text("utf-8").removeprefix("---\n").split("\n---\n", 1)
    return yaml.safe_load(head), body


def render(body: str) -> BeautifulSoup:
    """Read a twin as any reader of Markdown does, with tables, and nothing of this site."""
    return BeautifulSoup(MarkdownIt("commonmark").enable("table").render(body), "html5lib")


def links(body: str) -> list[str]:
    found = render(body)
    return [str(link["href"]) for link in found.select("a[href]")] + [str(img["src"]) for img in found.select("img")]


def leads_to(site: Path, here: Path, link: str, base: str = HOST) -> Path | None:
    url = urljoin(base + here.relative_to(site).as_posix(), link)
    if not url.startswith(base):
        return None
    path = unquote(urlsplit(url).path)[len(urlsplit(base).path) :]
    return site / (path + "index.html" if path.endswith("/") or not path else path)


def check_links(site: Path, file: Path, found: list[str], base: str = HOST) -> int:
    """Every link of a file that stays on the site has its target, down to the section."""
    count = 0
    for link in found:
        target = leads_to(site, file, link, base)
        if target is None:
            continue
        assert target.is_file(), (file, link)
        count += 1
        anchor = unquote(urlsplit(link).fragment)
        if anchor:
            assert parse(target).find(id=anchor), (file, link)
    return count


def test_every_page_has_a_twin_that_says_what_it_says(site: Path) -> None:
    twins = set()
    for page in pages(site):
        shown = parse(page)
        file = twin(page)
        twins.add(file)
        facts, body = read(file)
        assert facts["language"] == shown.html["lang"]
        assert facts["description"] == shown.select_one('meta[name="description"]')["content"]
        assert "canonical" not in facts
        written = render(body)
        article = shown.select_one("article")

        def words(text: str) -> str:
            return " ".join(text.replace("¶", "").split())

        for level in ("h1", "h2", "h3"):
            ours, theirs = ([words(one.get_text()) for one in part.select(level)] for part in (written, article))
            assert ours == theirs, file
        ours = [code.get_text().rstrip("\n") for code in written.select("pre > code")]
        shown_code = [code.get_text().rstrip("\n") for code in article.select("pre > code, pre > samp")]
        assert [code for code in ours if code.strip()] == [code for code in shown_code if code.strip()], file
        cells = [words(cell.get_text()) for cell in article.select(".ls-table td.ls-eager")]
        rows = "\n".join(line for line in body.split("\n") if line.startswith("|"))
        assert all(f"| {cell} " in rows or f"| {cell.split(' ')[0]}" in rows for cell in cells), file
        assert not written.select("div, span, svg, button")
        assert len(list(article.select("data"))) == 0 or all(data.get_text() in body for data in article.select("data"))
    assert twins == set(site.rglob("*.md"))


def test_every_link_of_a_twin_has_its_target(site: Path) -> None:
    assert sum(check_links(site, file, links(read(file)[1])) for file in sorted(site.rglob("*.md"))) > 300


def test_twins_lead_where_their_pages_do(site: Path) -> None:
    for page in pages(site):
        article = parse(page).select_one("article")
        file = twin(page)
        here = urljoin(HOST, page.relative_to(site).as_posix()).removesuffix("index.html")

        def address(link: str, here: str = here) -> str:
            return urljoin(here, link)

        own = {id(link) for link in article.select(f":is({OWN}) a, a:is({OWN})")}
        theirs = {address(str(link["href"])) for link in article.select("a[href]") if id(link) not in own}
        ours = {address(link) for link in links(read(file)[1])}
        assert theirs <= ours, file


@pytest.mark.parametrize("tag", FOLDERS)
def test_an_index_lists_every_page_of_its_language(site: Path, tag: str) -> None:
    file = site / FOLDERS[tag] / "llms.txt"
    text = file.read_text("utf-8")
    title, summary, _, *sections = text.split("\n\n")
    assert re.fullmatch(r"# .+", title)
    assert re.fullmatch(r"> .+", summary)
    listed = []
    for heading, entries in zip(sections[::2], sections[1::2], strict=True):
        assert re.fullmatch(r"## .+", heading)
        for entry in entries.strip().split("\n"):
            match = re.fullmatch(r"- \[(?P<title>.+)\]\((?P<address>\S+\.md)\): (?P<about>.+)", entry)
            assert match, entry
            target = leads_to(site, file, match["address"])
            assert target and target.is_file()
            assert read(target)[0]["language"] == tag
            assert read(target)[0]["description"] == re.sub(r"\\([\\\[\]])", r"\1", match["about"])
            listed.append(target)
    assert len(listed) == len(set(listed))
    assert set(listed) == {twin(page) for page in pages(site) if parse(page).html["lang"] == tag}
    others = re.findall(r"\]\((\S+llms\.txt)\)", text)
    assert {leads_to(site, file, other) for other in others} == {
        site / folder / "llms.txt" for other, folder in FOLDERS.items() if other != tag
    }


def test_every_page_has_a_description_of_its_own_and_a_title_to_share(site: Path) -> None:
    seen = set()
    for page in pages(site):
        shown = parse(page)
        text = shown.select_one('meta[name="description"]')["content"]
        assert 0 < len(text) <= LONGEST_DESCRIPTION, (page, len(text))
        assert text not in seen, page
        seen.add(text)
        told = {meta["property"]: meta["content"] for meta in shown.select("meta[property^='og:']")}
        assert told["og:description"] == text
        assert told["og:site_name"] in told["og:title"]
        assert told["og:title"].startswith(shown.title.string.split(" - ")[0]) or "index" in page.stem
        assert told["og:locale"] == {"en": "en_US", "pt-BR": "pt_BR", "tr": "tr_TR"}[shown.html["lang"]]
        assert {meta["content"] for meta in shown.select("meta[property='og:locale:alternate']")} == {
            "en_US",
            "pt_BR",
            "tr_TR",
        } - {told["og:locale"]}
        assert shown.select_one('meta[name="twitter:card"]')["content"] == "summary"
        assert "og:url" not in told


def test_search_and_sitemap_know_no_twin(site: Path) -> None:
    twins = r"\.md\b|llms\.txt"
    assert not re.search(twins, (site / "sitemap.xml").read_text("utf-8"))
    files = list((site / "search").glob("*.json"))
    assert len(files) > 2
    for file in files:
        # Examples name files; nothing leads to them.
        found = [entry["location"] for entry in json.loads(file.read_text("utf-8")).get("docs", [])]
        assert not [location for location in found if re.search(twins, location)], file


@pytest.mark.parametrize("title", ["", " null", ' "  "'])
def test_an_empty_title_is_none(tmp_path: Path, title: str) -> None:
    project = make_readers_project(tmp_path)
    configure(project, address=True)
    project.edit("docs/en/guide/advanced.md", "# Advanced", f"---\ntitle:{title}\ndescription: 2024\n---\n\n# Advanced")
    run = project.build()
    assert run.code == 0, run.output
    page = tmp_path / "site/guide/advanced/index.html"
    facts, _ = read(twin(page))
    assert (facts["title"], facts["description"]) == ("Advanced", "2024")
    shown = parse(page)
    assert shown.select_one('meta[property="og:title"]')["content"].startswith("Advanced ·")
    assert shown.select_one('meta[property="og:description"]')["content"] == "2024"
    assert shown.title.text.startswith("Advanced")


def test_an_index_of_the_site_s_own_stays(tmp_path: Path) -> None:
    project = make_readers_project(tmp_path)
    configure(project, address=True)
    (project.root / "docs/pt/llms.txt").write_text("Meu\n")
    (project.root / "docs/en/llms.txt").write_text("Mine\n")
    run = project.build("--strict")
    assert run.code == 0, run.output
    read_index = {folder: (tmp_path / "site" / folder / "llms.txt").read_text() for folder in ("", "pt", "tr")}
    assert (read_index[""], read_index["pt"]) == ("Mine\n", "Meu\n")
    assert read_index["tr"].startswith("# ")


@pytest.mark.parametrize("setup", [{"address": True}, {"flat": True}])
def test_a_page_that_is_not_translated_says_so_in_its_twin(tmp_path: Path, setup: dict[str, bool]) -> None:
    project = make_readers_project(tmp_path)
    add_arabic(project)
    configure(project, **setup)
    front = '---\ndescription: A "b" & <c>\nsocial_title: D "e" & <f>\n---\n\n'
    project.edit("docs/en/guide/advanced.md", "# Advanced", f"{front}# Advanced")
    run = project.build("--strict")
    assert run.code == 0, run.output
    site = tmp_path / "site"
    base = ADDRESS if setup.get("address") else HOST
    name = "advanced.html" if setup.get("flat") else "advanced/index.html"
    for folder, notice in (
        ("pt", "Esta página ainda não foi traduzida: o texto está em inglês."),
        ("tr", "Bu sayfa henüz çevrilmedi. Metnin dili: İngilizce."),
        ("ar", "لم تُترجم هذه الصفحة بعد، ونصها بالإنجليزية."),
    ):
        page = site / folder / "guide" / name
        facts, body = read(twin(page))
        assert facts["language"] == "en"
        assert body.strip().startswith(f"> {notice} [")
        if setup.get("address"):
            assert facts["canonical"] == parse(page).select_one('link[rel="canonical"]')["href"]
            assert all(link.startswith("https://") for link in links(body))
            told = parse(page).select_one('meta[property="og:url"]')
            assert told["content"] == facts["canonical"]
        assert not parse(page).select("meta[property='og:locale:alternate']")
        index = (site / folder / "llms.txt").read_text("utf-8")
        assert "advanced" not in index
    files = sorted(site.rglob("*.md"))
    assert len(files) == 12
    assert sum(check_links(site, file, links(read(file)[1]), base) for file in files) > 20
    shown = parse(site / "guide" / name)
    assert shown.select_one('meta[property="og:title"]')["content"] == 'D "e" & <f>'
    assert shown.select_one('meta[property="og:description"]')["content"] == 'A "b" & <c>'
    assert shown.select_one('meta[property="og:type"]')["content"] == "article"
    assert parse(site / "index.html").select_one('meta[property="og:type"]')["content"] == "website"
    # Arabic is written as it is.
    assert "المُترجِم" in twin(site / "ar/guide" / name.replace("advanced", "compile")).read_text("utf-8")


def test_a_stale_translation_says_so_in_its_twin(small: SmallProject) -> None:
    small.build()
    done = CliRunner()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(small.root)
        assert done.invoke(main, ["accept", "docs/pt/index.md"]).exit_code == 0
    small.edit("docs/en/index.md", "> Start.", "> Start, but not as before.")
    run = small.build("--strict")
    assert run.code == 0, run.output
    body = (small.root / "site/pt/index.md").read_text("utf-8")
    assert "> A página original mudou depois desta tradução." in body
    assert "](./#home)" in body


def test_twins_are_the_same_in_every_build(small: SmallProject) -> None:
    def files() -> dict[str, bytes]:
        site = small.root / "site"
        return {
            path.relative_to(site).as_posix(): path.read_bytes()
            for path in (*site.rglob("*.md"), *site.rglob("llms.txt"))
        }

    assert small.build("--strict").code == 0
    first = files()
    assert small.build("--strict").code == 0
    assert files() == first
    assert len(first) == 6


def test_links_are_listed_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    runner = CliRunner()
    done = runner.invoke(main, ["links", "--format", "json"])
    assert done.exit_code == 0
    entries = json.loads(done.output)
    assert [entry["url"] for entry in entries] == sorted(entry["url"] for entry in entries)
    for entry in entries:
        for place in entry["places"]:
            line = (ROOT / place["path"]).read_text("utf-8").split("\n")[place["line"] - 1]
            assert line[place["column"] - 1 :].startswith(entry["url"]), place
    text = runner.invoke(main, ["links", "--host", "pytorch.org"]).output
    found = [line for line in text.split("\n") if line and not line.startswith(" ")]
    assert found
    assert all(urlsplit(url).hostname.endswith("pytorch.org") for url in found)
    assert {entry["url"] for entry in entries if entry["host"].endswith("pytorch.org")} == set(found)


@pytest.mark.parametrize("host", ["", "https://pytorch.org", "pytorch.org/docs", "*"])
def test_what_is_no_host_is_refused(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(main, ["links", "--host", host])
    assert (done.exit_code, done.output) == (
        2,
        f"no host: '{host}' (name it as addresses do, without https:// and path)\n",
    )


def test_the_list_has_every_link_of_the_built_site(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    listed = {entry["url"] for entry in json.loads(CliRunner().invoke(main, ["links", "--format", "json"]).output)}
    shown = {
        str(link["href"])
        for page in pages(site)
        for link in parse(page).select("article a[href]")
        if str(link["href"]).startswith("http")
    }
    assert shown == listed


@pytest.mark.browser
@pytest.mark.parametrize("instant", [False, True])
def test_a_browser_finds_the_twin_and_asks_for_nothing_else(page: Page, tmp_path: Path, instant: bool) -> None:
    project = make_readers_project(tmp_path)
    configure(project, address=True, instant=instant)
    assert project.build("--strict").code == 0
    with serve(tmp_path / "site") as address:
        wrong = complaints(page, address)
        page.goto(f"{address}pt/guide/compile/", wait_until="networkidle")
        if instant:
            page.locator("article p a").first.click()
            page.wait_for_url("**/advanced/**")
            page.wait_for_load_state("networkidle")
            page.go_back()
            page.wait_for_url("**/compile/")
            page.wait_for_load_state("networkidle")
        link = page.locator('head link[type="text/markdown"]')
        assert link.count() == 1
        assert "alternate" in link.get_attribute("rel").split()
        answer = page.request.get(link.evaluate("link => link.href"))
        assert answer.ok
        assert answer.text().startswith("---\ntitle: Guia\n")
        sitemaps = [one for one in wrong if "sitemap" in one]
        assert sitemaps == []


ODD = ("", "x.md", "/a.md", "//a.md", "a.md?b", "http://a.md", "a.md#b c", "b/", "..", "../a", "mailto:a.b")


@pytest.mark.parametrize("directories", [True, False])
@pytest.mark.parametrize("site", ["https://x.invalid", "https://x.invalid/y", "https://x.invalid/y/", None])
def test_links_of_a_twin_lead_where_those_of_the_page_do(site: str | None, directories: bool) -> None:
    names = ("index.md", "a.md", "b/README.md", "b/c d.md", "b/é.md", "b/c/index.md", "b/c/d.e.md", "figure.svg")
    found = Files([File(name, "docs", "site", directories) for name in names])
    for here in found:
        for there in found:
            path = relpath(there.src_uri, dirname(here.src_uri) or ".")
            for address in (path, f"{path}#part", f"{path}#part-2.1", "#part", "#"):
                target = here if address.startswith("#") else there
                shown = get_relative_url(target.url, here.url)
                if site:
                    shown = urljoin(urljoin(f"{site.rstrip('/')}/", here.url), shown)
                shown += address.removeprefix(path)
                # What has to be written in another way in an address is not led by the short one.
                plain = re.fullmatch(r"[\w./#-]+", address, re.ASCII) and address != "#"
                assert tools._lead(address, here, found, site) == (shown if plain else "")
        assert not any(tools._lead(odd, here, found, site) for odd in ODD)
