"""Whatever stands in an author's files: findings in their place, never a traceback."""

import random

import pytest

from lockstep.check import check, load
from lockstep.findings import Finding, FindingError
from lockstep.project import find_root, load_project
from support import hostile
from support.depth import deep_list, few_frames

INCLUDE = '```python\n--8<-- "{}"\n```\n'

# What a program owes its readers beyond sound regions, which test_programs.py has: most programs here are on no page.
OWED = {"LS124", "LS125", "LS126", "LS127", "LS128", "LS142", "LS143", "LS144"}


def findings(root):
    return [str(finding) for finding in check(load(load_project(root))) if finding.code not in OWED]


def put(root, path, data):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    return file


INCLUDES = {
    "no.py:first": "LS111 no snippet file 'no.py' (did you mean 'a.py'?)",
    "A.py:first": "LS111 no snippet file 'A.py' (did you mean 'a.py'?)",
    "a.py:firs": "LS112 no region 'firs' in snippets/a.py (did you mean 'first'?)",
    "a.py:First": "LS112 no region 'First' in snippets/a.py (did you mean 'first'?)",
    "a.py:": "LS112 no region '' in snippets/a.py (known: 'first')",
    "a.py": "LS113 'a.py' without a region would show the proof too (known: 'first')",
    "a.py:1": "LS113 line ranges cannot be verified (name a region; known: 'first')",
    "a.py:1:1": "LS113 line ranges cannot be verified (name a region; known: 'first')",
    "a.py:5:3": "LS113 line ranges cannot be verified (name a region; known: 'first')",
    "a.py:first:2": "LS113 line ranges cannot be verified (name a region; known: 'first')",
    "../a.py:first": "LS114 '../a.py' leads out of the snippets folder (name a file inside it)",
    "x/../../a.py:first": "LS114 'x/../../a.py' leads out of the snippets folder (name a file inside it)",
    "/etc/passwd": "LS114 '/etc/passwd' leads out of the snippets folder (name a file inside it)",
    "..\\\\a.py:first": "LS114 '..\\\\a.py' leads out of the snippets folder (name a file inside it)",
    "C:/a.py:first": "LS114 'C' leads out of the snippets folder (name a file inside it)",
    "./a.py:first": "LS111 no snippet file './a.py' (did you mean 'a.py'?)",
    "folder.d:first": "LS111 no snippet file 'folder.d'",
    "link:first": "LS111 the snippet file 'link' cannot be used (mend snippets/link)",
    "lost.py:first": "LS111 no snippet file 'lost.py'",
}


@pytest.mark.parametrize(("target", "expected"), INCLUDES.items())
def test_an_include_that_names_nothing(project, target, expected):
    (project / "snippets/folder.d").mkdir()
    outside = put(project, "outside", "# --8<-- [start:first]\nx\n# --8<-- [end:first]\n")
    (project / "snippets/link").symlink_to(outside)
    (project / "snippets/lost.py").symlink_to(project / "nowhere.py")
    for folder in ("en", "pt", "tr"):
        put(project, f"docs/{folder}/p.md", "# T { #t }\n\n" + INCLUDE.format(target))
    found = [finding for finding in findings(project) if finding.startswith("docs/")]
    assert len(found) == 3
    for folder, finding in zip(("en", "pt", "tr"), found, strict=True):
        assert finding.startswith(f"docs/{folder}/p.md:4:9 {expected}")


def test_a_link_out_of_the_snippets_folder_is_refused(project):
    (project / "snippets/out.py").symlink_to(put(project, "out.py", "secret"))
    assert findings(project) == [
        "snippets/out.py:1:1 LS109 the file is a link that leads out of the snippets folder (put the file itself there)"
    ]


