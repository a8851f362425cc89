"""The commands say all there is to say of themselves, in ``--help`` and on a page; the configuration is documented."""

import ast
import re
import tomllib
from pathlib import Path

import click
import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner

from lockstep.check import check, load
from lockstep.cli import main
from lockstep.cli.commands import Command, Group
from lockstep.cli.reference import Reference, references
from lockstep.findings import FindingError
from lockstep.languages.blocks import check_in_use
from lockstep.languages.pages import load_pages
from lockstep.markdown.context import LockstepExtension
from lockstep.mkdocs.plugin import LockstepConfig
from lockstep.project import FOLDERS, OTHERS, load_project
from support.host import headings, lockstep

ROOT = Path(__file__).parents[2]
ALL = {one.name: one for one in references()}
BLOCK = "# Page { #page }\n\n```commands\n```\n"


def commands(command: click.Command = main, name: str = "lockstep"):
    """List every command by its whole name, by other means than the reference."""
    yield name, command
    if isinstance(command, Group):
        for key in {*command.commands, *command.places}:
            yield from commands(command.get_command(click.Context(command), key), f"{name} {key}")


def test_every_command_is_in_the_reference() -> None:
    assert sorted(ALL) == sorted(name for name, _ in commands())
    assert {"lockstep", "lockstep check", "lockstep bench", "lockstep bench run"} <= ALL.keys()


@pytest.mark.parametrize("name", ALL)
def test_every_command_argument_option_and_status_is_described(name: str) -> None:
    command = dict(commands())[name]
    assert isinstance(command, Command)
    one: Reference = ALL[name]
    assert one.help
    assert all(re.fullmatch(r"(?s)\S.*[.]", paragraph.replace("`1.5h`.", ".")) for paragraph in one.help)
    assert one.usage
    assert one.statuses
    assert 0 in dict(one.statuses)
    described = (*one.arguments, *one.options)
    # Help is no parameter of a command; of the first, it is told.
    assert len(described) == len(command.params) + (name == "lockstep")
    for text in (*(given.help for given in described), *(meaning for _, meaning in one.statuses)):
        assert text
        assert text.count("`") % 2 == 0
        # A catalogue's places are braces.
        assert not set(text) & set("{}")


def test_an_option_is_told_with_its_default_and_limits() -> None:
    options = {given.name: given for given in ALL["lockstep bench run"].options}
    assert options["--threads N"].default == "1"
    assert (options["--threads N"].least, options["--threads N"].most) == (1, 4096)
    assert options["--batch-sizes N,..."].said
    assert options["--fresh"].default == ""
    assert [given.name for given in ALL["lockstep bench merge"].options if given.required] == ["-o, --output FILE"]
    assert [given.name for given in ALL["lockstep export"].arguments] == ["LANGUAGE", "PAGE"]


@pytest.mark.parametrize("name", ALL)
def test_the_terminal_is_told_the_same(name: str) -> None:
    done = CliRunner().invoke(main, [*name.split()[1:], "--help"], terminal_width=200)
    assert done.exit_code == 0
    said = " ".join(done.output.split())
    one = ALL[name]
    for text in (*one.help, *(given.help for given in (*one.arguments, *one.options))):
        assert text in said
    for status, meaning in one.statuses:
        assert f"{status} {meaning}" in said.partition("Exit status: ")[2]


def test_a_page_has_a_section_for_every_command(project) -> None:
    converter = lockstep(project)
    markup = converter.convert(f"{BLOCK}\n## More {{ #more }}\n")
    found = list(headings(converter.toc_tokens))
    assert found[0] == (1, "page")
    assert found[-1] == (2, "more")
    assert found[1:-1] == [(1 + max(1, one.depth), one.id) for one in ALL.values()]
    assert (3, "lockstep-bench-run") in found
    page = BeautifulSoup(markup, "html5lib")
    section = page.find(id="lockstep-bench-compare").find_next_sibling("div")
    assert section.select_one(".ls-command__usage").get_text() == "lockstep bench compare [OPTIONS] OLD NEW"
    assert [name.get_text() for name in section.select("dt")] == [
        *("OLD", "NEW", "--threshold PERCENT", "--format [text|json]", "0", "1", "2")
    ]
    assert [text.get_text(" ", strip=True) for text in section.select("dd")][2:4] == [
        "smaller changes count as none Default: 5%",
        "lines to read, or a JSON array Default: text",
    ]
    # What stands between backticks is code, and what looks like HTML is text.
    assert page.find(string="mkdocs serve").parent.name == "code"


