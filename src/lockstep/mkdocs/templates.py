"""How the theme's templates are found and compiled: once for all languages, builds and processes, and without blanks.

A fifth of a page that Material renders is the indentation of its templates, and lines that hold nothing else.
"""

from __future__ import annotations

import logging
import os
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import BaseLoader, BytecodeCache, Environment, FileSystemLoader

from lockstep.mkdocs import dependence, navigation, overrides, repeated
from lockstep.store import NOTHING, Store, digest
from lockstep.surroundings import installed

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from jinja2.bccache import Bucket
    from mkdocs.config.defaults import MkDocsConfig

TEMPLATES = str(files("material") / "templates")
THEME = Path(__file__).parent / "theme"
# No filter in them makes a text of a constant, which would be compiled in, and be another one in another language.
KNOWN = (f"{TEMPLATES}{os.sep}", f"{THEME}{os.sep}")
PLACES = (repeated.TEXTS, repeated.ICONS, *(loop.macro for loop in navigation.LOOPS.values()))
# What is left as it is, and blanks with a line break among them.
BLANKS = re.compile(
    r"(?P<kept>{%.*?%}|{{.*?}}|{#.*?#}|<(?P<tag>script|style|pre|textarea)\b.*?</(?P=tag)>)|\s*\n\s*", re.DOTALL
)
# A line that holds a statement alone which writes nothing, where neither it nor the next takes the blanks beside it.
STATEMENT = re.compile(r"\n({%(?!-| *(?:include|call|filter)\b)[^%]*(?<!-)%})(?=\n(?!{[%{#]-))")


class Compiled(BytecodeCache):
    """Keeps Material's templates, and our own, as Jinja compiled them.

    Those of the site and of other plugins are compiled each time: what a filter of theirs makes of a constant is
    compiled in, and may be another text in another language.
    """

    def __init__(self, store: Store = NOTHING) -> None:
        """Keep them for this process, and in a store for others."""
        self.store = store
        self.codes: dict[tuple[object, ...], bytes] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Take a template's file for its key."""
        return filename or name

    def load_bytecode(self, bucket: Bucket) -> None:
        """Put in what is kept of a template; Jinja sees to it that the source is still the same."""
        if not bucket.key.startswith(KNOWN):
            return
        code = self.codes.get(_kept(bucket))
        if code is None and (kept := self.store.get(_key(bucket))):
            code = self.codes[_kept(bucket)] = kept
        if code:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep one of those that are known."""
        if bucket.key.startswith(KNOWN):
            code = self.codes[_kept(bucket)] = bucket.bytecode_to_string()
            self.store.put(_key(bucket), code)


def _kept(bucket: Bucket) -> tuple[object, ...]:
    return (bucket.key, bucket.environment.autoescape, *sorted(bucket.environment.extensions))


def _key(bucket: Bucket) -> str:
    # Its file's name is compiled in, for tracebacks.
    return digest("template", installed(), bucket.checksum, repr(_kept(bucket)))


class Loader(BaseLoader):
    """Loads templates as the theme's loader does: Material's, with questions put in for what other pages have."""

    def __init__(self, plain: FileSystemLoader, *, shared: bool, alike: bool) -> None:
        """Take the loader that finds the templates.

        ``shared`` is whether the questions are put in, ``alike`` whether nobody changes the navigation between pages.
        """
        self.plain = plain
        folders = [Path(folder) for folder in plain.searchpath if folder != TEMPLATES]
        own = overrides.settings(folder for folder in folders if folder != THEME) if shared else None
        # What the site has in the place of Material's may depend on anything.
        has = {name for name in PLACES if any((folder / name).exists() for folder in folders)}
        self.texts = repeated.TEXTS not in has and _untouched(own, repeated.NAMES)
        self.icons = repeated.ICONS not in has and shared
        self.loops = {
            name
            for name, loop in navigation.LOOPS.items()
            if alike and loop.macro not in has and _untouched(own, navigation.NAMES)
        }

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """Find a template."""
        source, name, fresh = self.plain.get_source(environment, template)
        if name and name.startswith(TEMPLATES):
            source = _slim(source)
            if template in self.loops:
                source = navigation.share(source, template)
            if self.texts:
                source = repeated.share_texts(source)
            if self.icons:
                source = repeated.share_icons(source)
        return source, name, fresh

    def list_templates(self) -> list[str]:
        """List what MkDocs may make a file of the site of.

        It takes nothing that is hidden: of Material's files, those are all but a few, and are looked through once.
        """
        found: set[str] = set()
        for folder in self.plain.searchpath:
            found.update(_material(folder) if folder == TEMPLATES else FileSystemLoader(folder).list_templates())
        return sorted(found)


def _untouched(own: Set[str] | None, names: Set[str]) -> bool:
    return own is not None and own.isdisjoint(names)


@cache
def _slim(source: str) -> str:
    """Leave out the blanks of a template that stand at the beginning and the end of lines, and lines without text.

    Wherever there was a blank between two elements, there is one.
    """
    return STATEMENT.sub(r"\1", BLANKS.sub(lambda match: match["kept"] or "\n", source))


@cache
def _material(folder: str) -> tuple[str, ...]:
    return tuple(name for name in FileSystemLoader(folder).list_templates() if not name.startswith("."))


def _is_known(name: str) -> bool:
    file = Path(TEMPLATES, name)
    source = _slim(file.read_text("utf-8")) if file.is_file() else ""
    return navigation.share(source, name) != source


@cache
def _tell() -> None:
    """Say, once, which of Material's templates have other loops than those that were read."""
    names = [name for name in navigation.LOOPS if not _is_known(name)]
    if names:
        # Not a logger of MkDocs: this is no fault of the site, and stops no strict build.
        text = "%s of another version: pages take longer, and are the same"
        logging.getLogger("lockstep").warning(text, ", ".join(names))


def prepare(config: MkDocsConfig, store: Store, *, shared: bool) -> None:
    """Have a site's theme make environments that share what they can.

    Args:
        config: MkDocs' configuration.
        store: what earlier builds have compiled.
        shared: whether pages share what they have in common, too.
    """
    if shared:
        _tell()
    alike = not dependence.changes_between_pages(config)
    plain, compiled = config.theme.get_env, Compiled(store)

    def get_env() -> Environment:
        environment = plain()
        if isinstance(environment.loader, FileSystemLoader):
            environment.loader = Loader(environment.loader, shared=shared, alike=alike)
        environment.bytecode_cache = compiled
        environment.globals[navigation.NAME] = navigation.Items().render
        environment.globals |= repeated.functions(environment)
        return environment

    vars(config.theme)["get_env"] = get_env