REGIONS = {
    "never closed": ("# --8<-- [start:r]\nx", ["1:17 LS104 region 'r' is never closed (add [end:r] below)"]),
    "never opened": ("x\n# --8<-- [end:r]", ["2:15 LS103 region 'r' ends here but is not open (add [start:r] above)"]),
    "named like its marker": (
        "# --8<-- [start:start]\nx",
        ["1:17 LS104 region 'start' is never closed (add [end:start] below)"],
    ),
    "there twice": (
        "# --8<-- [start:r]\nx\n# --8<-- [end:r]\n# --8<-- [start:r]\ny\n# --8<-- [end:r]",
        ["4:17 LS102 region 'r' is there already, since line 1 (rename one)"],
    ),
    "in itself": (
        "# --8<-- [start:r]\n# --8<-- [start:r]\ny\n# --8<-- [end:r]\n# --8<-- [end:r]",
        ["2:17 LS102 region 'r' is there already, since line 1 (rename one)"],
    ),
    "named oddly": (
        "# --8<-- [start:a b]\nx\n# --8<-- [end:a b]",
        ["1:17 LS101 'a b' is no region name (a letter, then letters, digits, '-' and '_')"],
    ),
    "named by a number": (
        "# --8<-- [start:1]\nx\n# --8<-- [end:1]",
        ["1:17 LS101 '1' is no region name (a letter, then letters, digits, '-' and '_')"],
    ),
    "without a name": (
        "# --8<-- [start:]\nx\n# --8<-- [end:]",
        ["1:17 LS101 '' is no region name (a letter, then letters, digits, '-' and '_')"],
    ),
    "empty": (
        "# --8<-- [start:r]\n\n  \n# --8<-- [end:r]",
        ["1:17 LS107 region 'r' is empty (put code into it, or delete it)"],
    ),
    "behind code": (
        "# --8<-- [start:r]\nx = 1  # --8<-- [end:r]",
        [
            "1:17 LS104 region 'r' is never closed (add [end:r] below)",
            "2:10 LS106 a region's marker that cannot be read (write it alone on its line, as # --8<-- [start:name])",
        ],
    ),
    "with text behind it": (
        "# --8<-- [start:r] the model\nx",
        ["1:3 LS106 a region's marker that cannot be read (write it alone on its line, as # --8<-- [start:name])"],
    ),
    "without a bracket": (
        "# --8<-- start: r\nx",
        ["1:3 LS106 a region's marker that cannot be read (write it alone on its line, as # --8<-- [start:name])"],
    ),
    "hidden code": (
        "import os\n# --8<-- [start:r]\nx\n# --8<-- [end:r]",
        [
            "1:1 LS105 code before or between passages is hidden from readers"
            " (move it into a passage, or below the last one)"
        ],
    ),
    "overlapping": ("# --8<-- [start:a]\n# --8<-- [start:b]\nx\n# --8<-- [end:a]\ny\n# --8<-- [end:b]", []),
    "shown as text": ("# ;--8<-- [start:r]\nx", []),
    "an expression": ("x = [8]\ny = 9-8<-x[0]", []),
}


@pytest.mark.parametrize(("text", "expected"), REGIONS.values(), ids=REGIONS)
def test_a_region_that_is_wrong(project, text, expected):
    put(project, "snippets/a.py", text)
    assert findings(project) == [f"snippets/a.py:{line}" for line in expected]


def test_markers_stand_behind_the_signs_of_other_languages(project):
    for name, before, after in [
        ("a.cpp", "//", ""),
        ("a.html", "<!--", " -->"),
        ("a.c", "/*", " */"),
        ("a.sql", "--", ""),
    ]:
        put(project, f"snippets/{name}", f"{before} --8<-- [start:r]{after}\nx\n{before} --8<-- [end:r]{after}\n")
        put(project, f"docs/en/{name}.md", f'# T {{ #t }}\n\n```text\n--8<-- "{name}:r"\n```\n')
    assert findings(project) == []


