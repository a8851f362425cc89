"""Whether the site's two configurations, ``mkdocs.yml`` and ``[tool.lockstep]``, go together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lockstep.files import relative
from lockstep.findings import Finding, FindingError
from lockstep.mkdocs import i18n, material, reader
from lockstep.project import CONFIG

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from lockstep.project import Project

# Without them, what is checked is not what readers get.
EXTENSIONS = ("attr_list", "pymdownx.superfences", "lockstep.benchmarks", "lockstep.callouts", "lockstep.snippets")
TABS = "lockstep.tabs"
# Puts in what it finds, and nothing where it finds nothing.
SNIPPETS = "pymdownx.snippets"


def agree(project: Project, config: MkDocsConfig) -> None:
    """Refuse a project whose two configurations do not go together.

    Raises:
        FindingError: they say different things, or something that breaks what is promised to readers.
    """
    if Path(config.docs_dir).resolve() != project.docs:
        message = f"'docs' is {relative(project.docs, project.root)}, but docs_dir in mkdocs.yml is {config.docs_dir}"
        raise FindingError(Finding(CONFIG, 1, 1, "LS006", message, "name the same folder in both"))
    file = relative(Path(config.config_file_path), project.root)
    for extension in EXTENSIONS:
        if extension not in config.markdown_extensions:
            message = f"the Markdown extension '{extension}' is not in use"
            raise FindingError(Finding(file, 1, 1, "LS009", message, "add it to markdown_extensions"))
    if SNIPPETS in config.markdown_extensions:
        message = f"{SNIPPETS} is in use, and takes the includes"
        raise FindingError(Finding(file, 1, 1, "LS123", message, "take it out of markdown_extensions"))
    for path, one, other in reader.exclusions(project, config):
        message = f"{one} leaves out {path}, but {other} does not"
        raise FindingError(Finding(CONFIG, 1, 1, "LS006", message, "name the same pages in both"))
    if len(project.languages) > 1 and TABS not in config.markdown_extensions and material.links_tabs(config):
        message = f"{material.LINKED_TABS} links tabs by their labels, which are not the same in every language"
        raise FindingError(Finding(file, 1, 1, "LS009", message, f"add {TABS} to markdown_extensions"))
    for option, problem, hint in i18n.misfits(config):
        raise FindingError(Finding(file, 1, 1, "LS010", f"the option '{option}' of the i18n plugin {problem}", hint))
    ours = [language.folder for language in project.languages]
    theirs = i18n.languages(config)
    if theirs is not None and (ours[0] != theirs[0] or set(ours) != set(theirs)):
        message = f"the languages are {', '.join(ours)}, but those of the i18n plugin are {', '.join(theirs)}"
        raise FindingError(Finding(CONFIG, 1, 1, "LS006", message, "name the same ones in both, the source first"))
