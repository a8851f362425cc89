"""Settings and addresses are found as MkDocs finds them, and search leaves out of a page what it always did."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from mkdocs import utils
from mkdocs.config import base
from mkdocs.config import config_options as options
from mkdocs.config.defaults import MkDocsConfig

from lockstep.mkdocs import lookups

PARTS = ("a", "b", "c.html", "..", ".", "", "index.html", "é", "a.b")
PIECES = (
    *(
        ' data-search-exclude=""',
        ' data-search-exclude="a"',
        '\ndata-search-x_1="b c"',
        'data-search-="x"',
        "data-search-",
    ),
    *(
        "\u00a0",
        " ",
        "\n",
        "<p",
        ">",
        'class="data-search-x"',
        '"',
        "text",
        'data-search-y="\n"',
        "\t\t",
        "data-search-a='b'",
    ),
)


class _Own(base.Config):
    a = options.Type(str, default="x")
    missing = options.Optional(options.Type(str))

    def __getitem__(self, name: str) -> Any:
        return f"own {name}"


class _Plain(base.Config):
    a = options.Type(str, default="x")


def test_a_setting_is_found_as_ever() -> None:
    plain = lookups.PLAIN["__get__"]
    for kind, names in ((_Own, ("a", "missing")), (_Plain, ("a",)), (MkDocsConfig, ("site_name", "plugins", "theme"))):
        config = kind()
        for name in names:
            option = next(vars(one)[name] for one in kind.__mro__ if name in vars(one))
            assert (
                lookups._get(option, config) is plain(option, config) or lookups._get(option, config) == "own " + name
            )
            assert lookups._get(option, None, kind) is plain(option, None, kind) is option
            assert lookups._get(option, object()) is option
    assert _Own().a == "own a"


def test_a_setting_that_is_not_there_is_missed_as_ever() -> None:
    config = _Plain()
    del config.data["a"]
    with pytest.raises(KeyError, match="a"):
        lookups._get(vars(_Plain)["a"], config)


def test_addresses_lead_where_they_did() -> None:
    draw = Random(6)
    quick = next(one.new for one in lookups.STAND_INS if one.name == "_norm_parts")
    plain = lookups.PLAIN["_norm_parts"]
    paths = {"/".join(draw.choices(PARTS, k=draw.randrange(1, 6))) for _ in range(3000)}
    for path in paths:
        assert quick(path) == plain(path)  # type: ignore[operator]
    # What was found is not what is given away to be changed.
    for path in draw.sample(sorted(paths), 300):
        for other in draw.sample(sorted(paths), 20):
            utils.get_relative_url(path, other)
        assert quick(path) == plain(path)  # type: ignore[operator]


def test_search_leaves_its_attributes_out_as_ever() -> None:
    stand_in: Any = next(one.new for one in lookups.STAND_INS if one.name == "re")
    draw, changed = Random(7), 0
    for _ in range(5000):
        text = "".join(draw.choices(PIECES, k=draw.randrange(9)))
        expected = re.sub(lookups.PATTERN, "", text)
        assert stand_in.sub(lookups.PATTERN, "", text) == expected
        changed += expected != text
    assert changed > 1000
    assert stand_in.sub("a", "b", "aba") == "bbb"
    assert stand_in.compile is re.compile
