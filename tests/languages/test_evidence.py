"""Which sections are current, whatever has become of the repository."""

import json
import shutil

import pytest

from support.repository import Repository, copy_of


def states(repository):
    page = json.loads(repository.run("status", "pt", "--format", "json"))[0]["pages"][0]
    return {section["id"]: section["state"] for section in page["sections"]}


CURRENT = {".title": "current", "guide": "current", "modes": "current", "limits": "current"}


def test_what_was_accepted_is_current_until_the_source_changes(recorded):
    assert states(recorded) == CURRENT
    recorded.edit("docs/en/guide.md", "The first mode", "The second mode")
    assert states(recorded) == CURRENT | {"modes": "stale"}
    recorded.edit("docs/en/guide.md", "The second mode", "The first mode")
    assert states(recorded) == CURRENT


def test_a_page_without_a_record_is_unrecorded(repository):
    assert set(states(repository).values()) == {"unrecorded"}


def test_a_typo_in_the_translation_freshens_nothing(recorded):
    recorded.edit("docs/en/guide.md", "The first mode", "The second mode")
    recorded.commit()
    recorded.edit("docs/pt/guide.md", "ele equilibra", "este equilibra")
    recorded.commit("typo")
    assert states(recorded) == CURRENT | {"modes": "stale"}


def test_a_rename_keeps_the_state(recorded):
    recorded.edit("docs/en/guide.md", "The first mode", "The second mode")
    for folder in ("en", "pt"):
        recorded.git("mv", f"docs/{folder}/guide.md", f"docs/{folder}/manual.md")
    recorded.commit()
    assert states(recorded) == CURRENT | {"modes": "stale"}


@pytest.mark.parametrize("line_ending", ["\r\n", "\r"], ids=["crlf", "cr"])
def test_line_endings_change_nothing(recorded, line_ending):
    for path in ("docs/en/guide.md", "docs/pt/guide.md"):
        recorded.write(path, recorded.read(path).replace("\n", line_ending))
    assert states(recorded) == CURRENT


def test_a_clone_a_tarball_and_a_squash_say_the_same(recorded, tmp_path):
    recorded.edit("docs/en/guide.md", "The first mode", "The second mode")
    recorded.commit()
    expected = CURRENT | {"modes": "stale"}
    assert states(copy_of(recorded, tmp_path / "clone")) == expected
    assert states(copy_of(recorded, tmp_path / "shallow", "--depth", "1")) == expected
    archive = recorded.git("archive", "--format=zip", "-o", str(tmp_path / "a.zip"), "HEAD")
    assert not archive
    shutil.unpack_archive(tmp_path / "a.zip", tmp_path / "tarball")
    assert states(Repository(tmp_path / "tarball")) == expected
    recorded.git("checkout", "-q", "--orphan", "squashed")
    recorded.commit("all in one")
    assert states(recorded) == expected


def test_a_section_that_the_translation_lacks_is_missing(recorded):
    recorded.edit("docs/en/guide.md", "## Limits", "## New { #new }\n\nNew words.\n\n## Limits")
    assert states(recorded) == CURRENT | {"new": "missing"}


def test_status_counts_the_source_s_words(recorded):
    recorded.edit("docs/en/guide.md", "The first mode", "The second mode")
    recorded.write("docs/en/other.md", "# Other { #other }\n\nThree more words.\n")
    assert recorded.run("status").splitlines() == [
        "pt (pt-BR): 58 % current, 25 of 43 words (14 stale, 4 missing)",
        "  stale       64 %  docs/pt/guide.md",
        "    stale         14 words  modes (line 14)",
        "  missing      0 %  docs/en/other.md",
    ]


def test_status_tells_scripts(recorded):
    recorded.run("status", "--exit-code", code=0)
    recorded.edit("docs/en/guide.md", "The first mode", "The second mode")
    recorded.run("status", code=0)
    recorded.run("status", "--exit-code", code=1)
    words = json.loads(recorded.run("status", "pt-BR", "--format", "json"))[0]["words"]
    assert words["stale"] > 0
    assert "did you mean" in recorded.run("status", "tp", code=2)


def test_the_check_allows_stale_sections_unless_the_project_does_not(recorded):
    recorded.edit("docs/en/guide.md", "The first mode", "The second mode")
    assert recorded.run("check", code=0) == ""
    recorded.edit("pyproject.toml", "[tool.lockstep", '[tool.lockstep]\nstale = "error"\n[tool.lockstep')
    found = recorded.run("check", code=1)
    assert found.startswith(
        "docs/pt/guide.md:14:1 LS223 the section 'modes' translates an older text than that of docs/en/guide.md:9"
    )
    recorded.edit(
        "docs/pt/guide.md", next(line for line in recorded.read("docs/pt/guide.md").split("\n") if "modes:" in line), ""
    )
    assert "LS224 nothing says which text of docs/en/guide.md:9 the section 'modes'" in recorded.run("check", code=1)


def test_a_wrong_setting_is_named(recorded):
    recorded.edit("pyproject.toml", "[tool.lockstep", '[tool.lockstep]\nstale = "warn"\n[tool.lockstep')
    assert recorded.run("check", code=2).startswith("pyproject.toml:2:1 LS004 'stale' must be one of allow, error")


