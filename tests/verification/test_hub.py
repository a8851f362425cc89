"""The seeded Hub cache."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from lockstep.snippets.verification import hub
from lockstep.snippets.verification.hub import HubError, cache_root, seeded_hub, why_offline
from lockstep.snippets.verification.tiny_models import MODELS, folder_name, models_for
from verification.programs import line_of, program_text

NAMES = [model.name for model in MODELS]
GEMMA = MODELS[0]
# The cheapest ones; tracing all takes twice as long as everything else here.
TRACED = ["google/gemma-2b", "google/vit-base-patch16-224", "microsoft/resnet-50"]


def contents(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """What a process that loads every model by its name has seen, by name: once for all workers."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    found = shared / "loaded-models.jsonl"
    with FileLock(f"{found}.lock"):
        if not found.exists():
            env = os.environ | {
                "HF_HUB_CACHE": str(seeded_hub(cache_root())),
                "HF_HUB_OFFLINE": "1",
                "HF_HOME": str(shared / "huggingface"),
                "OMP_NUM_THREADS": "1",
            }
            command = [sys.executable, Path(__file__).with_name("load_models.py"), *TRACED]
            done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
            # A model that cannot be loaded ends the process: those before it have a line.
            found.write_text(done.stdout or json.dumps({"name": "none"}), encoding="utf-8")
            Path(f"{found}.stderr").write_text(done.stderr, encoding="utf-8")
    lines = [json.loads(line) for line in found.read_text(encoding="utf-8").splitlines()]
    return {"stderr": Path(f"{found}.stderr").read_text(encoding="utf-8")[-2000:]} | {
        line["name"]: line for line in lines
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_model_loads_by_its_name_and_gives_what_can_be_compared(seen, name):
    assert name in seen, seen["stderr"]
    shown = seen[name]
    assert shown["finite"]
    assert math.isfinite(shown["rms"])
    assert shown["rms"] > 0.01
    # Much above the tolerance of proof.equals_eager.
    assert shown["change"] > 0.01
    assert shown["same"]
    assert shown["graphs"] == (name in TRACED)


@pytest.mark.parametrize("name", NAMES)
def test_a_model_is_small(name):
    folder = seeded_hub(cache_root()) / folder_name(name)
    files = contents(folder)
    assert sum(map(len, files.values())) < 2_000_000
    stems = {file.rsplit("/", 1)[-1] for file in files}
    assert {"main", "config.json", "model.safetensors"} <= stems


def test_every_checkpoint_of_the_published_list_is_declared():
    published = Path(__file__).parents[2] / "benchmarks" / "results" / "published-2023.json"
    checkpoints = set(re.findall(r'"checkpoint": "([^"]+)"', published.read_text("utf-8")))
    assert len(checkpoints) == 12
    assert checkpoints <= set(NAMES)


def test_names_are_declared_once():
    assert len(set(NAMES)) == len(NAMES)


def test_two_processes_at_once_build_one_cache_and_the_same_bytes(tmp_path):
    command = [
        sys.executable,
        "-c",
        "import sys, pathlib; from lockstep.snippets.verification.hub import seeded_hub;"
        "print(seeded_hub(pathlib.Path(sys.argv[1])))",
    ]
    with ThreadPoolExecutor(3) as pool:
        roots = [tmp_path / "one", tmp_path / "one", tmp_path / "two"]
        found = list(pool.map(lambda root: subprocess.check_output([*command, root], text=True).strip(), roots))
    assert found[0] == found[1] != found[2]
    one, two = (contents(tmp_path / name) for name in ("one", "two"))
    assert one == two
    assert sorted(path.name for path in Path(found[0]).iterdir()) == sorted(map(folder_name, NAMES))
    # Nothing half-built is left, and each model is there once.
    assert len(list((tmp_path / "one" / "hub" / "models").iterdir())) == len(MODELS)


def test_the_key_follows_the_declaration_the_builder_and_the_versions(monkeypatch, tmp_path):
    before = hub._key((GEMMA,))
    assert hub._key((replace(GEMMA, seed=1),)) != before
    assert hub._key((replace(GEMMA, config={**GEMMA.config, "num_hidden_layers": 3}),)) != before
    with monkeypatch.context() as patch:
        patch.setattr(hub, "version", lambda name: "0")
        assert hub._key((GEMMA,)) != before
    (tmp_path / "models.py").write_text("")
    monkeypatch.setattr(hub, "BUILDER", tmp_path / "models.py")
    assert hub._key((GEMMA,)) != before


@pytest.fixture
def builds(monkeypatch):
    """Write down which models are built, and build empty ones."""
    built = []

    def build(command, *, input, **_):  # noqa: A002 - subprocess.run calls it so
        names = [declared["name"] for declared in json.loads(input)]
        built.append(names)
        for name in names:
            (Path(command[-1]) / folder_name(name)).mkdir()
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(hub.subprocess, "run", build)
    return built


def test_what_is_named_is_built_and_what_exists_is_not_built_again(tmp_path, builds):
    first = seeded_hub(tmp_path, MODELS[:1])
    assert seeded_hub(tmp_path, MODELS[:1]) == seeded_hub(tmp_path, ()) == first
    assert [path.name for path in first.iterdir()] == [folder_name(NAMES[0])]
    assert seeded_hub(tmp_path, MODELS[:3]) == seeded_hub(tmp_path) == first
    assert builds == [NAMES[:1], NAMES[1:3], NAMES[3:]]
    assert len(list(first.iterdir())) == len(MODELS)


def test_adding_or_changing_a_declaration_builds_that_one(tmp_path, builds):
    old, added = MODELS[:2], MODELS[2]
    before = seeded_hub(tmp_path, old, declared=old)
    after = seeded_hub(tmp_path, (*old, added), declared=(*old, added))
    # What runs with the old declarations still has them.
    assert before != after
    changed = (replace(old[0], seed=1), old[1])
    seeded_hub(tmp_path, changed, declared=changed)
    assert builds == [NAMES[:2], [added.name], NAMES[:1]]


def test_a_declaration_that_cannot_be_built_leaves_nothing_behind(tmp_path):
    wrong = (replace(GEMMA, architecture="no-such-model"),)
    with pytest.raises(HubError, match=r"could not be built: google/gemma-2b: ValueError: .*no-such-model"):
        seeded_hub(tmp_path, wrong, declared=wrong)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not list((tmp_path / "hub" / "models").iterdir())


def test_the_cache_can_be_put_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setenv("LOCKSTEP_CACHE", str(tmp_path))
    assert cache_root() == tmp_path
    monkeypatch.delenv("LOCKSTEP_CACHE")
    assert cache_root().name == "lockstep"


def test_the_models_that_a_text_names_are_found():
    text = 'a = load("facebook/detr-resnet-50")  # not microsoft/resnet-50s or conditional-detr-resnet-50'
    assert [model.name for model in models_for(text)] == ["microsoft/resnet-50", "facebook/detr-resnet-50"]
    assert models_for("import torch") == ()


UNKNOWN = {
    "near": ('AutoConfig.from_pretrained("google/gemma-3b")', "for google/gemma-3b: did you mean google/gemma-2b?"),
    "near nothing": ("x = 'zzz/qqq'", "no tiny model for zzz/qqq: declare it in MODELS, in "),
    "without an owner": ("X.from_pretrained(\n    'gpt2', 1)", "no tiny model for gpt2: declare it"),
    "after a known one": ("x = 'google/gemma-2b', 'other/model'", "no tiny model for other/model: "),
}


@pytest.mark.parametrize(("text", "said"), UNKNOWN.values(), ids=UNKNOWN)
def test_an_unknown_name_is_explained(text, said):
    explained = why_offline(text)
    assert said in explained
    assert "\n" not in explained
    file = explained.split("in MODELS, in ")[1].split(",")[0]
    assert (Path(__file__).parents[2] / file).is_file()
    assert all(name in explained for name in NAMES)


def test_a_name_that_is_not_written_out_is_explained():
    assert "only those whose names their text writes out" in why_offline('f"google/{name}"')


def test_an_unknown_model_is_named_with_those_there_are(verified):
    text = program_text('from transformers import AutoConfig\n\nAutoConfig.from_pretrained("google/gemma-3b")')
    outcome = verified(text)
    assert outcome.line == line_of(text, "AutoConfig.from")
    assert "did you mean google/gemma-2b?" in outcome.reason
    assert "tiny_models.py" in outcome.reason
