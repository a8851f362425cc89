"""What is said of programs without running them: names, syntax, proofs, pages, declarations, the record."""

import ast
import random
import re
from pathlib import Path

import pytest

import lockstep
from lockstep.check import check, load
from lockstep.project import load_project
from lockstep.snippets.pages import expand
from lockstep.snippets.program import Program, _passages, find_marker, load_programs
from lockstep.snippets.record import Entry
from lockstep.snippets.render import CHECKS
from support.project import record


def put(root, path, text):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def findings(root):
    return [str(finding) for finding in check(load(load_project(root)))]


def include(*targets, indent=""):
    return "".join(f'{indent}```python\n{indent}--8<-- "{target}"\n{indent}```\n\n' for target in targets)


def show(root, *targets):
    put(root, "docs/en/p.md", "# T { #t }\n\n" + include(*targets))


def region(name, *lines):
    return f"# --8<-- [start:{name}]\n" + "".join(f"{line}\n" for line in lines) + f"# --8<-- [end:{name}]\n"


@pytest.fixture
def program(project):
    """Write the one program of a project, recorded and shown on a page, and say what is found."""

    def run(text, *shown):
        put(project, "snippets/a.py", text)
        record(project)
        show(project, *(f"a.py:{name}" for name in shown))
        return findings(project)

    return run


