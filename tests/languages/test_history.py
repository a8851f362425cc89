"""What is found in the git history, and what is said where there is none."""

import shutil

import pytest

from support.repository import Repository, copy_of

CHANGE = "[-first-] {+second+} mode is the default one"


def outrun(repository):
    repository.edit("docs/en/guide.md", "The first mode", "The second mode")
    repository.commit("source")


def test_diff_shows_what_changed_word_by_word(recorded):
    assert recorded.run("diff", "docs/pt/guide.md", code=0) == ""
    outrun(recorded)
    assert recorded.run("diff", "docs/pt/guide.md", code=1).splitlines() == [
        "docs/pt/guide.md:14 modes: stale",
        "  source: docs/en/guide.md:9",
        "  The [-first-] {+second+} mode is the default one, and it balances speed against memory.",
        "",
    ]


@pytest.mark.parametrize("page", ["guide.md", "docs/en/guide.md", "docs/pt/guide.md"])
def test_diff_takes_any_name_of_a_page(recorded, page):
    outrun(recorded)
    assert CHANGE in recorded.run("diff", page, code=1)
    assert recorded.run("diff", page, "--section", "limits", code=0) == ""
    assert "no section 'limit'" in recorded.run("diff", page, "--section", "limit", code=2)


def test_diff_shows_the_paragraphs_that_changed_and_no_others(recorded):
    text = "The first mode is the default one, and it balances speed against memory.\n"
    recorded.edit("docs/en/guide.md", text, text + "\n- a\n- b\n\n```text\nx\ny\n```\n\nThe end of the section.\n")
    recorded.run("accept", "docs/pt/guide.md")
    recorded.commit()
    recorded.edit("docs/en/guide.md", "- b\n", "- c\n")
    recorded.edit("docs/en/guide.md", "x\ny\n", "x\nz\n")
    recorded.edit("docs/en/guide.md", "The end of the section", "The end\nof this section")
    assert recorded.run("diff", "docs/pt/guide.md", code=1).splitlines()[2:] == [
        "  - [-b-] {+c+}",
        "  ```text",
        "  x",
        "  [-y-]",
        "  {+z+}",
        "  ```",
        "  The end of [-the-] {+this+} section.",
        "",
    ]


def test_diff_finds_a_text_across_renames_and_merges(recorded):
    outrun(recorded)
    for folder in ("en", "pt"):
        recorded.git("mv", f"docs/{folder}/guide.md", f"docs/{folder}/manual.md")
    recorded.commit("rename")
    assert CHANGE in recorded.run("diff", "manual.md", code=1)


def test_diff_finds_a_text_that_only_another_page_had(recorded):
    outrun(recorded)
    text = recorded.read("docs/en/guide.md")
    for folder in ("en", "pt"):
        recorded.write(f"docs/{folder}/split.md", recorded.read(f"docs/{folder}/guide.md"))
    recorded.write("docs/en/guide.md", "# Guide { #guide }\n")
    recorded.commit("split")
    assert "second" in text
    assert CHANGE in recorded.run("diff", "split.md", code=1)


def test_diff_says_where_the_old_text_is_not(recorded, tmp_path):
    outrun(recorded)
    shallow = copy_of(recorded, tmp_path / "shallow", "--depth", "1")
    assert "not in the part of the history that this shallow clone holds" in shallow.run("diff", "guide.md", code=1)
    shutil.rmtree(recorded.root / ".git")
    assert "cannot be shown: this is no git repository" in recorded.run("diff", "guide.md", code=1)
    recorded.git("init", "-q")
    assert "cannot be shown: there is no commit yet" in recorded.run("diff", "guide.md", code=1)
    recorded.commit()
    assert "it is nowhere in the git history" in recorded.run("diff", "guide.md", code=1)


def test_diff_without_git(recorded, monkeypatch):
    outrun(recorded)
    monkeypatch.setenv("PATH", "")
    assert "cannot be shown: git is not installed" in recorded.run("diff", "guide.md", code=1)


def test_diff_in_a_project_below_the_repository_s_root(recorded, tmp_path):
    whole = Repository(tmp_path / "whole")
    whole.write("readme.md", "x")
    shutil.rmtree(recorded.root / ".git")
    shutil.copytree(recorded.root, whole.root / "site")
    whole.git("init", "-q")
    whole.commit()
    site = Repository(whole.root / "site")
    outrun(site)
    assert CHANGE in site.run("diff", "guide.md", code=1)


def test_diff_names_what_is_new_and_what_is_unrecorded(repository):
    repository.edit("docs/en/guide.md", "## Limits", "## New { #new }\n\nNew words.\n\n## Limits")
    shown = repository.run("diff", "guide.md", code=1)
    assert "docs/pt/guide.md new: missing\n" in shown
    assert "docs/pt/guide.md:9 modes: unrecorded\n" in shown