BYTES = {
    "not UTF-8": (b"# T { #t }\n\nol\xe9\n", "3:3 LS002 byte 0xe9 is not UTF-8 (save the file as UTF-8)"),
    "not UTF-8 behind a mark": (b"\xef\xbb\xbf# \xff", "1:3 LS002 byte 0xff is not UTF-8 (save the file as UTF-8)"),
    "not UTF-8 with CR": (b"a\rb\xff", "2:2 LS002 byte 0xff is not UTF-8 (save the file as UTF-8)"),
    "UTF-16": ("# T".encode("utf-16"), "1:1 LS002 byte 0xff is not UTF-8 (save the file as UTF-8)"),
    "NUL": (b"# T { #t }\r\n\r\nx\0", "3:2 LS002 the control character U+0000 has no place in a text"),
    "STX": (b"# T { #t }\n\x02wzxhzdk:0\x03", "2:1 LS002 the control character U+0002 has no place in a text"),
    "a cut character": (b"# T\n\xc3", "2:1 LS002 byte 0xc3 is not UTF-8 (save the file as UTF-8)"),
}


@pytest.mark.parametrize(("data", "expected"), BYTES.values(), ids=BYTES)
@pytest.mark.parametrize("path", ["docs/en/p.md", "snippets/b.py"])
def test_a_file_that_is_no_text(project, path, data, expected):
    put(project, path, data)
    # That its source cannot be read is no fault of the translation.
    if path.startswith("docs"):
        put(project, "docs/tr/p.md", "# T { #t }\n")
    found = findings(project)
    assert len(found) == 1
    assert found[0].startswith(f"{path}:{expected}")


def test_byte_order_marks_and_line_endings_change_nothing(project):
    text = "# T { #t }\n\n" + INCLUDE.format("a.py:no")
    put(project, "docs/en/p.md", text)
    expected = findings(project)
    assert expected[0].startswith("docs/en/p.md:4:9 LS112")
    for data in (
        b"\xef\xbb\xbf" + text.encode(),
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r").encode(),
    ):
        put(project, "docs/en/p.md", data)
        assert findings(project) == expected


FRONT_MATTER = {
    "---\ntitle: [\n---\n\n# T { #t }\n": "3:1 LS207 the front matter cannot be read",
    "---\ntitle: a: b\n---\n\n# T { #t }\n": "2:9 LS207 the front matter cannot be read",
    '---\ndate: 2024-01-01\ntitle: ["a\\x02"]\n---\n\n# T { #t }\n': "3:9 LS207 the character U+0002 has no place",
    "---\ntitle: [a]\n---\n\n# T { #t }\n": "2:8 LS207 'title' in the front matter is no text (put it between quotes)",
    "---\nx: 1\ndescription: {a: b}\n---\n\n# T { #t }\n": "3:14 LS207 'description' in the front matter is no text",
    "---\n- a\n---\n\n# T { #t }\n": "1:1 LS207 the front matter cannot be read: it is no mapping of names to values",
    "---\ntitle: T\n\n# T { #t }\n": "1:1 LS207 the front matter is never closed",
    "---\ndate: 2024-13-45\n---\n\n# T { #t }\n": "1:1 LS207 the front matter cannot be read",
}


@pytest.mark.parametrize(("text", "expected"), FRONT_MATTER.items())
def test_front_matter_that_readers_would_see(project, text, expected):
    put(project, "docs/en/p.md", text)
    put(project, "docs/tr/p.md", "# T { #t }\n")
    found = findings(project)
    assert len(found) == 1
    assert found[0].startswith(f"docs/en/p.md:{expected}")


def test_lists_without_a_bottom(project):
    put(project, "docs/en/p.md", f"---\ntitle: T\n---\n\n# T {{ #t }}\n\n{deep_list()}\n")
    put(project, "docs/tr/p.md", "---\ntitle: B\n---\n\n# T { #t }\n")
    with few_frames():
        (found,) = findings(project)
    assert found.startswith("docs/en/p.md:5:1 LS208 lists, quotes or callouts stand in each other too deeply")
    # The next page is read as ever.
    put(project, "docs/en/p.md", "---\ntitle: T\n---\n\n# T { #t }\n")
    assert findings(project) == []


def test_half_a_character_in_front_matter(project):
    # The two loaders of PyYAML refuse it at different columns.
    put(project, "docs/en/p.md", '---\n"a\\ud800": T\n---\n\n# T { #t }\n')
    put(project, "docs/tr/p.md", "# T { #t }\n")
    (found,) = findings(project)
    assert found.startswith("docs/en/p.md:2:")
    assert " LS207 " in found


