"""Where a text is looked up, and what a language is asked to translate."""

import json

import pytest

from lockstep.check import check, load
from lockstep.messages import INTERFACE, REFERENCE, Messages, template
from lockstep.project import load_project

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
ALL = template(INTERFACE) + template(REFERENCE)
BLOCKS = {"commands": "```commands\n```", "findings": "```findings\ncodes: LS211\n```"}
KNOWN = "there are catalogues of pt-BR, tr"
SHOWN = "it is shown on docs/de/a.md"


@pytest.fixture
def german(project):
    """The project with German in the place of Turkish, which Lockstep does not speak."""
    (project / "pyproject.toml").write_text('[tool.lockstep.languages]\nen = "en"\npt = "pt-BR"\nde = "de"\n')
    (project / "docs/tr").rename(project / "docs/de")
    return project


def write(project, domain, texts, folder="de"):
    """Translate texts, each into itself behind the name of the file."""
    file = project / f"locale/{folder}/LC_MESSAGES/{domain}.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    pairs = [[json.dumps(one, ensure_ascii=False) for one in (text, f"{domain}: {text}")] for text in texts]
    file.write_text(HEADER + "".join(f"msgid {text}\nmsgstr {said}\n\n" for text, said in pairs), "utf-8")


def show(project, block, *folders):
    for folder in folders:
        for name in ("b", "a"):
            (project / f"docs/{folder}/{name}.md").write_text(f"# T {{ #t }}\n\n{BLOCKS[block]}\n")


def asked(project):
    """What is asked of the language, without the place in the file."""
    found = [str(one) for one in check(load(load_project(project))) if one.code == "LS211"]
    assert all(":1:1 LS211 " in one for one in found)
    return [one.replace(":1:1 LS211", "").removeprefix("locale/de/LC_MESSAGES/") for one in found]


def test_a_language_without_catalogues_is_asked_for_the_interface(german) -> None:
    assert asked(german) == [
        f"lockstep.po the interface is not translated into de (translate Lockstep's lockstep.pot in this file; {KNOWN})"
    ]


@pytest.mark.parametrize("block", BLOCKS)
def test_a_language_is_asked_for_the_reference_only_where_it_shows_one(german, block) -> None:
    write(german, INTERFACE, template(INTERFACE))
    assert asked(german) == []
    show(german, block, "en", "pt")
    assert asked(german) == []
    show(german, block, "de")
    assert asked(german) == [
        "reference.po the reference of commands and findings is not translated into de (translate Lockstep's "
        f"reference.pot in this file; {KNOWN}; {SHOWN})"
    ]
    first, *others = template(REFERENCE)
    write(german, REFERENCE, others)
    assert asked(german) == [
        f"reference.po 1 texts of the reference of commands and findings are not translated into de: '{first}', … "
        f"(add them to this file; {SHOWN})"
    ]
    write(german, REFERENCE, template(REFERENCE))
    assert asked(german) == []


@pytest.mark.parametrize("domain", [INTERFACE, REFERENCE])
def test_one_file_may_hold_everything(german, domain) -> None:
    show(german, "commands", "en", "pt", "de")
    write(german, domain, ALL)
    assert asked(german) == []
    messages = Messages(load_project(german).language("de"))
    assert [messages(text) for text in ALL] == [f"{domain}: {text}" for text in ALL]


@pytest.mark.parametrize(("domain", "other"), [(INTERFACE, REFERENCE), (REFERENCE, INTERFACE)])
def test_either_file_may_be_alone(german, domain, other) -> None:
    show(german, "findings", "en", "pt", "de")
    write(german, domain, template(domain))
    (said,) = asked(german)
    assert said.startswith(f"{other}.po the ")
    assert f"{other}.pot in this file" in said


def test_a_text_is_the_interfaces_before_it_is_the_references(german) -> None:
    write(german, INTERFACE, ["Tip"])
    write(german, REFERENCE, ["Tip", "Options"])
    messages = Messages(load_project(german).language("de"))
    assert [messages(text) for text in ("Tip", "Options", "Note")] == ["lockstep: Tip", "reference: Options", "Note"]


def test_a_file_of_the_project_takes_the_place_of_ours_of_the_same_name(project) -> None:
    ours = Messages(load_project(project).language("tr"))
    assert ours("Options") != "Options"
    write(project, INTERFACE, ["Tip"], "tr")
    messages = Messages(load_project(project).language("tr"))
    assert messages("Tip") == "lockstep: Tip"
    assert messages("Options") == ours("Options")
    write(project, REFERENCE, ["Options"], "tr")
    assert Messages(load_project(project).language("tr"))("Options") == "reference: Options"
