"""A Hugging Face Hub cache with tiny random-weight models under the names that programs load.

Programs run offline, to the letter, against models of a megabyte in place of gigabytes. Outputs mean nothing, but
they are the same on every machine with the same versions.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

# Raise it when models.py builds something else from the same declarations.
LAYOUT = 1


class HubError(Exception):
    """The seeded cache could not be built; the message says why in one line."""


@dataclass(frozen=True, slots=True)
class TinyModel:
    """A model as the seeded cache declares it.

    ``name`` is its name on the Hub and ``architecture`` the prefix of its transformers classes (``Gemma`` for
    ``GemmaConfig`` and ``GemmaForCausalLM``). ``initializer_range`` is the standard deviation of the weights: too
    small and the model merely repeats its last token.
    """

    name: str
    architecture: str
    hidden_size: int = 64
    intermediate_size: int = 128
    layers: int = 2
    heads: int = 4
    key_value_heads: int = 1
    head_size: int = 16
    vocabulary: int = 384
    positions: int = 512
    initializer_range: float = 0.3
    seed: int = 0


MODELS = (TinyModel("google/gemma-2b", "Gemma"),)


def cache_root() -> Path:
    """Where models and compiled kernels are kept between runs: ``LOCKSTEP_CACHE``, or the user's cache folder."""
    if chosen := os.environ.get("LOCKSTEP_CACHE"):
        return Path(chosen).expanduser().resolve()
    # Part of the test extra: building a site does not need it.
    import platformdirs  # noqa: PLC0415

    return Path(platformdirs.user_cache_dir("lockstep"))


def seeded_hub(root: Path, models: tuple[TinyModel, ...] = MODELS) -> Path:
    """Give the folder for ``HF_HUB_CACHE``, building it where it is not there yet.

    Safe when several processes call it at once: whoever is first puts the complete folder in place.

    Raises:
        HubError: the models could not be built.
    """
    hub = root / "hub" / _key(models)
    if hub.is_dir():
        return hub
    hub.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix="building-", dir=hub.parent))
    try:
        _build(building, models)
        try:
            building.rename(hub)
        except OSError:
            # Another process was faster.
            if not hub.is_dir():
                raise
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return hub


def _key(models: tuple[TinyModel, ...]) -> str:
    declared = {
        "layout": LAYOUT,
        "models": [asdict(model) for model in models],
        "transformers": version("transformers"),
        "tokenizers": version("tokenizers"),
    }
    return hashlib.sha256(json.dumps(declared, sort_keys=True).encode()).hexdigest()[:16]


def _build(folder: Path, models: tuple[TinyModel, ...]) -> None:
    declared = json.dumps([asdict(model) for model in models])
    command = [sys.executable, "-m", "lockstep.snippets.verification.models", str(folder)]
    done = subprocess.run(  # noqa: S603 - the command is our own
        command,
        input=declared,
        # Python would import modules from the current folder first.
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise HubError(f"the tiny models could not be built: {last}")
