"""The codes of LS32 to LS34: numbers in doubt, figures in prose, files that are merged."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule
from lockstep.rules.resultfiles import result_file, row

FILE = "benchmarks/results/gpus.json"
ACKNOWLEDGED = "benchmarks/results/acknowledged.yml"
PAGE = "docs/en/gpus.md"
INVERTED = result_file(row("3.917", "3.801"), row("4.206", "2.187", 4))
MERGE = "lockstep bench merge part-1.json part-2.json --output whole.json"
FIRST_PART = {"part-1.json": result_file(row("31.204", "24.875"))}
SECOND_ROW = row("98.416", "71.533", 4)
REASON = """\
  reason:
    en: Published so; which of the two times is wrong is not known.
    pt: Publicado assim; não se sabe qual dos dois tempos está errado.
    tr: Böyle yayımlandı; iki süreden hangisinin yanlış olduğu bilinmiyor.
"""
KNOWN = f"""\
- results: gpus
  rule: batch-inversion
  workload: vit
  batch-size: 4
{REASON}"""


def _uneven(first: str) -> str:
    """Write ten rows, of which the first has an eager time to other digits than the rest."""
    times = {
        "resnet": [
            (first, "5.210"),
            ("7.114", "5.938"),
            ("9.850", "7.721"),
            ("16.402", "12.664"),
            ("30.175", "23.090"),
        ],
        "vit": [
            ("9.325", "7.584"),
            ("15.338", "12.470"),
            ("27.913", "22.806"),
            ("53.620", "43.951"),
            ("105.274", "86.213"),
        ],
    }
    sizes = (1, 2, 4, 8, 16)
    return result_file(
        *(
            row(eager, compiled, size, workload)
            for workload, pairs in times.items()
            for size, (eager, compiled) in zip(sizes, pairs, strict=True)
        )
    )


def _page(sentence: str) -> str:
    return f"# GPUs {{ #gpus }}\n\n{sentence}\n"


DOUBTS = (
    Rule(
        "LS321",
        _("Row that equals another to the last digit"),
        _(
            "Both times of a row, or all its samples, equal those of another row, which hardly happens by chance: most "
            "likely the wrong line was copied. Readers would take one device or batch size for another, so the table "
            "marks the row. Put the right times in, or say in `acknowledged.yml` why they stay."
        ),
        Example(
            fault={FILE: result_file(row("9.325", "7.584"), row("27.913", "22.806", 4), row("9.325", "7.584", 16))},
            finding=(
                "benchmarks/results/gpus.json:31:9 LS321 copied in 't4': ViT at batch size 16: both "
                "times equal those of ViT at batch size 1 to the last digit, and do not fit the other "
                "times of this device. Almost certainly a copying error in the source. (correct it, or "
                "say in acknowledged.yml why it stays)"
            ),
            cure={FILE: result_file(row("9.325", "7.584"), row("27.913", "22.806", 4), row("105.274", "86.213", 16))},
        ),
    ),
    Rule(
        "LS322",
        _("Larger batch that is faster than a smaller one"),
        _(
            "A larger batch has more to compute, and yet takes clearly less time than a smaller one on the same "
            "device; differences that may be noise are let pass. The table marks the row, and no figure in prose rests "
            "on it. Correct it, or say in `acknowledged.yml` why it stays."
        ),
        Example(
            fault={FILE: INVERTED},
            finding=(
                "benchmarks/results/gpus.json:29:51 LS322 batch-inversion in 't4': ViT at batch size 4: "
                "the time under “Compiled (ms)” is shorter than at batch size 1 on the same device "
                "(2.187 against 3.801 ms). A larger batch should not be faster. (correct it, or say in "
                "acknowledged.yml why it stays)"
            ),
            cure={ACKNOWLEDGED: KNOWN},
        ),
    ),
    Rule(
        "LS323",
        _("Time with fewer decimals than the others"),
        _(
            "A published time has fewer decimals than almost all others of its publication: perhaps a digit got lost "
            "on the way. The table shows the digits as they are, with a note. Look the time up, or say in "
            "`acknowledged.yml` that it was published so."
        ),
        Example(
            fault={FILE: _uneven("6.00")},
            finding=(
                "benchmarks/results/gpus.json:19:48 LS323 mixed-precision in 't4': ResNet at batch size "
                "1: the time under “Eager (ms)” (6.00 ms) has fewer decimal places than almost all "
                "others (2 instead of 3). (correct it, or say in acknowledged.yml why it stays)"
            ),
            cure={FILE: _uneven("6.004")},
        ),
    ),
    Rule(
        "LS324",
        _("Gap in published results"),
        _(
            "Most of the other models or devices of a publication have a row that one lacks, or a row lacks a time and "
            "gives no reason. Readers could not tell whether it failed, was never tried or got lost. Add the row, with "
            "the status that it ended in, or say in `acknowledged.yml` why there is none."
        ),
        Example(
            fault={
                FILE: result_file(row("9.325", "7.584"), row("27.913", "22.806", 4), row("6.031", "5.210", 1, "resnet"))
            },
            finding=(
                "benchmarks/results/gpus.json:5:14 LS324 missing in 't4': There are no figures for "
                "ResNet at batch size 4. (add what is missing, or say in acknowledged.yml why there is "
                "none)"
            ),
            cure={
                FILE: result_file(
                    row("9.325", "7.584"),
                    row("27.913", "22.806", 4),
                    row("6.031", "5.210", 1, "resnet"),
                    row("oom", "oom", 4, "resnet"),
                )
            },
        ),
    ),
    Rule(
        "LS325",
        _("Version that contradicts the results"),
        _(
            "A stated version cannot be right: the key or a heading names another PyTorch than the data, the date is "
            "older than the release, or the build does not run on the device. Readers would credit one version with "
            "the times of another. Correct what is wrong, or say in `acknowledged.yml` why it stays."
        ),
        Example(
            fault={FILE: result_file(row("31.204", "24.875"), key="t4-torch-2.12.0")},
            finding=(
                "benchmarks/results/gpus.json:5:14 LS325 version in 't4-torch-2.12.0': The subset's name "
                "says 2.12.0, but its figures are of PyTorch 2.13.0, mode default. (correct it, or say "
                "in acknowledged.yml why it stays)"
            ),
            cure={FILE: result_file(row("31.204", "24.875"), key="t4-torch-2.13.0")},
        ),
    ),
    Rule(
        "LS326",
        _("Value that cannot be"),
        _(
            "No measurement gives this: one time more than fifty times the other, a batch that takes far more time "
            "than it is larger, a first call much shorter than later ones, more memory than the device has. Most often "
            "a decimal point or a unit is wrong. Correct it, or say in `acknowledged.yml` why it stays."
        ),
        Example(
            fault={FILE: result_file(row("9.325", "7584"))},
            finding=(
                "benchmarks/results/gpus.json:13:9 LS326 impossible in 't4': ViT at batch size 1: one of "
                "the two times is 813 times the other, far beyond what compiling changes. (correct it, "
                "or say in acknowledged.yml why it stays)"
            ),
            cure={FILE: result_file(row("9.325", "7.584"))},
        ),
    ),
    Rule(
        "LS327",
        _("Acknowledgement that cannot be read"),
        _(
            "`acknowledged.yml` is no list of acknowledgements, or one of them lacks a field or names a rule, a subset "
            "or a row that does not exist. What it says of a doubtful number would not reach readers, or would be said "
            "of others too. The finding offers the names that there are."
        ),
        Example(
            fault={ACKNOWLEDGED: KNOWN.replace("batch-size", "batch_size")},
            finding=(
                "benchmarks/results/acknowledged.yml:4:3 LS327 unknown key 'batch_size' (did you mean 'batch-size'?)"
            ),
            cure={ACKNOWLEDGED: KNOWN},
            beside={FILE: INVERTED},
        ),
    ),
    Rule(
        "LS328",
        _("Acknowledgement of nothing"),
        _(
            "Nothing in the results is in doubt in the way that an entry of `acknowledged.yml` says, as after a number "
            "was corrected, or an entry above says the same. Left there, it would silence the next fault of its kind. "
            "Delete it, or correct what it names."
        ),
        Example(
            fault={ACKNOWLEDGED: KNOWN},
            finding=(
                "benchmarks/results/acknowledged.yml:1:3 LS328 the audit finds nothing of this kind "
                "(delete it, or correct what it names)"
            ),
            cure={ACKNOWLEDGED: None},
            beside={FILE: result_file(row("3.917", "3.801"), row("7.206", "6.187", 4))},
        ),
    ),
    Rule(
        "LS329",
        _("Reason that lacks a language"),
        _(
            "The `reason` of an acknowledgement is not given in every language of the project. Readers of the one that "
            "is missing would see it in the source language below the table. Add the translation."
        ),
        Example(
            fault={ACKNOWLEDGED: KNOWN.rsplit("    tr:", 1)[0]},
            finding=(
                "benchmarks/results/acknowledged.yml:6:5 LS329 the reason has no 'tr' (readers of every "
                "language see it)"
            ),
            cure={ACKNOWLEDGED: KNOWN},
            beside={FILE: INVERTED},
        ),
    ),
)

PROSE = (
    Rule(
        "LS331",
        _("Figure in prose that the results do not give"),
        _(
            "The text of a `benchmark:` link is not what the results give, rounded to the digits that are written: the "
            "numbers changed, or somebody mistyped one. Readers would be told what was never measured. Correct the "
            "text, or what the address selects."
        ),
        Example(
            fault={PAGE: _page("Compiling makes it [2.6x](benchmark:numbers?figure=speed-up) as fast.")},
            finding=(
                "docs/en/gpus.md:3:20 LS331 '2.6x' does not hold: the results give 2.1x (correct the "
                "text, or what the address selects)"
            ),
            cure={PAGE: _page("Compiling makes it [2.06x](benchmark:numbers?figure=speed-up) as fast.")},
        ),
    ),
    Rule(
        "LS332",
        _("Figure whose address names what is not there"),
        _(
            "The address of a `benchmark:` link names results, a figure, a parameter or a property of rows that does "
            "not exist, so that nothing vouches for the number. Correct the name; the finding offers those that are "
            "near."
        ),
        Example(
            fault={PAGE: _page("Compiling makes it [2.06x](benchmark:numbers?figure=speedup) as fast.")},
            finding=("docs/en/gpus.md:3:53 LS332 'figure' cannot be 'speedup' (did you mean 'speed-up' or 'saved'?)"),
            cure={PAGE: _page("Compiling makes it [2.06x](benchmark:numbers?figure=speed-up) as fast.")},
        ),
    ),
    Rule(
        "LS333",
        _("Figure that is not of exactly one row"),
        _(
            "No row has what the address of a `benchmark:` link asks for, or several have and it does not say which of "
            "them is meant. Name the row by its properties, or say with `of` whether you mean the greatest, the least "
            "or the median."
        ),
        Example(
            fault={PAGE: _page("Compiling makes ViT up to [1.38x](benchmark:gpus?figure=speed-up) as fast.")},
            finding=(
                "docs/en/gpus.md:3:45 LS333 2 rows match, and the address does not say which is meant "
                "(add 'of' (max, min, median), or name subset, workload, model, task, batch-size, mode)"
            ),
            cure={PAGE: _page("Compiling makes ViT up to [1.38x](benchmark:gpus?figure=speed-up&of=max) as fast.")},
            beside={FILE: result_file(row("31.204", "24.875"), SECOND_ROW)},
        ),
    ),
    Rule(
        "LS334",
        _("Text that is not written as a figure"),
        _(
            "The text of a `benchmark:` link is no number with a unit that fits it, or what has such an address is no "
            "link. Write the figure alike in every language, with a point and nothing between thousands: readers see "
            "it in the format of their own language."
        ),
        Example(
            fault={
                "docs/pt/gpus.md": _page("A compilação o torna [2,06x](benchmark:numbers?figure=speed-up) mais rápido.")
            },
            finding=(
                "docs/pt/gpus.md:3:22 LS334 '2,06x' is no figure of the kind 'speed-up' (write it as in "
                "2.16x: with a point, and nothing between thousands)"
            ),
            cure={
                "docs/pt/gpus.md": _page("A compilação o torna [2.06x](benchmark:numbers?figure=speed-up) mais rápido.")
            },
            beside={PAGE: _page("Compiling makes it [2.06x](benchmark:numbers?figure=speed-up) as fast.")},
        ),
    ),
)

MERGED = (
    Rule(
        "LS341",
        _("One key for two setups"),
        _(
            "Two files that are merged have a subset of the same key, but of another machine, software, protocol or "
            "origin. In one table, readers would compare rows that differ in more than they say. Give one of the "
            "subsets another key."
        ),
        Example(
            fault={"part-2.json": result_file(SECOND_ROW, torch="2.12.1")},
            finding=(
                "part-2.json:1:1 LS341 subset 't4': software.torch is not as in part-1.json (different "
                "setups are different subsets: give one another key)"
            ),
            cure={"part-2.json": result_file(SECOND_ROW, key="t4-torch-2.12.1", torch="2.12.1")},
            beside=FIRST_PART,
            command=MERGE,
        ),
    ),
    Rule(
        "LS342",
        _("One row with two results"),
        _(
            "Two files that are merged have the same row with other numbers. Which of them is right is not for a "
            "program to choose, so nothing is written. Keep one, or give one of the subsets another key."
        ),
        Example(
            fault={"part-2.json": result_file(row("29.871", "24.902"))},
            finding=(
                "part-2.json:1:1 LS342 ViT, batch 1, default in subset 't4': eager.mean_ms is not as in "
                "part-1.json (keep one, or give one subset another key)"
            ),
            cure={"part-2.json": result_file(row("29.871", "24.902"), key="t4-second-run")},
            beside=FIRST_PART,
            command=MERGE,
        ),
    ),
    Rule(
        "LS343",
        _("Keys that are nearly the same"),
        _(
            "In files that are merged, keys of subsets or ids of workloads differ only in case, accents or "
            "punctuation, or rows only in a field that one of them leaves out. Readers would meet the same device or "
            "model twice. Spell them alike, or so that they are clearly different."
        ),
        Example(
            fault={"part-2.json": result_file(SECOND_ROW, key="T4")},
            finding=(
                "part-2.json:1:1 LS343 subset 'T4' is nearly the 't4' of part-1.json (spell them alike, or apart)"
            ),
            cure={"part-2.json": result_file(SECOND_ROW)},
            beside=FIRST_PART,
            command=MERGE,
        ),
    ),
)

RULES: tuple[Rule, ...] = (*DOUBTS, *PROSE, *MERGED)
