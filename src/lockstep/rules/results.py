"""The codes of LS3, results of benchmarks, and the figures that pages show."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule, figures
from lockstep.rules.resultfiles import result_file, row

FILE = "benchmarks/results/gpus.json"
PAGE = "docs/en/gpus.md"
ROW = row("31.204", "24.875")
SECOND = row("29.871", "24.902")
HEADER = "device,torch,mode,batch_size,task,model,checkpoint,eager_ms,compiled_ms,note\n"
PUBLISHED = "A100,2.0.1,default,1,image-classification,ViT,google/vit-base-patch16-224,{eager},7.584,\n"


def _page(*options: str) -> str:
    return "\n".join(["# GPUs { #gpus }", "", "```benchmark", *options, "```", ""])


FILES = (
    Rule(
        "LS301",
        _("Result file that is no JSON"),
        _(
            "The file cannot be read at all: a comma or a bracket is missing or too many, a text is never closed, or "
            "the file is empty. Every table made from it would be missing from its page. Mend the place that is named."
        ),
        Example(
            fault={FILE: result_file(ROW).replace('"device": "Tesla T4"}', '"device": "Tesla T4",}')},
            finding=(
                "benchmarks/results/gpus.json:7:56 LS301 not JSON: there is a comma behind the object's "
                "last field (delete it)"
            ),
            cure={FILE: result_file(ROW)},
        ),
    ),
    Rule(
        "LS302",
        _("Field given twice"),
        _(
            "An object in a result file has two fields of one name. Programs keep one of the two without a word, so "
            "readers might see the value that was meant to be replaced. Delete the wrong one."
        ),
        Example(
            fault={FILE: result_file(ROW).replace('"2.13.0"}', '"2.12.1", "torch": "2.13.0"}')},
            finding=(
                "benchmarks/results/gpus.json:8:39 LS302 subsets[0].software.torch: this field is here twice (keep one)"
            ),
            cure={FILE: result_file(ROW)},
        ),
    ),
    Rule(
        "LS303",
        _("Value that is no number of JSON"),
        _(
            "Some programs write `NaN` and `Infinity`, which JSON does not have, or numbers too great to be read; "
            "others would refuse the file, or read something else. Where there is no time, leave it out and let "
            "`status` say why."
        ),
        Example(
            fault={FILE: result_file(row("31.204", "NaN"))},
            finding=(
                "benchmarks/results/gpus.json:20:51 LS303 subsets[0].cells[0].compiled.mean_ms (ViT, "
                "batch 1): NaN is not a number (where there is no time, leave it out and let 'status' "
                "say why)"
            ),
            cure={FILE: result_file(row("31.204", "oom"))},
        ),
    ),
    Rule(
        "LS304",
        _("Result file that does not follow the schema"),
        _(
            "A field is missing, unknown or of the wrong kind, or the file is of another version of the schema. "
            "Nothing is guessed, so its tables would be missing. An editor that reads the schema named under `$schema` "
            "shows what is allowed while you type."
        ),
        Example(
            fault={FILE: result_file(ROW, kind="gpu")},
            finding=(
                "benchmarks/results/gpus.json:7:28 LS304 subsets[0].hardware.kind: expected one of the "
                "known words, found the text \"gpu\" (known: 'cpu', 'cuda', 'mps', 'rocm', 'xpu')"
            ),
            cure={FILE: result_file(ROW)},
        ),
    ),
    Rule(
        "LS305",
        _("Subset or row that is there already"),
        _(
            "Two subsets of a file have the same key, or two rows of a subset the same workload, batch size, type and "
            "treatment: readers would see two answers to one question. Delete one, or correct what should tell them "
            "apart."
        ),
        Example(
            fault={FILE: result_file(ROW, row("98.416", "71.533"))},
            finding=(
                "benchmarks/results/gpus.json:22:9 LS305 subsets[0].cells[1] (ViT, batch 1): same "
                "workload, batch size and treatment as cells[0] (keep one)"
            ),
            cure={FILE: result_file(ROW, row("98.416", "71.533", 4))},
        ),
    ),
    Rule(
        "LS306",
        _("Row of a CSV file that cannot be imported"),
        _(
            "The CSV file has other columns than the publication's tables, or a value that they do not have. `lockstep "
            "bench import` writes nothing then, since half a table would look like a whole one. Correct the rows that "
            "are named and import again."
        ),
        Example(
            fault={"benchmarks/published-2023.csv": HEADER + PUBLISHED.format(eager="9,325")},
            finding=(
                "benchmarks/published-2023.csv:2:1 LS306 11 cells where the header has 10 (decimals "
                "follow a point, and a text with a comma in it stands in quotes)"
            ),
            cure={"benchmarks/published-2023.csv": HEADER + PUBLISHED.format(eager="9.325")},
            command="lockstep bench import benchmarks/published-2023.csv",
        ),
    ),
)

TABLES = (
    Rule(
        "LS311",
        _("Table of results that do not exist"),
        _(
            "A `benchmark` block names results for which there is no file in the results folder, or one that cannot be "
            "used; the page would have no table. Correct the name, or write `empty: allowed` beside a pattern whose "
            "files are still to come."
        ),
        Example(
            fault={PAGE: _page("results: number")},
            finding="docs/en/gpus.md:4:10 LS311 no results 'number' (did you mean 'numbers'?)",
            cure={PAGE: _page("results: numbers")},
        ),
    ),
    Rule(
        "LS312",
        _("Subset that the results do not have"),
        _(
            "A `benchmark` block chooses or labels a subset that its results do not have, so the table could not show "
            "what the text around it speaks of. Subsets go by their `key` in the result file, which is the same in "
            "every language."
        ),
        Example(
            fault={PAGE: _page("results: gpus", "subset: Tesla T4")},
            finding="docs/en/gpus.md:5:9 LS312 no subset 'Tesla T4' in 'gpus' (known: 't4')",
            cure={PAGE: _page("results: gpus", "subset: t4")},
            beside={FILE: result_file(ROW)},
        ),
    ),
    Rule(
        "LS313",
        _("`benchmark` block with a wrong option"),
        _(
            "A `benchmark` block is not YAML, names no results, or has an option that does not exist or cannot have "
            "that value; no table can be made from it. The finding says what is allowed there."
        ),
        Example(
            fault={PAGE: _page("results: numbers", "decimal: 2")},
            finding="docs/en/gpus.md:5:1 LS313 unknown option 'decimal' (did you mean 'decimals'?)",
            cure={PAGE: _page("results: numbers", "decimals: 2")},
        ),
    ),
    Rule(
        "LS314",
        _("Two tables with one id on a page"),
        _(
            "Two `benchmark` blocks of a page have the same id, which is made from the names of their results if no "
            "`id` is given. A link to what a reader has chosen in one table would choose it in both. Give one of them "
            "an `id`."
        ),
        Example(
            fault={
                PAGE: _page("results: numbers")
                + "\n## In charts { #charts }\n\n```benchmark\nresults: numbers\nchart: true\n```\n"
            },
            finding=(
                "docs/en/gpus.md:10:10 LS314 the table in line 3 has the id 'numbers' too (give one of "
                "them another: 'id: NAME')"
            ),
            cure={
                PAGE: _page("results: numbers")
                + "\n## In charts { #charts }\n\n```benchmark\nresults: numbers\nchart: true\nid: charts\n```\n"
            },
        ),
    ),
    Rule(
        "LS315",
        _("Table from files that contradict each other"),
        _(
            "A `benchmark` block shows several result files as one table, and they disagree about a row or about the "
            "setup of a subset. Readers would see one of the two numbers and never learn of the other. Give one subset "
            "another key, or take one file out."
        ),
        Example(
            fault={
                PAGE: _page("results: laptop-*"),
                "benchmarks/results/laptop-june.json": result_file(SECOND, key="laptop", device="RTX 4060"),
            },
            finding=(
                "docs/en/gpus.md:4:10 LS315 laptop-june.json: ViT, batch 1, default in subset 'laptop': "
                "eager.mean_ms is not as in laptop-april.json (keep one, or give one subset another key)"
            ),
            cure={
                "benchmarks/results/laptop-june.json": result_file(SECOND, key="laptop-june", device="RTX 4060"),
            },
            beside={"benchmarks/results/laptop-april.json": result_file(ROW, key="laptop", device="RTX 4060")},
        ),
    ),
)

RULES: tuple[Rule, ...] = (*FILES, *TABLES, *figures.RULES)
