"""Tables as readers get them: digits, words for failures, bars, charts, captions, in three languages."""

import re
from decimal import Decimal

import pytest
from bs4 import BeautifulSoup, Tag

from lockstep.benchmarks.directive import Directive
from lockstep.benchmarks.doubts import Doubt, doubts, of_table
from lockstep.benchmarks.model import Arm, Results
from lockstep.benchmarks.table import read_table, render_table
from lockstep.messages import Messages
from lockstep.project import Language
from support.results import arm, cell, measured, results, samples, subset
from support.tables import REASON, WARNING, awkward, sample

TAGS = {"en": "en", "pt": "pt-BR", "tr": "tr"}


def render(whole: Results, language: str = "en", **options) -> Tag:
    options = {"id": "t", "names": ("t",), "subset": whole.subsets[0].key, **options}
    markup = render_table(read_table(Directive(results=whole, **options), Messages(Language(language, TAGS[language]))))
    return BeautifulSoup(markup, "html5lib").body


def column(figure: Tag, name: str) -> list[str]:
    return [td.get_text() for td in figure.select(f"tbody .ls-{name}")]


def times(*eager: str, language: str = "en", decimals: int | None = None) -> list[str]:
    """The column of times that is shown for times of a file."""
    cells = [cell(f"m{number}", eager=arm(time)) for number, time in enumerate(eager)]
    return column(render(results(subset("a", *cells)), language, decimals=decimals), "eager")


DECLARED = ("6", "6.0", "6.004", "5.995", "2.675", "0.00031", "171387000.4", "1e-9", "0.005", "0.0051")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "6.00 6.00 6.00 6.00 2.68 <0.01 171,387,000.40 <0.01 <0.01 0.01"),
        ("pt", "6,00 6,00 6,00 6,00 2,68 <0,01 171.387.000,40 <0,01 <0,01 0,01"),
        ("tr", "6,00 6,00 6,00 6,00 2,68 <0,01 171.387.000,40 <0,01 <0,01 0,01"),
    ],
)
def test_declared_decimals_stand_in_every_row_and_language(language, expected):
    # 5.995 and 2.675 are ties, since they are no binary floats: to 6.00 and 2.68, the even digits.
    assert times(*DECLARED, language=language, decimals=2) == expected.split()


@pytest.mark.parametrize(("time", "decimals", "expected"), [("2.5", 0, "2"), ("3.5", 0, "4"), ("0.2", 0, "<1")])
def test_no_decimals_may_be_declared(time, decimals, expected):
    assert times(time, decimals=decimals) == [expected]


def test_the_rule_of_rounding_is_stated():
    figure = render(results(subset("a")), "tr", decimals=2)
    assert "çift basamağa yuvarlanır; ondalık basamak: 2." in figure.figcaption.get_text()
    assert "yuvarlanır" not in render(results(subset("a")), "tr").figcaption.get_text()


def test_undeclared_digits_are_those_of_the_file():
    assert times("1.1", "1.10", "12", "1e3", "1e-9") == ["1.1", "1.10", "12", "1,000", "0.000000001"]


def test_rows_are_sorted_by_what_they_are_and_not_by_what_they_say():
    figure = render(results(subset("a", cell(eager=arm("171387000.4"), compiled=arm("0.00031")))), decimals=2)
    values = [td.get("data-value") for td in figure.select("tbody td")]
    assert values == [None, "1", "171387000.4", "0.00031", "552861291612.903226"]


def test_a_measured_time_is_the_median_with_the_digits_that_its_samples_bear():
    # Twelve samples within 0.4 percent, and twelve within 40.
    close = samples(*(f"10.0{digit}" for digit in "112233445566"), first_call_ms=Decimal("20.5"))
    apart = samples(*(f"{digit}.5" for digit in "112233445566"), first_call_ms=Decimal("1234.5678"))
    figure = render(results(measured("a", cell(eager=close, compiled=apart))))
    # Half of 20.07 is 10.035, a tie.
    assert column(figure, "eager") == ["10.04"]
    assert column(figure, "compiled") == ["4.0"]
    assert column(figure, "first-call") == ["1,235"]
    assert column(figure, "speed-up")[0].startswith("2.51×")


def test_a_speed_up_has_its_interval_below_it_and_the_caption_says_what_that_is():
    eager = samples("4", "4", "4", "4", "4", "4", "4", "4")
    compiled = samples("2", "2", "2", "2", "2", "2", "2", "2")
    figure = render(results(measured("a", cell(eager=eager, compiled=compiled))), "pt")
    assert figure.select_one("tbody .ls-speed-up small").get_text() == "2,00–2,00"
    assert "com confiança de 95%" in figure.figcaption.get_text()
    assert "confiança" not in render(results(subset("a")), "pt").figcaption.get_text()


