"""Which cells are measured, in which order, by which machine; and what names them."""

import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest

from lockstep.benchmarks.load import parse_results
from lockstep.benchmarks.measuring import machine
from lockstep.benchmarks.measuring.job import Job, read_job
from lockstep.benchmarks.measuring.planning import Shard, Unknown, choose, find_suite, in_order, plan
from lockstep.benchmarks.measuring.suite import Input, Suite, workload
from lockstep.benchmarks.measuring.suites import SUITES
from lockstep.benchmarks.measuring.suites.vision import VISION
from support.results import cell

ROOT = Path(__file__).parents[2]
MODES = ("default", "reduce-overhead")


def test_the_vision_suite_is_the_published_list():
    file = ROOT / "benchmarks/results/published-2023.json"
    published = parse_results(file.read_text("utf-8"), file.name)
    names = {
        (one.workload.id, one.workload.task, one.workload.model, one.workload.checkpoint)
        for subset in published.subsets
        for one in subset.cells
    }
    assert {(recipe.id, recipe.task, recipe.model, recipe.checkpoint) for recipe in VISION.recipes} == names
    assert len(VISION.recipes) == 12


def test_every_cell_is_in_one_shard():
    whole = plan(VISION, batch_sizes=(1, 4, 16), modes=MODES, dtype="float32")
    assert len({one.key for one in whole}) == len(whole) == 12 * 3 * 2
    for total in (1, 2, 5, 71, 72, 80):
        shards = [
            plan(VISION, batch_sizes=(16, 1, 4, 4), modes=MODES, dtype="float32", shard=Shard(number, total))
            for number in range(1, total + 1)
        ]
        assert sorted(map(str, itertools.chain(*shards))) == sorted(map(str, whole))
        assert max(map(len, shards)) - min(map(len, shards)) <= 1


def test_plans_follow_the_suite_then_batch_sizes_then_modes():
    some = plan(VISION, models=["beit", "vit"], batch_sizes=(4, 1), modes=MODES[::-1], dtype="float32")
    assert [str(one) for one in some[:5]] == [
        "vit, batch 1, default",
        "vit, batch 1, reduce-overhead",
        "vit, batch 4, default",
        "vit, batch 4, reduce-overhead",
        "beit, batch 1, default",
    ]


@pytest.mark.parametrize("suite", SUITES.values(), ids=SUITES)
def test_cells_are_in_the_order_of_plans_whatever_they_were_measured_in(suite):
    ids = [recipe.id for recipe in suite.recipes]
    cells = [cell(name, size, mode=mode) for name in ids for size in (1, 16) for mode in MODES]
    strange = cell("somebody-elses")
    assert in_order([strange, *reversed(cells)], suite) == (*cells, strange)


def test_slips_are_met_with_near_names():
    with pytest.raises(Unknown, match=r"there is no model 'resnet50' .did you mean 'resnet'"):
        choose(["vit", "resnet50"], [recipe.id for recipe in VISION.recipes], "model")
    with pytest.raises(Unknown, match=r"no suite 'visoin' .did you mean 'vision'"):
        find_suite("visoin")


def test_a_workload_says_what_goes_in():
    recipes = {recipe.id: recipe for suite in SUITES.values() for recipe in suite.recipes}
    assert workload(VISION, recipes["owlvit"], 4, "float32").inputs == {
        "input_ids": (8, 16),
        "attention_mask": (8, 16),
        "pixel_values": (4, 3, 768, 768),
    }
    decoding = workload(SUITES["causal-lm"], recipes["smollm2-135m-decode"], 2, "bfloat16")
    assert decoding.inputs["input_ids"] == (2, 1)
    assert decoding.inputs["past_key_values.keys"] == (2, 3, 256, 64)


def test_a_hash_changes_with_what_is_computed_and_with_nothing_else(tmp_path, monkeypatch):
    recipe = VISION.recipes[0]
    known = workload(VISION, recipe, 1, "float32").hash
    assert (
        known == workload(Suite("other", "another title", VISION.recipes, VISION.building), recipe, 1, "float32").hash
    )
    others = [
        workload(VISION, recipe, 2, "float32").hash,
        workload(VISION, recipe, 1, "bfloat16").hash,
        workload(VISION, VISION.recipes[1], 1, "float32").hash,
        workload(VISION, replaced(recipe, inputs={"pixel_values": Input("ones", (3, 224, 224))}), 1, "float32").hash,
        workload(VISION, replaced(recipe, config={**recipe.config, "arguments": {}}), 1, "float32").hash,
        workload(SUITES["causal-lm"], recipe, 1, "float32").hash,
    ]
    assert len({known, *others}) == 7
    # The text of the code counts, its line endings do not.
    monkeypatch.syspath_prepend(tmp_path)
    texts = [b"def build():\n    pass\n", b"def build():\r\n    pass\r\n", b"def build():\n    return\n"]
    hashes = []
    for number, text in enumerate(texts):
        (tmp_path / f"builder_{number}.py").write_bytes(text)
        hashes.append(workload(Suite("x", "x", (recipe,), f"builder_{number}"), recipe, 1, "float32").hash)
    assert hashes[0] == hashes[1] != hashes[2]


def replaced(recipe, **changes):
    fields = {name: getattr(recipe, name) for name in recipe.__dataclass_fields__}
    return type(recipe)(**{**fields, **changes})


def test_hashes_are_the_same_in_every_process():
    code = (
        "from lockstep.benchmarks.measuring.suite import workload\n"
        "from lockstep.benchmarks.measuring.suites import SUITES\n"
        "print([workload(suite, recipe, 1, 'float32').hash for suite in SUITES.values() for recipe in suite.recipes])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "12"
    }
    assert len(told) == 1 and told.pop().count(b"'") == 2 * 16


@pytest.mark.parametrize(
    "recipe", [recipe for suite in SUITES.values() for recipe in suite.recipes], ids=lambda one: one.id
)
def test_a_job_arrives_as_it_was_sent(recipe):
    job = Job("folder", VISION.building, recipe, 4, "float16", "cuda:1", "max-autotune", 2, 7, 1.5, ("compiled",))
    back = read_job(job.dump().decode())
    assert json.loads(back.dump()) == json.loads(job.dump())
    assert back.recipe.inputs == recipe.inputs and back.recipe.state == recipe.state and back.arms == ("compiled",)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("AMD EPYC", "amd-epyc"),
        ("Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz", "intel-xeon-platinum-8375c-2.90ghz"),
        ("AMD Ryzen 9 7950X 16-Core Processor", "amd-ryzen-9-7950x"),
        ("NVIDIA A100-SXM4-80GB", "nvidia-a100-sxm4-80gb"),
        ("Apple M3 Pro", "apple-m3-pro"),
        ("Türing/ç*", "turing-c"),
        ("华", "device"),
    ],
)
def test_names_of_devices_in_file_names(name, slug):
    assert machine.slug(name) == slug