def test_folders_named_like_files_are_folders(project):
    (project / "docs/en/folder.md").mkdir()
    (project / "snippets/folder.py").mkdir()
    (project / "docs/en/.hidden").mkdir()
    put(project, "docs/en/.hidden/p.md", b"\xff")
    assert findings(project) == []


def test_pages_behind_links_are_read_and_a_link_back_ends(project):
    put(project, "elsewhere/p.md", "# T\n")
    (project / "docs/en/linked").symlink_to(project / "elsewhere")
    (project / "elsewhere/back").symlink_to(project / "elsewhere")
    (project / "docs/en/lost.md").symlink_to("nowhere")
    assert [line.split(" ", 2)[:2] for line in findings(project)] == [
        ["docs/en/linked/p.md:1:1", "LS202"],
        ["docs/en/lost.md:1:1", "LS001"],
    ]


def test_pages_with_other_endings_are_read_too(project):
    put(project, "docs/en/p.markdown", "# T\n")
    assert findings(project)[0].startswith("docs/en/p.markdown:1:1 LS202")


def test_a_translation_without_a_source(project):
    put(project, "docs/en/guide.md", "# T { #t }\n")
    put(project, "docs/tr/giude.md", "# T { #t }\n")
    assert findings(project) == [
        "docs/tr/giude.md:1:1 LS205 a translation without a source page (did you mean 'guide.md'?)"
    ]


def test_missing_folders(project):
    (project / "docs/tr").rename(project / "docs/trk")
    assert findings(project) == [
        "docs/tr:1:1 LS201 the folder of language 'tr' is missing"
        " (create it, or change [tool.lockstep.languages]; did you mean 'trk'?)"
    ]
    (project / "docs").rename(project / "doc")
    assert findings(project) == [
        "docs:1:1 LS201 the docs folder is missing (create it, or change 'docs' in [tool.lockstep])"
    ]
    (project / "doc").rename(project / "docs")
    (project / "docs/trk").rename(project / "docs/tr")
    (project / "snippets/a.py").unlink()
    (project / "snippets/verified.json").unlink()
    (project / "snippets").rmdir()
    assert findings(project) == []
    put(project, "snippets", "a file")
    assert findings(project)[0].startswith("snippets:1:1 LS108 there is no such folder")
    put(project, "pyproject.toml", '[tool.lockstep]\nsnippets = "snipets"\n')
    assert findings(project)[0].startswith("snipets:1:1 LS108 there is no such folder")