def test_calls_until_it_pays_off():
    def row(name, eager, compiled, eager_first="10", compiled_first="1000"):
        arms = [
            samples(*[time] * 12, **({} if first is None else {"first_call_ms": Decimal(first)}))
            for time, first in ((eager, eager_first), (compiled, compiled_first))
        ]
        return cell(name, eager=arms[0], compiled=arms[1])

    rows = [
        row("pays", "4", "3"),  # 990 ms more, 1 ms less with each further call
        row("never", "3", "4"),
        row("equal", "4", "4"),
        row("unknown", "4", "3", eager_first=None),
    ]
    assert column(render(results(measured("a", *rows))), "break-even") == ["991", "never", "never", "–"]


STATUSES = {
    "en": ["out of memory", "error", "crashed", "timed out", "wrong result", "not run"],
    "pt": [
        "memória insuficiente",
        "erro",
        "falha do processo",
        "tempo esgotado",
        "resultado incorreto",
        "não executado",
    ],
    "tr": ["yetersiz bellek", "hata", "çöktü", "zaman aşımı", "yanlış sonuç", "çalıştırılmadı"],
}


@pytest.mark.parametrize("language", STATUSES)
def test_a_failure_is_a_word_and_has_no_number(language):
    ends = ["oom", "error", "crash", "timeout", "wrong", "not-run"]
    figure = render(results(subset("a", *(cell(end, compiled=Arm(status=end)) for end in ends))), language)
    assert column(figure, "compiled") == STATUSES[language]
    assert column(figure, "speed-up") == ["–"] * 6
    assert not figure.select("tbody .ls-compiled[data-value], tbody .ls-speed-up[data-value], .ls-bar")
    assert column(figure, "eager") == ["2"] * 6


def test_a_wrong_output_has_no_speed_up_whatever_its_times():
    wrong = cell(eager=arm("100"), compiled=arm("1"), correct=False)
    right = cell("beit", eager=arm("4"), compiled=arm("2"), correct=True)
    figure = render(results(subset("a", wrong, right)), chart=True)
    assert column(figure, "compiled") == ["wrong result1", "2"]
    assert column(figure, "speed-up") == ["–", "2.00×"]
    # It widens no scale: the other's bar goes all the way.
    assert [path["d"] for path in figure.select(".ls-bar path")] == ["M0 1H100V7H0z", "M0 0V8"]
    note = figure.select_one(".ls-notes li").get_text()
    assert note == "vit at batch size 1, Compiled (ms): wrong result. Relative error 0.5; at most 0.01 would pass."


def test_stage_and_reason_stand_in_a_note_that_the_cell_refers_to():
    figure = render(sample())
    assert len(figure.select(".ls-notes li")) == 3
    cells = [(mark.parent.get_text(), mark["href"]) for mark in figure.select("td .ls-flag")]
    assert [text for text, _ in cells] == ["wrong result1", "error2", "out of memory3", "out of memory3"]
    note = figure.find(id=cells[1][1].removeprefix("#"))
    assert note.get_text() == f"ConvNeXT at batch size 1, Compiled (ms): error (in the first call). {REASON}"
    # What a program said is not in the page's language, and is no markup.
    assert note.q["lang"] == "en"
    assert not note.select("b")
    assert not figure.select(".ls-flagged")


def test_bars_share_one_scale_with_a_mark_at_one():
    whole = results(
        subset("a", cell(eager=arm("3"), compiled=arm("1")), cell("slow", eager=arm("1"), compiled=arm("2"))),
        subset("b", cell(eager=arm("2"), compiled=arm("1")), cell("same", eager=arm("1"), compiled=arm("1"))),
    )
    bars = render(whole).select(".ls-bar")
    # From 0.5 to 3: 1 is a fifth of the way, 2 three fifths.
    assert [bar.select_one("path")["d"] for bar in bars] == [
        "M20 1H100V7H20z",
        "M0 1H20V7H0z",
        "M20 1H60V7H20z",
        "M20 1H20V7H20z",
    ]
    assert {bar.select("path")[1]["d"] for bar in bars} == {"M20 0V8"}
    assert ["ls-bar--slower" in bar["class"] for bar in bars] == [False, True, False, False]
    assert all(bar["aria-hidden"] == "true" for bar in bars)