def test_records_of_no_use_are_findings(recorded):
    recorded.edit("docs/pt/guide.md", "  modes: ", "  mods: ")
    assert (
        "LS222 the record has a section 'mods', which docs/en/guide.md does not have "
        "(lockstep accept docs/pt/guide.md drops it; did you mean 'modes'" in recorded.run("check", code=1)
    )
    recorded.run("accept", "docs/pt/guide.md")
    assert recorded.run("check", code=0) == ""
    recorded.edit("docs/en/guide.md", "title: Guide", "title: Guide\ntranslates: {guide: bcdfghjkl}")
    assert recorded.run("check", code=1).startswith("docs/en/guide.md:3:1 LS221 'translates' on a page of the source")


def test_accepts_one_section(recorded):
    recorded.edit("docs/en/guide.md", "The first mode", "The second mode")
    recorded.edit("docs/en/guide.md", "A graph break", "Each graph break")
    recorded.run("accept", "docs/pt/guide.md", "--section", "modes")
    assert states(recorded) == CURRENT | {"limits": "stale"}
    before = recorded.read("docs/pt/guide.md")
    assert "no section 'mode' in docs/en/guide.md (did you mean 'modes'" in recorded.run(
        "accept", "docs/pt/guide.md", "--section", "mode", code=2
    )
    assert recorded.read("docs/pt/guide.md") == before


def test_accepts_files_and_nothing_else(recorded):
    assert "name a file: docs/pt/guide.md" in recorded.run("accept", "guide.md", code=2)
    assert "no translation 'docs/en/guide.md'" in recorded.run("accept", "docs/en/guide.md", code=2)
    recorded.write("docs/pt/alone.md", "# X { #x }\n")
    assert "docs/pt/alone.md has no source page" in recorded.run("accept", "docs/pt/alone.md", code=2)


def test_accept_leaves_the_rest_of_the_file_to_the_byte(recorded):
    text = "\ufeff" + recorded.read("docs/pt/guide.md").replace("\n", "\r\n")
    recorded.write("docs/pt/guide.md", text)
    recorded.edit("docs/en/guide.md", "The first mode", "The second mode")
    recorded.run("accept", "docs/pt/guide.md")
    old, new = text.split("\r\n"), recorded.read("docs/pt/guide.md").split("\r\n")
    assert [one for one, other in zip(old, new, strict=True) if one != other] == [old[5]]


def test_a_new_translation_is_to_do_section_by_section(recorded):
    recorded.write(
        "docs/en/other.md",
        "---\ntitle: Other # short\nhide: [toc]\n---\n\nTop.\n\n# Other { #other }\nText.\n\n> Quoted\n> ---\n>\n> x\n",
    )
    recorded.run("new", "other.md", "pt")
    assert "is there already" in recorded.run("new", "docs/en/other.md", "pt", code=2)
    page = json.loads(recorded.run("status", "pt", "--format", "json"))[0]["pages"][1]
    assert {section["state"] for section in page["sections"]} == {"missing"}
    findings = recorded.run("check", code=1).splitlines()
    assert [line.split(" (")[0] for line in findings if "LS225" in line] == [
        "docs/pt/other.md:2:1 LS225 the section '.title' is still to do",
        "docs/pt/other.md:10:1 LS225 the section '.top' is still to do",
        "docs/pt/other.md:16:1 LS225 the section 'other' is still to do",
    ]
    assert "still to do" in recorded.run("accept", "docs/pt/other.md", "--section", "other", code=2)
    # The source moves on while the translator works on what they were given.
    recorded.edit("docs/en/other.md", "Text.", "Another text.")
    text = recorded.read("docs/pt/other.md")
    recorded.write(
        "docs/pt/other.md", text.replace("<!-- lockstep: to do -->\n\n", "").replace("  # lockstep: to do", "")
    )
    page = json.loads(recorded.run("status", "pt", "--format", "json"))[0]["pages"][1]
    assert {section["id"]: section["state"] for section in page["sections"]} == {
        ".title": "current",
        ".top": "current",
        "other": "stale",
    }


def test_a_new_translation_makes_the_folder_that_git_has_dropped(recorded):
    recorded.edit("pyproject.toml", 'pt = "pt-BR"', 'pt = "pt-BR"\ntr = "tr"\nde = "de"')
    check = recorded.run("check", code=1)
    assert "docs/tr:1:1 LS201" in check
    assert "docs/de:1:1 LS201" in check
    # What the others have is not known, and nothing would say so.
    assert "docs/tr:1:1 LS201" in recorded.run("status", code=2)
    assert recorded.run("new", "guide.md", "tr").startswith("docs/tr/guide.md: ")
    check = recorded.run("check", code=1)
    assert "docs/tr:1:1 LS201" not in check
    assert "docs/de:1:1 LS201" in check
    recorded.run("new", "guide.md", "de")
    assert "docs/tr/guide.md" in recorded.run("status")


def test_a_source_without_a_folder_has_no_pages_to_translate(recorded):
    shutil.rmtree(recorded.root / "docs/en")
    assert "docs/en:1:1 LS201" in recorded.run("new", "guide.md", "pt", code=2)


def test_a_page_of_no_language_is_named(recorded):
    assert "no page 'gide.md' (did you mean 'guide.md'?)" in recorded.run("new", "gide.md", "pt", code=2)
    assert "no language 'de' to translate into (known: 'pt')" in recorded.run("new", "guide.md", "de", code=2)