def test_levels_follow_the_heading_above(project) -> None:
    converter = lockstep(project)
    converter.convert("# Page { #page }\n\n## All { #all }\n\n```commands\n```\n")
    levels = {key: level for level, key in headings(converter.toc_tokens)}
    assert (levels["lockstep-check"], levels["lockstep-bench-run"]) == (3, 4)


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("pt", "Verifica programas, páginas e resultados, em todos os idiomas, sem executar nada."),
        ("tr", "Programları, sayfaları ve sonuçları bütün dillerde, hiçbir şey çalıştırmadan denetler."),
    ],
)
def test_a_page_speaks_its_own_language(project, folder, said) -> None:
    page = BeautifulSoup(lockstep(project, folder).convert(BLOCK), "html5lib")
    assert page.find(id="lockstep-check").find_next_sibling("div").p.get_text() == said


def test_a_block_with_options_is_a_fault(project) -> None:
    page = "# Page { #page }\n\n```commands\ngroup: bench\n```\n"
    (project / "docs/en/page.md").write_text(page)
    said = "4:1 LS252 the block takes no options, such as 'group' (leave it empty)"
    assert [str(one) for one in check(load(load_project(project))) if one.code != "LS126"] == [
        f"docs/en/page.md:{said}"
    ]
    with pytest.raises(FindingError, match="LS252"):
        lockstep(project).convert(page)


def test_a_block_without_its_extension_is_a_fault(project) -> None:
    (project / "docs/en/page.md").write_text(BLOCK)
    pages, _ = load_pages(load_project(project))
    assert [str(one) for one in check_in_use(pages, ["lockstep.languages"])] == [
        "docs/en/page.md:3:1 LS255 the block 'commands' needs the Markdown extension 'lockstep.commands', "
        "which is not in use (add it to markdown_extensions)"
    ]
    assert list(check_in_use(pages, ["lockstep.commands"])) == []


def test_links_to_commands_are_no_finding_and_others_are(project) -> None:
    (project / "docs/en/page.md").write_text(BLOCK)
    links = "[a](page.md#lockstep-check) [b](page.md#check)"
    (project / "docs/en/other.md").write_text(f"# Other {{ #other }}\n\n{links}\n")
    found = [str(one) for one in check(load(load_project(project))) if one.code == "LS238"]
    assert len(found) == 1
    assert "a link to '#check'" in found[0]


def documented(folder: str) -> set[str]:
    """What the page on configuration names as code."""
    text = (ROOT / f"docs/{folder}/write/configuration.md").read_text("utf-8")
    return set(re.findall(r"`([^`\n]+)`", text))


def variables() -> set[str]:
    """The environment variables whose names stand in the sources, and in the site's configuration."""
    found: set[str] = set()
    for file in (ROOT / "src/lockstep").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value} if re.fullmatch(r"LOCKSTEP_[A-Z]+", node.value) else set()
    return found | set(re.findall(r"!ENV \[(\w+)", (ROOT / "mkdocs.yml").read_text("utf-8")))


@pytest.mark.parametrize("folder", ["en", "pt", "tr"])
def test_all_configuration_is_documented(folder: str) -> None:
    named = documented(folder)
    extensions = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    assert {*FOLDERS, *OTHERS} <= named
    assert set(extensions["markdown.extensions"]) <= named
    assert set(LockstepExtension().config) <= named
    found = variables()
    assert {"LOCKSTEP_CACHE", "LOCKSTEP_FORK", "LOCKSTEP_ONLY", "SITE_URL"} <= found
    assert found <= named
    assert "NO_MKDOCS_2_WARNING" in named
    assert "--allow-not-run" in named


def test_the_plugin_has_no_options() -> None:
    # The page says so.
    assert LockstepConfig().keys() == set()


def test_the_defaults_are_those_of_the_page(tmp_path) -> None:
    text = (ROOT / "docs/en/write/configuration.md").read_text("utf-8")
    table = re.search(r"```toml\n(.*?)```", text, re.DOTALL)[1]
    told = tomllib.loads(table)["tool"]["lockstep"]
    assert {key: told[key] for key in FOLDERS} == FOLDERS
    plain = load_project(tmp_path)
    assert (plain.stale, plain.exclude) == (told["stale"], tuple(told["exclude"]))
    assert [(one.folder, one.tag) for one in plain.languages] == [("en", "en")]
