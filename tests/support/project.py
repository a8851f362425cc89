"""A small three-language project to break, and MkDocs run on it as a user runs it."""

import os
from dataclasses import dataclass
from pathlib import Path

from lockstep.project import load_project
from lockstep.snippets.program import load_programs
from lockstep.snippets.record import Entry, Record, Run, key, write_record
from support.running import run_mkdocs

CONFIG = """\
site_name: Small
theme: {name: material, font: false}
plugins:
  - i18n:
      docs_structure: folder
      languages:
        - {locale: en, name: English, default: true, build: true}
        - {locale: pt, name: Português, build: true, theme: {language: pt-BR}}
        - {locale: tr, name: Türkçe, build: true, theme: {language: tr}}
  - lockstep
markdown_extensions:
  - attr_list
  - pymdownx.superfences
  - pymdownx.quotes: {callouts: true}
  - lockstep.benchmarks
  - lockstep.callouts
  - lockstep.languages
  - lockstep.snippets
"""

PROJECT = """\
[tool.lockstep.languages]
en = "en"
pt = "pt-BR"
tr = "tr"
"""

PROGRAM = """\
# --8<-- [start:first]
import torch

model = torch.compile(torch.nn.Linear(2, 2))
# --8<-- [end:first]

assert model
"""

RESULTS = """\
{
  "schema_version": 2,
  "subsets": [
    {
      "key": "small",
      "origin": {"kind": "imported", "publisher": "Someone", "url": "https://example.org/numbers"},
      "hardware": {"kind": "cuda", "device": "T0"},
      "software": {"torch": "2.0.1"},
      "protocol": {"kind": "published", "statistic": "mean", "repetitions": 10, "warm_up": true, "same_input": true},
      "cells": [
        {
          "workload": {
            "id": "vit", "task": "image-classification", "model": "ViT", "checkpoint": "a/b", "batch_size": 1
          },
          "treatment": {"backend": "inductor", "mode": "default"},
          "eager": {"status": "ok", "mean_ms": 1234.50},
          "compiled": {"status": "ok", "mean_ms": 600.00}
        }
      ]
    }
  ]
}
"""

PAGE = """\
---
title: {title}
---

# {title} {{ #home }}

> [!TIP]
> {title}.

```python
--8<-- "prog.py:first"
```

```benchmark
results: numbers
```
"""

TITLES = {"en": "Start", "pt": "Início", "tr": "Başlangıç"}


# What a verification would have written; the version is one that no test of the site can mistake for the installed one.
VERIFIED = Run(
    device="cpu",
    torch="2.99.1",
    transformers="5.99.2",
    python="3.99.3",
    platform="linux",
    graphs=1,
    graph_breaks=0,
    recompiles=0,
    inductor=1,
    cudagraph_skips=0,
    checks=("graphs", "no_recompile", "equals_eager"),
)


def record(root: Path, **entries: Entry) -> None:
    """Write a record of every program of a project as it stands now; entries by the stem of a program's name.

    An entry is taken with the key of the present text where its own is empty.
    """
    project = load_project(root)
    programs = {}
    for name, program in load_programs(project)[0].items():
        if program.is_python:
            entry = entries.get(program.file.stem, Entry(key="", runs=(VERIFIED,)))
            programs[name] = entry if entry.key else entry.model_copy(update={"key": key(program)})
    write_record(Record(programs=programs), project)


@dataclass(frozen=True)
class Built:
    code: int
    output: str

    @property
    def lines(self) -> list[str]:
        return self.output.splitlines()


@dataclass(frozen=True)
class SmallProject:
    root: Path

    def write(self, path: str, text: str | bytes) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def edit(self, path: str, old: str, new: str) -> None:
        text = (self.root / path).read_text("utf-8")
        assert old in text, f"{old!r} is not in {path}"
        self.write(path, text.replace(old, new))

    def build(self, *options: str) -> Built:
        return mkdocs("build", *options, cwd=self.root)

    def record(self, **entries: Entry) -> None:
        record(self.root, **entries)

    def page(self, url: str) -> Path:
        return self.root / "site" / url / "index.html"


def make_project(root: Path) -> SmallProject:
    project = SmallProject(root)
    project.write("mkdocs.yml", CONFIG)
    project.write("pyproject.toml", PROJECT)
    project.write("snippets/prog.py", PROGRAM)
    project.write("benchmarks/results/numbers.json", RESULTS)
    for folder, title in TITLES.items():
        project.write(f"docs/{folder}/index.md", PAGE.format(title=title))
    record(root)
    return project


def environment() -> dict[str, str]:
    return os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1", "NO_COLOR": "1"}


def mkdocs(*arguments: str, cwd: Path) -> Built:
    """Run MkDocs where torch and transformers cannot be imported: a build needs neither."""
    code, output = run_mkdocs(arguments, cwd, environment())
    return Built(code, output.decode("utf-8", "replace"))