LANGUAGES = "\n[tool.lockstep.languages]\n"
CONFIGS = {
    "no TOML": ("[tool.lockstep\n", "1:15 LS003 not TOML"),
    "cut off": ("[tool.lockstep]\ndocs = ", "2:7 LS003 not TOML: Invalid value"),
    "deep": ("x = " + "[" * 5000, "1:1 LS003 not TOML: nested too deeply"),
    "an unknown key": (
        '[project.urls]\nsnipets = "x"\n\n[tool.lockstep]\n  snipets = "x"\n',
        "5:3 LS004 unknown key 'snipets' in [tool.lockstep] (did you mean 'snippets'?)",
    ),
    "a number for a folder": ("[tool.lockstep]\ndocs = 5\n", "2:1 LS004 'docs' must be the name of a folder"),
    "a blank folder": ('[tool.lockstep]\nresults = ""\n', "2:1 LS004 'results' must be the name of a folder"),
    "a folder outside": ('[tool.lockstep]\n\ndocs = "../x"\n', "3:1 LS004 'docs' leads out of the project: ../x"),
    "an absolute folder": ('[tool.lockstep]\ndocs = "/"\n', "2:1 LS004 'docs' leads out of the project: /"),
    "the project itself": ('[tool.lockstep]\ndocs = "."\n', "2:1 LS004 'docs' is the project itself"),
    "a NUL in a folder": ('[tool.lockstep]\ndocs = "a\\u0000"\n', "2:1 LS004 'docs' is no folder's name"),
    "no table": ("[tool]\nlockstep = 5\n", "2:1 LS004 tool.lockstep is not a table"),
    "a list of tables": ("[[tool.lockstep]]\n", "1:1 LS004 tool.lockstep is not a table"),
    "a text for patterns": ('[tool.lockstep]\nexclude = "a"\n', "2:1 LS004 'exclude' must be a list of patterns"),
    "a number for a pattern": ("[tool.lockstep]\nexclude = [1]\n", "2:1 LS004 'exclude' must be a list of patterns"),
    "a range from back to front": (
        '[tool.lockstep]\nexclude = ["[z-a]"]\n',
        "2:1 LS004 'exclude' has a pattern that cannot be used: bad character range z-a",
    ),
    "half a pattern": ('[tool.lockstep]\nexclude = ["!"]\n', "2:1 LS004 'exclude' has a pattern that cannot be used"),
    "languages as a list": ('[tool.lockstep]\nlanguages = ["en"]\n', "2:1 LS004 'languages' must map folders"),
    "no languages": (LANGUAGES, "2:16 LS004 'languages' must map folders to language tags (for example pt"),
    "an unknown language": (LANGUAGES + 'xx = "xx-YY"\n', "3:1 LS004 'xx-YY' is not a language tag that CLDR knows"),
    "an underscore": (LANGUAGES + 'pt = "pt_BR"\n', "3:1 LS004 'pt_BR' is not a language tag that CLDR knows"),
    "a blank tag": (LANGUAGES + 'pt = ""\n', "3:1 LS004 '' is not a language tag that CLDR knows"),
    "a number for a tag": (LANGUAGES + "pt = 1\n", "3:1 LS004 '1' is not a language tag that CLDR knows"),
    "a table for a tag": (LANGUAGES + 'pt.x = "pt"\n', "3:1 LS004 '{'x': 'pt'}' is not a language tag that CLDR knows"),
    "a path for a folder": (LANGUAGES + '"../en" = "en"\n', "3:2 LS004 '../en' is no folder below docs"),
    "the same language twice": (
        LANGUAGES + 'en = "en"\nbr = "pt-BR"\npt = "pt-br"\n',
        "5:1 LS004 'pt' and 'br' are the same language",
    ),
    "not UTF-8": (b"[tool.lockstep]\n# \xff", "2:3 LS002 byte 0xff is not UTF-8"),
}


@pytest.mark.parametrize(("text", "expected"), CONFIGS.values(), ids=CONFIGS)
def test_a_configuration_that_is_wrong(project, text, expected):
    put(project, "pyproject.toml", text)
    with pytest.raises(FindingError) as caught:
        load_project(project)
    assert str(caught.value).startswith(f"pyproject.toml:{expected}")
    assert len(caught.value.findings) == 1


@pytest.mark.parametrize("text", ["", "tool = 5\n", "[tool.other]\nx = 1\n", "[tool.lockstep]\n"])
def test_without_a_table_the_defaults_hold(project, text):
    put(project, "pyproject.toml", text)
    loaded = load_project(project)
    assert [language.tag for language in loaded.languages] == ["en"]
    assert loaded.snippets == project / "snippets"
    assert find_root(project / "docs/en") == (project if "lockstep" in text else None)


