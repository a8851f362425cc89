"""Figures in prose: found where readers would see a link, and nowhere else."""

import random
import re
from decimal import Decimal

import pytest
from bs4 import BeautifulSoup

from lockstep.benchmarks.figures import SCHEME, check_figures
from lockstep.benchmarks.model import Arm
from lockstep.check import load
from lockstep.fences import scan_fences
from lockstep.links import find_links
from lockstep.markdown.context import PageContext, current
from lockstep.project import load_project
from support import host, hostile
from support.places import PLACES, put
from support.results import arm, cell, measured, results, samples, subset


def host_page(project, text, found=None):
    """The HTML of a page in a host with a plugin, which is told of findings."""
    sources = load(load_project(project))
    report = [].append if found is None else found.append
    page = PageContext(sources, "docs/en/page.md", sources.project.languages[0], report)
    token = current.set(page)
    try:
        return host.lockstep(project).convert(text)
    finally:
        current.reset(token)


def host_findings(project, text):
    found = []
    host_page(project, text, found)
    return found


# The project's only row: 1234.50 ms without compilation, 600.00 ms with it.
FIGURE = "[1234.50 ms](benchmark:numbers?figure=eager)"

# A line of a fence's own, or a blank one of a quote, would be another thing with a link behind it.
WORDS = re.compile(r"(?![>\s]*(?:[`~]{3}|>*$)).*[a-zA-Z]")


@pytest.mark.parametrize("start", range(0, 600, 100))
def test_finds_the_links_that_are_rendered(start):
    """Whatever page it is, what is checked is what a converter makes a link of."""
    compared = links = 0
    for seed in range(start, start + 100):
        source = random.Random(seed)
        lines = [
            f"{line} [{index}x](benchmark:n?line={index})" if WORDS.match(line) and source.random() < 0.4 else line
            for index, line in enumerate(hostile.page(seed), 1)
        ]
        if scan_fences(lines)[1]:
            continue
        compared += 1
        page = BeautifulSoup(host.converter().convert("\n".join(lines)), "html5lib")
        expected = [(link.get_text(), link["href"]) for link in page.select(f'a[href^="{SCHEME}"]')]
        found = find_links(lines, SCHEME)
        assert [(link.text, SCHEME + link.address) for link in found] == expected, f"seed {seed}\n" + "\n".join(lines)
        for link in found:
            line = lines[link.line - 1]
            assert f"n?line={link.line}" == link.address
            assert line[link.column - 1 :].startswith(f"[{link.text}](")
            assert line[link.address_column - 1 :].startswith(link.address)
        links += len(found)
    assert compared > 50
    assert links > 100


@pytest.mark.parametrize(("folder", "shown"), [("en", "1,234.50 ms"), ("pt", "1.234,50 ms"), ("tr", "1.234,50 ms")])
@pytest.mark.parametrize("place", PLACES)
def test_a_figure_stands_in_its_place(project, place, folder, shown):
    markup = host.lockstep(project, folder).convert(put(place, f"text **{FIGURE}** more"))
    (figure,) = BeautifulSoup(markup, "html5lib").select(f"{PLACES[place][1]} data")
    assert (figure["value"], figure.get_text()) == ("1234.50", shown.replace(" ", "\N{NO-BREAK SPACE}"))
    assert "benchmark:" not in markup


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (f"# Up to {FIGURE} {{ #a }}", "Up to 1,234.50 ms"),
        (f"Up to {FIGURE}\n=====", "Up to 1,234.50 ms"),
    ],
)
def test_a_heading_has_its_figure_in_the_table_of_contents_too(project, text, title):
    md = host.lockstep(project)
    md.convert(text)
    assert md.toc_tokens[0]["name"] == title


@pytest.mark.parametrize(
    "text",
    [
        f"`{FIGURE}`",
        f"    {FIGURE}",
        f"```text\n{FIGURE}\n```",
        f"<!--\n{FIGURE}\n-->",
        f"\\{FIGURE}",
        "[a](https://example.org/benchmark:numbers)",
        "benchmark:numbers?figure=eager",
    ],
)
def test_what_is_no_link_is_no_figure(text):
    assert find_links(text.split("\n"), SCHEME) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x\n\n[1 ms](benchmark:numbers?figure=eager)", "docs/en/page.md:3:1 LS331 '1 ms' does not hold"),
        ("x [1 ms](benchmark:numbrs?figure=eager)", "docs/en/page.md:1:20 LS332 no results 'numbrs'"),
    ],
)
def test_a_fault_is_an_error_in_a_host_that_says_nothing_of_the_page(project, text, expected):
    with pytest.raises(Exception) as caught:
        host.lockstep(project).convert(text)
    assert str(caught.value).startswith(expected)


# The address that browsers would follow, or load.
DEAD = re.compile(r"(?i)(?:href|src)\s*=\s*[\"']?\s*(?:b|&#98;)enchmark:|<benchmark:")
ADDRESS = "benchmark:numbers?figure=eager"