def test_a_column_is_there_where_the_data_has_something_for_it():
    heads = {
        part["data-subset"]: [head["data-column"] for head in part.select("[data-column]")]
        for part in render(results(*awkward().subsets, *sample().subsets)).select(".ls-subset")
    }
    published = ["task", "model", "batch", "eager", "compiled", "speed-up"]
    with_modes = ["task", "model", "batch", "mode", "eager", "compiled", "speed-up"]
    assert heads == {
        "cpu": published,
        "gpu-fp16": published,
        "gpu int8/ç": with_modes,
        "epyc": [*with_modes, "first-call", "break-even"],
    }


def test_rows_that_would_look_alike_say_what_sets_them_apart():
    rows = [
        cell("qwen-prefill", model="Qwen"),
        cell("qwen-decode", model="Qwen"),
        cell("vit", treatment={"fullgraph": True}),
        cell("vit", treatment={"fullgraph": False}),
        cell("vit", 4, dtype="float32"),
        cell("vit", 4, dtype="float16"),
    ]
    figure = render(results(subset("a", *rows)))
    small = [head.small.get_text() if head.small else "" for head in figure.select("tbody th")]
    assert small == [
        "qwen-prefill",
        "qwen-decode",
        "vit, fullgraph=True",
        "vit, fullgraph=False",
        "vit, float32",
        "vit, float16",
    ]
    assert not render(results(subset("a", cell(), cell("beit")))).select("tbody th small")


def test_filters_are_offered_where_a_subset_has_several_to_choose_from():
    def offered(*subsets) -> dict[str, list[str]]:
        selects = render(results(*subsets)).select("select")
        return {select["name"]: [option["value"] for option in select.select("option")] for select in selects}

    one, two = subset("a", cell()), subset("b", cell("vit", 16), cell("vit", 4))
    modes = subset("c", cell(mode="max-autotune"), cell(mode="default"))
    assert offered(one) == {}
    assert offered(one, subset("d", cell("vit", 4))) == {"subset": ["a", "d"]}
    assert offered(one, two) == {"subset": ["a", "b"], "batch": ["", "1", "4", "16"]}
    assert offered(modes) == {"mode": ["", "max-autotune", "default"]}


def test_labels_are_the_page_s_or_tell_subsets_apart():
    whole = results(
        subset("a"), subset("b", torch="2.1.0"), subset("c", torch="2.1.0"), subset("d", device="A100"), subset("e")
    )
    options = render(whole, labels={"d": "GPU (yarım duyarlık)"}).select("option")
    assert [option.get_text() for option in options] == [
        "T4 · PyTorch 2.0.1 · a",
        "T4 · PyTorch 2.1.0 · b",
        "T4 · PyTorch 2.1.0 · c",
        "GPU (yarım duyarlık)",
        "T4 · PyTorch 2.0.1 · e",
    ]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"device": "A100"}, "A100"),
        ({"device": "A100", "torch": "2.1.0.dev+cu118"}, "A100 · nightly"),
        ({"torch": "2.1.0.dev+cu118", "mode": "reduce-overhead"}, "T4 · nightly · reduce-overhead"),
        ({"mode": "reduce-overhead"}, "T4 · reduce-overhead"),
    ],
)
def test_a_subset_is_labelled_by_what_sets_it_apart(facts, expected):
    mode = facts.pop("mode", "default")
    figure = render(results(subset("a", cell(mode=mode), **facts), subset("b", device="B")))
    assert figure.option.get_text() == expected


def test_ids_are_unambiguous_and_without_white_space():
    keys = ["cpu", "gpu-fp16", "gpu int8/ç", "gpu_20_int8_2f__e7_", "Gpu", "gpu.int8", "ı", "😀"]
    figure = render(results(*(subset(key) for key in keys)), chart=True)
    ids = [element["id"] for element in figure.select("[id]")]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+", found) for found in ids)
    assert "benchmark-t.gpu_20_int8_2f__e7_.caption" in ids
    assert [option["value"] for option in figure.select("option")] == keys


def test_every_origin_has_its_own_source_and_one_is_said_once():
    one = render(results(subset("a"), subset("b")))
    assert not one.select(".ls-origin")
    assert [link["href"] for link in one.select("figcaption a")] == ["https://example.org/"]
    both = render(results(subset("a", publisher="Someone"), measured("b")))
    said = [part.get_text() for part in both.select(".ls-origin")]
    assert "Source: Someone. Imported as published, not measured by this site." in said[0]
    assert said[1].endswith("Measured by lockstep 0.1.0 on November 30, 2026.")
    assert not both.select("figcaption a")