BLOCKS = {
    "": "3:1 LS313 the block names no results (known: 'numbers')",
    "subset: small": "3:1 LS313 the block names no results (known: 'numbers')",
    "numbers": "3:1 LS313 the block names no results (known: 'numbers')",
    "results: nmbers": "4:10 LS311 no results 'nmbers' (did you mean 'numbers'?)",
    "results:": "4:9 LS313 'results' must be a name",
    "results: []": "4:10 LS313 'results' must be a name, or a list of names",
    "results: {numbers: 1}": "4:10 LS313 'results' must be a name, or a list of names",
    "results: [numbers, [x]]": "4:20 LS313 'results' must be a name",
    "results: [numbers, nmbers]": "4:20 LS311 no results 'nmbers' (did you mean 'numbers'?)",
    "results: measured-*": "4:10 LS311 no results match 'measured-*' (known: 'numbers'; or write 'empty: allowed'",
    "results: measured-*\nempty: yes": "5:8 LS313 'empty' must be 'allowed', or left out, not 'yes'",
    "results: numbers\nid: a.b": "5:5 LS313 'id' must be letters, digits and '-', not 'a.b'",
    "results: numbers\nid: a b": "5:5 LS313 'id' must be letters, digits and '-', not 'a b'",
    "results: numbers\nid:": "5:4 LS313 'id' must be letters, digits and '-'",
    "results: numbers\ndecimals: two": "5:11 LS313 'decimals' must be a number from 0 to 9, not 'two'",
    "results: numbers\ndecimals: -1": "5:11 LS313 'decimals' must be a number from 0 to 9, not '-1'",
    "results: numbers\nchart: yes": "5:8 LS313 'chart' must be true or false, not 'yes'",
    "results: numbers\nlabels: small": "5:9 LS313 'labels' must give texts by the keys of subsets",
    "results: numbers\nlabels: {smal: S}": "5:10 LS312 no subset 'smal' in 'numbers' (did you mean 'small'?)",
    "results: numbers\nlabels:\n  small: S\n  small: T": "7:3 LS313 the label of 'small' is there twice",
    'results: numbers\nlabels: {small: "a\\x02wzxhzdk:1\\x03"}': "5:17 LS313 the character U+0002 has no place",
    'results: numbers\nlabels: {small: "\\0"}': "5:17 LS313 the character U+0000 has no place",
    'results: numbers\nlabels: {small: "\\udfff"}': "5:17 LS313 the character U+DFFF has no place",
    'results: numbers\nlabels: {"small\\e": S}': "5:10 LS313 the character U+001B has no place",
    'results: ["measured-*\\b"]\nempty: allowed': "4:11 LS313 the character U+0008 has no place",
    "results: numbers\nlabels: {small: ''}": "5:17 LS313 'labels' must be texts by the keys of subsets",
    "results: numbers\nlabels: {small: [S]}": "5:17 LS313 'labels' must be texts by the keys of subsets",
    "results: numbers\ncharts: true": "5:1 LS313 unknown option 'charts' (did you mean 'chart'?)",
    "result: numbers": "4:1 LS313 unknown option 'result' (did you mean 'results'",
    "results: numbers\nresults: numbers": "5:1 LS313 'results' is there twice (keep one)",
    "results: numbers\nsubset: smal": "5:9 LS312 no subset 'smal' in 'numbers' (did you mean 'small'?)",
    "results: numbers\nsubset: 2024-13-45": "5:9 LS312 no subset '2024-13-45' in 'numbers'",
    "? [a, b]\n: c": "4:3 LS313 unknown option ''",
    "results: 'numbers": "4:18 LS313 the block is not YAML",
    "results: numbers\n---\nresults: numbers": "5:1 LS313 the block is not YAML",
    "results: *x": "4:10 LS313 the block is not YAML",
    "[" * 3000: "3:1 LS313 the block is not YAML",
}


@pytest.mark.parametrize(("body", "expected"), BLOCKS.items(), ids=lambda text: text[:30])
def test_a_benchmark_block_that_is_wrong(project, body, expected):
    put(project, "docs/en/p.md", f"# T {{ #t }}\n\n```benchmark\n{body}\n```\n")
    found = findings(project)
    assert len(found) == 1
    assert found[0].startswith(f"docs/en/p.md:{expected}")


CLASHES = {
    "the same file twice": ("results: numbers", "results: numbers", "numbers"),
    "an id like a file's name": ("results: numbers", "results: numbers\nid: numbers", "numbers"),
    "a list like an id": ("results: numbers\nid: numbers-more", "results: [numbers, more]", "numbers-more"),
}


@pytest.mark.parametrize(("one", "two", "taken"), CLASHES.values(), ids=CLASHES)
def test_two_tables_of_a_page_have_ids_of_their_own(project, one, two, taken):
    results = (project / "benchmarks/results/numbers.json").read_text("utf-8")
    put(project, "benchmarks/results/more.json", results.replace('"small"', '"more"'))
    put(project, "docs/en/p.md", f"# T {{ #t }}\n\n```benchmark\n{one}\n```\n\n```benchmark\n{two}\n```\n")
    found = findings(project)
    assert len(found) == 1
    assert f" LS314 the table in line 3 has the id '{taken}' too (give one of them another: 'id: NAME')" in found[0]


