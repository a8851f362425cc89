"""The site's sources, read by other means than the generator's: what its pages are compared with."""

import csv
import re
from decimal import Decimal
from pathlib import Path

import yaml

from lockstep.rules.registry import RULES
from lockstep.rules.render import AUTHORS, Code, steps

ROOT = Path(__file__).parents[2]
LANGUAGES = {"en": "en", "pt": "pt-BR", "tr": "tr"}
URLS = {"en": "", "pt": "pt/", "tr": "tr/"}
PAGES = {
    path.relative_to(ROOT / "docs/en").as_posix(): path.relative_to(ROOT / "docs/en").with_suffix("").as_posix()
    for path in sorted((ROOT / "docs/en").rglob("*.md"))
}
# Blocks that become something else than code.
GENERATED = ("benchmark", "commands", "glossary", "translations", "verified")
MARKS = {"en": (".", ","), "pt": (",", "."), "tr": (",", ".")}
TASKS = {
    "image-classification": {
        "en": "image classification",
        "pt": "classificação de imagens",
        "tr": "görüntü sınıflandırma",
    },
    "image-segmentation": {"en": "image segmentation", "pt": "segmentação de imagens", "tr": "görüntü bölütleme"},
    "object-detection": {"en": "object detection", "pt": "detecção de objetos", "tr": "nesne tespiti"},
}
OOM = {"en": "out of memory", "pt": "memória insuficiente", "tr": "yetersiz bellek"}


def built(site: Path, language: str, page: str) -> Path:
    """The file that a page of ``docs/`` is built into."""
    name = PAGES[page].removesuffix("index")
    return site / URLS[language] / name / "index.html"


def passage(target: str) -> str:
    """The text between a region's two markers, cut out with nothing but string search."""
    file, region = target.split(":")
    text = (ROOT / "snippets" / file).read_text("utf-8")
    return text.split(f"[start:{region}]\n")[1].split(f"# --8<-- [end:{region}]")[0]


def shown(language: str, page: str) -> list[str]:
    """The targets of a page's includes, in order."""
    text = (ROOT / "docs" / language / page).read_text("utf-8")
    return re.findall(r'^ *--8<-- "([^"]+)"$', text, re.MULTILINE)


def code(language: str, page: str) -> list[str]:
    """The text of every code block that a page must show: of its programs, and of what it writes out itself."""
    text = (ROOT / "docs" / language / page).read_text("utf-8")
    fences = re.findall(r"^( *)(`{3,}) *(\{|\w+)[^\n]*\n(.*?)^\1\2$", text, re.MULTILINE | re.DOTALL)
    blocks = []
    for indent, _, kind, body in fences:
        include = re.fullmatch(r' *--8<-- "([^"]+)"\n', body)
        if kind == "findings":
            blocks += examples(body)
        elif kind not in GENERATED:
            # An include that is only spoken of is written with a semicolon.
            written = re.sub(r"^( *);(-+8<-+)", r"\1\2", body, flags=re.MULTILINE)
            blocks.append(passage(include[1]) if include else re.sub(f"^{indent}", "", written, flags=re.MULTILINE))
    return blocks


def examples(body: str) -> list[str]:
    """The code in the explanations of a block's codes."""
    asked = yaml.safe_load(body)["codes"]
    codes = [code for code in sorted(RULES) if code.startswith((asked,) if isinstance(asked, str) else tuple(asked))]
    texts = [step.text for code in codes for step in steps(RULES[code], AUTHORS) if isinstance(step, Code)]
    # What is shown has no blanks at the ends of lines, and no blank lines around it.
    return [re.sub(r" +$", "", text, flags=re.MULTILINE).strip("\n") + "\n" for text in texts]


def number(digits: str, language: str) -> str:
    """A published number in a language's notation, by nothing but moving characters."""
    whole, point, rest = digits.partition(".")
    decimal_mark, group_mark = MARKS[language]
    groups = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", group_mark, whole)
    return groups + (decimal_mark + rest if point else "")


def subset_key(row: dict[str, str]) -> str:
    """The key of a published row's subset."""
    key = row["device"].lower() + ("-nightly" if ".dev" in row["torch"] else "")
    return key if row["mode"] == "default" else f"{key}-{row['mode']}"


def published(language: str) -> dict[str, list[list[str]]]:
    """The rows that readers must find, by subset, out of the published CSV."""
    found: dict[str, list[list[str]]] = {}
    with (ROOT / "benchmarks/published-2023.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            key = subset_key(row)
            eager, compiled = row["eager_ms"], row["compiled_ms"]
            if "OOM" in (eager, compiled):
                speed_up = "–"
            else:
                speed_up = number(f"{Decimal(eager) / Decimal(compiled):.2f}", language) + "×"
            times = [OOM[language] if value == "OOM" else number(value, language) for value in (eager, compiled)]
            task = TASKS[row["task"]][language]
            found.setdefault(key, []).append([task, row["model"], row["batch_size"], *times, speed_up])
    return found
