"""A Hugging Face Hub cache with tiny random-weight models under the names that programs load.

Programs run offline, to the letter, against models of a megabyte in place of gigabytes. Outputs mean nothing, but
they are the same on every machine with the same versions. ``tiny_models`` declares the models.

Below ``hub/`` in the folder of caches, ``models/`` has each model that was ever built, by the content of its
declaration. Beside it is one folder for each state of all declarations, which is what ``HF_HUB_CACHE`` names: models
are put there as programs need them, while other processes go on using the folder. Adding a model builds that one.
"""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from lockstep.snippets.verification.tiny_models import MODELS, TinyModel, folder_name, models_for

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MODELS", "HubError", "TinyModel", "cache_root", "models_for", "seeded_hub", "why_offline"]

BUILDER = Path(__file__).with_name("models.py")
# What looks like the name of a model: what is loaded under it, or a string of that form.
NAMED = re.compile(r"""from_pretrained\(\s*["']([^"'\n]+)["']|["']([\w.-]+/[\w.-]+)["']""")


class HubError(Exception):
    """The seeded cache could not be built; the message says why in one line."""


def cache_root() -> Path:
    """Where models and compiled kernels are kept between runs: ``LOCKSTEP_CACHE``, or the user's cache folder."""
    if chosen := os.environ.get("LOCKSTEP_CACHE"):
        return Path(chosen).expanduser().resolve()
    # Part of the test extra: building a site does not need it.
    import platformdirs  # noqa: PLC0415

    return Path(platformdirs.user_cache_dir("lockstep"))


def seeded_hub(root: Path, models: tuple[TinyModel, ...] = MODELS, *, declared: tuple[TinyModel, ...] = MODELS) -> Path:
    """Give the folder for ``HF_HUB_CACHE``, with at least ``models`` in it, building those that are not there yet.

    The folder depends on ``declared`` only: it is the same whichever models are asked for. Safe when several processes
    call it at once: whoever is first puts a complete model in place.

    Raises:
        HubError: a model could not be built.
    """
    hub = root / "hub" / _key(declared)
    hub.mkdir(parents=True, exist_ok=True)
    if missing := [model for model in models if not (hub / folder_name(model.name)).is_dir()]:
        built = root / "hub" / "models"
        built.mkdir(exist_ok=True)
        _build([model for model in missing if not (built / _key((model,))).is_dir()], built)
        for model in missing:
            with _scratch(built) as scratch:
                # A copy, since a program can write to what it loads.
                copy = shutil.copytree(built / _key((model,)), scratch / "copy")
                _put(copy, hub / folder_name(model.name))
    return hub


def why_offline(text: str, models: tuple[TinyModel, ...] = MODELS) -> str:
    """Explain to the author of a program's ``text`` why it found no model: in one line, with what can be done."""
    known = [model.name for model in models]
    unknown = next((name for found in NAMED.finditer(text) if (name := found[1] or found[2]) not in known), None)
    if unknown is None:
        return "programs run offline, with tiny models only, and only those whose names their text writes out"
    near = difflib.get_close_matches(unknown, known, n=1)
    advice = f"did you mean {near[0]}? Or " if near else ""
    return (
        f"programs run offline, and there is no tiny model for {unknown}: {advice}"
        f"declare it in MODELS, in src/lockstep/snippets/verification/tiny_models.py, beside {', '.join(known)}"
    )


def _key(models: tuple[TinyModel, ...]) -> str:
    content = {
        "builder": hashlib.sha256(BUILDER.read_bytes()).hexdigest(),
        "models": [asdict(model) for model in models],
        # Weights come from torch, files from the others.
        **{package: version(package) for package in ("torch", "transformers", "tokenizers")},
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def _build(models: list[TinyModel], built: Path) -> None:
    if not models:
        return
    with _scratch(built) as scratch:
        command = [sys.executable, "-m", "lockstep.snippets.verification.models", str(scratch)]
        done = subprocess.run(  # noqa: S603 - the command is our own
            command,
            input=json.dumps([asdict(model) for model in models]),
            # Nothing here is worth a second thread, or comes from elsewhere.
            env=os.environ | {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"},
            # Python would import modules from the current folder first.
            cwd=scratch,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise HubError(f"the tiny models could not be built: {last}")
        for model in models:
            _put(scratch / folder_name(model.name), built / _key((model,)))


@contextlib.contextmanager
def _scratch(parent: Path) -> Iterator[Path]:
    """Make a folder on the same file system, so that what is in it can be renamed into place."""
    folder = Path(tempfile.mkdtemp(prefix="building-", dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _put(complete: Path, place: Path) -> None:
    """Rename a complete folder into place, unless another process was faster."""
    try:
        complete.rename(place)
    except OSError:
        if not place.is_dir():
            raise
