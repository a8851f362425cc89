"""Front matter of a page that was kept is what it was when the page was read."""

from types import SimpleNamespace

import pytest
from mkdocs.structure.pages import Page

from lockstep.mkdocs import pipeline
from lockstep.store import decode, encode

FRONT_MATTER = {
    "texts": "---\ntitle: A\nhide: [toc]\nnumber: 1\nshown: true\n---\n\n\n# A\n",
    "a date": "---\ndate: 2026-12-02\n---\n# A\n",
    "a number for a name": "---\n1: a\n---\n# A\n",
    "no number": "---\na: .nan\n---\n# A\n",
    "no mapping": "---\n- a\n---\n# A\n",
    "not closed": "---\na: b\n# A\n",
    "in the way of MultiMarkdown": "title: A\nother: b\n\n# A\n",
    "none": "# A\n",
    "empty": "---\n---\n# A\n",
}


@pytest.mark.parametrize("name", FRONT_MATTER)
def test_front_matter_is_what_it_was(name: str) -> None:
    text = FRONT_MATTER[name]
    config = SimpleNamespace(plugins=SimpleNamespace(on_page_read_source=lambda **_: text))
    read, kept = SimpleNamespace(), SimpleNamespace()
    kept.read_source = lambda config: Page.read_source(kept, config)
    Page.read_source(read, config)
    values = decode(encode(read.meta)) if pipeline._can_be_kept(read.meta) else None
    pipeline._read_source(kept, values, config)
    assert kept.markdown == read.markdown
    assert repr(kept.meta) == repr(read.meta)
    assert (values is None) == (name in ("a date", "no number"))