def test_files_that_contradict_each_other_are_no_table(project):
    results = (project / "benchmarks/results/numbers.json").read_text("utf-8")
    put(project, "benchmarks/results/more.json", results.replace("600.00", "601.00"))
    put(project, "docs/en/p.md", "# T { #t }\n\n```benchmark\nresults: '*'\n```\n")
    found = findings(project)
    assert len(found) == 1
    assert found[0].startswith("docs/en/p.md:4:10 LS315 numbers.json: ViT, batch 1, default in subset 'small'")
    assert "more.json" in found[0]


INCLUDE_FORMS = {
    '--8<-- "a.py:first" x': "LS122 an include that cannot be read",
    "--8<-- a.py:first": "LS122 an include that cannot be read",
    '--8<--"a.py:first"': "LS122 an include that cannot be read",
    "--8<--\na.py\n--8<--": "LS122 an include that cannot be read",
}


@pytest.mark.parametrize(("line", "expected"), INCLUDE_FORMS.items())
def test_an_include_of_another_form(project, line, expected):
    put(project, "docs/en/p.md", f"# T {{ #t }}\n\n```text\n{line}\n```\n\n{line}\n")
    found = findings(project)
    assert found[0].startswith(f"docs/en/p.md:4:1 {expected}")
    assert any("LS116 an include outside a fence" in finding for finding in found)


def test_a_passage_needs_the_ones_above_it(project):
    put(project, "snippets/a.py", "".join(f"# --8<-- [start:{n}]\nx\n# --8<-- [end:{n}]\n" for n in "bc"))
    put(project, "docs/en/p.md", "# T { #t }\n\n" + INCLUDE.format("a.py:c") + INCLUDE.format("a.py:b"))
    assert findings(project) == [
        "docs/en/p.md:3:1 LS117 'a.py:c' is shown before 'b', which it needs (show 'b' above it)"
    ]


def test_python_that_is_no_passage(project):
    fences = [
        "```python\nx\n```",
        '```python\n--8<-- "a.py:first"\nx\n```',
        '```{ .python .not-executable }\n--8<-- "a.py:first"\n```',
        "```{ .python .not-executable }\nx\n```",
        "```text\nx\n```",
    ]
    put(project, "docs/en/p.md", "# T { #t }\n\n" + "\n\n".join(fences))
    assert [finding.split(" (")[0] for finding in findings(project)] == [
        "docs/en/p.md:3:1 LS115 a Python block that is no passage of a program",
        "docs/en/p.md:7:1 LS118 code beside an include is not run",
        "docs/en/p.md:12:1 LS120 a passage of a program is run",
    ]


def test_a_finding_is_one_line_that_can_be_printed():
    finding = Finding("a  b.md", 1, 2, "LS000", "x\ny\t\x1b[0m \ud800", "z\n")
    assert str(finding) == "a  b.md:1:2 LS000 x y \\x1b[0m \\ud800 (z)"


PIECES = (
    '```python\n|--8<-- "a.py:first"\n|# --8<-- [start:x]\n|> [!TIP]\n|---\n|title: [|\0|\xff|## A { #a }\n|!!! note\n'
    "|    |> |\t|```\n|benchmark\n|results: numbers\n|<!--|\n\n|ı"
)


@pytest.mark.parametrize("seed", range(40))
def test_nothing_that_authors_write_is_a_traceback(project, seed):
    source = random.Random(seed)
    pieces = PIECES.split("|")
    for path in ("docs/en/p.md", "docs/tr/p.md", "docs/pt/q.md", "snippets/b.py", "snippets/c.txt"):
        text = "".join(source.choices(pieces, k=source.randint(0, 60))) + "\n".join(hostile.page(seed))
        put(project, path, text.encode(source.choice(["utf-8", "utf-8", "utf-8-sig", "utf-16"])))
    assert all("\n" not in finding for finding in findings(project))
