"""Where a link's file may be is worked out once for each link, as static-i18n does for each."""

from itertools import product
from types import SimpleNamespace

import pytest
from mkdocs.structure.files import File, Files
from mkdocs_static_i18n.folder import I18nFiles

from lockstep.mkdocs import i18n

FILES = ("en/index.md", "en/a.md", "pt/a.md", "pt/sub/b.md", "en/sub/b.md", "sub/c.md", "tr.md", "index.md", "en/a.png")
LINKS = (
    *FILES,
    *("a.md", "sub/b.md", "sub/../a.md", "./a.md", ".", "", "pt", "pt/", "pt/a.md/", "en//a.md", "/en/a.md", "/a.md"),
    *("english/a.md", "en", "en/pt/a.md", "pt/en/a.md", "tr/a.md", "..", "../a.md", "sub", "a.png", "PT/a.md"),
)


@pytest.mark.parametrize("falls_back", [True, False])
@pytest.mark.parametrize(("current", "default"), [("en", "en"), ("pt", "en"), ("tr", "en"), ("en", "pt")])
def test_a_link_finds_the_same_file(current: str, default: str, falls_back: bool) -> None:
    config = SimpleNamespace(fallback_to_default=falls_back)
    plugin = SimpleNamespace(current_language=current, default_language=default, config=config)
    made = [File(name, "docs", "site", use_directory_urls=True) for name in FILES]
    found = 0
    # A file that comes or goes later is found, or not, from then on.
    for files, link in product((I18nFiles(plugin, Files(made)), I18nFiles(plugin, Files(made[3:]))), LINKS):
        expected = i18n.PLAIN["get_file_from_path"](files, link)
        assert i18n._find_file(files, link) is expected, link
        found += bool(expected)
    assert found > len(FILES)
