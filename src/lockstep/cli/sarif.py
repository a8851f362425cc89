"""Findings as SARIF 2.1.0, the format that code hosts and editors read from linters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from lockstep import __version__
from lockstep.rules.registry import RULES
from lockstep.rules.render import AUTHORS, as_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lockstep.findings import Finding

VERSION = "2.1.0"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# Paths are below the project's root, wherever that is when the findings are read.
ROOT = "%SRCROOT%"


def render_sarif(findings: Iterable[Finding]) -> str:
    """Write findings as one run of one tool; the same findings give the same text, wherever and whenever that is."""
    found = sorted(findings)
    codes = sorted({finding.code for finding in found})
    driver = {"name": "Lockstep", "version": __version__, "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        # As a finding's columns are counted.
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, codes.index(finding.code)) for finding in found],
    }
    return json.dumps({"$schema": SCHEMA, "version": VERSION, "runs": [run]}, ensure_ascii=False, indent=2)


def _rule(code: str) -> dict[str, object]:
    rule = RULES[code]
    lines = list(as_text(rule, AUTHORS))
    return {
        "id": code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.meaning},
        # The title is there already.
        "help": {"text": "\n".join(lines[2:])},
        "defaultConfiguration": {"level": "error"},
    }


def _result(finding: Finding, rule: int) -> dict[str, object]:
    text = f"{finding.message} ({finding.hint})" if finding.hint else finding.message
    region = {"startLine": finding.line, "startColumn": finding.column}
    place = {"artifactLocation": _artifact(finding.path), "region": region}
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": "error",
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }


def _artifact(path: str) -> dict[str, str]:
    # A file outside the project, which no path below its root can name.
    if Path(path).is_absolute():
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(path, safe="/"), "uriBaseId": ROOT}
