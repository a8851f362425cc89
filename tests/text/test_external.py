"""Links to other sites: all that a page has, and the forms that cannot work."""

import pytest

from lockstep.check import check, load
from lockstep.languages.external import find_external, find_fault, host, is_external
from lockstep.languages.pages import load_pages
from lockstep.project import load_project

PAGE = """\
---
title: t
---

# A { #a }

A [link](https://a.test/x?b=1&amp;c=2), ![image](https://b.test/i.png), <https://c.test/>, [ref][r], [same](https://a.test/s)
and [again](https://a.test/s).

> - <a href="https://d.test/">x</a>

<figure markdown="0">
<img src="https://e.test/p.png" alt="">
</figure>

[r]: https://f.test/r "Title"
[unused]: https://g.test/u

`https://code.test/` [mail](mailto:a@b.c) [page](b.md) [figure](benchmark:x)

```text
[x](https://fence.test/)
[y]: https://fence.test/y
```

<!-- [x](https://comment.test/) -->

A note.[^1]

[^1]: See [it](//h.test/n).
"""
FOUND = {
    "//h.test/n": [(30, 16)],
    "https://a.test/s": [(7, 109), (8, 13)],
    "https://a.test/x?b=1&c=2": [(7, 10)],
    "https://b.test/i.png": [(7, 50)],
    "https://c.test/": [(7, 74)],
    "https://d.test/": [(10, 14)],
    "https://e.test/p.png": [(13, 11)],
    "https://f.test/r": [(16, 6)],
    "https://g.test/u": [(17, 11)],
}
WRONG = {
    "http:/x.test": "has ':/' behind its scheme",
    "https:x.test/a": "has ':' behind its scheme",
    "https//x.test": "has no scheme",
    "www.x.test/a": "has no scheme",
    "htps://x.test": "begins with 'htps:'",
    "ttps://x.test": "begins with 'ttps:'",
    "htttp://x.test": "begins with 'htttp:'",
    "http:///x": "has ':///' behind its scheme",
    "https:\\\\x.test": "behind its scheme",
    "http://": "has no host",
    "//": "has no host",
    "https://https://x.test": "begins twice",
    "https://x..test": "a part is empty",
    "https://-x.test": "'-x' cannot be a part of one",
    "https://x.test,": "cannot be a part of one",
    "https://[::1": "cannot be read",
    "https://x.test:80o": "has the port '80o'",
    "https://x.test:65536": "has the port '65536'",
    "https://x.test/a%zz": "encodes nothing, '%zz'",
    "https://x.test/100%": "encodes nothing, '%'",
    "https://x.test/a b": "has a blank in it",
    'https://x.test/a"b': "has '\"' in it",
    "https://x.test/a)": "ends with ')'",
    "https://x.test/a]": "ends with ']'",
    "https://x.test/(a": "has '(', which nothing in it closes",
    "https://x.test/page.html.": "ends with '.'",
    "https://x.test/a/,": "ends with ','",
}
RIGHT = [
    "https://x.test",
    "HTTPS://X.test/",
    "//cdn.x.test/a",
    "http://localhost:8000/docs",
    "http://127.0.0.1:8000",
    "http://[::1]:80/",
    "https://u:p@x.test:/",
    "https://münchen.test/ä",
    "https://a_b.x.test/",
    "https://en.wikipedia.org/wiki/Washington,_D.C.",
    "https://x.test/a_(b)?q=a,b#c",
    "https://x.test/a%20b",
    "https://x.test/what?",
    "https://x.test/Yahoo!",
    "https://x.test/{id}",
    "https://web.archive.org/web/2020/https://x.test",
    "https://github.com/a/b/blob/main/c.py#L1-L2",
    "https://example.com/",
    "ftp://x.test/f",
]


def test_every_link_to_another_site_is_found(tmp_path):
    (tmp_path / "docs/en").mkdir(parents=True)
    (tmp_path / "docs/en/p.md").write_text(PAGE)
    found = find_external(load_pages(load_project(tmp_path))[0].values())
    assert {address: [(place.line, place.column) for place in places] for address, places in found.items()} == FOUND
    assert list(found) == sorted(found)


@pytest.mark.parametrize("address", WRONG)
def test_a_form_that_cannot_work_is_a_finding(address, tmp_path):
    assert is_external(address)
    message, hint = find_fault(address)
    assert WRONG[address] in message
    assert hint


@pytest.mark.parametrize("address", RIGHT)
def test_a_form_that_can_work_is_none(address):
    assert is_external(address)
    assert find_fault(address) is None


@pytest.mark.parametrize(
    "address", ["a.md", "#a", "/a", "", "mailto:a@b.c", "tel:1", "benchmark:x", "data:,x", "hxxp://x"]
)
def test_what_leads_nowhere_else_is_not_external(address):
    assert not is_external(address)


def test_the_check_names_each_place(project):
    for folder in ("en", "pt", "tr"):
        (project / f"docs/{folder}/p.md").write_text("# A { #a }\n\n[a](htps://x.test) b\n\n[c](htps://x.test) d\n")
    found = [str(one) for one in check(load(load_project(project))) if one.code == "LS245"]
    assert len(found) == 6
    assert found[0] == (
        "docs/en/p.md:3:5 LS245 the link 'htps://x.test' begins with 'htps:', which is no scheme of the web "
        "(begin it with https://)"
    )


def test_hosts_are_named():
    assert host("https://u@X.test:8/a") == "x.test"
    assert host("//x.test") == "x.test"
    assert host("www") == ""
