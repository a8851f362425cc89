"""The pages about writing with Lockstep do what they say: their files are written, and their commands run."""

import ast
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lockstep.benchmarks.directive import OPTIONS
from lockstep.benchmarks.figures import FIGURES
from lockstep.fences import Fence, scan_fences
from lockstep.snippets.declaration import CHECKS
from support.project import environment

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs/en/write"
# Read, not imported: it imports torch.
PROOF = ROOT / "src/lockstep/proof.py"
TITLE = re.compile(r'title="(?P<path>[^"]+)"')
# They install, or go on until they are stopped; what they serve is built all the same.
NOT_RUN = re.compile(r"pip install |(mkdocs|lockstep) serve")
# What differs from run to run.
VARIES = re.compile(r"\d+\.\d+ s(, \d+ of \d+ from the cache)?")
ESCAPED = re.compile(r"(?m)^;(?=--8<--)")


def blocks(page: str) -> list[Fence]:
    return scan_fences((PAGES / page).read_text("utf-8").split("\n"))[0]


def write(root: Path, fence: Fence) -> None:
    match = TITLE.search(fence.header)
    assert match
    file = root / match["path"]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(ESCAPED.sub("", "\n".join(fence.body) + "\n"), "utf-8")


def run(root: Path, fence: Fence) -> str:
    commands = [line for line in fence.body if not NOT_RUN.match(line)]
    identity = {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(
        ["bash", "-c", "\n".join(commands)],
        cwd=root,
        env=environment() | identity | {"GIT_CONFIG_GLOBAL": "/dev/null"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=300,
    )
    return VARIES.sub("… s", done.stdout.decode("utf-8").rstrip("\n"))


def follow(page: str, root: Path) -> None:
    """Do what a page says: write the files that have a title, run the commands, and compare what they print."""
    before: Fence | None = None
    printed = ""
    for fence in blocks(page):
        # The blank line between a command and what it prints is all that stands between them.
        follows = before and before.language == "console" and fence.line == before.end + 2
        if before and before.language == "console" and not (follows and fence.language == "text"):
            assert not printed, f"{page}:{before.line} prints\n{printed}"
        if "title=" in fence.header:
            write(root, fence)
        elif fence.language == "console":
            printed = run(root, fence)
        elif fence.language == "text" and follows:
            assert printed == VARIES.sub("… s", "\n".join(fence.body)), f"{page}:{fence.line}"
        before = fence
    assert before is not None


@pytest.fixture(scope="module")
def first_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody has who has followed the first page."""
    root = tmp_path_factory.mktemp("first") / "site"
    root.mkdir()
    follow("index.md", root)
    return root


def test_following_the_first_page_to_the_letter_makes_a_site_in_three_languages(first_site: Path):
    for place in ("", "pt/", "tr/"):
        page = (first_site / "site" / place / "index.html").read_text("utf-8")
        assert "ls-evidence__run" in page
        assert "ls-benchmark" in page
    portuguese = (first_site / "site/pt/index.html").read_text("utf-8")
    assert "1,54" in portuguese


@pytest.mark.parametrize("page", ["snippets.md", "numbers.md", "translating.md"])
def test_what_other_pages_do_on_that_site_comes_out_as_they_say(first_site: Path, tmp_path: Path, page: str):
    root = tmp_path / "site"
    shutil.copytree(first_site, root)
    follow(page, root)


def test_the_python_blocks_of_a_site_are_marked_by_the_line_that_adopting_gives(tmp_path: Path):
    page = tmp_path / "docs/index.md"
    page.parent.mkdir()
    page.write_text("# A { #a }\n\n```python\nx\n```\n\n- y\n\n    ```py\n    x\n    ```\n", "utf-8")
    first, check, mark = [block for block in blocks("adopting.md") if block.prefix][:3]
    write(tmp_path, first)
    assert run(tmp_path, check).count("LS115") == 2
    run(tmp_path, mark)
    assert not run(tmp_path, check)


def test_pages_name_all_that_there_is_to_write():
    programs, numbers = ((PAGES / page).read_text("utf-8") for page in ("snippets.md", "numbers.md"))
    proof = ast.parse(PROOF.read_text("utf-8"))
    public = [node.name for node in proof.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    assert len(public) > 10
    assert [name for name in public if f"\n| `{name}(" not in programs] == []
    assert [key for key in CHECKS if f"\n# {key} = " not in programs] == []
    assert [option for option in OPTIONS if f"\n| `{option}` |" not in numbers] == []
    assert [figure for figure in FIGURES if f"`{figure}`" not in numbers] == []