NAMES = {
    "in the proof": (region("r", "print(x)") + "\nx = 1\n", ["2:7 LS124 'x' is undefined in what readers see"]),
    "in a comment": (region("r", "# x = 1", "x") + "\nassert 1\n", ["3:1 LS124 'x' is undefined in what readers see"]),
    "in hidden code": (
        "import os\n" + region("r", "os.getcwd()") + "\nassert 1\n",
        ["1:1 LS105 code before or between passages is hidden", "3:1 LS124 'os' is undefined in what readers see"],
    ),
    "twice": (region("r", "é = 'ü', y, y", "y") + "\ny = 1\n", ["2:10 LS124 'y' is undefined in what readers see"]),
    "in a function": (
        region("r", "def f():", "    return later()") + "\ndef later():\n    pass\nf()\n",
        ["3:12 LS124 'later' is undefined in what readers see"],
    ),
    "before it is set": (
        region("r", "x = 1", "def f():", "    print(x)", "    x = 2") + "\nf()\n",
        ["4:11 LS124 'x' is undefined in what readers see"],
    ),
    "nowhere missing": (
        region(
            "r", "from os import *", "def f(a, *b, **c) -> 'int':", "    return [a for a in b] + [getcwd, __name__, c]"
        )
        + "\nassert f\n",
        [],
    ),
    "a syntax error": (
        region("r", "x = 1", "def f(:", "    pass") + "\nassert x\n",
        ["3:1 LS125 what readers copy is not Python: "],
    ),
    "a return": (
        region("r", "return 1") + "\nassert 1\n",
        ["2:1 LS125 what readers copy is not Python: "],
    ),
    "an open block": (
        region("r", "if 1:") + "    x = 1\n",
        ["2:1 LS125 what readers copy is not Python: "],
    ),
    "an error in the proof": (
        region("r", "x = 1") + "\nassert x =\n",
        ["5:1 LS125 the program is not Python: "],
    ),
    "too deep": (region("r", "(" * 9999) + "\nassert 1\n", ["2:1 LS125 what readers copy is not Python: "]),
    "warnings": (region("r", r"x = '\d'", "assert (x, 1)", "x is 1") + "\nassert 1\n", []),
    "split": (region("a", "x = 1") + "\n\n" + region("b", "print(x)") + "\nassert x\n", []),
    "a block split": (
        region("a", "class A:", "    x = 1") + region("b", "    def f(self):", "        pass") + "\nassert A\n",
        ["6:1 LS129 an indented region that stands in no other"],
    ),
    "nested": (
        region("a", "class A:", region("b", "    x = 1"), "    y = z") + "\nassert A\n",
        ["7:9 LS124 'z' is undefined in what readers see"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), NAMES.values(), ids=NAMES)
def test_what_readers_could_not_run(program, text, expected):
    shown = [name for name in ("r", "a", "b") if f"start:{name}]" in text]
    found = program(text, *shown)
    assert len(found) == len(expected), found
    for finding, begin in zip(found, expected, strict=True):
        # Where exactly a compiler stops reading differs between versions of Python.
        place = re.sub(r":\d+ LS125", ":1 LS125", finding)
        assert place.startswith(f"snippets/a.py:{begin}")


def test_line_endings_and_a_byte_order_mark_change_no_place(project):
    text = "\ufeff" + region("r", "x = '''", "  a'''", "print(y)").replace("\n", "\r\n") + "\r\nassert x\r\n"
    (project / "snippets/a.py").write_bytes(text.encode())
    record(project)
    show(project, "a.py:r")
    assert [finding.split(" in ")[0] for finding in findings(project)] == ["snippets/a.py:4:7 LS124 'y' is undefined"]
    assert load_programs(load_project(project))[0]["a.py"].passage("r").text == "x = '''\n  a'''\nprint(y)\n"


PROOFS = {
    "nothing": "",
    "a comment": "\n# assert x\n",
    "a declaration": "\n# /// lockstep\n# timeout = 5\n# ///\n",
}


@pytest.mark.parametrize("proof", PROOFS.values(), ids=PROOFS)
def test_a_program_without_a_proof(program, proof):
    assert program(region("r", "x = 1") + proof, "r") == [
        "snippets/a.py:3:1 LS128 no proof follows the last passage"
        " (assert below it what the text claims, with lockstep.proof)"
    ]


def test_an_expected_error_is_a_proof(program):
    assert program('# /// lockstep\n# raises = "ValueError"\n# ///\n' + region("r", "int('x')"), "r") == []


def test_a_fault_in_a_declaration(program):
    found = program(
        "# /// lockstep\n# neds = []\n# ///\n" + region("r", "x = 1") + "\nassert x\n",
        "r",
    )
    assert found == ["snippets/a.py:2:1 LS131 unknown key 'neds' (did you mean 'needs'?)"]


def test_a_declaration_that_readers_would_copy(program):
    found = program(region("r", "# /// lockstep", "# timeout = 5", "# ///", "x = 1") + "\nassert x\n", "r")
    assert [finding.split(":")[1] for finding in found] == ["2"]
    assert "LS132 the declaration stands in a passage" in found[0]


def test_programs_and_passages_that_no_page_shows(project):
    nested = region("outer", "if 1:", region("inner", "    x = 1")) + region("rest", "y = 1") + "\nassert x\n"
    put(project, "snippets/nested.py", nested)
    put(project, "snippets/bare.py", "assert True\n")
    put(project, "snippets/data.txt", "shown whole or not at all\n")
    put(project, "snippets/part.txt", "# --8<-- [start:r]\nx\n# --8<-- [end:r]\n")
    record(project)
    put(project, "docs/tr/p.md", "# T { #t }\n\n" + include("nested.py:outer"))
    put(project, "docs/en/p.md", "# T { #t }\n")
    assert [finding.split(" (")[0] for finding in findings(project) if "LS231" not in finding] == [
        "snippets/a.py:1:1 LS126 no page shows this program",
        "snippets/bare.py:1:1 LS126 no page shows this program",
        "snippets/nested.py:8:1 LS127 no page shows region 'rest'",
        "snippets/part.txt:1:1 LS126 no page shows this program",
    ]


# Of a program with the passages a, b and, inside b, in: what a page shows, and what is missing above which of it.
ORDERS = {
    ("a", "b", "in"): [],
    ("b",): ["a"],
    ("a", "in"): ["b"],
    ("a", "in", "b"): ["b"],
    ("in",): ["a", "b"],
    ("b", "a"): ["a"],
}


def test_what_an_editor_keeps_beside_a_program_is_none(project):
    text = region("r", "x = 1") + "\nassert x\n"
    for name in ("a.py", "a.py~", "#a.py#", ".a.py.swp", "__pycache__/a.pyc"):
        put(project, f"snippets/{name}", text)
    assert list(load_programs(load_project(project))[0]) == ["a.py"]


@pytest.mark.parametrize(("shown", "missing"), ORDERS.items(), ids=" ".join)
def test_a_passage_needs_all_that_stands_above_it(program, shown, missing):
    text = region("a", "x = 1") + region("b", "def f():", "    y = x", region("in", "    return y")) + "\nassert f\n"
    found = [finding for finding in program(text, *shown) if "LS127" not in finding]
    assert [finding.split("shown before ")[1].split(",")[0] for finding in found] == [f"'{name}'" for name in missing]


TABS = {
    "in one tab": ('=== "A"\n\n{a}{b}=== "B"\n\n    x\n', []),
    "in the next tab": (
        '=== "A"\n\n{a}=== "B"\n\n{b}',
        ["11:1 LS117 'a.py:b' needs 'a', which is in another tab (show 'a' in the same tab, or above the tabs)"],
    ),
    "in both": ('=== "A"\n\n{a}{b}=== "B"\n\n{a}{b}', []),
    "in the next set of tabs": ('=== "A"\n\n{a}\n===! "B"\n\n{b}', []),
}


@pytest.mark.parametrize(("body", "expected"), TABS.values(), ids=TABS)
def test_readers_see_one_tab_at_a_time(project, body, expected):
    put(project, "snippets/a.py", region("a", "x = 1") + region("b", "y = x") + "\nassert y\n")
    record(project)
    blocks = {name: include(f"a.py:{name}", indent="    ") for name in "ab"}
    put(project, "docs/en/p.md", "# T { #t }\n\n" + body.format(**blocks))
    assert findings(project) == [f"docs/en/p.md:{line}" for line in expected]


def test_a_record_speaks_of_one_text_only(project):
    show(project, "a.py:first")
    assert findings(project) == []
    text = (project / "snippets/a.py").read_text("utf-8")
    put(project, "snippets/a.py", text.replace("assert model", "assert model  # really"))
    hint = "(run: lockstep verify --update)"
    assert findings(project) == [f"snippets/a.py:1:1 LS142 the record is of another version of this program {hint}"]
    (project / "snippets/verified.json").unlink()
    assert findings(project) == [f"snippets/a.py:1:1 LS144 there is no record of this program's verification {hint}"]
    record(project, a=Entry(key=""))
    assert "LS144" in findings(project)[0]
    record(project, a=Entry(key="", lacks=("cuda",)))
    assert findings(project) == []
    put(project, "snippets/verified.json", "{")
    assert len(findings(project)) == 1
    assert "LS141" in findings(project)[0]


def test_a_string_is_the_same_shown_as_run(program, project):
    method = [
        "class A:",
        "    def f(self):",
        "        # --8<-- [start:r]",
        '        t = """a',
        "            b",
        "        c",
        'd"""',
        "        u = 'e\\",
        "        f'",
        '        v = f"""{1 +',
        "        2}",
        '        g"""',
        "        # --8<-- [end:r]",
        "        return t, u, v",
    ]
    assert program(region("all", *method) + "\nassert A\n", "all", "r") == []
    shown = {}
    text = load_programs(load_project(project))[0]["a.py"]
    exec(text.passage("r").text, shown)
    run = {}
    exec(text.text, run)
    assert (shown["t"], shown["u"], shown["v"]) == run["A"]().f()


def test_every_check_of_a_proof_is_said_in_words():
    tree = ast.parse((Path(lockstep.__file__).parent / "proof.py").read_text("utf-8"))
    public = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")}
    assert set(CHECKS) == public


def test_a_page_has_its_passages_put_in_once(project):
    sources, path, lines = load(load_project(project)), "docs/en/p.md", ("```python", '--8<-- "none.py:r"', "```")
    first = sources.expand(lines, path, 0)
    assert [finding.line for finding in first.findings] == [2]
    assert sources.expand(lines, path, 0) is first
    # Below a front matter, or of another text, it is another.
    assert [finding.line for finding in sources.expand(lines, path, 3).findings] == [5]
    assert sources.expand(("", *lines), path, 3).lines[0] == ""


def test_a_page_that_was_put_together_is_taken_for_the_same_lines_alone(project):
    sources, path, lines = load(load_project(project)), "docs/en/p.md", ("```text", '--8<-- "none.py:r"', "```", "x")
    assert sources.expanded_before([*lines], path, 0) is None
    first = sources.expand(lines, path, 0)
    for behind in ([], [""], ["", ""]):
        found = sources.expanded_before([*lines, *behind], path, 0)
        assert found == (first, 4)
        assert [*first.lines, *behind] == expand([*lines, *behind], path, sources.programs).lines
        assert first.findings == expand([*lines, *behind], path, sources.programs).findings
    for others in (["", *lines], [*lines, "y"], [*lines[:3]], [*lines[:3], ""], []):
        assert sources.expanded_before(others, path, 0) is None
    assert sources.expanded_before([*lines], path, 1) is None
    assert sources.expanded_before([*lines], "docs/en/q.md", 0) is None


def test_the_order_of_passages_is_checked_as_line_by_line():
    draw, found = random.Random(13), 0
    for _ in range(300):
        open_: list[str] = []
        text: list[str] = []
        for number in range(draw.randrange(2, 14)):
            name = f"r{number}"
            if draw.random() < 0.4:
                open_.append(name)
                text.append(f"# --8<-- [start:{name}]")
            elif open_ and draw.random() < 0.5:
                text.append(f"# --8<-- [end:{open_.pop(draw.randrange(len(open_)))}]")
            else:
                text.append(draw.choice(("", "a = 1", "# b", "# ;--8<-- [start:x]")))
        text += [f"# --8<-- [end:{name}]" for name in open_]
        passages, _ = _passages("\n".join(text), "a.py")
        made = Program("a.py", "s/a.py", Path("a.py"), "\n".join(text), tuple(passages), 1, ())
        shown = draw.choices(passages, k=draw.randrange(4)) if passages else []
        lines = [line for one in shown for line in ("```", f'--8<-- "a.py:{one.name}"', "```")]
        page = expand(lines, "p.md", {"a.py": made})
        expected = []
        for index, one in enumerate(shown):
            above = {line for other in shown[:index] for line in held(other, text)}
            for earlier in sorted(passages, key=lambda passage: (passage.start, -passage.end)):
                needed = {line for line in held(earlier, text) if line < one.start}
                if not needed <= above:
                    above |= needed
                    expected.append((index * 3 + 1, earlier.name))
        told = [(one.line, one.message.split("'")[3]) for one in page.findings if one.code == "LS117"]
        assert sorted(told) == sorted(expected)
        found += bool(told)
    assert found > 30


def held(passage, text):
    inside = range(passage.start + 1, passage.end)
    return {line for line in inside if text[line - 1].strip() and not find_marker(text[line - 1], "a.py")}
