"""Findings as SARIF: what its specification asks of a log, and what its readers do with it."""

import json
from urllib.parse import unquote

import jsonschema
import pytest
from click.testing import CliRunner

from lockstep import __version__
from lockstep.cli import main
from lockstep.cli.sarif import render_sarif
from lockstep.findings import Finding
from lockstep.rules.registry import RULES

# What is used here of the schema of SARIF 2.1.0: nothing else may be in a log.
TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
REGION = {
    "type": "object",
    "required": ["startLine", "startColumn"],
    "additionalProperties": False,
    "properties": {"startLine": {"type": "integer", "minimum": 1}, "startColumn": {"type": "integer", "minimum": 1}},
}
ARTIFACT = {
    "type": "object",
    "required": ["uri"],
    "additionalProperties": False,
    # Of RFC 3986: no blanks, no letters beyond ASCII, every "%" the beginning of an escape.
    "properties": {
        "uri": {"type": "string", "pattern": r"^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})+$"},
        "uriBaseId": {"const": "%SRCROOT%"},
    },
}
RESULT = {
    "type": "object",
    "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
    "additionalProperties": False,
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": TEXT,
        "locations": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1,
            "items": {
                "type": "object",
                "required": ["physicalLocation"],
                "additionalProperties": False,
                "properties": {
                    "physicalLocation": {
                        "type": "object",
                        "required": ["artifactLocation", "region"],
                        "additionalProperties": False,
                        "properties": {"artifactLocation": ARTIFACT, "region": REGION},
                    }
                },
            },
        },
    },
}
RULE = {
    "type": "object",
    "required": ["id", "shortDescription", "fullDescription", "help"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string", "pattern": r"^LS\d{3}$"},
        "shortDescription": TEXT,
        "fullDescription": TEXT,
        "help": TEXT,
        "defaultConfiguration": {"const": {"level": "error"}},
    },
}
DRIVER = {
    "type": "object",
    "required": ["name", "version", "rules"],
    "additionalProperties": False,
    "properties": {
        "name": {"const": "Lockstep"},
        "version": {"const": __version__},
        "rules": {"type": "array", "uniqueItems": True, "items": RULE},
    },
}
RUN = {
    "type": "object",
    "required": ["tool", "results"],
    "additionalProperties": False,
    "properties": {
        "tool": {"type": "object", "required": ["driver"], "properties": {"driver": DRIVER}},
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "results": {"type": "array", "items": RESULT},
    },
}
LOG = {
    "type": "object",
    "required": ["$schema", "version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "minItems": 1, "maxItems": 1, "items": RUN},
    },
}
FINDINGS = [
    Finding("docs/tr/güncel sayfa#1?.md", 3, 2, "LS231", 'says "x", 100 % {of} it\nand more', "mend it"),
    Finding("docs/pt/a:b.md", 1, 1, "LS112", "no region", ""),
    Finding("docs/pt/a:b.md", 7, 5, "LS231", "another", ""),
    Finding("/elsewhere/ş.json", 1, 1, "LS302", "no JSON", ""),
]


def read(text):
    log = json.loads(text)
    jsonschema.validate(log, LOG, format_checker=jsonschema.FormatChecker())
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == [result["ruleId"] for result in run["results"]]
    assert sorted({result["ruleId"] for result in run["results"]}) == rules
    return run["results"]


def test_a_log_is_valid_and_says_what_the_findings_say():
    found = []
    for result in read(render_sarif(FINDINGS)):
        place = result["locations"][0]["physicalLocation"]
        uri, region = place["artifactLocation"]["uri"], place["region"]
        found.append((unquote(uri), region["startLine"], region["startColumn"], result["ruleId"]))
        assert ("uriBaseId" in place["artifactLocation"]) is not uri.startswith("file:")
        assert result["level"] == "error"
    assert found == [
        ("file:///elsewhere/ş.json", 1, 1, "LS302"),
        ("docs/pt/a:b.md", 1, 1, "LS112"),
        ("docs/pt/a:b.md", 7, 5, "LS231"),
        ("docs/tr/güncel sayfa#1?.md", 3, 2, "LS231"),
    ]


def test_addresses_are_relative_and_escaped():
    (result,) = read(render_sarif(FINDINGS[:1]))
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {
        "uri": "docs/tr/g%C3%BCncel%20sayfa%231%3F.md",
        "uriBaseId": "%SRCROOT%",
    }
    # A first part with a colon would be taken for a scheme.
    assert "docs/pt/a%3Ab.md" in render_sarif(FINDINGS[1:2])
    assert result["message"]["text"] == 'says "x", 100 % {of} it and more (mend it)'


def test_the_same_findings_give_the_same_log_in_any_order():
    assert render_sarif(FINDINGS) == render_sarif(reversed(FINDINGS))
    assert read(render_sarif([])) == []


def test_a_rule_says_what_the_registry_says():
    (rule,) = json.loads(render_sarif(FINDINGS[1:2]))["runs"][0]["tool"]["driver"]["rules"]
    assert rule["shortDescription"]["text"] == RULES["LS112"].title
    assert rule["fullDescription"]["text"] == RULES["LS112"].meaning
    assert rule["help"]["text"].startswith(RULES["LS112"].meaning[:40])
    assert RULES["LS112"].example.finding in rule["help"]["text"]


@pytest.mark.parametrize("command", [["check"], ["bench", "check"]])
def test_commands_print_it(project, monkeypatch, command):
    monkeypatch.chdir(project)
    for language in ("en", "pt", "tr"):
        (project / f"docs/{language}/index.md").write_text("# A { #a }\n")
    clean = CliRunner().invoke(main, [*command, "--format", "sarif"])
    results = project / "benchmarks/results/numbers.json"
    results.write_text(results.read_text().replace('"a/b"', "7"))
    run = CliRunner().invoke(main, [*command, "--format", "sarif"])
    assert run.exit_code == 1
    assert run.output.endswith("}\n")
    added = [result for result in read(run.output) if result not in read(clean.output)]
    assert [result["ruleId"] for result in added] == ["LS304"]
    place = added[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "benchmarks/results/numbers.json"
    assert place["region"]["startLine"] > 1
