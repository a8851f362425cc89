"""The classes of a result file: what they take, what they refuse, what they derive."""

import json
from decimal import Decimal

import pytest
from pydantic import ValidationError

from lockstep.benchmarks.model import Arm, Results
from lockstep.benchmarks.setup import Hardware
from support.results import arm, cell, subset


def test_a_time_keeps_its_digits():
    assert str(arm("6.00").mean_ms) == "6.00"


def test_a_whole_number_is_a_time():
    assert Arm(status="ok", mean_ms=6).mean_ms == Decimal(6)


@pytest.mark.parametrize(
    "time", [True, "7.5", 7.5, None, Decimal("NaN"), Decimal("Infinity"), Decimal("1e400"), Decimal(0), Decimal(-1)]
)
def test_what_is_no_time_is_refused(time):
    with pytest.raises(ValidationError, match="mean_ms"):
        Arm(status="ok", mean_ms=time)


def test_a_time_is_there_if_and_only_if_the_arm_is_arm():
    with pytest.raises(ValidationError, match="mean_ms"):
        Arm(status="ok")
    with pytest.raises(ValidationError, match="mean_ms"):
        Arm(status="oom", mean_ms=Decimal(1))
    assert Arm(status="oom").mean_ms is None


def test_a_time_is_published_or_measured_not_both():
    assert Arm(status="ok", samples_ms=(Decimal(1),)).mean_ms is None
    with pytest.raises(ValidationError, match="samples_ms"):
        Arm(status="ok", samples_ms=(Decimal(1),), mean_ms=Decimal(1))
    with pytest.raises(ValidationError, match="samples_ms"):
        Arm(status="crash", samples_ms=(Decimal(1),))


def test_a_cell_stands_in_a_subset_once():
    with pytest.raises(ValidationError, match="is there already"):
        subset("a100", cell("vit"), cell("vit", eager=arm("9")))
    # Another mode, another type, another batch size: another cell.
    cells = cell("vit"), cell("vit", mode="reduce-overhead"), cell("vit", dtype="float16"), cell("vit", 4)
    assert len({one.key for one in subset("a100", *cells).cells}) == 4


def test_labels_are_any_text():
    assert Hardware(device="<script>alert(1)</script>", kind="cuda").device == "<script>alert(1)</script>"


def test_objects_cannot_change():
    with pytest.raises(ValidationError, match="frozen"):
        arm("1").mean_ms = Decimal(2)


def test_the_json_schema_says_what_the_classes_do():
    schema = Results.model_json_schema()
    json.dumps(schema, allow_nan=False)
    definition = schema["$defs"]["Arm"]
    assert definition["properties"]["mean_ms"]["type"] == "number"
    assert "null" not in json.dumps(schema)
    assert definition["then"] == {"oneOf": [{"required": ["mean_ms"]}, {"required": ["samples_ms"]}]}
    assert definition["else"] == {"properties": {"mean_ms": False, "samples_ms": False}}
    assert "milliseconds" in definition["properties"]["mean_ms"]["description"]
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == {"schema_version", "subsets"}
    # Derived values are nowhere in a file.
    for derived in ("speed_up", "median_ms", "label"):
        assert derived not in json.dumps(schema)