def record_of(repository):
    text = repository.read("docs/pt/guide.md")
    return text.partition("translates:\n")[2].partition("---")[0]


def test_adopt_takes_the_source_that_stood_beside_the_translation(repository):
    outrun(repository)
    said = repository.run("adopt", "--dry-run")
    assert not record_of(repository)
    assert repository.run("adopt") == said
    assert said.splitlines() == ["docs/pt/guide.md: 3 current, 1 stale", "  modes: translates an older text"]
    assert CHANGE in repository.run("diff", "guide.md", code=1)
    assert repository.run("adopt") == ""


def test_adopt_does_not_take_a_correction_for_a_translation(repository):
    repository.edit("docs/pt/guide.md", "ele equilibra", "este equilibra")
    repository.commit("typo")
    outrun(repository)
    assert "modes: translates an older text" in repository.run("adopt")


def test_adopt_does_not_guess_what_a_small_edit_was(repository):
    outrun(repository)
    repository.edit("docs/pt/guide.md", "ele equilibra", "este equilibra")
    repository.commit("typo")
    assert repository.run("adopt", code=1).splitlines() == [
        "docs/pt/guide.md: 3 current, 1 not known",
        "  modes: not known, a few words were edited after the source's change: its translation, or a correction",
    ]


def test_adopt_takes_an_edit_together_with_the_source_s_for_its_translation(repository):
    repository.edit("docs/en/guide.md", "The first mode", "The second mode")
    repository.edit("docs/pt/guide.md", "O primeiro modo", "O segundo modo")
    repository.commit("both")
    assert repository.run("adopt") == "docs/pt/guide.md: 4 current\n"


def test_adopt_takes_a_rewritten_section_for_translated(repository):
    outrun(repository)
    repository.edit(
        "docs/pt/guide.md", "O primeiro modo é o padrão, e ele equilibra", "O modo dois, padrão, equilibra bem"
    )
    repository.commit("translation")
    assert repository.run("adopt") == "docs/pt/guide.md: 4 current\n"


def test_adopt_follows_renames(repository):
    outrun(repository)
    for folder in ("en", "pt"):
        repository.git("mv", f"docs/{folder}/guide.md", f"docs/{folder}/manual.md")
    repository.commit()
    assert "docs/pt/manual.md: 3 current, 1 stale" in repository.run("adopt")


@pytest.mark.parametrize(
    ("source", "translation"),
    [("docs/en/docs/guide.md", "docs/pt/docs/guide.md"), ("docs/guide.md", "docs/guide.pt.md")],
    ids=["folders in folders", "suffixes"],
)
def test_adopt_follows_pages_that_were_moved_into_a_folder_for_each_language(repository, source, translation):
    for page, former in (("docs/en/guide.md", source), ("docs/pt/guide.md", translation)):
        (repository.root / former).parent.mkdir(parents=True, exist_ok=True)
        repository.git("mv", page, former)
    # What was here before is not to serve: the history begins with the old layout.
    repository.git("update-ref", "-d", "HEAD")
    repository.commit("the old layout")
    repository.edit(source, "the default one, and it balances", "the default one; it balances")
    repository.commit("the source has changed since")
    for page, former in (("docs/en/guide.md", source), ("docs/pt/guide.md", translation)):
        (repository.root / page).parent.mkdir(parents=True, exist_ok=True)
        repository.git("mv", former, page)
    repository.commit("one folder for each language")
    assert "docs/pt/guide.md: 3 current, 1 stale" in repository.run("adopt")
    assert "{+one;+}" in repository.run("diff", "docs/pt/guide.md", code=1)


def test_adopt_says_what_it_cannot_know(repository, tmp_path):
    outrun(repository)
    repository.edit("docs/pt/guide.md", "Uma quebra", "Cada quebra")
    assert repository.run("adopt", "--dry-run", code=1).splitlines() == [
        "docs/pt/guide.md: 2 current, 1 stale, 1 not known",
        "  limits: not known, it was edited since the last commit",
        "  modes: translates an older text",
    ]
    repository.commit()
    shallow = copy_of(repository, tmp_path / "shallow", "--depth", "1")
    assert "  modes: not known, it is older than what this shallow clone holds" in shallow.run("adopt", code=1)
    assert not record_of(shallow)
    shutil.rmtree(repository.root / ".git")
    assert "  guide: not known, this is no git repository" in repository.run("adopt", code=1)
    repository.git("init", "-q")
    repository.git("commit", "-q", "--allow-empty", "-m", "x")
    assert "  guide: not known, the page was never committed" in repository.run("adopt", code=1)


def test_adopt_leaves_what_is_on_record(recorded):
    outrun(recorded)
    before = record_of(recorded)
    recorded.edit("docs/pt/guide.md", next(line for line in before.split("\n") if "limits" in line) + "\n", "")
    assert recorded.run("adopt", "pt") == "docs/pt/guide.md: 1 current\n"
    assert record_of(recorded) == before
