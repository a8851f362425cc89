"""Pages that the site leaves out: nothing is asked of them, on the command line and in a build alike."""

import pytest
from click.testing import CliRunner

from lockstep.cli import main
from support.project import SmallProject

# Each would be a finding.
PAGES = {
    "docs/en/drafts/a.md": "---\ntranslates:\n  a: bcdfghjkl\n---\n\n# No id\n\n```python\nx\n```\n",
    "docs/pt/drafts/a.md": "---\ntranslates:\n  gone: bcdfghjkl\n---\n\n# Other { #other }\n\n[x](#nowhere)\n",
    "docs/tr/drafts/b.md": "# Alone { #alone }\n\n> [!TPI]\n> x\n",
    "docs/notes.md": "# Notes { #notes }\n",
    "docs/old/index.md": "# Old { #old }\n",
}
OPTION = 'exclude = ["drafts/", "/notes.md", "/old/"]\n'
MKDOCS = "exclude_docs: |\n  drafts/\n  /notes.md\n  /old/\n"


@pytest.fixture
def drafts(small: SmallProject) -> SmallProject:
    for path, text in PAGES.items():
        small.write(path, text)
    return small


def check(project: SmallProject, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    monkeypatch.chdir(project.root)
    run = CliRunner().invoke(main, ["check"])
    return run.exit_code, run.output.splitlines()


def exclude(project: SmallProject, *, here: str = OPTION, there: str = MKDOCS) -> None:
    project.edit("pyproject.toml", "[tool.lockstep.languages]", f"[tool.lockstep]\n{here}\n[tool.lockstep.languages]")
    project.edit("mkdocs.yml", "site_name: Small\n", f"site_name: Small\n{there}")


def test_nothing_is_asked_of_pages_that_are_left_out(drafts: SmallProject, monkeypatch: pytest.MonkeyPatch) -> None:
    code, found = check(drafts, monkeypatch)
    assert code == 1
    assert {line.split()[0].rsplit(":", 2)[0] for line in found} == {*PAGES, "docs/old"} - {"docs/old/index.md"}
    assert {"LS221", "LS222", "LS202", "LS205", "LS226", "LS227", "LS115", "LS121"} <= {
        line.split()[1] for line in found
    }
    exclude(drafts)
    assert check(drafts, monkeypatch) == (0, [])
    run = drafts.build("--strict")
    assert run.code == 0, run.output
    assert not list((drafts.root / "site").rglob("drafts"))


@pytest.mark.parametrize(
    ("here", "there", "said"),
    [
        (OPTION, "", "'exclude' leaves out docs/en/drafts/a.md, but exclude_docs in mkdocs.yml does not"),
        ("", MKDOCS, "exclude_docs in mkdocs.yml leaves out docs/en/drafts/a.md, but 'exclude' does not"),
        (
            OPTION,
            MKDOCS.replace("  /notes.md\n", ""),
            "'exclude' leaves out docs/notes.md, but exclude_docs in mkdocs.yml does not",
        ),
    ],
)
def test_a_build_and_the_command_line_leave_out_the_same(
    drafts: SmallProject, here: str, there: str, said: str
) -> None:
    exclude(drafts, here=here, there=there)
    run = drafts.build()
    assert run.code != 0
    assert f"pyproject.toml:1:1 LS006 {said} (name the same pages in both)" in run.output
    assert "Traceback" not in run.output


def test_a_page_whose_source_is_left_out_translates_nothing(
    small: SmallProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("en", "pt"):
        small.write(f"docs/{folder}/new.md", "# 1 { #a }\n")
    exclude(small, here='exclude = ["/en/new.md"]\n')
    assert check(small, monkeypatch) == (
        1,
        ["docs/pt/new.md:1:1 LS205 a translation without a source page (did you mean 'index.md'?)"],
    )


def test_what_mkdocs_leaves_out_is_left_out_unless_a_pattern_says_otherwise(
    small: SmallProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.write("docs/templates/page.md", "# No id\n")
    small.write("docs/en/.hidden.md", "# No id\n")
    assert check(small, monkeypatch) == (0, [])
    assert small.build("--strict").code == 0
    exclude(small, here='exclude = ["!.hidden.md"]\n', there="exclude_docs: |\n  !.hidden.md\n")
    said = "docs/en/.hidden.md:1:1 LS202 the heading 'No id' has no id of its own"
    assert said in check(small, monkeypatch)[1][0]
    run = small.build()
    assert (run.code, run.output.count(said)) == (0, 1)
    assert (small.root / "site/.hidden/index.html").is_file()
    small.edit("pyproject.toml", 'exclude = ["!.hidden.md"]', "")
    assert (
        "LS006 'exclude' leaves out docs/en/.hidden.md, but exclude_docs in mkdocs.yml does not" in small.build().output
    )
