"""The seeded Hub cache."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from lockstep.snippets.verification import hub
from lockstep.snippets.verification.hub import MODELS, HubError, cache_root, seeded_hub
from verification.programs import line_of, program_text


def contents(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


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
    assert len(list((tmp_path / "one" / "hub").iterdir())) == 1
    one, two = (contents(tmp_path / name) for name in ("one", "two"))
    assert one == two
    names = {name.rsplit("/", 1)[-1] for name in one}
    assert {"main", "config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"} <= names
    assert sum(map(len, one.values())) < 2_000_000


def test_the_key_follows_the_declarations_and_the_versions(monkeypatch):
    before = hub._key(MODELS)
    assert hub._key((replace(MODELS[0], seed=1),)) != before
    monkeypatch.setattr(hub, "version", lambda name: "0")
    assert hub._key(MODELS) != before


def test_what_exists_is_not_built_again(tmp_path, monkeypatch):
    (tmp_path / "hub" / hub._key(MODELS)).mkdir(parents=True)
    monkeypatch.setattr(hub, "_build", lambda *_: pytest.fail("built again"))
    assert seeded_hub(tmp_path).is_dir()


def test_a_declaration_that_cannot_be_built_leaves_nothing_behind(tmp_path):
    with pytest.raises(HubError, match=r"could not be built: AttributeError: .*NoSuchModelConfig"):
        seeded_hub(tmp_path, (replace(MODELS[0], architecture="NoSuchModel"),))
    assert not list((tmp_path / "hub").iterdir())


def test_the_cache_can_be_put_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setenv("LOCKSTEP_CACHE", str(tmp_path))
    assert cache_root() == tmp_path
    monkeypatch.delenv("LOCKSTEP_CACHE")
    assert cache_root().name == "lockstep"


def test_an_unknown_model_is_named_with_those_there_are(verified):
    text = program_text('from transformers import AutoConfig\n\nAutoConfig.from_pretrained("google/gemma-3b")')
    outcome = verified(text)
    assert outcome.line == line_of(text, "AutoConfig.from")
    assert outcome.reason.endswith("(programs run offline; the seeded Hub cache has: google/gemma-2b)")
