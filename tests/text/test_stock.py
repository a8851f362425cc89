"""The list of what is verified: its data, its counts, and what is wrong with a block."""

import json

import pytest
from bs4 import BeautifulSoup

from lockstep.check import check, load
from lockstep.findings import FindingError
from lockstep.languages.pages import load_pages
from lockstep.markdown.context import PageContext, current
from lockstep.messages import Messages
from lockstep.project import load_project
from lockstep.snippets.record import Entry
from lockstep.snippets.stock import as_json, render_stock, take_stock
from support.host import lockstep
from support.project import PROGRAM, VERIFIED, record

NEEDS = '# /// lockstep\n# needs = ["{}"]\n# ///\n'
RAISES = '# /// lockstep\n# needs = ["cuda"]\n# raises = "builtins.ValueError"\n# ///\n'
OTHER = VERIFIED.model_copy(update={"torch": "2.98.0", "device": "cuda", "device_name": "T0"})
PAGE = '# {} {{ #page }}\n\n## {} {{ #code }}\n\n```python\n--8<-- "{}:first"\n```\n'


@pytest.fixture
def sources(project):
    """Programs in every state: verified on both devices, without a record, lacking a GPU, lacking a package."""
    for name, head in (("gpu", RAISES), ("lib", NEEDS.format("accelerate>=1.0")), ("new", ""), ("text/b", "")):
        file = project / f"snippets/{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(head + PROGRAM)
    (project / "snippets/note.txt").write_text("no program")
    record(
        project,
        a=Entry(key="", runs=(VERIFIED, OTHER)),
        gpu=Entry(key="", lacks=("cuda",)),
        lib=Entry(key="", lacks=("accelerate>=1.0",)),
        new=Entry(key="0" * 20, runs=(VERIFIED,)),
    )
    return load(load_project(project))


def stock(sources):
    return take_stock(sources.programs.values(), sources.record)


def messages(sources, folder="en"):
    return Messages(sources.project.language(folder))


def test_a_program_is_what_its_present_text_has_on_record(sources):
    assert [(item.program.name, item.state, len(item.runs), item.lacks) for item in stock(sources)] == [
        ("a.py", "verified", 2, ()),
        ("gpu.py", "not-run", 0, ("cuda",)),
        ("lib.py", "not-run", 0, ("accelerate>=1.0",)),
        ("new.py", "unrecorded", 0, ()),
        ("text/b.py", "verified", 1, ()),
    ]


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        (
            "en",
            "Programs: 5 · verified on CPU: 2 · verified on a CUDA GPU: 1 · not run, for want of a CUDA GPU: 1 · "
            "not run, for want of something else: 1 · without a record: 1",
        ),
        (
            "pt",
            "Programas: 5 · verificados em CPU: 2 · verificados em uma GPU com CUDA: 1 · não executados, por falta de "
            "uma GPU com CUDA: 1 · não executados, por falta de outra coisa: 1 · sem registro: 1",
        ),
        (
            "tr",
            "Program: 5 · CPU'da doğrulanan: 2 · CUDA destekli GPU'da doğrulanan: 1 · CUDA destekli GPU olmadığı için "
            "çalıştırılmayan: 1 · başka bir eksik yüzünden çalıştırılmayan: 1 · kaydı olmayan: 1",
        ),
    ],
)
def test_the_programs_are_counted_and_their_versions_named(sources, folder, said):
    found = BeautifulSoup(render_stock(stock(sources), sources.record, messages(sources, folder), {}), "html5lib")
    assert found.select_one(".ls-verified__counts").get_text() == said
    versions = [(one.dt.get_text(), one.dd.get_text()) for one in found.select(".ls-verified__versions div")]
    system = {"en": "System", "pt": "Sistema", "tr": "Sistem"}[folder]
    assert versions == [
        ("torch", "2.98.0, 2.99.1"),
        ("transformers", "5.99.2"),
        ("Python", "3.99.3"),
        (system, "Linux"),
    ]


def test_what_a_program_is_to_raise_is_said_where_no_run_says_it(sources):
    found = BeautifulSoup(render_stock(stock(sources), sources.record, messages(sources), {}), "html5lib")
    raises = {item.code.get_text(): item.select_one(".ls-verified__raises") for item in found.select("li")}
    assert [name for name, said in raises.items() if said] == ["snippets/gpu.py"]
    assert raises["snippets/gpu.py"].get_text() == "It is to end with the error builtins.ValueError."


