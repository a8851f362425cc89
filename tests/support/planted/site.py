"""A whole project on disk: pages, programs with their record, results, glossary, interface texts."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING

from babel.messages.pofile import read_po, write_po

from lockstep.languages.pages import parse_page
from lockstep.languages.sections import sections
from lockstep.messages import template_path
from lockstep.project import Language
from support.planted.making import PICTURES, RESULTS, Maker
from support.planted.pages import Page, write_page
from support.planted.words import SOURCE, TAGS
from support.project import RESULTS as RESULT
from support.project import record

if TYPE_CHECKING:
    from pathlib import Path

    from support.planted.pages import Written

PROGRAMS = 8
PROGRAM = """\
# --8<-- [start:setup]
import torch

model_{number} = torch.compile(torch.nn.Linear({number}, 2))
# --8<-- [end:setup]

# --8<-- [start:run]
print(model_{number}(torch.ones(1, {number})))
# --8<-- [end:run]

assert model_{number}
"""
GLOSSARY = """\
# How terms are rendered.
compiler: {pt: compilador, tr: derleyici, es: compilador, fr: compilateur, de: Compiler, it: compilatore,
  pl: kompilator, ru: компилятор, ar: مترجم, ja: コンパイラ, zh: 编译器}
graph break: {pt: quebra de grafo, tr: grafik kırılması, es: ruptura de grafo, fr: rupture de graphe, de: Graphbruch,
  it: interruzione del grafo, pl: przerwanie grafu, ru: разрыв графа, ar: انقطاع في الرسم, ja: グラフの中断, zh: 图中断}
batch size: {pt: tamanho do lote, tr: parti boyutu, es: tamaño del lote, fr: taille du lot, de: Batchgröße,
  it: dimensione del batch, pl: rozmiar partii, ru: размер пакета, ar: [حجم الدفعة, حجم دفعة], ja: バッチサイズ,
  zh: 批大小}
kernel:
  pt: keep
  tr: çekirdek
  es: kernel
  fr: noyau
  de: Kernel
  it: kernel
  pl: jądro
  ru: ядро
  ar: [نواة, أنوية]
  ja: カーネル
  zh: 内核
cache: {pt: cache, tr: önbellek, es: caché, fr: cache, de: Cache, it: cache, pl: pamięć podręczna, ru: кэш,
  ar: ذاكرة مخبأة, ja: キャッシュ, zh: 缓存}
tensor: {pt: tensor, tr: tensör, es: tensor, fr: tenseur, de: Tensor, it: tensore, pl: tensor, ru: тензор, ar: موتر,
  ja: テンソル, zh: 张量}
PyTorch: keep
"""


@dataclass
class Site:
    """A site: its pages, as they are in each language where that is not as everywhere, and its other files.

    ``own`` are the pages of a language in which a fault was planted, by folder and name.
    """

    seed: int
    pages: list[Page]
    files: dict[str, str]
    own: dict[tuple[str, str], Page] = field(default_factory=dict)
    written: dict[tuple[str, str], Written] = field(default_factory=dict)
    records: dict[str, dict[str, str]] = field(default_factory=dict)

    def page(self, language: str, number: int) -> Page:
        """Take a language's own copy of a page, to plant a fault in."""
        page = self.pages[number]
        return self.own.setdefault((language, page.name), copy.deepcopy(page))

    def write(self, root: Path) -> None:
        """Write it all to a folder."""
        for path, text in self.files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        record(root)
        source = Language(SOURCE, SOURCE)
        for page in self.pages:
            if page.name not in self.records:
                text = write_page(page, SOURCE, {}).text.replace("\r\n", "\n")
                found = sections(parse_page(text, page.name, page.name, source))
                self.records[page.name] = {key: section.fingerprint for key, section in found.items()}
            for language in TAGS:
                if language in page.languages:
                    own = self.own.get((language, page.name), page)
                    written = write_page(own, language, self.records[page.name] if language != SOURCE else {})
                    self.written[language, page.name] = written
                    file = root / "docs" / language / page.name
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(written.text.encode())


def make_site(seed: int, pages: int) -> Site:
    """Make a clean site."""
    programs = {f"prog_{number}.py": PROGRAM.format(number=number + 2) for number in range(min(PROGRAMS, pages))}
    files = {f"snippets/{name}": text for name, text in programs.items()}
    for number, name in enumerate(RESULTS):
        time = f"{1200 + 37.25 * number:.2f}"
        text = RESULT.replace('"key": "small"', f'"key": "{name}"').replace("1234.50", time).replace("T0", f"T{number}")
        files[f"benchmarks/results/{name}.json"] = text
    files |= {f"docs/assets/{name}": "<svg xmlns='http://www.w3.org/2000/svg'/>\n" for name in PICTURES}
    files["docs/glossary.yml"] = GLOSSARY
    languages = "\n".join(f'{folder} = "{tag}"' for folder, tag in TAGS.items())
    files["pyproject.toml"] = f'[tool.lockstep]\nstale = "error"\n\n[tool.lockstep.languages]\n{languages}\n'
    files |= {
        f"locale/{folder}/LC_MESSAGES/lockstep.po": catalogue() for folder in TAGS if folder not in ("en", "pt", "tr")
    }
    return Site(seed, Maker(seed, pages, list(programs)).pages(), files)


def catalogue() -> str:
    """Make a catalogue of the interface in which every text has a translation: itself, for nobody reads it."""
    with template_path().open("rb") as file:
        made = read_po(file)
    for message in made:
        if message.id:
            message.string = message.id
    out = BytesIO()
    write_po(out, made, omit_header=False)
    return out.getvalue().decode()
