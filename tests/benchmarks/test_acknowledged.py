"""What is acknowledged is no finding, and says why to readers; what is not, or no longer, is one."""

import random
from pathlib import Path

import pytest
import yaml

from lockstep.benchmarks.acknowledged import FILE
from lockstep.benchmarks.importer import import_published
from lockstep.benchmarks.rendering.labels import label
from lockstep.benchmarks.write import dump, write_results
from lockstep.check import load
from lockstep.messages import Messages
from lockstep.project import load_project
from support.results import arm, cell, results, subset

ROOT = Path(__file__).parents[2]
CSV = (ROOT / "benchmarks" / "published-2023.csv").read_text(encoding="utf-8")
CONFIG = '[tool.lockstep.languages]\nen = "en"\npt = "pt-BR"\n'
# Faster at batch size 4 than at 1, and without the batch size 4 of the other model.
DOUBTFUL = results(
    subset("t4", cell("vit", 1), cell("beit", 1, eager=arm("5"), compiled=arm("4")), cell("beit", 4), device="T4")
)
INVERSION = """\
- results: r
  rule: batch-inversion
  reason: {en: So., pt: Assim.}
"""
MISSING = INVERSION.replace("batch-inversion", "missing")


@pytest.fixture
def found(tmp_path):
    """The findings of a project with these results and this file; the project's folder is empty otherwise."""
    (tmp_path / "pyproject.toml").write_text(CONFIG)
    folder = tmp_path / "benchmarks/results"
    folder.mkdir(parents=True)

    def read(text, **files):
        (folder / FILE).write_bytes(text if isinstance(text, bytes) else text.encode())
        for name, content in (files or {"r": DOUBTFUL}).items():
            (folder / f"{name}.json").write_text(content if isinstance(content, str) else dump(content))
        return [str(finding).removeprefix("benchmarks/results/") for finding in load(load_project(tmp_path)).findings]

    return read


def test_what_is_not_acknowledged_is_a_finding_at_its_place(found):
    inverted, missing = sorted(found(""), key=lambda finding: "LS324" in finding)
    # The last row's last time.
    line = dump(DOUBTFUL).rstrip().rindex('"mean_ms": 1\n')
    line = dump(DOUBTFUL).count("\n", 0, line) + 1
    assert inverted == (
        f"r.json:{line}:24 LS322 batch-inversion in 't4': beit at batch size 4: the time under “Compiled (ms)” is"
        " shorter than at batch size 1 on the same device (1 against 4 ms). A larger batch should not be faster."
        " (correct it, or say in acknowledged.yml why it stays)"
    )
    assert missing.startswith("r.json:5:14 LS324 missing in 't4': There are no figures for vit at batch size 4.")


def test_what_is_acknowledged_is_none(found):
    assert found(INVERSION + MISSING) == []


@pytest.mark.parametrize(
    ("more", "matches"),
    [
        ("subset: t4", True),
        ("workload: beit\n  batch-size: 4\n  mode: default", True),
        ("workload: beit\n  batch-size: '4'", True),
        ("workload: vit", False),
        ("batch-size: 1", False),
    ],
)
def test_it_speaks_of_no_more_than_it_says(found, more, matches):
    text = INVERSION.replace("  reason", f"  {more}\n  reason") + MISSING
    codes = [finding.split(" ")[1] for finding in found(text)]
    assert codes == ([] if matches else ["LS322", "LS328"])


def test_one_that_speaks_of_nothing_is_out_of_date(found):
    gone = INVERSION.replace("batch-inversion", "copied")
    assert found(INVERSION + gone + MISSING + INVERSION) == [
        f"{FILE}:4:3 LS328 the audit finds nothing of this kind (delete it, or correct what it names)",
        f"{FILE}:10:3 LS328 another acknowledgement above says this already (delete it, or correct what it names)",
    ]


