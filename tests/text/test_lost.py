"""Which of several texts a translation has lost: named where it is certain, and else with those that it may be too."""

import pytest

from lockstep.languages.contents import check_contents
from lockstep.languages.pages import parse_page
from lockstep.project import load_project

ITEMS = ("- Wait until it has cooled down.", "- Turn off whatever writes files.", "- Restart the machine again now.")
ITENS = ("- Espere até que esfrie de todo.", "- Desligue tudo o que grava algo.", "- Reinicie a máquina outra vez.")
TERMS = (
    "warm-up\n:   The first calls, which take longer.\n\n"
    "latency\n:   The time of one call of the model, `perf_counter()`.\n"
)
TERMOS = (
    "aquecimento\n:   As primeiras chamadas, mais lentas.\n\n"
    "latência\n:   O tempo de uma chamada do modelo, `perf_counter()`.\n"
)
SPANS = "Set `mode` first.\n\nSet `options` first.\n\nSet `backend` first.\n"
NAMES = "BERT is faster now.\n\nDETR is slower now.\n\nGPT-J is faster now.\n"
APART = "The first text here.\n\n- One thing to do.\n\nThe other text there.\n"
OUTPUT = "```text\nfirst\n```\n\n```text\nsecond\n```\n\n```text\nthird\n```\n"

# The source, the translation, and the findings.
CASES = {
    "several look alike": (
        "\n".join(ITEMS),
        "\n".join((ITENS[0], ITENS[2])),
        [
            "5 LS237 a list item is missing, most likely that of docs/en/p.md:6, perhaps that of line 5 or 7:"
            " 'Turn off whatever writes files.'"
        ],
    ),
    "one has a number": (
        "\n".join((*ITEMS, "- Run it 40 times.")),
        "\n".join(ITENS),
        ["7 LS237 the list item of docs/en/p.md:8 is missing: 'Run it 40 times.'"],
    ),
    "the one with a number is there": (
        f"{ITEMS[0]}\n- Run it 40 times.",
        "- Execute 40 vezes.",
        ["3 LS237 the list item of docs/en/p.md:5 is missing: 'Wait until it has cooled down.'"],
    ),
    "all of a list": (
        "\n".join(ITEMS),
        "",
        ["3 LS237 3 list items from docs/en/p.md:5 on are missing: 'Wait until it has cooled down.'"],
    ),
    "two of four": (
        "\n".join((*ITEMS, "- Run it 40 times.")),
        "\n".join((ITENS[0], "- Execute 40 vezes.")),
        [
            "5 LS237 2 list items are missing, most likely those from docs/en/p.md:6 on:"
            " 'Turn off whatever writes files.'"
        ],
    ),
    "a term with its definition": (
        TERMS,
        TERMOS.partition("\n\n")[0],
        ["6 LS237 the term with its definition of docs/en/p.md:8 is missing: 'latency'"],
    ),
    "the first term with its definition": (
        TERMS,
        TERMOS.partition("\n\n")[2],
        ["3 LS237 the term with its definition of docs/en/p.md:5 is missing: 'warm-up'"],
    ),
    "both terms": (
        TERMS,
        "",
        ["3 LS237 2 terms with their definitions from docs/en/p.md:5 on are missing: 'warm-up'"],
    ),
    "a second definition": (
        TERMS.replace("\n\nlat", "\n:   Also called `dry_run`.\n\nlat"),
        TERMOS,
        ["6 LS237 the definition of docs/en/p.md:7 is missing: 'Also called dry_run.'"],
    ),
    "a paragraph between code spans": (
        SPANS,
        "Defina `mode` antes.\n\nDefina `backend` antes.\n",
        ["5 LS237 the paragraph of docs/en/p.md:7 is missing: 'Set options first.'"],
    ),
    "a paragraph between names": (
        NAMES,
        "O BERT é mais rápido.\n\nO GPT-J é mais rápido.\n",
        ["5 LS237 the paragraph of docs/en/p.md:7 is missing: 'DETR is slower now.'"],
    ),
    "a paragraph below a list": (
        APART,
        "O primeiro texto.\n\n- Uma coisa a fazer.\n",
        ["7 LS237 the paragraph of docs/en/p.md:9 is missing: 'The other text there.'"],
    ),
    "a paragraph above a list": (
        APART,
        "- Uma coisa a fazer.\n\nO outro texto ali.\n",
        ["3 LS237 the paragraph of docs/en/p.md:5 is missing: 'The first text here.'"],
    ),
    "two paragraphs": (
        f"{NAMES}\n{APART}",
        "O BERT é mais rápido.\n\nO primeiro texto.\n\n- Uma coisa a fazer.\n\nO outro texto ali.\n",
        ["5 LS237 2 paragraphs from docs/en/p.md:7 on are missing: 'DETR is slower now.'"],
    ),
    "an output": (
        OUTPUT,
        OUTPUT.replace("```text\nsecond\n```\n\n", ""),
        ["5 LS231 the block of code of docs/en/p.md:9 is missing: 'second'"],
    ),
    "outputs that are texts": (
        OUTPUT,
        "```text\nprimeiro\n```\n\n```text\nterceiro\n```\n",
        [
            "5 LS231 a block of code is missing, most likely that of docs/en/p.md:9,"
            " perhaps that of line 5 or 13: 'second'"
        ],
    ),
    "an added item that others may be": (
        "\n".join((ITEMS[0], ITEMS[2])),
        "\n".join(ITENS),
        [
            "6 LS237 a list item that is not in the section at docs/en/p.md:1, this one or that of line 5 or 7:"
            " 'Desligue tudo o que grava algo.'"
        ],
    ),
    "many that look alike": (
        "\n".join(ITEMS * 3),
        "\n".join(ITENS * 2 + ITENS[:2]),
        [
            "11 LS237 a list item is missing, most likely that of docs/en/p.md:12,"
            " perhaps another of the lines 5 to 13: 'Turn off whatever writes files.'"
        ],
    ),
    "a fence that became indented": (
        "```bash\nrun\n```",
        "    run",
        ["5 LS231 an indented block of code stands where docs/en/p.md:5 has a block of code in a fence"],
    ),
    "a fence without a language": ("```\nrun\n```", "    run", []),
    "a callout that became a quote": (
        "> [!TIP]\n> Some words.",
        "> Palavras.",
        ["3 LS233 a quote stands where docs/en/p.md:5 has a callout"],
    ),
}