@pytest.mark.parametrize(
    ("statistic", "warm_up", "same", "task", "expected"),
    [
        ("mean", True, True, "object-detection", "Mean of 300 inferences of the same image, after warm-up."),
        ("mean", True, True, "text-generation", "Mean of 300 inferences of the same input, after warm-up."),
        ("mean", True, False, "object-detection", "Mean of 300 inferences, after warm-up."),
        ("median", True, True, "object-detection", "Median of 300 inferences, after warm-up."),
        ("minimum", False, True, "object-detection", "Shortest of 300 inferences, without warm-up."),
        ("mean", False, False, "object-detection", "Mean of 300 inferences, without warm-up."),
    ],
)
def test_the_method_is_the_protocol_s(statistic, warm_up, same, task, expected):
    part = subset("a", cell(task=task))
    how = {"statistic": statistic, "warm_up": warm_up, "same_input": same}
    part = part.model_copy(update={"protocol": part.protocol.model_copy(update=how)})
    figure = render(results(part))
    assert figure.figcaption.get_text().startswith(f"{expected} Source:")
    first = {"mean": "Mean", "median": "Median", "minimum": "Shortest"}[statistic]
    assert figure.caption.get_text() == f"{first} inference time on T4, PyTorch 2.0.1, mode default"


CONDITIONS = {
    "en": {
        "Device": "AMD EPYC 9R14",
        "Memory": "62 GiB",
        "Weights": "random",
        "Order": "in pairs, each in random order",
    },
    "pt": {"Dispositivo": "AMD EPYC 9R14", "Memória": "62 GiB", "Pesos": "aleatórios", "Ordem": "em pares"},
    "tr": {"Aygıt": "AMD EPYC 9R14", "Bellek": "62 GiB", "Ağırlıklar": "rastgele", "Sıra": "çiftler hâlinde"},
}


@pytest.mark.parametrize("language", CONDITIONS)
def test_a_measured_subset_says_how_it_was_measured(language):
    figure = render(sample(), language)
    facts = dict(
        zip(
            (term.get_text() for term in figure.select(".ls-conditions dt")),
            (value.get_text() for value in figure.select(".ls-conditions dd")),
            strict=True,
        )
    )
    for name, value in CONDITIONS[language].items():
        assert facts[name].startswith(value)
    assert facts["PyTorch"] == "2.13.0+cpu (0123456789ab)"
    assert f"{WARNING} ViT (4)" in facts.values()
    assert not render(results(subset("a")), language).select(".ls-conditions")


def test_names_are_isolated_in_sentences_and_never_markup():
    name = "<b>שלום</b> {x}"
    figure = render(results(subset("a", cell(model=name), device=name), subset("b", publisher=name)), chart=True)
    assert not figure.select("b")
    assert [bdi.get_text() for bdi in figure.caption.select("bdi")] == [name, "2.0.1", "default"]
    assert figure.select_one("tbody th bdi").get_text() == name
    assert figure.select_one("option")["dir"] == "auto"


def test_a_task_without_a_name_is_as_the_file_has_it():
    rows = [cell("a", task="text-generation"), cell("b", task="protein-folding")]
    assert column(render(results(subset("a", *rows)), "tr"), "task") == ["metin üretimi", "protein-folding"]


def test_a_chart_has_a_mark_for_every_time_and_a_word_for_every_failure():
    figure = render(results(awkward().subsets[0]), "tr", chart=True)
    plot = figure.select_one(".ls-chart__plot")
    # One of each in the legend; six rows, of which one has no time, and one no second.
    assert len(plot.select(".ls-chart__eager")) == 1 + 5
    assert len(plot.select(".ls-chart__compiled")) == 1 + 4
    assert [text.get_text() for text in plot.select(".ls-chart__failure")] == ["yetersiz bellek"] * 2
    assert len(plot.select(".ls-chart__step")) == 4
    # Irmak became slower.
    assert len(plot.select(".ls-chart__step--slower")) == 1
    assert [text.get_text() for text in plot.select(".ls-chart__tick")] == ["3", "10", "30", "100", "300", "1.000"]
    assert [text.get_text() for text in figure.select(".ls-chart__name")] == [
        "İzmir",
        "Irmak",
        "ılık",
        "zebra",
        "Çam",
        "ağ",
    ]


