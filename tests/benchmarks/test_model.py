"""The classes of a result file: what they take, what they refuse, what they derive."""

import json
from decimal import Decimal

import pytest
from pydantic import ValidationError

from lockstep.benchmarks.model import Arm, Cell, Hardware, Results, Software, Subset, Treatment


def cell(eager: Arm, compiled: Arm, batch_size: int = 1) -> Cell:
    return Cell(
        task="image-classification",
        model="ResNet",
        checkpoint="microsoft/resnet-50",
        batch_size=batch_size,
        eager=eager,
        compiled=compiled,
    )


def ok(time: str) -> Arm:
    return Arm(status="ok", mean_ms=Decimal(time))


def subset(device: str, torch: str, mode: str, *cells: Cell) -> Subset:
    return Subset(
        key="k",
        hardware=Hardware(device=device, kind="gpu"),
        software=Software(torch=torch),
        treatment=Treatment(backend="inductor", mode=mode),
        cells=cells or (cell(ok("2"), ok("1")),),
    )


def test_a_time_keeps_its_digits():
    assert str(ok("6.00").mean_ms) == "6.00"


def test_a_whole_number_is_a_time():
    assert Arm(status="ok", mean_ms=6).mean_ms == Decimal(6)


@pytest.mark.parametrize(
    "time", [True, "7.5", 7.5, None, Decimal("NaN"), Decimal("Infinity"), Decimal("1e400"), Decimal(0), Decimal(-1)]
)
def test_what_is_no_time_is_refused(time):
    with pytest.raises(ValidationError, match="mean_ms"):
        Arm(status="ok", mean_ms=time)


def test_a_time_is_there_if_and_only_if_the_arm_is_ok():
    with pytest.raises(ValidationError, match="mean_ms"):
        Arm(status="ok")
    with pytest.raises(ValidationError, match="mean_ms"):
        Arm(status="oom", mean_ms=Decimal(1))
    assert Arm(status="oom").mean_ms is None


def test_speed_up_is_eager_over_compiled():
    assert cell(ok("8.583"), ok("3.974")).speed_up.quantize(Decimal("0.01")) == Decimal("2.16")


@pytest.mark.parametrize(
    ("eager", "compiled"),
    [(Arm(status="oom"), ok("1")), (ok("1"), Arm(status="oom")), (Arm(status="oom"), Arm(status="oom"))],
)
def test_there_is_no_speed_up_without_two_times(eager, compiled):
    assert cell(eager, compiled).speed_up is None


@pytest.mark.parametrize(
    ("device", "torch", "mode", "label"),
    [
        ("A100", "2.0.1", "default", "A100"),
        ("A100", "2.1.0.dev+cu118", "default", "A100 · nightly"),
        ("T4", "2.1.0.dev+cu118", "reduce-overhead", "T4 · nightly · reduce-overhead"),
        ("T4", "2.0.1", "reduce-overhead", "T4 · reduce-overhead"),
    ],
)
def test_a_subset_is_labelled_by_what_sets_it_apart(device, torch, mode, label):
    assert subset(device, torch, mode).label == label


def test_a_cell_stands_in_a_subset_once():
    twice = cell(ok("2"), ok("1"))
    with pytest.raises(ValidationError, match="is there already"):
        subset("A100", "2.0.1", "default", twice, twice)


def test_labels_are_any_text():
    assert Hardware(device="<script>alert(1)</script>", kind="gpu").device == "<script>alert(1)</script>"


def test_objects_cannot_change():
    with pytest.raises(ValidationError, match="frozen"):
        ok("1").mean_ms = Decimal(2)


def test_the_json_schema_says_what_the_classes_do():
    schema = Results.model_json_schema()
    json.dumps(schema, allow_nan=False)
    arm = schema["$defs"]["Arm"]
    assert arm["properties"]["mean_ms"]["type"] == "number"
    assert arm["then"] == {"required": ["mean_ms"]}
    assert arm["else"] == {"properties": {"mean_ms": False}}
    assert "milliseconds" in arm["properties"]["mean_ms"]["description"]
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == {"schema_version", "origin", "protocol", "subsets"}
    # Derived values are nowhere in a file.
    assert "speed_up" not in schema["$defs"]["Cell"]["properties"]
    assert "label" not in schema["$defs"]["Subset"]["properties"]