@pytest.mark.parametrize(("source", "translation", "expected"), CASES.values(), ids=CASES)
def test_what_is_lost_is_named_as_far_as_it_is_certain(project, source, translation, expected):
    found = check(
        project, "pt", f"# A page {{ #a }}\n\nIts text.\n\n{source}\n", f"# P {{ #a }}\n\nTexto.\n\n{translation}\n"
    )
    assert [shown(finding) for finding in found] == expected


def test_a_chinese_sign_says_as_much_as_several_letters(project):
    (project / "pyproject.toml").write_text('[tool.lockstep.languages]\nen = "en"\npt = "zh"\ntr = "tr"\n')
    long = "The results are kept in a folder where the next process finds them again."
    source = f"# A {{ #a }}\n\nText.\n\n- {long}\n- Look at it.\n- {long} This is done for each of the models there.\n"
    kept = "结果保存在一个文件夹中,下一个进程可以再次找到它们。"
    found = check(
        project, "pt", source, f"# 页 {{ #a }}\n\n文字。\n\n- {kept}\n- {kept}每个模型都会这样做,没有例外。\n"
    )
    assert [shown(finding) for finding in found] == [
        "5 LS237 the list item of docs/en/p.md:6 is missing: 'Look at it.'"
    ]


def check(project, folder, source, translation):
    loaded = load_project(project)
    languages = {language.folder: language for language in loaded.languages}
    return sorted(
        check_contents(
            loaded,
            {
                (name, "p.md"): parse_page(text, "p.md", f"docs/{name}/p.md", languages[name])
                for name, text in (("en", source), (folder, translation))
            },
        )
    )


def shown(finding):
    return f"{finding.line} {finding.code} {finding.message}"