def test_a_chart_s_axis_is_logarithmic_in_the_page_s_numbers():
    rows = [cell("a", eager=arm("1000"), compiled=arm("100")), cell("b", eager=arm("10"), compiled=arm("1"))]
    plot = render(results(subset("a", *rows)), "pt", chart=True).select_one(".ls-chart__plot")
    ticks = plot.select(".ls-chart__tick")
    assert [tick.get_text() for tick in ticks] == ["1", "10", "100", "1.000"]
    places = [float(tick["x"].rstrip("%")) for tick in ticks]
    # Three decades, 4 percent of them left free on both sides.
    assert places == pytest.approx([3.7, 34.57, 65.43, 96.3], abs=0.01)
    assert [mark["cx"] for mark in plot.select(".ls-chart__eager")[1:]] == [ticks[3]["x"], ticks[1]["x"]]


def test_a_chart_says_in_words_what_it_shows():
    plot = render(results(awkward().subsets[0]), "en", chart=True).select_one(".ls-chart__plot")
    assert plot["role"] == "img"
    texts = [plot.find(id=name).get_text() for name in plot["aria-labelledby"].split()]
    assert texts == [
        "Chart of the times before and after compiling",
        "Mean inference time on T4, PyTorch 2.0.1, mode default. Rows: 6, of which without a speed-up: 2. "
        "The greatest speed-up is 4.75×: ağ, batch size 4. The least speed-up is 0.95×: Irmak, batch size 16.",
    ]


def test_a_subset_without_any_time_still_is_a_table_and_a_chart():
    figure = render(results(subset("a", cell(eager=arm(None), compiled=arm(None)))), chart=True)
    assert column(figure, "eager") == ["out of memory"]
    assert [text.get_text() for text in figure.select(".ls-chart__failure")] == ["out of memory"]


def test_without_a_host_that_writes_files_there_are_no_links_to_them():
    whole = results(subset("a"))
    assert not render(whole).select(".ls-downloads")
    markup = render_table(
        read_table(Directive("t", ("t",), whole, "a"), Messages(Language("en", "en"))), {"csv": "../x.csv"}
    )
    assert [link["href"] for link in BeautifulSoup(markup, "html5lib").select(".ls-downloads a")] == ["../x.csv"]


@pytest.mark.parametrize("language", TAGS)
def test_no_results_yet_is_a_sentence(language):
    markup = render_table(read_table(Directive("t", (), None), Messages(Language(language, TAGS[language]))))
    text = BeautifulSoup(markup, "html5lib").select_one("p").get_text()
    assert text.endswith("lockstep bench run")
    assert text.startswith({"en": "There are no", "pt": "Ainda não", "tr": "Burada henüz"}[language])


def test_nothing_in_a_table_needs_a_policy_s_leave():
    markup = str(render(results(*awkward().subsets, *sample().subsets), chart=True))
    assert not re.search(r"<(script|style)|\sstyle=|\son\w+=|javascript:", markup)


def doubted(*names: str, **files: Results) -> list[Doubt]:
    return of_table(names, files, doubts(files, []))


def test_what_is_doubtful_stands_below_the_subset_by_row_or_as_a_whole():
    whole = results(
        subset(
            "a", cell("vit", 1, eager=arm("8"), compiled=arm("8")), cell("vit", 4, eager=arm("4"), compiled=arm("4"))
        ),
        subset("b", cell("vit", 1, eager=arm("9"), compiled=arm("9")), device="A100"),
    )
    found = doubted("x", x=whole)
    markup = render_table(read_table(Directive("t", ("x",), whole, "a"), Messages(Language("en", "en")), found))
    first, second = BeautifulSoup(markup, "html5lib").select(".ls-subset")
    (flag,) = first.select("tbody th .ls-flag")
    assert flag.find_parent("tr").select_one(".ls-batch").get_text() == "4"
    assert "shorter than at batch size 1" in first.find(id=flag["href"].removeprefix("#")).get_text()
    assert [note.get_text() for note in second.select("ul.ls-notes li")] == [
        "There are no figures for vit at batch size 4."
    ]
    assert not second.select("ol.ls-notes")


def test_what_one_file_lacks_may_be_in_another():
    other = subset("b", cell("vit", 1), cell("vit", 4), device="A100")
    files = {"x": results(subset("a", cell("vit", 1)), other), "y": results(subset("a", cell("vit", 4)))}
    assert [doubt.flag.rule for doubt in doubted("x", **files)] == ["missing"]
    assert doubted("x", "y", **files) == []