@pytest.mark.parametrize(
    "reason", ["{en: So., pt: ''}", "{en: So.}", "So.", r'{en: So., pt: "\x01"}', "{en: So., pt: Assim., de: So.}"]
)
def test_one_whose_reason_is_faulty_is_to_be_mended_only(found, reason):
    for text in (INVERSION, INVERSION.replace("batch-inversion", "copied") + INVERSION):
        findings = found(text.replace("{en: So., pt: Assim.}", reason) + MISSING)
        assert {finding.split(" ")[1] for finding in findings} <= {"LS327", "LS329"}
        assert findings


def test_nothing_is_said_of_results_that_cannot_be_read(found):
    assert [finding.split(" ")[1] for finding in found(INVERSION, r="{")] == ["LS301"]


FAULTS = {
    "no list": ("results: r\n", "1:1 LS327 expected a list (begin every acknowledgement with '- results: NAME')"),
    "no YAML": ("- results: [\n", "2:1 LS327 the file is not YAML (a list: '- results: NAME', …)"),
    "two documents": ("- a\n---\n- b\n", "2:1 LS327 the file is not YAML (a list: '- results: NAME', …)"),
    "no mapping": ("- copied\n", "1:3 LS327 expected names and values (for example 'results: …')"),
    "an unknown key": (
        INVERSION.replace("  reason", "  bach-size: 4\n  reason"),
        "3:3 LS327 unknown key 'bach-size' (did you mean 'batch-size'?)",
    ),
    "a key that is no text": (
        INVERSION.replace("  reason", "  [a]: 4\n  reason"),
        "3:3 LS327 unknown key '…' (known: 'batch-size', 'mode', 'reason', 'results', 'rule', 'subset', 'workload')",
    ),
    "a key twice": (
        INVERSION.replace("  reason", "  rule: copied\n  reason"),
        "3:3 LS327 'rule' is there twice (keep one)",
    ),
    "no reason": (
        "- results: r\n  rule: copied\n",
        "1:3 LS327 'reason' is missing (an acknowledgement has results, rule and reason)",
    ),
    "a list for a name": (
        INVERSION.replace("  reason", "  subset: [t4]\n  reason"),
        "3:11 LS327 'subset' must be a name or a number",
    ),
    "a blank name": (INVERSION.replace("  reason", "  subset:\n  reason"), "'subset' must be a name or a number"),
    "unknown results": (INVERSION.replace(": r\n", ": q\n"), "1:12 LS327 no results 'q' (known: 'r')"),
    "an unknown rule": (
        INVERSION.replace("batch-inversion", "inversion"),
        "2:9 LS327 no rule 'inversion' (did you mean 'version' or 'batch-inversion' or 'mixed-precision'?)",
    ),
    "an unknown subset": (
        INVERSION.replace("  reason", "  subset: T4\n  reason"),
        "3:11 LS327 no subset 'T4' in 'r' (did you mean 't4'?)",
    ),
    "an unknown workload": (
        INVERSION.replace("  reason", "  workload: bei\n  reason"),
        "3:13 LS327 no workload 'bei' in 'r' (did you mean 'beit'?)",
    ),
    "an unknown batch size": (
        INVERSION.replace("  reason", "  batch-size: 4.0\n  reason"),
        "3:15 LS327 no batch size '4.0' in 'r' (did you mean '4'?)",
    ),
    "an unknown mode": (
        INVERSION.replace("  reason", "  mode: fast\n  reason"),
        "3:9 LS327 no mode 'fast' in 'r' (did you mean 'default'?)",
    ),
    "a reason in one language": (
        INVERSION.replace("{en: So., pt: Assim.}", "So."),
        "3:11 LS327 expected names and values (for example 'en: …')",
    ),
    "a missing language": (
        INVERSION.replace(", pt: Assim.", ""),
        "3:11 LS329 the reason has no 'pt' (readers of every language see it)",
    ),
    "an unknown language": (
        INVERSION.replace("pt:", "pt-BR: a, pt:"),
        "3:21 LS327 unknown language 'pt-BR' (did you mean 'pt'?)",
    ),
    "a blank reason": (INVERSION.replace("Assim.", "''"), "3:25 LS327 the reason in 'pt' must be a text"),
    "a control character in a reason": (
        INVERSION.replace("So.", r'"So \x02wzxhzdk:1\x03"'),
        "3:16 LS327 the character U+0002 has no place in a text (delete the escape)",
    ),
    "half a character in a reason": (
        INVERSION.replace("So.", r'"So \ud800"'),
        "3:16 LS327 the character U+D800 has no place in a text (delete the escape)",
    ),
    "NUL in a name": (
        INVERSION.replace("  reason", '  subset: "t4\\0"\n  reason'),
        "3:11 LS327 the character U+0000 has no place in a text (delete the escape)",
    ),
    "a control character in a key": (
        INVERSION.replace("pt:", r'pt: Assim., "\x9b":'),
        "3:33 LS327 the character U+009B has no place in a text (delete the escape)",
    ),
    "not UTF-8": (b"- results: \xff\n", "1:12 LS002 byte 0xff is not UTF-8"),
    "not for YAML": ("- results: \ufffe\n", "1:1 LS327 the file is not YAML"),
}


