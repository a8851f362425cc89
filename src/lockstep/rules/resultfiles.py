"""Result files for examples: as short as they may be, laid out as an author would."""

from __future__ import annotations

HEAD = """\
{{
  "schema_version": 2,
  "subsets": [
    {{
      "key": "{key}",
      "origin": {{"kind": "imported", "publisher": "Example Lab", "url": "https://example.org/numbers"}},
      "hardware": {{"kind": "{kind}", "device": "{device}"}},
      "software": {{"torch": "{torch}"}},
      "protocol": {{
        "kind": "published", "statistic": "median", "repetitions": 100, "warm_up": true, "same_input": true
      }},
      "cells": [
"""
FOOT = """
      ]
    }
  ]
}
"""
MODELS = {"vit": ("ViT", "google/vit-base-patch16-224"), "resnet": ("ResNet", "microsoft/resnet-50")}


def row(eager: str, compiled: str, batch_size: int = 1, workload: str = "vit") -> str:
    """Write a row; times are milliseconds, digit for digit, or the word of a failure (``oom``)."""
    model, checkpoint = MODELS[workload]
    return f"""\
        {{
          "workload": {{
            "id": "{workload}", "task": "image-classification", "model": "{model}",
            "checkpoint": "{checkpoint}", "batch_size": {batch_size}
          }},
          "treatment": {{"backend": "inductor", "mode": "default"}},
          "eager": {_arm(eager)},
          "compiled": {_arm(compiled)}
        }}"""


def result_file(
    *rows: str, key: str = "t4", kind: str = "cuda", device: str = "Tesla T4", torch: str = "2.13.0"
) -> str:
    """Write a file of one subset."""
    return HEAD.format(key=key, kind=kind, device=device, torch=torch) + ",\n".join(rows) + FOOT


def _arm(time: str) -> str:
    return f'{{"status": "{time}"}}' if time.isalpha() and time.islower() else f'{{"status": "ok", "mean_ms": {time}}}'
