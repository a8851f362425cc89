"""The JSON Schema of result files, for editors and for other programs."""

from __future__ import annotations

import json

from lockstep.benchmarks.model import Results

FILE = "results.schema.json"
"""Its name in a site's ``assets/lockstep/``, and beside the results folder of a project."""


def schema_text() -> str:
    """Render the schema, generated from the classes that read the files."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Results.model_json_schema()}
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
