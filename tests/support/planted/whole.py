"""Faults of whole files: pages and folders that are no language's, interface texts, the glossary, the configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.planted.faults import Fault
from support.planted.words import SOURCE, TAGS, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.planted.site import Site

OTHER_FOLDERS = ("archive", "drafts", "nl", "sv", "old")
OTHER_LANGUAGES = ("ko", "hi")
GLOSSARY = "docs/glossary.yml"
# Behind the terms that are there.
MISTAKES = (
    "stride: {xx: passo}",
    "stream: fluxo",
    "Compiler: {de: Übersetzer}",
    "buffer: {fr: }",
    "register: {en: register}",
    "'…': keep",
    "driver: {es: {uno: controlador}}",
    "queue: [cola, fila]",
    "pytorch: keep",
    "shader: {pt: []}",
)


def _fault(kind: str, path: str, code: str, line: int = 1) -> Fault:
    return Fault(kind, path, frozenset({code}), frozenset(), lambda _: {line})


def _text(language: str) -> str:
    said = vocabulary(language)
    return f"# {said['headings'][0]} {{ #start }}\n\n{said['sentences'][0]}\n"


def no_source(site: Site) -> Iterator[Fault]:
    """Put a translation where the source has no page."""
    for number, language in enumerate([folder for folder in TAGS if folder != SOURCE]):
        path = f"docs/{language}/guide/extra-{number}.md"
        site.files[path] = _text(language)
        yield _fault("page: without a source", path, "LS205")


def undeclared(site: Site) -> Iterator[Fault]:
    """Put pages into a folder that is no language's."""
    for folder in OTHER_FOLDERS:
        site.files[f"docs/{folder}/index.md"] = _text("de")
        yield _fault("folder: of no language", f"docs/{folder}", "LS226")


def stray(site: Site) -> Iterator[Fault]:
    """Put pages beside the languages' folders."""
    for number in range(6):
        path = f"docs/stray-{number}.md"
        site.files[path] = _text("fr")
        yield _fault("page: outside the folders", path, "LS227")


def no_folder(site: Site) -> Iterator[Fault]:
    """Declare languages that have no folder."""
    for folder in OTHER_LANGUAGES:
        site.files["pyproject.toml"] += f'{folder} = "{folder}"\n'
        site.files[f"locale/{folder}/LC_MESSAGES/lockstep.po"] = site.files["locale/es/LC_MESSAGES/lockstep.po"]
        yield _fault("folder: missing", f"docs/{folder}", "LS201")


def no_message(site: Site) -> Iterator[Fault]:
    """Take a translation out of a catalogue of the interface."""
    for folder in ("fr", "de", "it", "pl", "ru", "ar", "ja", "zh"):
        path = f"locale/{folder}/LC_MESSAGES/lockstep.po"
        text = site.files[path]
        assert 'msgstr "Tip"' in text
        site.files[path] = text.replace('msgstr "Tip"', 'msgstr ""')
        yield _fault("interface: a text missing", path, "LS211")


def glossary(site: Site) -> Iterator[Fault]:
    """Add terms that cannot be read."""
    for mistake in MISTAKES:
        site.files[GLOSSARY] += f"{mistake}\n"
        yield _fault("glossary: cannot be read", GLOSSARY, "LS250", site.files[GLOSSARY].count("\n"))


WHOLE = {
    "page: without a source": no_source,
    "folder: of no language": undeclared,
    "page: outside the folders": stray,
    "folder: missing": no_folder,
    "interface: a text missing": no_message,
    "glossary: cannot be read": glossary,
}
