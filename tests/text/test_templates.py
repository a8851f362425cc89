"""What our templates promise to those who read the markup."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from lockstep.messages import CATALOGUES

TEMPLATES = sorted((CATALOGUES.parent / "templates").glob("*.html"))


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.stem)
def test_what_search_leaves_out_holds_no_element_of_its_own_kind(file: Path) -> None:
    """Material tells elements by their tag alone: the end of the inner one would be taken for that of the outer one."""
    page = BeautifulSoup(file.read_text("utf-8"), "html.parser")
    for element in page.select("[data-search-exclude]"):
        assert element.find(element.name) is None


def test_something_is_left_out() -> None:
    assert any("data-search-exclude" in file.read_text("utf-8") for file in TEMPLATES)