def test_the_data_hold_the_evidence_and_the_pages(sources):
    data = json.loads(as_json(stock(sources), {"a.py": ["docs/en/page.md"]}))["programs"]
    assert [one["program"] for one in data] == [f"snippets/{name}.py" for name in ("a", "gpu", "lib", "new", "text/b")]
    assert data[0]["runs"][1]["device_name"] == "T0"
    assert [one["pages"] for one in data] == [["docs/en/page.md"], [], [], [], []]
    assert data[1] == {
        "program": "snippets/gpu.py",
        "state": "not-run",
        "needs": ["cuda"],
        "lacks": ["cuda"],
        "raises": "builtins.ValueError",
        "runs": [],
        "pages": [],
    }


def test_pages_are_those_of_the_reader_or_else_of_the_source(project, sources):
    for folder, name, title in (("en", "one", "One"), ("en", "two", "Two"), ("pt", "one", "Um")):
        # The second section shows it again: the first counts.
        text = PAGE.format(title, "Code", "a.py")
        again = f'\n## {title} {{ #again }}\n\n```python\n--8<-- "a.py:first"\n```\n' if name == "one" else ""
        (project / f"docs/{folder}/{name}.md").write_text(text + again, encoding="utf-8")
    page = "# L { #l }\n\n```verified\n```\n"
    written = []

    def write(name, text):
        written.append((name, text()))
        return "../verified.json"

    pages, _ = load_pages(sources.project)
    told = PageContext(
        sources,
        "docs/pt/list.md",
        sources.project.language("pt"),
        pytest.fail,
        write=write,
        read=pages,
        find=lambda language, name: f"/{language.folder}/{name}",
    )
    token = current.set(told)
    try:
        found = BeautifulSoup(lockstep(project).convert(page), "html5lib")
    finally:
        current.reset(token)
    shown = found.select("li")[0].select(".ls-verified__pages a")
    assert [(link["href"], link.get("lang"), link.get_text()) for link in shown] == [
        ("/pt/one.md#code", None, "Um"),
        ("/en/two.md#code", "en", "Two"),
    ]
    assert found.select("li")[1].select_one(".ls-verified__pages").get_text() == "Nenhuma página o mostra."
    assert found.select_one(".ls-verified__data a")["href"] == "../verified.json"
    ((name, text),) = written
    assert name == "assets/lockstep/verified.json"
    assert json.loads(text)["programs"][0]["pages"] == ["docs/en/one.md", "docs/en/two.md", "docs/pt/one.md"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("\nprograms: all\n", "5:1 LS151 the block takes no options, such as 'programs: all' (leave it empty)"),
        ("x", "4:1 LS151 the block takes no options, such as 'x' (leave it empty)"),
    ],
)
def test_a_block_with_options_is_a_fault(project, body, expected):
    page = f"# L {{ #l }}\n\n```verified\n{body}\n```\n"
    (project / "docs/en/list.md").write_text(page)
    assert [str(one) for one in check(load(load_project(project))) if one.code != "LS126"] == [
        f"docs/en/list.md:{expected}"
    ]
    with pytest.raises(FindingError, match="LS151"):
        lockstep(project).convert(page)


def test_a_list_without_a_program_is_a_fault(project):
    (project / "snippets/a.py").unlink()
    record(project)
    (project / "docs/en/list.md").write_text("# L { #l }\n\n```verified\n```\n")
    assert [str(one) for one in check(load(load_project(project)))] == [
        "docs/en/list.md:3:1 LS152 there is no program to list (write one in the snippets folder, or delete the block)"
    ]


def test_a_list_that_a_translation_lost_is_a_finding(project):
    (project / "docs/en/list.md").write_text("# L { #l }\n\n```verified\n```\n")
    (project / "docs/pt/list.md").write_text("# L { #l }\n")
    found = [str(one) for one in check(load(load_project(project))) if one.code == "LS231"]
    assert [line.partition(" is missing")[0] for line in found] == [
        "docs/pt/list.md:1:1 LS231 the list of what was verified of docs/en/list.md:3"
    ]


def test_a_block_in_a_passage_is_shown_and_not_rendered(project):
    (project / "snippets/p.md").write_text("```verified\n```\n")
    markup = lockstep(project).convert('````text\n--8<-- "p.md"\n````\n')
    assert "ls-verified" not in markup
    assert "```verified" in markup