@pytest.mark.parametrize(
    "link",
    [
        f"[1234.50 ms]({ADDRESS.replace('benchmark', 'BENCHMARK')})",
        f"[1234.50 ms]({ADDRESS.replace('benchmark', 'Benchmark')})",
        f"[1234.50 ms]({ADDRESS.replace('benchmark', '&#98;enchmark')})",
        f"[1234.50 ms]( {ADDRESS} )",
        f"[1234.50\nms]({ADDRESS})",
        f"[1234.50 ms](<{ADDRESS}>)",
        f"[&#49;234.50 ms]({ADDRESS})",
        f"[1234\\.50&nbsp;ms]({ADDRESS})",
        f"[1234.50 ms][a]\n\n[a]: {ADDRESS}",
        f"[1234.50 ms][a]\n\n[A]: <{ADDRESS.replace('benchmark', 'BENCHMARK')}>",
    ],
)
def test_however_it_is_written_a_link_is_a_figure(project, link):
    markup = host.lockstep(project).convert(link)
    (figure,) = BeautifulSoup(markup, "html5lib").select("data")
    assert (figure["value"], figure.get_text()) == ("1234.50", "1,234.50\N{NO-BREAK SPACE}ms")
    assert not DEAD.search(markup)
    # And it is compared with the results.
    wrong = re.sub("234(?=.{0,3}50)", "235", link)
    assert wrong != link
    (finding,) = host_findings(project, wrong)
    assert finding.code == "LS331"
    assert "does not hold: the results give 1234.50 ms" in finding.message


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        (f"x ![3x]({ADDRESS})", (1, 9), "an image is no figure"),
        (f"![3x][a]\n\n[a]: {ADDRESS}", (3, 6), "an image is no figure"),
        (f'<img src="{ADDRESS}" alt="3x">', (1, 11), "an image is no figure"),
        (f'x <a href="{ADDRESS}">3x</a>', (1, 12), "an address in HTML is no figure"),
        (f"<p>x <a href={ADDRESS}>3x</a></p>", (1, 14), "an address in HTML is no figure"),
        (f"<A class='a' HREF=' {ADDRESS.upper()}'>3x</A>", (1, 21), "an address in HTML is no figure"),
        (f'<p>\n<a\n href="{ADDRESS}">3x</a>\n</p>', (3, 8), "an address in HTML is no figure"),
        ('x\n\n<a href="&#98;enchmark:numbers">3x</a>', (3, 1), "an address in HTML is no figure"),
        (f"x <{ADDRESS}>", (1, 4), "an address in HTML is no figure"),
        (f"x\n\n[a]: {ADDRESS}", (3, 6), "no link refers to this definition"),
        (f"[1234.50 ms][a]\n\n[a]: {ADDRESS}\n[b]: {ADDRESS}", (4, 6), "no link refers to this definition"),
    ],
)
def test_what_nothing_would_check_is_a_finding_and_no_link(project, text, where, message):
    (finding,) = host_findings(project, text)
    assert (finding.line, finding.column, finding.code) == (*where, "LS334")
    assert finding.message.startswith(message)
    assert host_page(project, text).find("3x") >= 0 or "3x" not in text
    assert not DEAD.search(host_page(project, text))


WAYS = [
    "[x](benchmark:n?i={}.)",
    "![x](benchmark:n?i={}.)",
    '<a href="benchmark:n?i={}.">x</a>',
    "<benchmark:n?i={}.>",
    "[x](BENCHMARK:n?i={}.)",
    "[x](<Benchmark:n?i={}.>)",
    "<img src='benchmark:n?i={}.'>",
    "[&#50;x](benchmark:n?i={}.)",
]


def followed(markup):
    elements = BeautifulSoup(markup, "html.parser").find_all(True)
    values = [str(value) for one in elements for value in (one.name, one.get("href"), one.get("src"))]
    return [value for value in values if value.lower().startswith(SCHEME)]


@pytest.mark.parametrize("start", range(0, 120, 40))
def test_nothing_that_a_browser_would_follow_is_missed(project, start):
    compared = 0
    for seed in range(start, start + 40):
        source = random.Random(seed)
        lines = [
            f"{line} {source.choice(WAYS).format(number)}" if WORDS.match(line) and source.random() < 0.4 else line
            for number, line in enumerate(hostile.page(seed), 1)
        ]
        if scan_fences(lines)[1]:
            continue
        addresses = followed(host.converter().convert("\n".join(lines)))
        expected = [int(address.split("=")[1].split(".")[0]) for address in addresses]
        found = find_links(lines, SCHEME)
        assert sorted(int(link.address.split("=")[1].split(".")[0]) for link in found) == sorted(expected)
        assert sorted(link.line for link in found) == sorted(expected)
        assert followed(host_page(project, "\n".join(lines))) == []
        compared += len(found)
    assert compared > 40