@pytest.mark.parametrize(("text", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_a_finding_at_its_place(found, text, expected):
    # A name that is unknown has a finding as such, too.
    one, *more = [finding for finding in found(text) if finding.startswith(FILE)]
    assert expected in one
    assert all("unknown language" in finding for finding in more)


def test_no_damage_is_a_traceback(found):
    generator = random.Random(5)
    pieces = ["[", "]", "{", "}", ":", "-", " ", "\n", "&a ", "*a", "!!x", "?", "|", ">", "%", "'", '"', "\t", "#", "é"]
    harmed = 0
    for _ in range(400):
        text = INVERSION + MISSING
        for _ in range(generator.randint(1, 3)):
            start = generator.randrange(len(text))
            text = text[:start] + generator.choice(pieces) + text[start + generator.randint(0, 6) :]
        harmed += bool(found(text))
    assert harmed > 200
    assert any("LS327" in finding for finding in found("- " * 3000))


def test_the_published_file_is_acknowledged_in_every_language():
    sources = load(load_project(ROOT))
    assert not [finding for finding in sources.findings if finding.code.startswith("LS32")]
    doubts = sources.doubts["published-2023"]
    labels = {one.key: label(one) for one in sources.results["published-2023"].subsets}
    texts = {
        language.folder: [doubt.text(labels, Messages(language)).striptags() for doubt in doubts]
        for language in sources.project.languages
    }
    assert len(doubts) == 15
    assert "42.179 against 47.381 ms" in texts["en"][9]
    assert texts["en"][9].endswith("Published so; not repaired, since the right times are not known.")
    assert "42,179 contra 47,381 ms" in texts["pt"][9]
    assert texts["pt"][9].endswith("Publicado assim; não foi corrigido, porque os tempos certos não são conhecidos.")
    assert "A100 · nightly alt kümesindeki" in texts["tr"][9]
    assert texts["tr"][0].startswith("OwlViT için 4 ve 16 parti boyutunda değer yok.")
    # No text is another language's.
    assert all(len({*three}) == 3 for three in zip(*texts.values(), strict=True))


def test_an_import_leaves_it_alone(tmp_path):
    (tmp_path / FILE).write_text(INVERSION)
    write_results(import_published(CSV), tmp_path / "r.json")
    assert (tmp_path / FILE).read_text() == INVERSION


def test_the_rules_of_the_documentation_are_read(tmp_path):
    # The example in the module's own words is YAML of the right form.
    from lockstep.benchmarks import acknowledged

    text = "\n".join(line[4:] for line in acknowledged.__doc__.split("\n") if line.startswith("    "))
    (one,) = yaml.safe_load(text)
    assert set(one) == set(acknowledged.KEYS)
