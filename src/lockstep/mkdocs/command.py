"""The command that builds a site: beside the last one, and not at all where nothing has changed since."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from lockstep.ending import end_at_once
from lockstep.findings import FindingError
from lockstep.mkdocs import dependence, output, pipeline
from lockstep.project import ONLY, load_project
from lockstep.store import allowed, digest, open_store
from lockstep.surroundings import contents, surroundings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mkdocs.config.defaults import MkDocsConfig

log = logging.getLogger("mkdocs.plugins.lockstep")
# Objects that are made before garbage is looked for among them: nearly all are kept to the end of the build.
YOUNG = 1_000_000


def build_beside() -> None:
    """Have the command that builds a site ask here first."""
    pipeline.wrap_command(_build)
    # To look through all that a build has made is a tenth of it.
    end_at_once()


def _build(config: MkDocsConfig, work: Callable[[], None]) -> None:
    if not allowed():
        work()
        return
    store = open_store(Path(config.config_file_path).parent)
    place = Path(config.site_dir)
    settings = _settings(config)
    key = _everything(config, settings)
    kept = store.get(key) if key else None
    # A strict build that is warned of anything ends with that: it has to find it.
    if kept and not (config.strict and kept["said"]) and place.is_dir() and output.state(place) == kept["site"]:
        pipeline.say(kept["said"])
        log.info("Nothing has changed since the site in %s was built", config.site_dir)
        return
    with pipeline.Hearing([], logging.WARNING, ours=True, quiet=False) as heard, output.beside(config), _sparing():
        work()
    silent = logging.getLogger("mkdocs").getEffectiveLevel() > logging.WARNING
    if key and heard.whole and not silent and _everything(config, settings) == key:
        store.put(key, {"site": output.state(place), "said": heard.said})
    store.close()


@contextlib.contextmanager
def _sparing() -> Iterator[None]:
    """Look for garbage less often: most of what a build makes is kept to its end."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, YOUNG, before[2])
    try:
        yield
    finally:
        # All is as old as can be from here on, so that it is not looked at now.
        gc.freeze()
        gc.unfreeze()
        gc.set_threshold(*before)


def _settings(config: MkDocsConfig) -> str:
    """Write what a configuration says before plugins write into it; empty where not all that matters is known."""
    try:
        return dependence.settings(config) if dependence.known(config) else ""
    except (dependence.UnknownError, RecursionError):
        return ""


def _everything(config: MkDocsConfig, settings: str) -> str:
    """Digest all that a site is made of; empty where that is not known."""
    try:
        project = load_project(Path(config.config_file_path).parent)
    except FindingError:
        return ""
    if not settings:
        return ""
    own = contents(*dependence.templates(config))
    # What is said may name the place.
    parts = [config.site_dir, surroundings(project, own), settings, os.environ.get(ONLY, ""), contents(project.docs)]
    return digest("site", *parts)