@pytest.mark.parametrize(
    "text", [f"`<a href='{ADDRESS}'>`", f"<!-- <a href='{ADDRESS}'> -->", f"\\<{ADDRESS}\\>", f"*{ADDRESS}*"]
)
def test_what_readers_see_as_text_is_none(project, text):
    assert host_findings(project, text) == []
    assert "benchmark:" in host_page(project, text)


def test_a_page_keeps_its_other_addresses(project):
    rest = '<p><a href="https://example.org/?benchmark:x" title="a > b">x</a> <b data-x="benchmark:y">y</b></p>'
    page = host_page(project, f'{rest}\n\n<a href="{ADDRESS}" title="a">3x</a>')
    assert rest in page
    assert '<a  title="a">3x</a>' in page


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[<b>2x</b>](benchmark:numbers?figure=eager)", "'<b>2x</b>' is no figure of the kind 'eager'"),
        ("[&lt;2 ms](benchmark:numbers?figure=eager)", "'<2 ms' is no figure of the kind 'eager'"),
        (r"[2\.0\*](benchmark:numbers?figure=eager)", "'2.0*' is no figure of the kind 'eager'"),
        ("[2 ms](benchmark:%02wzxhzdk:0%03?figure=eager)", "no results '\\x02wzxhzdk:0\\x03'"),
        ("[2 ms](benchmark:%00?figure=eager)", "no results '\\x00'"),
        (r"[2 ms](benchmark:a\_b?figure=eager)", "no results 'a_b'"),
    ],
)
def test_a_message_shows_what_the_author_wrote(project, text, message):
    (finding,) = host_findings(project, text)
    assert finding.message.startswith(message)
    markup = host_page(project, text)
    assert message in BeautifulSoup(markup, "html5lib").get_text()
    assert not re.search("[\x00-\x08]|wzxhzdk:0(?!.x03)", markup)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2.057500000000000000000000000000x", "LS334"),
        ("1000000000000000000.000000000000x", "LS331"),
        ("9" * 38 + "x", "LS334"),
        ("2." + "0" * 25 + "x", None),
        ("2." + "0" * 24 + "1x", "LS331"),
        ("2.0x", None),
        ("2x", None),
    ],
)
def test_a_figure_of_many_digits(text, code):
    # 2 ms without compilation, 1 ms with it.
    rows = {"r": results(subset("t4", cell()))}
    found = find_links([f"[{text}](benchmark:r?figure=speed-up)"], SCHEME)
    assert [finding.code for finding in check_figures(found, "p.md", rows, {"r": ()})] == ([code] if code else [])


def test_the_extremes_of_times_can_be_written():
    rows = {"r": results(subset("t4", cell(eager=arm("1e9"), compiled=arm("1e-9"))))}
    (link,) = find_links([f"[1{'0' * 18}.0000000000x](benchmark:r?figure=speed-up)"], SCHEME)
    assert list(check_figures([link], "p.md", rows, {"r": ()})) == []


@pytest.mark.parametrize("of", ["", "&of=max", "&of=min", "&of=median"])
@pytest.mark.parametrize(("kind", "text"), [("first-call", "100 ms"), ("break-even", "100"), ("compiled", "1.0 ms")])
@pytest.mark.parametrize("failure", ["wrong", "oom", "incorrect"])
def test_a_row_that_failed_has_no_figure(failure, kind, text, of):
    late = {"first_call_ms": Decimal(100)}
    eager = samples(*["2.0"] * 9, first_call_ms=Decimal(1))
    good = cell("good", eager=eager, compiled=samples(*["1.0"] * 9, **late))
    bad = (
        cell("bad", eager=eager, compiled=samples(*["1.0"] * 9, **late), correct=False)
        if failure == "incorrect"
        else cell("bad", eager=eager, compiled=Arm(status=failure, **late))
    )

    def codes(*cells):
        rows = {"r": results(measured("cpu", *cells))}
        found = find_links([f"[{text}](benchmark:r?figure={kind}{of})"], SCHEME)
        return [finding.code for finding in check_figures(found, "p.md", rows, {"r": ()})]

    # 1 + (100 - 1) / (2 - 1) calls.
    assert codes(good) == []
    assert codes(bad) == ["LS333"]
    if of:
        assert codes(good, bad) == []


ADDRESSES = [
    "numbers",
    "?",
    "figure=",
    "eager",
    "speed-up",
    "count",
    "&",
    "=",
    "of=max",
    "%",
    "%ff",
    "subset=",
    "small",
    "ç",
]


def test_no_damage_is_a_traceback():
    generator = random.Random(3)
    texts = ["1x", "1 ms", "", "9" * 60, "-0%", "0.0000001 s", "1e9", "٣", "1.", ".5", "1 ms s"]
    for _ in range(3000):
        address = "".join(generator.choice(ADDRESSES) for _ in range(generator.randint(0, 8)))
        text = generator.choice(texts)
        for link in find_links([f"[{text}](benchmark:numbers?figure=eager{address})"], SCHEME):
            for finding in check_figures([link], "p.md", {"numbers": None}, {}):
                assert finding.code.startswith("LS33")
